"""Turns of a cube's layers compute their permutations when they are used, as dense generators have them."""

import pickle
from random import Random

import numpy as np
import pytest

from cube_maps import map_of
from cubeproof.errors import UsageError
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import LayerTurn, geometry
from cubeproof.puzzle.move import Metric
from second_opinion import lattice

SIZES = range(2, 8)
QUESTIONS = {
    "usual turns": {"moves": None, "up_to_rotation": None},
    "every turn": {"moves": None, "up_to_rotation": False},
    "some turns": {"moves": "R,U2", "up_to_rotation": None},
}


def dense(problem: Problem) -> Problem:
    """Return a problem with the permutations of the independent model, as a user gives them."""
    assert problem.cube_map is not None
    size = problem.cube_map.size
    rotations = geometry(size).rotations
    generators = tuple(
        Generator(
            generator.name,
            lattice.after(np.arange(6 * size * size), str(turn.move), size)[rotations[turn.rotation]],
            generator.cost,
            generator.frames,
        )
        for generator, turn in zip(problem.generators, problem.cube_map.turns, strict=True)
    )
    return Problem(problem.start, problem.goals, generators, problem.metric, problem.places)


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("size", SIZES)
def test_turns_on_demand_equal_the_dense_turns(size: int, question: str, metric: Metric) -> None:
    random = Random(f"{size} {question} {metric}")
    start, goal = Cube(size).apply("R U"), Cube(size).apply(random.choice(["x", "y2", "x z'"]))
    for target in (None, goal):
        problem = cube_problem(start, target, metric=metric, **QUESTIONS[question])  # type: ignore[arg-type]
        expected = dense(problem)
        assert all(generator.layers is not None for generator in problem.generators)
        assert problem.with_cube_map(None) == expected
        assert hash(problem.with_cube_map(None)) == hash(expected)
        assert np.array_equal(problem.permutations, expected.permutations)
        assert np.array_equal(problem.still, expected.still)
        # No turn is offered twice.
        assert len({row.tobytes() for row in expected.permutations}) == len(expected.generators)
        for on_demand, given in zip(problem.generators, expected.generators, strict=True):
            places, sources = on_demand.moved
            assert dict(zip(places, sources, strict=True)) == dict(zip(*given.moved, strict=True))
        word = random.choices(range(len(problem.generators)), k=20)
        assert np.array_equal(problem.after(word), expected.after(word))


@pytest.mark.parametrize("size", SIZES)
def test_a_turn_of_layers_by_different_amounts_turns_each_layer(size: int) -> None:
    random = Random(size)
    for axis in range(3):
        amounts = bytes(random.choices(range(4), k=size))
        expected = np.arange(6 * size * size)
        for layer, amount in enumerate(amounts, 1):
            if amount:
                expected = expected[
                    lattice.permutation(lattice.Turn("URF"[axis], layer, layer, amount), size)
                ]
        assert np.array_equal(geometry(size).turn(LayerTurn(axis, amounts)), expected)


def test_a_large_problem_computes_no_permutation_before_it_is_used() -> None:
    # The permutations of a 50×50×50 in stm are 331 MB, and their names, costs and layers a few.
    problem = cube_problem(Cube(50).apply("R 2-30Uw"), metric="stm")
    assert len(problem.generators) == 11_025
    assert not any("permutation" in vars(generator) for generator in problem.generators)
    word = problem.word("2-30Uw' R'")
    assert word is not None
    assert problem.is_solved_by(word)
    assert str(map_of(problem).invert(problem, word)) == "2-30Uw' R'"
    assert len(problem.hopeless_places(problem.goals[0])) == 0
    # The turns leave the corner DBL in place, and nothing else.
    assert int(problem.still.sum()) == 3
    assert len(pickle.dumps(problem)) < 5_000_000
    assert pickle.loads(pickle.dumps(problem)) == problem
    assert not any("permutation" in vars(generator) for generator in problem.generators)


def test_the_canonical_order_of_too_many_turns_is_refused() -> None:
    with pytest.raises(
        UsageError, match=r"for 2,000 allowed turns or fewer, not for 11,025; allow fewer turns"
    ):
        _ = cube_problem(Cube(50), metric="stm").successors
