"""The pieces of an N×N×N cube, derived from its geometry: orbits, slots, orientations.

A *slot* is a place for a piece, a *piece* has the name of its slot on the solved cube, and an *orbit* is a set of
slots whose pieces can exchange places. A slot lists its stickers in order, the reference sticker first. A piece has
orientation o if its reference sticker is on the o-th sticker of its slot, counted from 0.

- corners: the reference is the sticker on U or D, the others follow clockwise, so 1 is a clockwise twist;
- edges (the middle ones of odd cubes): the reference is on U or D, else on F or B; 1 is flipped;
- wings (the other edge pieces) and centres have one orientation, which the position determines.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.geometry import FACES, NORMALS, Geometry, geometry, read_only


class PieceKind(StrEnum):
    """The kind of a piece, by its stickers."""

    CORNER = "corner"
    EDGE = "edge"
    WING = "wing"
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a piece."""

    name: str
    """The faces of its stickers in their order, `URF`; for wings with the distinguishing layer, `UF(2R)`; for centres
    with row and column of the face, counted from 1, `U(2,3)`."""
    stickers: tuple[int, ...]
    """The numbers of its stickers, the reference first."""


@dataclass(frozen=True)
class Orbit:
    """A set of slots whose pieces can exchange places."""

    kind: PieceKind
    """The kind of its pieces."""
    slots: tuple[Slot, ...]
    """Its slots, sorted by the number of the reference sticker."""
    orientations: int
    """The number of orientations of a piece: 3, 2 or 1."""

    @cached_property
    def stickers(self) -> NDArray[np.intp]:
        """The sticker numbers, shape (slots, stickers of a piece)."""
        return read_only(np.array([slot.stickers for slot in self.slots]))

    @cached_property
    def turned(self) -> NDArray[np.intp]:
        """The sticker of each piece on each sticker of its slot, by orientation.

        Shape (pieces, orientations, stickers of a piece).

        >>> corners = orbits(2)[0]
        >>> corners.stickers[0].tolist(), corners.turned[0, 1].tolist()
        ([0, 16, 21], [21, 0, 16])
        """
        ways = [np.roll(self.stickers, orientation, axis=1) for orientation in range(self.orientations)]
        return read_only(np.stack(ways, axis=1))

    @cached_property
    def fixed(self) -> bool:
        """Whether turns of faces keep its pieces in place: the middle centres of odd cubes."""
        return self.kind is PieceKind.CENTRE and len(self.slots) == 6


def reachable(permutations: NDArray[np.integer]) -> NDArray[np.intp]:
    """Label each point with the smallest point of its orbit.

    Args:
        permutations: shape (permutations, points), each in gather form or inverse.

    >>> reachable(np.array([[1, 0, 2, 3], [0, 1, 3, 2]])).tolist()
    [0, 0, 2, 2]
    """
    labels = np.arange(permutations.shape[1])
    while True:
        lowest = labels
        for permutation in permutations:
            lowest = np.minimum(lowest, lowest[permutation])
            backwards = lowest.copy()
            backwards[permutation] = np.minimum(lowest[permutation], lowest)
            lowest = backwards
        # The label of a label is in the same orbit.
        lowest = lowest[lowest]
        if np.array_equal(lowest, labels):
            return labels
        labels = lowest


@cache
def orbits(size: int) -> tuple[Orbit, ...]:
    """Return the orbits of an N×N×N cube: corners, edges, wings, centres, in this order.

    >>> [(orbit.kind.value, len(orbit.slots), orbit.orientations) for orbit in orbits(5)]
    [('corner', 8, 3), ('edge', 12, 2), ('wing', 24, 1), ('centre', 24, 1), ('centre', 24, 1), ('centre', 6,
    1)]
    >>> orbits(3)[0].slots[3].name, orbits(4)[1].slots[0].name
    ('URF', 'UB(2L)')
    """
    cube = geometry(size)
    # Lists: reading single numbers of an array takes longer.
    labels, faces = reachable(cube.quarter_turns).tolist(), [FACES[face] for face in cube.faces.tolist()]
    by_cubie: dict[tuple[int, ...], list[int]] = {}
    for sticker, cubie in enumerate(cube.cubies.tolist()):
        by_cubie.setdefault(tuple(cubie), []).append(sticker)
    slots: dict[tuple[PieceKind, int], list[Slot]] = {}
    for stickers in by_cubie.values():
        kind, ordered = _order(cube, stickers, labels)
        slot = Slot(_name(cube, kind, ordered, faces), ordered)
        slots.setdefault((kind, labels[ordered[0]]), []).append(slot)
    ways = {PieceKind.CORNER: 3, PieceKind.EDGE: 2, PieceKind.WING: 1, PieceKind.CENTRE: 1}
    kinds = list(PieceKind)
    order = sorted(slots, key=lambda key: (kinds.index(key[0]), -len(slots[key]), key[1]))
    return tuple(
        Orbit(key[0], tuple(sorted(slots[key], key=lambda slot: slot.stickers)), ways[key[0]])
        for key in order
    )


def _order(cube: Geometry, stickers: list[int], labels: list[int]) -> tuple[PieceKind, tuple[int, ...]]:
    """Return the kind of the piece with these stickers, and the stickers in order, the reference first."""
    if len(stickers) == 1:
        return PieceKind.CENTRE, tuple(stickers)
    if len(stickers) == 2:
        if labels[stickers[0]] != labels[stickers[1]]:
            return PieceKind.WING, tuple(sorted(stickers, key=lambda sticker: labels[sticker]))
        rank = "UDFBRL"
        return PieceKind.EDGE, tuple(
            sorted(stickers, key=lambda sticker: rank.index(FACES[cube.faces[sticker]]))
        )
    first, second, third = sorted(stickers, key=lambda sticker: FACES[cube.faces[sticker]] not in "UD")
    clockwise = np.linalg.det(NORMALS[cube.faces[[first, second, third]]]) < 0
    return PieceKind.CORNER, (first, second, third) if clockwise else (first, third, second)


def _name(cube: Geometry, kind: PieceKind, stickers: tuple[int, ...], faces: list[str]) -> str:
    name = "".join([faces[sticker] for sticker in stickers])
    if kind is PieceKind.WING:
        others = (face for face in FACES if not set(name) & {face, FACES[(FACES.index(face) + 3) % 6]})
        layer, face = min((int(cube.layers(face)[stickers[0]]), face) for face in others)
        return f"{name}({layer}{face})"
    if kind is PieceKind.CENTRE and 2 * (stickers[0] % cube.size**2) != cube.size**2 - 1:
        row, column = divmod(stickers[0] % cube.size**2, cube.size)
        return f"{name}({row + 1},{column + 1})"
    return name
