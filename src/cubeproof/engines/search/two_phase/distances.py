"""Pruning tables of whole phases, filled layer by layer in compiled loops, on all cores.

A table has a row for each class of the first coordinate and a column for each value of the second one. What a
turn does to the representative of a row leads to one other row, so a row is filled from as many rows as there are
turns: few enough to lie near the core. While a table is filled, an entry is a byte, so that threads that
write side by side do not disturb each other; kept are four bits.

As long as few cubes are known, their neighbours are marked; once most are, those that are left look for a
neighbour that is known.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.base.polling import pulse
from cubeproof.contract.events import Progress, TableBuilding
from cubeproof.contract.threads import run_in_threads
from cubeproof.engines.search.two_phase.symmetry import Classes
from cubeproof.puzzle.coordinates import Values

UNSEEN = 255
"""What stands in a table for a distance that is not known yet."""

# Into how many parts a layer is cut: more than cores, so that none waits long for the last one.
_PARTS = 32

# How many times as large a layer is as the one before it, as long as most are not known.
_GROWTH = 10


@dataclass(slots=True)
class Telling:
    """Tells how far the filling of a table is."""

    name: str
    """That of the table."""
    work: float
    """How much there is to do, measured as the calls of `add` do."""
    progress: Progress
    """The progress callback."""
    done: float = 0.0
    started: float = field(default_factory=time.monotonic)

    def add(self, work: float) -> None:
        """Some more is done."""
        self.done += work
        share = min(1.0, self.done / self.work)
        elapsed = time.monotonic() - self.started
        # What the first moments need says little about the rest.
        left = elapsed * (1 / share - 1) if share > _TELLING else None
        self.progress(TableBuilding(self.name, share, left))


_TELLING = 0.05


@dataclass(frozen=True, eq=False)
class Grid:
    """Two coordinates, the first one in classes, and how the same turns change them."""

    rows: NDArray[np.int32]
    """Shape (classes, turns), 16 · class + symmetry that a turn of a representative leads to."""
    columns: NDArray[np.uint16]
    """Shape (turns, values), what a turn makes of the second coordinate."""
    images: NDArray[np.uint16]
    """Shape (16, values), what a symmetry makes of it."""
    selves: NDArray[np.uint16]
    """Shape (classes,), which symmetries leave a representative as it is, a bit for each."""

    @classmethod
    def of(cls, classes: Classes, first: Values, second: Values, images: Values) -> Grid:
        """From the classes and turns of the first coordinate, and turns and images of the second one.

        Args:
            classes: of the values of the first coordinate.
            first: the value after each turn of each representative, shape (classes, turns).
            second: the value after each turn of each value, shape (values, turns).
            images: what each symmetry makes of each value, shape (values, 16).
        """
        columns, seen = (np.ascontiguousarray(table.T.astype(np.uint16)) for table in (second, images))
        return cls(classes.places[first], columns, seen, classes.selves)


@compiled
def spread(
    table: NDArray[np.uint8],
    rows: NDArray[np.int32],
    columns: NDArray[np.uint16],
    images: NDArray[np.uint16],
    selves: NDArray[np.uint16],
    reached: NDArray[np.uint8],
    flag: NDArray[np.int32],
    depth: int,
    first: int,
    last: int,
) -> int:
    """Mark what one turn makes of cubes at a depth, in the rows from `first` to before `last`.

    Args:
        table: shape (classes, values), the distances known.
        rows: of the `Grid`, like the next three.
        columns: of the `Grid`.
        images: of the `Grid`.
        selves: of the `Grid`.
        reached: shape (2, classes), in which depth a row was last written to, for even and odd ones.
        flag: shape (1,): anything but 0 ends this.
        depth: of the cubes whose neighbours are marked.
        first: the first row.
        last: the row behind the last one.

    Returns:
        How many cubes of that depth are in these rows.
    """
    count = 0
    found = np.empty(columns.shape[1], np.int64)
    for row in range(first, last):
        if flag[0] != 0:
            break
        if reached[depth & 1, row] != depth:
            continue
        here = 0
        for column in range(columns.shape[1]):
            if table[row, column] == depth:
                found[here] = column
                here += 1
        count += here
        for turn in range(columns.shape[0]):
            place = rows[row, turn]
            target, symmetry = place >> 4, place & 15
            reached[(depth + 1) & 1, target] = depth + 1
            others = selves[target]
            for index in range(here):
                column = images[symmetry, columns[turn, found[index]]]
                if table[target, column] > depth + 1:
                    table[target, column] = depth + 1
                    for other in range(1, 16):
                        # A cube that looks like itself through a symmetry has as many entries.
                        if others >> other & 1:
                            table[target, images[other, column]] = depth + 1
    return count


@compiled
def close(
    table: NDArray[np.uint8],
    rows: NDArray[np.int32],
    columns: NDArray[np.uint16],
    images: NDArray[np.uint16],
    flag: NDArray[np.int32],
    depth: int,
    first: int,
    last: int,
) -> int:
    """Mark what is not known and one turn away from cubes at a depth, in the rows from `first` to before `last`.

    Args:
        table: as in `spread`.
        rows: of the `Grid`, like the next two.
        columns: of the `Grid`.
        images: of the `Grid`.
        flag: shape (1,): anything but 0 ends this.
        depth: of the cubes that are looked for.
        first: the first row.
        last: the row behind the last one.

    Returns:
        How many cubes are left that are not known.
    """
    count = 0
    for row in range(first, last):
        if flag[0] != 0:
            break
        for column in range(columns.shape[1]):
            if table[row, column] == 255:
                count += 1
                for turn in range(columns.shape[0]):
                    place = rows[row, turn]
                    if table[place >> 4, images[place & 15, columns[turn, column]]] == depth:
                        table[row, column] = depth + 1
                        count -= 1
                        break
    return count


def distances(grid: Grid, telling: Telling, most: int = UNSEEN) -> NDArray[np.uint8]:
    """How many turns bring both coordinates to 0: shape (classes, values).

    Args:
        grid: the coordinates; all values can be reached.
        telling: told after every part of a layer; what it raises ends the work.
        most: the longest distances that are told apart; in place of longer ones stands this one.

    Between two parts `pulse` may end the work, too.
    """
    classes, values = len(grid.rows), grid.columns.shape[1]
    table = np.full((classes, values), UNSEEN, dtype=np.uint8)
    reached = np.full((2, classes), UNSEEN, dtype=np.uint8)
    reached[0, 0] = table[0, 0] = 0
    parts = list(pairwise(np.linspace(0, classes, _PARTS + 1).astype(int)))
    turning = (table, grid.rows, grid.columns, grid.images)
    flag = np.zeros(1, dtype=np.int32)

    def in_parts(loop: Callable[..., int], *arguments: Any, told: Callable[[int], None]) -> int:
        """The sum of what a loop returns of all rows."""
        return sum(
            run_in_threads(
                lambda part: loop(*arguments, flag, depth, *part), parts, flag, meanwhile=pulse, done=told
            )
        )

    depth, newest, left = 0, 1, table.size
    while left and depth + 1 < most:
        if 2 * newest > left:
            share = left / _PARTS
            total = in_parts(close, *turning, told=lambda _, share=share: telling.add(share))  # type: ignore[misc]
            newest, left = left - total, total
        else:
            total = in_parts(
                spread,
                *turning,
                grid.selves,
                reached,
                told=lambda count: telling.add(count * len(grid.columns)),
            )
            # The next layer is counted when its neighbours are marked; until then this is near enough.
            newest, left = _GROWTH * total, left - total
        depth += 1
    return np.minimum(table, most, out=table)


def packed(table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Distances up to 15 in four bits each, the first of two in the lower ones."""
    flat = table.reshape(-1)
    both: NDArray[np.uint8] = flat[1::2] << np.uint8(4)
    both |= flat[::2]
    return both
