"""The pieces of the 5×5×5: the places of each orbit, and the action of turns and symmetries on them.

Each orbit is a list of places. A turn or a symmetry is a permutation of all stickers in gather form;
`PlaceOrbit.gather` restricts it to the places of an orbit.

    corners of centres (x), lines of centres (t)    24 stickers each
    wings                                           24 places; one of the two stickers of each
    middle edges                                    24 stickers

The twelve edges are numbered: 0 to 7 touch U or D, 8 to 11 do not. The turns of `SPLITTING`, all but quarter turns of R
and L and of inner layers, keep two classes of wings and two classes of stickers of middle edges. Places 0 to 11 are the
first class, one for each edge, places 12 to 23 the second class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.large.cells import cell_grid
from cubeproof.puzzle.geometry import FACES, Slab, geometry

SIZE = 5
STICKERS = 6 * SIZE**2

U, R, F, D, L, B = range(6)

SOLVED = geometry(SIZE).faces.astype(np.int8)
"""The colours of the solved cube."""

Gather = NDArray[np.int16]
"""A permutation of stickers in gather form."""


def turn_number(face: int, amount: int, wide: bool) -> int:
    """Return the number of a turn of one or two layers, 0 to 35.

    >>> turn_number(R, 2, wide=True)
    22
    """
    return 18 * wide + 3 * face + amount - 1


def _turns(faces: str, half: str, wide: str, wide_half: str) -> list[int]:
    """Return all turns of some faces, half turns of others, and the same of two layers."""
    kinds = ((faces, _ALL, False), (half, (2,), False), (wide, _ALL, True), (wide_half, (2,), True))
    return [
        turn_number(FACES.index(face), amount, wide=both)
        for letters, amounts, both in kinds
        for face in letters
        for amount in amounts
    ]


_ALL = (1, 2, 3)

PHASE_TURNS = (
    _turns("URFDLB", "", "URFDLB", ""),
    _turns("UFDB", "", "RL", "UFDB"),
    _turns("URFDLB", "", "", "URFDLB"),
    _turns("UD", "RFLB", "", "URFDLB"),
    _turns("UD", "RFLB", "", "RFLB"),
)
"""The turns of each phase."""

SPLITTING = _turns("UFDB", "RL", "", "URFDLB")
"""The turns that keep the classes of wings and of stickers of middle edges."""


@cache
def turn_gathers() -> Gather:
    """Return the 36 turns, shape (36, 150)."""
    return np.stack(
        [
            geometry(SIZE).turn(Slab(face, 1, depth, amount))
            for depth in (1, 2)
            for face in FACES
            for amount in _ALL
        ]
    )


def runs_of(turns: Iterable[int]) -> list[tuple[int, NDArray[np.int8]]]:
    """Return turns as runs: the axis and the amounts of the layers of each."""
    runs = []
    for turn in turns:
        wide, (face, amount) = turn // 18 + 1, divmod(turn % 18, 3)
        amounts = np.zeros(SIZE, dtype=np.int8)
        if face < 3:
            amounts[:wide] = amount + 1
        else:
            amounts[-wide:] = 3 - amount
        runs.append((face % 3, amounts))
    return runs


@cache
def symmetries() -> Gather:
    """Return the 48 symmetries of the cube, first the 24 rotations, the identity first; shape (48, 150)."""
    cube = geometry(SIZE)
    mirror = cube.sticker_at(cube.points * np.array([-1, 1, 1]))
    return np.concatenate([cube.rotations, cube.rotations[:, mirror]])


def inverse(permutations: NDArray[np.integer]) -> NDArray[np.intp]:
    """Return the inverses of permutations, shape (…, n)."""
    return np.argsort(permutations, axis=-1)


@cache
def turn_images() -> NDArray[np.intp]:
    """Return the image of each turn under each symmetry, shape (48, 36)."""
    from cubeproof.tables.symmetries import conjugate_turns

    images = conjugate_turns(turn_gathers(), symmetries())
    assert images is not None, "symmetries of the cube make turns of turns"
    return images


@cache
def renamed_faces() -> NDArray[np.int8]:
    """Return the new colour of each colour under each symmetry, shape (48, 6)."""
    return SOLVED[inverse(symmetries())[:, 12::25]]


@dataclass(frozen=True, eq=False)
class PlaceOrbit:
    """Places that turns exchange."""

    stickers: NDArray[np.intp]
    """The sticker at each place, shape (places,)."""
    partners: NDArray[np.intp] | None = None
    """The other sticker of each place's edge piece; None for centres."""
    whole: bool = False
    """Whether a place is both stickers."""

    @cached_property
    def _number(self) -> NDArray[np.intp]:
        number = np.full(STICKERS, -1)
        if self.whole:
            number[self.partners] = np.arange(len(self.stickers))
        number[self.stickers] = np.arange(len(self.stickers))
        return number

    def gather(self, permutations: NDArray[np.integer]) -> NDArray[np.intp]:
        """Return permutations of stickers, shape (…, 150), as permutations of places, shape (…, places)."""
        places: NDArray[np.intp] = self._number[permutations[..., self.stickers]]
        return places

    @cached_property
    def _homes(self) -> NDArray[np.int8]:
        homes = np.full((6, 6), -1, dtype=np.int8)
        homes[SOLVED[self.stickers], SOLVED[self.partners]] = np.arange(len(self.stickers))
        return homes

    def homes(self, colours: NDArray[np.integer]) -> NDArray[np.int8]:
        """Return the home of the piece at each place of an orbit of edges, shape (…, 150) → (…, places)."""
        homes: NDArray[np.int8] = self._homes[colours[..., self.stickers], colours[..., self.partners]]
        return homes


