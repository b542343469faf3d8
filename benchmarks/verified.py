"""Random 3×3×3, solved by the search engine and then proved by the program that is extracted from Coq.

make bench NAME=verified BENCH_ARGS="--count 25 --seed 1 --longest 18 --jobs 2 --table h48-htm-6 --folder DIR"

Prints the rows of a table: answer, length, looks, CPU seconds of the proof, theorem. The seconds are those of the
program in all its processes, with the test of the tables and with the rounds before the last one. Longer answers than
--longest are solved, but not proved. `--folder` keeps the certificates and the rows: started again, the benchmark
continues with the first cube that has no proof.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from benchmarks.figures import Options, core_seconds
from cubeproof.contract.control import Control
from cubeproof.engines.search import SearchEngine
from cubeproof.proof.external.formal import FormalVerdict, check_formally
from cubeproof.proof.external.search_program import journal_of
from cubeproof.proof.write.certify import certify
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.solve import solve
from cubeproof.store import Store

HEADER = "| seed | answer | turns | looks | CPU seconds | theorem |\n|---:|---|---:|---:|---:|---|"


@dataclass(frozen=True)
class Proved:
    """A random cube, and the proof of its length.

    Attributes:
        seed: its seed.
        start: its stickers.
        answer: a shortest answer.
        length: its turns.
        looks: the looks of the proof's last round; None if it was not proved.
        seconds: the CPU time of the program.
        theorem: the theorem that states the result.
    """

    seed: int
    start: str
    answer: str
    length: int
    looks: int | None = None
    seconds: float | None = None
    theorem: str = "not proved"

    def row(self) -> str:
        """Return the row of the table."""
        looks = "-" if self.looks is None else f"{self.looks:,}"
        seconds = "-" if self.seconds is None else f"{self.seconds:.1f}"
        return f"| {self.seed} | {self.answer} | {self.length} | {looks} | {seconds} | {self.theorem} |"


def run(count: int, seed: int, longest: int, folder: str, options: Options, *, as_json: bool) -> int:
    """Solve and prove the cubes of `count` seeds; return the exit status."""
    cubes = []
    if not as_json:
        print(HEADER, flush=True)
    with TemporaryDirectory() as temporary:
        for cube in proved_cubes(range(seed, seed + count), longest, Path(folder or temporary), options):
            cubes.append(cube)
            if not as_json:
                print(cube.row(), flush=True)
    if as_json:
        print(json.dumps([asdict(cube) for cube in cubes]))
    else:
        print("", *summary(cubes), sep="\n")
    return 0


def proved_cubes(seeds: range, longest: int, folder: Path, options: Options) -> Iterator[Proved]:
    """Yield the cubes of the seeds, each when it is proved."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        kept, certificate = folder / f"{seed}.json", folder / str(seed)
        cube = Proved(**json.loads(kept.read_text(encoding="utf-8"))) if kept.exists() else None
        if cube is None:
            cube = solved(seed, certificate, options)
            keep(cube, kept)
        if cube.looks is None and cube.length <= longest:
            cube = proved(cube, certificate, options.jobs)
            keep(cube, kept)
        yield cube


def solved(seed: int, certificate: Path, options: Options) -> Proved:
    """Solve the cube of a seed, and write a certificate without a proof by a solver."""
    solution = solve(random_cube(3, seed), engine=SearchEngine(jobs=options.jobs, table=options.table))
    if solution.alg is None or solution.length is None or not solution.optimal:
        raise RuntimeError(f"The search for the cube of seed {seed} ended without a proof.")
    if certificate.exists():
        # It was interrupted before its row was kept.
        rmtree(certificate)
    certify(solution, certificate, proof="search")
    return Proved(seed, solution.start.facelets, str(solution.alg), solution.length)


def proved(cube: Proved, certificate: Path, jobs: int) -> Proved:
    """Prove the length of a cube by the extracted program."""
    # Shares of an interrupted proof would be missing in the CPU time.
    journal_of(Store().folder, cube.start).unlink(missing_ok=True)
    before = core_seconds()
    verdict = check_formally(certificate, jobs=jobs, control=Control())
    if not is_about(verdict, cube):
        raise RuntimeError(f"The program proved another cube than the one of seed {cube.seed}.")
    return replace(cube, looks=verdict.looks, seconds=core_seconds() - before, theorem=verdict.theorem)


def keep(cube: Proved, file: Path) -> None:
    """Write a row, whole or not at all."""
    new = file.with_suffix(".new")
    new.write_text(json.dumps(asdict(cube)), encoding="utf-8")
    new.replace(file)


def summary(cubes: Sequence[Proved]) -> Iterator[str]:
    """Yield a sentence for each length of the proved cubes, and one for all.

    >>> cube = Proved(1, "", "", 17, 30_000_000, 40.0, "searched_is_shortest")
    >>> list(summary([cube, replace(cube, seconds=60.0)]))[0]
    '17 turns: 2 cubes, median 30,000,000 looks and 50 CPU seconds, 40 to 60'
    """
    measured = [(cube.length, cube.looks, cube.seconds) for cube in cubes if cube.looks and cube.seconds]
    for length in sorted({length for length, _, _ in measured}):
        looks = [looks for other, looks, _ in measured if other == length]
        seconds = [seconds for other, _, seconds in measured if other == length]
        yield (
            f"{length} turns: {len(looks)} cubes, median {statistics.median(looks):,.0f} looks and "
            f"{statistics.median(seconds):.0f} CPU seconds, {min(seconds):.0f} to {max(seconds):.0f}"
        )
    if measured:
        seconds = sorted(seconds for _, _, seconds in measured)
        mean, most = statistics.fmean(seconds), seconds[-1]
        yield f"{len(seconds)} proved cubes: {mean:.0f} CPU seconds on average, {most:.0f} at most"


def is_about(verdict: FormalVerdict, cube: Proved) -> bool:
    """Whether a verdict is about the cube, its answer and its length."""
    return (verdict.cube.facelets, str(verdict.alg), verdict.length) == (cube.start, cube.answer, cube.length)
