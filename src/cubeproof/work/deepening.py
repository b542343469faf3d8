"""`Deepening`: goes from length to length over a `Space`, until an answer, a limit or a stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Improved
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Statistics, Word
from cubeproof.errors import InternalError, StoppedError, TimeUpError
from cubeproof.problem import Problem
from cubeproof.sentences import Template

_NOT_SOLVED = Template("deepening.not-solved", "An answer of cost {length} does not reach the goal when replayed.")


class Decision(NamedTuple):
    """What a space says about a length."""

    words: Sequence[Word]
    """Words of this length that lead to a goal."""
    complete: bool = True
    """Whether no word is missing: all of them if all are requested, else at least one if there is one."""


class Space(Protocol):
    """The words of a problem, which are searched length by length."""

    @property
    def statistics(self) -> Statistics | None:
        """Figures about the work so far."""

    def first(self, deepening: Deepening) -> int:
        """Return the first length that may have an answer. Bounds and answers on the way go to the deepening."""

    def following(self, length: int) -> int:
        """Return the next length that may have an answer."""

    def decide(self, length: int) -> Decision:
        """Search the words of a length. The decision is incomplete only after a stop, or if the space gives up."""


class Deepening:
    """The bound, the answers, and the outcome at any stop.

    Args:
        space: the words that are searched.
        problem: replays each answer.
        bounds: what is known before.
        control: the limits, the stop, and the receiver of events.
        every: whether all words of the shortest length are requested.
        extra: for `every`, how much longer words may be.
        claimant: the unverified solver that the space believes; empty if the space proves what it says.

    Attributes:
        lower: the proved bound: no answer is shorter.
        words: the answers, the best first.
    """

    def __init__(
        self,
        space: Space,
        problem: Problem,
        bounds: Bounds,
        control: Control,
        *,
        every: bool = False,
        extra: int = 0,
        claimant: str = "",
    ) -> None:
        self.lower = bounds.lower
        self.words: list[Word] = []
        self._space, self._problem, self._control = space, problem, control
        self._every, self._extra, self._claimant = every, extra, claimant
        self._known = None if every else bounds.word

    def run(self) -> Outcome:
        """Search length by length, and return the outcome.

        Raises:
            InternalError: a word of the space does not reach the goal in its length.
        """
        try:
            return self._outcome(self._run())
        except (StoppedError, TimeUpError):
            return self._outcome(self._control.reason or Stop.INTERRUPTED)

    def prove(self, bound: int) -> None:
        """Raise the bound, if it is lower, and report it."""
        if bound > self.lower:
            self.lower = bound
            self._control.tell(BoundProved(bound, self._claimant))

    def improve(self, word: Word) -> None:
        """Take the first answer, and report it."""
        length = self._problem.cost(word)
        self._replay(word, length)
        self.words.append(word)
        self._control.tell(Improved(length, min(self.lower, length), word))

    def _run(self) -> Stop | None:
        limit = self._control.limit
        length = self._space.first(self)
        while not self.words:
            self.prove(length)
            if not limit.reaches(length):
                return Stop.LENGTH
            if self._known is not None and self._problem.cost(self._known) <= length:
                self.words.append(self._known)
                return None
            if not self._decide(length):
                return Stop.GAVE_UP
            length = self._space.following(length)
        last = self.lower + self._extra
        while self._every and length <= last and limit.reaches(length):
            if not self._decide(length):
                return Stop.GAVE_UP
            length = self._space.following(length)
        return None

    def _decide(self, length: int) -> bool:
        """Search a length; return whether the search may go on.

        Raises:
            StoppedError, TimeUpError: the search was stopped before the length was decided.
        """
        decision = self._space.decide(length)
        words = [*decision.words]
        if words and not self.words:
            self.improve(words.pop(0))
        for word in words:
            self._replay(word, length)
        self.words += words
        if not decision.complete and (self._every or not self.words):
            self._control.check()
            return False
        if self._every:
            self._control.answered(decision.words)
        return True

    def _replay(self, word: Word, length: int) -> None:
        if self._problem.cost(word) != length or not self._problem.is_solved_by(word):
            raise InternalError(_NOT_SOLVED(length=length))

    def _outcome(self, stop: Stop | None) -> Outcome:
        words, lower = tuple(self.words), self.lower
        if stop is not None and not words and self._known is not None:
            known = self._problem.cost(self._known)
            words = (self._known,) if self._control.limit.reaches(known) else ()
        return Outcome(
            words,
            min((lower, *map(self._problem.cost, words))),
            stop,
            self._claimant,
            statistics=self._space.statistics,
            every=self._every and stop is None,
        )
