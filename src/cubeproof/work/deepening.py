"""`Deepening`: goes from length to length over a `Space`, until an answer, a limit or a stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Improved
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Statistics, Word
from cubeproof.errors import InternalError, StoppedError, TimeUpError
from cubeproof.problem import Problem
from cubeproof.sentences import Template

_NOT_SOLVED = Template(
    "deepening.not-solved", "An answer of cost {length} does not reach the goal when replayed."
)


class Decision(NamedTuple):
    """The words of a length that a space has found."""

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
        """Search the words of a length. The decision is incomplete only after a stop, or if the space gives up.

        A space that gets answers from elsewhere passes them to the deepening, and ends early if one of them is enough.
        """

    def before_report(self) -> None:
        """Wait until a bound may be reported, such as until the checksum of a table is verified."""


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
        best: the shortest answer that is known, or None.
        words: the answers so far, if all are requested.
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
        self.best = bounds.word
        self.words: list[Word] = []
        self._space, self._problem, self._control = space, problem, control
        self._every, self._extra, self._claimant = every, extra, claimant

    @property
    def upper(self) -> int | None:
        """The length of the best answer, or None."""
        return None if self.best is None else self._problem.cost(self.best)

    @property
    def is_met(self) -> bool:
        """Whether the best answer is proved shortest."""
        return self.upper is not None and self.lower >= self.upper

    @property
    def is_over(self) -> bool:
        """Whether the best answer is proved shortest, and no other is requested."""
        return self.is_met and not self._every

    def run(self) -> Outcome:
        """Search length by length, and return the outcome; see `search`."""
        return self.outcome(self.search)

    def outcome(self, work: Callable[[], Stop | None]) -> Outcome:
        """Return the outcome after some work, which returns why it ended early, or is stopped."""
        try:
            stop = work()
        except (StoppedError, TimeUpError):
            stop = self._control.reason or Stop.INTERRUPTED
        words = self.words or ([] if self.best is None else [self.best])
        words = [word for word in words if self._control.limit.reaches(self._problem.cost(word))]
        if not words and stop is None:
            stop = Stop.LENGTH
        return Outcome(
            tuple(words),
            min((self.lower, *map(self._problem.cost, words))),
            stop,
            self._claimant,
            statistics=self._space.statistics,
            every=self._every and stop is None,
        )

    def search(self) -> Stop | None:
        """Search length by length; return None when all requested answers are found, else why the search ends.

        Raises:
            StoppedError, TimeUpError: the search was stopped.
            InternalError: a word of the space does not reach the goal in its length.
        """
        self.words = []
        limit = self._control.limit
        length = self._space.first(self)
        while not self._is_enough(length):
            if not limit.reaches(length):
                return Stop.LENGTH
            if not self._decide(length):
                return Stop.GAVE_UP
            if self.words:
                break
            length = self._space.following(length)
        last = length + self._extra
        while self._every and (length := self._space.following(length)) <= last and limit.reaches(length):
            if not self._decide(length):
                return Stop.GAVE_UP
        return None

    def prove(self, bound: int) -> None:
        """Raise the bound, if it is lower and no shorter answer is known, and report it."""
        if bound > self.lower and (self.upper is None or bound <= self.upper):
            self.lower = bound
            self._control.emit(BoundProved(bound, self._claimant))

    def improve(self, word: Word) -> None:
        """Take a word, if it is better than the best answer, and report it."""
        length = self._problem.cost(word)
        if self.upper is None or length < self.upper:
            self._replay(word, length)
            self.best = word
            self._control.emit(Improved(length, min(self.lower, length), word))

    def _is_enough(self, bound: int) -> bool:
        """Raise the bound by what the space excludes; return whether the search is over."""
        if bound > self.lower:
            self._space.before_report()
        self.prove(bound)
        return self.is_over

    def _decide(self, length: int) -> bool:
        """Search a length; return whether the search may go on.

        Raises:
            StoppedError, TimeUpError: the search was stopped before the length was decided.
        """
        words, complete = self._space.decide(length)
        for word in words:
            self._replay(word, length)
        if words:
            self.improve(words[0])
        if self._every:
            self.words += words
        if not complete and not self.is_over and (self._every or not words):
            self._control.check()
            return False
        if self._every and words:
            self._space.before_report()
            self._control.answered(words)
        return True

    def _replay(self, word: Word, length: int) -> None:
        if self._problem.cost(word) != length or not self._problem.is_solved_by(word):
            raise InternalError(_NOT_SOLVED(length=length))
