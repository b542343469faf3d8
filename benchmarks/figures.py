"""`Figure` and `Sample`: what a suite measures, and the target of each figure."""

from __future__ import annotations

import math
import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

__all__ = ["Figure", "Options", "Sample", "core_seconds", "duration", "timed"]

_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Options:
    """The options of a suite.

    Attributes:
        table: a pruning table of `search`; "" for the one that the engine chooses.
        jobs: the number of threads where a search uses all cores.
    """

    table: str
    jobs: int


@dataclass(frozen=True)
class Figure:
    """A measurement with its target, which holds on two quiet cores.

    Attributes:
        name: what was measured.
        value: the result.
        unit: its unit: "s", "turns", "MB", …
        at_most: the target, if the value must not be larger.
        at_least: the target, if the value must not be smaller.
        note: more about the value.
        details: other results of the same measurement by name.

    >>> Figure("first answer", 0.0042, at_most=0.003).missed
    True
    >>> print(Figure("first answer", 0.0042, at_most=0.003, note="3 cubes"))
    first answer                                                        4.20 ms  at most 3.00 ms    MISSED  3 cubes
    """

    name: str
    value: float
    unit: str = "s"
    at_most: float = math.inf
    at_least: float = -math.inf
    note: str = ""
    details: Mapping[str, float] = field(default_factory=dict)

    @property
    def missed(self) -> bool:
        """Whether the value misses its target."""
        return not self.at_least <= self.value <= self.at_most

    def __str__(self) -> str:
        target = ""
        if self.at_most < math.inf:
            target = f"at most {self._show(self.at_most)}"
        elif self.at_least > -math.inf:
            target = f"at least {self._show(self.at_least)}"
        verdict = "MISSED" if self.missed else ""
        return (
            f"{self.name:<64} {self._show(self.value):>10}  {target:<17} {verdict:>7}  {self.note}".rstrip()
        )

    def as_data(self) -> dict[str, object]:
        """Return the figure for JSON; a target that it does not have is null."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "at_most": self.at_most if self.at_most < math.inf else None,
            "at_least": self.at_least if self.at_least > -math.inf else None,
            "missed": self.missed,
            "note": self.note,
            "details": dict(self.details),
        }

    def _show(self, value: float) -> str:
        return duration(value) if self.unit == "s" else f"{value:.4g} {self.unit}"


@dataclass(frozen=True)
class Sample:
    """The same measurement for several cubes or runs.

    Attributes:
        values: the results, at least one.
        seeds: the seeds of the cubes; None if all runs had the same cube.
    """

    values: Sequence[float]
    seeds: range | None = None

    @property
    def mean(self) -> float:
        """The arithmetic mean."""
        return statistics.fmean(self.values)

    def figure(self, name: str, unit: str = "s", at_most: float = math.inf, note: str = "") -> Figure:
        """Return the mean as a figure, with median, extremes and seeds in its note and details.

        Args:
            name: what was measured.
            unit: the unit of the values.
            at_most: the target of the mean.
            note: text before the median and the extremes.

        >>> Sample([2, 3, 7], range(1, 4)).figure("answers", "turns").note
        'median 3, 2 to 7; 3 cubes, seeds 1 to 3'
        """
        show: Callable[[float], str] = duration if unit == "s" else "{:g}".format
        median, least, most = statistics.median(self.values), min(self.values), max(self.values)
        count = len(self.values)
        details = {
            "mean": self.mean,
            "median": median,
            "deviation": statistics.pstdev(self.values),
            "least": least,
            "most": most,
            "count": count,
        }
        runs = f"{count} runs"
        if self.seeds is not None:
            details |= {"first_seed": self.seeds[0], "last_seed": self.seeds[-1]}
            runs = f"{count} cubes, seeds {self.seeds[0]} to {self.seeds[-1]}"
        note += f"median {show(median)}, {show(least)} to {show(most)}; {runs}"
        return Figure(name, self.mean, unit, at_most, note=note, details=details)


def duration(seconds: float) -> str:
    """Return a time with a suitable unit.

    >>> duration(0.00412), duration(1.5)
    ('4.12 ms', '1.500 s')
    """
    return f"{1000 * seconds:.2f} ms" if seconds < 0.1 else f"{seconds:.3f} s"


def timed(work: Callable[[], _Result]) -> tuple[float, _Result]:
    """Return the seconds that a function takes, and its result."""
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def core_seconds() -> float:
    """Return the seconds of cores that ended processes of this one have used."""
    times = os.times()
    return times.children_user + times.children_system
