"""`ToyEngine`: breadth-first search, as short as it can be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt
from cubeproof.contract.events import Progress
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template

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
        """Look ahead."""
        del bounds
        ORDERS.array(control)
        turns = list(enumerate(problem.permutations))[:: 1 if self.sequence == "forwards" else -1]
        layer: dict[bytes, tuple[Word, np.ndarray[tuple[int, ...], np.dtype[np.int8]]]]
        layer = {problem.start.tobytes(): ((), problem.start)}
        seen = set(layer)
        for length in range(1, self.depth + 1):
            control.check()
            layer = {
                pattern.tobytes(): ((*word, turn), pattern)
                for word, before in layer.values()
                for turn, permutation in turns
                if (pattern := before[permutation]).tobytes() not in seen
            }
            seen |= set(layer)
            for word, pattern in layer.values():
                if problem.fits(pattern):
                    return Outcome((word,), length)
        return Outcome((), self.depth + 1, Stop.LENGTH)
