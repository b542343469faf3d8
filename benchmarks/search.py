"""The 3×3×3: answers of two phases, and the search for shortest answers on one core and on all."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import Figure, Options, Sample, duration, timed
from cubeproof.base.numba_support import COMPILES
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Improved
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Word
from cubeproof.contract.table import chosen as largest
from cubeproof.engines.search import SearchEngine
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.methods.h48.search import OptimalSearch
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.h48.table_choice import PruningTable, chosen
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.words.turn_costs import HALF
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.solving.solve import solve

# Seeds: more where each cube takes less time.
MANY, LONG = range(1, 201), range(1, 21)
# Turns of the first answer, and its target in seconds.
FIRSTS = ((21, 0.003), (20, 0.008))
# Seconds of two phases, seeds, and the target in turns.
BUDGETS = ((0.01, MANY, 19.6), (1.0, LONG, 18.8))
# Random turns, seeds, and the target of answer and proof in seconds.
SCRAMBLES = ((15, range(1, 11), 0.4), (16, range(1, 7), 2.5), (17, range(1, 4), 15.0))
# Random turns, seeds, and the target from the first answer to the proof in seconds.
NEARBY = ((10, range(1, 11), 0.5), (12, range(1, 11), 1.0))
# Tables that prove a random state in seconds, with the target; smaller ones take minutes.
LARGE = {"h48-htm-6": 10.0, "h48-htm-7": 5.0, "h48-htm-8": 5.0}
DRAWN = range(1, 6)
# Two cores must be this many times as fast as one.
SPEEDUP = 1.8
# The length limit of two phases from the start, and the seconds to wait for a first answer.
MOST, PATIENCE = 21, 60.0


def figures(options: Options) -> Iterator[Figure]:
    name = table_name(options.table)
    if not COMPILES:
        raise SystemExit("This suite requires Numba: without it the search takes hours.")
    NearSearch.load()
    gc.collect()  # Tables that are still in memory are not read again.
    seconds, near = timed(NearSearch.load)
    yield Figure("3×3×3: tables of two phases read", seconds)
    yield from _two_phases(near)
    PRUNING[name].table.make(Control())
    seconds, pruning = timed(partial(_read, name))
    note = f"{len(pruning.array.data):,} bytes"
    yield Figure(f"3×3×3: {name} read and its checksum verified", seconds, note=note)
    yield from _shortest(pruning, options.jobs)
    yield from _proofs(pruning, options.jobs)


def table_name(name: str, metrics: Sequence[str] = (HALF.name,)) -> str:
    """Return the pruning table to measure: the named one, or the one that a search in half turns chooses."""
    names = [key for key, row in PRUNING.items() if row.metric in metrics]
    if name and name not in names:
        raise SystemExit(
            f"There is no pruning table {name!r} for this suite. The tables are {', '.join(names)}."
        )
    return name or largest(row.table for row in PRUNING.values() if row.metric == HALF.name).name


def turned(turns: int, seed: int) -> Cube:
    return Cube(3).apply(random_moves(3, turns, seed))


def count_visited(table: PruningTable, jobs: int, cube: Cube) -> int:
    """Search a cube from the table's bound up to its shortest answer, and return the number of cubes visited."""
    search = OptimalSearch(_scramble(cube), table.pruning, jobs=jobs)
    length = search.bound
    while not search.search(length, np.zeros(1, dtype=np.int32)).words:
        length += 1
    return search.cubes


def _read(name: str) -> PruningTable:
    table = chosen(name, HALF, None, Control())
    table.array.ensure()
    return table


def _scramble(cube: Cube) -> NDArray[np.int16]:
    problem = face_problem(cube_problem(cube))
    assert isinstance(problem, FaceProblem), "a cube and turns of its faces"
    assert problem.scramble is not None, "the cube is possible"
    return problem.scramble


