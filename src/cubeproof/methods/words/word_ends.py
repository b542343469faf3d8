"""`WordEnd`: the words from one end, by cost, with the patterns of their states and sums of hashes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word

Sums = NDArray[np.uint64]
"""Sums of hashes of places and colours, shape (words,)."""


@dataclass(frozen=True, eq=False)
class WordLayer:
    """The words of one cost from one end."""

    patterns: NDArray[np.int8]
    """Their patterns, shape (words, stickers)."""
    sums: Sums
    """The sums of the hashes of the patterns, shape (words,)."""
    turns: NDArray[np.int64]
    """The turn at the open end, −1 for the empty word, shape (words,)."""
    parents: NDArray[np.int64]
    """The cost and the row of the word without this turn, shape (words, 2)."""


class WordEnd:
    """The words from one end, by cost."""

    def __init__(
        self,
        roots: NDArray[np.int8],
        gathers: NDArray[np.int16],
        costs: list[int],
        successors: NDArray[np.bool_],
        hashes: Sums,
        *,
        distinct: bool,
    ) -> None:
        self._gathers, self._costs, self._hashes, self._distinct = gathers, costs, hashes, distinct
        # The last row is for the empty word, whose turn is −1.
        self.after = np.vstack([successors, np.ones((1, len(costs)), dtype=bool)])
        places = np.arange(roots.shape[1])
        self._moved = [np.flatnonzero(gather != places) for gather in gathers]
        count = len(roots)
        sums = hashes[places, roots].sum(axis=1, dtype=np.uint64)
        self.layers = {0: WordLayer(roots, sums, np.full(count, -1), np.zeros((count, 2), dtype=np.int64))}
        self._seen: list[tuple[Sums, int, NDArray[np.int64]]] = []

    def rows(self, cost: int, turn: int) -> NDArray[np.intp]:
        """Return the rows of the words of a cost that the turn may follow."""
        return np.flatnonzero(self.after[self.layers[cost].turns, turn])

    def count(self, cost: int) -> int:
        """Return how many words of a cost `grow` would build, at most."""
        return sum(len(self.rows(before, turn)) for before, turn in self._before(cost))

    def next_cost(self, cost: int) -> int | None:
        """Return the smallest cost of a word above a cost, of which all words are built; or None."""
        ends = {before + price for before in self.layers for price in self._costs}
        return min((end for end in ends if end > cost), default=None)

    def _before(self, cost: int) -> list[tuple[int, int]]:
        return [(cost - price, turn) for turn, price in enumerate(self._costs) if cost - price in self.layers]

    def turned_sums(self, cost: int, turn: int, rows: NDArray[np.intp]) -> Sums:
        """Return the sums of the patterns of words after a turn."""
        layer, moved = self.layers[cost], self._moved[turn]
        sums = layer.sums[rows].copy()
        step = max(1, 4_000_000 // max(1, len(moved)))
        sources = self._gathers[turn][moved]
        for begin in range(0, len(rows), step):
            part = rows[begin : begin + step, None]
            new = self._hashes[moved, layer.patterns[part, sources]]
            old = self._hashes[moved, layer.patterns[part, moved]]
            sums[begin : begin + step] += (new - old).sum(axis=1, dtype=np.uint64)
        return sums

    def grow(self, cost: int, control: Control) -> None:
        """Build the words of a cost; all cheaper words are built."""
        parts = []
        for before, turn in self._before(cost):
            control.check()
            rows = self.rows(before, turn)
            if len(rows):
                patterns = self.layers[before].patterns[rows[:, None], self._gathers[turn]]
                parents = np.stack([np.full_like(rows, before), rows], axis=1)
                sums = self.turned_sums(before, turn, rows)
                parts.append((patterns, sums, np.full(len(rows), turn), parents))
        if not parts:
            return
        layer = WordLayer(*map(np.concatenate, zip(*parts, strict=True)))
        if self._distinct:
            kept = self._new(layer)
            layer = WordLayer(layer.patterns[kept], layer.sums[kept], layer.turns[kept], layer.parents[kept])
        if len(layer.turns):
            self.layers[cost] = layer

    def _new(self, layer: WordLayer) -> NDArray[np.intp]:
        """Return the rows of words that no kept word replaces."""
        keys = layer.sums * np.uint64(2 * len(self._costs) + 1) + layer.turns.astype(np.uint64)
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
        first = order[np.searchsorted(ordered, ordered)]
        dropped = np.zeros(len(keys), dtype=bool)
        # Only proved equality drops a word; equal sums do not.
        same = (layer.turns[order] == layer.turns[first]) & (order != first)
        same[same] = (layer.patterns[order[same]] == layer.patterns[first[same]]).all(axis=1)
        dropped[order[same]] = True
        for seen, cost, rows in self._seen:
            spots = np.minimum(np.searchsorted(seen, keys), len(seen) - 1)
            hits = np.flatnonzero((seen[spots] == keys) & ~dropped)
            earlier, old = self.layers[cost], rows[spots[hits]]
            equal = (earlier.turns[old] == layer.turns[hits]) & (
                earlier.patterns[old] == layer.patterns[hits]
            ).all(axis=1)
            dropped[hits[equal]] = True
        kept = np.flatnonzero(~dropped)
        if len(kept):
            cost = int(self._costs[int(layer.turns[kept[0]])] + layer.parents[kept[0], 0])
            order = np.argsort(keys[kept], kind="stable")
            self._seen.append((keys[kept][order], cost, order))
        return kept

    def word(self, cost: int, row: int) -> Word:
        """Return the turns of a word, the open end first."""
        turns: list[int] = []
        while (turn := int(self.layers[cost].turns[row])) >= 0:
            turns.append(turn)
            cost, row = self.layers[cost].parents[row].tolist()
        return tuple(turns)


def hashes_of(places: int, colours: int) -> Sums:
    """Return the hash of each colour at each place, shape (places, colours); the last column is for unknown, −1."""
    size = places * colours
    digest = hashlib.shake_128(b"cubeproof").digest(8 * size)
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64).reshape(places, colours)
