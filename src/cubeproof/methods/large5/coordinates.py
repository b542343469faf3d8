"""Numbers of views of pieces, and the action of turns and symmetries on them.

    Subsets         the places of some pieces out of 24, as a number of 24 bits
    arrangements    rows of labels that turns make of a first row
    Fours           the places of four wings, given the order of the places of their middle edges
    matched         the place of the partner of each of eight middle edges

A symmetry σ maps a state p to σ⁻¹ p σ; see `tables.symmetries`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.methods.large5.pieces import inverse

_HALF = 12


def bits_of(chosen: NDArray[np.bool_] | NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return rows of 0 and 1 as bits, the first one lowest, shape (…, at most 24) → (…)."""
    return chosen.astype(np.int64) @ (1 << np.arange(chosen.shape[-1]))


@dataclass(frozen=True, eq=False)
class Subsets:
    """The subsets of 24 places with a given number of places, as a view; turns are given as gathers of places."""

    count: int
    """The number of places of a subset."""
    turns: NDArray[np.intp]
    """The turns, shape (turns, 24)."""
    places: tuple[int, ...]
    """The goals, as bits."""

    def __len__(self) -> int:
        return comb(24, self.count)

    @property
    def generators(self) -> int:
        """The number of turns."""
        return len(self.turns)

    @property
    def goals(self) -> NDArray[np.int64]:
        """The numbers of the goals, shape (goals,)."""
        return self.ranks(np.array(self.places)).astype(np.int64)

    @cached_property
    def bits(self) -> NDArray[np.int32]:
        """The bits of each number, ascending."""
        numbers = np.arange(1 << 24, dtype=np.int32)
        bits: NDArray[np.int32] = numbers[np.bitwise_count(numbers) == self.count]
        return bits

    @cached_property
    def rank_tables(self) -> NDArray[np.int32]:
        """The summands of the low 12 bits, then of the high bits for each number of low ones, shape (14, 4096)."""
        bits, tables = np.arange(1 << _HALF), np.zeros((_HALF + 2, 1 << _HALF), dtype=np.int32)
        binomials = np.array([[comb(n, k) for k in range(26)] for n in range(24)])
        for place in range(_HALF):
            chosen = np.flatnonzero(bits >> place & 1)
            index = np.bitwise_count(chosen & ((1 << place) - 1)).astype(np.intp)
            tables[0, chosen] += binomials[place, index + 1].astype(np.int32)
            for low in range(_HALF + 1):
                tables[low + 1, chosen] += binomials[place + _HALF, low + index + 1].astype(np.int32)
        return tables

    def ranks(self, bits: NDArray[np.integer]) -> NDArray[np.int32]:
        """Return the numbers of subsets."""
        low, high = bits & 4095, bits >> _HALF
        tables = self.rank_tables
        ranks: NDArray[np.int32] = tables[0, low] + tables[1 + np.bitwise_count(low).astype(np.int8), high]
        return ranks

    def moved(
        self, numbers: NDArray[np.integer], gather: NDArray[np.intp], *, swapped: bool = False
    ) -> NDArray[np.int32]:
        """Return the numbers of subsets, or of their complements, after a permutation of places."""
        bits, after = self.bits[numbers], np.zeros(len(numbers), dtype=np.int32)
        places = inverse(gather)
        for first in range(0, 24, 8):
            pulse()
            table = np.zeros(256, dtype=np.int32)
            for place in range(8):
                table[1 << place : 2 << place] = table[: 1 << place] | 1 << int(places[first + place])
            after |= table[bits >> first & 255]
        return self.ranks(~after & 0xFFFFFF if swapped else after)

    def after(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.int32]:
        """Return the numbers that a turn leads to."""
        return self.moved(numbers, self.turns[generator])

    def before(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.int32]:
        """Return the numbers from which a turn leads to these numbers."""
        return self.moved(numbers, inverse(self.turns[generator]))

    @property
    def images(self) -> NDArray[np.integer]:
        """All numbers after each turn, shape (numbers, turns)."""
        return np.stack([self.moved(np.arange(len(self)), gather) for gather in self.turns], axis=1)

    @property
    def origins(self) -> NDArray[np.integer]:
        """The numbers before each turn, shape (numbers, turns)."""
        return np.stack([self.moved(np.arange(len(self)), gather) for gather in inverse(self.turns)], axis=1)


Rows = NDArray[np.uint8]
"""Rows of labels."""


def unchanged(rows: Rows) -> Rows:
    """Return the rows."""
    return rows