def _two_phases(near: NearSearch) -> Iterator[Figure]:
    """Yield the time to short answers, and their length after a time."""
    _answers(near, random_cube(3, 0), MOST, PATIENCE, MOST)
    for most, target in FIRSTS:
        firsts = [_answers(near, random_cube(3, seed), most, PATIENCE, most)[0][0] for seed in MANY]
        name = f"3×3×3, random states: at most {most} turns by two phases, one core"
        yield Sample(firsts, MANY).figure(name, at_most=target)
    for budget, seeds, target in BUDGETS:
        lengths = []
        started = time.perf_counter()
        for seed in seeds:
            cube = random_cube(3, seed)
            # The first answer counts if it comes later.
            answers = _answers(near, cube, MOST, budget, 0) or _answers(near, cube, MOST, PATIENCE, MOST)
            lengths.append(answers[-1][1])
        note = f"{duration((time.perf_counter() - started) / len(seeds))} each; "
        name = f"3×3×3, random states: two phases for {duration(budget)}, one core"
        yield Sample(lengths, seeds).figure(name, "turns", target, note)


def _answers(near: NearSearch, cube: Cube, most: int, seconds: float, enough: int) -> list[tuple[float, int]]:
    """Return the answers of at most `most` turns as (seconds, length), each shorter than the previous one.

    The search ends with an answer of at most `enough` turns, or after `seconds`.
    """
    answers: list[tuple[float, int]] = []
    scramble = _scramble(cube)
    with Control(Limit(seconds=seconds)).compiled_flag() as flag:
        started = time.perf_counter()

        def add(word: Word) -> None:
            spent = time.perf_counter() - started
            if spent <= seconds:
                answers.append((spent, len(word)))
            flag[0] |= len(word) <= enough

        near.run(scramble, np.array([most], dtype=np.int32), flag, add)
    return answers


def _shortest(table: PruningTable, jobs: int) -> Iterator[Figure]:
    """Yield the time of the search for shortest answers, and the cubes that it visits per second."""
    count_visited(table, 1, turned(8, 0))
    cores = [1, jobs] if jobs > 1 else [1]
    runs: dict[int, list[tuple[float, int]]] = {count: [] for count in cores}
    for turns, seeds, target in SCRAMBLES:
        drawn = [turned(turns, seed) for seed in seeds]
        at_most, note = target, ""
        for count in cores:
            measured = [timed(partial(count_visited, table, count, cube)) for cube in drawn]
            runs[count] += measured
            sample = Sample([seconds for seconds, _ in measured], seeds)
            if count == 1:
                one_core = sample.mean
            else:
                at_most, note = one_core / SPEEDUP, f"{one_core / sample.mean:.2f} × one core; "
            name = f"3×3×3, {turns} random turns, {table.name}, cores: {count}"
            yield sample.figure(name, at_most=at_most, note=note)
    for count, measured in runs.items():
        seconds, visited = sum(run[0] for run in measured), sum(run[1] for run in measured)
        note = f"{1e9 * count * seconds / visited:.0f} ns each on a core; {visited:,} in {duration(seconds)}"
        name = f"3×3×3, these searches, {table.name}, cores: {count}"
        yield Figure(name, visited / seconds / 1e6, "million cubes/s", note=note)


def _proofs(table: PruningTable, jobs: int) -> Iterator[Figure]:
    """Yield the time from the first answer to the proof, and the whole time for random states."""
    engine = SearchEngine(jobs=jobs, table=table.name)
    for turns, seeds, target in NEARBY:
        sample = Sample([_from_answer_to_proof(turned(turns, seed), engine) for seed in seeds], seeds)
        name = f"3×3×3, {turns} random turns: from the first answer to the proof"
        yield sample.figure(name, at_most=target)
    if table.name in LARGE:
        cubes = [random_cube(3, seed) for seed in DRAWN]
        seconds = [timed(partial(solve, cube, engine=engine))[0] for cube in cubes]
        name = f"3×3×3, random states, {table.name}, cores: {jobs}"
        yield Sample(seconds, DRAWN).figure(name, at_most=LARGE[table.name])


def _from_answer_to_proof(cube: Cube, engine: SearchEngine) -> float:
    answered: list[float] = []

    def note(event: Event) -> None:
        if isinstance(event, Improved):
            answered.append(time.perf_counter())

    solution = solve(cube, engine=engine, progress=note)
    assert solution.optimal, "no limit stops it"
    return time.perf_counter() - answered[0]
