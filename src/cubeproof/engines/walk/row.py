"""The facts of the random strategy."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.row import Row, made_by
from cubeproof.contract.settings import Settings, setting, settings_of
from cubeproof.contract.statistics import Statistics
from cubeproof.sentences import Template

_SUMMARY = Template(
    "walk.summary",
    "random turns until the cube happens to be solved; a demonstration of how hopeless that is",
)
_MEMORY = Template("walk.setting-memory", "the random walk avoids what it has met")
_SEED = Template("walk.setting-seed", "a number for a random walk that can be repeated")
_PACE = Template("walk.setting-pace", "turns per second of the random walk; at full speed without")
_GIVES_UP = Template(
    "walk.gives-up",
    "The random strategy made {turns} turns, met {configurations} configurations, returned to one of them "
    "{met_again} times, and gives up.",
)


@dataclass(frozen=True, slots=True)
class WalkSettings(Settings):
    """How to walk."""

    memory: bool = setting(False, _MEMORY())
    """Whether to prefer turns that lead to a configuration not met before."""
    # Whole numbers that every reader of JSON keeps as they are.
    seed: int | None = setting(None, _SEED(), kind=int, least=-(2**53), most=2**53)
    """A number for a walk that can be repeated."""
    pace: float | None = setting(None, _PACE(), kind=float, above=0, most=1e6)
    """Turns per second, for those who watch; None for as many as can be made."""


@dataclass(frozen=True, slots=True)
class WalkStatistics(Statistics):
    """Statistics of a random walk."""

    turns: int
    """How many turns were made."""
    configurations: int
    """How many different configurations were met."""
    met_again: int
    """After how many turns the configuration was one met before."""


ROW = Row(
    name="walk",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.walk.engine:WalkEngine"),
    takes=settings_of(WalkSettings),
    statistics=WalkStatistics,
    gives_up=_GIVES_UP,
)
"""Turns at random."""
