"""Builds and loads the tables of a phase, one stored table for each phase.

A stored table is the arrays of `PhaseTables` in their order, each from a multiple of 64 bytes, after a header with the
lengths of the arrays.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES
from cubeproof.contract.build_progress import BuildProgress
from cubeproof.contract.control import Control
from cubeproof.contract.events import Progress, ignore
from cubeproof.contract.table import verified
from cubeproof.errors import UnsupportedError
from cubeproof.methods.large5.loop import SYMMETRIES, PhaseTables
from cubeproof.methods.large5.stored_tables import TABLES
from cubeproof.methods.two_phase.tables import NOT_COMPILED
from cubeproof.store import Store, TableArray, aligned_empty

_KINDS: dict[str, type[np.generic]] = {
    "prune": np.uint8,
    "lookups": np.int64,
    "seen": np.uint16,
    "after": np.int32,
    "offsets": np.int64,
    "through": np.uint8,
    "products": np.uint8,
    "allowed": np.int64,
    "skips": np.int64,
    "starts": np.int32,
    "rows": np.uint8,
    "row_counts": np.int64,
}

_LINE = 64
_HEADER = 2 * _LINE


def _aligned(size: int) -> int:
    return -(-size // _LINE) * _LINE


def _joined(arrays: Sequence[NDArray[np.generic]]) -> NDArray[np.generic]:
    return np.concatenate([np.zeros(0, dtype=np.uint8), *(array.reshape(-1) for array in arrays)])


def _content(arrays: dict[str, NDArray[np.generic]]) -> NDArray[np.uint8]:
    flat = [np.ascontiguousarray(arrays[name], kind).reshape(-1) for name, kind in _KINDS.items()]
    content = aligned_empty(_HEADER + sum(_aligned(array.nbytes) for array in flat))
    content[:] = 0
    content[: 8 * len(flat)] = np.array([len(array) for array in flat], dtype=np.int64).view(np.uint8)
    first = _HEADER
    for array in flat:
        content[first : first + array.nbytes] = array.view(np.uint8)
        first += _aligned(array.nbytes)
    return content


def _read(content: NDArray[np.uint8]) -> PhaseTables:
    lengths = content[: 8 * len(_KINDS)].view(np.int64).tolist()
    arrays, first = {}, _HEADER
    for (name, kind), length in zip(_KINDS.items(), lengths, strict=True):
        size = length * np.dtype(kind).itemsize
        arrays[name] = content[first : first + size].view(kind)
        first += _aligned(size)
    return PhaseTables(**arrays)


def built(number: int, progress: Progress = ignore) -> NDArray[np.uint8]:
    """Return the table of a phase, 1 to 5, as stored."""
    from cubeproof.methods.large5.phases import phase as phase_of

    name = TABLES[number - 1].name
    if not COMPILES:
        raise UnsupportedError(NOT_COMPILED(table=name))
    report = BuildProgress(name, progress, 0.1)
    report(0)
    phase = phase_of(number)
    # Each table starts at a whole byte.
    sizes = np.cumsum([0, *(-(-table.shape[0] * table.shape[1] // 2) * 2 for table in phase.prunings)])

    prune, lookups, seen, columns = [], [], [], 0
    for table, first in zip(phase.prunings, sizes[:-1].tolist(), strict=True):
        size = table.shape[0] * table.shape[1]

        def report_share(share: float, first: int = first, size: int = size) -> None:
            report(0.99 * (first + share * size) / int(sizes[-1]))

        prune.append(table.built(report_share))
        seen.append(table.seen)
        stride = table.seen.shape[1] if len(table.seen) > 1 else 0
        lookups += [[*pair, first, table.shape[1], columns, stride] for pair in table.pairs]
        columns += table.seen.size
    turns, count = phase.turns, len(phase.turns)
    through = np.zeros((SYMMETRIES, count), dtype=np.uint8)
    through[: len(phase.through)] = phase.through
    products = np.zeros((SYMMETRIES, SYMMETRIES), dtype=np.uint8)
    products[: len(phase.products), : len(phase.products)] = phase.products
    # Turns of one axis commute: only turns of a later block of layers may follow.
    block, axis = np.array(turns) // 3, np.array(turns) // 3 % 3
    follows = (axis[:, None] != axis) | (block[:, None] < block)
    allowed = [*(follows @ (1 << np.arange(count))).tolist(), (1 << count) - 1]
    # Coordinates that are the same share their arrays.
    different = list(dict.fromkeys(phase.coordinates))
    first = np.cumsum([0, *(coordinate.after.size for coordinate in different)])
    offsets = [int(first[different.index(coordinate)]) for coordinate in phase.coordinates]
    starts = [coordinate.starts for coordinate in different if coordinate.starts is not None]
    content = _content(
        {
            "prune": _joined(prune),
            "lookups": np.array(lookups),
            "seen": _joined(seen),
            "after": _joined([coordinate.after for coordinate in different]),
            "offsets": np.array(offsets),
            "through": through,
            "products": products,
            "allowed": np.array(allowed),
            "skips": np.array([max(np.flatnonzero(block == own)) for own in block]),
            "starts": _joined(starts),
            "rows": _joined(phase.rows),
            "row_counts": np.array([len(rows) for rows in phase.rows]),
        }
    )
    report(1)
    return content


def load(number: int, store: Store | None, control: Control) -> tuple[PhaseTables, TableArray]:
    """Return the tables of a phase, 1 to 5, from the store; a missing table is built and stored.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
        TooLargeError: there is not enough memory.
    """
    (array,) = verified(control, store, TABLES[number - 1])
    return _read(array.data), array
