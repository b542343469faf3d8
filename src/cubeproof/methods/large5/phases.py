"""The five phases: their coordinates, pruning tables and starts.

    1   the centres of R and L to R and L
    2   the centres of U and D to U and D, so those of F and B too; the permutation of wings becomes even
    3   wings and middle edges to their classes, for some choice of flips; columns of the centres of R and L
    4   four edges joined between U or D and R or L; columns of all centres but those of F and B
    5   the other eight edges joined, centres solved, in a cube held with those four edges in its middle layer

Each goal is what turns of the next phases make of the solved cube. After phase 5 the cube is a 3×3×3.

Source: Chen Shuang, github.com/cs0x7f/cube555.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.large5.coordinates import (
    ORDERS,
    Arrangements,
    Rows,
    Subsets,
    arrangements,
    fours_number,
    moved_fours,
    moved_matched,
    moved_order,
    ordered_number,
    reordered,
)
from cubeproof.methods.large5.loop import FAR, SHIFT
from cubeproof.methods.large5.pieces import (
    PHASE_TURNS,
    B,
    D,
    F,
    L,
    Orbit,
    R,
    U,
    inverse,
    pieces,
    renamed_faces,
    symmetries,
    turn_gathers,
    turn_images,
)
from cubeproof.puzzle.geometry import Slab, geometry
from cubeproof.tables.distances import Folded
from cubeproof.tables.packing import packed
from cubeproof.tables.symmetries import Classes
from cubeproof.tables.views import NumberedView, ProductView, View

_OTHER = 6  # the label of any other colour

Values = NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class Coordinate:
    """A coordinate of a phase."""

    after: NDArray[np.int32]
    """The place after each turn of each representative, shape (classes, turns)."""
    starts: NDArray[np.int32] | None = None
    """The place of each number; None if there are no classes, so that a place is a number · 2^SHIFT."""

    @classmethod
    def of(cls, view: View, images: Sequence[Values]) -> tuple[Coordinate, Classes]:
        """Return a coordinate in classes, given the images of its numbers under symmetries."""
        classes = Classes.of(images)
        number, symmetry = np.divmod(classes.places, classes.symmetries)
        starts = ((number << SHIFT) | symmetry).astype(np.int32)
        columns = [
            starts[view.after(classes.representatives, turn)] for turn in range(view.generators)
        ]
        return cls(np.ascontiguousarray(np.stack(columns, axis=1)), starts), classes

    @classmethod
    def plain(cls, images: Values) -> Coordinate:
        """Return a coordinate without classes, given its numbers after each turn, shape (numbers, turns)."""
        return cls(np.ascontiguousarray(images, dtype=np.int32) << SHIFT)

    def __len__(self) -> int:
        """The number of classes."""
        return len(self.after)

    def places(self, numbers: Values) -> NDArray[np.int32]:
        """Return the places of numbers."""
        return np.asarray(numbers, np.int32) << SHIFT if self.starts is None else self.starts[numbers]


@dataclass(frozen=True, eq=False)
class Pruning:
    """A table of distances of two coordinates; pairs of coordinates that look the same share it."""

    views: tuple[View, View]
    """What the distances are built from."""
    images: tuple[Sequence[Values], Values] | None
    """The images of the numbers of both views under symmetries; None if there are no classes."""
    pairs: tuple[tuple[int, int], ...]
    """The pairs of coordinates that it is used for."""
    seen: NDArray[np.integer]
    """The column for each number of the second coordinate, under each symmetry, shape (symmetries)."""
    shape: tuple[int, int]
    """Its rows and columns."""
    kept: NDArray[np.int64] | None = None
    """The rows that are kept; None for all."""

    def built(self, report: Callable[[float], None], most: int = FAR) -> NDArray[np.uint8]:
        """Return the distances, larger ones as `most`, in four bits each."""
        from cubeproof.tables.compiled_distances import CompiledDistances

        folded = None if self.images is None else Folded.of(self.views, self.images)
        search = CompiledDistances(self.views, folded=folded)
        table = search.finish(report, most).astype(np.uint8, copy=False)
        if self.kept is not None:
            table = table.reshape(-1, self.shape[1])[self.kept].ravel()
        return packed(table, 4)


@dataclass(frozen=True, eq=False)
class Phase:
    """A phase: its turns, symmetries, coordinates and pruning tables."""

    turns: list[int]
    """The turns."""
    symmetries: list[int]
    """The symmetries, the identity first."""
    coordinates: tuple[Coordinate, ...]
    """The coordinates."""
    prunings: tuple[Pruning, ...]
    """The pruning tables."""
    rows: tuple[Rows, ...] = ()
    """The arrangements of coordinates without classes."""
    exchange: bool = False
    """Whether the exchange of both classes of wings and middle edges is one more symmetry."""

    @property
    def starts(self) -> list[NDArray[np.int32]]:
        """The places of the numbers of coordinates with classes."""
        different = {id(coordinate): coordinate.starts for coordinate in self.coordinates}
        return [starts for starts in different.values() if starts is not None]

    @property
    def through(self) -> NDArray[np.intp]:
        """The image of each turn under each symmetry, as numbers of this phase, shape (symmetries, turns)."""
        number = np.full(36, -1)
        number[self.turns] = np.arange(len(self.turns))
        images = number[turn_images()[np.ix_(self.symmetries, self.turns)]]
        return np.concatenate([images, images]) if self.exchange else images

    @property
    def products(self) -> NDArray[np.intp]:
        """The product of each two symmetries, first and then second, shape (symmetries, symmetries)."""
        gathers = symmetries()[self.symmetries]
        number = {gather.tobytes(): index for index, gather in enumerate(gathers)}
        rows = np.array([[number[first[second].tobytes()] for second in gathers] for first in gathers])
        return np.block([[rows, rows + len(rows)], [rows + len(rows), rows]]) if self.exchange else rows


def _gathers(orbit: Orbit, phase: int, part: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
    """Return the turns of a phase on an orbit, or on some of its places."""
    return _on(orbit.gather(turn_gathers()[PHASE_TURNS[phase]]), part)


def _on(gathers: NDArray[np.intp], part: NDArray[np.intp] | None) -> NDArray[np.intp]:
    if part is None:
        return gathers
    number = np.full(gathers.shape[-1], -1)
    number[part] = np.arange(len(part))
    some: NDArray[np.intp] = number[gathers[..., part]]
    assert (some >= 0).all(), "turns keep these places"
    return some


def axis_symmetries(*faces: int) -> list[int]:
    """Return the symmetries that keep the axis of two faces, 8 rotations first."""
    return [number for number, names in enumerate(renamed_faces()) if set(names[list(faces)]) == set(faces)]


def _conjugated(orbit: Orbit, chosen: list[int], part: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
    return _on(orbit.gather(symmetries()[chosen]), part)


def _names(chosen: list[int]) -> NDArray[np.int8]:
    """Return the new names of the colours, and of `_OTHER`, under symmetries."""
    names = renamed_faces()[chosen]
    return np.concatenate([names, np.full((len(names), 1), _OTHER, dtype=np.int8)], axis=1)


def _faces(orbit: Orbit, *faces: int) -> NDArray[np.intp]:
    """Return the places of an orbit on some faces."""
    return np.flatnonzero(np.isin(geometry(5).faces[orbit.stickers], faces))


def _solved() -> NDArray[np.int8]:
    return geometry(5).faces.astype(np.int8)


_NOTHING = NumberedView(np.zeros((1, 36), dtype=np.int32))


def _nothing(turns: int) -> tuple[NumberedView, Coordinate]:
    """Return a coordinate with one number, for tables of one coordinate."""
    images = np.zeros((1, turns), dtype=np.int32)
    return NumberedView(images), Coordinate.plain(images)


def _only(labels: NDArray[np.integer], *colours: int) -> Rows:
    """Return labels with all other colours replaced by `_OTHER`."""
    return np.where(np.isin(labels, colours), labels, _OTHER).astype(np.uint8)


def colour_bits(chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return rows of truth values as bits, shape (n, at most 24) → (n,)."""
    return chosen @ (1 << np.arange(chosen.shape[-1]))


