"""Stored H48 tables: names, sizes, and build functions; and the module of the compiled loops."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.table import Table
from cubeproof.errors import UsageError
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from cubeproof.methods.words.turn_costs import Turning

_ABOUT = Template(
    "search.about",
    "a random cube proved in about {seconds:,} {seconds?one:second|other:seconds} on two cores",
)
_ABOUT_QTM = Template("search.about-qtm", "for quarter turns")
_NO_TABLE = Template(
    "search.no-table", "There is no pruning table {name!r} for this metric; there are {names}."
)


@dataclass(frozen=True, slots=True)
class H48Table:
    """A pruning table of the search for shortest answers."""

    metric: str
    """The metric."""
    flips: int
    """The number of edge flips in its index, 0 to 11. Each additional flip doubles its size."""
    base: int
    """The base b of its entries, which mean: at most b turns, b + 1, b + 2, at least b + 3."""
    table: Table
    """Its entry in the store."""


def _h48(
    metric: str,
    flips: int,
    base: int,
    seconds: float,
    search_note: Sentence | None = None,
    *,
    optional: bool = True,
) -> H48Table:
    name = f"h48-{metric}-{flips}"
    # 3393 classes of corners, 34,650 arrangements of slices, 252 entries in a line of 64 bytes.
    size = 3393 * -(-(34_650 << flips) // 252) * 64
    table = Table(
        name,
        size,
        seconds,
        partial(lazily("cubeproof.methods.h48.table_builder:built_by_name"), name),
        memory=size + (1_000_000_000 if base > 8 else 250_000_000),
        search_note=search_note,
        controlled=True,
        optional=optional,
        family=f"h48-{metric}",
    )
    return H48Table(metric, flips, base, table)


PRUNING: dict[str, H48Table] = {
    row.table.name: row
    for row in (
        _h48("htm", 0, 8, 15),
        _h48("htm", 3, 8, 20, optional=False),
        _h48("htm", 6, 9, 210, _ABOUT(seconds=10)),
        _h48("htm", 7, 9, 310, _ABOUT(seconds=7)),
        _h48("htm", 8, 9, 420, _ABOUT(seconds=5)),
        _h48("qtm", 3, 9, 20, _ABOUT_QTM()),
    )
}
"""The pruning tables by name, for each metric from the smallest to the largest."""

LOOPS = "cubeproof.methods.h48.deepening"
"""The module of the compiled loops; its `typed_loops()` has the types that searches use."""


def tables_of(name: str, turning: Turning) -> dict[str, H48Table]:
    """Return the tables for a metric, by name.

    Args:
        name: the name of a required table, or "".
        turning: the costs of the turns.

    Raises:
        UsageError: the metric has no table with this name.
    """
    family = {key: pruning for key, pruning in PRUNING.items() if pruning.metric == turning.name}
    if name and name not in family:
        raise UsageError(_NO_TABLE(name=name, names=list(family)))
    return family