@dataclass(frozen=True, eq=False)
class Arrangements:
    """Rows of labels, numbered; number 0 is the first row."""

    rows: Rows
    """The rows, shape (rows, width)."""
    normal: Callable[[Rows], Rows] = unchanged
    """Replaces rows by equivalent rows."""

    @cached_property
    def _numbers(self) -> dict[bytes, int]:
        return {row.tobytes(): number for number, row in enumerate(self.rows)}

    def of(self, rows: Rows) -> NDArray[np.int32]:
        """Return the numbers of rows, shape (n,)."""
        return np.array([self._numbers[row.tobytes()] for row in self.normal(rows)], dtype=np.int32)

    def moved(self, gathers: NDArray[np.intp], names: NDArray[np.integer] | None = None) -> NDArray[np.int32]:
        """Return all numbers after permutations of places, shape (rows, permutations).

        Args:
            gathers: the permutations, shape (permutations, width).
            names: the new name of each label after each permutation, shape (permutations, labels); by default the same.
        """
        columns = []
        for number, gather in enumerate(gathers):
            pulse()
            rows = self.rows[:, gather]
            columns.append(self.of(rows if names is None else names[number].astype(np.uint8)[rows]))
        return np.stack(columns, axis=1)


def arrangements(
    first: Rows, turns: NDArray[np.intp], normal: Callable[[Rows], Rows] = unchanged
) -> Arrangements:
    """Return all rows that turns make of the first row."""
    rows = [normal(first[None])]
    reached = {rows[0][0].tobytes()}
    newest = rows[0]
    while len(newest):
        pulse()
        grown = normal(np.concatenate([newest[:, turn] for turn in turns]))
        fresh = []
        for number, row in enumerate(grown):
            if (key := row.tobytes()) not in reached:
                reached.add(key)
                fresh.append(number)
        newest = grown[fresh]
        rows.append(newest)
    return Arrangements(np.concatenate(rows), normal)


_ORDERED = np.array(list(permutations(range(8), 4)), dtype=np.int8)
_SETS = np.array(list(combinations(range(8), 4)), dtype=np.int8)
ORDERS, SETS = len(_ORDERED), len(_SETS)

_POWERS = np.array([512, 64, 8, 1])


def _number(rows: NDArray[np.int8], places: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the numbers of rows of four places, shape (…, 4) → (…)."""
    table = np.zeros(8**4, dtype=np.int64)
    table[rows @ _POWERS] = np.arange(len(rows))
    numbers: NDArray[np.int64] = table[places @ _POWERS]
    return numbers


def ordered_number(places: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the numbers of four different places of eight, in order, shape (…, 4) → (…), 0 to 1679."""
    return _number(_ORDERED, places)


def fours_number(middles: NDArray[np.integer], wings: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the number of four middle edges and their four wings, 0 to 117,599.

    Args:
        middles: the places of the middle edges, in any order, shape (…, 4).
        wings: the places of their wings, in the same order.
    """
    order = np.argsort(middles, axis=-1)
    middles = np.take_along_axis(middles, order, axis=-1)
    return _number(_SETS, middles) * ORDERS + ordered_number(np.take_along_axis(wings, order, axis=-1))


def moved_fours(middles: NDArray[np.intp], wings: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return all numbers of four middle edges and wings, after pieces go to other places.

    Args:
        middles: where the middle edge at each place goes, shape (8,).
        wings: where the wing at each place goes, shape (8,).
    """
    pulse()
    return fours_number(
        np.broadcast_to(middles[_SETS][:, None], (SETS, ORDERS, 4)),
        np.broadcast_to(wings[_ORDERED], (SETS, ORDERS, 4)),
    ).ravel()


def moved_order(places: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return all numbers of four places in order, after the piece at each place goes to another place."""
    return ordered_number(places[_ORDERED])


def reordered() -> NDArray[np.int64]:
    """Return all numbers of four places in order, in each of the 24 other orders, shape (24, 1680)."""
    return np.stack([ordered_number(_ORDERED[:, order]) for order in permutations(range(4))])


_MATCHED = np.array(list(permutations(range(8))), dtype=np.int8)


def moved_matched(middles: NDArray[np.intp], wings: NDArray[np.intp]) -> NDArray[np.int32]:
    """Return all numbers of matchings of eight middle edges with wings, after pieces go to other places.

    Args:
        middles: where the middle edge at each place goes, shape (8,).
        wings: where the wing at each place goes, shape (8,).
    """
    from cubeproof.puzzle.cubies import rank

    pulse()
    after = np.empty_like(_MATCHED)
    after[:, middles] = wings[_MATCHED]
    return rank(after)
