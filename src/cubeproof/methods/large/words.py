"""`WordArrays`: a word of runs that compiled loops change. Every change is an insertion of turns at a moment.

To drop a turn is to insert its inverse beside it; to exchange d and R is to insert d' R d R' between them. Insertion
joins the inserted turns with the runs on both sides while the axes are equal, and a run without effect vanishes, so
turns that cancel are gone. `docs/large-cubes.md` explains why no other change is needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.methods.large.runs import RunWord

METRICS = ("htm", "qtm", "stm", "slices")
"""The numbers of the metrics in compiled loops."""

LONGEST = 128
"""The largest number of turns of single layers in one insertion."""

RUNS, COST = range(2)
"""The elements of `state`: the number of runs, and the cost of the word."""


class WordArrays(NamedTuple):
    """A word and what it costs. Only the first `state[RUNS]` runs are in use."""

    axes: NDArray[np.int8]
    """The axis of each run, shape (capacity,)."""
    amounts: NDArray[np.int8]
    """The quarter turns of each layer, shape (capacity, N)."""
    costs: NDArray[np.int16]
    """The cost of each run, shape (capacity,)."""
    turned: NDArray[np.int16]
    """The number of layers that each run turns, shape (capacity,)."""
    change: NDArray[np.int8]
    """The change of the cost of each run after one more turn of a layer, shape (capacity, N, 3)."""
    state: NDArray[np.int64]
    """See `RUNS` and `COST`, shape (2,)."""
    new: NDArray[np.int8]
    """The runs that replace others in an insertion, shape (2 · LONGEST, N)."""
    new_axes: NDArray[np.int8]
    """Their axes, shape (2 · LONGEST,)."""
    metric: int
    """The number of the metric."""


def word_arrays(runs: RunWord, metric: str, capacity: int) -> WordArrays:
    """Return a word for compiled loops.

    Args:
        runs: the word.
        metric: a metric of `METRICS`.
        capacity: the largest number of runs.
    """
    size = runs.size
    word = WordArrays(
        np.zeros(capacity, dtype=np.int8),
        np.zeros((capacity, size), dtype=np.int8),
        np.zeros(capacity, dtype=np.int16),
        np.zeros(capacity, dtype=np.int16),
        np.zeros((capacity, size, 3), dtype=np.int8),
        np.zeros(2, dtype=np.int64),
        np.zeros((2 * LONGEST, size), dtype=np.int8),
        np.zeros(2 * LONGEST, dtype=np.int8),
        METRICS.index(metric),
    )
    word.axes[: len(runs.axes)] = runs.axes
    word.amounts[: len(runs.axes)] = runs.amounts
    word.state[RUNS] = len(runs.axes)
    price(word)
    return word


def runs_of_arrays(word: WordArrays) -> RunWord:
    """Return the word as runs."""
    count = int(word.state[RUNS])
    return RunWord(tuple(word.axes[:count].tolist()), word.amounts[:count].copy())


@compiled
def price(word: WordArrays) -> None:
    """Compute the costs of all runs."""
    word.state[COST] = 0
    for run in range(word.state[RUNS]):
        _price_run(word, run)
        word.state[COST] += word.costs[run]


@compiled
def run_cost(amounts: NDArray[np.int8], metric: int) -> int:
    """Return the cost of a run; see `runs.run_costs`."""
    counts = np.zeros(4, dtype=np.int64)
    size = len(amounts)
    if metric == 3:
        for layer in range(size):
            counts[amounts[layer]] += 1
        least = 4 * size
        for whole in range(4):
            cost = counts[(whole + 1) & 3] + 2 * counts[(whole + 2) & 3] + counts[(whole + 3) & 3]
            least = min(least, cost)
        return least
    first, last = amounts[0], amounts[size - 1]
    if size & 1:
        first = last = amounts[size // 2]
    blocks, others = int(amounts[0] != first), int(amounts[0] != last)
    for layer in range(1, size):
        difference = (amounts[layer] - amounts[layer - 1]) & 3
        counts[difference] += 1
        blocks += int(difference != 0 and amounts[layer] != first)
        others += int(difference != 0 and amounts[layer] != last)
    if metric == 2:
        return max(blocks, others)
    return int(counts[1] + counts[3] + (2 if metric == 1 else 1) * counts[2])


@compiled
def _price_run(word: WordArrays, run: int) -> None:
    amounts, metric = word.amounts[run], word.metric
    word.costs[run] = run_cost(amounts, metric)
    turned = 0
    for layer in range(len(amounts)):
        before = amounts[layer]
        turned += before != 0
        for more in range(1, 4):
            amounts[layer] = (before + more) & 3
            word.change[run, layer, more - 1] = run_cost(amounts, metric) - word.costs[run]
        amounts[layer] = before
    word.turned[run] = turned


@compiled
def _copy_layers(source: NDArray[np.int8], target: NDArray[np.int8]) -> None:
    for layer in range(len(source)):
        target[layer] = source[layer]


@compiled
def prepare(
    word: WordArrays, moment: int, turns: NDArray[np.int8], count: int, place: NDArray[np.int64]
) -> int:
    """Compute an insertion without changing the word; return what the word costs more after it.

    Args:
        word: the word; `new` and `new_axes` are written.
        moment: the turns are inserted before this run.
        turns: axis, layer and amount (1 to 3) of each turn, shape (≥ count, 3).
        count: the number of turns.
        place: receives the first run that is replaced, the run after the last one, and the number of new runs.
    """
    low, high, filled = moment, moment, 0
    new, axes = word.new, word.new_axes
    for turn in range(count):
        axis, layer, amount = turns[turn, 0], turns[turn, 1], turns[turn, 2]
        if filled == 0 and low > 0:
            low -= 1
            _copy_layers(word.amounts[low], new[0])
            axes[0] = word.axes[low]
            filled = 1
        if filled == 0 or axes[filled - 1] != axis:
            for each in range(new.shape[1]):
                new[filled, each] = 0
            axes[filled] = axis
            filled += 1
        new[filled - 1, layer] = (new[filled - 1, layer] + amount) & 3
        # The next turn may be of the same axis: a run vanishes when the axis changes.
        if (turn + 1 == count or turns[turn + 1, 0] != axis) and not new[filled - 1].any():
            filled -= 1
    while high < word.state[RUNS]:
        if filled == 0:
            if low == 0:
                break
            low -= 1
            _copy_layers(word.amounts[low], new[0])
            axes[0] = word.axes[low]
            filled = 1
        if axes[filled - 1] != word.axes[high]:
            break
        for layer in range(new.shape[1]):
            new[filled - 1, layer] = (new[filled - 1, layer] + word.amounts[high, layer]) & 3
        high += 1
        if new[filled - 1].any():
            break
        filled -= 1
    place[0], place[1], place[2] = low, high, filled
    more = 0
    for run in range(filled):
        more += run_cost(new[run], word.metric)
    for run in range(low, high):
        more -= word.costs[run]
    return more


@compiled
def replace(word: WordArrays, place: NDArray[np.int64], more: int) -> None:
    """Change the word as the last `prepare` computed it; `more` is what `prepare` returned."""
    low, high, filled = place[0], place[1], place[2]
    count = word.state[RUNS]
    shift = filled - (high - low)
    if shift > 0:
        for run in range(count - 1, high - 1, -1):
            _copy_run(word, run, run + shift)
    elif shift < 0:
        for run in range(high, count):
            _copy_run(word, run, run + shift)
    word.state[RUNS] = count + shift
    word.state[COST] += more
    for run in range(filled):
        word.axes[low + run] = word.new_axes[run]
        _copy_layers(word.new[run], word.amounts[low + run])
        _price_run(word, low + run)


@compiled
def _copy_run(word: WordArrays, source: int, target: int) -> None:
    word.axes[target], word.costs[target] = word.axes[source], word.costs[source]
    word.turned[target] = word.turned[source]
    for layer in range(word.amounts.shape[1]):
        word.amounts[target, layer] = word.amounts[source, layer]
        for more in range(3):
            word.change[target, layer, more] = word.change[source, layer, more]


@compiled
def copy_word(source: WordArrays, target: WordArrays) -> None:
    """Copy a word into the arrays of another one."""
    for run in range(source.state[RUNS]):
        target.axes[run], target.costs[run] = source.axes[run], source.costs[run]
        target.turned[run] = source.turned[run]
        for layer in range(source.amounts.shape[1]):
            target.amounts[run, layer] = source.amounts[run, layer]
            for more in range(3):
                target.change[run, layer, more] = source.change[run, layer, more]
    target.state[RUNS], target.state[COST] = source.state[RUNS], source.state[COST]
