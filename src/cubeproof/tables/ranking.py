"""Rows of labels as whole numbers (keys), and their ranks among all arrangements of the labels.

A row has a label for each slot. Its *key* has the labels as digits, slot 0 lowest. A turn moves labels to other slots,
so the new key is a sum of parts, one for each group of slots: tables have these parts.

If turns reach all arrangements of some labels, a row's rank is computed from its key by multinomials (D. H. Lehmer,
Teaching combinatorial tricks to a computer, 1960): it is the sum over all slots of the number of arrangements with a
smaller label in that slot. That depends on the labels that are left, so tables have this sum for each group of slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]
"""The keys of rows, shape (rows,)."""

Mover = tuple[Keys, ...]
"""The action of a turn on keys: for each group of slots, the part of the new key for each value of its digits."""

# Keys are below this bound.
_MOST_KEY = 1 << 62

# The maximum number of entries of one table.
_ENTRIES = 1 << 12


def contains(sorted_keys: NDArray[np.integer], keys: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which keys are among sorted keys."""
    if not len(sorted_keys):
        return np.zeros(len(keys), dtype=bool)
    places = np.minimum(np.searchsorted(sorted_keys, keys), len(sorted_keys) - 1)
    is_among: NDArray[np.bool_] = sorted_keys[places] == keys
    return is_among


