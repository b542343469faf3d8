"""Distances and neighbours in the graph of the 2×2×2, against published counts and plain search."""

from collections import Counter

import pytest
from hypothesis import given

from cubeproof import (
    Cube,
    ImpossibleCubeError,
    UnsupportedError,
    UsageError,
    distance,
    neighbours,
    random_cube_at,
    solve,
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
