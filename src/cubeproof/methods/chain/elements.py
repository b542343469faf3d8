"""`Elements`: short words as permutations of points, and products of them.

A word has two lists: its images (the point to which it moves each point) and its origins (the point that it moves to
each point). A product is stored as its two factors, and becomes a word when an answer is read.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.methods.words.codings import CodeTurn, States
from cubeproof.methods.words.frontier import Frontier

# The most words of the list, and the most bytes of their images.
_WORDS, _BYTES = 250_000, 30_000_000

Numbers = NDArray[np.int64]
"""Numbers of elements."""


class Elements:
    """All words up to some cost, and products.

    Args:
        images: the point to which each turn moves each point, shape (turns, points).
        costs: the costs of the turns. If these differ too much for a list by cost, all turns count 1.
        successors: the canonical order of the turns, shape (turns, turns).
        control: steers the search.

    Attributes:
        images: the point to which each word moves each point, shape (points, words); the empty word is first.
        origins: the point that each word moves to each point, shape (points, words).
        costs: the costs of the words, in order, shape (words,).
        turns: the numbers of the words of one turn, shape (turns,).
    """

    def __init__(
        self, images: NDArray[np.intp], costs: list[int], successors: NDArray[np.bool_], control: Control
    ) -> None:
        end = _grown(images, costs, successors, control)
        if max(costs) > max(end.layers):
            # Words of some turns cost too much for the list: it is by the number of turns.
            end = _grown(images, [1] * len(costs), successors, control)
        self._end = end
        layers = self._end.layers
        self.origins: States = np.concatenate([layers[cost].states for cost in layers], axis=1)
        self.images = inverted(self.origins)
        lengths = [layer.states.shape[1] for layer in layers.values()]
        self.costs: Numbers = np.repeat(np.array(list(layers), dtype=np.int64), lengths)
        self.turns: Numbers = np.array([self._find(row) for row in images])
        self._firsts = np.cumsum([0, *lengths])
        self._factors: list[tuple[int, Numbers, Numbers]] = []
        self._next = len(self.costs)

    def _find(self, images: NDArray[np.intp]) -> int:
        """Return the number of the word with some images."""
        numbers = np.arange(len(self.costs))
        for point, image in enumerate(images.tolist()):
            numbers = numbers[self.images[point, numbers] == image]
        return int(numbers[0])

    def without_products(self) -> Elements:
        """Return the same words, for other products."""
        elements = copy(self)
        elements._factors, elements._next = [], len(self.costs)
        return elements

    def product(self, first: Numbers, second: Numbers) -> Numbers:
        """Return the numbers of the products of elements, two by two."""
        self._factors.append((self._next, first, second))
        self._next += len(first)
        return np.arange(self._next - len(first), self._next)

    def word(self, number: int) -> Word:
        """Return the turns of an element."""
        turns: list[int] = []
        waiting = [number]
        while waiting:
            number = waiting.pop()
            if number < len(self.costs):
                layer = int(np.searchsorted(self._firsts, number, "right")) - 1
                cost = list(self._end.layers)[layer]
                turns += self._end.word(cost, number - int(self._firsts[layer]))[::-1]
                continue
            begin, first, second = next(part for part in reversed(self._factors) if part[0] <= number)
            waiting += [int(second[number - begin]), int(first[number - begin])]
        return tuple(turns)


def inverted(states: States) -> States:
    """Return the inverse of each permutation, shape (points, permutations)."""
    inverse = np.empty_like(states)
    columns = np.arange(states.shape[1])
    for point, row in enumerate(states):
        inverse[row, columns] = point
    return inverse


def _grown(
    images: NDArray[np.intp], costs: list[int], successors: NDArray[np.bool_], control: Control
) -> Frontier:
    """Return the words of turns up to some cost, at least of the smallest."""
    points = images.shape[1]
    codes: NDArray[Any] = np.arange(points, dtype=np.uint8 if points <= 256 else np.uint16)[None]
    turns = []
    for row in images:
        sources = np.flatnonzero(row != np.arange(points))
        turns.append(CodeTurn(sources, row[sources], codes))
    end = Frontier(codes.T, tuple(turns), costs, successors, points, distinct=True)
    limit, count = min(_WORDS, _BYTES // points), 1
    while (cost := end.next_cost) is not None:
        count += end.count(cost)
        if count > limit and len(end.layers) > 1:
            break
        end.grow(control)
    return end