def _plain_pruning(pair: tuple[int, int], first: View, second: View) -> Pruning:
    """Return the table of two coordinates without classes. If both have several goals, all pairs are goals."""
    goals = np.stack(np.meshgrid(first.goals, second.goals, indexing="ij"), axis=-1).reshape(-1, 2)
    views = NumberedView(first.images, goals[:, 0]), NumberedView(second.images, goals[:, 1])
    return Pruning(views, None, (pair,), np.arange(len(second))[None], (len(first), len(second)))


@cache
def phase1() -> Phase:
    """Return phase 1."""
    chosen, orbits = axis_symmetries(R, L), (pieces().x, pieces().t)
    nothing, empty = _nothing(36)
    coordinates, prunings = [empty], []
    views = []
    for orbit in orbits:
        goal = np.isin(_solved()[orbit.stickers], (R, L))
        view = Subsets(8, _gathers(orbit, 0), (int(colour_bits(goal)),))
        every = np.arange(len(view))
        images = [view.moved(every, gather).astype(np.int32) for gather in _conjugated(orbit, chosen)]
        coordinate, _ = Coordinate.of(view, images)
        seen = np.zeros((len(chosen), 1), dtype=np.int32)
        pairs = ((len(coordinates), 0),)
        prunings.append(Pruning((view, nothing), (images, seen), pairs, seen, (len(coordinate), 1)))
        coordinates.append(coordinate)
        views.append(view)

    return Phase(PHASE_TURNS[0], chosen, tuple(coordinates), tuple(prunings))


