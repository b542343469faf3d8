"""`cubeproof bench search`: two phases, the search for shortest answers, and both from the shell, on the 3×3×3."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES
from cubeproof.cli.bench_figures import BYTES, UNDER, Figure, Sample, duration, timed
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Word
from cubeproof.contract.events import Event, Improved
from cubeproof.contract.limit import Limit
from cubeproof.contract.table import chosen as largest
from cubeproof.engines.search import SearchEngine
from cubeproof.engines.search.h48.search import OptimalSearch
from cubeproof.engines.search.h48.stored_tables import PRUNING
from cubeproof.engines.search.h48.table_choice import PruningTable, chosen
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.engines.search.turn_costs import HALF
from cubeproof.engines.search.two_phase.search import NearSearch
from cubeproof.errors import InternalError, UsageError
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.solve import solve

__all__ = ["search_figures", "shortest", "table_name"]

_NO_TABLE = Template(
    "command.bench-no-table", "There is no pruning table {name!r} to be measured; there are {names}."
)
_FAILED = Template("command.bench-failed", "The command ended with status {status} while it was measured.")
_NEAR_READ = Template("command.bench-near-read", "3×3×3: the tables of two phases read")
_READ = Template("command.bench-read", "3×3×3: {table} read, its checksum made")
_FIRST = Template(
    "command.bench-first", "3×3×3, random states: {turns} turns or fewer by two phases, one core"
)
_BUDGET = Template("command.bench-budget", "3×3×3, random states: two phases for {budget}, one core")
_UNDER_TURNS = Template("command.bench-under-turns", "under {turns:g} turns")
_LENGTHS = Template("command.bench-lengths", "{mean:.2f} turns on average, {spread}")
_OPTIMAL = Template(
    "command.bench-optimal", "3×3×3, {turns} random turns, {table}, {cores} {cores?one:core|other:cores}"
)
_SHOULD_BE = Template("command.bench-should-be", "{times:g} × one core")
_TIMES_ONE = Template("command.bench-times-one", "{times:.2f} × one core; {spread}")
_LOOKED = Template(
    "command.bench-looked",
    "3×3×3, all of these, {table}, {cores} {cores?one:core|other:cores}: cubes looked at",
)
_MILLIONS = Template("command.bench-millions", "{cubes:.1f} million a second, {nanoseconds:.0f} ns each")
_STATES = Template(
    "command.bench-states", "3×3×3, random states, {table}, {cores} {cores?one:core|other:cores}"
)
_WITHIN = Template("command.bench-within", "3×3×3, {turns} random turns: from the first answer to the proof")
_SHELL = Template("command.bench-shell", "3×3×3, a random state from the shell: an answer of two phases")
_SHELL_PROOF = Template(
    "command.bench-shell-proof", "3×3×3, {turns} random turns from the shell: answer and proof"
)
_MEMORY = Template(
    "command.bench-memory", "{spread}; at most {megabytes:,.0f} MB of memory ({allowed:,.0f} allowed)"
)

# Of these, the first seeds: more where each takes less time.
_MANY, _LONG = range(1, 201), range(1, 21)
_SCRAMBLES = ((15, range(1, 11), 0.4), (16, range(1, 7), 2.5), (17, range(1, 4), 15.0))
_NEARBY = ((10, range(1, 11), 0.5), (12, range(1, 11), 1.0))
_FIRSTS = ((21, 0.003), (20, 0.008))
_BUDGETS = ((0.01, _MANY, 19.6), (1.0, _LONG, 18.8))
_DRAWN = range(1, 6)
_RUNS = 5

# Random states take minutes each with a smaller table than one of these.
_LARGE = {"h48-htm-6": 10.0, "h48-htm-7": 5.0, "h48-htm-8": 5.0}

# Both cores should be so many times as fast as one.
_TIMES = 1.8

# Two phases that are asked for a time get this limit from the start; and as long as it takes for a first answer.
_MOST, _PATIENCE = 21, 60.0

_MB, _BESIDE_TABLE = 1e6, 400


def search_figures(table: str = "", jobs: int | None = None) -> Iterator[Figure]:
    """All figures of the search on the 3×3×3, each with its seeds.

    Where loops are not compiled only that of the shell, since the rest would take hours.

    Args:
        table: the name of a pruning table; "" for the one that a search takes.
        jobs: how many threads search where all cores do; None for one on each core.

    Raises:
        UsageError: there is no such table of turns that count 1 each.
    """
    name, cores = table_name(table), jobs or os.cpu_count() or 1
    # First, since what a process takes of memory is told to be no less than what the one that begins it has.
    yield from _from_shell(name, cores)
    if not COMPILES:
        return
    NearSearch.load()
    # What somebody still has in memory is not read again.
    gc.collect()
    seconds, near = timed(NearSearch.load)
    yield Figure(_NEAR_READ(), seconds)
    yield from _two_phases(near)
    PRUNING[name].table.make()
    seconds, pruning = timed(partial(_read, name))
    yield Figure(_READ(table=name), seconds, remark=BYTES(bytes=len(pruning.array.data)))
    yield from _shortest(pruning, cores)
    yield from _proofs(pruning, cores)


def table_name(table: str, metrics: Sequence[str] = (HALF.name,)) -> str:
    """The pruning table that is measured.

    Args:
        table: its name; "" for the one that a search takes where each turn counts 1.
        metrics: how turns may be counted.

    Raises:
        UsageError: there is none of that name.
    """
    names = [name for name, one in PRUNING.items() if one.metric in metrics]
    if table and table not in names:
        raise UsageError(_NO_TABLE(name=table, names=names))
    return table or largest(one.table for one in PRUNING.values() if one.metric == HALF.name).name


def _read(name: str) -> PruningTable:
    table = chosen(name, HALF, None, Control())
    table.array.ensure()
    return table


def _scramble(cube: Cube) -> NDArray[np.int16]:
    problem = face_problem(cube_problem(cube))
    assert isinstance(problem, FaceProblem), "a cube and turns of its faces"
    assert problem.scramble is not None, "it was turned, or drawn from what can be"
    return problem.scramble


def _turned(turns: int, seed: int) -> Cube:
    return Cube(3).apply(random_moves(3, turns, seed))


def _two_phases(near: NearSearch) -> Iterator[Figure]:
    """How soon two phases have short answers, and how short they are after a time."""
    _answers(near, random_cube(3, 0), _MOST, _PATIENCE, _MOST)
    for most, target in _FIRSTS:
        firsts = [_answers(near, random_cube(3, seed), most, _PATIENCE, most)[0][0] for seed in _MANY]
        sample = Sample(firsts, _MANY)
        what, spread = _FIRST(turns=most), sample.spread(duration)
        yield Figure(what, sample.mean, UNDER(seconds=target), spread, sample.values())
    for budget, seeds, turns in _BUDGETS:
        spent, lengths = timed(lambda: [_after(near, random_cube(3, seed), budget) for seed in seeds])  # noqa: B023
        sample = Sample(lengths, seeds)
        remark = _LENGTHS(mean=sample.mean, spread=sample.spread())
        what, target_ = _BUDGET(budget=duration(budget)), _UNDER_TURNS(turns=turns)
        yield Figure(what, spent / len(seeds), target_, remark, sample.values())


def _after(near: NearSearch, cube: Cube, budget: float) -> int:
    """The length of the best answer after so many seconds, or of the first one where that comes later."""
    found = _answers(near, cube, _MOST, budget, 0) or _answers(near, cube, _MOST, _PATIENCE, _MOST)
    return found[-1][1]


def _answers(near: NearSearch, cube: Cube, most: int, seconds: float, enough: int) -> list[tuple[float, int]]:
    """Answers, each shorter than the one before, with when they came, until one is short enough or the time is over.

    Args:
        near: the search.
        cube: the cube.
        most: the turns that an answer may have.
        seconds: for how long.
        enough: the turns of an answer that is short enough.
    """
    found: list[tuple[float, int]] = []
    scramble = _scramble(cube)
    with Control(Limit(seconds=seconds)).polled() as flag:
        started = time.perf_counter()

        def hear(word: Word) -> None:
            spent = time.perf_counter() - started
            if spent <= seconds:
                found.append((spent, len(word)))
            flag[0] |= len(word) <= enough

        near.run(scramble, np.array([most], dtype=np.int32), flag, hear)
    return found


def _shortest(table: PruningTable, cores: int) -> Iterator[Figure]:
    """How long the search for shortest answers takes, by itself, on one core and on all."""
    shortest(table, 1, _turned(8, 0))
    alone, together = list[tuple[float, int]](), list[tuple[float, int]]()
    for turns, seeds, target in _SCRAMBLES:
        cubes = [_turned(turns, seed) for seed in seeds]
        runs = [timed(partial(shortest, table, 1, cube)) for cube in cubes]
        one = Sample([seconds for seconds, _ in runs], seeds)
        what = _OPTIMAL(turns=turns, table=table.name, cores=1)
        yield Figure(what, one.mean, UNDER(seconds=target), one.spread(duration), one.values())
        alone += runs
        if cores > 1:
            runs = [timed(partial(shortest, table, cores, cube)) for cube in cubes]
            yield _beside_one(turns, table.name, cores, Sample([seconds for seconds, _ in runs], seeds), one)
            together += runs
    yield _looked(table.name, 1, alone)
    if together:
        yield _looked(table.name, cores, together)


def _beside_one(turns: int, table: str, cores: int, several: Sample, one: Sample) -> Figure:
    """How much faster several cores are than one."""
    times = one.mean / several.mean
    remark = _TIMES_ONE(times=times, spread=several.spread(duration))
    what = _OPTIMAL(turns=turns, table=table, cores=cores)
    values = several.values() | {"times_one_core": times}
    return Figure(what, several.mean, _SHOULD_BE(times=_TIMES), remark, values)


def _looked(table: str, cores: int, runs: Sequence[tuple[float, int]]) -> Figure:
    """How many cubes a search looks at in a second."""
    spent, cubes = sum(seconds for seconds, _ in runs), sum(cubes for _, cubes in runs)
    remark = _MILLIONS(cubes=cubes / spent / 1e6, nanoseconds=1e9 * cores * spent / cubes)
    values = {"cubes": cubes, "cubes_per_second": cubes / spent}
    return Figure(_LOOKED(table=table, cores=cores), spent, remark=remark, values=values)


def shortest(table: PruningTable, jobs: int, cube: Cube) -> int:
    """Search a cube, from the table's bound up to its shortest answer, and count the cubes that are looked at.

    Args:
        table: the pruning table.
        jobs: how many threads search.
        cube: the cube.
    """
    search = OptimalSearch(_scramble(cube), table.pruning, jobs=jobs)
    length = search.bound
    while not search.search(length, np.zeros(1, dtype=np.int32)).words:
        length += 1
    return search.cubes


def _proofs(table: PruningTable, cores: int) -> Iterator[Figure]:
    """How long it takes from the first answer to the proof, and for random states in all."""
    engine = SearchEngine(jobs=cores, table=table.name)
    for turns, seeds, target in _NEARBY:
        sample = Sample([_from_answer_to_proof(_turned(turns, seed), engine) for seed in seeds], seeds)
        spread = sample.spread(duration)
        yield Figure(_WITHIN(turns=turns), sample.mean, UNDER(seconds=target), spread, sample.values())
    if table.name in _LARGE:
        drawn = [timed(lambda seed=seed: solve(random_cube(3, seed), engine=engine))[0] for seed in _DRAWN]  # type: ignore[misc]
        sample = Sample(drawn, _DRAWN)
        what, target_ = _STATES(table=table.name, cores=cores), UNDER(seconds=_LARGE[table.name])
        yield Figure(what, sample.mean, target_, sample.spread(duration), sample.values())


def _from_answer_to_proof(cube: Cube, engine: SearchEngine) -> float:
    answered: list[float] = []

    def hear(event: Event) -> None:
        if isinstance(event, Improved):
            answered.append(time.perf_counter())

    solution = solve(cube, engine=engine, progress=hear)
    assert solution.optimal, "nothing stops it"
    return time.perf_counter() - answered[0]


def _from_shell(name: str, cores: int) -> Iterator[Figure]:
    """How long the command takes from its start to its end, what it compiles and builds once being there."""
    quick = ["--state", random_cube(3, 1).facelets, "--quick"]
    yield _shell(quick, _SHELL(), UNDER(seconds=1.5))
    if not COMPILES:
        return
    turns = 12
    proof = [
        "--state",
        _turned(turns, 1).facelets,
        "--engine",
        "search",
        "--table",
        name,
        "--jobs",
        str(cores),
    ]
    figure = _shell(proof, _SHELL_PROOF(turns=turns), Sentence(""))
    memory = _memory_of_children()
    if memory is not None:
        allowed = PRUNING[name].table.size / _MB + _BESIDE_TABLE
        remark = _MEMORY(spread=figure.remark, megabytes=memory / _MB, allowed=allowed)
        figure = figure._replace(remark=remark, values={**figure.values, "memory": memory})
    yield figure


def _shell(arguments: list[str], what: Sentence, target: Sentence) -> Figure:
    """Run the command several times, not counting the first."""
    seconds = [timed(partial(_run, arguments))[0] for _ in range(_RUNS + 1)][1:]
    sample = Sample(seconds)
    return Figure(what, sample.mean, target, sample.spread(duration), sample.values())


def _run(arguments: list[str]) -> None:
    """Solve with the command.

    Raises:
        InternalError: it fails.
    """
    command = [sys.executable, "-m", "cubeproof", "solve", *arguments]
    nowhere = subprocess.DEVNULL
    status = subprocess.run(command, stdout=nowhere, stderr=nowhere, check=False).returncode
    if status:
        raise InternalError(_FAILED(status=status))


def _memory_of_children() -> int | None:
    """The most bytes of memory that a process begun here has taken; None where that is not known."""
    if sys.platform == "win32":
        return None
    import resource

    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
