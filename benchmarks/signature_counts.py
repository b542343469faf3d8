"""The counts of the signature: each function runs one method on fixed cubes, with one job and without a clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Bounds, Word
from cubeproof.engines.sat import SatEngine
from cubeproof.engines.sat.facts import SatStatistics
from cubeproof.engines.sat.stages.chain import Chain
from cubeproof.engines.sat.stages.plan import plan
from cubeproof.engines.sat.stages.shorter import shorter_word
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.methods.h48.search import OptimalSearch, Pruning
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.methods.products.run import _ProductSearch, explore, product_problem
from cubeproof.methods.sat.questions import Questions
from cubeproof.methods.sat.solvers import solver
from cubeproof.methods.shorten.windows import Windows
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.words.bidirectional import WordSearch
from cubeproof.methods.words.turn_costs import HALF, QUARTER
from cubeproof.problem import Problem, cube_problem
from cubeproof.problem.cube_view import cube_view
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.solving.solve import solve
from cubeproof.tables.compiled_distances import CompiledDistances
from cubeproof.work.deepening import Deepening

Counts = list[int]
Rows = dict[str, Counts]
"""Counts by cube or question."""

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
CUBES = {
    **{f"random {seed}": random_cube(3, seed) for seed in range(6)},
    "superflip": Cube(3).apply(SUPERFLIP),
    "domino": Cube(3).apply("F2 U' L2 U F2 R2 U' R2 D L2 D' R2 U"),
    "slash": Cube(3).apply("R L F B R L F B R L F B"),
    "half turns": Cube(3).apply("R2 U2 F2 L2 D2 B2 R2 F2"),
    "E permutation": Cube(3).apply("x' R U' R' D R U R' D' R U R' D R U' R' D' x"),
}

# Conflicts for a horizon of a stage or for a window.
_PATIENCE = 40_000


def _turned(turns: int, seed: int, size: int = 3) -> Cube:
    return Cube(size).apply(random_moves(size, turns, seed))


def _scramble(problem: Problem) -> NDArray[np.int16]:
    reading = face_problem(problem)
    assert isinstance(reading, FaceProblem)
    assert reading.scramble is not None
    return reading.scramble


def two_phases(most: int, nodes: int | None, enough: int) -> Rows:
    """Return the cubes seen in each phase until a short answer, the end of the search, or the node limit."""
    near = NearSearch.load()
    rows = {}
    for name, cube in CUBES.items():
        flag, tally = np.zeros(1, dtype=np.int32), np.zeros(2, dtype=np.int64)

        def take(word: Word, flag: NDArray[np.int32] = flag) -> None:
            flag[0] = len(word) <= enough

        near.run(_scramble(cube_problem(cube)), np.array([most], dtype=np.int32), flag, take, nodes, tally)
        rows[name] = tally.tolist()
    return rows


def h48(name: str, turns: Sequence[int], seeds: int, *, last: int = -1) -> Rows:
    """Return the cubes visited for each length, from the table's bound to `last` below the number of random turns."""
    table = PRUNING[name]
    turning = HALF if table.metric == "htm" else QUARTER
    pruning = Pruning(table.table.array(Control()).data, table.flips, table.base, turning)
    rows = {}
    for count in turns:
        for seed in range(seeds):
            scramble = _scramble(cube_problem(_turned(count, seed), metric=table.metric))
            search = OptimalSearch(scramble, pruning, jobs=1)
            lengths = range(search.bound, count + last + 1)
            rows[f"{count} random moves, seed {seed}"] = [
                search.search(length, np.zeros(1, dtype=np.int32)).cubes for length in lengths
            ]
    return rows


def products() -> Rows:
    """Return the bound, the number of answers, the states visited, and the states of the tables."""
    rows = {}
    for turns, goal, moves in (
        ("R U F L D2 B R'", "cross", None),
        ("R U F L D2 B R'", "edges-oriented", None),
        ("R U2 R' U R U' R2", "solved", "R,U"),
        ("R U F R2 U2 F'", "solved", "R,U,F"),
        ("R2 U2 F2 R2 U2 L2 D2", "solved", "U2,R2,F2,D2,L2,B2"),
    ):
        problem = cube_problem(Cube(3).apply(turns), goal, moves=moves)
        reading = product_problem(problem)
        assert isinstance(reading, ProductProblem)
        control = Control()
        family, starts = explore(reading, problem, control)
        search = _ProductSearch(family, starts, problem, control, every=True, threads=1)
        outcome = Deepening(search, problem, Bounds(lower=1), control, every=True).run()
        counts = [outcome.lower_bound, len(outcome.words), search.states, family.plan.states]
        rows[f"{goal}, {moves or 'all turns'}: {turns}"] = counts
    return rows


