"""`Engine`, its input `Bounds`, its result `Outcome`, and `Attempt`: a problem that an engine has read."""

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

NO_WAY = Template("engine.no-way", "No sequence of the allowed turns leads from the start to the goal.")

Word = tuple[int, ...]
"""A word, as in group theory: a sequence of generators, given by their numbers."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds on the shortest length that are known before an engine starts."""

    lower: int = 0
    """The proved lower bound: no answer is shorter."""
    upper: int | None = None
    """The upper bound: an answer of at most this length exists; None if unknown."""
    word: Word | None = None
    """An answer that may be returned if no shorter one exists; None if no answer is known."""
    ask_upper: Callable[[], int | None] = field(default=lambda: None, repr=False, compare=False)
    """Queries other engines for an upper bound, the length of some answer, or None. For engines with an unverified
    solver, which may wrongly report that no answer exists."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an engine."""

    words: tuple[Word, ...]
    """The answers, the best first; several only if all shortest answers were requested."""
    lower_bound: int
    """The lower bound: no answer costs less."""
    stop: Stop | None = None
    """The reason why the search ended early; None if it is complete."""
    unverified_solver: str = ""
    """The unverified program that claims the bound; empty if cubeproof proved it."""
    statistics: Statistics | None = None
    """The engine's statistics, or None."""
    engine: str = ""
    """The engine that found the answer, if another engine than the requested one; else empty."""
    every: bool = False
    """Whether the words are all shortest answers."""


class Expected(IntEnum):
    """The expected duration of a computation, after its tables are built."""

    MOMENTS = 0
    MINUTES = 1
    HOURS = 2
    UNKNOWN = 3


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A problem that an engine has read: the facts known before the search, and the search."""

    engine: str
    """The name of the engine."""
    run: Callable[[Bounds, Control], Outcome]
    """Searches until it is done or the control ends it, and returns the best answer and bound with the reason for the
    end. The start must not be a goal. It reports every better answer and bound at once. It may raise UnsupportedError
    if it detects only during the search that the problem is too large. A KeyboardInterrupt passes through after the
    engine's processes have ended."""
    proves: bool = False
    """Whether it can prove that an answer is shortest, on a machine that has the means."""
    proves_here: bool = True
    """Whether this machine has the means for the proof, such as memory."""
    answers_any: bool = False
    """Whether it solves every start of this kind, and not only starts with a short answer."""
    answer: Expected = Expected.UNKNOWN
    """The expected time to an answer for such a start."""
    proof: Expected = Expected.UNKNOWN
    """The expected time to the proof."""
    missing: tuple[str, ...] = ()
    """The names of the tables that it must build first."""
    cores: bool = False
    """Whether it works on all cores by default."""


class Engine(Protocol):
    """A method to solve problems. Its constructor takes its settings."""

    @property
    def name(self) -> str:
        """Its name in commands and requests."""
        ...

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a problem; return an attempt, or the reason why the engine cannot solve it.

        This is cheap: it may count, but does not build, explore or compile.
        """
        ...


def outcome_so_far(control: Control, stop: Stop) -> Outcome:
    """Return the best answer within the limit of length, and the bound, of a running search."""
    state = control.state
    lower = max(1, state.lower_bound)
    within = state.length is not None and control.limit.reaches(state.length)
    return Outcome(
        () if state.word is None or not within else (state.word,),
        lower if state.length is None else min(lower, state.length),
        stop,
        state.unverified_solver,
        engine=state.engine,
    )


def attempt(engine: Engine, problem: Problem) -> Attempt:
    """Read a problem with an engine; raise UnsupportedError if the engine cannot solve it."""
    reading = engine.read(problem)
    if isinstance(reading, Attempt):
        return reading
    raise UnsupportedError(Sentence.of(reading))
