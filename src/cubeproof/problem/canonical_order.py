"""The canonical order of words: which generator may follow which."""

from __future__ import annotations

from functools import lru_cache
from itertools import count as count_from
from random import Random

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse

_Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

# Number of sets of generators whose canonical orders are cached, and the largest size in bytes.
_KEPT, _KEPT_BYTES = 16, 100_000

# The number of entries of products that are compared at once.
_CHUNK = 1_000_000


def successors(permutations: NDArray[np.int16], costs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return whether generator j may follow generator i; see `Problem.successors`.

    Args:
        permutations: the generators in gather form, shape (generators, stickers).
        costs: their costs, shape (generators,).
    """
    if permutations.nbytes > _KEPT_BYTES:
        return _order(permutations, costs)
    return _kept_order(permutations.tobytes(), len(permutations), costs.tobytes())


@lru_cache(maxsize=_KEPT)
def _kept_order(permutations: bytes, count: int, costs: bytes) -> NDArray[np.bool_]:
    """Return the cached canonical order, which is equal for every start and goal."""
    gathers = np.frombuffer(permutations, dtype=np.int16).reshape(count, -1)
    allowed = _order(gathers, np.frombuffer(costs, dtype=np.int64))
    allowed.flags.writeable = False
    return allowed


def _order(permutations: NDArray[np.int16], costs_: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return the canonical order; see `Problem.successors`."""
    count = len(permutations)
    # With the identity as an additional generator, every word of at most two turns is a pair.
    identity = np.arange(permutations.shape[1], dtype=np.int16)
    gathers = np.concatenate([permutations, identity[None]])
    first, second = (index.ravel() for index in np.indices((count + 1,) * 2))
    kept = (first < count) | (second == count)
    first, second = first[kept], second[kept]
    costs = np.append(costs_, 0)
    turns = (first < count).astype(int) + (second < count)
    for attempt in count_from(0):
        marks = _marks(gathers, attempt)[:, kept]
        order = np.lexsort((second, first, turns, costs[first] + costs[second], *marks))
        begins = np.append(True, (marks[:, order[1:]] != marks[:, order[:-1]]).any(axis=0))
        best = order[begins][np.cumsum(begins) - 1]
        if _all_same(gathers, (first[order], second[order]), (first[best], second[best])):
            break
    allowed = np.zeros((count + 1,) * 2, dtype=bool)
    chosen = order[begins]
    allowed[first[chosen], second[chosen]] = True
    return allowed[:count, :count]


def _marks(gathers: NDArray[np.int16], attempt: int) -> NDArray[np.float64]:
    """Return two hash values for the product of each pair of permutations, shape (2, pairs)."""
    # Sums of the product's entries with random weights: whole numbers that a float represents exactly.
    stickers = gathers.shape[1]
    draw = Random(attempt).randrange
    highest = 1 << (52 - 2 * stickers.bit_length())
    weights = np.array([draw(1, highest) for _ in range(2 * stickers)], dtype=float).reshape(2, -1)
    marks = np.empty((2, len(gathers) ** 2))
    left = gathers.astype(float)
    right = np.empty_like(left)
    for mark, weight in zip(marks, weights, strict=True):
        for row, gather in zip(right, gathers, strict=True):
            pulse()
            row[gather] = weight
        mark[:] = (left @ right.T).ravel()
    return marks


def _all_same(gathers: NDArray[np.int16], words: _Pairs, others: _Pairs) -> bool:
    """Whether each word of two permutations has the same product as the second word at its position."""
    differ = np.flatnonzero((words[0] != others[0]) | (words[1] != others[1]))
    step = max(1, _CHUNK // gathers.shape[1])
    for begin in range(0, len(differ), step):
        pulse()
        chosen = differ[begin : begin + step]
        first, second = (
            np.take_along_axis(gathers[left[chosen]], gathers[right[chosen]].astype(np.intp), axis=1)
            for left, right in (words, others)
        )
        if not np.array_equal(first, second):
            return False
    return True
