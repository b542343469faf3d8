"""`Figure` and `Sample`: what `cubeproof bench` measures, and how it is told."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from cubeproof.sentences import Sentence, Template

__all__ = ["BYTES", "UNDER", "Figure", "Sample", "duration", "timed"]

_Result = TypeVar("_Result")

UNDER = Template("command.bench-under", "under {seconds:g} s")
"""A target: less time than this."""

BYTES = Template("command.bench-bytes", "{bytes:,} bytes")
"""A remark: how large a table is."""

_NOTHING = Sentence("")
_SECONDS = Template("command.bench-seconds", "{seconds:.3f} s")
_MILLISECONDS = Template("command.bench-milliseconds", "{milliseconds:.2f} ms")
_SPREAD = Template(
    "command.bench-spread",
    "median {median}, {least} to {most}; {cubes} {cubes?one:cube|other:cubes}, seeds {first} to {last}",
)
_RUNS = Template("command.bench-runs", "median {median}, {least} to {most}; {runs} {runs?one:run|other:runs}")

# Below this, seconds are told in thousandths.
_SHORT = 0.1


class Figure(NamedTuple):
    """A measurement.

    Attributes:
        what: what was measured.
        seconds: how long it took.
        target: what it should be.
        remark: what else there is to say.
        values: what else was counted, by name.
    """

    what: Sentence
    seconds: float
    target: Sentence = _NOTHING
    remark: Sentence = _NOTHING
    values: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True)
class Sample:
    """The same measured several times.

    Attributes:
        numbers: what was measured, at least once.
        seeds: those of the cubes; None where it was one cube.

    >>> Sample([2, 3, 7], range(1, 4)).spread()
    'median 3, 2 to 7; 3 cubes, seeds 1 to 3'
    """

    numbers: Sequence[float]
    seeds: range | None = None

    @property
    def mean(self) -> float:
        """Their mean."""
        return statistics.fmean(self.numbers)

    def spread(self, written: Callable[[float], object] = lambda number: f"{number:g}") -> Sentence:
        """Median and extremes, and the seeds.

        Args:
            written: writes a number with its unit.
        """
        median, least, most = map(
            written, (statistics.median(self.numbers), min(self.numbers), max(self.numbers))
        )
        if self.seeds is None:
            return _RUNS(median=median, least=least, most=most, runs=len(self.numbers))
        first, last = self.seeds[0], self.seeds[-1]
        return _SPREAD(median=median, least=least, most=most, cubes=len(self.numbers), first=first, last=last)

    def values(self) -> dict[str, float]:
        """All that is known of them, by name."""
        found: dict[str, float] = {
            "mean": self.mean,
            "median": statistics.median(self.numbers),
            "deviation": statistics.pstdev(self.numbers),
            "least": min(self.numbers),
            "most": max(self.numbers),
            "count": len(self.numbers),
        }
        return (
            found
            if self.seeds is None
            else found | {"first_seed": self.seeds[0], "last_seed": self.seeds[-1]}
        )


def duration(seconds: float) -> Sentence:
    """A time, in a unit that suits it.

    >>> duration(0.00412), duration(1.5)
    ('4.12 ms', '1.500 s')
    """
    if seconds < _SHORT:
        return _MILLISECONDS(milliseconds=1000 * seconds)
    return _SECONDS(seconds=seconds)


def timed(work: Callable[[], _Result]) -> tuple[float, _Result]:
    """How many seconds work takes, and what comes of it."""
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result
