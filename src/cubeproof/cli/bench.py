"""`cubeproof bench`: the figures of the README, measured here and now."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import numpy as np

from cubeproof.cli.bench_serve import lesson
from cubeproof.cli.statuses import OK
from cubeproof.engines.sat import SatEngine
from cubeproof.engines.sat.row import SatStatistics
from cubeproof.engines.table import CONFIGURATIONS, TURNS, Distances
from cubeproof.engines.table.replay import cubes, replay_all
from cubeproof.proof.certificate import certify, check_certificate
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.solving.solve import solve

__all__ = ["run"]

_Result = TypeVar("_Result")


class Figure(NamedTuple):
    """A measurement.

    Attributes:
        what: what was measured.
        seconds: how long it took.
        target: what it should be, in words.
        remark: what else there is to say.
        values: what else was counted, by name.
    """

    what: str
    seconds: float
    target: str
    remark: str = ""
    values: Mapping[str, float] = MappingProxyType({})


def run(parsed: argparse.Namespace) -> int:
    """Measure, and print a table, a line as soon as it is known."""
    suites = {"table": _table, "search": _search, "sat": _sat, "serve": _serve}
    figures = []
    for name, suite in suites.items():
        if parsed.suite in ("all", name):
            for figure in suite():
                figures.append(figure)
                if not parsed.json:
                    seconds = f"{figure.seconds:9.3f} s"
                    print(
                        f"{figure.what:<58} {seconds}  {figure.target:<16} {figure.remark}".rstrip(),
                        flush=True,
                    )
    if parsed.json:
        print(json.dumps([figure._asdict() | {"values": dict(figure.values)} for figure in figures]))
    return OK


def _timed(work: Callable[[], _Result]) -> tuple[float, _Result]:
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def _table() -> Iterator[Figure]:
    seconds, built = _timed(lambda: Distances.build(range(len(TURNS))))
    yield Figure(
        "2×2×2: the table of 3,674,160 distances built",
        seconds,
        "under 2 s",
        f"{built.packed.nbytes:,} bytes",
    )
    numbers = np.random.default_rng(0).integers(0, CONFIGURATIONS, 1_000_000)
    seconds, _ = _timed(lambda: built.of(numbers))
    yield Figure("2×2×2: distances of a million states", seconds, "under 1 s")
    seconds, longest = _timed(lambda: replay_all(built))
    yield Figure(
        "2×2×2: all states solved and replayed on the stickers", seconds, "", f"{longest} turns at most"
    )


def _of_length(length: int, count: int) -> Iterator[Cube]:
    """Random 2×2×2 cubes at this distance, always the same ones."""
    seed = found = 0
    while found < count:
        cube = random_cube(2, seed)
        seed += 1
        if solve(cube, engine="table").length == length:
            found += 1
            yield cube


def _antipodes(count: int) -> Iterator[Cube]:
    """Some of the 2,644 states of the 2×2×2 that need 11 turns, spread over all of them."""
    built = Distances.build(range(len(TURNS)))
    far = np.flatnonzero(built.unpacked == 11)
    for colours in cubes(far[:: len(far) // count][:count]):
        yield Cube.from_colours(colours)


def _beside(name: str, cube: Cube) -> Iterator[Figure]:
    """What `solve` takes beside the solver, for the first cube with these turns and for the next: much stays the same."""
    for encoding in ("framed", "sticker"):
        figures = []
        for _ in range(2):
            seconds, solution = _timed(lambda: solve(cube, engine=SatEngine(encoding, "minisat22")))  # noqa: B023
            solving = solution.statistics
            assert isinstance(solving, SatStatistics), "the engine tells it so"
            figures.append((seconds - solving.solving_seconds, f"{solving.solving_seconds:.3f} s solving"))
        (first, remark), (again, _) = figures
        yield Figure(f"{name}, {encoding}, not solving", first, "", f"{remark}; again {again:.3f} s")


def _sat() -> Iterator[Figure]:
    yield from _beside("3×3×3, 7 turns", Cube(3).apply("R U2 F' L D B2 R'"))
    yield from _beside("2×2×2, 8 turns", Cube(2).apply("B' R' D' B2 R D' R' D2"))
    yield from _encodings()
    yield from _average(
        "2×2×2: any 11-turn state proved by SAT", [_by_sat(cube) for cube in _antipodes(6)], "under 3 s"
    )
    headline = Cube(3).apply("R U2 F' L D B2 R'")
    framed = _seconds(headline, SatEngine("framed", "minisat22"))
    sticker = _seconds(headline, SatEngine("sticker", "minisat22"))
    yield Figure("3×3×3, 7 turns, horizons up, framed", framed, "under 1 s")
    yield Figure("3×3×3, 7 turns, horizons up, sticker", sticker, "", f"{sticker / framed:.1f} times framed")
    for length, target in ((9, "under 6 s"), (10, "under 30 s"), (11, "under 240 s")):
        cubes_ = [Cube(3).apply(random_moves(3, length, seed)) for seed in (1, 2)]
        yield from _average(
            f"3×3×3, {length} random turns, answer and proof, two processes",
            [_seconds(cube, SatEngine(jobs=2)) for cube in cubes_],
            target,
        )
    yield from _certificates()


def _encodings() -> Iterator[Figure]:
    for cube in _of_length(10, 2):
        quick = _seconds(cube, SatEngine("framed", "glucose4"))
        slow = _seconds(cube, SatEngine("cubie-binary", "glucose4"))
        yield Figure("2×2×2, 10 turns, horizons up, framed", quick, "", "glucose4, one process")
        yield Figure(
            "2×2×2, 10 turns, horizons up, cubie-binary", slow, "20 × framed", f"{slow / quick:.0f} × framed"
        )


def _certificates() -> Iterator[Figure]:
    for cube in (random_cube(2, 0), Cube(3).apply(random_moves(3, 10, 1))):
        engine = "table" if cube.size == 2 else SatEngine(jobs=2)
        name = f"{cube.size}×{cube.size}×{cube.size}, 10 turns"
        seconds, solution = _timed(lambda cube=cube, engine=engine: solve(cube, engine=engine))  # type: ignore[misc]
        alg = solution.alg
        assert alg is not None, "it has an answer"
        with TemporaryDirectory() as folder:
            path = Path(folder, "certificate")
            wrote, _ = _timed(lambda: certify(solution.task, alg, path, jobs=2))  # noqa: B023
            size = sum(file.stat().st_size for file in path.iterdir())
            checked, _ = _timed(lambda: check_certificate(path))  # noqa: B023
        yield Figure(
            f"{name}: certificate written", seconds + wrote, "", f"with the solve; {size / 1e6:.1f} MB"
        )
        yield Figure(f"{name}: certificate checked", checked, "less than that")


def _seconds(cube: Cube, engine: SatEngine) -> float:
    return _timed(lambda: solve(cube, engine=engine))[0]


def _by_sat(cube: Cube) -> float:
    return _seconds(cube, SatEngine())


def _average(what: str, seconds: list[float], target: str) -> Iterator[Figure]:
    yield Figure(
        what, sum(seconds) / len(seconds), target, f"{len(seconds)} states, longest {max(seconds):.2f} s"
    )


def _search() -> Iterator[Figure]:
    solve(random_cube(3, 0), engine="search")
    seconds, turns = [], []
    for seed in range(1, 31):
        spent, solution = _timed(lambda seed=seed: solve(random_cube(3, seed), engine="search"))  # type: ignore[misc]
        seconds.append(spent)
        turns.append(solution.length or 0)
    remark = f"{sum(turns) / len(turns):.1f} turns on average, {max(turns)} at most"
    yield Figure("3×3×3, 30 random states, near-optimal", sum(seconds) / len(seconds), "", remark)


def _serve() -> Iterator[Figure]:
    seen = lesson()
    what = f"2×2×2 by the server, {seen.clients} clients at once"
    yield Figure(
        f"{what}: an answer",
        1 / seen.rate,
        "under 0.02 s",
        f"{seen.rate:.0f} answers a second, {seen.refused} refused (none should be)",
        {"answers": seen.answers, "answers_per_second": seen.rate, "refused": seen.refused},
    )
    yield Figure(f"{what}: half wait no longer than", seen.median, "")
    yield Figure(f"{what}: the slowest answer", seen.worst, "")
    spent = seen.processor_seconds / seen.answers
    yield Figure(f"{what}: processor time of an answer", spent, "", "with the start of the server")
