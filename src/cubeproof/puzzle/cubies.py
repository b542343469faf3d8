"""Arrays of 3×3×3 cubes as pieces in slots, their symmetries, and the coordinates of the two phases.

Corners and edges have the orientations of `cubeproof.puzzle.pieces`, whose reference stickers lie on U and D
where a piece has such a sticker. Turns of U and D, and half turns of the other faces, therefore change no
orientation, and they leave the four edges of the middle layer in it.

Herbert Kociemba's two phases (kociemba.org/cube.htm) use that. Each phase has three coordinates, numbers that are
all 0 when the phase is done:

- phase 1 ends when every orientation is 0 and the edges of the middle layer are in it: the twists of the corners
  (3⁷ = 2187), the flips of the edges (2¹¹ = 2048), and the slots of those four edges (495);
- phase 2 solves the cube with the turns that keep the result of phase 1: the permutations of the corners
  (8! = 40,320), of the eight edges of U and D (8!), and of the other four edges (4! = 24).

The last orientation of each kind follows from the others, so it is omitted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.geometry import FACES, NORMALS, geometry, is_odd, read_only
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.pieces import orbits

FACE_TURNS = tuple(Move(face, amount) for face in FACES for amount in (1, 2, -1))
"""The 18 turns of the faces, in the order of the generators of `cube_problem(Cube(3))`."""

MIDDLE = 8
"""The first slot of the middle layer: edge slots 8 to 11 are between U and D."""


@cache
def face_turns() -> NDArray[np.int16]:
    """Return the 18 turns as permutations of stickers in gather form, shape (18, 54)."""
    return read_only(np.stack([geometry(3).turn(move.slab(3)) for move in FACE_TURNS]))


@cache
def corner_slots() -> NDArray[np.intp]:
    """Return the stickers of the corner slots, clockwise from the sticker on U or D: shape (8, 3)."""
    return orbits(3)[0].stickers


@cache
def edge_slots() -> NDArray[np.intp]:
    """Return the stickers of the edge slots, the middle layer last: shape (12, 2)."""
    slots = sorted(orbits(3)[1].slots, key=lambda slot: not set(slot.name) & set("UD"))
    return np.array([slot.stickers for slot in slots])


@dataclass(frozen=True, eq=False)
class Pieces:
    """The corners or the edges of cubes, or the effect of turns on them."""

    origin: NDArray[np.int8]
    """The home slot of the piece in each slot, shape (…, slots)."""
    turned: NDArray[np.int8]
    """The orientation of the piece in each slot, or the orientation that it gains, shape (…, slots)."""

    @classmethod
    def read(cls, gathers: NDArray[np.integer], slots: NDArray[np.intp]) -> Pieces:
        """Return the effect of permutations of stickers in gather form on pieces.

        Args:
            gathers: the permutations, which permute these slots, shape (…, stickers).
            slots: the stickers of the slots, the reference first, shape (slots, stickers of a piece).
        """
        count, ways = slots.shape
        slot_of, sticker_of = np.zeros((2, gathers.shape[-1]), dtype=np.int8)
        slot_of[slots] = np.arange(count)[:, None]
        sticker_of[slots] = np.arange(ways)
        images = gathers[..., slots[:, 0]]
        # If sticker j of a piece is on the slot's first sticker, its reference is on sticker −j.
        return cls(slot_of[images], -sticker_of[images] % ways)


@dataclass(frozen=True, eq=False)
class Cubies:
    """States of the 3×3×3, or turns, as corners and edges."""

    corners: Pieces
    """Shape (…, 8)."""
    edges: Pieces
    """Shape (…, 12)."""

    @classmethod
    def read(cls, gathers: NDArray[np.integer]) -> Cubies:
        """Return the pieces from permutations of stickers in gather form, shape (…, 54)."""
        return cls(Pieces.read(gathers, corner_slots()), Pieces.read(gathers, edge_slots()))

    @property
    def possible(self) -> bool:
        """Whether turns of faces can reach this cube: the three laws of the cube hold. For a single cube only."""
        odd = [is_odd(pieces.origin) for pieces in (self.corners, self.edges)]
        return bool(
            odd[0] == odd[1] and self.corners.turned.sum() % 3 == 0 and self.edges.turned.sum() % 2 == 0
        )


@cache
def turn_cubies() -> Cubies:
    """Return the effect of the 18 turns on the pieces."""
    return Cubies.read(face_turns())


@dataclass(frozen=True, eq=False)
class Symmetries:
    """The 48 symmetries of the cube, the identity first."""

    matrices: NDArray[np.int64]
    """Matrices, shape (48, 3, 3): a point p goes to matrix @ p."""
    axes: NDArray[np.int8]
    """The axis that each axis goes to, shape (48, 3)."""
    inverse: NDArray[np.int8]
    """The index of the inverse of each symmetry, shape (48,)."""
    stickers: NDArray[np.int16]
    """The sticker that each sticker of the 3×3×3 goes to, shape (48, 54)."""

    def of_slots(self, slots: NDArray[np.intp]) -> NDArray[np.int8]:
        """Return the slot that each slot, a row of stickers, goes to: shape (48, slots)."""
        slot_of = np.full(self.stickers.shape[1], -1, dtype=np.int8)
        slot_of[slots] = np.arange(len(slots))[:, None]
        return slot_of[self.stickers[:, slots[:, 0]]]


@cache
def symmetries() -> Symmetries:
    """Return the symmetries of the cube: the signed permutations of the three axes.

    >>> len(symmetries().matrices), int((np.linalg.det(symmetries().matrices) > 0).sum())
    (48, 24)
    """
    signed = product((1, -1), repeat=3)
    identity = np.eye(3, dtype=np.int64)
    orders = list(permutations(range(3)))
    matrices = np.array([identity[list(order)] * signs for signs in signed for order in orders])
    axes = np.abs(matrices).argmax(axis=1).astype(np.int8)
    numbers = {matrix.tobytes(): number for number, matrix in enumerate(matrices)}
    # The transpose of a signed permutation is its inverse.
    inverse = np.array([numbers[matrix.T.copy().tobytes()] for matrix in matrices], dtype=np.int8)
    points = geometry(3).points
    stickers = geometry(3).sticker_at(points @ matrices.transpose(0, 2, 1))
    return Symmetries(*map(read_only, (matrices, axes, inverse, stickers)))


@cache
def axes_of() -> NDArray[np.int8]:
    """Return the axis of the normal of each sticker of the 3×3×3, 0 to 2, shape (54,)."""
    return read_only(np.abs(NORMALS).argmax(axis=1).astype(np.int8)[geometry(3).faces])


Values = NDArray[np.int32]
"""Coordinates of cubes, shape (3, cubes); in a move table the coordinates after each turn, shape (values, turns)."""


def rank(arrangements: NDArray[np.int8]) -> Values:
    """Return the ranks of permutations, shape (…, n), in lexicographic order.

    >>> rank(np.array([[0, 1, 2], [0, 2, 1], [2, 1, 0]])).tolist()
    [0, 1, 5]
    """
    columns = np.moveaxis(arrangements, -1, 0)
    ranks = np.zeros(columns.shape[1:], dtype=np.int32)
    for index, column in enumerate(columns):
        smaller = (columns[index + 1 :] < column).sum(axis=0, dtype=np.int32)
        ranks += smaller * factorial(len(columns) - 1 - index)
    return ranks


def digits(turned: NDArray[np.int8], base: int) -> Values:
    """Return orientations, shape (…, slots), as numbers with one digit per slot, except the last."""
    powers = base ** np.arange(turned.shape[-1] - 1, dtype=np.int32)
    number: Values = turned[..., :-1].astype(np.int32) @ powers
    return number


@cache
def slot_sets() -> NDArray[np.bool_]:
    """Return the sets of four edge slots by number, shape (495, 12); the set of the middle layer is number 0."""
    sets = np.zeros((495, 12), dtype=np.bool_)
    for row, slots in zip(sets, combinations(range(11, -1, -1), 4), strict=True):
        row[list(slots)] = True
    return read_only(sets)


@cache
def _combinations() -> Values:
    """Return the numbers of the sets of four edge slots, indexed by their bits."""
    numbers = np.zeros(1 << 12, dtype=np.int32)
    numbers[slot_sets() @ (1 << np.arange(12))] = np.arange(495)
    return numbers


def combination(sets: NDArray[np.bool_]) -> Values:
    """Return the numbers of sets of four edge slots, shape (…, 12) → (…): the inverse of `slot_sets`."""
    numbers: Values = _combinations()[sets @ (1 << np.arange(12))]
    return numbers


def phase1_values(cubes: Cubies) -> Values:
    """Return the coordinates of phase 1: twist, flip and the middle edges' slots, shape (3, cubes)."""
    return np.stack(
        [
            digits(cubes.corners.turned, 3),
            digits(cubes.edges.turned, 2),
            combination(cubes.edges.origin >= MIDDLE),
        ]
    )


