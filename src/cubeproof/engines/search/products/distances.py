"""Exact distances over a product of coordinates, by breadth-first search from the goals.

A state is a tuple of rows, one of each coordinate, and a place in the table, in mixed radix. A layer is made
by looking for its states and going one turn back from each. The innermost coordinate is worked on as a whole:
all states of the layer that differ in it alone are taken together, so that one turn brings them into one
stretch of the table. Where fewer states are missing than are in the layer, it is the missing ones that look
one turn ahead.

A layer may be made by several threads at once: whatever they write in one pass is the same number, over
larger ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES, compiled
from cubeproof.contract.threads import run_in_threads
from cubeproof.tables.coordinate import Coordinate

Told = Callable[[float], None]

# Tables of so many states are not worth a thread.
_SMALL = 100_000


class TooFarError(Exception):
    """Distances do not fit into the numbers of a table."""


class ProductDistances:
    """Distances to the goals, in a table that is made as far as it is needed.

    Args:
        coordinates: the coordinates.
        costs: what each generator costs, shape (generators,).
        table: shape (states,): where they are written.

    Attributes:
        table: shape (states,): the distances; `far` where they are not known, or there is no way.
        far: the largest number of the table's kind.
        depth: all distances up to this one are known.
        counts: how many states there are at the distances 0, 1, …, as far as they are known.
        complete: whether there are no others.
        strides: shape (coordinates,): the place of a state is the sum of its rows times these.
    """

    def __init__(
        self, coordinates: Sequence[Coordinate], costs: NDArray[np.int64], table: NDArray[np.unsignedinteger]
    ) -> None:
        # The largest coordinate is the innermost.
        order = sorted(range(len(coordinates)), key=lambda number: len(coordinates[number]))
        self.outer = [coordinates[number] for number in order[:-1]]
        self.inner = coordinates[order[-1]]
        self.costs = costs
        self.strides = np.ones(len(coordinates), dtype=np.int64)
        size = 1
        for number in reversed(order):
            self.strides[number] = size
            size *= len(coordinates[number])
        self.far = int(np.iinfo(table.dtype).max)
        self.table = table
        self.table[:] = self.far
        goals = sum(
            (stride * one.goals for stride, one in zip(self.strides, coordinates, strict=True)),
            np.zeros(1, dtype=np.int64),
        )
        self.table[goals] = 0
        self.depth = 0
        self.counts = [len(np.unique(goals))]
        self.complete = False
        self._sizes = np.array([len(one) for one in self.outer], dtype=np.int64)
        self._blocks = np.cumsum([0, *(one.images.size for one in self.outer)], dtype=np.int64)[:-1]
        self._flat: dict[bool, tuple[NDArray[np.int32], NDArray[np.int32]]] = {}

    def at(self, states: NDArray[np.int64]) -> NDArray[np.unsignedinteger]:
        """The distances of states, given as rows, shape (states, coordinates)."""
        found: NDArray[np.unsignedinteger] = self.table[states @ self.strides]
        return found

    def deepen(self, flag: NDArray[np.int32], threads: int, told: Told) -> bool:
        """Make the next layer.

        Args:
            flag: shape (1,): not 0 when this is to end.
            threads: how many threads may work on it.
            told: called now and then with how much of the table is made, from 0 to 1.

        Returns:
            Whether it is made; if not, it is begun anew next time.

        Raises:
            TooFarError: there are distances that the table has no numbers for.
        """
        cost_most = int(self.costs.max())
        threads = 0 if self.table.size < _SMALL else threads
        if self.depth + 1 >= self.far - cost_most:
            raise TooFarError
        recent = self.counts[-cost_most:]
        if not any(recent):
            self.complete = True
            return True
        depth = self.depth
        missing = self.table.size - sum(self.counts)
        ahead = missing < 2 * recent[-1] and cost_most == 1
        if not COMPILES:
            self._in_layers(depth)
        else:
            for cost in [1] if ahead else sorted(set(self.costs.tolist())):
                chosen = np.flatnonzero(self.costs == cost)
                inner, outer = self._tables(ahead)
                work = partial(
                    _pulled if ahead else _pushed,
                    *(self.table, inner, outer, self._blocks, self._sizes),
                    *(depth, cost, chosen, flag),
                )
                done = min(1.0, sum(self.counts) / self.table.size)
                in_threads(work, self.table.size // inner.shape[1], threads, flag, partial(told, done))
                if flag[0]:
                    return False
        parts: list[int] = []
        in_threads(
            lambda first, last: parts.append(int(_count(self.table, depth + 1, first, last))),
            self.table.size,
            threads,
            flag,
        )
        if flag[0]:
            return False
        self.counts.append(sum(parts))
        self.depth += 1
        return True

    def _tables(self, ahead: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Where generators lead to, or from: the innermost coordinate, (generators, rows), and the others, flat."""
        if ahead not in self._flat:
            inner = self.inner.images if ahead else self.inner.origins
            outer = [(one.images if ahead else one.origins).ravel() for one in self.outer]
            self._flat[ahead] = (
                np.ascontiguousarray(inner.T),
                np.concatenate([np.zeros(0, dtype=np.int32), *outer]),
            )
        return self._flat[ahead]

    def _in_layers(self, depth: int) -> None:
        """Do the same as `_pushed`, with NumPy only."""
        coordinates = [*self.outer, self.inner]
        here = np.flatnonzero(self.table == depth)
        rows = []
        rest = here
        for one in reversed(coordinates):
            rest, row = np.divmod(rest, len(one))
            rows.append(row)
        rows.reverse()
        for generator, cost in enumerate(self.costs.tolist()):
            target = np.zeros(len(here), dtype=np.int64)
            for one, row in zip(coordinates, rows, strict=True):
                target = target * len(one) + one.origins[row, generator]
            better = target[self.table[target] > depth + cost]
            self.table[better] = depth + cost


