"""`cubeproof bench search --distribution N`: random 3×3×3 solved in the fewest turns, and how many turns they need."""

from __future__ import annotations

import json as json_
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

from cubeproof.base.numba_support import COMPILES, telling_of_compilation
from cubeproof.cli.bench_figures import duration
from cubeproof.cli.bench_search import shortest, table_name
from cubeproof.cli.progress import Display
from cubeproof.cli.statuses import INTERRUPTED, OK
from cubeproof.cli.stopping import stopped_by_signals
from cubeproof.cli.streams import SAYS, in_words, show, tell
from cubeproof.contract.control import Control
from cubeproof.contract.events import Compiling, Event, Note
from cubeproof.engines.search import SearchEngine
from cubeproof.engines.search.h48.stored_tables import PRUNING
from cubeproof.engines.search.h48.table_choice import PruningTable, chosen
from cubeproof.engines.search.row import SearchStatistics
from cubeproof.engines.search.turn_costs import HALF, QUARTER
from cubeproof.engines.search.two_phase.search import NearSearch
from cubeproof.errors import InternalError, UnsupportedError, UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.puzzle.scramble import random_cube
from cubeproof.sentences import Template
from cubeproof.solving.solve import solve

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["ROKICKI", "Solved", "distribution"]

ROKICKI = {12: 1, 13: 14, 14: 172, 15: 2063, 16: 26448, 17: 267027, 18: 670407, 19: 33868}
"""How many of a million random states need so many turns, where half turns count 1; found by Tomas Rokicki."""

_COUNT = Template("command.distribution-count", "Random states are drawn 1 or more at a time, not {count}.")
_UNCOMPILED = Template(
    "command.distribution-uncompiled",
    "Numba is not installed here, and without it random states cannot be solved in the fewest turns.",
)
_NOT_PROVED = Template(
    "command.distribution-not-proved", "The search for the state of seed {seed} ended without a proof."
)
_PROGRESS = Template(
    "command.distribution-progress",
    "{done:,} of {count:,} states solved, {mean:.2f} turns on average, about {time} to go",
)
_NONE_YET = Template("command.distribution-none-yet", "0 of {count:,} states solved")
_SECONDS = Template("command.distribution-seconds", "{seconds:.0f} s")
_MINUTES = Template("command.distribution-minutes", "{minutes:.0f} min")
_HEAD = Template(
    "command.distribution-head",
    "{proved:,} of {count:,} random states solved in the fewest turns ({metric}); seeds from {first} on, table "
    "{table}, {cores} {cores?one:core|other:cores}",
)
_TURNS = Template("command.distribution-turns", "turns")
_STATES = Template("command.distribution-states", "states")
_EXPECTED = Template("command.distribution-expected", "expected")
_WHOLE = Template("command.distribution-whole", "{states:,}")
_TENTHS = Template("command.distribution-tenths", "{states:,.1f}")
_SOURCE = Template(
    "command.distribution-source", "Expected: what Tomas Rokicki found for a million random states, scaled."
)
_MEAN = Template(
    "command.distribution-mean",
    "{turns:.3f} turns on average; {mean} each (median {median}, {least} to {most}), {total} in all, "
    "{rate:.1f} million cubes a second",
)

# Seconds between two lines where stderr is no terminal; from here on times are told in minutes.
_SELDOM = 60.0
_LONG = 120


