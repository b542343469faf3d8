"""The crosses of all colours against a breadth-first search of the tests' own model."""

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from cubeproof import Alg, Cube, ImpossibleCubeError, UnsupportedError, crosses, solve
from cubeproof.puzzle.scramble import random_cube
from ground_truth import CROSS
from second_opinion import lattice
from second_opinion.lattice import Array
from structured import KINDS, draw

FACES = "URFDLB"
CENTRES = [4 + 9 * face for face in range(6)]


@cache
def turns(metric: str) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Turns that leave the centres, perhaps after a rotation: where each sticker goes, and what the turn counts."""
    costs: dict[tuple[int, ...], int] = {}
    for slab in lattice.slabs(3):
        cost = slab.cost(metric, 3)
        for _, whole in lattice.rotations(3):
            gather = lattice.permutation(slab, 3)[whole]
            if cost and all(gather[place] == place for place in CENTRES):
                goes = [0] * 54
                for place, source in enumerate(gather.tolist()):
                    goes[source] = place
                costs[tuple(goes)] = min(cost, costs.get(tuple(goes), cost))
    return tuple(costs.items())


def stickers_of_edge(one: int, other: int) -> tuple[int, int]:
    """The places of an edge's stickers on two faces: they are those of one cubie."""
    points = lattice.cubies(3)
    (pair,) = [
        (a, b)
        for a in range(9 * one, 9 * one + 9)
        for b in range(9 * other, 9 * other + 9)
        if (points[a] == points[b]).all() and (points[a] == 0).sum() == 1
    ]
    return pair


SIDES = [1, 2, 4, 5]
HOME = tuple(stickers_of_edge(3, side)[0] for side in SIDES)


@cache
def distances(metric: str) -> Array:
    """Costs of the cross below by the places of the lower stickers of its four edges; −1 for no arrangement."""
    costs = np.full((54,) * 4, -1, dtype=np.int8)
    costs[HOME] = 0
    layers = [np.array([HOME])]
    for cost in range(1, 20):
        fresh = []
        for goes, price in turns(metric):
            if price <= cost:
                after = np.array(goes)[layers[cost - price]]
                after = after[costs[tuple(after.T)] < 0]
                costs[tuple(after.T)] = cost
                fresh.append(after)
        layers.append(np.concatenate(fresh))
    return costs


EDGES = [stickers_of_edge(a, b) for a in range(6) for b in range(a) if (a - b) % 3]


def state_of(cube: Cube, colour: str) -> tuple[int, ...]:
    """The arrangement of a colour's cross, with the cube turned so that this colour is below."""
    for _, whole in lattice.rotations(3):
        held = [cube.facelets[place] for place in whole]
        if held[CENTRES[3]] == colour:
            break
    places = []
    for side in SIDES:
        for edge in EDGES:
            for first, second in (edge, edge[::-1]):
                if held[first] == colour and held[second] == held[CENTRES[side]]:
                    places.append(first)
    return tuple(places)


def structured(kind: str, number: int) -> Cube:
    return Cube(3).permuted(np.frombuffer(draw(kind, number).state, dtype=np.uint8).astype(np.int16))


def check(cube: Cube, metric: str) -> None:
    answers = crosses(cube, metric)
    assert "".join(cross.colour for cross in answers) == FACES
    for cross in answers:
        assert cross.length == distances(metric)[state_of(cube, cross.colour)]
        assert Alg(str(cross.alg)).count(metric, 3) == cross.length
        end = Cube.from_colours(lattice.after(cube.colours, str(cross.alg), 3))
        assert distances(metric)[state_of(end, cross.colour)] == 0
        assert end.facelets[CENTRES[3]] == cross.colour or metric == "stm"


def test_distances_of_the_model_are_the_published_ones() -> None:
    counts = np.bincount(distances("htm")[distances("htm") >= 0])
    assert counts.tolist() == CROSS


@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
def test_lengths_are_those_of_the_model(metric: str) -> None:
    for seed in range(4):
        hold = Random(seed).choice(["", "x", "y2", "z'", "x y"])
        check(random_cube(3, seed).apply(hold), metric)


@pytest.mark.parametrize("kind", [*KINDS][::6])
def test_lengths_of_structured_cubes_are_those_of_the_model(kind: str) -> None:
    check(structured(kind, 1), "htm")


@pytest.mark.soak
@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
def test_lengths_of_many_cubes_are_those_of_the_model(metric: str) -> None:
    for seed in range(200):
        check(random_cube(3, seed), metric)
    for kind in KINDS:
        check(structured(kind, 2), metric)


def test_the_colour_below_is_the_goal_cross() -> None:
    near = [Cube(3).apply(turns) for turns in ("", "R U F", "R F' U2", "F2 R")]
    for cube in (*near, *(random_cube(3, seed) for seed in range(9))):
        assert crosses(cube)[3].length == solve(cube, goal="cross").length


@pytest.mark.parametrize("cube", [Cube(2), Cube(4), Cube.from_facelets("?" * 54)], ids=["2", "4", "unknown"])
def test_other_cubes_are_refused(cube: Any) -> None:
    with pytest.raises(UnsupportedError, match="require a 3×3×3"):
        crosses(cube)


def test_an_impossible_cube_is_refused() -> None:
    with pytest.raises(ImpossibleCubeError):
        crosses(Cube.from_facelets("R" + Cube(3).facelets[1:]))
