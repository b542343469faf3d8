"""`TableArray`: a table in memory as one array, whose checksum a thread computes during use."""

from __future__ import annotations

import contextlib
import mmap
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import CubeproofError, TooLargeError
from cubeproof.sentences import Sentence, Template
from cubeproof.store.file import ALIGNMENT, BLOCK, CHECKSUM, Checksum, Header, cut_off, opened
from cubeproof.store.room import lack_of_memory_to_read

_DAMAGED = Template(
    "store.damaged", "The table file {path} turned out to be damaged ({reason}); the table is built again."
)

_POLL_SECONDS = 0.05  # seconds between two calls of `check`

Identity = tuple[int, int, int, int]
"""Identifies one version of a file: device, inode, size, modification time."""


class Monitor(Protocol):
    """Follows the work of a store: it may stop the work, and gets the warnings. A `Control` is a monitor."""

    def check(self) -> None:
        """Called while another thread or process builds a table, and between blocks of reading; may raise to stop."""

    def check_stop(self) -> None:
        """Called between blocks of writing; may raise to stop."""

    def warn(self, warning: Sentence) -> None:
        """Called if another process builds a table, and if a file cannot be used or a table cannot be saved."""


class _NoMonitor:
    def check(self) -> None:
        pass

    def check_stop(self) -> None:
        pass

    def warn(self, warning: Sentence) -> None:
        pass


NO_MONITOR: Final = _NoMonitor()
"""The monitor that never stops work and ignores warnings."""


class TableDamagedError(CubeproofError):
    """The checksum of a table is wrong, so no result of the table can be used; its file is removed.

    An engine that uses a table while its checksum is computed catches this error of `TableArray.ensure`, builds the
    table again, and starts again.
    """


def aligned_empty(size: int) -> NDArray[np.uint8]:
    """Return an uninitialised uint8 array that starts at a cache line.

    For a large array NumPy uses huge pages, which a fast search through gigabytes requires.

    Args:
        size: its length in bytes.

    >>> aligned_empty(1000).ctypes.data % 64
    0
    """
    raw = np.empty(size + ALIGNMENT, dtype=np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + size]


