"""The facts of the two phases."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.row import Row, made_by
from cubeproof.contract.statistics import Statistics
from cubeproof.contract.table import Table
from cubeproof.lazily import lazily
from cubeproof.sentences import Template

__all__ = ["PHASE1", "PHASE2", "ROW", "SearchStatistics"]

_SUMMARY = Template(
    "search.summary",
    "Kociemba's two phases: a short answer to any 3×3×3 at once, better ones while there is time",
)


@dataclass(frozen=True, slots=True)
class SearchStatistics(Statistics):
    """What the two phases did.

    Attributes:
        phase1_cubes: cubes seen in phase 1.
        phase2_cubes: cubes seen in phase 2.
    """

    phase1_cubes: int
    phase2_cubes: int


PHASE1 = Table("search-3x3x3-phase1", 6_575_301, 0.9, lazily("cubeproof.engines.search.tables:built_phase1"))
"""Distances for pairs of the coordinates of phase 1."""
PHASE2 = Table("search-3x3x3-phase2", 1_935_360, 0.2, lazily("cubeproof.engines.search.tables:built_phase2"))
"""Distances for pairs of the coordinates of phase 2."""

ROW = Row(
    name="search",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.search.engine:SearchEngine"),
    sizes=(3,),
    metrics=("htm",),
    goals=(
        "solved",
        "superflip",
        "checkerboard",
        "six-spots",
        "four-spots",
        "cube-in-a-cube",
        "cube-in-a-cube-in-a-cube",
    ),
    proves=True,
    at_once=True,
    statistics=SearchStatistics,
    tables=(PHASE1, PHASE2),
)
"""The 3×3×3 in two phases."""
