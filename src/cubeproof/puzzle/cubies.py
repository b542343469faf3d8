"""Pieces in slots, for whole arrays of cubes at once, and the 3×3×3 as its corners and edges.

Corners and edges have the orientations of `cubeproof.puzzle.pieces`, whose reference stickers lie on U and D
where a piece has such a sticker. Turns of U and D, and half turns of the other faces, therefore change no
orientation, and they leave the four edges of the middle layer in it. The two phases of
`cubeproof.puzzle.coordinates` rest on that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.geometry import FACES, geometry, read_only
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.pieces import orbits
from cubeproof.puzzle.swaps import is_odd

FACE_TURNS = tuple(Move(face, amount) for face in FACES for amount in (1, 2, -1))
"""The 18 turns of the faces, in the order of the generators of `cube_problem(Cube(3))`."""

MIDDLE = 8
"""Slots of edges are numbered so that those of the middle layer, between U and D, come last: from 8 on."""


@cache
def face_turns() -> NDArray[np.int16]:
    """The 18 turns as permutations of stickers in gather form, shape (18, 54)."""
    return read_only(np.stack([geometry(3).turn(move.slab(3)) for move in FACE_TURNS]))


@cache
def corner_slots() -> NDArray[np.intp]:
    """The stickers of the slots of the corners, clockwise from the one on U or D: shape (8, 3)."""
    return orbits(3)[0].stickers


@cache
def edge_slots() -> NDArray[np.intp]:
    """The stickers of the slots of the edges, the middle layer last: shape (12, 2)."""
    slots = sorted(orbits(3)[1].slots, key=lambda slot: not set(slot.name) & set("UD"))
    return np.array([slot.stickers for slot in slots])


@dataclass(frozen=True, eq=False)
class Pieces:
    """The corners or the edges of cubes, or what turns do to them."""

    origin: NDArray[np.int8]
    """Shape (…, slots), the slot that the piece in each slot comes from."""
    turned: NDArray[np.int8]
    """Shape (…, slots), its orientation, or the one that it gains."""

    @classmethod
    def read(cls, gathers: NDArray[np.integer], slots: NDArray[np.intp]) -> Pieces:
        """What permutations of stickers in gather form do to pieces.

        Args:
            gathers: shape (…, stickers); they carry these slots to each other.
            slots: the stickers of the slots, the reference first, shape (slots, stickers of a piece).
        """
        count, ways = slots.shape
        slot_of, sticker_of = np.zeros((2, gathers.shape[-1]), dtype=np.int8)
        slot_of[slots] = np.arange(count)[:, None]
        sticker_of[slots] = np.arange(ways)
        images = gathers[..., slots[:, 0]]
        # Where sticker j of a piece lies on the first place, its reference lies on place −j.
        return cls(slot_of[images], -sticker_of[images] % ways)


@dataclass(frozen=True, eq=False)
class Cubies:
    """The 3×3×3, or turns of it, as its corners and edges."""

    corners: Pieces
    """Shape (…, 8)."""
    edges: Pieces
    """Shape (…, 12)."""

    @classmethod
    def read(cls, gathers: NDArray[np.integer]) -> Cubies:
        """From permutations of stickers in gather form, shape (…, 54)."""
        return cls(Pieces.read(gathers, corner_slots()), Pieces.read(gathers, edge_slots()))

    @property
    def possible(self) -> bool:
        """Whether turns of faces can make this cube, the only one here: the three laws of the cube hold."""
        odd = [is_odd(pieces.origin) for pieces in (self.corners, self.edges)]
        return bool(
            odd[0] == odd[1] and self.corners.turned.sum() % 3 == 0 and self.edges.turned.sum() % 2 == 0
        )


@cache
def turn_cubies() -> Cubies:
    """Return the effect of the 18 turns on the pieces."""
    return Cubies.read(face_turns())