def identity(path: Path) -> Identity | None:
    """Return the version of the file at a path, or None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return _identity_of(status)


def _identity_of(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


class TableArray:
    """A table in memory.

    A table that was just built is right. A stored table may be damaged: name, version and size were compared, and a
    thread computes the checksum while a search already uses the table. So no result of the table, such as a bound,
    may be reported before `ensure` has returned::

        array = table.array(control, store)
        ...                       # search with array.data
        array.ensure()            # before the first bound is reported; costs nothing afterwards

    Attributes:
        data: uint8, shape (size,), starts at a multiple of 64 bytes if it was read. Read-only.
        built: whether it was just built.
        path: the file that it was read from, or None if it was built.
    """

    def __init__(
        self,
        data: NDArray[np.uint8],
        checking: _Checking | None = None,
        path: Path | None = None,
        file_identity: Identity | None = None,
        warn: Callable[[Sentence], None] = lambda _: None,
    ) -> None:
        self.data = data
        self.built = checking is None
        self.path = path
        self._checking = checking
        self._identity = file_identity
        self._warn = warn

    def __repr__(self) -> str:
        return f"TableArray({len(self.data)} bytes, built={self.built}, agreed={self.agreed()})"

    def agreed(self, wait: bool = False, check: Callable[[], None] = lambda: None) -> bool | None:
        """Whether the checksum agrees with the file's header; None if it is still being computed.

        Args:
            wait: whether to wait for the checksum.
            check: called while waiting; it may raise to stop waiting.
        """
        if self._checking is None:
            return True
        while wait and not self._checking.done.wait(_POLL_SECONDS):
            check()
        return self._checking.result()

    def ensure(self, check: Callable[[], None] = lambda: None) -> None:
        """Wait until the checksum is known, and return if it is right.

        If it is wrong, the file is removed, a warning is given, and the next request builds the table again.

        Args:
            check: called while waiting, for example `control.check`; it may raise to stop waiting.

        Raises:
            TableDamagedError: the checksum is wrong. Results of this array must be discarded.
        """
        if self._checking is None:
            return
        while not self._checking.done.wait(_POLL_SECONDS):
            check()
        if self._checking.result():
            self._warn = lambda _: None  # `warn` may refer to the search that read the table
            return
        sentence = _DAMAGED(path=str(self.path), reason=CHECKSUM())
        if self._identity is not None and self._identity not in DAMAGED:
            DAMAGED.add(self._identity)
            # Another process may have stored a good file since then.
            if self.path is not None and identity(self.path) == self._identity:
                with contextlib.suppress(OSError):
                    self.path.unlink()
            self._warn(sentence)
        raise TableDamagedError(sentence)


DAMAGED: set[Identity] = set()
"""Files with a wrong checksum, found by this process. They are not used again, even if they cannot be removed."""


class _Checking:
    """A thread that computes the checksum of a table while another thread reads it."""

    def __init__(self, data: NDArray[np.uint8], header: Header) -> None:
        self.done = threading.Event()
        self._agreed: bool | None = None
        self._failure: BaseException | None = None
        self._progress = threading.Condition()
        self._bytes_read = 0
        self._abandoned = False
        threading.Thread(
            target=self._run, args=(data, header), name="cubeproof-checksum", daemon=True
        ).start()

    def result(self) -> bool | None:
        """Whether the checksum is right; None if it is not known yet. Raise the error that stopped the thread."""
        if self._failure is not None:
            raise self._failure
        return self._agreed

    def reached(self, bytes_read: int) -> None:
        """Report that the first `bytes_read` bytes have been read."""
        with self._progress:
            self._bytes_read = bytes_read
            self._progress.notify()

    def abandon(self) -> None:
        """Report that no more bytes will be read."""
        with self._progress:
            self._abandoned = True
            self._progress.notify()

    def _run(self, data: NDArray[np.uint8], header: Header) -> None:
        try:
            self._agreed = self._compare(data, header)
        except BaseException as failure:  # noqa: BLE001 - it is raised where the result is asked for
            self._failure = failure
        finally:
            self.done.set()

    def _compare(self, data: NDArray[np.uint8], header: Header) -> bool | None:
        """Whether the checksum is right; None if reading was abandoned."""
        view, checksum = data.data, Checksum(header.name, header.version)
        for start in range(0, header.size, BLOCK):
            end = min(start + BLOCK, header.size)
            with self._progress:
                while self._bytes_read < end and not self._abandoned:
                    self._progress.wait()
            if self._abandoned:
                return None
            checksum.add(view[start:end])
        return checksum.text() == header.checksum


def loaded(
    path: Path,
    size: int,
    version: int,
    monitor: Monitor,
    *,
    shared: bool,
) -> TableArray | None:
    """Return the table of a file, whose checksum is still computed; None if the file has another version."""
    with opened(path) as (file, header):
        if header.version != version:
            return None
        if header.size != size:
            raise cut_off(header.size, size)
        file_identity = _identity_of(os.fstat(file.fileno()))
        start = file.tell()
        if shared and size:
            data = _map_file(file.fileno(), start, size)
            checking = _Checking(data, header)
            checking.reached(size)
            return TableArray(data, checking, path, file_identity, monitor.warn)
        if (lacking := lack_of_memory_to_read(header.name, size)) is not None:
            raise TooLargeError(lacking)
        data = aligned_empty(size)
        view, bytes_read = data.data, 0
        checking = _Checking(data, header)
        try:
            while bytes_read < size:
                monitor.check()
                count = file.readinto(view[bytes_read : bytes_read + BLOCK])
                if not count:
                    raise cut_off(bytes_read, size)
                bytes_read += count
                checking.reached(bytes_read)
        except BaseException:
            checking.abandon()
            raise
        return TableArray(data, checking, path, file_identity, monitor.warn)


def _map_file(descriptor: int, start: int, size: int) -> NDArray[np.uint8]:
    """Map a file into memory as an array whose pages all processes share."""
    # Copy-on-write: compiled loops distinguish writable and read-only arrays, and tables that were read are writable.
    mapped = mmap.mmap(descriptor, start + size, access=mmap.ACCESS_COPY)
    for advice in ("MADV_HUGEPAGE", "MADV_WILLNEED"):
        with contextlib.suppress(OSError, AttributeError):
            getattr(mapped, "madvise")(getattr(mmap, advice))  # noqa: B009 - Windows has none
    return np.frombuffer(mapped, dtype=np.uint8, count=size, offset=start)
