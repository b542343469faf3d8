"""The facts of the search on the 3×3×3."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

from cubeproof.contract.row import Row, made_by
from cubeproof.contract.settings import Settings, every, extra, jobs, quick, setting
from cubeproof.contract.statistics import Statistics
from cubeproof.contract.table import Table
from cubeproof.lazily import lazily
from cubeproof.sentences import Sentence, Template

__all__ = [
    "COORDINATES",
    "PHASE1",
    "PHASE2",
    "PRUNING",
    "ROW",
    "WHOLE1",
    "WHOLE2",
    "H48Table",
    "SearchSettings",
    "SearchStatistics",
    "table_setting",
]

_SUMMARY = Template(
    "search.summary",
    "two phases and a pruning table: a short answer to any 3×3×3 at once, and then the proof that it is a shortest one",
)
_TABLE = Template(
    "search.setting-table", "the pruning table to search with; by default the largest that has been built"
)
_ABOUT = Template(
    "search.about",
    "a random cube proved in about {seconds:,} {seconds?one:second|other:seconds} on two cores",
)
_ABOUT_QTM = Template("search.about-qtm", "for quarter turns")


def table_setting() -> Any:
    """The setting that names a pruning table."""
    return setting("", _TABLE(), called="table", metavar="NAME", local=True)


@dataclass(frozen=True, slots=True)
class SearchSettings(Settings):
    """How to search.

    Attributes:
        quick: whether the first good answer will do, without a proof.
        every: whether all shortest answers are wanted, not just one.
        extra: with `every`, how many turns longer answers may be that are wanted as well.
        jobs: how many threads may search; None for one on each core.
        table: the name of a pruning table; "" for the largest that is there, else the default.
    """

    quick: bool = quick()
    every: bool = every()
    extra: int = extra()
    jobs: int | None = jobs()
    table: str = table_setting()


@dataclass(frozen=True, slots=True)
class SearchStatistics(Statistics):
    """What the search did.

    Attributes:
        table: the pruning table; "" if none was needed.
        cubes: how many cubes the search for shortest answers looked at.
        answers: how many answers two phases found, each shorter than the one before.
    """

    table: str = ""
    cubes: int = 0
    answers: int = 0


PHASE1 = Table("search-3x3x3-phase1", 6_575_301, 0.9, lazily("cubeproof.engines.search.tables:built_phase1"))
"""Distances for pairs of the coordinates of phase 1."""
PHASE2 = Table("search-3x3x3-phase2", 1_935_360, 0.2, lazily("cubeproof.engines.search.tables:built_phase2"))
"""Distances for pairs of the coordinates of phase 2."""

COORDINATES = Table(
    "search-3x3x3-coordinates",
    14_195_750,
    2,
    lazily("cubeproof.engines.search.near_tables:built_coordinates"),
)
"""Coordinates of two phases, and what turns and symmetries make of them."""
WHOLE1 = Table(
    "search-3x3x3-whole1",
    70_454_205,
    4,
    lazily("cubeproof.engines.search.near_tables:built_whole1"),
    memory=300_000_000,
)
"""Distances of the whole of phase 1."""
WHOLE2 = Table(
    "search-3x3x3-whole2",
    55_802_880,
    2,
    lazily("cubeproof.engines.search.near_tables:built_whole2"),
    memory=250_000_000,
)
"""Distances of corners and edges in phase 2."""


@dataclass(frozen=True, slots=True)
class H48Table:
    """A pruning table of the search for shortest answers.

    Attributes:
        metric: how turns are counted.
        flips: how many flips of edges it tells, 0 to 11; with one more it is twice as large.
        base: its entries say: so many turns or fewer, one more, two more, or three more or above.
        table: as the store knows it.
    """

    metric: str
    flips: int
    base: int
    table: Table


def _h48(
    metric: str,
    flips: int,
    base: int,
    seconds: float,
    about: Sentence | None = None,
    *,
    optional: bool = True,
) -> H48Table:
    name = f"h48-{metric}-{flips}"
    # 3393 classes of corners, 34,650 ways to take slices, 252 entries in a line of 64 bytes.
    size = 3393 * -(-(34_650 << flips) // 252) * 64
    table = Table(
        name,
        size,
        seconds,
        partial(lazily("cubeproof.engines.search.filling:built_by_name"), name),
        memory=size + (1_000_000_000 if base > 8 else 250_000_000),
        about=about,
        controlled=True,
        optional=optional,
        family=f"h48-{metric}",
    )
    return H48Table(metric, flips, base, table)


PRUNING: dict[str, H48Table] = {
    one.table.name: one
    for one in (
        _h48("htm", 0, 8, 15),
        _h48("htm", 3, 8, 20, optional=False),
        _h48("htm", 6, 9, 210, _ABOUT(seconds=10)),
        _h48("htm", 7, 9, 310, _ABOUT(seconds=7)),
        _h48("htm", 8, 9, 420, _ABOUT(seconds=5)),
        _h48("qtm", 3, 9, 20, _ABOUT_QTM()),
    )
}
"""The pruning tables by their names, of each metric from the smallest to the largest."""

ROW = Row(
    name="search",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.search.engine:SearchEngine"),
    settings=SearchSettings,
    sizes=(3,),
    any_cube=(3,),
    # Without being loaded, which takes its time: uncompiled, the search for shortest answers cannot run.
    proves=find_spec("numba") is not None,
    at_once=True,
    takes_cores=True,
    statistics=SearchStatistics,
    tables=(PHASE1, PHASE2, COORDINATES, WHOLE1, WHOLE2, *(one.table for one in PRUNING.values())),
)
"""The 3×3×3 at speed."""
