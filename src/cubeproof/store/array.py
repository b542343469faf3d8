"""`TableArray`: a table in memory as one array, whose checksum is made beside."""

from __future__ import annotations

import contextlib
import mmap
import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import TableDamagedError
from cubeproof.sentences import Sentence, Template
from cubeproof.store.file import ALIGNMENT, BLOCK, CHECKSUM, Checksum, Header, cut_off, opened

_DAMAGED = Template(
    "store.damaged", "The table file {path} turned out to be damaged ({reason}); the table is built again."
)

_GLANCE = 0.05  # seconds between two looks at what else may have been said

Identity = tuple[int, int, int, int]
"""Identifies one version of a file: device, inode, size, modification time."""


def aligned_empty(size: int) -> NDArray[np.uint8]:
    """Return an array to be filled that starts at a line of the processor's cache.

    NumPy takes huge pages for a large one by itself, which a search through gigabytes needs to be quick.

    Args:
        size: how many bytes.

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
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


class TableArray:
    """A table in memory.

    A table just built is right. A stored one may be damaged: header, name, version and size were compared, and the
    checksum is made in a thread, beside a search that already uses the table. So nothing that follows from a table,
    no bound, may be reported before `ensure` has returned::

        array = table.array(control, store)
        ...                       # search with array.data
        array.ensure()            # before the first bound is reported; costs nothing afterwards

    Attributes:
        data: uint8, shape (size,), starts at a multiple of 64 bytes if it was read. Read-only.
        built: whether it was built just now.
        path: the file that it was read from, None if it was built.
    """

    def __init__(
        self,
        data: NDArray[np.uint8],
        checking: _Checking | None = None,
        path: Path | None = None,
        found: Identity | None = None,
        warn: Callable[[Sentence], None] = lambda _: None,
    ) -> None:
        self.data = data
        self.built = checking is None
        self.path = path
        self._checking = checking
        self._identity = found
        self._warn = warn

    def __repr__(self) -> str:
        return f"TableArray({len(self.data)} bytes, built={self.built}, agreed={self.agreed()})"

    def agreed(self, wait: bool = False, check: Callable[[], None] = lambda: None) -> bool | None:
        """Whether the checksum agrees with the file's header; None if it is still being computed.

        Args:
            wait: whether to wait until it is.
            check: called while waiting; it may raise to end that.
        """
        if self._checking is None:
            return True
        while wait and not self._checking.done.wait(_GLANCE):
            check()
        return self._checking.result()

    def ensure(self, check: Callable[[], None] = lambda: None) -> None:
        """Wait until the checksum is known; go on if it is right.

        If not, the file is removed, a note says so, and the next request builds the table again.

        Args:
            check: called while waiting, as `control.check`; it may raise to end that.

        Raises:
            TableDamagedError: it is wrong. Results of this array must be discarded.
        """
        if self._checking is None:
            return
        while not self._checking.done.wait(_GLANCE):
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
"""Files that were found to be damaged by this process: one that cannot be removed is not used again either."""


class _Checking:
    """A thread that makes the checksum of what another reads."""

    def __init__(self, data: NDArray[np.uint8], header: Header) -> None:
        self.done = threading.Event()
        self._agreed: bool | None = None
        self._failure: BaseException | None = None
        self._more = threading.Condition()
        self._there = 0
        self._abandoned = False
        threading.Thread(
            target=self._run, args=(data, header), name="cubeproof-checksum", daemon=True
        ).start()

    def result(self) -> bool | None:
        """Whether the checksum is right, None if that is not known; or raise why it could not be made."""
        if self._failure is not None:
            raise self._failure
        return self._agreed

    def reached(self, there: int) -> None:
        """So many bytes are read by now."""
        with self._more:
            self._there = there
            self._more.notify()

    def abandon(self) -> None:
        """Nothing more will be read."""
        with self._more:
            self._abandoned = True
            self._more.notify()

    def _run(self, data: NDArray[np.uint8], header: Header) -> None:
        try:
            self._agreed = self._compare(data, header)
        except BaseException as failure:  # noqa: BLE001 - it is raised where the result is asked for
            self._failure = failure
        finally:
            self.done.set()

    def _compare(self, data: NDArray[np.uint8], header: Header) -> bool | None:
        """Whether the checksum is right; None if not all will be read."""
        view, checksum = data.data, Checksum(header.name, header.version)
        for start in range(0, header.size, BLOCK):
            end = min(start + BLOCK, header.size)
            with self._more:
                while self._there < end and not self._abandoned:
                    self._more.wait()
            if self._abandoned:
                return None
            checksum.add(view[start:end])
        return checksum.text() == header.checksum


def loaded(
    path: Path,
    size: int,
    version: int,
    *,
    shared: bool,
    check: Callable[[], None],
    warn: Callable[[Sentence], None],
    room: Callable[[], None],
) -> TableArray | None:
    """The table of a file, whose checksum is still being made; None if the file has another version."""
    with opened(path) as (file, header):
        if header.version != version:
            return None
        if header.size != size:
            raise cut_off(header.size, size)
        status = os.fstat(file.fileno())
        found = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
        start = file.tell()
        if shared and size:
            data = _mapped(file.fileno(), start, size)
            checking = _Checking(data, header)
            checking.reached(size)
            return TableArray(data, checking, path, found, warn)
        room()
        data = aligned_empty(size)
        view, there = data.data, 0
        checking = _Checking(data, header)
        try:
            while there < size:
                check()
                count = file.readinto(view[there : there + BLOCK])
                if not count:
                    raise cut_off(there, size)
                there += count
                checking.reached(there)
        except BaseException:
            checking.abandon()
            raise
        return TableArray(data, checking, path, found, warn)


def _mapped(descriptor: int, start: int, size: int) -> NDArray[np.uint8]:
    """A file as an array, whose pages all processes have in common.

    A writable copy-on-write array, as for tables that are read, since compiled loops distinguish the two; a writer
    would only change its own copy.
    """
    mapped = mmap.mmap(descriptor, start + size, access=mmap.ACCESS_COPY)
    for advice in ("MADV_HUGEPAGE", "MADV_WILLNEED"):
        with contextlib.suppress(OSError, AttributeError):
            mapped.madvise(getattr(mmap, advice))
    return np.frombuffer(mapped, dtype=np.uint8, count=size, offset=start)
