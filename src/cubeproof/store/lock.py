"""`held`: of several processes that would build the same table, one builds it and the others wait.

The library filelock takes the lock, which the operating system releases when the process ends for any reason. The
lock file contains the number of the process that holds it, and is removed with the lock.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL_SECONDS = 0.05


@contextmanager
def held(path: Path, check: Callable[[], None], waiting: Callable[[int | None], None]) -> Iterator[bool]:
    """Hold the lock of a file while inside; hold nothing where the file cannot be written or locked."""
    # Imported only to build a table: it takes 50 ms.
    from filelock import FileLock

    # A lock file without the system's locks would outlive a process that is killed.
    lock = FileLock(path, blocking=False, fallback_to_soft=False, on_acquired=_write_number)
    reported = False
    try:
        while (acquired := _acquire(lock)) is False:
            if not reported:
                reported = True
                waiting(_holder(path))
            check()
            time.sleep(_POLL_SECONDS)
        yield acquired is True
    finally:
        if lock.is_locked:
            with contextlib.suppress(OSError):
                path.unlink()
            with contextlib.suppress(OSError):
                lock.release()


def _acquire(lock: BaseFileLock) -> bool | None:
    """Whether the lock was acquired; None where there are no locks."""
    from filelock import Timeout

    try:
        lock.acquire()
    except Timeout:
        return False
    except OSError:
        return None
    return True


def _write_number(descriptor: int) -> None:
    """Write the number of this process, which only a message needs: on a full disk the lock holds without it."""
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())


def is_held(path: Path) -> bool:
    """Whether another process or thread holds the lock of a file."""
    from filelock import lock_descriptor

    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        return not lock_descriptor(descriptor, blocking=False)
    except OSError:
        return True
    finally:
        os.close(descriptor)


def _holder(path: Path) -> int | None:
    try:
        # A pipe has no number to read, and would have to be waited for.
        return int(path.read_bytes()) if stat.S_ISREG(path.stat().st_mode) else None
    except (OSError, ValueError):
        return None
