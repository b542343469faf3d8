"""Views of cubes have as many numbers, classes and distances as is known."""

from collections.abc import Sequence
from math import factorial

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.two_phase.symmetry import axis_symmetries
from cubeproof.problem import Generator, PieceOrbit, Problem, piece_orbits
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.cubies import FACE_TURNS, symmetries
from cubeproof.puzzle.geometry import geometry
from cubeproof.tables.contents import Contents
from cubeproof.tables.coordinate import Coordinate, Labelling
from cubeproof.tables.distances import Distances, Folded
from cubeproof.tables.fitting_states import bound
from cubeproof.tables.symmetries import Classes, Conjugates, conjugate, conjugate_turns
from cubeproof.tables.views import NumberedView

FACES = [str(turn) for turn in FACE_TURNS]
HALF = [f"{face}2" for face in "URFDLB"]
PHASE_2 = [turn for turn in FACES if turn[0] in "UD" or turn.endswith("2")]
BLOCKS = [turn.replace(turn[0], turn[0] + "w", 1) for turn in FACES]


def orbits(size: int, turns: Sequence[str]) -> tuple[PieceOrbit, ...]:
    """The orbits of a cube under some turns."""
    blank = np.zeros(6 * size**2, dtype=np.int8)
    moves = tuple(Generator(turn, permutation(turn, size).astype(np.int16)) for turn in turns)
    return piece_orbits(Problem(blank, (blank,), moves))


def coordinate(orbit: PieceOrbit, *goals: NDArray[np.integer]) -> Coordinate:
    """The coordinate of a labelling of stickers."""
    numbered = Labelling.of(Contents.read(orbit, goals)).coordinate(1 << 22)
    assert numbered is not None
    return numbered


def through(view: Coordinate, gathers: NDArray[np.integer]) -> Conjugates:
    images = conjugate(view, gathers)
    assert images is not None
    return images


def axis(size: int, number: int) -> NDArray[np.intp]:
    """1 for the stickers of two opposite faces, 0 for the others."""
    labels: NDArray[np.intp] = (geometry(size).faces % 3 == number).astype(np.intp)
    return labels


def on_equator() -> NDArray[np.bool_]:
    equator: NDArray[np.bool_] = geometry(3).cubies[:, 1] == 0
    return equator


def pieces(size: int) -> NDArray[np.intp]:
    """A label for every piece, the same for all its stickers."""
    numbers: NDArray[np.intp] = np.unique(geometry(size).cubies, axis=0, return_inverse=True)[1].ravel()
    return numbers


def gathers(size: int) -> NDArray[np.intp]:
    """The 48 symmetries of a cube in gather form, the identity first."""
    cube = geometry(size)
    return cube.sticker_at(cube.points @ symmetries().matrices.transpose(0, 2, 1)).astype(np.intp)


def test_twists_and_flips_with_slots_are_those_of_phase_1() -> None:
    corners, edges = orbits(3, FACES)
    twists = coordinate(corners, axis(3, 0))
    # Of an edge: whether it belongs to the middle layer, and which of its stickers looks along U and D, or F and B.
    along = axis(3, 0) | (axis(3, 2) & on_equator())
    flips = coordinate(edges, np.where(on_equator(), 2, 0) + along)
    assert (len(twists), len(flips)) == (2187, 2048 * 495) == (2187, 1_013_760)
    images = through(flips, axis_symmetries()), through(twists, axis_symmetries())
    folded = Folded.of((flips, twists), images)
    assert len(folded.classes) == 64_430
    assert len(folded.classes) * len(twists) == 140_908_410
    assert len(flips) * len(twists) == 2_217_093_120


def test_permutations_are_those_of_phase_2() -> None:
    views = [coordinate(orbit, pieces(3)) for orbit in orbits(3, PHASE_2)]
    assert sorted(map(len, views)) == [24, 40_320, 40_320]
    corners = next(view for view in views if len(view) == 40_320)
    assert len(Classes.of(through(corners, axis_symmetries()))) == 2768


def test_corners_with_tetrads_and_slices_of_edges_are_those_of_h48() -> None:
    corners, edges = orbits(3, FACES)
    tetrads = (geometry(3).cubies.prod(axis=1) > 0).astype(int)
    separations = coordinate(corners, tetrads)
    slices = coordinate(edges, np.argmax(geometry(3).cubies == 0, axis=1))
    assert len(separations) * len(coordinate(corners, axis(3, 0))) == 70 * 2187 == 153_090
    assert len(slices) == 34_650


def test_corners_of_the_3x3x3_in_two_views() -> None:
    corners, _ = orbits(3, FACES)
    views = coordinate(corners, axis(3, 0)), coordinate(corners, pieces(3))
    assert len(views[0]) * len(views[1]) == 88_179_840


