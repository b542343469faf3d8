"""The SAT engine: encodings, proofs of random cubes, certificates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.figures import Figure, Options, duration, timed
from cubeproof.engines.sat import SatEngine
from cubeproof.engines.sat.facts import SatStatistics
from cubeproof.methods.configurations import TURNS, ConfigurationDistances
from cubeproof.methods.configurations.graph import cubes
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write.certify import certify
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve

HEADLINE = Cube(3).apply("R U2 F' L D B2 R'")


def figures(_options: Options) -> Iterator[Figure]:
    yield from _outside_the_solver(HEADLINE, 7)
    yield from _outside_the_solver(Cube(2).apply("B' R' D' B2 R D' R' D2"), 8)
    yield from _encodings()
    seconds = [_solve(cube, SatEngine())[0] for cube in _antipodes(6)]
    yield _mean("2×2×2: an 11-turn state proved", seconds, 3)
    framed, _ = _solve(HEADLINE, SatEngine("framed", "minisat22"))
    sticker, _ = _solve(HEADLINE, SatEngine("sticker", "minisat22"))
    yield Figure("3×3×3, 7 turns, horizons up, framed", framed, at_most=1)
    note = f"{sticker / framed:.1f} × framed"
    yield Figure("3×3×3, 7 turns, horizons up, sticker", sticker, note=note)
    for turns, target in ((9, 6), (10, 30), (11, 240)):
        drawn = [Cube(3).apply(random_moves(3, turns, seed)) for seed in (1, 2)]
        seconds = [_solve(cube, SatEngine(jobs=2))[0] for cube in drawn]
        yield _mean(f"3×3×3, {turns} random turns, answer and proof, two processes", seconds, target)
    yield from _certificates()


def _solve(cube: Cube, engine: SatEngine | str) -> tuple[float, Solution]:
    return timed(lambda: solve(cube, engine=engine))


def _mean(name: str, seconds: list[float], at_most: float) -> Figure:
    note = f"{len(seconds)} states, longest {duration(max(seconds))}"
    return Figure(name, fmean(seconds), at_most=at_most, note=note)


def _outside_the_solver(cube: Cube, turns: int) -> Iterator[Figure]:
    """Yield the time of `solve` without the solver, for the first cube with these turns and for the next."""
    for encoding in ("framed", "sticker"):
        outside, inside = [], []
        for _ in range(2):
            seconds, solution = _solve(cube, SatEngine(encoding, "minisat22"))
            assert isinstance(solution.statistics, SatStatistics), "the statistics of this engine"
            inside.append(solution.statistics.solving_seconds)
            outside.append(seconds - inside[-1])
        name = f"{cube.size}×{cube.size}×{cube.size}, {turns} turns, {encoding}, without the solver"
        note = f"{duration(inside[0])} in the solver; the next cube {duration(outside[1])}"
        yield Figure(name, outside[0], note=note)


def _encodings() -> Iterator[Figure]:
    """Compare encodings on the first two random 2×2×2 that need 10 turns."""
    seed = count = 0
    while count < 2:
        cube = random_cube(2, seed)
        seed += 1
        if solve(cube, engine="table").length != 10:
            continue
        count += 1
        framed, _ = _solve(cube, SatEngine("framed", "glucose4"))
        binary, _ = _solve(cube, SatEngine("cubie-binary", "glucose4"))
        yield Figure("2×2×2, 10 turns, horizons up, framed", framed, note="glucose4, one process")
        note = f"{binary / framed:.0f} × framed"
        name = "2×2×2, 10 turns, horizons up, cubie-binary"
        yield Figure(name, binary, at_least=20 * framed, note=note)


def _antipodes(count: int) -> Iterator[Cube]:
    """Yield some of the 2,644 states of the 2×2×2 that need 11 turns, spread over all of them."""
    far = np.flatnonzero(ConfigurationDistances.build(range(len(TURNS))).unpacked == 11)
    for colours in cubes(far[:: len(far) // count][:count]):
        yield Cube.from_colours(colours)


def _certificates() -> Iterator[Figure]:
    for cube in (random_cube(2, 0), Cube(3).apply(random_moves(3, 10, 1))):
        solved, solution = _solve(cube, "table" if cube.size == 2 else SatEngine(jobs=2))
        alg = solution.alg
        assert alg is not None, "no limit stops it"
        with TemporaryDirectory() as folder:
            path = Path(folder, "certificate")
            written, _ = timed(lambda: certify(solution.problem, alg, path, jobs=2))  # noqa: B023
            megabytes = sum(file.stat().st_size for file in path.iterdir()) / 1e6
            checked, _ = timed(lambda: check_certificate(path))  # noqa: B023
        name, note = f"{cube.size}×{cube.size}×{cube.size}, 10 turns: certificate", f"{megabytes:.1f} MB"
        yield Figure(f"{name} written, with the solve", solved + written, note=note)
        yield Figure(f"{name} checked", checked, at_most=solved + written)
