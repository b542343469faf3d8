"""Pruning tables: for two coordinates at a time, how many turns it takes at least to bring both to 0.

Since no turn does more for two coordinates than for the whole cube, such a distance never overestimates. The tables of
phase 1 have 1,082,565 (twist and slots), 1,013,760 (flip and slots) and 4,478,976 (twist and flip) bytes, those
of phase 2 967,680 each (corners, or edges of U and D, with the edges of the middle layer).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.events import LayerCounted, Progress, ignore
from cubeproof.contract.table import Table
from cubeproof.engines.search.two_phase.stored_tables import PHASE1, PHASE2
from cubeproof.puzzle.coordinates import Values, phase1_moves, phase2_moves
from cubeproof.store import Store

_UNSEEN = 255

_Pairs = tuple[tuple[int, int], ...]

_PAIRS: dict[Table, _Pairs] = {PHASE1: ((0, 2), (1, 2), (0, 1)), PHASE2: ((0, 2), (1, 2))}


@dataclass(frozen=True, eq=False)
class PairTable:
    """Distances for a pair of coordinates.

    Attributes:
        first, second: which two of the three coordinates of the phase.
        values: how many values the second one has.
        distances: uint8, at first · values + second.
    """

    first: int
    second: int
    values: int
    distances: NDArray[np.uint8]

    def of(self, values: Values) -> NDArray[np.uint8]:
        """The distances for coordinates of shape (3, …)."""
        found: NDArray[np.uint8] = self.distances[values[self.first] * self.values + values[self.second]]
        return found


def build(first: Values, second: Values, progress: Progress = ignore) -> NDArray[np.uint8]:
    """Search breadth-first from where both coordinates are 0.

    Args:
        first: how turns change the first coordinate, shape (values, turns).
        second: how the same turns change the second one.
        progress: called after every layer.

    >>> build(np.array([[1], [2], [0]]), np.array([[1], [0]])).tolist()
    [0, 3, 4, 1, 2, 5]
    """
    size = len(second)
    distances = np.full(len(first) * size, _UNSEEN, dtype=np.uint8)
    distances[0] = depth = 0
    layer = np.zeros(1, dtype=np.int32)
    # Column by column, so that a turn's table lies in one piece.
    columns = [
        (np.ascontiguousarray(a) * size, np.ascontiguousarray(b))
        for a, b in zip(first.T, second.T, strict=True)
    ]
    while len(layer):
        progress(LayerCounted(depth, len(layer)))
        depth += 1
        one, other = np.divmod(layer, np.int32(size))
        for after_one, after_other in columns:
            reached = after_one[one] + after_other[other]
            distances[reached[distances[reached] == _UNSEEN]] = depth
        layer = np.flatnonzero(distances == depth).astype(np.int32)
    return distances


def _built(moves: Sequence[Values], pairs: _Pairs, progress: Progress) -> bytes:
    return b"".join(build(moves[a], moves[b], progress).tobytes() for a, b in pairs)


def built_phase1(progress: Progress = ignore) -> bytes:
    """The stored table of phase 1."""
    return _built(phase1_moves(), _PAIRS[PHASE1], progress)


def built_phase2(progress: Progress = ignore) -> bytes:
    """The stored table of phase 2."""
    return _built(phase2_moves(), _PAIRS[PHASE2], progress)


def load(table: Table, control: Control, store: Store | None = None) -> tuple[PairTable, ...]:
    """The tables of a phase from the store, built if they are not there.

    Args:
        table: `PHASE1` or `PHASE2`.
        control: receives every layer, and the warnings of the store.
        store: where tables are kept; the user's cache folder by default.
    """
    moves, pairs = phase1_moves() if table is PHASE1 else phase2_moves(), _PAIRS[table]
    array = table.array(control, store)
    array.ensure(control.check)
    ends = np.cumsum([len(moves[a]) * len(moves[b]) for a, b in pairs])
    parts = np.split(array.data, ends[:-1])
    return tuple(PairTable(a, b, len(moves[b]), part) for (a, b), part in zip(pairs, parts, strict=True))
