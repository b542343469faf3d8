"""Depth-first search in a product of coordinates: all words of one length, cut off by tables of distances.

A table of distances over some of the coordinates is a lower bound: what a word does to all of them it does to
these. Where one table has all coordinates its bounds are the distances themselves, and the search goes
straight to the answers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled


class Space(NamedTuple):
    """Coordinates, generators and tables, as the compiled loop takes them."""

    images: NDArray[np.int32]
    """Int32: the coordinates' images one after the other, each of shape (rows, generators) made flat."""
    blocks: NDArray[np.int64]
    """Int64, shape (coordinates,): start of each."""
    costs: NDArray[np.int64]
    """Int64, shape (generators,)."""
    follows: NDArray[np.bool_]
    """Bool, shape (generators + 1, generators): which may come after each, or after none (the last row)."""
    goals: NDArray[np.int64]
    """Int64, shape (goals, coordinates)."""
    bounds: NDArray[np.unsignedinteger]
    """The tables of distances one after the other."""
    tables: NDArray[np.int64]
    """Int64, shape (tables, 3): start of each, and the first and the end of its coordinates in `parts`."""
    parts: NDArray[np.int64]
    """Int64, shape (parts, 2): a coordinate, and what its rows are multiplied by."""


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
    """Whether some table says that no word of this cost leads to a goal."""
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
    """All words of one cost in canonical order that lead to a goal.

    Args:
        space: the coordinates.
        starts: int64, shape (starts, coordinates): possible starts of words.
        prefixes: int16, shape (prefixes, turns): first turns of words.
        first: the first pair of a start and a prefix, start · (number of prefixes) + prefix.
        last: the end of the pairs.
        length: what the words cost.
        every: whether to find all, not only one.
        answers: int16, shape (room, turns): the words are written here.
        sizes: int64, shape (room,): and here how many turns they have.
        tally: int64, shape (1,): states looked at are counted here.
        flag: shape (1,): not 0 when the search is to end.
    """
    generators = len(space.costs)
    levels = answers.shape[1] + 1
    states = np.empty((levels, starts.shape[1]), dtype=np.int64)
    word = np.full(levels, generators, dtype=np.int64)
    left = np.zeros(levels, dtype=np.int64)
    untried = np.zeros(levels, dtype=np.int64)
    found = 0
    for pair in range(first, last):
        states[0] = starts[pair // len(prefixes)]
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
                if found == len(answers):
                    return found, pair
                for level in range(root):
                    answers[found, level] = word[level]
                sizes[found] = root
                found += 1
                if not every:
                    return found, pair
            continue
        before = found
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
                    if found == len(answers):
                        return before, pair
                    for turn in range(level + 1):
                        answers[found, turn] = word[turn]
                    sizes[found] = level + 1
                    found += 1
                    if not every:
                        return found, pair
            else:
                level += 1
                left[level] = remaining
                untried[level] = 0
    return found, last
