"""Builds the distances of pairings, breadth first in compiled loops with several threads.

Few states are missing at the end, so the search then goes one turn forward from the missing states. In one pass all
threads write the same number, over larger numbers, so they need no lock.
"""

from __future__ import annotations

from functools import partial
from itertools import count, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES, compiled
from cubeproof.base.polling import pulse
from cubeproof.contract.events import Progress, ignore
from cubeproof.contract.executor import run_in_threads
from cubeproof.contract.table_share import TableShare
from cubeproof.errors import UnsupportedError
from cubeproof.methods.reduction.pairing import COLUMNS, NO_TURN, ROWS, SYMMETRIES, entry, pairing_tables
from cubeproof.methods.reduction.stored_tables import EDGES
from cubeproof.sentences import Template
from cubeproof.tables.packing import modulo_3, packed

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
    if own > 1:
        _read(tables, place // COLUMNS, place % COLUMNS, pairing)
        for symmetry in range(1, SYMMETRIES):
            if own >> symmetry & 1:
                for edge in range(12):
                    place = pairing[tables.inner[symmetry, NO_TURN, edge]]
                    image[edge] = tables.outer[symmetry, NO_TURN, place]
                # Its row is this row, whose first symmetry is none.
                table[entry(tables, image, NO_TURN)] = value


@compiled
def _fill(tables: Any, table: Any, depth: Any, pulled: Any, flag: Any, first: Any, last: Any) -> Any:
    """For some rows, set the distance of all states one turn from those at `depth`; `pulled`, from their side."""
    pairing, image, own = np.empty((3, 12), dtype=np.int8)
    for row in range(first, last):
        if flag[0] != 0:
            return
        for column in range(COLUMNS):
            here = row * COLUMNS + column
            if table[here] != (_FAR if pulled else depth):
                continue
            _read(tables, row, column, pairing)
            for turn in range(NO_TURN):
                place = entry(tables, pairing, turn)
                if pulled and table[place] == depth:
                    table[here] = depth + 1
                    break
                if not pulled and table[place] == _FAR:
                    _set(tables, table, place, depth + 1, own, image)


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
    tables, tell = pairing_tables(), TableShare(EDGES.name, progress)
    table = np.full(ROWS * COLUMNS, _FAR, dtype=np.uint8)
    _set(
        tables,
        table,
        entry(tables, np.arange(12, dtype=np.int8), NO_TURN),
        0,
        *np.empty((2, 12), dtype=np.int8),
    )
    counts = [int(np.count_nonzero(table == 0))]
    flag = np.zeros(1, dtype=np.int32)
    bounds = [ROWS * piece // _PIECES for piece in range(_PIECES + 1)]
    pieces = list(pairwise(bounds))

    tell(0)
    while counts[-1]:
        pulled, finished = table.size - sum(counts) < 2 * counts[-1], count()
        work = partial(_fill, tables, table, len(counts) - 1, pulled, flag)

        def fill(piece: tuple[int, int], work: partial[None] = work) -> None:
            work(*piece)

        def finish(_: None, finished: count[int] = finished) -> None:
            # A pass takes the states of one distance one turn further.
            tell((sum(counts[:-1]) + counts[-1] * (next(finished) + 1) / _PIECES) / table.size)

        run_in_threads(fill, pieces, flag, threads=threads, meanwhile=pulse, done=finish)
        counts.append(int(np.count_nonzero(table == len(counts))))
    tell(1)
    return table, counts[:-1]


def built_edges(progress: Progress = ignore) -> NDArray[np.uint8]:
    """Return the distances modulo 3, two bits each."""
    return packed(modulo_3(distances(progress)[0]), 2)