def phase2_side() -> list[tuple[Orbit, NDArray[np.intp]]]:
    """Return the orbits of centres, and their places that phase 2 has to do with."""
    return [(orbit, _faces(orbit, U, F, D, B)) for orbit in (pieces().x, pieces().t)]


@cache
def phase2() -> Phase:
    """Return phase 2."""
    turns = PHASE_TURNS[1]
    odd = np.array([turn >= 18 and turn % 3 != 1 for turn in turns])
    nothing, empty = _nothing(len(turns))
    coordinates, prunings, kept = [empty], [], []
    for orbit, part in phase2_side():
        rows = arrangements(_side(_solved()[orbit.stickers[part]]), _gathers(orbit, 1, part))
        after = rows.moved(_gathers(orbit, 1, part))
        after = (2 * after[:, None] + (np.arange(2)[:, None] ^ odd)).reshape(-1, len(turns))
        seen = np.zeros((1, 1), dtype=np.int32)
        pairs = ((len(coordinates), 0),)
        prunings.append(Pruning((NumberedView(after), nothing), None, pairs, seen, (len(after), 1)))
        coordinates.append(Coordinate.plain(after))
        kept.append(rows.rows)
    return Phase(turns, [0], tuple(coordinates), tuple(prunings), tuple(kept))


def _side(labels: NDArray[np.integer]) -> Rows:
    return np.isin(labels, (U, D)).astype(np.uint8)


def odd_wings(colours: NDArray[np.int8]) -> NDArray[np.int32]:
    """Return whether the permutation of wings is odd, as 0 or 1, for states of shape (n, 150)."""
    homes = pieces().wings.homes(colours)
    larger = homes[:, :, None] > homes[:, None, :]
    return (np.triu(larger).sum(axis=(1, 2)) % 2).astype(np.int32)


@cache
def _phase3_wings() -> tuple[Subsets, list[NDArray[np.int32]]]:
    """Return the numbers of the places of the second class of wings, and their images under symmetries."""
    wings = pieces().wings
    view = Subsets(12, _gathers(wings, 2), (0xFFF000, 0x000FFF))
    every = np.arange(len(view))
    # The exchange of both classes is a further symmetry.
    images = [
        view.moved(every, gather, swapped=bool(gather[0] >= 12) != exchanged).astype(np.int32)
        for exchanged in (False, True)
        for gather in _conjugated(wings, axis_symmetries(R, L))
    ]
    return view, images


def _flips(rows: Rows) -> NDArray[np.int32]:
    """Return the number of flips: the labels of the first eleven middle edges as bits."""
    return (rows[:, :11] @ (1 << np.arange(11))).astype(np.int32)


def columns_normal(rows: Rows) -> Rows:
    """Return rows of 8 corners and 8 lines of two colours, with the colours of either exchanged so that 0 is first."""
    return np.concatenate([rows[:, at : at + 8] ^ rows[:, at : at + 1] for at in (0, 8)], axis=1)


@cache
def phase3_columns() -> tuple[Arrangements, NDArray[np.intp], NDArray[np.int64]]:
    """Return the arrangements of the centres of R and L, the stickers, and the numbers of the goals.

    The colours of the corners may be exchanged, and those of the lines.
    """
    stickers, turns = _side_centres(2, R, L)

    solved = (_solved()[stickers] == R).astype(np.uint8)
    columns = arrangements(solved, turns, columns_normal)
    later = arrangements(solved, _side_centres(3, R, L)[1], columns_normal)
    return columns, stickers, columns.of(later.rows).astype(np.int64)


