"""`estimate`: the processor time to exclude all lengths up to one, from a random sample of the shares.

The shares of the sample are searched length by length, until a length takes long enough. The states of longer lengths
grow by the factor of the last two lengths. The range has the 90 % in the middle of samples that are drawn from this
sample with repetition (Efron, Bootstrap methods, 1979).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from cubeproof.contract.control import Control
from cubeproof.engines.search.shares.spaces import ShareSpace
from cubeproof.engines.search.shares.split import Subproblem

# The number of shares of a sample, the states of its last length, and of samples drawn from it.
_SAMPLE, _ENOUGH, _DRAWN = 60, 10_000_000, 400
_PERCENT = (5, 95)
_SEED = 20


@dataclass(frozen=True, slots=True)
class Estimate:
    """The expected processor time of a search."""

    length: int
    """The length up to which all lengths are excluded."""
    hours: float
    """The expected processor time in hours."""
    least: float
    """The lower end of the range in hours."""
    most: float
    """The upper end of the range in hours."""
    shares: int
    """The number of shares of the sample."""
    searched: int
    """The longest length for which the sample was searched."""


def estimate(
    space: ShareSpace,
    shares: Sequence[Subproblem],
    lower: int,
    length: int,
    control: Control,
    enough: int = _ENOUGH,
) -> Estimate:
    """Estimate the processor time to exclude the lengths from `lower` to `length`.

    Args:
        space: the problem with its tables.
        shares: the shares of the plan.
        lower: the first length.
        length: the last length.
        control: can stop the work.
        enough: the sample is searched for no longer length after this number of states.

    Raises:
        StoppedError: the control requested a stop.
        TimeUpError: the time was up.
    """
    choice = random.Random(_SEED)
    sample = choice.sample([*shares], min(_SAMPLE, len(shares)))
    counts: list[list[int]] = []
    searched, seconds, nodes = lower, 0.0, 0
    lengths = [number for number in range(lower, length + 1) if space.has(number)]
    if not lengths:
        return Estimate(length, 0.0, 0.0, 0.0, 0, length)
    with control.compiled_flag() as flag:
        # The first call may compile the loop, which takes longer than the sample.
        space.search(sample[0].prefixes, lengths[0], flag)
    control.check()
    for number in lengths:
        row: list[int] = []
        for share in sample:
            with control.compiled_flag() as flag:
                result = space.search(share.prefixes, number, flag)
            control.check()
            row.append(result.nodes)
            seconds, nodes = seconds + result.seconds, nodes + result.nodes
        counts.append(row)
        searched = number
        if sum(row) > enough:
            break
    rate = seconds / max(1, nodes)
    everyone = range(len(sample))
    totals = sorted(
        _states([choice.choice(everyone) for _ in everyone], counts, len(lengths)) for _ in range(_DRAWN)
    )
    hours = [states * len(shares) / max(1, len(sample)) * rate / 3600 for states in totals]
    least, most = (hours[len(hours) * percent // 100] for percent in _PERCENT)
    expected = _states(everyone, counts, len(lengths)) * len(shares) / max(1, len(sample)) * rate / 3600
    return Estimate(length, expected, least, most, len(sample), searched)


def _states(drawn: Sequence[int], counts: Sequence[Sequence[int]], lengths: int) -> float:
    """Return the number of states that some shares of the sample have for all lengths."""
    sums = [float(sum(row[number] for number in drawn)) for row in counts]
    growth = sums[-1] / sums[-2] if len(sums) > 1 and sums[-2] else 1.0
    while len(sums) < lengths:
        sums.append(sums[-1] * growth)
    return sum(sums)