@dataclass(frozen=True, eq=False)
class PieceOrbits:
    """The orbits of the 5×5×5."""

    x: PlaceOrbit
    """The corners of centres."""
    t: PlaceOrbit
    """The lines of centres."""
    wings: PlaceOrbit
    """The wings; place e or e + 12 is at edge e."""
    middles: PlaceOrbit
    """The stickers of middle edges; places e and e + 12 are the stickers of edge e."""
    ring: NDArray[np.intp]
    """The edges between U or D and R or L, which phase 4 joins, shape (4,)."""


@cache
def pieces() -> PieceOrbits:
    """Return the orbits."""
    cube, grid = geometry(SIZE), cell_grid(SIZE)
    middle_edges = np.flatnonzero((cube.cubies == 0).sum(axis=1) == 1)
    middle_edges = middle_edges[(np.abs(cube.cubies[middle_edges]) == SIZE - 1).sum(axis=1) == 2]
    by_cubie: dict[tuple[int, ...], list[int]] = {}
    for sticker in middle_edges.tolist():
        by_cubie.setdefault(tuple(cube.cubies[sticker].tolist()), []).append(sticker)
    # Edges that touch U or D come first.
    pairs = sorted(by_cubie.values(), key=lambda pair: (not cube.cubies[pair[0], 1], pair))
    edge_of = {frozenset(cube.faces[pair].tolist()): edge for edge, pair in enumerate(pairs)}
    partner = np.zeros(STICKERS, dtype=np.intp)
    for first, second in pairs:
        partner[[first, second]] = second, first
    wing_cells = grid.cells[grid.numbers[0, 1]]
    partner[wing_cells] = grid.partners[0]
    partner[grid.partners[0]] = wing_cells

    def ordered(stickers: NDArray[np.intp], *, whole: bool) -> PlaceOrbit:
        """Order stickers of edges: first those that the turns of `SPLITTING` lead to from the first one."""
        orbit = PlaceOrbit(stickers, partner[stickers], whole)
        gathers, reached = orbit.gather(turn_gathers()[SPLITTING]), {0}
        while len(grown := reached | set(gathers[:, list(reached)].ravel().tolist())) > len(reached):
            reached = grown
        edges = [
            edge_of[frozenset(cube.faces[[sticker, partner[sticker]]].tolist())]
            for sticker in stickers.tolist()
        ]
        places = [edge + 12 * (place not in reached) for place, edge in enumerate(edges)]
        stickers = stickers[np.argsort(places)]
        assert sorted(places) == list(range(24)), "each class has a place at each edge"
        return PlaceOrbit(stickers, partner[stickers], whole)

    ring = [edge for faces, edge in edge_of.items() if faces & {U, D} and faces & {R, L}]
    return PieceOrbits(
        PlaceOrbit(grid.cells[grid.numbers[1, 1]]),
        PlaceOrbit(grid.cells[grid.numbers[1, 2]]),
        ordered(wing_cells, whole=True),
        ordered(middle_edges, whole=False),
        np.array(sorted(ring)),
    )


def centres(*faces: int, orbits: Sequence[PlaceOrbit] = ()) -> PlaceOrbit:
    """Return the centres of some faces, of some orbits; by default corners, then lines."""
    parts = [orbit.stickers for orbit in orbits or (pieces().x, pieces().t)]
    return PlaceOrbit(np.concatenate([part[np.isin(SOLVED[part], faces)] for part in parts]))


def seen_from(colours: NDArray[np.int8], symmetry: int) -> NDArray[np.int8]:
    """Return states as their images under a symmetry, shape (…, 150)."""
    seen: NDArray[np.int8] = renamed_faces()[symmetry][colours[..., symmetries()[symmetry]]]
    return seen
