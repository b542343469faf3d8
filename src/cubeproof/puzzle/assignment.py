"""The assignment problem: each piece into a separate slot at the least cost, optionally under the cube's laws.

Without laws it is the classical problem: shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987).
With them, an assignment of pieces and orientations belongs to a class: the parity of its permutation and the
sum of its orientations. The least cost of every class comes from dynamic programming over sets of pieces
(Held and Karp 1962): slot by slot, all that matters of what was placed so far is which pieces are used, and
the class. That is exact, and for 12 pieces there are no more than 4096 sets.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

NEVER = 1 << 29
"""A cost that is never paid."""


def assign(costs: NDArray[np.integer]) -> NDArray[np.intp]:
    """Assign a separate column to every row, so that the sum of the costs is minimal.

    Args:
        costs: shape (n, n).

    Returns:
        The column of every row, shape (n,).

    >>> assign(np.array([[1, 2, 9], [1, 9, 9], [9, 3, 1]])).tolist()
    [1, 0, 2]
    """
    size = len(costs)
    holder = np.full(size + 1, -1)  # the row of a column; the last column is where a row waits for its own
    of_row, of_column = np.zeros(size, dtype=np.int64), np.zeros(size + 1, dtype=np.int64)
    for row in range(size):
        holder[size] = row
        column, seen = size, np.zeros(size + 1, dtype=np.bool_)
        slack, before = np.full(size, NEVER, dtype=np.int64), np.full(size, size)
        while holder[column] >= 0:
            seen[column] = True
            free = ~seen[:-1]
            reduced = costs[holder[column]] - of_row[holder[column]] - of_column[:-1]
            nearer = free & (reduced < slack)
            slack[nearer], before[nearer] = reduced[nearer], column
            # Of equals one that no row holds, so that ties make no long chains.
            column = int(np.argmin(np.where(free, 2 * slack + (holder[:-1] >= 0), 4 * NEVER)))
            step = slack[column]
            of_row[holder[seen]] += step
            of_column[seen] -= step
            slack[free] -= step
        while column != size:
            holder[column] = holder[before[column]]
            column = int(before[column])
    return np.argsort(holder[:size])


class ClassedAssignments:
    """The cheapest ways to put pieces into slots, one for each class: parity and sum of orientations.

    Args:
        costs: what a piece costs in a slot, shape (slots, pieces, orientations, cases); several cases are
            worked out at once.
        limit: assignments that cost more, in a slot or up to a slot, are not looked for.

    Attributes:
        totals: the least cost of each class in each case, shape (2, orientations, cases); above `limit` if
            there is none.

    >>> costs = np.array([[[3], [0]], [[0], [1]]])[..., None]  # two pieces, one orientation, one case
    >>> ways = ClassedAssignments(costs, limit=9)
    >>> ways.totals[:, 0, 0].tolist(), ways.best(1, 0, 0)[0].tolist()
    ([4, 0], [1, 0])
    """

    def __init__(self, costs: NDArray[np.integer], limit: int) -> None:
        self._costs = costs
        slots, _, ways, cases = costs.shape
        self._least = least = np.full((1 << slots, 2, ways, cases), NEVER, dtype=np.int32)
        least[0, 0, 0] = 0
        sets = np.zeros(1, dtype=np.int64)
        cheapest = costs.min(axis=(2, 3))
        for slot in range(slots):
            reached = []
            for piece in np.flatnonzero(cheapest[slot] <= limit).tolist():
                used = sets[sets >> piece & 1 == 0]
                # Every larger piece in an earlier slot is one inversion more.
                odd = np.bitwise_count(used >> piece + 1) % 2 == 1
                so_far = least[used]
                so_far[odd] = so_far[odd, ::-1]
                then = used | 1 << piece
                for way in range(ways):
                    total = np.roll(so_far, way, axis=2) + costs[slot, piece, way]
                    least[then] = np.minimum(least[then], total)
                reached.append(then)
            sets = np.unique(np.concatenate(reached)) if reached else sets[:0]
            sets = sets[least[sets].min(axis=(1, 2, 3)) <= limit]
        self.totals = least[-1]

    def best(self, parity: int, sum_: int, case: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """A cheapest assignment of a class that has one within the limit.

        Returns:
            The piece of every slot, and its orientation there, each of shape (slots,).
        """
        slots, _, ways, _ = self._costs.shape
        pieces, orientations = np.zeros(slots, dtype=np.intp), np.zeros(slots, dtype=np.intp)
        used = (1 << slots) - 1
        for slot in reversed(range(slots)):
            for piece, way in product(range(slots), range(ways)):
                before = used & ~(1 << piece)
                was = parity ^ ((before >> piece + 1).bit_count() & 1), (sum_ - way) % ways
                total = self._least[before, *was, case] + self._costs[slot, piece, way, case]
                if before != used and total == self._least[used, parity, sum_, case]:
                    pieces[slot], orientations[slot] = piece, way
                    used, (parity, sum_) = before, was
                    break
        return pieces, orientations
