"""`Turning`: the costs of the 18 face turns: 1 in the half-turn metric, 2 for half turns in the quarter-turn metric."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.cubies import FACE_TURNS
from cubeproof.puzzle.geometry import FACES

ALL = (1 << 18) - 1
"""All 18 turns, as bits."""


def may_follow(turn: int, next_turn: int) -> bool:
    """Whether a turn may follow another in canonical order: different faces, and opposite faces in one order.

    >>> [turn for turn in range(18) if not may_follow(9, turn)]
    [0, 1, 2, 9, 10, 11]
    """
    first, second = turn // 3, next_turn // 3
    # Opposite faces are three apart in FACES.
    return first != second and not (first % 3 == second % 3 and first > second)


@dataclass(frozen=True)
class Turning:
    """A metric for face turns."""

    name: str
    """Its name in commands and requests."""
    costs: tuple[int, ...]
    """The cost of each of the 18 turns."""

    @property
    def units_are_half_turns(self) -> bool:
        """Whether half turns cost 1."""
        return self.costs[1] == 1

    @property
    def units(self) -> tuple[int, ...]:
        """The turns that cost 1; all other turns are products of them."""
        return tuple(turn for turn, cost in enumerate(self.costs) if cost == 1)

    def words(self, cost: int) -> NDArray[np.int8]:
        """Return all words of units in canonical order with a cost of 1 or 2; shape (words, cost).

        >>> len(HALF.words(1)), len(HALF.words(2)), len(QUARTER.words(2))
        (18, 243, 114)
        """
        if cost == 1:
            return np.array([[turn] for turn in self.units], dtype=np.int8)
        pairs = [
            (first, second)
            for first, second in product(self.units, repeat=2)
            # The square of a quarter turn is a half turn, for which one of its two words is enough.
            if may_follow(first, second)
            or (first == second and FACE_TURNS[first].amount == 1 and self.costs[first + 1] == 2)
        ]
        return np.array(pairs, dtype=np.int8)


assert FACES == "URFDLB", "opposite faces are three apart"

HALF = Turning("htm", (1, 1, 1) * 6)
"""Every face turn costs 1."""

QUARTER = Turning("qtm", (1, 2, 1) * 6)
"""A half turn costs 2, a quarter turn 1."""
