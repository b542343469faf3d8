"""The 16 symmetries that keep the axis through U and D, and their action on the coordinates of the two phases.

A symmetry is a rotation of the whole cube, or a rotation of its mirror image. It maps a cube to its conjugate
`g⁻¹ p g`, which is equally far from solved. Symmetries that keep the axis map the coordinates of the two phases to
coordinates of the same kind, so cubes with conjugate coordinates share an entry of a pruning table.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.puzzle.cube import fixed_stickers
from cubeproof.puzzle.cubies import (
    MIDDLE,
    Pieces,
    Values,
    combination,
    corner_slots,
    digits,
    edge_slots,
    orientations,
    rank,
    slot_sets,
)
from cubeproof.puzzle.geometry import geometry, read_only

SYMMETRIES = 16
"""The number of symmetries that keep an axis."""


@cache
def axis_symmetries() -> NDArray[np.int16]:
    """Return the symmetries as permutations of stickers in gather form, shape (16, 54), the identity first."""
    cube = geometry(3)
    mirror = cube.sticker_at(cube.points * np.array([-1, 1, 1]))
    up, down = (number for number in fixed_stickers(3) if cube.points[number, 1])
    upright = np.stack([turned for turned in cube.rotations if turned[up] in (up, down)])
    return read_only(np.concatenate([upright, upright[:, mirror]]))


@cache
def products() -> NDArray[np.uint8]:
    """Return the index of the product of each two symmetries, first and then second, shape (16, 16)."""
    number = {symmetry.tobytes(): index for index, symmetry in enumerate(axis_symmetries())}
    rows = [[number[first[second].tobytes()] for second in axis_symmetries()] for first in axis_symmetries()]
    return read_only(np.array(rows, dtype=np.uint8))


def conjugates(gathers: NDArray[np.int16], symmetry: int) -> NDArray[np.int16]:
    """Return the conjugates of cubes, as permutations of stickers in gather form: shape (…, 54) → (…, 54)."""
    through = axis_symmetries()[symmetry]
    conjugated: NDArray[np.int16] = np.argsort(through).astype(np.int16)[gathers[..., through]]
    return conjugated


def _gathers(
    origin: NDArray[np.int8], turned: NDArray[np.int8], slots: NDArray[np.intp]
) -> NDArray[np.int16]:
    """Return cubes with these pieces, shapes (cubes, slots), and the others at home: the inverse of `Pieces.read`."""
    ways = slots.shape[1]
    gathers = np.tile(np.arange(54, dtype=np.int16), (len(origin), 1))
    for sticker in range(ways):
        gathers[:, slots[:, sticker]] = slots[origin, (sticker - turned) % ways]
    return gathers


def _turned_images(slots: NDArray[np.intp]) -> Values:
    """Return the image of each orientation of solved pieces under each symmetry: shape (numbers, 16)."""
    turned = orientations(*slots.shape)
    home = np.broadcast_to(np.arange(len(slots), dtype=np.int8), turned.shape)
    cubes = _gathers(home, turned, slots)
    images = [
        digits(Pieces.read(conjugates(cubes, symmetry), slots).turned, slots.shape[1])
        for symmetry in range(SYMMETRIES)
    ]
    return np.stack(images, axis=1)


@cache
def twist_images() -> Values:
    """Return the image of each twist under each symmetry: shape (2187, 16)."""
    return _turned_images(corner_slots())


@cache
def flip_slot_images() -> Values:
    """Return the image of each flip with middle-edge slots under each symmetry: shape (1013760, 16)."""
    # The number of a flip with slots is 495 · flip + slots. A symmetry moves the flips. If it maps F and B to R and L,
    # it also flips each edge in a slot of the other kind, which depends only on the slots.
    slots = edge_slots()
    sets = slot_sets()
    origin = np.where(sets, MIDDLE - 1 + sets.cumsum(axis=1), (~sets).cumsum(axis=1) - 1).astype(np.int8)
    cubes = _gathers(origin, np.zeros_like(origin), slots)
    moved = _turned_images(slots)
    images = np.empty((len(moved), len(sets), SYMMETRIES), dtype=np.int32)
    for symmetry in range(SYMMETRIES):
        pulse()
        seen = Pieces.read(conjugates(cubes, symmetry), slots)
        gained, taken = digits(seen.turned, 2), combination(seen.origin >= MIDDLE)
        images[:, :, symmetry] = (moved[:, None, symmetry] ^ gained) * len(sets) + taken
    return images.reshape(-1, SYMMETRIES)


def _permutation_images(slots: NDArray[np.intp]) -> Values:
    """Return the image of each permutation of the first eight of these slots: shape (40320, 16)."""
    arranged = np.array(list(permutations(range(8))), dtype=np.int8)
    through = Pieces.read(axis_symmetries(), slots).origin[:, :8]
    images = [rank(np.argsort(slot).astype(np.int8)[arranged[:, slot]]) for slot in through]
    return np.stack(images, axis=1)


@cache
def corner_images() -> Values:
    """Return the image of each permutation of the corners under each symmetry: shape (40320, 16)."""
    return _permutation_images(corner_slots())


@cache
def edge_images() -> Values:
    """Return the image of each permutation of the U and D edges under each symmetry: shape (40320, 16)."""
    return _permutation_images(edge_slots())
