"""Turns and seconds of the stages engine on random cubes.

python benchmarks/stages.py [--sizes 3 4] [--count 5] [--timeout SECONDS]
"""

from __future__ import annotations

import argparse
import time
from statistics import mean

from cubeproof.contract.events import Event, Improved
from cubeproof.contract.limit import Limit
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.solving.solve import solve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[3, 4])
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--timeout", type=float)
    parsed = parser.parse_args()
    for size in parsed.sizes:
        turns, seconds = [], []
        for seed in range(1, parsed.count + 1):
            cube = random_cube(size, seed) if size <= 3 else Cube(size).apply(random_moves(size, seed=seed))
            answers: list[tuple[float, int]] = []
            started = time.perf_counter()

            def told(
                event: Event, started: float = started, answers: list[tuple[float, int]] = answers
            ) -> None:
                if isinstance(event, Improved):
                    answers.append((time.perf_counter() - started, event.length))

            solution = solve(cube, engine="stages", limit=Limit(parsed.timeout), progress=told)
            first = f"first {answers[0][1]} turns after {answers[0][0]:.1f} s" if answers else "no answer"
            print(
                f"{size} seed {seed}: {first}, in the end {solution.length} turns, {solution.seconds:.1f} s",
                flush=True,
            )
            if solution.length is not None:
                turns.append(solution.length)
                seconds.append(solution.seconds)
        if turns:
            print(
                f"{size}: {len(turns)} of {parsed.count} solved, {mean(turns):.1f} turns (at most {max(turns)}), "
                f"{mean(seconds):.1f} s (at most {max(seconds):.1f})"
            )


if __name__ == "__main__":
    main()
