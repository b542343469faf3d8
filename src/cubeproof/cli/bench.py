"""`cubeproof bench`: the figures of docs/tables-and-speed.md, measured in this run."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from cubeproof.cli.bench_figures import BYTES, UNDER, Figure, duration, timed
from cubeproof.cli.bench_serve import lesson
from cubeproof.cli.statuses import OK
from cubeproof.cli.streams import in_words, show
from cubeproof.engines.sat import SatEngine
from cubeproof.engines.sat.row import SatStatistics
from cubeproof.engines.table import CONFIGURATIONS, TURNS, Distances
from cubeproof.engines.table.replay import cubes, replay_all
from cubeproof.errors import UsageError
from cubeproof.proof.write.certify import certify, check_certificate
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.solve import solve

__all__ = ["run"]

_FOR_DISTRIBUTION = Template(
    "command.bench-for-distribution",
    "These options are for the suite search, and --seed for its --distribution; leave out {options}.",
)
_JOBS = Template("command.bench-jobs", "A search takes 1 or more threads, not {jobs}.")
_MULTIPLE = Template("command.bench-multiple", "{times} × framed")
_BUILT = Template("command.bench-built", "2×2×2: the table of 3,674,160 distances built")
_DISTANCES = Template("command.bench-distances", "2×2×2: distances of a million states")
_REPLAYED = Template("command.bench-replayed", "2×2×2: all states solved and replayed on the stickers")
_AT_MOST = Template("command.bench-at-most", "{turns} turns at most")
_BESIDE = Template("command.bench-beside", "{size}×{size}×{size}, {turns} turns, {encoding}, not solving")
_SOLVING = Template("command.bench-solving", "{seconds:.3f} s solving; again {again:.3f} s")
_ANTIPODES = Template("command.bench-antipodes", "2×2×2: any 11-turn state proved by SAT")
_UP = Template("command.bench-up", "3×3×3, 7 turns, horizons up, {encoding}")
_TIMES = Template("command.bench-times", "{times:.1f} times framed")
_RANDOM = Template("command.bench-random", "3×3×3, {turns} random turns, answer and proof, two processes")
_TEN = Template("command.bench-ten", "2×2×2, 10 turns, horizons up, {encoding}")
_ONE_PROCESS = Template("command.bench-one-process", "{solver}, one process")
_CERTIFIED = Template("command.bench-certified", "{size}×{size}×{size}, 10 turns: certificate written")
_WITH_SOLVE = Template("command.bench-with-solve", "with the solve; {megabytes:.1f} MB")
_CHECKED = Template("command.bench-checked", "{size}×{size}×{size}, 10 turns: certificate checked")
_LESS = Template("command.bench-less", "less than that")
_LONGEST = Template("command.bench-longest", "{states} states, longest {seconds:.2f} s")
_SERVED = Template("command.bench-served", "2×2×2 by the server, {clients} clients at once: an answer")
_RATE = Template("command.bench-rate", "{rate:.0f} answers a second, {refused} refused (none should be)")
_HALF = Template(
    "command.bench-half", "2×2×2 by the server, {clients} clients at once: half wait no longer than"
)
_SLOWEST = Template(
    "command.bench-slowest", "2×2×2 by the server, {clients} clients at once: the slowest answer"
)
_PROCESSOR = Template(
    "command.bench-processor",
    "2×2×2 by the server, {clients} clients at once: processor time of an answer",
)
_START = Template("command.bench-start", "with the start of the server")


def run(parsed: argparse.Namespace) -> int:
    """Measure, and print a table, a line as soon as it is known; or solve random states."""
    _check(parsed)
    if parsed.distribution is not None:
        # What follows loads Numba, which takes its time.
        from cubeproof.cli.bench_distribution import distribution

        seed = 1 if parsed.seed is None else parsed.seed
        return distribution(parsed.distribution, seed, parsed.table, parsed.jobs, json=parsed.json)
    suites: dict[str, Callable[[], Iterator[Figure]]] = {
        "table": _table,
        "search": partial(_search, parsed.table, parsed.jobs),
        "sat": _sat,
        "serve": _serve,
    }
    figures = []
    for name, suite in suites.items():
        if parsed.suite in ("all", name):
            for figure in suite():
                figures.append(figure)
                if not parsed.json:
                    texts = (figure.what, duration(figure.seconds), figure.target, figure.remark)
                    what, seconds, target, remark = map(in_words, texts)
                    show(f"{what:<58} {seconds:>11}  {target:<16} {remark}".rstrip())
                    sys.stdout.flush()
    if parsed.json:
        print(json.dumps([figure._asdict() | {"values": dict(figure.values)} for figure in figures]))
    return OK


def _check(parsed: argparse.Namespace) -> None:
    given = {
        "--distribution": parsed.distribution is not None,
        "--table": bool(parsed.table),
        "--jobs": parsed.jobs is not None,
    }
    wrong = [option for option, is_given in given.items() if is_given and parsed.suite != "search"]
    if parsed.seed is not None and parsed.distribution is None:
        wrong.append("--seed")
    if parsed.jobs is not None and parsed.jobs < 1:
        raise UsageError(_JOBS(jobs=parsed.jobs))
    if wrong:
        raise UsageError(_FOR_DISTRIBUTION(options=wrong))


def _table() -> Iterator[Figure]:
    seconds, built = timed(lambda: Distances.build(range(len(TURNS))))
    yield Figure(_BUILT(), seconds, UNDER(seconds=2), BYTES(bytes=built.packed.nbytes))
    numbers = np.random.default_rng(0).integers(0, CONFIGURATIONS, 1_000_000)
    seconds, _ = timed(lambda: built.of(numbers))
    yield Figure(_DISTANCES(), seconds, UNDER(seconds=1))
    seconds, longest = timed(lambda: replay_all(built))
    yield Figure(_REPLAYED(), seconds, remark=_AT_MOST(turns=longest))


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


def _beside(cube: Cube, turns: int) -> Iterator[Figure]:
    """What `solve` takes beside the solver, for the first cube with these turns and for the next.

    The next takes less, since much stays the same.
    """
    for encoding in ("framed", "sticker"):
        figures = []
        for _ in range(2):
            seconds, solution = timed(lambda: solve(cube, engine=SatEngine(encoding, "minisat22")))  # noqa: B023
            counted = solution.statistics
            assert isinstance(counted, SatStatistics), "the engine tells it so"
            figures.append((seconds - counted.solving_seconds, counted.solving_seconds))
        (first, solving), (again, _) = figures
        what = _BESIDE(size=cube.size, turns=turns, encoding=encoding)
        yield Figure(what, first, remark=_SOLVING(seconds=solving, again=again))


def _sat() -> Iterator[Figure]:
    yield from _beside(Cube(3).apply("R U2 F' L D B2 R'"), 7)
    yield from _beside(Cube(2).apply("B' R' D' B2 R D' R' D2"), 8)
    yield from _encodings()
    yield from _average(_ANTIPODES(), [_by_sat(cube) for cube in _antipodes(6)], 3)
    headline = Cube(3).apply("R U2 F' L D B2 R'")
    framed = _seconds(headline, SatEngine("framed", "minisat22"))
    sticker = _seconds(headline, SatEngine("sticker", "minisat22"))
    yield Figure(_UP(encoding="framed"), framed, UNDER(seconds=1))
    yield Figure(_UP(encoding="sticker"), sticker, remark=_TIMES(times=sticker / framed))
    for length, target in ((9, 6), (10, 30), (11, 240)):
        cubes_ = [Cube(3).apply(random_moves(3, length, seed)) for seed in (1, 2)]
        yield from _average(
            _RANDOM(turns=length), [_seconds(cube, SatEngine(jobs=2)) for cube in cubes_], target
        )
    yield from _certificates()


def _encodings() -> Iterator[Figure]:
    for cube in _of_length(10, 2):
        quick = _seconds(cube, SatEngine("framed", "glucose4"))
        slow = _seconds(cube, SatEngine("cubie-binary", "glucose4"))
        yield Figure(_TEN(encoding="framed"), quick, remark=_ONE_PROCESS(solver="glucose4"))
        multiple = _MULTIPLE(times=round(slow / quick))
        yield Figure(_TEN(encoding="cubie-binary"), slow, _MULTIPLE(times=20), multiple)


def _certificates() -> Iterator[Figure]:
    for cube in (random_cube(2, 0), Cube(3).apply(random_moves(3, 10, 1))):
        engine = "table" if cube.size == 2 else SatEngine(jobs=2)
        seconds, solution = timed(lambda cube=cube, engine=engine: solve(cube, engine=engine))  # type: ignore[misc]
        alg = solution.alg
        assert alg is not None, "it has an answer"
        with TemporaryDirectory() as folder:
            path = Path(folder, "certificate")
            wrote, _ = timed(lambda: certify(solution.task, alg, path, jobs=2))  # noqa: B023
            size = sum(file.stat().st_size for file in path.iterdir())
            checked, _ = timed(lambda: check_certificate(path))  # noqa: B023
        yield Figure(_CERTIFIED(size=cube.size), seconds + wrote, remark=_WITH_SOLVE(megabytes=size / 1e6))
        yield Figure(_CHECKED(size=cube.size), checked, _LESS())


def _seconds(cube: Cube, engine: SatEngine) -> float:
    return timed(lambda: solve(cube, engine=engine))[0]


def _by_sat(cube: Cube) -> float:
    return _seconds(cube, SatEngine())


def _average(what: Sentence, seconds: list[float], target: int) -> Iterator[Figure]:
    remark = _LONGEST(states=len(seconds), seconds=max(seconds))
    yield Figure(what, sum(seconds) / len(seconds), UNDER(seconds=target), remark)


def _search(table: str, jobs: int | None) -> Iterator[Figure]:
    # Here, since this loads Numba, which takes its time.
    from cubeproof.cli.bench_search import search_figures

    yield from search_figures(table, jobs)


def _serve() -> Iterator[Figure]:
    seen = lesson()
    clients = seen.clients
    yield Figure(
        _SERVED(clients=clients),
        1 / seen.rate,
        UNDER(seconds=0.02),
        _RATE(rate=seen.rate, refused=seen.refused),
        {"answers": seen.answers, "answers_per_second": seen.rate, "refused": seen.refused},
    )
    yield Figure(_HALF(clients=clients), seen.median)
    yield Figure(_SLOWEST(clients=clients), seen.worst)
    yield Figure(_PROCESSOR(clients=clients), seen.processor_seconds / seen.answers, remark=_START())
