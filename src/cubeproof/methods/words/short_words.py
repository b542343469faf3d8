"""`short_words`: searches all words of a few turns, before a table is built.

Words in canonical order are extended cheapest first, with all their patterns in one array. For the last turn no
pattern is written: places are compared one by one, and few words remain after some places.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Improved
from cubeproof.contract.outcome import Word
from cubeproof.problem import Pattern, Problem

# The maximum number of words of one cost whose patterns are stored; 18 turns have 43,254 words of four turns, 27
# turns have 240,000.
_MOST_WORDS = 300_000

# The maximum size of all patterns in bytes.
_MOST_BYTES = 100_000_000

# The maximum number of costs to search: if turns reach few states, there are words of every cost.
_MOST_LAYERS = 12


@dataclass(frozen=True, slots=True)
class ShortWords:
    """The result of the search for short words."""

    words: tuple[Word, ...]
    """All words in canonical order that solve the problem at the minimum cost, or cost up to `extra` more, cheapest
    first; empty if no word is short enough."""
    lower_bound: int
    """The lower bound: no word costs less."""
    complete: bool = True
    """Whether the words are all of these; not if there are too many words to store."""


@dataclass(frozen=True, eq=False)
class _WordLayer:
    """The words of one cost."""

    patterns: NDArray[np.int8]
    """The patterns that the words lead to from the start, int8, shape (words, stickers)."""
    turns: NDArray[np.int16]
    """The last turns, −1 for the empty word, int16, shape (words,)."""
    parents: NDArray[np.int64]
    """The cost and the row of each word without its last turn, shape (words, 2)."""


def short_words(problem: Problem, control: Control, extra: int = 0) -> ShortWords:
    """Search all words, cheapest first, while there are few words of one cost.

    Args:
        problem: the problem; its start may be a goal.
        control: receives the bounds, and may end the search.
        extra: how much more than the minimum a word may cost.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> problem = cube_problem(Cube(3).apply("R U"), moves="R,U,F")
    >>> [problem.write(word) for word in short_words(problem, Control()).words]
    [("U'", "R'")]
    """
    results: list[Word] = [()] if problem.is_solved_by(()) else []
    last = extra if results else math.inf
    costs = problem.costs.tolist()
    after = np.vstack([problem.successors, np.ones((1, len(costs)), dtype=bool)])
    layers = {
        0: _WordLayer(problem.start[None], np.full(1, -1, dtype=np.int16), np.zeros((1, 2), dtype=np.int64))
    }
    cost, size = 0, 1
    while len(layers) <= _MOST_LAYERS:
        cost = min(before + price for before in layers for price in costs if before + price > cost)
        if cost > last or (results and not control.limit.reaches(cost)):
            return ShortWords(tuple(results), problem.cost(results[0]))
        if cost > 1 and not results:
            control.tell(BoundProved(cost))
        if not control.limit.reaches(cost):
            break
        # (generator, cost of the words before it, rows of these words)
        ends: list[tuple[int, int, NDArray[np.intp]]] = []
        for turn, price in enumerate(costs):
            if (layer := layers.get(cost - price)) is not None:
                ends.append((turn, cost - price, np.flatnonzero(after[layer.turns, turn])))
        words: dict[Word, None] = {}
        for turn, before, rows in ends:
            control.check()
            for goal in problem.goals:
                for row in _solved(layers[before].patterns, rows, problem.permutations[turn], goal):
                    words[(*_word(layers, before, row), turn)] = None
        if words and not results:
            control.tell(Improved(cost, cost, next(iter(words))))
            last = cost + extra
        results += sorted(words) if extra else words
        if cost >= last:
            return ShortWords(tuple(results), problem.cost(results[0]))
        count = sum(len(rows) for _, _, rows in ends)
        size += count
        if count > _MOST_WORDS or size * len(problem.start) > _MOST_BYTES:
            if results:
                break
            cost += 1
            control.tell(BoundProved(cost))
            break
        layers[cost] = _next_layer(layers, ends, problem.permutations)
    if results:
        return ShortWords(tuple(results), problem.cost(results[0]), complete=False)
    return ShortWords((), cost)


def _solved(
    patterns: NDArray[np.int8], rows: NDArray[np.intp], permutation: NDArray[np.int16], goal: Pattern
) -> list[int]:
    """Return the rows of the patterns that fit a goal after a turn."""
    places = np.flatnonzero(goal >= 0)
    for place in places.tolist():
        if not len(rows):
            break
        colours = patterns[rows, permutation[place]]
        rows = rows[(colours == goal[place]) | (colours < 0)]
    return [int(row) for row in rows]


def _next_layer(
    layers: dict[int, _WordLayer],
    ends: list[tuple[int, int, NDArray[np.intp]]],
    permutations: NDArray[np.int16],
) -> _WordLayer:
    return _WordLayer(
        np.concatenate([layers[before].patterns[rows][:, permutations[turn]] for turn, before, rows in ends]),
        np.concatenate([np.full(len(rows), turn, dtype=np.int16) for turn, _, rows in ends]),
        np.concatenate([np.stack([np.full_like(rows, before), rows], axis=1) for _, before, rows in ends]),
    )


def _word(layers: dict[int, _WordLayer], cost: int, row: int) -> Word:
    """Return the word of a row."""
    turns: list[int] = []
    while cost > 0:
        layer = layers[cost]
        turns.append(int(layer.turns[row]))
        cost, row = layer.parents[row].tolist()
    return tuple(reversed(turns))
