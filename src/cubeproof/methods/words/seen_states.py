"""`SeenStates`: which states of new words are stored already, by their sums; equal sums are compared."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.words.codings import States, Sums


class SeenStates:
    """The states of the layers of an end.

    Args:
        states: returns the states of the layer of a cost.
    """

    def __init__(self, states: Callable[[int], States]) -> None:
        self._states = states
        # Sorted sums with the cost and the row of each. A new run is merged with runs that are not much longer, so
        # that there are few.
        self._runs: list[tuple[Sums, NDArray[np.int64], NDArray[np.int32]]] = []

    def copy(self, states: Callable[[int], States]) -> SeenStates:
        """Return the same states, for another end with the same layers."""
        seen = SeenStates(states)
        seen._runs = self._runs.copy()
        return seen

    def add(self, cost: int, sums: Sums) -> None:
        """Add the states of a layer."""
        order = np.argsort(sums, kind="stable")
        run = sums[order], np.full(len(sums), cost), order.astype(np.int32)
        while self._runs and len(self._runs[-1][0]) <= 2 * len(run[0]):
            last = self._runs.pop()
            joined, costs, rows = (np.concatenate([last[part], run[part]]) for part in range(3))
            order = np.argsort(joined, kind="stable")
            run = joined[order], costs[order], rows[order]
        self._runs.append(run)

    def rows(self, states: States, sums: Sums) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        """Return the row of each state among the new ones, −1 for an old one, and the first column of each row.

        Two states with equal sums may get two rows although they are equal, if a third one has the same sum.
        """
        order = np.argsort(sums, kind="stable")
        ordered = sums[order]
        begins = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
        firsts = np.repeat(order[begins], np.diff(np.append(begins, len(sums))))
        leader = np.empty(len(sums), dtype=np.intp)
        leader[order] = firsts
        others = np.flatnonzero(leader != np.arange(len(sums)))
        differs = (states[:, others] != states[:, leader[others]]).any(axis=0)
        leader[others[differs]] = others[differs]
        heads = np.flatnonzero(leader == np.arange(len(sums)))
        old = np.zeros(len(heads), dtype=np.bool_)
        for seen, costs, rows in self._runs:
            spots = np.minimum(np.searchsorted(seen, sums[heads]), len(seen) - 1)
            hits = np.flatnonzero((seen[spots] == sums[heads]) & ~old)
            for cost in np.unique(costs[spots[hits]]).tolist():
                part = hits[costs[spots[hits]] == cost]
                stored = self._states(cost)[:, rows[spots[part]]]
                old[part] = (stored == states[:, heads[part]]).all(axis=0)
        numbers = np.full(len(sums), -1, dtype=np.int32)
        kept = heads[~old]
        numbers[kept] = np.arange(len(kept))
        return numbers[leader], kept
