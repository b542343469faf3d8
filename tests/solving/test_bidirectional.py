"""The reference for short distances: the search from both ends that compares stickers."""

from dataclasses import replace

import numpy as np
import pytest

from cubeproof.errors import UnsupportedError
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.bidirectional import distance

CYCLE = Generator("c", [1, 2, 3, 4, 0])  # type: ignore[arg-type]


@pytest.mark.parametrize("shift", range(5))
def test_distance_counts_turns_in_the_sense_in_which_they_are_made(shift: int) -> None:
    # A turn takes a start that is shifted by `shift` to `shift` + 1, and 5 is solved.
    goal = np.arange(5, dtype=np.int8)
    problem = Problem(np.roll(goal, -shift), (goal,), (CYCLE,))
    assert distance(problem, 5) == -shift % 5
    assert distance(problem, -shift % 5) == -shift % 5


@pytest.mark.parametrize("turns", ["R", "R U", "U R R", "R U U R", "U R U R R"])
def test_distance_agrees_with_a_search_from_the_start_where_turns_have_no_inverse(turns: str) -> None:
    problem = cube_problem(Cube(2).apply(~Alg(turns)), moves="R,U")
    clockwise = tuple(generator for generator in problem.generators if generator.name in ("R", "U"))
    problem = Problem(problem.start, problem.goals, clockwise)
    states, goal, cost = {problem.start.tobytes()}, problem.goals[0].tobytes(), 0
    while goal not in states:
        states = {
            np.frombuffer(state, dtype=np.int8)[gather].tobytes()
            for state in states
            for gather in problem.permutations
        }
        cost += 1
    assert distance(problem, 6) == cost <= len(turns.split())


def test_unknown_sticker_is_refused() -> None:
    goal = np.arange(5, dtype=np.int8)
    start = np.array([1, 2, 3, 4, -1], dtype=np.int8)
    with pytest.raises(UnsupportedError, match="all stickers to be known"):
        distance(Problem(start, (goal,), (CYCLE,)), 2)


def test_turn_that_costs_two_is_refused() -> None:
    goal = np.arange(5, dtype=np.int8)
    with pytest.raises(UnsupportedError, match="count 1 each"):
        distance(Problem(goal, (goal,), (replace(CYCLE, cost=2),)), 2)
