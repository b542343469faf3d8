"""The search of `tables.distances` in compiled loops, with several threads.

A *row* of the table has all states that differ only in the last view; a turn moves a row's states of the layer to one
row. If fewer states are missing than are in the layer, the search goes one turn forward from the missing states
instead.

In one pass all threads write the same number, over larger numbers, so they need no lock.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import TypedLoop, compiled, sample
from cubeproof.base.polling import pulse
from cubeproof.tables.distances import Distances, Report
from cubeproof.work.executor import run_in_threads, usable_cores

# Smaller tables do not use threads.
_SMALL = 100_000

# The number of pieces of a table: more than cores, so that no thread waits long for the last piece.
_PIECES = 32


class CompiledDistances(Distances):
    """`Distances` in compiled loops, which require Numba."""

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
        return int(_count(self.table, self._reached, depth))

    @cached_property
    def _reached(self) -> NDArray[np.int32]:
        """For the last depths, the greatest depth of the entries of each row, shape (depths, rows)."""
        reached = np.full((int(self.costs.max()) + 1, self.table.size // self.sizes[-1]), -1, dtype=np.int32)
        reached[0, self.goals // self.sizes[-1]] = 0
        return reached

    def _turns(self, ahead: bool) -> tuple[NDArray[Any], ...]:
        """Return the images of turns (`ahead`), or of their inverses, as arguments of the loops."""
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
            # The last view's images, shape (generators, numbers); the other views' images, flat, and their starts; the
            # last view's images under symmetries, shape (symmetries, numbers); the stabilizers of the classes, if any.
            self._kept[ahead] = inner, flat, blocks, images, selves
        return self._kept[ahead]

    @cached_property
    def _kept(self) -> dict[bool, tuple[NDArray[Any], ...]]:
        """The cache of `_turns`, by direction."""
        return {}


def _in_threads(
    work: Callable[[int, int], object],
    count: int,
    threads: int,
    flag: NDArray[np.int32],
    report: Callable[[float], None],
) -> None:
    """Call `work` with the pieces of a range, in several threads, or in this thread if `threads` is 0."""
    # An interruption sets the flag, which ends the work; `report` receives the completed share.
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
def _count(table: Any, reached: Any, depth: Any) -> Any:
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
    """Compute the numbers of the outer views of a row."""
    for view in range(len(sizes) - 1, -1, -1):
        numbers[view] = row % sizes[view]
        row //= sizes[view]


@compiled
def _row(numbers: Any, sizes: Any, outer: Any, blocks: Any, generator: Any, generators: Any) -> Any:
    """Return the row that a generator leads to; for classes, class · symmetries + symmetry."""
    target = np.int64(0)
    for view in range(len(sizes)):
        target = target * sizes[view] + outer[blocks[view] + numbers[view] * generators + generator]
    return target


# Larger than all entries.
_ANY = 1 << 30


@compiled
def _lows(table: Any, base: Any, width: Any, least: Any, most: Any, lows: Any) -> Any:
    """Find the positions of a row's entries with values from `least` to `most`; return their number."""
    count = 0
    for low in range(width):
        # Always written, which is faster than a branch.
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
    """Backward step for some rows: set the distance of all states one turn before the states at `depth`."""
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
                    # A state that a symmetry maps to itself has several entries.
                    if alike > 1:
                        for own_symmetry in range(1, symmetries):
                            if alike >> np.uint64(own_symmetry) & np.uint64(1):
                                table[target + images[own_symmetry, low]] = value


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
    """Forward step for some rows: set the distance of states without one from which a turn leads to `depth`."""
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


def typed_loops() -> tuple[TypedLoop, ...]:
    """Return the loops with the types of tables whose distances are below 256."""
    table, reached, numbers, flag = sample(np.uint8), sample(np.int32, 2), sample(np.int64), sample(np.int32)
    loops = [TypedLoop(_count, (table, reached, 0))]
    # See `_turns`: the numbers of the last view have one of two types.
    for kind in (np.uint16, np.int32):
        turns = sample(kind, 2), sample(np.int32), numbers, numbers, sample(kind, 2), sample(np.uint64)
        arguments = table, reached, *turns, 0, 0, numbers, flag, 0, 0
        loops += [TypedLoop(_pushed, arguments), TypedLoop(_pulled, arguments)]
    return tuple(loops)
