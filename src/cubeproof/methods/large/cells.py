"""`CellGrid`: the orbits of 24 cells of an N×N×N cube, and the labels of a state on them.

The 24 rotations of the cube take a sticker to 24 places, unless it is in the middle of a face. These places are the
cells of an orbit. Cell c of every orbit is the place to which rotation c takes the orbit's first cell, so a turn of a
layer moves the cells of all orbits by the same rule: rotation c becomes the product with the turn's rotation. The first
cell is on U; the key of an orbit is the pair of layers of this cell, counted from R and from F, in the nearer half.

    (0, b)      wings: one of the two stickers of each, so that a wing is one cell
    (a, b)      centres; (a, a) on the diagonals, (a, middle) on the middle lines of odd sizes

The label of a centre is its colour; the label of a wing is the cell where it is at home. Corners, middle edges and the
middles of faces have no cells: the frame solves them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.geometry import geometry, is_odd

Labels = NDArray[np.int8]
"""The label of each cell, shape (orbits, 24)."""

# The points of rotations are compared with the faces in the order of URFDLB.
_RIGHT, _FRONT = "R", "F"


@dataclass(frozen=True, eq=False)
class CellGrid:
    """The cells of a cube of one size; `cell_grid(size)` returns it."""

    size: int
    """The number of layers, 4 or more."""
    wings: int
    """The number of orbits of wings, which come first."""
    keys: tuple[tuple[int, int], ...]
    """The key of each orbit."""
    cells: NDArray[np.intp]
    """The sticker of each cell, shape (orbits, 24)."""
    partners: NDArray[np.intp]
    """The other sticker of each wing, shape (wings, 24)."""

    @cached_property
    def numbers(self) -> dict[tuple[int, int], int]:
        """The number of each orbit by its key."""
        return {key: number for number, key in enumerate(self.keys)}

    @cached_property
    def faces(self) -> NDArray[np.intp]:
        """The face of each cell; the same in all orbits, shape (24,)."""
        faces: NDArray[np.intp] = geometry(self.size).faces[self.cells[0]].astype(np.intp)
        return faces

    @cached_property
    def goals(self) -> Labels:
        """The labels of the solved cube, shape (orbits, 24)."""
        goals = np.tile(self.faces, (len(self.keys), 1)).astype(np.int8)
        goals[: self.wings] = np.arange(24)
        return goals

    @cached_property
    def _wing_homes(self) -> NDArray[np.intp]:
        """The cell of the wing with two colours, the first on the cell's sticker, shape (6, 6)."""
        homes = np.full((6, 6), -1)
        homes[self.faces, geometry(self.size).faces[self.partners[0]]] = np.arange(24)
        return homes

    def labels(self, colours: NDArray[np.integer]) -> Labels:
        """Return the labels of a state, given the colours of its stickers, shape (6·N²,).

        The first cells of all orbits of wings are on the same sides of their edges, so one table of homes serves all.
        """
        labels = colours[self.cells].astype(np.int8)
        labels[: self.wings] = self._wing_homes[labels[: self.wings], colours[self.partners]]
        return labels

    def odd_wings(self, labels: Labels) -> list[int]:
        """Return the orbits of wings whose permutation is odd."""
        return [orbit for orbit in range(self.wings) if is_odd(labels[orbit])]


@cache
def cell_grid(size: int) -> CellGrid:
    """Return the cells of a cube of this size.

    >>> grid = cell_grid(5)
    >>> grid.keys, grid.wings, grid.cells.shape
    (((0, 1), (1, 1), (1, 2)), 1, (3, 24))
    """
    cube = geometry(size)
    on_top = np.flatnonzero(cube.faces == 0)
    pairs = zip(cube.layers(_RIGHT)[on_top] - 1, cube.layers(_FRONT)[on_top] - 1, strict=True)
    first = {(int(a), int(b)): int(sticker) for (a, b), sticker in zip(pairs, on_top, strict=True)}
    paired = range(1, size // 2)
    keys = [(0, b) for b in paired] + [(a, b) for a in paired for b in paired]
    if size % 2:
        keys += [(a, size // 2) for a in paired]
    cells = np.stack([cube.rotations[:, first[key]] for key in keys]).astype(np.intp)
    wings = len(paired)
    cubies = [tuple(cubie) for cubie in cube.cubies.tolist()]
    by_cubie: dict[tuple[int, ...], list[int]] = {}
    for sticker, cubie in enumerate(cubies):
        by_cubie.setdefault(cubie, []).append(sticker)
    partners = np.array(
        [[sum(by_cubie[cubies[cell]]) - cell for cell in row] for row in cells[:wings].tolist()]
    )
    return CellGrid(size, wings, tuple(keys), cells, partners)
