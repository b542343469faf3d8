"""`LevelChain`: answers to any state, by the levels of a chain of stabilisers.

Every word of the list is the start of an answer, and leads to another state; each of these states goes through all
levels. A level drops the states that it has no word for, and adds the cost of its word to the others. The cheapest
state after the last level gives the answer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import NO_WAY, Word
from cubeproof.errors import UnreachableError
from cubeproof.methods.chain.elements import Elements
from cubeproof.methods.chain.levels import levels_of
from cubeproof.methods.chain.placements import Points, points_of
from cubeproof.problem import Problem

# The most states that go through the levels, and the most points of them together.
_STATES, _POINTS = 100_000, 3_000_000
# The least share of random states that pass all levels. With many starts, some pass.
_SHARE = 1 / 500
# The number of turns of a first answer after which other ends are tried at once.
_FIRST_ENDS = 12
# The number of chains that a workshop keeps.
_KEPT = 4


class LevelChain:
    """The levels for the turns of a problem and the bases of its goal."""

    def __init__(self, elements: Elements, points: Points, control: Control, least: float = _SHARE) -> None:
        self._elements = elements.without_products()
        self._levels = levels_of(points, self._elements, control, least)
        self._width = min(_STATES, _POINTS // max(1, len(points.bases)))

    def answer(self, states: NDArray[np.intp], control: Control, most: float = np.inf) -> Word | None:
        """Return an answer to one of some states, shape (bases, states), that costs less than `most`, or None."""
        images = self._elements.images
        count = max(1, min(images.shape[1], self._width // states.shape[1]))
        columns = [images[:, :count][column] for column in states.T]
        state = np.concatenate(columns, axis=1)
        costs = np.tile(self._elements.costs[:count], len(columns))
        starts = np.tile(np.arange(count), len(columns))
        steps: list[NDArray[np.int32]] = []
        placed = 0
        for level in self._levels:
            control.check()
            rows = level.rows[level.codes(state[placed : placed + len(level.bases)])]
            kept = np.flatnonzero(rows >= 0)
            after = costs[kept] + level.costs[rows[kept]]
            kept, after = kept[after < most], after[after < most]
            if not len(kept):
                return None
            rows = rows[kept]
            placed += len(level.bases)
            state[placed:, : len(kept)] = level.images[state[placed:, kept], rows]
            state = state[:, : len(kept)]
            costs, starts = after, starts[kept]
            steps = [*(step[kept] for step in steps), rows]
        best = int(np.argmin(costs))
        word = self._elements.word(int(starts[best]))
        for level, step in zip(self._levels, steps, strict=True):
            word += self._elements.word(int(level.numbers[step[best]]))
        return word


class Chains:
    """The newest chains of a workshop, with their words."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[bytes, bytes, tuple[int, ...]], tuple[Elements, LevelChain]] = (
            OrderedDict()
        )

    def chain(self, problem: Problem, points: Points, control: Control) -> tuple[Elements, LevelChain]:
        """Return the short words of a problem's turns, and their chain for its bases."""
        key = points.images.tobytes(), problem.costs.tobytes(), points.bases
        kept = self._kept.pop(key, None)
        if kept is None:
            elements = Elements(points.images, problem.costs.tolist(), problem.successors, control)
            kept = elements, LevelChain(elements, points, control)
        self._kept[key] = kept
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return kept


def first_answers(problem: Problem, control: Control) -> Iterator[Word]:
    """Yield an answer, and then a few cheaper ones; nothing if the chain has no word for the start.

    Raises:
        UnreachableError: no goal has a place for each piece.
        StoppedError, TimeUpError: as `Control.check`.
    """
    points = _points(problem, control)
    elements, chain = control.workshop.kept(Chains).chain(problem, points, control)
    word = chain.answer(points.states, control)
    if word is None:
        chain = LevelChain(elements, points, control, least=1)
        word = chain.answer(points.states, control)
    if word is not None:
        yield word
        yield from _other_ends(chain, points, problem, word, control, _FIRST_ENDS)


def better_answers(problem: Problem, word: Word, control: Control) -> Iterator[Word]:
    """Yield cheaper answers, from an answer: with other ends."""
    points = _points(problem, control)
    _, chain = control.workshop.kept(Chains).chain(problem, points, control)
    gained = True
    while gained:
        gained = False
        for better in _other_ends(chain, points, problem, word, control):
            word, gained = better, True
            yield word


def answers_of_other_chains(problem: Problem, word: Word, control: Control) -> Iterator[Word]:
    """Yield cheaper answers, from an answer, by chains with other orders of the bases, until the search is stopped."""
    random = np.random.default_rng(1)
    points = _points(problem, control)
    elements, _ = control.workshop.kept(Chains).chain(problem, points, control)
    while True:
        points = points.shuffled(random)
        for better in _other_ends(LevelChain(elements, points, control), points, problem, word, control):
            word = better
            yield word


def _points(problem: Problem, control: Control) -> Points:
    with control.watching():
        points = points_of(problem)
    if points is None:
        raise UnreachableError(NO_WAY())
    return points


def _other_ends(
    chain: LevelChain, points: Points, problem: Problem, word: Word, control: Control, most: float = np.inf
) -> Iterator[Word]:
    """Yield cheaper answers: the end of an answer, after each of its first turns, is replaced by a cheaper one."""
    states, cut = points.states, 0
    while cut < min(most, len(word)):
        end = chain.answer(states, control, problem.cost(word[cut:]))
        if end is not None and problem.cost(end) < problem.cost(word[cut:]):
            word = word[:cut] + end
            yield word
        if cut < len(word):
            states = points.images[word[cut]][states]
        cut += 1
