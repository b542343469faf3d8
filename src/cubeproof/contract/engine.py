"""What goes into an engine besides the problem, and what comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from cubeproof.contract.control import Control
from cubeproof.contract.limit import Stop
from cubeproof.contract.statistics import Statistics
from cubeproof.errors import UnsupportedError
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template

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


class Expected(IntEnum):
    """How long something is expected to take, once tables are there."""

    MOMENTS = 0
    MINUTES = 1
    HOURS = 2
    UNKNOWN = 3


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A problem as an engine has read it: what is known before the search starts, and the search.

    Attributes:
        engine: the name of the engine.
        run: searches until done, or until the control says that it is to end; then it returns the best so far, and why
            it ended. The start is known not to be a goal. Every better answer and bound is reported when it is found.
            It may raise UnsupportedError where only work shows that the problem is too large. A KeyboardInterrupt
            passes through after the engine's processes have ended.
        proves: whether it can prove that an answer is a shortest one, on a machine that has what it needs.
        proves_here: whether this machine has what the proof needs.
        answers_any: whether it answers every start of this kind, and not only those with a short way.
        answer: how long an answer of such a start takes.
        proof: how long its proof takes.
        missing: the names of tables that are built first.
        cores: whether it works on all cores by default.
    """

    engine: str
    run: Callable[[Bounds, Control], Outcome]
    proves: bool = False
    proves_here: bool = True
    answers_any: bool = False
    answer: Expected = Expected.UNKNOWN
    proof: Expected = Expected.UNKNOWN
    missing: tuple[str, ...] = ()
    cores: bool = False


class Engine(Protocol):
    """A way to solve problems. Its own settings are given when it is made."""

    @property
    def name(self) -> str:
        """As users call it."""
        ...

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a problem, or say in a sentence why the engine cannot take it.

        This is cheap: it may count, but it builds, explores and compiles nothing.
        """
        ...


def attempt(engine: Engine, problem: Problem) -> Attempt:
    """Read a problem with an engine that has to take it.

    Raises:
        UnsupportedError: it cannot.
    """
    reading = engine.read(problem)
    if isinstance(reading, Attempt):
        return reading
    raise UnsupportedError(Sentence.of(reading))
