"""Which pruning table a search uses, and how it comes into memory."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.control import Control
from cubeproof.contract.table import chosen as largest
from cubeproof.engines.search.h48.search import Pruning
from cubeproof.engines.search.h48.stored_tables import PRUNING, H48Table
from cubeproof.engines.search.turn_costs import Turning
from cubeproof.errors import UsageError
from cubeproof.sentences import Template
from cubeproof.store import Store, TableArray

_NO_TABLE = Template(
    "search.no-table", "There is no pruning table {name!r} for turns that are counted so; there are {names}."
)


@dataclass(frozen=True, eq=False)
class PruningTable:
    """A pruning table in use."""

    name: str
    """As the store knows it."""
    array: TableArray
    """Says whether its checksum agrees."""
    pruning: Pruning
    """As the search takes it."""


class _LastTable:
    """The pruning table that a workshop keeps for the next cube."""

    table: PruningTable | None = None


def tables_of(name: str, turning: Turning) -> dict[str, H48Table]:
    """The tables for a metric.

    Args:
        name: one that is to be among them; "" for none.
        turning: what the turns count.

    Raises:
        UsageError: it is not.
    """
    family = {key: pruning for key, pruning in PRUNING.items() if pruning.metric == turning.name}
    if name and name not in family:
        raise UsageError(_NO_TABLE(name=name, names=list(family)))
    return family


def chosen(name: str, turning: Turning, store: Store | None, control: Control) -> PruningTable:
    """The table of this name, read or built; the control's workshop keeps it until another one is chosen.

    Args:
        name: its name; "" for the largest that is there and fits into memory, else the default.
        turning: what the turns count.
        store: where tables are kept.
        control: receives events of the build; can stop it.

    Raises:
        UsageError: there is no such table for these turns.
        TooLargeError: it does not fit into memory.
        StoppedError: the build was stopped.
    """
    family = tables_of(name, turning)
    table = family[name].table if name else largest([member.table for member in family.values()], store)
    pruning = family[table.name]
    array = table.array(control, store)
    kept = PruningTable(table.name, array, Pruning(array.data, pruning.flips, pruning.base, turning))
    control.workshop.kept(_LastTable).table = kept
    return kept
