"""Depth-first search in a product of coordinates: all words of one length, pruned by tables of distances.

A table of distances over some of the coordinates is a lower bound, because a word acts on each coordinate
independently. If one table has all coordinates, its bounds are exact, and the search visits only states on answers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import TypedLoop, compiled, sample, sample_tables


class ProductTables(NamedTuple):
    """The coordinates, generators and tables for the compiled loop."""

    images: NDArray[np.int32]
    """The images of all coordinates, each of shape (rows, generators), flattened and concatenated, int32."""
    blocks: NDArray[np.int64]
    """The start of each coordinate in `images`, int64, shape (coordinates,)."""
    costs: NDArray[np.int64]
    """The costs of the generators, int64, shape (generators,)."""
    follows: NDArray[np.bool_]
    """Whether a generator (column) may follow a generator (row) or start (last row), bool, shape (generators + 1,
    generators)."""
    goals: NDArray[np.int64]
    """The goals, int64, shape (goals, coordinates)."""
    bounds: NDArray[np.unsignedinteger]
    """The tables of distances, concatenated."""
    tables: NDArray[np.int64]
    """The start of each table in `bounds`, and the first and the end of its coordinates in `parts`, int64, shape
    (tables, 3)."""
    parts: NDArray[np.int64]
    """A coordinate, and the factor of its rows, int64, shape (parts, 2)."""


@compiled
def _is_goal(space: Any, state: Any) -> Any:
    for goal in space.goals:
        same = True
        for number in range(len(state)):
            if state[number] != goal[number]:
                same = False
                break
        if same:
            return True
    return False


@compiled
def _too_far(space: Any, state: Any, left: Any) -> Any:
    """Whether a table excludes words of this cost to a goal."""
    for table in space.tables:
        place = table[0]
        for part in range(table[1], table[2]):
            place += state[space.parts[part, 0]] * space.parts[part, 1]
        if np.int64(space.bounds[place]) > left:
            return True
    return False


@compiled
def _move(space: Any, state: Any, generator: Any, after: Any) -> Any:
    generators = len(space.costs)
    for number in range(len(state)):
        after[number] = space.images[space.blocks[number] + state[number] * generators + generator]


@compiled
def deepen(
    space: Any,
    starts: Any,
    prefixes: Any,
    first: Any,
    last: Any,
    length: Any,
    every: Any,
    answers: Any,
    sizes: Any,
    tally: Any,
    flag: Any,
) -> Any:
    """Search the words of one cost in canonical order that lead to a goal.

    Args:
        space: the coordinates.
        starts: the possible starts, int64, shape (starts, coordinates).
        prefixes: the first turns of words, int16, shape (prefixes, turns).
        first: the first pair of a start and a prefix, start · (number of prefixes) + prefix.
        last: the end of the pairs.
        length: the cost of the words.
        every: whether to find all words instead of one.
        answers: output: the words, int16, shape (room, turns).
        sizes: output: their numbers of turns, int64, shape (room,).
        tally: output: the number of states visited is added, int64, shape (1,).
        flag: shape (1,): any value but 0 means stop.
    """
    generators = len(space.costs)
    levels = answers.shape[1] + 1
    states = np.empty((levels, starts.shape[1]), dtype=np.int64)
    word = np.full(levels, generators, dtype=np.int64)
    left = np.zeros(levels, dtype=np.int64)
    untried = np.zeros(levels, dtype=np.int64)
    answer_count = 0
    for pair in range(first, last):
        # An assignment of the whole row would compile the text of an error about its shape.
        for number in range(starts.shape[1]):
            states[0, number] = starts[pair // len(prefixes), number]
        prefix = prefixes[pair % len(prefixes)]
        root = len(prefix)
        left[0] = length
        alive = not _too_far(space, states[0], length)
        for level in range(root):
            if not alive:
                break
            generator = np.int64(prefix[level])
            word[level] = generator
            left[level + 1] = left[level] - space.costs[generator]
            if left[level + 1] < 0:
                alive = False
                break
            _move(space, states[level], generator, states[level + 1])
            tally[0] += 1
            if _too_far(space, states[level + 1], left[level + 1]):
                alive = False
        if not alive:
            continue
        if left[root] == 0:
            if _is_goal(space, states[root]):
                if answer_count == len(answers):
                    return answer_count, pair
                for level in range(root):
                    answers[answer_count, level] = word[level]
                sizes[answer_count] = root
                answer_count += 1
                if not every:
                    return answer_count, pair
            continue
        before = answer_count
        level = root
        untried[root] = 0
        while level >= root:
            if flag[0] != 0:
                return before, pair
            generator = untried[level]
            previous = word[level - 1] if level > 0 else np.int64(generators)
            going = False
            while generator < generators:
                remaining = left[level] - space.costs[generator]
                if remaining >= 0 and space.follows[previous, generator]:
                    _move(space, states[level], generator, states[level + 1])
                    tally[0] += 1
                    if not _too_far(space, states[level + 1], remaining):
                        going = True
                        break
                generator += 1
            if not going:
                level -= 1
                continue
            untried[level] = generator + 1
            word[level] = generator
            if remaining == 0:
                if _is_goal(space, states[level + 1]):
                    if answer_count == len(answers):
                        return before, pair
                    for turn in range(level + 1):
                        answers[answer_count, turn] = word[turn]
                    sizes[answer_count] = level + 1
                    answer_count += 1
                    if not every:
                        return answer_count, pair
            else:
                level += 1
                left[level] = remaining
                untried[level] = 0
    return answer_count, last


def typed_loops() -> tuple[TypedLoop, ...]:
    """Return the loop with the types that searches pass, if no distance exceeds 255."""
    space = sample_tables(ProductTables, follows=2, goals=2, bounds=sample(np.uint8), tables=2, parts=2)
    numbers, words = sample(np.int64), sample(np.int16, 2)
    pairs = sample(np.int64, 2), words, 0, 0
    return (TypedLoop(deepen, (space, *pairs, 0, False, words, numbers, numbers, sample(np.int32))),)
