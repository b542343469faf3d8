"""`ToyEngine`: breadth-first search, as short as it can be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt
from cubeproof.contract.events import Progress
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.problem import Pattern, Problem
from cubeproof.sentences import Sentence, Template
from cubeproof.work.deepening import Decision, Deepening

from .facts import FACTS, ORDERS, ToySettings  # noqa: TID252 - the folder may be anywhere

_ONLY_2 = Template("toy.only-2", "The toy solves the 2×2×2 only.")

__all__ = ["ToyEngine", "built_orders"]


def built_orders(progress: Progress) -> bytes:
    """Its table: the first two turns in an order."""
    del progress
    return bytes([0, 1, 1, 0])


@dataclass(frozen=True, slots=True)
class ToyEngine(ToySettings):
    """All words, by their length."""

    @property
    def name(self) -> str:
        """`toy`."""
        return FACTS.name

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a 2×2×2."""
        if problem.start.shape != (24,):
            return _ONLY_2()
        return Attempt(self.name, partial(self._search, problem), proves=True)

    def _search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Go from length to length."""
        ORDERS.array(control)
        return Deepening(ToySpace(problem, self), problem, bounds, control).run()


class ToySpace:
    """The states at one length after the other, each with a word."""

    statistics = None

    def __init__(self, problem: Problem, settings: ToySettings) -> None:
        self._problem, self._depth = problem, settings.depth
        self._turns = list(enumerate(problem.permutations))[:: 1 if settings.sequence == "forwards" else -1]
        self._layer: dict[bytes, tuple[Word, Pattern]] = {problem.start.tobytes(): ((), problem.start)}
        self._seen = set(self._layer)

    def first(self, deepening: Deepening) -> int:
        """Return 1: the start is no goal."""
        return 1

    def following(self, length: int) -> int:
        """Return the next length."""
        return length + 1

    def decide(self, length: int) -> Decision:
        """Make a turn after all words of the last length; give up beyond the depth."""
        if length > self._depth:
            return Decision((), complete=False)
        self._layer = {
            pattern.tobytes(): ((*word, turn), pattern)
            for word, before in self._layer.values()
            for turn, permutation in self._turns
            if (pattern := before[permutation]).tobytes() not in self._seen
        }
        self._seen |= set(self._layer)
        return Decision([word for word, pattern in self._layer.values() if self._problem.fits(pattern)][:1])

    def before_report(self) -> None:
        """Nothing: no table decides."""
