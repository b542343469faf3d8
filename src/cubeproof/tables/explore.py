"""Counts the states that can be reached, layer by layer, for any problem.

A state is a row of small numbers, one for each slot: the index of the slot's content. A turn moves slots to slots and
renumbers contents, so a step for a whole layer is a few table look-ups. States are distinguished by 64-bit keys: sums
of random numbers, one for each slot and content. Among n states the probability that two keys coincide is about
n²/2⁶⁵: one in a million for four million states.

The search of `tables.distances` requires numbered states, so this module has a separate search.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.errors import UsageError
from cubeproof.problem import Problem, piece_orbits
from cubeproof.sentences import Template
from cubeproof.tables.contents import Contents
from cubeproof.tables.ranking import contains

MOST_STATES = 20_000_000
"""The maximum number of states of a layer; for a 3×3×3 it takes 1.5 GB."""

_TOO_MANY = Template(
    "explore.too-many-states", "The layer at {depth} has more than {most:,} states, too many to keep."
)

_CHUNK = 200_000


def layers(problem: Problem) -> Iterator[int]:
    """Yield the number of states at cost 0, 1, 2, … from the start, until there are no more.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> list(layers(cube_problem(Cube(3), moves="R2,U2")))
    [1, 2, 2, 2, 2, 2, 1]
    """
    states = _States(problem)
    costs = problem.costs.tolist()
    reach = max(costs)
    # If the inverse of every turn is a turn, a step leads at most `reach` layers back.
    inverses = {np.argsort(permutation).astype(np.int16).tobytes() for permutation in problem.permutations}
    both_ways = inverses == {permutation.tobytes() for permutation in problem.permutations}
    rows = [states.start]
    keys = [states.keys(states.start)]
    yield 1
    empty = 0
    while any(len(layer) for layer in rows[-reach:]):
        fresh = _UnfinishedLayer(len(rows))
        for generator, cost in enumerate(costs):
            layer = rows[-cost] if cost <= len(rows) else states.start[:0]
            for first in range(0, len(layer), _CHUNK):
                pulse()
                reached = states.keys_after(layer[first : first + _CHUNK], generator)
                new = np.ones(len(reached), dtype=bool)
                for old_keys in keys[-2 * reach :] if both_ways else keys:
                    new &= ~contains(old_keys, reached)
                fresh.add(reached[new], generator, first + np.flatnonzero(new))
        fresh.merge()
        layer_rows = np.empty((len(fresh.keys), states.slots), dtype=np.uint8)
        for generator, cost in enumerate(costs):
            here = np.flatnonzero(fresh.generators == generator)
            if len(here):
                layer_rows[here] = states.after(rows[-cost][fresh.sources[here]], generator)
        rows.append(layer_rows)
        keys.append(fresh.keys)
        rows[:-reach] = [states.start[:0]] * (len(rows) - reach)
        # If turns cost more than 1, layers may be empty; empty layers at the end are not counted.
        empty += not len(layer_rows)
        if len(layer_rows):
            yield from [0] * empty
            empty = 0
            yield len(layer_rows)


class _UnfinishedLayer:
    """The states of an unfinished layer, each with its key and its origin."""

    # Rows are built after duplicates are removed; rows with duplicates would take twice the memory.

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.keys = np.zeros(0, dtype=np.uint64)
        self.generators = np.zeros(0, dtype=np.uint16)
        self.sources = np.zeros(0, dtype=np.int32)
        self._parts: list[tuple[NDArray[np.uint64], int, NDArray[np.integer]]] = []
        self._waiting = 0

    def add(self, keys: NDArray[np.uint64], generator: int, sources: NDArray[np.integer]) -> None:
        """Add the states that a generator leads to."""
        keys, index = np.unique(keys, return_index=True)
        self._parts.append((keys, generator, sources[index].astype(np.int32)))
        self._waiting += len(keys)
        if self._waiting > MOST_STATES // 2 and self._waiting + len(self.keys) > MOST_STATES:
            self.merge()

    def merge(self) -> None:
        """Merge all added states, and remove duplicates."""
        keys = [self.keys, *(part[0] for part in self._parts)]
        generators = [self.generators, *(np.full(len(part[0]), part[1], np.uint16) for part in self._parts)]
        sources = [self.sources, *(part[2] for part in self._parts)]
        self._parts, self._waiting = [], 0
        self.keys, index = np.unique(np.concatenate(keys), return_index=True)
        self.generators, self.sources = np.concatenate(generators)[index], np.concatenate(sources)[index]
        if len(self.keys) > MOST_STATES:
            raise UsageError(_TOO_MANY(depth=self.depth, most=MOST_STATES))


class _States:
    """States as rows, their keys, and the action of turns on them."""

    def __init__(self, problem: Problem) -> None:
        generators = len(problem.generators)
        parts = [Contents.read(orbit, [problem.start]) for orbit in piece_orbits(problem)]
        width = max((len(part.colours) for part in parts), default=1)
        self.slots = sum(len(part.bodies) for part in parts)
        random = np.random.default_rng(2)
        key = random.integers(0, 1 << 64, (self.slots, width), dtype=np.uint64)
        # The slot to which each generator moves a slot, the new content, and its key.
        self.place = np.zeros((generators, self.slots), dtype=np.intp)
        self.content = np.zeros((generators, self.slots, width), dtype=np.uint8)
        self.start = np.zeros((1, self.slots), dtype=np.uint8)
        first = 0
        for part in parts:
            here = slice(first, first + len(part.bodies))
            self.place[:, here] = part.place + first
            self.content[:, here, : len(part.colours)] = part.after
            self.start[0, here] = part.goals[0]
            first = here.stop
        self.key = key
        self.key_after = np.stack([key[self.place[g][:, None], self.content[g]] for g in range(generators)])

    def _sum(self, table: NDArray[np.uint64], rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
        total = np.zeros(len(rows), dtype=np.uint64)
        for slot in range(self.slots):
            total += table[slot][rows[:, slot]]
        return total

    def keys(self, rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """Return the keys of states, shape (states,)."""
        return self._sum(self.key, rows)

    def keys_after(self, rows: NDArray[np.uint8], generator: int) -> NDArray[np.uint64]:
        """Return the keys of the states that a generator leads to."""
        return self._sum(self.key_after[generator], rows)

    def after(self, rows: NDArray[np.uint8], generator: int) -> NDArray[np.uint8]:
        """Return the states that a generator leads to."""
        moved = np.empty_like(rows)
        for slot in range(self.slots):
            moved[:, self.place[generator, slot]] = self.content[generator, slot][rows[:, slot]]
        return moved
