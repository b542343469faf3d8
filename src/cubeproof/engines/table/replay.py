"""`replay_all`: verifies the table by solving every configuration and replaying its answer on stickers.

Numbers and stickers are computed independently, so this proves that they agree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cubeproof.engines.table.distances import ConfigurationDistances
from cubeproof.engines.table.graph import TURNS, places
from cubeproof.engines.table.indexing import CONFIGURATIONS, numbered
from cubeproof.errors import InternalError
from cubeproof.puzzle.geometry import geometry
from cubeproof.sentences import say

_CHUNK = 250_000


def cubes(numbers: ArrayLike) -> NDArray[np.int8]:
    """Return the colours of configurations, shape (…, 24).

    >>> cubes(0).tolist() == [colour for colour in range(6) for _ in range(4)]
    True
    """
    pieces, orientations = numbered(numbers)
    home = geometry(2).faces.astype(np.int8)
    colours = np.broadcast_to(home, (*pieces.shape[:-1], 24)).copy()
    for corner in range(3):
        # Orientations are anticlockwise, the stickers of a place clockwise.
        corner_colours = home[places()][pieces - 1, (corner + orientations - 1) % 3]
        colours[..., places()[:, corner]] = corner_colours
    return colours


def replay_all(table: ConfigurationDistances) -> int:
    """Solve all configurations by walking down the table, and apply the same turns to their stickers."""
    solved = geometry(2).faces.astype(np.int8)
    longest = 0
    for first in range(0, CONFIGURATIONS, _CHUNK):
        numbers: NDArray[np.integer] = np.arange(first, min(first + _CHUNK, CONFIGURATIONS))
        colours = cubes(numbers)
        left = np.flatnonzero(numbers)
        depth = 0
        while len(left):
            numbers[left], turns = table.descend(numbers[left])
            for index, turn in enumerate(TURNS):
                rows = left[turns == index]
                colours[rows] = colours[rows][:, geometry(2).turn(turn.slab(2))]
            left = left[numbers[left] != 0]
            depth += 1
        if not (colours == solved).all():
            raise InternalError(
                say("table.not-solved", "An answer of the table does not solve its cube when it is replayed.")
            )
        longest = max(longest, depth)
    return longest
