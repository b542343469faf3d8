"""The search of `tables.distances` in compiled loops, by several threads.

The last view is worked on as a whole: all states of the layer that differ only in it are taken together, so that one
turn brings them into one stretch of the table. Where fewer states are missing than are in the layer, the missing ones
look one turn ahead.

Whatever threads write in one pass is the same number, over larger ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.base.polling import pulse
from cubeproof.contract.threads import run_in_threads, usable_cores
from cubeproof.tables.distances import Distances, Report

# Smaller tables are not worth a thread.
_SMALL = 100_000

# Into how many stretches a table is cut: more than there are cores, so that none waits long for the last one.
_PIECES = 32


class CompiledDistances(Distances):
    """`Distances` in compiled loops, which take Numba."""

    def _layer(self, flag: NDArray[np.int32], threads: int | None, report: Report) -> bool:
        threads = usable_cores() if threads is None else threads
        missing = self.table.size - sum(self.counts)
        ahead = missing < 2 * self.counts[-1] and int(self.costs.max()) == 1
        inner, outer, blocks, images, selves = self._turns(ahead)
        sizes = np.array(self.sizes[:-1], dtype=np.int64)
        tables = self.table, self._reached, inner, outer, blocks, sizes, images, selves
        prices = sorted(set(self.costs.tolist()))
        for number, cost in enumerate(prices):
            chosen = np.flatnonzero(self.costs == cost)
            work = partial(_pulled if ahead else _pushed, *tables, self.depth, cost, chosen, flag)

            def tell(share: float, number: int = number) -> None:
                report(self._share((number + share) / len(prices)))

            rows = self.table.size // inner.shape[1]
            _in_threads(work, rows, 0 if self.table.size < _SMALL else threads, flag, tell)
            if flag[0]:
                return False
        return True

    def _count(self, depth: int) -> int:
        return int(_counted(self.table, self._reached, depth))

    @cached_property
    def _reached(self) -> NDArray[np.int32]:
        """For the last depths the greatest depth of which a row has entries, shape (depths, rows)."""
        reached = np.full((int(self.costs.max()) + 1, self.table.size // self.sizes[-1]), -1, dtype=np.int32)
        reached[0, self.goals // self.sizes[-1]] = 0
        return reached

    def _turns(self, ahead: bool) -> tuple[NDArray[Any], ...]:
        """Where turns lead to, or from, as loops take them.

        Returns:
            The last view, shape (generators, numbers); the others, flat; where each of these starts; what symmetries
            make of the last view, shape (symmetries, numbers); the stabilizers of the classes, none if there are none.
        """
        if ahead not in self._kept:
            kind = np.uint16 if self.sizes[-1] <= 1 << 16 else np.int32
            inner = np.ascontiguousarray((self.views[-1].images if ahead else self.views[-1].origins).T, kind)
            images, selves = np.arange(inner.shape[1], dtype=kind)[None], np.zeros(0, dtype=np.uint64)
            if self.folded is None:
                outer = [(view.images if ahead else view.origins).ravel() for view in self.views[:-1]]
            else:
                classes, view = self.folded.classes, self.views[0]
                lead = view.after if ahead else view.before
                columns = [classes.places[lead(classes.representatives, turn)] for turn in range(len(inner))]
                outer = [np.stack(columns, axis=1).ravel()]
                images, selves = np.ascontiguousarray(self.folded.images, kind), classes.selves
            blocks = np.cumsum([0, *map(len, outer)], dtype=np.int64)[:-1]
            flat = np.concatenate([np.zeros(0, dtype=np.int32), *outer]).astype(np.int32, copy=False)
            self._kept[ahead] = inner, flat, blocks, images, selves
        return self._kept[ahead]

    @cached_property
    def _kept(self) -> dict[bool, tuple[NDArray[Any], ...]]:
        """The turns in both directions, once they are needed."""
        return {}


def _in_threads(
    work: Callable[[int, int], object],
    count: int,
    threads: int,
    flag: NDArray[np.int32],
    report: Callable[[float], None],
) -> None:
    """Call a function with the stretches of a range, from several threads.

    Args:
        work: takes the first and the end of a stretch.
        count: the length of the range.
        threads: how many threads; 0 to work in this one, if that takes no time.
        flag: shape (1,): set to 1 if this is interrupted, so that the work ends.
        report: called often with the share of the range that is done.
    """
    if threads == 0:
        work(0, count)
        return
    pieces = min(count, _PIECES)
    pairs = list(itertools.pairwise([count * piece // pieces for piece in range(pieces + 1)]))
    finished = 0

    def tell() -> None:
        pulse()
        report(finished / pieces)

    def finish(result: object) -> None:
        nonlocal finished
        del result
        finished += 1

    run_in_threads(lambda pair: work(*pair), pairs, flag, threads=threads, meanwhile=tell, done=finish)


@compiled
def _counted(table: Any, reached: Any, depth: Any) -> Any:
    """Count the entries at a depth."""
    count = 0
    rows = reached.shape[1]
    width = len(table) // rows
    for row in range(rows):
        if reached[depth % len(reached), row] == depth:
            for place in range(row * width, (row + 1) * width):
                count += table[place] == depth
    return count


@compiled
def _numbers(row: Any, sizes: Any, numbers: Any) -> Any:
    """The numbers of the outer views."""
    for view in range(len(sizes) - 1, -1, -1):
        numbers[view] = row % sizes[view]
        row //= sizes[view]


@compiled
def _row(numbers: Any, sizes: Any, outer: Any, blocks: Any, generator: Any, generators: Any) -> Any:
    """The row that a generator leads to, or the class and the symmetry: class · symmetries + symmetry."""
    target = np.int64(0)
    for view in range(len(sizes)):
        target = target * sizes[view] + outer[blocks[view] + numbers[view] * generators + generator]
    return target


# No entry is larger.
_ANY = 1 << 30


@compiled
def _lows(table: Any, base: Any, width: Any, least: Any, most: Any, lows: Any) -> Any:
    """Find where in a row the entries from the least to the most value are; return how many there are."""
    count = 0
    for low in range(width):
        # Written in any case, which is faster than to branch.
        lows[count] = low
        count += (table[base + low] >= least) & (table[base + low] <= most)
    return count


@compiled
def _pushed(
    table: Any,
    reached: Any,
    inner: Any,
    outer: Any,
    blocks: Any,
    sizes: Any,
    images: Any,
    selves: Any,
    depth: Any,
    cost: Any,
    chosen: Any,
    flag: Any,
    first: Any,
    last: Any,
) -> Any:
    """Give all that lie one turn before the states at a distance their own, in some rows of the table."""
    generators, width = inner.shape
    symmetries = len(images)
    lows = np.empty(width + 1, dtype=np.int32)
    numbers = np.empty(len(sizes), dtype=np.int64)
    value = depth + cost
    for row in range(first, last):
        if flag[0] != 0:
            return
        if reached[depth % len(reached), row] != depth:
            continue
        count = _lows(table, row * width, width, depth, depth, lows)
        if count == 0:
            continue
        _numbers(row, sizes, numbers)
        for generator in chosen:
            place = _row(numbers, sizes, outer, blocks, generator, generators)
            symmetry = place % symmetries
            reached[value % len(reached), place // symmetries] = value
            target = place // symmetries * width
            if symmetries == 1:
                for index in range(count):
                    to = target + inner[generator, lows[index]]
                    table[to] = min(table[to], value)
                continue
            alike = selves[place // symmetries]
            for index in range(count):
                low = images[symmetry, inner[generator, lows[index]]]
                if table[target + low] > value:
                    table[target + low] = value
                    # A state that looks like itself through a symmetry has as many entries.
                    if alike > 1:
                        for other in range(1, symmetries):
                            if alike >> np.uint64(other) & np.uint64(1):
                                table[target + images[other, low]] = value


@compiled
def _pulled(
    table: Any,
    reached: Any,
    inner: Any,
    outer: Any,
    blocks: Any,
    sizes: Any,
    images: Any,
    selves: Any,  # noqa: ARG001 - the loops take the same
    depth: Any,
    cost: Any,
    chosen: Any,
    flag: Any,
    first: Any,
    last: Any,
) -> Any:
    """Give those states their distance that have none and lie one turn before some at a distance."""
    generators, width = inner.shape
    symmetries = len(images)
    lows = np.empty(width + 1, dtype=np.int32)
    numbers = np.empty(len(sizes), dtype=np.int64)
    value = depth + cost
    for row in range(first, last):
        if flag[0] != 0:
            return
        base = row * width
        count = _lows(table, base, width, value + 1, _ANY, lows)
        if count == 0:
            continue
        reached[value % len(reached), row] = value
        _numbers(row, sizes, numbers)
        for generator in chosen:
            place = _row(numbers, sizes, outer, blocks, generator, generators)
            symmetry = place % symmetries
            target = place // symmetries * width
            left = 0
            for index in range(count):
                low = lows[index]
                after = inner[generator, low]
                if symmetries > 1:
                    after = images[symmetry, after]
                if table[target + after] == depth:
                    table[base + low] = value
                else:
                    lows[left] = low
                    left += 1
            count = left
            if count == 0:
                break
