"""The facts of the random strategy."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.row import Row, made_by
from cubeproof.contract.settings import Settings, setting

__all__ = ["ROW", "WalkSettings"]


@dataclass(frozen=True, slots=True)
class WalkSettings(Settings):
    """How to walk.

    Attributes:
        memory: whether to prefer turns that lead to a configuration not met before.
        seed: a number for a walk that can be repeated.
        pace: turns per second, for those who watch; None for as many as can be made.
    """

    memory: bool = setting(False, "the random walk avoids what it has met")
    # Whole numbers that every reader of JSON keeps as they are.
    seed: int | None = setting(
        None, "a number for a random walk that can be repeated", kind=int, least=-(2**53), most=2**53
    )
    pace: float | None = setting(
        None, "turns per second of the random walk; at full speed without", kind=float, above=0, most=1e6
    )


ROW = Row(
    name="walk",
    summary="turns at random until the cube happens to be solved; here to be seen to be hopeless",
    make=made_by("cubeproof.engines.walk.engine:WalkEngine"),
    settings=WalkSettings,
    gives_up="The random strategy made {turns} turns, met {configurations} configurations, came back to one of them {met again} "
    "times, and gives up: chance does not solve cubes.",
)
"""Turns at random."""
