"""`Table`: a stored table of an engine: its facts, building, loading and verifying it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cubeproof.base.polling import watched
from cubeproof.contract.control import Control
from cubeproof.errors import TooLargeError
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cubeproof.store import Store, TableArray

_DAMAGED = Template("table.damaged", "its file is damaged, or of another version")
_BYTES = Template("table.bytes", "it has {bytes:,} bytes, not {size:,}")
_NOT_AS_BUILT = Template("table.not-as-built", "it differs from the table built now")
_MEMORY_TO_BUILD = Template(
    "table.memory-to-build",
    "Building the table {name} takes {needed:,.0f} MB of memory, and {free:,.0f} MB are free.",
)
_DISK = Template(
    "table.disk",
    "The table {name} takes {needed:,.0f} MB of the disk of {folder}, and {free:,.0f} MB are free.",
)

_MB = 1_000_000
_COMPARED = 1 << 24  # bytes at a time


@dataclass(frozen=True, slots=True)
class Table:
    r"""A table that an engine builds once and stores.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from cubeproof.store import Store
    >>> table = Table("squares", size=4, seconds=0.0, build=lambda progress: bytes(n * n for n in range(4)))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store(Path(folder))
    ...     array = table.array(Control(), store)
    ...     array.ensure()
    ...     array.data
    ...     table.verify(Control(), store), table.verify(Control(), Store(Path(folder, "empty")))
    array([0, 1, 4, 9], dtype=uint8)
    ('', None)
    """

    name: str
    """Its name in the store: lower-case letters, digits and hyphens."""
    size: int
    """Its size in bytes."""
    seconds: float
    """Estimated build time in seconds, measured on two cores of a laptop."""
    build: Callable[[Any], bytes | NDArray[np.uint8]]
    """Builds it, as bytes or as an array of shape (size,), at best from `store.aligned_empty`. Its argument is a
    `Progress`, or a `Control` if the table is `controlled`; it reports its progress to it. It calls that or `pulse`
    several times a second, so that it can be stopped."""
    find_fault: Callable[[NDArray[np.uint8]], str] | None = None
    """Returns the fault of its array, as the end of a sentence, or "". None if it is verified by building it again."""
    version: int = 1
    """Its version, which increases when `build` builds other contents."""
    memory: int = 0
    """The bytes of memory that building requires, including the table; 0 if that is negligible."""
    search_note: Sentence | None = None
    """The duration of a search with it, for users who choose a table; None if there is no choice."""
    controlled: bool = False
    """Whether `build` gets a `Control`."""
    optional: bool = False
    """Whether it is built only if it is requested by name."""
    family: str = ""
    """The family of tables that can replace each other: a search uses the largest stored table. "" if there is no
    choice."""

    def array(self, control: Control, store: Store | None = None) -> TableArray:
        """Return the table as an array, loaded, or built and stored; the store's warnings become notes.

        A loaded array is returned before its checksum is known: call `TableArray.ensure` before the first bound is
        reported. If it raises `TableDamagedError`, the next call of this method builds the table again. `verified`
        does both.

        Args:
            control: receives events and warnings. Reading, and waiting for another process that builds the table, end
                when the search must end; building and writing end only when it is stopped.
            store: the store; the user's cache folder by default.

        Raises:
            TooLargeError: not enough memory, or not enough disk space for an `optional` table.
            StoppedError: the search was stopped.
            TimeUpError: the time was up before the table was read.
        """
        from cubeproof.store import ArraysInMemory, Store

        store = store or Store()

        def build() -> bytes | NDArray[np.uint8]:
            if (lacking := self._lacking_to_build(store, disk=self.optional)) is not None:
                raise TooLargeError(lacking)
            return self._built(control)

        arrays = control.workshop.kept(ArraysInMemory)
        return store.array(self.name, self.size, build, self.version, control, arrays)

    def make(self, control: Control, store: Store | None = None) -> None:
        """Build the table unless the store has a good file of it.

        Args:
            control: receives events and warnings; can stop the build.
            store: the store; the user's cache folder by default.

        Raises:
            TooLargeError: not enough memory or disk; nothing was started.
            StoppedError: the search was stopped; no partial file is left.
        """
        from cubeproof.store import Store

        store = store or Store()
        if self.is_stored(store):
            # A file that this finds damaged does not count in the next line.
            store.entry(self.name, check=control.check)
        if not self.is_stored(store):
            if (lacking := self._lacking_to_build(store)) is not None:
                raise TooLargeError(lacking)
            self.array(control, store)

    def is_stored(self, store: Store | None = None) -> bool:
        """Whether the store has a file of it with the right header, version and size; the checksum is not verified."""
        from cubeproof.store import State, Store

        entry = (store or Store()).entry(self.name, thorough=False)
        return (
            entry is not None
            and entry.state is State.GOOD
            and (entry.version, entry.holds) == (self.version, self.size)
        )

    def lacking(self, store: Store | None = None) -> Sentence | None:
        """Return the reason why it is not available: not enough memory to read or build it, or not enough disk space.

        None if it is available.
        """
        from cubeproof.store import Store, lack_of_memory_to_read

        store = store or Store()
        if self.is_stored(store):
            return lack_of_memory_to_read(self.name, self.size)
        return self._lacking_to_build(store)

    def verify(self, control: Control, store: Store | None = None) -> Sentence | str | None:
        """Return the fault of its stored file as the end of a sentence; "" if there is no fault, None if no file.

        Args:
            control: receives events; can stop the build.
            store: the store; the user's cache folder by default.
        """
        from cubeproof.store import State, Store

        store = store or Store()
        entry = store.entry(self.name, check=control.check)
        if entry is None:
            return None
        if entry.state is not State.GOOD or entry.version != self.version:
            return _DAMAGED()
        if entry.holds != self.size:
            return _BYTES(bytes=entry.holds, size=self.size)
        array = store.load_array(self.name, self.size, self.version, control)
        if array is None or not array.agreed(wait=True, check=control.check):
            return _DAMAGED()
        if self.find_fault is not None:
            return self.find_fault(array.data)
        return "" if _same(array.data, self._built(control), control.check) else _NOT_AS_BUILT()

    def _built(self, control: Control) -> bytes | NDArray[np.uint8]:
        with watched(control.check_stop):
            return self.build(control if self.controlled else control.proceed)

    def _lacking_to_build(self, store: Store, *, disk: bool = True) -> Sentence | None:
        from cubeproof.store import free_disk, free_memory

        free, needed = free_memory(), max(self.memory, self.size)
        if free is not None and free < needed:
            return _MEMORY_TO_BUILD(name=self.name, needed=needed / _MB, free=free / _MB)
        free = free_disk(store.folder) if disk else None
        if free is not None and free < self.size:
            folder = str(store.folder)
            return _DISK(name=self.name, needed=self.size / _MB, folder=folder, free=free / _MB)
        return None


def verified(control: Control, store: Store | None, *tables: Table) -> list[TableArray]:
    """Return tables as arrays whose checksums are right; damaged tables are built again.

    Checksums are computed at the same time. A search that uses an array before its checksum is known calls
    `Table.array`.

    Args:
        control: as for `Table.array`; receives a note about each damaged table.
        store: the store; None for the user's cache folder.
        tables: the tables.

    Raises:
        TooLargeError: not enough memory.
        StoppedError: the search was stopped.
        TimeUpError: the time was up.
    """
    from cubeproof.store import TableDamagedError

    while True:
        arrays = [table.array(control, store) for table in tables]
        try:
            for array in arrays:
                array.ensure(control.check)
        except TableDamagedError:
            # The next iteration builds it again.
            continue
        return arrays


def chosen(tables: Iterable[Table], store: Store | None = None) -> Table:
    """Return the table of a family that a search uses: the largest stored table that fits into memory.

    If no table is stored, the largest table that is not optional; if all are optional, the smallest.
    """
    from cubeproof.store import Store

    store, by_size = store or Store(), sorted(tables, key=lambda table: -table.size)
    stored = (table for table in by_size if table.is_stored(store) and table.lacking(store) is None)
    return next(stored, None) or next((table for table in by_size if not table.optional), by_size[-1])


def _same(data: NDArray[np.uint8], expected: bytes | NDArray[np.uint8], check: Callable[[], None]) -> bool:
    """Whether two tables are equal, compared in pieces to save memory."""
    # The help of the command loads this module without NumPy.
    import numpy as np

    if len(data) != len(expected):
        return False
    two = np.frombuffer(expected, dtype=np.uint8)
    for at in range(0, len(data), _COMPARED):
        check()
        if not np.array_equal(data[at : at + _COMPARED], two[at : at + _COMPARED]):
            return False
    return True
