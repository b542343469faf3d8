"""`FACTS`: the facts of the search engine, available before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

from cubeproof.base.lazy_imports import LazySequence
from cubeproof.contract.engine_facts import EngineFacts, made_by
from cubeproof.contract.outcome import Statistics
from cubeproof.contract.settings import Settings, every, extra, jobs, quick, setting, settings_of
from cubeproof.sentences import Template

_SUMMARY = Template(
    "search.summary",
    "two phases and a pruning table: a short answer to any 3×3×3 at once, and then the proof that it is a shortest one",
)
_TABLE = Template(
    "search.setting-table", "the pruning table to search with; by default the largest that has been built"
)


@dataclass(frozen=True, slots=True)
class SearchSettings(Settings):
    """The settings of the search engine."""

    quick: bool = quick()
    """Whether to return the first good answer, without a proof."""
    every: bool = every()
    """Whether to find all shortest answers."""
    extra: int = extra()
    """With `every`, the number of turns by which other answers may be longer."""
    jobs: int | None = jobs()
    """The number of threads; None for one for each core."""
    table: str = setting("", _TABLE(), metavar="NAME", local=True)
    """The name of a pruning table; "" for the largest stored table, or else the default."""


@dataclass(frozen=True, slots=True)
class SearchStatistics(Statistics):
    """Statistics of the search."""

    table: str = ""
    """The pruning table, or "" if no table was used."""
    cubes: int = 0
    """The number of cubes that the search for shortest answers visited."""
    answers: int = 0
    """The number of answers of the two phases."""


def _expected_seconds(layers: int | None, length: int) -> float:
    # With some of the faces: each turn more takes about eleven times as long; the 18th takes minutes.
    del layers
    return 300.0 * 11.0 ** min(length - 18, 100)


FACTS = EngineFacts(
    name="search",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.search.engine:SearchEngine"),
    takes=settings_of(SearchSettings),
    sizes=(3,),
    any_cube=(3,),
    # Only looked for, since loading Numba is slow. Without Numba the search for shortest answers cannot run.
    proves=find_spec("numba") is not None,
    at_once=True,
    expected_seconds=_expected_seconds,
    preparations=LazySequence("cubeproof.engines.search.preparation:PREPARATIONS"),
    statistics=SearchStatistics,
    tables=LazySequence("cubeproof.engines.search.preparation:TABLES"),
)
"""The facts of the search engine."""
