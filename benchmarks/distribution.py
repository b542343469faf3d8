"""The number of turns of random 3×3×3, next to the counts of Tomas Rokicki.

make bench NAME=distribution BENCH_ARGS="--count 1000 --seed 1 --table h48-htm-6"

Solves random states in the fewest turns, one after another. Ctrl-C prints the states solved until then.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from benchmarks.figures import Options, Sample
from benchmarks.search import count_visited, table_name, turned
from cubeproof.base.numba_support import COMPILES
from cubeproof.cli.output.progress import Display
from cubeproof.cli.solve.stop_signals import stopped_by_signals
from cubeproof.cli.statuses import INTERRUPTED, OK
from cubeproof.contract.control import Control
from cubeproof.engines.search import SearchEngine
from cubeproof.engines.search.facts import SearchStatistics
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.h48.table_choice import PruningTable, chosen
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.words.turn_costs import HALF, QUARTER
from cubeproof.puzzle.move import Metric
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.solve import solve

ROKICKI = {12: 1, 13: 14, 14: 172, 15: 2063, 16: 26448, 17: 267027, 18: 670407, 19: 33868}
"""The number of states per length in half turns, of a million random states; counted by Tomas Rokicki."""

# Seconds between two lines of progress.
INTERVAL = 60.0


@dataclass(frozen=True)
class Solved:
    """A solved random state.

    Attributes:
        seed: its seed.
        facelets: the state.
        length: the fewest turns.
        seconds: the time of answer and proof.
        cubes: the number of cubes that the search visited.
    """

    seed: int
    facelets: str
    length: int
    seconds: float
    cubes: int


def run(count: int, seed: int, options: Options, *, as_json: bool) -> int:
    """Solve the states of `count` seeds, print how many need each length, and return the exit status."""
    name = table_name(options.table, (HALF.name, QUARTER.name))
    if not COMPILES:
        raise SystemExit("This suite requires Numba: without it random states take hours each.")
    metric, control, solved = Metric(PRUNING[name].metric), Control(), list[Solved]()
    with stopped_by_signals(control):
        tables = load(name, metric, control)
        reported = time.monotonic()
        while len(solved) < count:
            state = solve_seed(seed + len(solved), name, metric, options.jobs, control)
            if state is None:
                break
            solved.append(state)
            if time.monotonic() - reported >= INTERVAL:
                reported = time.monotonic()
                left = (count - len(solved)) * statistics.fmean(row.seconds for row in solved)
                print(f"{len(solved):,} of {count:,} solved, about {left:.0f} s left", file=sys.stderr)
        del tables
    if as_json:
        request = {"count": count, "seed": seed, "table": name, "metric": metric.value, "jobs": options.jobs}
        print(json.dumps(request | as_data(metric, solved)))
    else:
        print(f"{len(solved):,} of {count:,} random states solved in the fewest turns ({metric.value}),")
        print(f"seeds from {seed} on, table {name}, cores: {options.jobs}")
        show(metric, solved)
    return OK if len(solved) == count else INTERRUPTED


def load(name: str, metric: Metric, control: Control) -> tuple[NearSearch, PruningTable]:
    """Load the tables of the search, which stay in memory while the caller keeps them, and compile its loops."""
    turning = HALF if metric.value == HALF.name else QUARTER
    with Display() as display:
        watched = control.emitting_to(display)
        near, table = NearSearch.load(None, watched), chosen(name, turning, None, watched)
        table.array.ensure(watched.check)
        count_visited(table, 1, turned(3, 0))
    return near, table


def solve_seed(seed: int, table: str, metric: Metric, jobs: int, control: Control) -> Solved | None:
    """Solve the state of a seed; return None if the search was stopped."""
    cube, engine = random_cube(3, seed), SearchEngine(jobs=jobs, table=table)
    started = time.perf_counter()
    solution = solve(cube, engine=engine, metric=metric, control=Control(None, Display(), control.flag))
    seconds = time.perf_counter() - started
    if solution.length is None or not solution.optimal:
        if control.stopped:
            return None
        raise RuntimeError(f"The search for the state of seed {seed} ended without a proof.")
    counts = solution.statistics
    cubes = counts.cubes if isinstance(counts, SearchStatistics) else 0
    return Solved(seed, cube.facelets, solution.length, seconds, cubes)


def histogram(metric: Metric, solved: Sequence[Solved]) -> dict[int, tuple[int, float | None]]:
    """Return for each length the number of states, and the number that Rokicki's counts predict (half turns only)."""
    counts = Counter(state.length for state in solved)
    predicted = ROKICKI if metric.value == HALF.name else {}
    scale = len(solved) / sum(ROKICKI.values())
    return {
        length: (counts[length], predicted.get(length, 0) * scale if predicted else None)
        for length in sorted({*counts, *predicted})
    }


def show(metric: Metric, solved: Sequence[Solved]) -> None:
    """Print the histogram, and means."""
    if not solved:
        return
    print(f"{'turns':>12}{'states':>12}{'expected':>12}")
    for length, (states, expected) in histogram(metric, solved).items():
        print(f"{length:>12}{states:>12,}{'' if expected is None else f'{expected:,.1f}':>12}")
    print("Expected: the counts of Tomas Rokicki for a million random states, scaled (half turns only).")
    turns, seconds = statistics.fmean(state.length for state in solved), [state.seconds for state in solved]
    print(
        f"{turns:.3f} turns on average; {sum(seconds):.0f} s in all, {rate(solved) / 1e6:.1f} million cubes/s"
    )
    print(Sample(seconds).figure("each state"))


def rate(solved: Sequence[Solved]) -> float:
    """Return the number of cubes visited per second."""
    return sum(state.cubes for state in solved) / sum(state.seconds for state in solved)


def as_data(metric: Metric, solved: Sequence[Solved]) -> dict[str, object]:
    """Return everything for JSON."""
    return {
        "solved": len(solved),
        "mean_seconds": statistics.fmean(state.seconds for state in solved) if solved else None,
        "cubes_per_second": rate(solved) if solved else None,
        "histogram": [
            {"length": length, "states": states, "expected": expected}
            for length, (states, expected) in histogram(metric, solved).items()
        ],
        "states": [asdict(state) for state in solved],
    }
