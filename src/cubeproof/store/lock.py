"""`held`: of several processes that would do the same, one does it and the others wait.

The lock is one that the operating system takes away from a process that ends, however it ends. The file that it is on
tells who holds it, and is removed with it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_GLANCE = 0.05  # seconds
_FAR = 1 << 30  # the byte that Windows locks: those that are read must stay free


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    _TAKEN: tuple[type[OSError], ...] = (PermissionError, BlockingIOError)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        # Of the two kinds of locks the one that a child of the process has no part in.
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    _TAKEN = (BlockingIOError, PermissionError)


@contextmanager
def held(path: Path, check: Callable[[], None], waiting: Callable[[int | None], None]) -> Iterator[bool]:
    """Hold the lock of a file while inside; where the folder has no locks, nothing is held.

    Threads of one process do not exclude each other.

    Args:
        path: the file, which is made and removed again.
        check: called while waiting; it may raise to end that.
        waiting: called once if another process holds it, with the number of that process if it is known.

    Yields:
        Whether it is held.
    """
    told = False
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            yield False
            return
        try:
            _take(descriptor)
        except _TAKEN:
            holder = _holder(descriptor)
            os.close(descriptor)
            if not told:
                told = True
                waiting(holder)
            check()
            time.sleep(_GLANCE)
            continue
        except OSError:
            os.close(descriptor)
            yield False
            return
        if _is(descriptor, path):
            break
        # Who held it has removed the file meanwhile.
        os.close(descriptor)
    try:
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield True
    finally:
        if sys.platform == "win32":  # where no file is removed that is open
            os.close(descriptor)
        with contextlib.suppress(OSError):
            path.unlink()
        if sys.platform != "win32":
            os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether another process holds the lock of a file."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        _take(descriptor)
    except OSError:
        return True
    else:
        return False
    finally:
        os.close(descriptor)


def _holder(descriptor: int) -> int | None:
    try:
        return int(os.pread(descriptor, 20, 0)) if sys.platform != "win32" else int(os.read(descriptor, 20))
    except (OSError, ValueError):
        return None


def _is(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False
