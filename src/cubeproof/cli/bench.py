"""`cubeproof bench`: the figures of the README, measured here and now."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from cubeproof.cli.main import OK
from cubeproof.engines.sat import SatEngine
from cubeproof.engines.table import CONFIGURATIONS, TURNS, Distances
from cubeproof.engines.table.replay import cubes, replay_all
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.solve import solve

__all__ = ["run"]


class Figure(NamedTuple):
    """A measurement. Attributes: what was measured, the seconds, the target in words, and a remark."""

    what: str
    seconds: float
    target: str
    remark: str = ""


def run(parsed: argparse.Namespace) -> int:
    """Measure, and print a table, a line as soon as it is known."""
    suites = {"table": _table, "sat": _sat}
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
        print(json.dumps([figure._asdict() for figure in figures]))
    return OK


def _timed(work: Callable[[], object]) -> tuple[float, object]:
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def _table() -> Iterator[Figure]:
    seconds, built = _timed(lambda: Distances.build(range(len(TURNS))))
    assert isinstance(built, Distances), "that is what was built"
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


def _sat() -> Iterator[Figure]:
    framed, binary = SatEngine("framed", "glucose4"), SatEngine("cubie-binary", "glucose4")
    ratios = []
    for cube in _of_length(10, 3):
        quick, _ = _timed(lambda cube=cube: solve(cube, engine=framed))  # type: ignore[misc]
        slow, _ = _timed(lambda cube=cube: solve(cube, engine=binary))  # type: ignore[misc]
        ratios.append(slow / quick)
        yield Figure("2×2×2, 10 turns, horizons from 1, framed", quick, "", "glucose4, one core")
        yield Figure(
            "2×2×2, 10 turns, horizons from 1, cubie-binary",
            slow,
            "20 times framed",
            f"{slow / quick:.0f} times",
        )
    for cube in _antipodes(4):
        seconds, _ = _timed(lambda cube=cube: solve(cube, engine=SatEngine()))  # type: ignore[misc]
        yield Figure("2×2×2, 11 turns proved by SAT", seconds, "under 3 s")
