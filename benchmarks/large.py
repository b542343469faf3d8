"""Large cubes: the time to a first answer, and the lengths of answers, for random states."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from statistics import mean

from benchmarks.figures import Figure, Options, timed
from cubeproof import Cube, Limit, Solution, random_cube, solve
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Improved, Progress, ignore
from cubeproof.engines.large.facts import FACTS, LargeStatistics
from cubeproof.errors import TimeUpError
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.large.better_answers import better_answers
from cubeproof.methods.large.runs import RunWord
from cubeproof.methods.reduction.quarter_turns import quarter_turn_answers
from cubeproof.problem import cube_problem
from cubeproof.problem.cube_view import cube_view

# The seconds to a first answer by size.
_FIRST = {4: 1, 5: 1, 6: 1, 7: 1, 10: 2, 20: 2, 33: 5, 50: 5}

# The random states of a size; size, seconds, and the wished turns of the best answer; the last ones count quarter turns
# of single layers. The winners of Santa 2023 had 293, 369 and 454 for 8, 9 and 10 layers, 4719 for 33, without a limit
# of time. Of sizes above 20, one state.
_STATES = 3
_BEST = ((5, 5, 80), (5, 60, 72), (6, 60, 255), (7, 60, 350), (10, 60, 800))
_SINGLE = (
    (5, 10, 97),
    (6, 30, 180),
    (7, 60, 235),
    (10, 120, 508),
    (20, 120, 2255),
    (33, 600, 5660),
    (50, 60, 14_500),
)

# The same for the 4×4×4 by phases and the search for shortest answers in quarter turns: the seconds, the wished turns.
_REDUCED = {10: 50, 300: 47}

# Of the 4×4×4 by phases, with their tables loaded: the states, the seconds of a search, and the wished turns (htm) at
# some moments of it.
_PHASED, _SECONDS, _AFTER = 20, 10, {1: 45, 10: 43}

# Fewer turns than any answer by cycles to a random 4×4×4, and more than any by phases.
_BY_PHASES = 80


def _solved(
    cube: Cube, *, seconds: float | None = None, length: int | None = None, progress: Progress = ignore
) -> Solution:
    limit = Limit(seconds=seconds, length=length)
    return solve(cube, engine="large", quick=seconds is None, limit=limit, progress=progress)


def _phases() -> Iterator[Figure]:
    """Yield figures on the 4×4×4 by phases; each search is one run, read at several moments."""
    # Build and load the tables.
    _solved(random_cube(4, 0), seconds=300, length=60)
    first: list[float] = []
    best: dict[int, list[int]] = {seconds: [] for seconds in _AFTER}
    for seed in range(1, _PHASED + 1):
        times: list[tuple[float, int]] = []
        started = time.monotonic()

        def note(event: Event, times: list[tuple[float, int]] = times, started: float = started) -> None:
            if isinstance(event, Improved):
                times.append((time.monotonic() - started, event.length))

        _solved(random_cube(4, seed), seconds=_SECONDS, progress=note)
        first.append(next(at for at, length in times if length < _BY_PHASES))
        for seconds, lengths in best.items():
            lengths.append(min(length for at, length in times if at <= seconds or at == times[0][0]))
    yield Figure("4 layers: first answer by phases, with tables loaded", mean(first), at_most=0.1)
    for seconds, wished in _AFTER.items():
        yield Figure(f"4 layers: turns (htm) after {seconds} s", mean(best[seconds]), "turns", at_most=wished)


def figures(_options: Options) -> Iterator[Figure]:
    """Yield the figures."""
    yield from _phases()
    for size, most in _FIRST.items():
        cubes = [random_cube(size, seed) for seed in range(1, _STATES + 1)]
        results = [timed(partial(_solved, cube)) for cube in cubes]
        statistics = [solution.statistics for _, solution in results]
        quarters = mean(
            entry.slice_quarter_turns for entry in statistics if isinstance(entry, LargeStatistics)
        )
        length = mean(solution.length or 0 for _, solution in results)
        note = f"{length:.0f} turns (htm), {quarters:.0f} quarter turns of single layers"
        yield Figure(
            f"{size} layers: first answer", mean(time for time, _ in results), at_most=most, note=note
        )
    for table in FACTS.tables:
        table.make(Control())
    for size, seconds, most in _BEST:
        turns = mean(
            _solved(random_cube(size, seed), seconds=seconds).length or 0 for seed in range(1, _STATES + 1)
        )
        yield Figure(f"{size} layers: turns (htm) after {seconds} s", turns, "turns", at_most=most)
    for size, seconds, most in _SINGLE:
        yield _quarter_turns(size, seconds, most, partial(better_answers, size=size, metric="slices"))
    for pruning in PRUNING.values():
        if pruning.metric == "qtm":
            pruning.table.make(Control())
    for seconds, most in _REDUCED.items():
        yield _quarter_turns(4, seconds, most, quarter_turn_answers)


def _quarter_turns(
    size: int, seconds: float, wished: int, method: Callable[..., Iterator[RunWord]]
) -> Figure:
    """Measure the quarter turns of single layers of the shortest answers; no engine has this metric."""
    lengths = []
    for seed in range(1, 1 + (_STATES if size <= 20 else 1)):
        view = cube_view(cube_problem(random_cube(size, seed)))
        assert view is not None, "the goal is the solved cube"
        most = 1_000_000
        with suppress(TimeUpError):
            for runs in method(view.homes, control=Control(Limit(seconds=seconds)), most=most):
                most = runs.cost("slices")
        lengths.append(most)
    name = f"{size} layers: quarter turns of single layers after {seconds} s"
    return Figure(name, mean(lengths), "turns", at_most=wished)