@dataclass(frozen=True)
class RowKeys:
    """The conversion of rows to keys.

    >>> keys = RowKeys(slots=3, labels=2)
    >>> keys.of(np.array([[1, 0, 0], [1, 1, 0]])).tolist()
    [1, 3]
    >>> keys.moved(np.array([1, 3]), keys.mover([2, 0, 1])).tolist()
    [4, 5]
    >>> keys.fit, RowKeys(slots=62, labels=2).fit
    (True, False)
    """

    slots: int
    """The number of slots."""
    labels: int
    """The number of labels."""

    @property
    def fit(self) -> bool:
        """Whether keys fit into 64 bits."""
        return bool(self.labels**self.slots < _MOST_KEY)

    @cached_property
    def weights(self) -> Keys:
        """The values of the digits, shape (slots,)."""
        return np.array([self.labels**slot for slot in range(self.slots)], dtype=np.int64)

    @cached_property
    def parts(self) -> tuple[tuple[range, NDArray[np.intp]], ...]:
        """Groups of slots, each with the labels of all values of its digits, shape (values, slots)."""
        size = max(size for size in range(1, self.slots + 1) if size == 1 or self.labels**size <= _ENTRIES)
        parts = []
        for first in range(0, self.slots, size):
            slots = range(first, min(first + size, self.slots))
            digits = np.arange(self.labels ** len(slots))
            parts.append((slots, digits[:, None] // self.weights[: len(slots)] % self.labels))
        return tuple(parts)

    def of(self, rows: NDArray[np.integer]) -> Keys:
        """Return the keys of rows, shape (rows, slots)."""
        keys: Keys = rows.astype(np.int64) @ self.weights
        return keys

    def label(self, keys: Keys, slot: int) -> NDArray[np.int64]:
        """Return the labels in a slot."""
        label: NDArray[np.int64] = keys // self.weights[slot] % self.labels
        return label

    def mover(self, places: Sequence[int], labels: NDArray[np.integer] | None = None) -> Mover:
        """Return the tables that move labels to `places` and replace them by `labels` (slots, labels)."""
        after = np.tile(np.arange(self.labels), (self.slots, 1)) if labels is None else np.asarray(labels)
        weights = self.weights[np.asarray(places)]
        return tuple(
            (after[list(slots), digits] * weights[list(slots)]).sum(axis=1, dtype=np.int64)
            for slots, digits in self.parts
        )

    def digits(self, keys: Keys) -> list[Keys]:
        """Return the digits of each group of slots."""
        digits = []
        for _, table in self.parts[:-1]:
            higher = keys // len(table)
            digits.append(keys - higher * len(table))
            keys = higher
        return [*digits, keys]

    def moved(self, keys: Keys, mover: Mover) -> Keys:
        """Return the keys after a mover."""
        return self.joined(self.digits(keys), mover)

    def joined(self, digits: Sequence[Keys], mover: Mover) -> Keys:
        """Return the keys after a mover, from the digits before it."""
        parts = iter(zip(mover, digits, strict=True))
        table, part = next(parts)
        total = table[part]
        for table, part in parts:
            total += table[part]
        return total


class Ranking:
    """All arrangements of some labels, in lexicographic order.

    >>> ranking = Ranking([2, 2])
    >>> len(ranking), ranking.keys.tolist()
    (6, [12, 10, 6, 9, 5, 3])
    >>> ranking.numbers(ranking.keys).tolist()
    [0, 1, 2, 3, 4, 5]
    """

    def __init__(self, counts: Sequence[int]) -> None:
        self.row_keys = RowKeys(sum(counts), len(counts))
        # A state of dealing labels is a number: how often each label is left, in mixed radix.
        sizes = [count + 1 for count in counts]
        self._weights = np.array([prod(sizes[:label]) for label in range(len(sizes))])
        states = np.arange(prod(sizes))
        self._left = states[:, None] // self._weights % sizes
        ways = np.ones(len(states), dtype=np.int64)
        for state in states[1:]:
            ways[state] = sum(
                ways[state - self._weights[label]] for label in np.flatnonzero(self._left[state])
            )
        self._size = int(ways[-1])
        # The number of arrangements that continue with a smaller label, by state and label.
        after = np.maximum(states[:, None] - self._weights, 0)
        self._smaller = np.cumsum(np.where(self._left > 0, ways[after], 0), axis=1)
        self._smaller = np.hstack([np.zeros((len(states), 1), dtype=np.int64), self._smaller[:, :-1]])
        self._tables = [self._table(slots, digits) for slots, digits in self.row_keys.parts]

    def __len__(self) -> int:
        return self._size

    def _table(
        self, slots: range, digits: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.intp]]:
        """Return for a group of slots: the index of each state's sums, the sums, and each digit value's weight."""
        before = np.flatnonzero(self._left.sum(axis=1) == self.row_keys.slots - slots[0])
        begin = np.zeros(len(self._left), dtype=np.intp)
        begin[before] = np.arange(len(before)) * len(digits)
        state = np.repeat(before[:, None], len(digits), axis=1)
        ways = np.zeros(state.shape, dtype=np.int64)
        for labels in digits.T:
            ways += self._smaller[state, labels]
            # Digits that use a label too often have no rank; any value is fine.
            state = np.maximum(state - self._weights[labels], 0)
        return begin, ways.ravel(), self._weights[digits].sum(axis=1)

    def numbers(self, keys: Keys) -> NDArray[np.int64]:
        """Return the ranks of arrangements of exactly these labels, given their keys."""
        total = np.zeros(len(keys), dtype=np.int64)
        state = np.full(len(keys), len(self._left) - 1)
        for (begin, ways, taken), digits in zip(self._tables, self.row_keys.digits(keys), strict=True):
            total += ways[begin[state] + digits]
            state -= taken[digits]
        return total

    @cached_property
    def keys(self) -> Keys:
        """The keys of all arrangements, by rank."""
        # Slot by slot from the last: for each state the keys of the remaining slots.
        keys = {0: np.zeros(1, dtype=np.int64)}
        for slot in range(self.row_keys.slots - 1, -1, -1):
            states = np.flatnonzero(self._left.sum(axis=1) == self.row_keys.slots - slot).tolist()
            keys = {
                state: np.concatenate(
                    [
                        keys[state - int(self._weights[label])] + label * self.row_keys.weights[slot]
                        for label in np.flatnonzero(self._left[state]).tolist()
                    ]
                )
                for state in states
            }
        return keys[len(self._left) - 1]
