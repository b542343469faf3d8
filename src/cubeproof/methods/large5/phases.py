"""The five phases: their coordinates and pruning tables.

    1   the centres of R and L to R and L
    2   the centres of U and D to U and D, so those of F and B too; the permutation of wings becomes even
    3   wings and middle edges to their classes, for some choice of flips; columns of the centres of R and L
    4   four edges joined between U or D and R or L; columns of the centres of R, L, U and D
    5   the other eight edges joined, centres solved, in a cube held with those four edges in its middle layer

Each goal of centres is what the turns of the next phases make of the solved cube. After phase 5 the cube is a 3×3×3.

Source: Chen Shuang, github.com/cs0x7f/cube555.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.large5.coordinates import (
    ORDERS,
    Arrangements,
    Rows,
    Subsets,
    arrangements,
    bits_of,
    fours_number,
    moved_fours,
    moved_matched,
    moved_order,
    ordered_number,
    reordered,
)
from cubeproof.methods.large5.phase_parts import FoldedCoordinate, PairDistances, ReductionPhase
from cubeproof.methods.large5.pieces import (
    PHASE_TURNS,
    SOLVED,
    B,
    D,
    F,
    L,
    PlaceOrbit,
    R,
    U,
    centres,
    inverse,
    pieces,
    renamed_faces,
    symmetries,
    turn_gathers,
    turn_images,
)
from cubeproof.puzzle.geometry import Slab, geometry
from cubeproof.tables.views import NumberedView, ProductView

ALL_FLIPPED = 2047
"""The number of the flips of all middle edges, in phase 3."""


def axis_symmetries(*faces: int) -> list[int]:
    """Return the symmetries that keep the axis of two faces, 8 rotations first."""
    return [number for number, names in enumerate(renamed_faces()) if {*names[list(faces)]} == {*faces}]


def phase4_symmetries() -> list[int]:
    """Return the symmetries that keep all axes, four rotations first."""
    return [number for number in axis_symmetries(U, D) if number in axis_symmetries(R, L)]


def rotation_to_phase5() -> int:
    """Return the rotation after which the edges that phase 4 joins are in the middle layer."""
    cube = geometry(5)
    return cube.rotation_number(cube.turn(Slab("R", 1, 5, 1)))


def _turns(phase: int, orbit: PlaceOrbit) -> NDArray[np.intp]:
    """Return the turns of a phase, 1 to 5, on an orbit."""
    return orbit.gather(turn_gathers()[PHASE_TURNS[phase - 1]])


def _phase1() -> ReductionPhase:
    chosen = axis_symmetries(R, L)
    coordinates, prunings = [], []
    for number, orbit in enumerate((pieces().x, pieces().t)):
        goal = bits_of(np.isin(SOLVED[orbit.stickers], (R, L)))
        view = Subsets(8, _turns(1, orbit), (int(goal),))
        every = np.arange(len(view))
        images = [view.moved(every, gather) for gather in orbit.gather(symmetries()[chosen])]
        coordinate, _ = FoldedCoordinate.of(view, images)
        prunings.append(PairDistances.single(number, len(coordinate), view, images))
        coordinates.append(coordinate)
    return ReductionPhase(PHASE_TURNS[0], chosen, tuple(coordinates), tuple(prunings))


def _phase2() -> ReductionPhase:
    odd = np.array([turn >= 18 and turn % 3 != 1 for turn in PHASE_TURNS[1]])
    views, kept = [], []
    for orbits in ([pieces().x], [pieces().t]):
        orbit = centres(U, F, D, B, orbits=orbits)
        rows = arrangements(np.isin(SOLVED[orbit.stickers], (U, D)).astype(np.uint8), _turns(2, orbit))
        # The last bit is the parity of the wings.
        after = 2 * rows.moved(_turns(2, orbit))[:, None] + (np.arange(2)[:, None] ^ odd)
        views.append(NumberedView(after.reshape(-1, len(odd))))
        kept.append(rows.rows)
    prunings = tuple(PairDistances.single(number, len(view), view) for number, view in enumerate(views))
    return ReductionPhase(
        PHASE_TURNS[1], [0], tuple(map(FoldedCoordinate.plain, views)), prunings, tuple(kept)
    )


def columns_normal(rows: Rows) -> Rows:
    """Return rows of 8 corners and 8 lines of two colours, with the colours of either exchanged so that 0 is first."""
    return np.concatenate([rows[:, at : at + 8] ^ rows[:, at : at + 1] for at in (0, 8)], axis=1)


def _flips(rows: Rows) -> NDArray[np.int32]:
    """Return the number of flips: the labels of the first eleven middle edges as bits."""
    return bits_of(rows[:, :11]).astype(np.int32)


def _phase3() -> ReductionPhase:
    chosen, wings, middles = axis_symmetries(R, L), pieces().wings, pieces().middles
    # The exchange of both classes is a further symmetry.
    view = Subsets(12, _turns(3, wings), (0xFFF000, 0x000FFF))
    every = np.arange(len(view))
    images = [
        view.moved(every, gather, swapped=bool(gather[0] >= 12) != exchanged)
        for exchanged in (False, True)
        for gather in wings.gather(symmetries()[chosen])
    ]
    coordinate, _ = FoldedCoordinate.of(view, images)
    flips = (np.arange(1 << 11)[:, None] >> np.arange(11) & 1).astype(np.uint8)
    flips = np.concatenate([flips, flips.sum(axis=1, keepdims=True) % 2], axis=1)
    labels = np.concatenate([flips, 1 - flips], axis=1).astype(np.uint8)
    after = np.stack([_flips(labels[:, gather]) for gather in _turns(3, middles)], axis=1)
    flip_view = NumberedView(after, np.array([0, ALL_FLIPPED]))
    seen = np.stack(
        [
            _flips(labels[:, gather] ^ np.uint8(bool(gather[0] >= 12) != exchanged))
            for exchanged in (False, True)
            for gather in middles.gather(symmetries()[chosen])
        ]
    )
    orbit = centres(R, L)
    solved = (SOLVED[orbit.stickers] == R).astype(np.uint8)
    columns = arrangements(solved, _turns(3, orbit), columns_normal)
    goals = columns.of(arrangements(solved, _turns(4, orbit), columns_normal).rows)
    column_view = NumberedView(columns.moved(_turns(3, orbit)), goals.astype(np.int64))
    prunings = (
        PairDistances((view, flip_view), (images, seen), ((0, 1),), seen, (len(coordinate), len(flip_view))),
        PairDistances.plain((2, 1), column_view, flip_view),
    )
    plain = map(FoldedCoordinate.plain, (flip_view, column_view))
    return ReductionPhase(
        PHASE_TURNS[2], chosen, (coordinate, *plain), prunings, (columns.rows,), exchange=True
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


def _centre_view(phase: int, chosen: list[int], *faces: int) -> tuple[Rows, NumberedView, NDArray[np.int32]]:
    """Return the arrangements of centres of some faces, their view, and their images under symmetries."""
    orbit, goals = centres(*faces), np.zeros(1, dtype=np.int64)
    solved = SOLVED[orbit.stickers].astype(np.uint8)
    rows: Arrangements = arrangements(solved, _turns(phase, orbit))
    if phase == 4:
        # The turns of the last phase, as seen before the rotation.
        turned = turn_images()[rotation_to_phase5()]
        later = turn_gathers()[[turn for turn in range(36) if turned[turn] in PHASE_TURNS[4]]]
        goals = rows.of(arrangements(solved, orbit.gather(later)).rows).astype(np.int64)
    images = rows.moved(orbit.gather(symmetries()[chosen]), renamed_faces()[chosen])
    return rows.rows, NumberedView(rows.moved(_turns(phase, orbit)), goals), images.T


def _phase4() -> ReductionPhase:
    chosen = phase4_symmetries()
    turns, images = EdgeMoves(turn_gathers()[PHASE_TURNS[3]]), EdgeMoves(symmetries()[chosen])
    assert images.swaps.tolist() == 4 * [False] + 4 * [True], "mirrors exchange the classes of wings"

    def fours(edges: EdgeMoves, wings: NDArray[np.intp]) -> NDArray[np.int32]:
        pairs = zip(edges.middles, wings, strict=True)
        return np.stack([moved_fours(*pair) for pair in pairs]).astype(np.int32)

    goal = np.array([fours_number(pieces().ring, pieces().ring)])
    first = NumberedView(fours(turns, turns.first).T, goal)
    second = NumberedView(fours(turns, turns.second).T)
    seen_first, seen_second = list(fours(images, images.first)[:4]), fours(images, images.second)[:4]
    edges, classes = FoldedCoordinate.of(first, seen_first)
    rl_rows, rl, rl_images = _centre_view(4, chosen, R, L)
    ud_rows, ud, ud_images = _centre_view(4, chosen, U, D)

    def with_centres(number: int, view: NumberedView, seen: NDArray[np.int32]) -> PairDistances:
        goals = NumberedView(first.images, np.repeat(goal, len(view.goals)))
        pairs, shape = ((0, number), (1, number)), (len(edges), len(view))
        return PairDistances((goals, view), (seen_first, seen[:4]), pairs, seen, shape)

    # Wings of both classes: all orders of the four edges are alike, so they are the symmetries while it is built.
    orders = reordered()
    goals = orders[:, ordered_number(pieces().ring)]
    middle_view, first_view, second_view = (
        NumberedView(np.stack([moved_order(gather) for gather in gathers], axis=1), goals)
        for gathers in (turns.middles, turns.first, turns.second)
    )
    folded = [(order[:, None] * ORDERS + order).ravel().astype(np.int32) for order in orders]
    both = PairDistances(
        (ProductView(middle_view, first_view), second_view),
        (folded, orders),
        ((0, 2),),
        seen_second % ORDERS,
        (len(edges), ORDERS),
        classes.representatives,
    )
    prunings = (
        both,
        with_centres(3, rl, rl_images),
        with_centres(4, ud, ud_images),
        PairDistances.plain((3, 4), rl, ud),
    )
    plain = map(FoldedCoordinate.plain, (second, rl, ud))
    return ReductionPhase(PHASE_TURNS[3], chosen, (edges, edges, *plain), prunings, (rl_rows, ud_rows))


def _phase5() -> ReductionPhase:
    chosen = axis_symmetries(U, D)
    turns, images = EdgeMoves(turn_gathers()[PHASE_TURNS[4]]), EdgeMoves(symmetries()[chosen])
    assert images.swaps.tolist() == 8 * [False] + 8 * [True], "mirrors exchange the classes of wings"

    def matched(edges: EdgeMoves) -> NDArray[np.int32]:
        pairs = zip(edges.middles, edges.first, strict=True)
        return np.stack([moved_matched(*pair) for pair in pairs])

    first, seen = NumberedView(matched(turns).T), list(matched(images)[:8])
    edges, _ = FoldedCoordinate.of(first, seen)
    ud_rows, ud, ud_images = _centre_view(5, chosen, U, D)
    other_rows, others, _ = _centre_view(5, [0], R, F, L, B)
    shape = len(edges), len(ud)
    prunings = (
        PairDistances((first, ud), (seen, ud_images[:8]), ((0, 2), (1, 2)), ud_images, shape),
        PairDistances.plain((2, 3), ud, others),
    )
    plain = map(FoldedCoordinate.plain, (ud, others))
    return ReductionPhase(PHASE_TURNS[4], chosen, (edges, edges, *plain), prunings, (ud_rows, other_rows))


def phase(number: int) -> ReductionPhase:
    """Return a phase, 1 to 5."""
    return (_phase1, _phase2, _phase3, _phase4, _phase5)[number - 1]()
