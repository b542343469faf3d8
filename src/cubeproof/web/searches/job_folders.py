"""`JobFolders`: the folders in which searches of a server write; removal of the folders of killed servers.

Each server has one temporary folder and locks it while it runs. The system releases the lock when the server ends
in any way, so a folder that can be locked is not in use. Programs that clean temporary files up, such as
systemd-tmpfiles, respect such locks. Windows cannot lock a folder, so there a file beside the folder is locked.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

from cubeproof.base.platform_support import BINARY, lock, open_folder

_PREFIX = "cubeproof-serve-"
_LOCK_SUFFIX = ".lock"


class JobFolders:
    """The folders of one server's searches, created by the first search."""

    def __init__(self) -> None:
        self._parent: Path | None = None
        self._lock: int | None = None

    def new(self) -> Path:
        """Create a folder that other users cannot read."""
        while True:
            parent = self._parent or self._open()
            try:
                return Path(tempfile.mkdtemp(prefix="job-", dir=parent))
            except FileNotFoundError:
                # Another program has removed the temporary files.
                self.close()

    def close(self) -> None:
        """Remove the folders and release the lock."""
        if self._parent is not None:
            shutil.rmtree(self._parent, ignore_errors=True)
        if self._lock is not None:
            _unlock(self._parent, self._lock)
        self._parent = self._lock = None

    def _open(self) -> Path:
        while True:
            folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
            try:
                self._lock = _lock(folder)
            except (BlockingIOError, FileNotFoundError):
                # Another server that is cleaning up took it for a leftover.
                continue
            except OSError:
                # Without locks no other server takes the folder for a leftover.
                pass
            self._parent = folder
            return folder


def remove_leftovers() -> None:
    """Remove the folders of this user's servers that have ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        if folder.suffix == _LOCK_SUFFIX:
            continue
        try:
            descriptor = _lock(folder)
        except OSError:
            continue
        # The lock is held until the end, so that no two servers remove it at once. Links are removed, not followed.
        shutil.rmtree(folder, ignore_errors=True)
        _unlock(folder, descriptor)


def _lock(folder: Path) -> int:
    """Lock a folder of this user; closing the returned file descriptor releases the lock."""
    descriptor = open_folder(folder)
    beside = descriptor is None
    if descriptor is None:
        descriptor = os.open(folder.with_suffix(_LOCK_SUFFIX), os.O_RDWR | os.O_CREAT | BINARY, 0o600)
    try:
        lock(descriptor)
        now = folder.lstat()
        if not stat.S_ISDIR(now.st_mode) or not (beside or os.path.samestat(os.fstat(descriptor), now)):
            raise FileNotFoundError(f"{folder} is another one now")
    except BaseException:
        _unlock(folder, descriptor)
        raise
    return descriptor


def _unlock(folder: Path | None, descriptor: int) -> None:
    """Release the lock of a folder, and remove the file beside it, which on Windows fails while the lock is held."""
    os.close(descriptor)
    if folder is not None:
        with contextlib.suppress(OSError):
            folder.with_suffix(_LOCK_SUFFIX).unlink()