def test_centres_of_one_axis_of_the_4x4x4_have_15582_classes() -> None:
    (centres,) = (orbit for orbit in orbits(4, FACES + BLOCKS) if orbit.placements.shape[1] == 1)
    view = coordinate(centres, *(axis(4, number) for number in range(3)))
    turns = np.stack([permutation(turn, 4) for turn in FACES + BLOCKS])
    assert conjugate_turns(turns, gathers(4)) is not None
    images = through(view, gathers(4))
    trivial = NumberedView(np.zeros((1, len(turns)), dtype=int))
    folded = Folded.of((view, trivial), (images, np.zeros((48, 1), dtype=int)))
    assert (len(view), len(folded.classes)) == (735_471, 15_582)
    search = Distances((view, trivial), folded=folded)
    search.finish()
    sizes = np.bincount(search.table, weights=folded.classes.sizes)
    # A wide turn exchanges half of two axes' centres, the same for a left and a right one: six views are one turn away.
    assert sizes[:2].tolist() == [3, 6]
    assert sizes.sum() == 735_471


def test_axis_is_kept_by_sixteen_symmetries() -> None:
    (centres,) = (orbit for orbit in orbits(4, FACES + BLOCKS) if orbit.placements.shape[1] == 1)
    view = coordinate(centres, axis(4, 0))
    assert sum(conjugate(view, gather[None]) is not None for gather in gathers(4)) == 16


def test_wings_on_two_sides_are_2704156() -> None:
    (wings,) = (orbit for orbit in orbits(4, FACES + BLOCKS) if orbit.placements.shape[1] == 2)
    contents = Contents.read(wings, [np.arange(96)])
    half = np.zeros(96, dtype=int)
    half[contents.bodies[::2]] = 1
    assert len(coordinate(wings, half)) == 2_704_156


def test_half_turns_reach_663552_states() -> None:
    views = [coordinate(orbit, pieces(3)) for orbit in orbits(3, HALF)]
    assert sorted(map(len, views)) == [24, 24, 24, 24, 24]
    search = Distances(views)
    search.finish()
    assert sum(search.counts) == 663_552
    # Two exchanged pieces of one orbit, and no other.
    start, places = pieces(3), views[0].labelling.contents.bodies
    start[places] = start[permutation("U2", 3)[places]]
    assert len(np.flatnonzero(start != pieces(3))) == 2 * places.shape[1]
    assert bound(search, start) is None


def test_four_edges_have_1538_classes_under_eight_rotations() -> None:
    """Four edges, each by itself, and the others of one parity: the edges of a 4×4×4 whose wings are paired."""
    _, edges = orbits(3, FACES)
    contents = Contents.read(edges, [np.where(on_equator(), pieces(3), -1)])
    view = Labelling.of(contents, contents.piece).coordinate(1 << 22)
    assert view is not None
    rotations = {rotation.tobytes() for rotation in geometry(3).rotations.astype(np.intp)}
    gathers = axis_symmetries().astype(np.intp)
    turned = np.stack([gather for gather in gathers if gather.tobytes() in rotations])
    classes = Classes.of(through(view, turned))
    assert (len(view), len(turned), len(classes)) == (11_880, 8, 1538)
    others = factorial(8) // 2
    assert len(classes) * others == 31_006_080


def test_turns_of_two_faces_reach_73483200_states() -> None:
    turns = [turn for turn in FACES if turn[0] in "UR"]
    views = []
    for orbit in orbits(3, turns):
        contents = Contents.read(orbit, [np.arange(54)])
        views.append(Labelling.of(contents).coordinate(1 << 22))
    sizes = sorted(len(view) for view in views if view is not None)
    assert sizes == [5040, 29_160]
    # Corners and edges have the same parity.
    assert sizes[0] * sizes[1] // 2 == 73_483_200


def test_conjugates_are_the_views_of_moved_stickers() -> None:
    """The view of σ⁻¹ p σ, read off its stickers, has the number that `conjugate` makes of the view of p."""
    random = np.random.default_rng(1)
    corners, edges = orbits(3, FACES)
    turns = np.stack([permutation(turn, 3) for turn in FACES])
    moved = conjugate_turns(turns, axis_symmetries())
    assert moved is not None
    assert conjugate_turns(turns[1:], axis_symmetries()) is None
    for orbit, labels in (
        (corners, axis(3, 0)),
        (edges, on_equator().astype(int)),
        (corners, geometry(3).faces),
    ):
        view = coordinate(orbit, labels) if labels.max() == 1 else None
        if view is None:
            labelling = Labelling.of(Contents.read(orbit, [labels]), Contents.read(orbit, [labels]).piece)
            view = labelling.coordinate(1 << 22)
            assert view is not None
        contents = view.labelling.contents
        numbers = {tuple(content): number for number, content in enumerate(contents.colours.tolist())}

        def number(gather: NDArray[np.intp]) -> int:
            row = [numbers[tuple(content)] for content in labels[gather][contents.bodies].tolist()]  # noqa: B023
            return int(view.numbers(view.labelling.row_keys.of(view.labelling.labels[row][None]))[0])  # noqa: B023

        images = through(view, axis_symmetries())
        for _ in range(20):
            state = np.arange(54)
            for turn in random.integers(18, size=30):
                state = state[turns[turn]]
            for symmetry, gather in enumerate(axis_symmetries().astype(np.intp)):
                assert (np.argsort(gather)[turns[:, gather]] == turns[moved[symmetry]]).all()
                seen = np.argsort(gather)[state[gather]]
                assert images.of(np.array([number(state)]), symmetry)[0] == number(seen)
