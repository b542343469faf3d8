"""Builds the distances of pairings, breadth first in compiled loops with several threads.

All columns of a row are processed together, turn by turn. A turn takes at most two edges from outside into the four
edges of rows, so the images of these two edges (a *pair*) decide the row and the symmetry after the turn. Then each
other image contributes a summand to the new column as bits, three for each of eight edges, and two look-ups convert
these bits to the number of the column.

Few states are missing at the end, so the search then goes one turn forward from the missing states. In one pass all
threads write the same number, over larger numbers, so they need no lock.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES, compiled
from cubeproof.base.polling import pulse
from cubeproof.contract.build_progress import BuildProgress
from cubeproof.contract.events import Progress, ignore
from cubeproof.errors import UnsupportedError
from cubeproof.methods.reduction.pairing import (
    COLUMNS,
    FIRST,
    NO_TURN,
    ROWS,
    SYMMETRIES,
    PairingTables,
    entry,
    pairing_tables,
)
from cubeproof.methods.reduction.stored_tables import EDGES
from cubeproof.sentences import Template
from cubeproof.tables.packing import modulo_3, packed
from cubeproof.work.executor import run_in_threads

_NOT_COMPILED = Template(
    "reduction.not-compiled", "The table {table} requires Numba, which is not installed."
)

_FAR = 255

# The number of pieces of a table: more than cores, so that no thread waits long for the last piece.
_PIECES = 64


@compiled
def _read(tables: Any, row: Any, column: Any, pairing: Any) -> Any:
    """Write the pairing of a row and a column."""
    for edge in range(4):
        pairing[edge] = tables.starts[row, edge]
    for edge in range(8):
        pairing[edge + 4] = tables.starts[row, 4 + tables.orders[column, edge]]
    if tables.odd[row]:
        pairing[10], pairing[11] = pairing[11], pairing[10]


@compiled
def _set(tables: Any, table: Any, place: Any, value: Any, pairing: Any, image: Any) -> Any:
    """Set an entry, and the entries of the same pairing under the symmetries that keep its row."""
    table[place] = value
    own = tables.selves[place // COLUMNS]
    _read(tables, place // COLUMNS, place % COLUMNS, pairing)
    for symmetry in range(1, SYMMETRIES):
        if own >> symmetry & 1:
            for edge in range(12):
                place = pairing[tables.inner[symmetry, NO_TURN, edge]]
                image[edge] = tables.outer[symmetry, NO_TURN, place]
            # Its row is this row, whose first symmetry is none.
            table[entry(tables, image, NO_TURN)] = value


class _Columns(NamedTuple):
    """Columns as orders of eight edges."""

    slots: NDArray[np.uint8]
    """8 · edge + image for the edges of each column, shape (20160 · 8,)."""
    first: NDArray[np.int32]
    """12 · the rank of the first four images, by three bits for each, shape (4096,)."""
    last: NDArray[np.int32]
    """The rank of the last four, given the first four, shape (4096,). A column is the sum of both."""
    turns: NDArray[np.intp]
    """The turns, first those that keep the four edges of rows: they are faster, and enough for most missing states."""


def _columns(tables: PairingTables) -> _Columns:
    """Return the columns of the table."""
    bits = tables.orders.astype(np.int32) << 3 * (np.arange(8, dtype=np.int32) % 4)
    first, last = np.zeros((2, 4096), dtype=np.int32)
    column = np.arange(COLUMNS)
    first[bits[:, :4].sum(axis=1)] = column // 12 * 12
    last[bits[:, 4:].sum(axis=1)] = column % 12
    leaves = (tables.inner[0, :NO_TURN, :4] >= 4).any(axis=1)
    slots = (8 * np.arange(8) + tables.orders).astype(np.uint8).ravel()
    return _Columns(slots, first, last, np.argsort(leaves, kind="stable"))


@compiled
def _order_place(place: Any, odd: Any) -> Any:
    """Return the place in the order of a column of one of the edges 4 to 11."""
    return 17 - place if odd and place >= 10 else place - 4


@compiled
def _summands(tables: Any, row: Any, turn: Any, summands: Any, starts: Any) -> Any:
    """Compute where a turn leads from a row.

    Args:
        tables: the tables.
        row: the number of the row.
        turn: the turn.
        summands: output: for each pair, the bits that each image of each edge adds, at (pair · 8 + edge) · 8 + image.
        starts: output: the place of the new row in the table, for each pair.

    Returns:
        The two edges of a pair, as places in the order of a column; −1 if the turn keeps the four edges of rows. The
        number of a pair is 8 · first image + second image, or 0.
    """
    odd, full = tables.odd[row], tables.starts[row]
    one, two = -1, -1
    for edge in range(4):
        place = tables.inner[0, turn, edge]
        if place >= 4:
            one, two = two, _order_place(place, odd)
    for pair in range(64 if two >= 0 else 1):
        first, second = pair >> 3, pair & 7
        if two >= 0 and first == second:
            continue
        symmetry, number = 0, 0
        # Twice: the symmetry follows from the first images without a symmetry.
        for _ in range(2):
            left, number = 4095, 0
            for edge in range(4):
                place = tables.inner[symmetry, turn, edge]
                if place >= 4:
                    place = 4 + (first if _order_place(place, odd) == one else second)
                image = tables.outer[symmetry, turn, full[place]]
                number += tables.below[left, image] * FIRST[edge]
                left ^= 1 << image
            if symmetry == 0:
                number = tables.rows[number]
                symmetry, starts[pair] = number & 7, (number >> 3) * COLUMNS
        base, fixed = pair << 6, 0
        for edge in range(8):
            shift = 3 * edge
            place = tables.inner[symmetry, turn, edge + 4]
            if place < 4:
                fixed += tables.below[left, tables.outer[symmetry, turn, full[place]]] << shift
                continue
            at = base + 8 * _order_place(place, odd)
            for image in range(8):
                label = tables.below[left, tables.outer[symmetry, turn, full[4 + image]]]
                summands[at + image] = label << shift
        if two >= 0:
            for image in range(8):
                summands[base + 8 * one + image] = fixed
                summands[base + 8 * two + image] = 0
    return one, two


@compiled
def _fill(
    tables: Any, columns: Any, table: Any, depth: Any, pulled: Any, flag: Any, first: Any, last: Any
) -> Any:
    """For some rows, set the distance of all states one turn from those at `depth`; `pulled`, from their side."""
    summands, starts = np.empty(64 * 64, dtype=np.int32), np.empty(64, dtype=np.int64)
    waiting, places = np.empty(COLUMNS + 1, dtype=np.int32), np.empty(COLUMNS, dtype=np.int64)
    sought, value = _FAR if pulled else depth, np.uint8(depth + 1)
    for row in range(first, last):
        if flag[0] != 0:
            return
        base, count = row * COLUMNS, 0
        for column in range(COLUMNS):
            waiting[count] = column
            count += table[base + column] == sought
        for turn in columns.turns:
            if count == 0:
                break
            one, two = _summands(tables, row, turn, summands, starts)
            _images(columns, summands, starts, one, two, waiting, count, places)
            if not pulled:
                for index in range(count):
                    # Without a branch, which would be hard to predict.
                    place = places[index]
                    table[place] = min(table[place], value)
                continue
            left = 0
            for index in range(count):
                column = waiting[index]
                near = table[places[index]] == depth
                table[base + column] = value if near else np.uint8(_FAR)
                waiting[left] = column
                left += not near
            count = left


@compiled
def _images(
    columns: Any, summands: Any, starts: Any, one: Any, two: Any, waiting: Any, count: Any, places: Any
) -> Any:
    """Write the places in the table of some columns of a row after a turn."""
    slots = columns.slots
    for index in range(count):
        at = 8 * waiting[index]
        pair = 0 if two < 0 else ((slots[at + one] & 7) << 3) + (slots[at + two] & 7)
        base, bits = pair << 6, 0
        for edge in range(8):
            bits += summands[base + slots[at + edge]]
        places[index] = starts[pair] + columns.first[bits & 4095] + columns.last[bits >> 12]


@compiled
def _complete(tables: Any, table: Any, value: Any, first: Any, last: Any) -> Any:
    """For some rows, set all entries of each pairing that has a distance in one entry."""
    pairing, image = np.empty(12, dtype=np.int8), np.empty(12, dtype=np.int8)
    for row in range(first, last):
        if tables.selves[row] > 1:
            for place in range(row * COLUMNS, (row + 1) * COLUMNS):
                if table[place] == value:
                    _set(tables, table, place, value, pairing, image)


def distances(progress: Progress = ignore, threads: int | None = None) -> tuple[NDArray[np.uint8], list[int]]:
    """Return the distance of each entry, and the number of entries at each distance.

    Args:
        progress: receives the share of the table that is complete.
        threads: the number of threads; by default one for each core.

    Raises:
        UnsupportedError: Numba is not installed.
    """
    if not COMPILES:
        raise UnsupportedError(_NOT_COMPILED(table=EDGES.name))
    tables, report = pairing_tables(), BuildProgress(EDGES.name, progress)
    columns = _columns(tables)
    table = np.full(ROWS * COLUMNS, _FAR, dtype=np.uint8)
    paired = np.arange(12, dtype=np.int8)
    _set(tables, table, entry(tables, paired, NO_TURN), np.uint8(0), *np.empty((2, 12), dtype=np.int8))
    counts = [int(np.count_nonzero(table == 0))]
    flag = np.zeros(1, dtype=np.int32)
    bounds = [ROWS * piece // _PIECES for piece in range(_PIECES + 1)]
    pieces = list(pairwise(bounds))

    report(0)
    while counts[-1]:
        # A state that is missing often needs only a few turns, and a pass that reads is faster than one that writes.
        pulled, finished = table.size - sum(counts) < 3 * counts[-1], count()
        passes: list[Callable[..., None]] = [
            partial(_fill, tables, columns, table, len(counts) - 1, pulled, flag)
        ]
        if not pulled:
            passes.append(partial(_complete, tables, table, np.uint8(len(counts))))

        def finish(_: None, finished: count[int] = finished, steps: int = len(passes) * _PIECES) -> None:
            # A pass takes the states of one distance one turn further.
            report((sum(counts[:-1]) + counts[-1] * (next(finished) + 1) / steps) / table.size)

        for work in passes:

            def one_pass(piece: tuple[int, int], work: Callable[..., None] = work) -> None:
                work(*piece)

            run_in_threads(one_pass, pieces, flag, threads=threads, meanwhile=pulse, done=finish)
        counts.append(int(np.count_nonzero(table == len(counts))))
    report(1)
    return table, counts[:-1]


def built_edges(progress: Progress = ignore) -> NDArray[np.uint8]:
    """Return the distances modulo 3, two bits each."""
    return packed(modulo_3(distances(progress)[0]), 2)