def in_threads(
    work: Callable[[int, int], object],
    count: int,
    threads: int,
    flag: NDArray[np.int32],
    told: Callable[[], None] = lambda: None,
) -> None:
    """Call a function with the stretches of a range, from several threads.

    Args:
        work: takes the first and the end of a stretch.
        count: the length of the range.
        threads: how many threads; 0 to do it at once, for what takes no time.
        flag: shape (1,): set to 1 if this is interrupted, so that the work ends.
        told: called often meanwhile.
    """
    if threads == 0:
        work(0, count)
        return
    pieces = min(count, 8 * threads)
    bounds = [count * piece // pieces for piece in range(pieces + 1)]
    pairs = list(itertools.pairwise(bounds))
    run_in_threads(lambda pair: work(*pair), pairs, flag, threads=threads, meanwhile=told)


@compiled
def _begin(row: Any, sizes: Any, rows: Any) -> Any:
    """The rows of the outer coordinates."""
    for number in range(len(sizes) - 1, -1, -1):
        rows[number] = row % sizes[number]
        row //= sizes[number]


@compiled
def _stretch(
    rows: Any, sizes: Any, outer: Any, blocks: Any, generator: Any, generators: Any, width: Any
) -> Any:
    """Where the stretch begins that a generator leads to."""
    target = np.int64(0)
    for number in range(len(sizes)):
        target = target * sizes[number] + outer[blocks[number] + rows[number] * generators + generator]
    return target * width


# No entry is larger.
_ANY = 1 << 30


@compiled
def _lows(table: Any, base: Any, width: Any, least: Any, most: Any, lows: Any) -> Any:
    """Where in a stretch the entries from the least to the most value are; how many there are."""
    count = 0
    for low in range(width):
        # Written in any case, which is faster than to branch.
        lows[count] = low
        count += (table[base + low] >= least) & (table[base + low] <= most)
    return count


@compiled
def _pushed(
    table: Any,
    inner: Any,
    outer: Any,
    blocks: Any,
    sizes: Any,
    depth: Any,
    cost: Any,
    chosen: Any,
    flag: Any,
    first: Any,
    last: Any,
) -> Any:
    """Give all that lie one turn before the states at a distance their own, in some stretches of the table."""
    generators, width = inner.shape
    lows = np.empty(width + 1, dtype=np.int32)
    rows = np.empty(len(sizes), dtype=np.int64)
    value = depth + cost
    for row in range(first, last):
        if flag[0] != 0:
            return
        base = row * width
        count = _lows(table, base, width, depth, depth, lows)
        if count == 0:
            continue
        _begin(row, sizes, rows)
        for generator in chosen:
            target = _stretch(rows, sizes, outer, blocks, generator, generators, width)
            for number in range(count):
                to = target + inner[generator, lows[number]]
                table[to] = min(table[to], value)


@compiled
def _pulled(
    table: Any,
    inner: Any,
    outer: Any,
    blocks: Any,
    sizes: Any,
    depth: Any,
    cost: Any,
    chosen: Any,
    flag: Any,
    first: Any,
    last: Any,
) -> Any:
    """Give those states their distance that have none and lie one turn before some at a distance."""
    generators, width = inner.shape
    lows = np.empty(width + 1, dtype=np.int32)
    rows = np.empty(len(sizes), dtype=np.int64)
    value = depth + cost
    for row in range(first, last):
        if flag[0] != 0:
            return
        base = row * width
        count = _lows(table, base, width, value + 1, _ANY, lows)
        if count == 0:
            continue
        _begin(row, sizes, rows)
        for generator in chosen:
            target = _stretch(rows, sizes, outer, blocks, generator, generators, width)
            left = 0
            for number in range(count):
                low = lows[number]
                if table[target + inner[generator, low]] == depth:
                    table[base + low] = value
                else:
                    lows[left] = low
                    left += 1
            count = left
            if count == 0:
                break


@compiled
def _count(table: Any, value: Any, first: Any, last: Any) -> Any:
    """How many entries have a value."""
    count = 0
    for place in range(first, last):
        count += table[place] == value
    return count
