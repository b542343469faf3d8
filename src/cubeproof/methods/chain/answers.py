"""`Chain`: answers to any state, by the levels of a chain of stabilisers.

Every word of the list begins an answer, and leads to another state; each of these states goes through all levels. A
level has no word for some of them, and words of different costs for the others. The cheapest at the end is the answer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.methods.chain.elements import Elements
from cubeproof.methods.chain.levels import levels_of
from cubeproof.methods.chain.placements import Points
from cubeproof.problem import Problem

# The most states that go through the levels, and the most points of them together.
_STATES, _POINTS = 100_000, 3_000_000
# The number of chains that a workshop keeps.
_KEPT = 4


class Chain:
    """The levels for the turns of a problem and the bases of its goal."""

    def __init__(self, problem: Problem, points: Points, control: Control) -> None:
        self._elements = Elements(points.images, problem.costs.tolist(), problem.successors, control)
        self._levels = levels_of(points, self._elements, control)
        self._width = min(_STATES, _POINTS // max(1, len(points.bases)))

    def answer(self, states: NDArray[np.intp], control: Control, most: float = np.inf) -> Word | None:
        """Return an answer to one of some states, shape (bases, states), that costs less than `most`, or None."""
        images = self._elements.images
        beginnings = max(1, min(images.shape[1], self._width // states.shape[1]))
        columns = [images[:, :beginnings][column] for column in states.T]
        state = np.concatenate(columns, axis=1)
        costs = np.tile(self._elements.costs[:beginnings], len(columns))
        begun = np.tile(np.arange(beginnings), len(columns))
        steps: list[NDArray[np.int32]] = []
        done = 0
        for level in self._levels:
            control.check()
            rows = level.rows[level.codes(state[done : done + len(level.bases)])]
            kept = np.flatnonzero(rows >= 0)
            after = costs[kept] + level.costs[rows[kept]]
            kept, after = kept[after < most], after[after < most]
            if not len(kept):
                return None
            rows = rows[kept]
            done += len(level.bases)
            state[done:, : len(kept)] = level.images[state[done:, kept], rows]
            state = state[:, : len(kept)]
            costs, begun = after, begun[kept]
            steps = [*(step[kept] for step in steps), rows]
        best = int(np.argmin(costs))
        word = self._elements.word(int(begun[best]))
        for level, step in zip(self._levels, steps, strict=True):
            word += self._elements.word(int(level.numbers[step[best]]))
        return word


class Chains:
    """The newest chains of a workshop."""

    def __init__(self) -> None:
        self._chains: OrderedDict[tuple[bytes, bytes, tuple[int, ...]], Chain] = OrderedDict()

    def chain(self, problem: Problem, points: Points, control: Control) -> Chain:
        """Return the chain of a problem's turns, costs and bases."""
        key = points.images.tobytes(), problem.costs.tobytes(), points.bases
        chain = self._chains.pop(key, None) or Chain(problem, points, control)
        self._chains[key] = chain
        while len(self._chains) > _KEPT:
            self._chains.popitem(last=False)
        return chain


def better_answers(
    chain: Chain, points: Points, problem: Problem, word: Word, control: Control, cuts: int | None = None
) -> Iterator[Word]:
    """Yield cheaper answers: the end of an answer, after each of its turns, is replaced by a cheaper one.

    Args:
        chain: the chain of the problem's turns and bases.
        points: the problem's points.
        problem: the problem.
        word: an answer.
        control: steers the search.
        cuts: only the ends after fewer turns; by default all ends, until no end has a cheaper one.
    """
    gained = True
    while gained:
        gained, states, cut = False, points.states, 0
        while cut < (len(word) if cuts is None else min(cuts, len(word))):
            end = chain.answer(states, control, problem.cost(word[cut:]))
            if end is not None:
                word, gained = word[:cut] + end, True
                yield word
            if cut < len(word):
                states = points.images[word[cut]][states]
            cut += 1
        gained &= cuts is None
