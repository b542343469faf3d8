"""The facts of the table of the 2×2×2."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.row import Row, made_by
from cubeproof.contract.settings import Settings, every, extra, settings_of
from cubeproof.contract.statistics import Statistics
from cubeproof.contract.table import Table
from cubeproof.sentences import Template


@dataclass(frozen=True, slots=True)
class TableSettings(Settings):
    """Settings of a table look-up."""

    every: bool = every()
    """Whether to find all shortest answers."""
    extra: int = extra()
    """With `every`, the number of turns by which further answers may be longer."""


@dataclass(frozen=True, slots=True)
class TableStatistics(Statistics):
    """Statistics of a table look-up."""

    table_bytes: int
    """The size of the table."""
    configurations: int
    """How many configurations it has the distance of."""


_SUMMARY = Template(
    "table.summary", "every state of the 2×2×2 with its distance from solved: the answer is read off"
)

_BYTES = 918_540

HALF_TURNS = Table("distance-2x2x2-htm", _BYTES, 0.6, lazily("cubeproof.engines.table.distances:built_htm"))
"""Distances where half turns count 1."""
QUARTER_TURNS = Table(
    "distance-2x2x2-qtm", _BYTES, 0.3, lazily("cubeproof.engines.table.distances:built_qtm")
)
"""Distances where only quarter turns are made."""

ROW = Row(
    name="table",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.table.engine:TableEngine"),
    takes=settings_of(TableSettings),
    sizes=(2,),
    goals=("solved", "corners"),
    any_cube=(2,),
    proves=True,
    at_once=True,
    exhaustive=True,
    statistics=TableStatistics,
    tables=(HALF_TURNS, QUARTER_TURNS),
)
"""The 2×2×2 by exhaustive exploration."""
