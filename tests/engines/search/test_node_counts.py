"""The number of nodes of each search for fixed cubes: a performance test that does not depend on clocks.

Each search runs separately in one thread, so the counts are the same on every machine. If a change of a search changes
the counts, measure its time and write the file again:

    PYTHONPATH=tests python tests/engines/search/test_node_counts.py
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof import Cube
from cubeproof.base.numba_support import COMPILES
from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Bounds, Word
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.methods.h48.search import OptimalSearch, Pruning
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.methods.products.run import _ProductSearch, explore, product_problem
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.words.turn_costs import HALF, QUARTER
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.tables.compiled_distances import CompiledDistances
from ground_truth import SUPERFLIP

FILE = Path(__file__).parents[2] / "golden" / "node_counts.json"

CUBES = {
    **{f"random {seed}": random_cube(3, seed) for seed in range(6)},
    "superflip": Cube(3).apply(SUPERFLIP),
    "domino": Cube(3).apply("F2 U' L2 U F2 R2 U' R2 D L2 D' R2 U"),
    "slash": Cube(3).apply("R L F B R L F B R L F B"),
    "half turns": Cube(3).apply("R2 U2 F2 L2 D2 B2 R2 F2"),
    "E permutation": Cube(3).apply("x' R U' R' D R U R' D' R U R' D R U' R' D' x"),
}


def scramble_of(problem: Problem) -> NDArray[np.int16]:
    reading = face_problem(problem)
    assert isinstance(reading, FaceProblem)
    assert reading.scramble is not None
    return reading.scramble


def two_phases(near: NearSearch, cube: Cube, most: int, nodes: int | None, enough: int) -> list[int]:
    """Return the cubes seen in each phase until a short answer, the end of the search, or the node limit."""
    flag, tally = np.zeros(1, dtype=np.int32), np.zeros(2, dtype=np.int64)

    def take(word: Word) -> None:
        flag[0] = len(word) <= enough

    near.run(scramble_of(cube_problem(cube)), np.array([most], dtype=np.int32), flag, take, nodes, tally)
    return [int(count) for count in tally]


def shortest(name: str, cube: Cube, most: int) -> list[int]:
    """Return the cubes that the search for shortest answers visits per length: one thread, the smallest table."""
    table = PRUNING[name]
    turning = HALF if table.metric == "htm" else QUARTER
    pruning = Pruning(table.table.array(Control()).data, table.flips, table.base, turning)
    search = OptimalSearch(scramble_of(cube_problem(cube, metric=table.metric)), pruning, jobs=1)
    flag = np.zeros(1, dtype=np.int32)
    return [search.search(length, flag).cubes for length in range(search.bound, most + 1)]


def product(turns: str, goal: str, moves: str | None) -> list[int]:
    """Return the states that the search with tables of a goal visits, with one thread, and the states of the tables."""
    problem = cube_problem(Cube(3).apply(turns), goal, moves=moves)
    reading = product_problem(problem)
    assert isinstance(reading, ProductProblem)
    control = Control()
    family, starts = explore(reading, problem, control)
    search = _ProductSearch(family, starts, problem, Bounds(lower=1), control, every=True, threads=1)
    outcome = search.run(0)
    return [outcome.lower_bound, len(outcome.words), search.states, family.plan.states]


def depths(moves: str, goal: str) -> list[int]:
    """Return the number of states at each distance from a goal, from one table."""
    problem = cube_problem(Cube(3).apply(moves.split(",", maxsplit=1)[0]), goal, moves=moves)
    reading = product_problem(problem)
    assert isinstance(reading, ProductProblem)
    family, _ = explore(reading, problem, Control())
    assert family.plan.exact
    table = np.empty(family.plan.states, dtype=np.uint8)
    distances = CompiledDistances(family.plan.coordinates, problem.costs, table)
    while not distances.complete:
        distances.deepen(np.zeros(1, dtype=np.int32), 1, lambda share: None)
    return distances.counts


def counted() -> dict[str, dict[str, list[int]]]:
    """Return all counts."""
    near = NearSearch.load()
    return {
        "first answer of at most 20 turns": {
            name: two_phases(near, cube, 20, 500_000, 20) for name, cube in CUBES.items()
        },
        "words of at most 10 turns excluded": {
            name: two_phases(near, cube, 10, 1_500_000, -1) for name, cube in CUBES.items()
        },
        "shortest answer, h48-htm-0": {
            f"{length} random moves, seed {seed}": shortest(
                "h48-htm-0", Cube(3).apply(random_moves(3, length, seed)), length - 1
            )
            for length in (9, 11)
            for seed in range(3)
        },
        "states by depth": {
            f"{goal}, {moves}": depths(moves, goal)
            for moves, goal in (("U,R,F,D,L,B", "cross"), ("U,R2", "solved"), ("U2,R2,F2,D2,L2,B2", "solved"))
        },
        "goals with tables": {
            f"{goal}, {moves or 'all turns'}: {turns}": product(turns, goal, moves)
            for turns, goal, moves in (
                ("R U F L D2 B R'", "cross", None),
                ("R U F L D2 B R'", "edges-oriented", None),
                ("R U2 R' U R U' R2", "solved", "R,U"),
                ("R U F R2 U2 F'", "solved", "R,U,F"),
                ("R2 U2 F2 R2 U2 L2 D2", "solved", "U2,R2,F2,D2,L2,B2"),
            )
        },
    }


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
@pytest.mark.guards("a search that looks at more nodes")
def test_searches_look_at_as_many_nodes_as_before() -> None:
    assert counted() == json.loads(FILE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    text = json.dumps(counted(), indent=1)
    FILE.write_text(
        re.sub(r"\[[\s\d,]+\]", lambda row: " ".join(row[0].split()), text) + "\n", encoding="utf-8"
    )
