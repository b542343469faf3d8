"""`Merger`: fewer turns where neighbours commute, as they often do between one stage and the next.

`D D2` becomes `D'`, and `D U D2` becomes `U D'`. Which turns commute and which words have the same effect
follows only from the permutations of the generators, not from stages or cubes.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.engine import Word
from cubeproof.problem import Problem


class Merger:
    """Shorter words with the same effect."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        # The products of every two generators, shape (generators, generators, stickers).
        products = problem.permutations[:, problem.permutations]
        self._commute: NDArray[np.bool_] = (products == products.swapaxes(0, 1)).all(axis=-1)
        self._known: dict[Word, Word | None] = {}

    def merged(self, word: Word) -> Word:
        """A word for the same permutation, no dearer, whose runs of commuting turns are the shortest."""
        first = 0
        while first < len(word):
            last = first + 1
            while last < len(word) and self._commute[word[last], word[first:last]].all():
                last += 1
            run = word[first:last]
            if run not in self._known:
                self._known[run] = self._better(run)
            better = self._known[run]
            if better is None:
                first += 1
            else:
                # New neighbours may commute too.
                word, first = (*word[:first], *better, *word[last:]), 0
        return word

    def _better(self, run: Word) -> Word | None:
        """The cheapest word, with the fewest turns, for generators that commute; None if it is the run."""
        generators = np.flatnonzero(self._commute[list(run)].all(axis=0)).tolist()
        wanted = self._permutation(run)
        rank = self.problem.cost(run), len(run)
        waiting: list[tuple[int, int, Word]] = [(0, 0, ())]
        seen = set[bytes]()
        while waiting:
            cost, turns, word = heapq.heappop(waiting)
            target = self._permutation(word)
            if target == wanted:
                return word
            if target in seen:
                continue
            seen.add(target)
            for number in generators:
                longer = cost + int(self.problem.costs[number]), turns + 1
                if longer < rank:
                    heapq.heappush(waiting, (*longer, (*word, number)))
        return None

    def _permutation(self, word: Sequence[int]) -> bytes:
        """The permutation that a word makes, as a key."""
        permutation = np.arange(len(self.problem.start), dtype=np.int16)
        for number in word:
            permutation = permutation[self.problem.permutations[number]]
        return permutation.tobytes()
