"""Builds the tables of pairs of coordinates: the minimum number of turns that bring both to 0.

Such a distance is at most the distance of the whole cube, so it is a lower bound. The tables of phase 1 have 1,082,565
(twist and slots), 1,013,760 (flip and slots) and 4,478,976 (twist and flip) bytes, the tables of phase 2 967,680 each
(corners, or edges of U and D, with the edges of the middle layer).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.events import LayerCounted, Progress, ignore
from cubeproof.puzzle.cubies import Values, phase1_moves, phase2_moves
from cubeproof.tables.distances import Distances
from cubeproof.tables.views import NumberedView


def build(first: Values, second: Values, progress: Progress = ignore) -> NDArray[np.unsignedinteger]:
    """Build a table breadth first from the state in which both coordinates are 0; the turns include their inverses.

    Args:
        first: the move table of the first coordinate, shape (values, turns).
        second: the move table of the second coordinate.
        progress: called after each layer.

    >>> build(np.array([[1, 2], [2, 0], [0, 1]]), np.array([[1, 1], [0, 0]])).tolist()
    [0, 3, 2, 1, 2, 1]
    """
    search = Distances([NumberedView(first), NumberedView(second)])
    for states in search.layers():
        progress(LayerCounted(search.depth, states))
    return search.table


def _built(moves: Sequence[Values], pairs: Sequence[tuple[int, int]], progress: Progress) -> bytes:
    return b"".join(build(moves[a], moves[b], progress).tobytes() for a, b in pairs)


def built_phase1(progress: Progress = ignore) -> bytes:
    """Return the table of phase 1, as stored."""
    return _built(phase1_moves(), ((0, 2), (1, 2), (0, 1)), progress)


def built_phase2(progress: Progress = ignore) -> bytes:
    """Return the table of phase 2, as stored."""
    return _built(phase2_moves(), ((0, 2), (1, 2)), progress)
