"""`Engine`, and `Attempt`: a problem that an engine has read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Protocol

from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import AnswerPart, Bounds, Outcome, Word
from cubeproof.errors import UnsupportedError
from cubeproof.sentences import Sentence

if TYPE_CHECKING:
    from cubeproof.contract.control import Control
    from cubeproof.problem import Problem


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
    improve: Callable[[Word, Control], Iterator[Word]] | None = None
    """Yields better answers from an answer, each cheaper than the one before, until it has no more or the control ends
    it. It runs after `run`, by the rules of the portfolio. None if the attempt cannot improve an answer."""
    parts: Callable[[Word], tuple[AnswerPart, ...]] = lambda _: ()
    """Returns the parts of an answer, in order, with all of its turns together; empty for an answer without known
    parts. It is called with the answer that is returned, which may come from another attempt."""
    answers_any: bool = False
    """Whether it solves every start of this kind, and not only starts with a short answer."""
    answer: Expected = Expected.UNKNOWN
    """The expected time to an answer for such a start."""
    proof: Expected = Expected.UNKNOWN
    """The expected time to the proof."""
    missing: tuple[str, ...] = ()
    """The names of the tables that it must build first."""
    searches_words: bool = False
    """Whether `run` searches all short words itself, after an answer at once: answers to most starts are long."""
    shortfall: Callable[[Word], Sentence | None] = lambda _: None
    """Returns why an answer is longer than those of a machine that is ready, and what to do; None if it is not."""
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