def orientations(slots: int, ways: int) -> NDArray[np.int8]:
    """Return all orientations of pieces by number, shape (numbers, slots): the inverse of `digits`."""
    rows = np.array(list(product(range(ways), repeat=slots - 1)), dtype=np.int8)[:, ::-1]
    return np.column_stack([rows, -rows.sum(axis=1) % ways]).astype(np.int8)


def _reorient(turns: Pieces, ways: int) -> Values:
    """Return the move table of orientations, shape (numbers, turns): the number after each turn."""
    rows = orientations(turns.origin.shape[1], ways)
    return digits((rows[:, turns.origin] + turns.turned) % ways, ways)


@cache
def phase1_moves() -> tuple[Values, ...]:
    """Return the move tables of phase 1 for the 18 turns: shapes (2187, 18), (2048, 18), (495, 18)."""
    turns = turn_cubies()
    return (
        _reorient(turns.corners, 3),
        _reorient(turns.edges, 2),
        combination(slot_sets()[:, turns.edges.origin]),
    )


@cache
def goes_on() -> NDArray[np.bool_]:
    """Return which of the 18 turns keep phase 1 done, so that phase 2 may use them: shape (18,)."""
    kept: NDArray[np.bool_] = np.all([moves[0] == 0 for moves in phase1_moves()], axis=0)
    return kept


@cache
def phase2_turns() -> NDArray[np.intp]:
    """Return the numbers of the ten turns of phase 2.

    >>> from cubeproof.puzzle.cubies import FACE_TURNS
    >>> " ".join(str(FACE_TURNS[turn]) for turn in phase2_turns())
    "U U2 U' R2 F2 D D2 D' L2 B2"
    """
    return np.flatnonzero(goes_on())


@cache
def phase2_moves() -> tuple[Values, ...]:
    """Return the move tables of phase 2 for its ten turns: shapes (40320, 10), (40320, 10), (24, 10)."""
    turns = turn_cubies()
    corners, edges = turns.corners.origin[phase2_turns()], turns.edges.origin[phase2_turns()]
    of_eight = np.array(list(permutations(range(8))), dtype=np.int8)
    of_four = np.array(list(permutations(range(4))), dtype=np.int8)
    return (
        rank(of_eight[:, corners]),
        rank(of_eight[:, edges[:, :MIDDLE]]),
        rank(of_four[:, edges[:, MIDDLE:] - MIDDLE]),
    )
