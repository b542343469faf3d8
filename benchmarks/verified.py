"""Random 3×3×3, solved by the search engine and then proved by the program that is extracted from Coq.

make bench NAME=verified BENCH_ARGS="--count 25 --seed 1 --longest 18 --jobs 2"

Prints the rows of a table: answer, length, looks, seconds of the proof, theorem. The seconds contain the test of the
tables. Longer answers than --longest are solved, but not proved.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from cubeproof.contract.control import Control
from cubeproof.engines.search import SearchEngine
from cubeproof.proof.others.formal import FormalVerdict, check_formally
from cubeproof.proof.write.certify import certify
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.solve import solve

HEADER = "| seed | answer | turns | looks | seconds | theorem |\n|---:|---|---:|---:|---:|---|"


@dataclass(frozen=True)
class Proved:
    """A random cube, and the proof of its length.

    Attributes:
        seed: its seed.
        start: its stickers.
        answer: a shortest answer.
        length: its turns.
        looks: the looks of the proof's last round; None if it was not proved.
        seconds: the time of the proof.
        theorem: the theorem that states the result.
    """

    seed: int
    start: str
    answer: str
    length: int
    looks: int | None = None
    seconds: float | None = None
    theorem: str = "-"

    def row(self) -> str:
        """Return the row of the table."""
        looks = "-" if self.looks is None else f"{self.looks:,}"
        seconds = "-" if self.seconds is None else f"{self.seconds:.1f}"
        return f"| {self.seed} | {self.answer} | {self.length} | {looks} | {seconds} | {self.theorem} |"


def run(count: int, seed: int, longest: int, jobs: int, *, as_json: bool) -> int:
    """Solve and prove the cubes of `count` seeds; return the exit status."""
    cubes = []
    if not as_json:
        print(HEADER)
    for cube in proved_cubes(count, seed, longest, jobs):
        cubes.append(cube)
        if not as_json:
            print(cube.row(), flush=True)
    if as_json:
        print(json.dumps([asdict(cube) for cube in cubes]))
    return 0


def proved_cubes(count: int, seed: int, longest: int, jobs: int) -> Iterator[Proved]:
    """Yield the cubes of the seeds, each when it is proved."""
    with TemporaryDirectory() as parent:
        for number in range(seed, seed + count):
            solution = solve(random_cube(3, number), engine=SearchEngine(jobs=jobs))
            if solution.alg is None or solution.length is None:
                raise RuntimeError(f"The search for the cube of seed {number} ended without an answer.")
            cube = Proved(number, solution.start.facelets, str(solution.alg), solution.length)
            if solution.length > longest:
                yield cube
                continue
            folder = Path(parent, str(number))
            certify(solution, folder, proof="search")
            started = time.perf_counter()
            verdict = check_formally(folder, jobs=jobs, control=Control())
            seconds = time.perf_counter() - started
            if not is_about(verdict, cube):
                raise RuntimeError(f"The program proved another cube than the one of seed {number}.")
            yield Proved(
                **{**asdict(cube), "looks": verdict.looks, "seconds": seconds, "theorem": verdict.theorem}
            )


def is_about(verdict: FormalVerdict, cube: Proved) -> bool:
    """Whether a verdict is about the cube, its answer and its length."""
    return (verdict.cube.facelets, str(verdict.alg), verdict.length) == (cube.start, cube.answer, cube.length)
