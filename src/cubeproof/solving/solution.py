"""`Solution`: an answer, what is proved about it, and how it was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cubeproof.contract.limit import Stop
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.registry import ENGINES
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
        hearsay: the program on whose word the lower bound stands, empty if cubeproof proved it itself.
        statistics: what the engine did, names and numbers.
    """

    task: Task = field(repr=False)
    alg: Alg | None
    lower_bound: int
    engine: str
    seconds: float
    solutions: tuple[Alg, ...] = ()
    stop: Stop | None = None
    hearsay: str = ""
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

    @property
    def claim(self) -> str:
        """What is proved about the answer, and why no more is, in sentences.

        >>> from cubeproof.solving.solve import solve
        >>> solve(Cube(2).apply("R U")).claim
        '2 turns (htm): there is no shorter way.'
        """
        if self.alg is None:
            return self._no_answer()
        if self.length == 0:
            return "The cube needs no turn."
        count = f"{self.length} turn{'' if self.length == 1 else 's'} ({self.metric})"
        if self.optimal:
            said = f" So says {self.hearsay}; it was not checked." if self.hearsay else ""
            return f"{count}: there is no shorter way.{said}"
        reason = {
            Stop.TIMEOUT: "The time ran out",
            Stop.INTERRUPTED: "Interrupted",
        }.get(self.stop or Stop.GAVE_UP, "This engine proves no more")
        return (
            f"{count}, the best so far. {reason}: {self._proved} that {self.lower_bound} or more are needed."
        )

    @property
    def _proved(self) -> str:
        return f"{self.hearsay} says, and it was not checked," if self.hearsay else "it is proved"

    def _no_answer(self) -> str:
        says = self._proved[0].upper() + self._proved[1:]
        proved = f"{says} that {self.lower_bound} or more turns ({self.metric}) are needed."
        return {
            Stop.TIMEOUT: f"No answer within the time. {proved}",
            Stop.LENGTH: f"There is no answer of the length allowed. {proved}",
            Stop.INTERRUPTED: f"Interrupted before there was an answer. {proved}",
        }.get(
            self.stop or Stop.GAVE_UP,
            self._gave_up or f"The engine {self.engine} gives up. {proved}",
        )

    @property
    def _gave_up(self) -> str:
        known = ENGINES.get(self.engine)
        return known.gives_up.format_map(self.statistics) if known and self.statistics else ""

    def __str__(self) -> str:
        if self.alg is None:
            return f"no answer found; every answer has {self.lower_bound} turns or more"
        claim = "shortest" if self.optimal else f"{self.lower_bound} or more are needed"
        return f"{self.alg} ({self.length} {self.metric}, {claim})"
