"""`Merger`: shortens words whose adjacent turns commute, as often at the border of two stages.

`D D2` becomes `D'`, and `D U D2` becomes `U D'`. It uses only the permutations of the generators, and nothing about
stages or cubes.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.outcome import Word
from cubeproof.problem import Problem


class Merger:
    """Shorter words with the same effect."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        # The products of all pairs of generators, shape (generators, generators, stickers).
        products = problem.permutations[:, problem.permutations]
        self._commute: NDArray[np.bool_] = (products == products.swapaxes(0, 1)).all(axis=-1)
        self._known: dict[Word, Word | None] = {}

    def merged(self, word: Word) -> Word:
        """Return a word of the same permutation and at most the same cost, with shortest runs of commuting turns."""
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
                # Newly adjacent turns may commute too.
                word, first = (*word[:first], *better, *word[last:]), 0
        return word

    def _better(self, run: Word) -> Word | None:
        """Return the cheapest word for commuting generators, with the fewest turns; None if that is the run."""
        generators = np.flatnonzero(self._commute[list(run)].all(axis=0)).tolist()
        goal_key = self._permutation(run)
        rank = self.problem.cost(run), len(run)
        waiting: list[tuple[int, int, Word]] = [(0, 0, ())]
        tried = set[bytes]()
        while waiting:
            cost, turns, word = heapq.heappop(waiting)
            target = self._permutation(word)
            if target == goal_key:
                return word
            if target in tried:
                continue
            tried.add(target)
            for number in generators:
                longer = cost + int(self.problem.costs[number]), turns + 1
                if longer < rank:
                    heapq.heappush(waiting, (*longer, (*word, number)))
        return None

    def _permutation(self, word: Sequence[int]) -> bytes:
        """Return the permutation of a word as a key."""
        permutation = np.arange(len(self.problem.start), dtype=np.int16)
        for number in word:
            permutation = permutation[self.problem.permutations[number]]
        return permutation.tobytes()