def depths() -> Rows:
    """Return the number of states at each distance from a goal, from one table."""
    rows = {}
    for moves, goal in (("U,R,F,D,L,B", "cross"), ("U,R2", "solved"), ("U2,R2,F2,D2,L2,B2", "solved")):
        problem = cube_problem(Cube(3).apply(moves.split(",", maxsplit=1)[0]), goal, moves=moves)
        reading = product_problem(problem)
        assert isinstance(reading, ProductProblem)
        family, _ = explore(reading, problem, Control())
        assert family.plan.exact
        table = np.empty(family.plan.states, dtype=np.uint8)
        distances = CompiledDistances(family.plan.coordinates, problem.costs, table)
        while not distances.complete:
            distances.deepen(np.zeros(1, dtype=np.int32), 1, lambda _share: None)
        rows[f"{goal}, {moves}"] = distances.counts
    return rows


def words() -> Rows:
    """Return the cost, the number of answers, and the numbers of words stored and one turn longer at both ends."""
    rows = {}
    questions = [(f"{turns} random moves, seed {turns}", _turned(turns, turns)) for turns in (5, 6, 7)]
    lists = [("R U F' L", "solved", "stm"), ("R U2 F L D B' R", "cross", "htm")]
    problems = {
        f"{metric}, {name}": (cube_problem(cube, metric=metric), False)
        for name, cube in questions
        for metric in ("htm", "qtm")
    } | {
        f"{goal}, {metric}: {turns}": (cube_problem(Cube(3).apply(turns), goal, metric=metric), True)
        for turns, goal, metric in lists
    }
    for name, (problem, every) in problems.items():
        search = WordSearch(problem, Control(), every=every)
        answers = len(list(search.answers()))
        ends = search._front, search._back
        stored = [sum(len(layer.turns) for layer in end.layers.values()) for end in ends]
        longer = [sum(len(branches.rows) for branches in end._branches.values()) for end in ends]
        rows[name] = [search.lower_bound, answers, *stored, *longer]
    return rows


def stages() -> Rows:
    """Return the length, the variables and the clauses of each stage's answer, and the work on the chain."""
    rows = {}
    for size, seed, count in ((2, 1, 1), (3, 1, 4), (3, 2, 4), (4, 1, 2)):
        cube = random_cube(size, seed) if size <= 3 else _turned(60, seed, size)
        view = cube_view(cube_problem(cube))
        assert view is not None
        questions = Questions(solver("glucose4"), Control())
        links = Chain(questions, _PATIENCE).run(plan(size)[:count], view.arrangement())
        formulas = [(len(link.turns), link.pieces.formula(len(link.turns))) for link in links]
        counts = [[length, formula.variables, formula.clauses] for length, formula in formulas]
        rows[f"{size}×{size}×{size}, seed {seed}"] = [*chain.from_iterable(counts), questions.spent]
    return rows


def windows() -> Rows:
    """Return the lengths of all answers, each shorter than the previous one, and the work."""
    rows = {}
    for turns, seed in ((16, 1), (20, 2)):
        alg = random_moves(2, turns, seed)
        problem = cube_problem(Cube(2).apply(alg.inverse()))
        names = [generator.name for generator in problem.generators]
        word = tuple(names.index(str(move)) for move in alg)
        questions = Questions(solver("glucose4"), Control())
        shorter = partial(shorter_word, questions=questions, patience=_PATIENCE)
        lengths = map(len, Windows(problem, questions.control, shorter).improve(word))
        rows[f"2×2×2, {turns} random moves, seed {seed}"] = [turns, *lengths, questions.spent]
    return rows


def sat() -> Rows:
    """Return the length, the size of the last formula, and the solver's counts."""
    rows = {}
    for cube, goal, encoding, name in (
        (_turned(9, 1), "solved", "framed", "minisat22"),
        (_turned(8, 1, size=2), "solved", "cubie-onehot", "glucose4"),
        (_turned(12, 1), "cross", "sticker", "cadical195"),
    ):
        solution = solve(cube, goal=goal, engine=SatEngine(encoding, name, jobs=1))
        statistics = solution.statistics
        assert isinstance(statistics, SatStatistics)
        rows[f"{cube.size}×{cube.size}×{cube.size}, {goal}, {encoding}, {name}"] = [
            solution.length or 0,
            statistics.variables or 0,
            statistics.clauses or 0,
            statistics.conflicts or 0,
            statistics.decisions or 0,
            statistics.propagations or 0,
        ]
    return rows


SEARCHES: dict[str, Callable[[], Rows]] = {
    "first answer of at most 20 turns": lambda: two_phases(20, 500_000, 20),
    "words of at most 10 turns excluded": lambda: two_phases(10, 1_500_000, -1),
    "shortest answer, h48-htm-0": lambda: h48("h48-htm-0", (9, 11), 3),
    "states by depth": depths,
    "goals with tables": products,
    "words from both ends": words,
}
"""The searches that the tests compare too."""

SOLVERS: dict[str, Callable[[], Rows]] = {
    "shortest answer, h48-htm-3": lambda: h48("h48-htm-3", (13, 14, 15), 3, last=0),
    "shortest answer, h48-qtm-3": lambda: h48("h48-qtm-3", (13,), 3, last=0),
    "stages": stages,
    "windows": windows,
    "SAT": sat,
}
"""Searches with a large table or a SAT solver."""
