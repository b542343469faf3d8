"""Shortest answers from an exact table, compared with the plain search on the lattice.

`solve` finds such short answers without a table, so only these tests compare looked-up answers of structured
starts.
"""

import pytest

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Bounds
from cubeproof.errors import UnreachableError
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.methods.products.run import product_problem, solve_product
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from second_opinion.oracle import Question, opinion

# Solved, one turn, commutators, a subgroup, symmetric states, slices, and cubes in other holds.
STARTS = ("", "R", "R2", "R U R' U'", "U2 D2", "R2 L2 U2 D2 F2 B2", "M2 E2 S2", "x R", "z' F2 y", "M U M' U'")
DEPTH = 3


def looked_up(cube: Cube, goal: str, metric: str, moves: str | None) -> int | None:
    """Return the length of the answer, or None for an unreachable goal."""
    problem = cube_problem(cube, goal, metric=metric, moves=moves)
    product = product_problem(problem)
    assert isinstance(product, ProductProblem)
    try:
        outcome = solve_product(product, problem, Bounds(), Control(), every=False, extra=0)
    except UnreachableError:
        return None
    (word,) = outcome.words
    assert outcome.lower_bound == problem.cost(word)
    return outcome.lower_bound


@pytest.mark.parametrize("moves", [None, "R,U", "R2,U2,F2,D2", "R,L,U2", "M,U"])
@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
@pytest.mark.parametrize("goal", ["cross", "edges-oriented"])
def test_looked_up_length_is_that_of_a_plain_search(goal: str, metric: str, moves: str | None) -> None:
    for start in STARTS:
        cube = Cube(3).apply(start)
        expected = opinion(Question(3, cube.facelets, goal, metric, moves), DEPTH)
        length = looked_up(cube, goal, metric, moves)
        if expected.cost is not None:
            assert length == expected.cost, start
        elif expected.exhausted:
            assert length is None, start
        else:
            assert length is None or length > DEPTH, start
