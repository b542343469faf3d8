"""The gain of each idea in the `framed` encoding: the same refutation without it, as ratios in one run.

    python benchmarks/ablation.py [--horizon 9] [--seeds 3]

The cubes are random turns, one more than the horizon, and the horizon is refuted (or, rarely, an answer is found).
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from cubeproof import Cube, random_moves
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.encodings.framed import DistanceClauses, framed
from cubeproof.formulas.problem_formula import formula
from cubeproof.methods.sat.search import ask, split
from cubeproof.methods.sat.solvers import PySat
from cubeproof.problem import Problem, cube_problem

# By default, triples are written for long horizons only. This program measures them at every horizon.
ALL = DistanceClauses(short=0)


def decide(
    problem: Problem,
    horizon: int,
    solver: str = "minisat22",
    steps: int = 3,
    canonical: bool = True,
    limits: DistanceClauses = ALL,
) -> float:
    """Return the seconds of the solver, without the time to write and load the formula."""
    way = replace(encoding("framed"), write=partial(framed, limits=limits))
    cnf = formula(problem, horizon, encoding=way, exactly=True, canonical=canonical)
    return ask(cnf, PySat(solver), Control(Limit(600)), split(cnf, steps)).seconds


VARIANTS: dict[str, Callable[[Problem, int], float]] = {
    "all of it, minisat22": decide,
    "without triples": partial(decide, limits=replace(ALL, most_triples=0)),
    "without triples, pairs at one moment": partial(decide, limits=replace(ALL, most_triples=0, pairs=0)),
    "without the lead through the first three turns": partial(decide, steps=0),
    "without canonical order": partial(decide, canonical=False),
    "all of it, ergo": partial(decide, solver="ergo"),
    "all of it, glucose4": partial(decide, solver="glucose4"),
    "all of it, cadical195": partial(decide, solver="cadical195"),
    "all of it, maplecm": partial(decide, solver="maplecm"),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--horizon", type=int, default=9)
    parser.add_argument("--seeds", type=int, default=3)
    parsed = parser.parse_args()
    problems = [
        cube_problem(Cube(3).apply(random_moves(3, parsed.horizon + 1, seed))) for seed in range(parsed.seeds)
    ]
    whole = 0.0
    for name, way in VARIANTS.items():
        started = time.perf_counter()
        seconds = sum(way(problem, parsed.horizon) for problem in problems)
        whole = whole or seconds
        elapsed = time.perf_counter() - started
        print(f"{name:<48} {seconds:8.2f} s  {seconds / whole:6.2f}  ({elapsed:.1f} s in all)", flush=True)


if __name__ == "__main__":
    main()
