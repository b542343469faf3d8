"""Chooses the pruning table of a search, and loads it into memory."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass

from cubeproof.contract.control import Control
from cubeproof.contract.events import Event
from cubeproof.contract.table import chosen as largest
from cubeproof.methods.h48.search import Pruning
from cubeproof.methods.h48.stored_tables import H48Table, tables_of
from cubeproof.methods.words.turn_costs import Turning
from cubeproof.store import Store, TableArray

# Tables up to this size are read in a moment. A search with a larger table starts with a table of this size.
_READ_AT_ONCE = 300_000_000

# Seconds before such a search starts to read the large table, which takes up to a core from shorter searches.
_READ_AFTER = 2.0


@dataclass(frozen=True, eq=False)
class PruningTable:
    """A pruning table in use."""

    name: str
    """Its name in the store."""
    array: TableArray
    """The array, which verifies its checksum."""
    pruning: Pruning
    """The table for the search."""


_LAST = "pruning table"
"""The kind of the last pruning table in a workshop, by its name."""


def chosen(name: str, turning: Turning, store: Store | None, control: Control) -> PruningTable:
    """Load or build the table with this name; the control's workshop keeps it until another table is chosen.

    Args:
        name: its name; "" for the largest stored table that fits into memory, or else the default.
        turning: the costs of the turns.
        store: the store of the tables; None for the default store.
        control: receives the progress of the build; can stop it.

    Raises:
        UsageError: the metric has no table with this name.
        TooLargeError: it does not fit into memory.
        StoppedError: the build was stopped.
    """
    return _load_or_build(_choice(name, turning, store), turning, store, control)


def first_table(
    name: str, turning: Turning, store: Store | None, control: Control
) -> tuple[PruningTable, LoadingTable | None]:
    """Return the table for the start of a search, and the chosen table while it is loading, or None.

    Args:
        name: the name of the chosen table, as for `chosen`.
        turning: the costs of the turns.
        store: the store of the tables; None for the default store.
        control: receives the progress of the build, and can stop it.
    """
    choice = _choice(name, turning, store)
    is_loaded = control.workshop.last(_LAST, choice.table.name) is not None
    is_quick = choice.table.size <= _READ_AT_ONCE or is_loaded
    if not is_quick and choice.table.is_stored(store):
        quick = [
            member
            for member in tables_of("", turning).values()
            if member.table.size <= _READ_AT_ONCE and member.table.is_stored(store)
        ]
        if quick:
            first = _load_or_build(max(quick, key=lambda member: member.table.size), turning, store, control)
            return first, LoadingTable(choice, turning, store, control)
    return _load_or_build(choice, turning, store, control), None


class LoadingTable:
    """A large table that a thread loads and verifies while the search uses a smaller table.

    Args:
        choice: the table, which must be stored.
        turning: the costs of the turns.
        store: the store of the tables; None for the default store.
        control: the control of the search; receives warnings when `table` is called.
    """

    def __init__(self, choice: H48Table, turning: Turning, store: Store | None, control: Control) -> None:
        self._control = control
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._table: PruningTable | None = None
        self._error: Exception | None = None
        self._loading = Control(progress=self._events.put, workshop=control.workshop)
        self._thread = threading.Thread(
            target=self._load, args=(choice, turning, store), name="cubeproof-table", daemon=True
        )
        self._thread.start()

    def table(self) -> PruningTable | None:
        """Return the table with its checksum verified, or None if it is not ready yet.

        Raises:
            TableDamagedError: its file is damaged.
            TooLargeError: it does not fit into memory.
        """
        if self._thread.is_alive():
            return None
        while not self._events.empty():
            self._control.emit(self._events.get())
        if self._error is not None:
            raise self._error
        return self._table

    def stop(self) -> None:
        """Stop loading."""
        self._loading.stop()

    def _load(self, choice: H48Table, turning: Turning, store: Store | None) -> None:
        try:
            self._loading.wait(_READ_AFTER)
            self._loading.check()
            table = _load_or_build(choice, turning, store, self._loading)
            table.array.ensure(self._loading.check)
            self._table = table
        except Exception as error:  # noqa: BLE001 - raised in the search
            self._error = error


def _choice(name: str, turning: Turning, store: Store | None) -> H48Table:
    family = tables_of(name, turning)
    table = family[name].table if name else largest([member.table for member in family.values()], store)
    return family[table.name]


def _load_or_build(choice: H48Table, turning: Turning, store: Store | None, control: Control) -> PruningTable:
    array = choice.table.array(control, store)
    pruning = Pruning(array.data, choice.flips, choice.base, turning)
    table = PruningTable(choice.table.name, array, pruning)
    control.workshop.keep(_LAST, table.name, table)
    return table
