"""What goes into an engine besides the problem, and what comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from cubeproof.contract.control import Control
from cubeproof.contract.limit import Stop
from cubeproof.contract.statistics import Statistics
from cubeproof.problem import Problem
from cubeproof.sentences import Template

NO_WAY = Template(
    "engine.no-way", "The allowed turns do not lead from the start to the goal, however many are made."
)

Word = tuple[int, ...]
"""A word: a sequence of generators, as numbers, as group theory calls it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is known of the shortest length before an engine begins.

    Attributes:
        lower: no answer is shorter; proved.
        upper: there is an answer of this length or a shorter one; None if nothing is known.
        word: an answer that may be given back if there is no shorter one; None if there is none at hand.
        ask_upper: asks other engines for an upper bound, the length of some answer; None if they have none. For
            an engine that relies on an unverified solver, which may say for ever that there is no answer.
    """

    lower: int = 0
    upper: int | None = None
    word: Word | None = None
    ask_upper: Callable[[], int | None] = field(default=lambda: None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an engine brings back.

    Attributes:
        words: answers, the best first; several only if all shortest ones were asked for.
        lower_bound: no answer costs less; proved.
        stop: why the search ended early; None if it was done.
        unverified_solver: the program on whose word the bound stands, empty if cubeproof proved it itself.
        statistics: what the engine did; None if it tells nothing of that.
        engine: who found it, if not the engine that was asked itself.
        every: whether the words are all shortest answers.
    """

    words: tuple[Word, ...]
    lower_bound: int
    stop: Stop | None = None
    unverified_solver: str = ""
    statistics: Statistics | None = None
    engine: str = ""
    every: bool = False


class Engine(Protocol):
    """A way to solve problems. Its own settings are given when it is made."""

    @property
    def name(self) -> str:
        """As users call it."""
        ...

    def supports(self, problem: Problem) -> str | None:
        """None if the engine can take this problem, else why not: a `Sentence`, or text that has no other language."""
        ...

    def solve(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Search until done, or until the control says that it is to end; then the best so far comes back, and why.

        The goal is known not to be met by the start itself. Every better answer and bound is told of as it is
        found. A KeyboardInterrupt is not caught: it goes on its way after the engine's processes have ended.
        """
        ...
