"""`held`: a lock between processes, so that one builds a table and the others wait.

It is a lock of the library filelock, which the operating system releases when the process ends for any reason. The
lock file contains the process id of the holder, and is removed with the lock.
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

from cubeproof.base.platform_support import BINARY, NONBLOCK

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL_SECONDS = 0.05


@contextmanager
def held(path: Path, check: Callable[[], None], waiting: Callable[[int | None], None]) -> Iterator[bool]:
    """Hold the lock of a file inside the context; yield True, or False if the file cannot be locked."""
    # Imported only to build a table: the import takes 50 ms.
    from filelock import FileLock

    # Without the system's locks, the lock file would outlive a killed process.
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
    """Whether the lock was acquired; None if the file system has no locks."""
    from filelock import Timeout

    try:
        lock.acquire()
    except Timeout:
        return False
    except OSError:
        return None
    return True


def _write_number(descriptor: int) -> None:
    """Write the process id, which only a message uses; a full disk is ignored."""
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())


def is_held(path: Path) -> bool:
    """Whether another process or thread holds the lock of a file."""
    from filelock import lock_descriptor

    try:
        descriptor = os.open(path, os.O_RDWR | NONBLOCK | BINARY)
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
        # A pipe contains no process id, and reading it would block.
        return int(path.read_bytes()) if stat.S_ISREG(path.stat().st_mode) else None
    except (OSError, ValueError):
        return None
