"""What goes into an engine besides the problem, and what comes out."""

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
    """Known bounds of the shortest length before an engine starts."""

    lower: int = 0
    """No answer is shorter; proved."""
    upper: int | None = None
    """There is an answer of this length or a shorter one; None if nothing is known."""
    word: Word | None = None
    """An answer that may be returned if no shorter one exists; None if no answer is known."""
    ask_upper: Callable[[], int | None] = field(default=lambda: None, repr=False, compare=False)
    """Asks other engines for an upper bound, the length of some answer; None if they have none. For an engine that
    relies on an unverified solver, which may keep reporting that no answer exists."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an engine."""

    words: tuple[Word, ...]
    """Answers, the best first; several only if all shortest ones were asked for."""
    lower_bound: int
    """No answer costs less; proved."""
    stop: Stop | None = None
    """Why the search ended early; None if it was done."""
    unverified_solver: str = ""
    """The program on whose word the bound stands, empty if cubeproof proved it itself."""
    statistics: Statistics | None = None
    """The engine's statistics; None if it has none."""
    engine: str = ""
    """Who found it, if not the engine that was asked itself."""
    every: bool = False
    """Whether the words are all shortest answers."""


class Expected(IntEnum):
    """How long something is expected to take, once tables are there."""

    MOMENTS = 0
    MINUTES = 1
    HOURS = 2
    UNKNOWN = 3


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A problem as an engine has read it: what is known before the search starts, and the search."""

    engine: str
    """The name of the engine."""
    run: Callable[[Bounds, Control], Outcome]
    """Searches until done, or until the control says that it is to end; then it returns the best so far, and why it
    ended. The start is known not to be a goal. Every better answer and bound is reported when it is found. It may
    raise UnsupportedError where only work shows that the problem is too large. A KeyboardInterrupt passes through
    after the engine's processes have ended."""
    proves: bool = False
    """Whether it can prove that an answer is a shortest one, on a machine that has what it needs."""
    proves_here: bool = True
    """Whether this machine has what the proof needs."""
    answers_any: bool = False
    """Whether it answers every start of this kind, and not only those with a short way."""
    answer: Expected = Expected.UNKNOWN
    """How long an answer of such a start takes."""
    proof: Expected = Expected.UNKNOWN
    """How long its proof takes."""
    missing: tuple[str, ...] = ()
    """The names of tables that are built first."""
    cores: bool = False
    """Whether it works on all cores by default."""


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
    """Read a problem with an engine that has to take it."""
    reading = engine.read(problem)
    if isinstance(reading, Attempt):
        return reading
    raise UnsupportedError(Sentence.of(reading))
