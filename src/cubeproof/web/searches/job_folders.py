"""`JobFolders`: the folders in which searches of a server write; removal of the folders of killed servers.

Each server has one temporary folder and locks it while it runs. The system releases the lock when the server ends
in any way, so a folder that can be locked is not in use. Programs that clean temporary files up, such as
systemd-tmpfiles, respect such locks.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
from pathlib import Path

_PREFIX = "cubeproof-serve-"


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
            os.close(self._lock)
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
        try:
            lock = _lock(folder)
        except OSError:
            continue
        # The lock is held until the end, so that no two servers remove it at once. Links are removed, not followed.
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _lock(folder: Path) -> int:
    """Lock a folder of this user; closing the returned file descriptor releases the lock."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        status = os.fstat(descriptor)
        if status.st_uid != os.geteuid():
            raise PermissionError(f"{folder} is somebody else's")
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        now = folder.lstat()
        if not stat.S_ISDIR(now.st_mode) or not os.path.samestat(status, now):
            raise FileNotFoundError(f"{folder} is another one now")
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor
