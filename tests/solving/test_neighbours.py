"""Distances and neighbours in the graph of the 2×2×2, against published counts and plain search."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof import (
    Cube,
    ImpossibleCubeError,
    UnsupportedError,
    UsageError,
    distance,
    neighbours,
    numbered_state,
    random_cube_at,
    solve,
    state_number,
)
from ground_truth import LAYERS_2_HTM, LAYERS_2_QTM
from strategies import cubes


@given(cubes(2))
def test_a_distance_is_the_length_of_a_shortest_answer(cube: Cube) -> None:
    assert distance(cube) == solve(cube, engine="table").length


@given(cubes(2))
def test_neighbours_are_one_turn_away_however_the_cube_is_held(cube: Cube) -> None:
    here = distance(cube, "qtm")
    for neighbour in neighbours(cube, "qtm"):
        assert neighbour.cube == cube.apply(neighbour.turn)
        assert neighbour.distance == distance(neighbour.cube, "qtm")
        # A quarter turn is an odd permutation of the corners, so no neighbour has the distance of the cube itself.
        assert abs(neighbour.distance - here) == 1


@pytest.mark.parametrize(("metric", "published"), [("htm", LAYERS_2_HTM), ("qtm", LAYERS_2_QTM)])
def test_the_first_layers_are_found_by_going_from_neighbour_to_neighbour(
    metric: str, published: list[int]
) -> None:
    results = {Cube(2): 0}
    layer = [Cube(2)]
    for depth in range(1, 4):
        reached = {next_.cube: next_.distance for cube in layer for next_ in neighbours(cube, metric)}
        layer = [cube for cube in reached if cube not in results]
        assert {reached[cube] for cube in layer} == {depth}
        results |= dict.fromkeys(layer, depth)
    assert list(Counter(results.values()).values()) == published[:4]


@pytest.mark.parametrize(("metric", "depth"), [("htm", 0), ("htm", 7), ("htm", 11), ("stm", 11), ("qtm", 14)])
def test_random_cube_has_the_requested_distance(metric: str, depth: int) -> None:
    cube = random_cube_at(depth, metric, seed=3)
    assert solve(cube, metric=metric, engine="table" if metric != "qtm" else "auto").length == depth
    assert random_cube_at(depth, metric, seed=3) == cube


def test_random_cubes_cover_a_layer() -> None:
    assert len({random_cube_at(1, seed=seed) for seed in range(200)}) == LAYERS_2_HTM[1]


@pytest.mark.parametrize(("depth", "metric"), [(12, "htm"), (-1, "htm"), (15, "qtm")])
def test_distance_without_a_cube_is_refused(depth: int, metric: str) -> None:
    with pytest.raises(UsageError, match=f"not {depth}"):
        random_cube_at(depth, metric)


@pytest.mark.parametrize(
    ("cube", "error"),
    [
        (Cube(3), UnsupportedError),
        (Cube.from_facelets("?" * 24), UnsupportedError),
        (Cube.from_facelets("U" * 24), ImpossibleCubeError),
    ],
)
def test_cube_outside_the_graph_is_refused(cube: Cube, error: type[Exception]) -> None:
    with pytest.raises(error):
        distance(cube)
    with pytest.raises(error):
        neighbours(cube)


def article_number(pieces: list[int], orientations: list[int]) -> int:
    """Return the number of a configuration by the formulas of the article: swaps, and digits in base 3."""
    order, first = list(pieces), 0
    for place in range(6):
        there = order.index(place + 1)
        first = first * (7 - place) + there - place
        order[there], order[place] = order[place], order[there]
    second = 0
    for orientation in reversed(orientations[:6]):
        second = 3 * second + orientation - 1
    return 3**6 * first + second


@given(st.integers(0, 3**6 * 5040 - 1), st.sampled_from(["", "x", "y2", "z' x"]))
def test_a_state_has_the_number_of_the_article_in_every_rotation(number: int, rotation: str) -> None:
    cube = numbered_state(number)
    assert state_number(cube.apply(rotation)) == number
    # The slots of the article's places, clockwise from the sticker on U or D.
    slots = ("DRB", "UBR", "ULB", "DFR", "URF", "UFL", "DLF")
    homes = [[_place(slot, face) for face in slot] for slot in slots]
    colours = [[cube.facelets[sticker] for sticker in stickers] for stickers in homes]
    pieces = [next(i for i, slot in enumerate(slots, 1) if set(slot) == set(seen)) for seen in colours]
    orientations = [
        next(o for o in (1, 2, 3) if [*(seen * 2)[3 - (o - 1) : 6 - (o - 1)]] == [*slots[piece - 1]])
        for seen, piece in zip(colours, pieces, strict=True)
    ]
    assert article_number(pieces, orientations) == number


def _place(slot: str, face: str) -> int:
    """Return the sticker of a corner on a face, by the corners of each face in reading order."""
    corners = {
        "U": ("ULB", "UBR", "UFL", "URF"),
        "R": ("URF", "UBR", "DFR", "DRB"),
        "F": ("UFL", "URF", "DLF", "DFR"),
        "D": ("DLF", "DFR", "DBL", "DRB"),
        "L": ("ULB", "UFL", "DBL", "DLF"),
        "B": ("UBR", "ULB", "DRB", "DBL"),
    }
    return 4 * "URFDLB".index(face) + corners[face].index(slot)


@pytest.mark.parametrize("number", [-1, 3**6 * 5040, 10**30])
def test_numbers_outside_of_the_states_are_refused(number: int) -> None:
    with pytest.raises(UsageError, match="from 0 to 3,674,159"):
        numbered_state(number)
    with pytest.raises(UnsupportedError, match="of 3 layers"):
        state_number(Cube(3))
