"""`FACTS`: the facts of the walk engine, available before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.engine_facts import EngineFacts, made_by
from cubeproof.contract.outcome import Statistics
from cubeproof.contract.settings import Settings, setting, settings_of
from cubeproof.sentences import Template

_SUMMARY = Template(
    "walk.summary",
    "random turns until the cube happens to be solved: shows how unlikely that is",
)
_MEMORY = Template("walk.setting-memory", "avoid visited states in the random walk")
_SEED = Template("walk.setting-seed", "seed of the random walk, to repeat it")
_PACE = Template("walk.setting-pace", "turns per second of the random walk; by default full speed")
_GIVES_UP = Template(
    "walk.gives-up",
    "The random strategy made {turns} turns, visited {configurations} configurations, came back to one of them "
    "{met_again} times, and gave up.",
)


@dataclass(frozen=True, slots=True)
class WalkSettings(Settings):
    """The settings of a random walk."""

    memory: bool = setting(False, _MEMORY())
    """Whether to prefer turns that lead to configurations not visited before."""
    # Whole numbers that every JSON reader represents exactly.
    seed: int | None = setting(None, _SEED(), kind=int, least=-(2**53), most=2**53)
    """The seed of the walk; None for a different walk each time."""
    pace: float | None = setting(None, _PACE(), kind=float, above=0, most=1e6)
    """Turns per second, for viewers; None for as many as possible."""


@dataclass(frozen=True, slots=True)
class WalkStatistics(Statistics):
    """Statistics of a random walk."""

    turns: int
    """The number of turns."""
    configurations: int
    """The number of different configurations visited."""
    met_again: int
    """The number of turns that led to a configuration visited before."""


FACTS = EngineFacts(
    name="walk",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.walk.engine:WalkEngine"),
    takes=settings_of(WalkSettings),
    statistics=WalkStatistics,
    gives_up=_GIVES_UP,
)
"""The facts of the walk engine."""