@dataclass(frozen=True, slots=True)
class Solved:
    """A random state and what it needs.

    Attributes:
        seed: it was drawn from this.
        facelets: the state.
        length: the fewest turns.
        seconds: how long that took, answer and proof.
        cubes: how many cubes the search looked at.
    """

    seed: int
    facelets: str
    length: int
    seconds: float
    cubes: int


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked: how many states from which seed on, the table, how turns are counted, and on how many cores."""

    count: int
    seed: int
    table: str
    metric: str
    cores: int


def distribution(count: int, seed: int, table: str, jobs: int | None, *, json: bool) -> int:
    """Solve random states one after the other, show how many turns they need, and return the exit status.

    Args:
        count: how many.
        seed: that of the first; the next one has the next.
        table: the name of a pruning table, which also says how turns are counted; "" for the one that a search takes
            where each counts 1.
        jobs: how many threads search; None for one on each core.
        json: whether to print JSON.

    Raises:
        UsageError: no such number or table.
        UnsupportedError: loops are not compiled here.
        StoppedError: it was interrupted while the table was being built.
    """
    asked = _asked(count, seed, table, jobs)
    control, solved = Control(), list[Solved]()
    with stopped_by_signals(control):
        held = _loaded(asked, control)
        with _Progress(count) as progress:
            while len(solved) < count and (one := _solved(asked, seed + len(solved), control)) is not None:
                solved.append(one)
                progress(solved)
        del held
    if json:
        print(json_.dumps(_as_data(asked, solved)))
    else:
        _show(asked, solved)
    return OK if len(solved) == count else INTERRUPTED


def _asked(count: int, seed: int, table: str, jobs: int | None) -> _Asked:
    if count < 1:
        raise UsageError(_COUNT(count=count))
    name = table_name(table, (HALF.name, QUARTER.name))
    if not COMPILES:
        raise UnsupportedError(_UNCOMPILED())
    return _Asked(count, seed, name, PRUNING[name].metric, jobs or os.cpu_count() or 1)


def _loaded(asked: _Asked, control: Control) -> tuple[NearSearch, PruningTable]:
    """What every search takes: it stays in memory as long as somebody has it."""
    turning = next(one for one in (HALF, QUARTER) if one.name == asked.metric)
    with Display() as display:
        watched = control.telling(display)
        near, table = NearSearch.load(None, watched), chosen(asked.table, turning, None, watched)
        table.array.ensure(watched.check)
        # What is to be compiled is compiled before the first state.
        with telling_of_compilation(lambda loop: watched.tell(Compiling(loop))):
            shortest(table, 1, Cube(3).apply("R U F"))
    return near, table


def _solved(asked: _Asked, seed: int, control: Control) -> Solved | None:
    """A state solved; None if the search was told to stop.

    Raises:
        InternalError: the search ended without a proof.
    """
    cube = random_cube(3, seed)
    engine = SearchEngine(jobs=asked.cores, table=asked.table)
    started = time.perf_counter()
    solution = solve(
        cube, engine=engine, metric=Metric(asked.metric), control=Control(None, _notes, control.flag)
    )
    seconds = time.perf_counter() - started
    if not solution.optimal or solution.length is None:
        if control.stopped:
            return None
        raise InternalError(_NOT_PROVED(seed=seed))
    counted = solution.statistics
    cubes = counted.cubes if isinstance(counted, SearchStatistics) else 0
    return Solved(seed, cube.facelets, solution.length, seconds, cubes)


def _notes(event: Event) -> None:
    if isinstance(event, Note):
        tell(SAYS(sentence=event.sentence))


class _Progress:
    """Says on stderr how many are solved: all the time on a terminal, else a line now and then."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.status: Status | None = None
        self.told = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console

            text = in_words(_NONE_YET(count=self.count), on_stderr=True)
            self.status = Console(stderr=True).status(text)
            self.status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is not None:
            self.status.stop()

    def __call__(self, solved: Sequence[Solved]) -> None:
        """So many are solved by now."""
        left = statistics.fmean(one.seconds for one in solved) * (self.count - len(solved))
        sentence = _PROGRESS(
            done=len(solved),
            count=self.count,
            mean=statistics.fmean(one.length for one in solved),
            time=_SECONDS(seconds=left) if left < _LONG else _MINUTES(minutes=left / 60),
        )
        if self.status is not None:
            self.status.update(in_words(sentence, on_stderr=True))
        elif time.monotonic() - self.told >= _SELDOM:
            self.told = time.monotonic()
            tell(SAYS(sentence=sentence))


def _histogram(asked: _Asked, solved: Sequence[Solved]) -> dict[int, tuple[int, float | None]]:
    """For each length how many states need it, and how many would by Rokicki's numbers, where he has counted so."""
    found = Counter(one.length for one in solved)
    known = ROKICKI if asked.metric == HALF.name else {}
    scale = len(solved) / sum(ROKICKI.values())
    lengths = sorted({*found, *known})
    return {length: (found[length], known.get(length, 0) * scale if known else None) for length in lengths}


def _show(asked: _Asked, solved: Sequence[Solved]) -> None:
    """The histogram as text."""
    show(
        _HEAD(
            proved=len(solved),
            count=asked.count,
            metric=asked.metric,
            first=asked.seed,
            table=asked.table,
            cores=asked.cores,
        )
    )
    if not solved:
        return
    histogram = _histogram(asked, solved)
    compared = asked.metric == HALF.name
    heads = [_TURNS(), _STATES(), *([_EXPECTED()] if compared else [])]
    show(_row([in_words(head) for head in heads]))
    for length, (states, expected) in histogram.items():
        cells = [
            str(length),
            in_words(_WHOLE(states=states)),
            *([] if expected is None else [in_words(_TENTHS(states=expected))]),
        ]
        show(_row(cells))
    if compared:
        show(_SOURCE())
    seconds = [one.seconds for one in solved]
    show(
        _MEAN(
            turns=statistics.fmean(one.length for one in solved),
            mean=duration(statistics.fmean(seconds)),
            median=duration(statistics.median(seconds)),
            least=duration(min(seconds)),
            most=duration(max(seconds)),
            total=duration(sum(seconds)),
            rate=sum(one.cubes for one in solved) / sum(seconds) / 1e6,
        )
    )


def _row(cells: Sequence[str]) -> str:
    return "".join(f"{cell:>12}" for cell in cells)


def _as_data(asked: _Asked, solved: Sequence[Solved]) -> dict[str, object]:
    """All of it as JSON has it."""
    histogram = _histogram(asked, solved)
    seconds = sum(one.seconds for one in solved)
    return {
        **asdict(asked),
        "solved": len(solved),
        "seconds": seconds,
        "mean_seconds": seconds / len(solved) if solved else None,
        "cubes_per_second": sum(one.cubes for one in solved) / seconds if solved else None,
        "histogram": [
            {"length": length, "states": states, "expected": expected}
            for length, (states, expected) in histogram.items()
        ],
        "states": [asdict(one) for one in solved],
    }
