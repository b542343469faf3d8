"""`Solution`: an answer, what is proved about it, and how it was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.outcome import Stop
from cubeproof.solving.task import Task

__all__ = ["Solution"]


@dataclass(frozen=True, slots=True)
class Solution:
    """What `solve` found. Every answer in it has been replayed on the cube.

    Attributes:
        task: what was asked.
        alg: the best answer, None if none was found.
        lower_bound: no answer is shorter; proved.
        engine: the engine that found it.
        seconds: how long it took.
        solutions: all shortest answers, where they were asked for and found; else the best one alone.
        stop: why the search ended before it was done, None if it was.
        statistics: what the engine did, names and numbers.
    """

    task: Task = field(repr=False)
    alg: Alg | None
    lower_bound: int
    engine: str
    seconds: float
    solutions: tuple[Alg, ...] = ()
    stop: Stop | None = None
    statistics: Mapping[str, object] = field(default_factory=dict, compare=False, hash=False)

    @property
    def start(self) -> Cube:
        """The cube that was to be solved."""
        return self.task.cube

    @property
    def metric(self) -> str:
        """How turns are counted."""
        return self.task.metric.value

    @property
    def length(self) -> int | None:
        """The length of the best answer in the metric, None if there is none."""
        return None if self.alg is None else self.alg.count(self.metric, self.start.size)

    @property
    def optimal(self) -> bool:
        """Whether the best answer is proved to be a shortest one: its length meets the lower bound."""
        return self.length == self.lower_bound

    def __str__(self) -> str:
        if self.alg is None:
            return f"no answer found; every answer has {self.lower_bound} turns or more"
        claim = "shortest" if self.optimal else f"{self.lower_bound} or more are needed"
        return f"{self.alg} ({self.length} {self.metric}, {claim})"