def side_stickers(*faces: int) -> NDArray[np.intp]:
    """Return the stickers of the centres of some faces, corners first."""
    return np.concatenate([orbit.stickers[_faces(orbit, *faces)] for orbit in (pieces().x, pieces().t)])


def _side_centres(phase: int, *faces: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the stickers of the centres of two or four faces, and the turns of a phase on them."""
    stickers, turns, size = [], [], 0
    for orbit in (pieces().x, pieces().t):
        part = _faces(orbit, *faces)
        stickers.append(orbit.stickers[part])
        turns.append(_gathers(orbit, phase, part) + size)
        size += len(part)
    return np.concatenate(stickers), np.concatenate(turns, axis=1)


def _side_symmetries(chosen: list[int], *faces: int) -> NDArray[np.intp]:
    gathers, size = [], 0
    for orbit in (pieces().x, pieces().t):
        part = _faces(orbit, *faces)
        gathers.append(_conjugated(orbit, chosen, part) + size)
        size += len(part)
    return np.concatenate(gathers, axis=1)


@cache
def phase3() -> Phase:
    """Return phase 3."""
    chosen = axis_symmetries(R, L)
    view, images = _phase3_wings()
    wings, _ = Coordinate.of(view, images)
    middles = pieces().middles
    flips = np.arange(1 << 11)[:, None] >> np.arange(11) & 1
    flips = np.concatenate([flips, flips.sum(axis=1, keepdims=True) % 2], axis=1)
    labels = np.concatenate([flips, 1 - flips], axis=1).astype(np.uint8)
    after = np.stack([_flips(labels[:, gather]) for gather in _gathers(middles, 2)], axis=1)
    seen = np.stack(
        [
            _flips(labels[:, gather] ^ np.uint8(bool(gather[0] >= 12) != exchanged))
            for exchanged in (False, True)
            for gather in _conjugated(middles, chosen)
        ]
    )
    columns, stickers, goals = phase3_columns()
    _, turns = _side_centres(2, R, L)
    moved = columns.moved(turns)
    flip_view = NumberedView(after, np.array([0, 2047]))
    prunings = (
        Pruning((view, flip_view), (images, seen), ((0, 1),), seen, (len(wings), 2048)),
        _plain_pruning((2, 1), NumberedView(moved, goals), flip_view),
    )

    return Phase(
        PHASE_TURNS[2],
        chosen,
        (wings, Coordinate.plain(after), Coordinate.plain(moved)),
        prunings,
        (columns.rows,),
        exchange=True,
    )


class EdgeMoves:
    """Where turns and symmetries bring the pieces at edges 0 to 7, shapes (permutations, 8)."""

    def __init__(self, gathers: NDArray[np.integer]) -> None:
        middles, wings = pieces().middles.gather(gathers), pieces().wings.gather(gathers)
        self.middles = inverse(middles[:, :8] % 12)
        """Where the middle edge at each edge goes."""
        self.first = inverse(wings[:, :8] % 12)
        """Where the wing goes that comes to a place of the first class."""
        self.second = inverse(wings[:, 12:20] % 12)
        """Where the wing goes that comes to a place of the second class."""
        self.swaps = wings[:, 0] >= 12
        """Whether the classes of wings are exchanged."""


def rotation_to_phase5() -> int:
    """Return the rotation after which the edges that phase 4 joins are in the middle layer."""
    cube = geometry(5)
    return cube.rotation_number(cube.turn(Slab("R", 1, 5, 1)))


def _centres(
    phase: int, chosen: list[int], *faces: int
) -> tuple[Arrangements, NDArray[np.intp], NumberedView, NDArray[np.integer]]:
    """Return the arrangements of centres of some faces, their stickers, view, and images under symmetries."""
    stickers, turns = _side_centres(phase, *faces)
    solved = _solved()[stickers].astype(np.uint8)
    rows, goals = arrangements(solved, turns), np.zeros(1, dtype=np.int64)
    if phase == 3:
        # The turns of the last phase, as seen before the rotation.
        turned = turn_images()[rotation_to_phase5()]
        later = turn_gathers()[[turn for turn in range(36) if turned[turn] in PHASE_TURNS[4]]]
        number = np.full(150, -1)
        number[stickers] = np.arange(len(stickers))
        goals = rows.of(arrangements(solved, number[later[:, stickers]]).rows).astype(np.int64)
    images = rows.moved(_side_symmetries(chosen, *faces), renamed_faces()[chosen])
    return rows, stickers, NumberedView(rows.moved(turns), goals), images.T


@cache
def phase4_symmetries() -> list[int]:
    """Return the symmetries of phase 4: first the four rotations that keep the three axes."""
    axes = ({U, D}, {R, L}, {F, B})
    return [
        number
        for number, names in enumerate(renamed_faces())
        if all(set(names[list(axis)].tolist()) == axis for axis in axes)
    ]


@cache
def phase4() -> Phase:
    """Return phase 4."""
    chosen = phase4_symmetries()
    turns, images = EdgeMoves(turn_gathers()[PHASE_TURNS[3]]), EdgeMoves(symmetries()[chosen])
    assert images.swaps.tolist() == 4 * [False] + 4 * [True], "mirrors exchange the classes of wings"

    def fours(edges: EdgeMoves, wings: NDArray[np.intp]) -> NDArray[np.int32]:
        pairs = zip(edges.middles, wings, strict=True)
        return np.stack([moved_fours(*pair) for pair in pairs]).astype(np.int32)

    goal = np.array([fours_number(pieces().ring, pieces().ring)])
    first = NumberedView(fours(turns, turns.first).T, goal)
    after = fours(turns, turns.second).T
    seen_first, seen_second = fours(images, images.first)[:4], fours(images, images.second)[:4]
    edges, classes = Coordinate.of(first, list(seen_first))
    rl_rows, _, rl, rl_images = _centres(3, chosen, R, L)
    ud_rows, _, ud, ud_images = _centres(3, chosen, U, D)

    def centre_pruning(number: int, view: NumberedView, seen: NDArray[np.integer]) -> Pruning:
        goals = NumberedView(first.images, np.repeat(goal, len(view.goals)))
        folded = list(seen_first), seen[:4]
        pairs = ((0, number), (1, number))
        return Pruning((goals, view), folded, pairs, seen, (len(edges), len(view)))

    # All orders of the four edges are the same: they are symmetries of the table for wings of both classes.
    orders = reordered()
    goals = orders[:, ordered_number(pieces().ring)]
    order_views = [
        NumberedView(np.stack([moved_order(gather) for gather in gathers], axis=1).astype(np.int32), goals)
        for gathers in (turns.middles, turns.first, turns.second)
    ]
    folded = [(order[:, None] * ORDERS + order).ravel().astype(np.int32) for order in orders]
    both = Pruning(
        (ProductView(order_views[0], order_views[1]), order_views[2]),
        (folded, orders),
        ((0, 2),),
        seen_second % ORDERS,
        (len(edges), ORDERS),
        classes.representatives,
    )
    prunings = (
        both,
        centre_pruning(3, rl, rl_images),
        centre_pruning(4, ud, ud_images),
        _plain_pruning((3, 4), rl, ud),
    )
    plain = (Coordinate.plain(images) for images in (after, rl.images, ud.images))
    return Phase(PHASE_TURNS[3], chosen, (edges, edges, *plain), prunings, (rl_rows.rows, ud_rows.rows))


@cache
def phase5() -> Phase:
    """Return phase 5."""
    chosen = axis_symmetries(U, D)
    turns, images = EdgeMoves(turn_gathers()[PHASE_TURNS[4]]), EdgeMoves(symmetries()[chosen])
    assert images.swaps.tolist() == 8 * [False] + 8 * [True], "mirrors exchange the classes of wings"

    def matched(edges: EdgeMoves) -> NDArray[np.int32]:
        pairs = zip(edges.middles, edges.first, strict=True)
        return np.stack([moved_matched(*pair) for pair in pairs])

    first, seen = NumberedView(matched(turns).T), list(matched(images)[:8])
    edges, _ = Coordinate.of(first, seen)
    ud_rows, _, ud, ud_images = _centres(4, chosen, U, D)
    other_rows, _, others, _ = _centres(4, [0], R, F, L, B)
    shape = len(edges), len(ud)
    prunings = (
        Pruning((first, ud), (seen, ud_images[:8]), ((0, 2), (1, 2)), ud_images, shape),
        _plain_pruning((2, 3), ud, others),
    )
    plain = (Coordinate.plain(images) for images in (ud.images, others.images))
    return Phase(PHASE_TURNS[4], chosen, (edges, edges, *plain), prunings, (ud_rows.rows, other_rows.rows))


PHASES = (phase1, phase2, phase3, phase4, phase5)
"""The phases."""
