"""Time to the first answer of two phases, by kind of 3×3×3: random, in a group, symmetric, pattern, one orbit changed.

    python benchmarks/first_answers.py [--cubes 50]

Prints a table in Markdown: milliseconds of one core and cubes seen until the first answer, and its length, for cubes
drawn by numbers (`tests/tools/structured.py`).
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from cubeproof import Cube, random_cube
from cubeproof.contract.outcome import Word
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.engines.search.run import _FIRST
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.problem import cube_problem

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/tools"))

from structured import KINDS, draw, last_layer, patterns


def first_answer(near: NearSearch, cube: Cube) -> tuple[float, int, int]:
    """Return the milliseconds, the number of cubes seen, and the turns of the first answer."""
    reading = face_problem(cube_problem(cube))
    assert isinstance(reading, FaceProblem)
    assert reading.scramble is not None
    words: list[Word] = []
    seen = 0
    started = time.process_time()
    for most, nodes in _FIRST:
        flag, tally = np.zeros(1, dtype=np.int32), np.zeros(2, dtype=np.int64)

        def take(word: Word, flag: np.ndarray = flag) -> None:
            words.append(word)
            flag[0] = 1

        near.run(reading.scramble, np.array([most], dtype=np.int32), flag, take, nodes, tally)
        seen += int(tally.sum())
        if words:
            break
    return 1000 * (time.process_time() - started), seen, len(words[0])


def kinds(count: int) -> Iterator[tuple[str, list[Cube]]]:
    """Return the cubes of each kind, by name."""
    yield "random states", [random_cube(3, seed) for seed in range(1000)]
    yield "37 published patterns", [Cube.from_facelets(state.facelets) for state in patterns()]
    yield "PLL and OLL cases", [Cube.from_facelets(state.facelets) for state in last_layer()]
    for kind in KINDS:
        yield kind, [Cube.from_facelets(draw(kind, number).facelets) for number in range(count)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cubes", type=int, default=50, help="how many of each kind")
    near = NearSearch.load()
    first_answer(near, random_cube(3, 1))
    print(
        "| kind of state | ms, median | ms, most | cubes seen, median | cubes seen, most | turns, mean | turns, most |"
    )
    print("|---|---|---|---|---|---|---|")
    for kind, cubes in kinds(parser.parse_args().cubes):
        times, seen, turns = zip(
            *(first_answer(near, cube) for cube in cubes if not cube.is_solved), strict=True
        )
        print(
            f"| {kind} | {np.median(times):.2f} | {max(times):.1f} | {int(np.median(seen)):,} | {max(seen):,} "
            f"| {np.mean(turns):.1f} | {max(turns)} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
