"""`JobFolders`: where the searches of a server write, and what a server that was killed left there.

Each server has one folder among the temporary files, which it keeps locked while it runs: the system releases
the lock however the server ends. So a folder that can be locked is not in use. (Others that tidy temporary
files up, such as systemd-tmpfiles, heed such locks too.)
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
        """A new folder, which other users cannot read."""
        while True:
            parent = self._parent or self._open()
            try:
                return Path(tempfile.mkdtemp(prefix="job-", dir=parent))
            except FileNotFoundError:
                # The temporary files were removed since then.
                self.close()

    def close(self) -> None:
        """Remove what is left, and let go of it."""
        if self._parent is not None:
            shutil.rmtree(self._parent, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
        self._parent = self._lock = None

    def _open(self) -> Path:
        while True:
            folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
            try:
                self._lock = _locked(folder)
            except (BlockingIOError, FileNotFoundError):
                # Another server that was just tidying up took it for a leftover.
                continue
            except OSError:
                # Without locks no other server can lock the folder and take it for a leftover either.
                pass
            self._parent = folder
            return folder


def remove_leftovers() -> None:
    """Remove the folders of this user's servers that are gone, and of no other."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            lock = _locked(folder)
        except OSError:
            continue
        # The lock is kept until all is gone, so that no two do this at once. Links are removed, not followed.
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _locked(folder: Path) -> int:
    """Lock a folder of ours until what is returned is closed."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        status = os.fstat(opened)
        if status.st_uid != os.geteuid():
            raise PermissionError(f"{folder} is somebody else's")
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        now = folder.lstat()
        if not stat.S_ISDIR(now.st_mode) or not os.path.samestat(status, now):
            raise FileNotFoundError(f"{folder} is another one now")
    except BaseException:
        os.close(opened)
        raise
    return opened
