"""The 48 symmetries of the cube, mirrors included, as maps of axes and of the slots of the 3×3×3."""

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.geometry import NORMALS, geometry, read_only


@dataclass(frozen=True, eq=False)
class Symmetries:
    """The effect of the symmetries, the identity first."""

    matrices: NDArray[np.int64]
    """Shape (48, 3, 3): a point p goes to matrix @ p."""
    axes: NDArray[np.int8]
    """Shape (48, 3): the axis that each axis goes to."""
    inverse: NDArray[np.int8]
    """Shape (48,): the number of the symmetry that undoes each."""
    stickers: NDArray[np.int16]
    """Shape (48, 54): the sticker that each sticker of the 3×3×3 goes to."""

    def of_slots(self, slots: NDArray[np.intp]) -> NDArray[np.int8]:
        """The slot that each slot goes to, shape (48, slots), for slots by their stickers, shape (slots, stickers)."""
        slot_of = np.full(self.stickers.shape[1], -1, dtype=np.int8)
        slot_of[slots] = np.arange(len(slots))[:, None]
        return slot_of[self.stickers[:, slots[:, 0]]]


@cache
def symmetries() -> Symmetries:
    """The symmetries of the cube, derived from its geometry: signed permutations of the three axes.

    >>> len(symmetries().matrices), int((np.linalg.det(symmetries().matrices) > 0).sum())
    (48, 24)
    """
    signed = product((1, -1), repeat=3)
    identity = np.eye(3, dtype=np.int64)
    orders = list(permutations(range(3)))
    matrices = np.array([identity[list(order)] * signs for signs in signed for order in orders])
    axes = np.abs(matrices).argmax(axis=1).astype(np.int8)
    numbers = {matrix.tobytes(): number for number, matrix in enumerate(matrices)}
    # The transpose of a signed permutation undoes it.
    inverse = np.array([numbers[matrix.T.copy().tobytes()] for matrix in matrices], dtype=np.int8)
    points = geometry(3).points
    stickers = geometry(3).sticker_at(points @ matrices.transpose(0, 2, 1))
    return Symmetries(*map(read_only, (matrices, axes, inverse, stickers)))


@cache
def axes_of() -> NDArray[np.int8]:
    """The axis that each sticker of the 3×3×3 looks along, 0 to 2, shape (54,)."""
    return read_only(np.abs(NORMALS).argmax(axis=1).astype(np.int8)[geometry(3).faces])
