"""Lengths and times of the answers of two phases, for random 3×3×3 drawn by seeds, on one core.

    python benchmarks/near.py [--cubes 300] [--long 30] [--seconds 1] [--first 0] [--kociemba PYTHON]

Prints means with medians and the slowest: the time to a first answer of at most 21 and at most 20 turns, then the
lengths after 10 ms, 100 ms and `--seconds` (with a limit of 21 turns from the start). `--kociemba` is the path of a
Python with the package `kociemba`, which then solves the same cubes in the same run.
"""

import argparse
import subprocess
import time

import numpy as np
from numpy.typing import NDArray

from cubeproof import random_cube
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Word
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.problem import cube_problem

KOCIEMBA = """
import sys, time, kociemba
cubes = sys.stdin.read().split()
kociemba.solve(cubes[0])
for cube in cubes:
    started = time.perf_counter()
    turns = len(kociemba.solve(cube).split())
    print(1000 * (time.perf_counter() - started), turns)
"""


def answers(
    near: NearSearch, scramble: NDArray[np.int16], most: int, seconds: float, enough: int
) -> list[tuple[float, int]]:
    """Return all answers with their times in milliseconds, until an answer is short enough or the time is over."""
    rows: list[tuple[float, int]] = []
    with Control(Limit(seconds=seconds)).compiled_flag() as flag:
        started = time.perf_counter()

        def hear(word: Word) -> None:
            rows.append((1000 * (time.perf_counter() - started), len(word)))
            flag[0] |= len(word) <= enough

        near.run(scramble, np.array([most], dtype=np.int32), flag, hear)
    return rows


def line(title: str, values: list[float], unit: str) -> None:
    mean, median, most = np.mean(values), np.median(values), max(values)
    print(f"{title:<36} mean {mean:7.2f}  median {median:7.2f}  most {most:8.2f} {unit}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cubes", type=int, default=300)
    parser.add_argument("--long", type=int, default=30, help="how many of them are searched for --seconds")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kociemba", metavar="PYTHON")
    parsed = parser.parse_args()
    started = time.perf_counter()
    near = NearSearch.load()
    print(f"tables read or built in {time.perf_counter() - started:.2f} s")
    cubes = [random_cube(3, seed) for seed in range(parsed.first, parsed.first + parsed.cubes)]
    scrambles = []
    for cube in cubes:
        problem = face_problem(cube_problem(cube))
        assert isinstance(problem, FaceProblem)
        assert problem.scramble is not None
        scrambles.append(problem.scramble)
    answers(near, scrambles[0], 21, 1, 21)
    for most in (21, 20):
        firsts = [answers(near, scramble, most, 60, most)[0] for scramble in scrambles]
        line(f"first answer of at most {most} turns", [time for time, _ in firsts], "ms")
        line("  its length", [float(length) for _, length in firsts], "turns")
    for budget, count in ((0.01, parsed.cubes), (0.1, parsed.cubes), (parsed.seconds, parsed.long)):
        rows = [answers(near, scramble, 21, budget, 0) for scramble in scrambles[:count]]
        lengths = [float(each[-1][1]) for each in rows if each]
        line(f"after {1000 * budget:.0f} ms ({len(lengths)} of {count})", lengths, "turns")
    if parsed.kociemba:
        process = subprocess.run(
            [parsed.kociemba, "-c", KOCIEMBA],
            input="\n".join(cube.facelets for cube in cubes),
            capture_output=True,
            text=True,
            check=True,
        )
        figures = [list(map(float, row.split())) for row in process.stdout.splitlines()]
        line("kociemba", [row[0] for row in figures], "ms")
        line("  its length", [row[1] for row in figures], "turns")


if __name__ == "__main__":
    main()
