"""The two engines are independent; on random states and some antipodes they find the same length.

Every run tests 8 states and 4 antipodes, `make soak` 1,000 and 64.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from asking import ask
from cubeproof import Cube, random_cube
from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Bounds
from cubeproof.engines.table.engine import TableEngine
from cubeproof.methods.configurations import ConfigurationDistances, load
from cubeproof.methods.configurations.graph import cubes
from cubeproof.problem import Problem, cube_problem
from engine_runs import run_engine


def explored(problem: Problem) -> int:
    return run_engine(TableEngine(), problem, Bounds(), Control()).lower_bound


def decided_by_formulas(problem: Problem, length: int) -> bool:
    """Whether the formulas have an answer of this length, and no shorter answer."""
    return ask(problem, length, idle=False) is not None and ask(problem, length - 1) is None


@pytest.fixture(scope="module")
def antipodes() -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    table = load(range(9), Control())
    assert isinstance(table, ConfigurationDistances)
    return np.flatnonzero(table.unpacked == 11)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "last"),
    [
        pytest.param(first, last, id=f"{first}", marks=pytest.mark.soak if first else ())
        for first, last in pairwise([0, 4, *range(20, 1001, 20)])
    ],
)
def test_sat_agrees_with_the_table_on_random_states(first: int, last: int) -> None:
    for seed in range(first, last):
        problem = cube_problem(random_cube(2, seed))
        assert decided_by_formulas(problem, explored(problem)), seed


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=pytest.mark.soak if part >= 4 else ()) for part in range(64)]
)
def test_sat_agrees_with_the_table_on_antipodes(
    part: int, antipodes: np.ndarray[tuple[int], np.dtype[np.intp]]
) -> None:
    cube = Cube.from_colours(cubes(antipodes[len(antipodes) // 64 * (part * 17 % 64)]))
    assert decided_by_formulas(cube_problem(cube), 11)
