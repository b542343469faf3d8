"""A phase: all words of a given length that bring three coordinates to 0, for many cubes at once.

This is iterative deepening by whole frontiers. A frontier is made of cubes after the same number of turns; one
step makes every turn on all of them by looking up tables, and keeps what the pruning tables do not exclude with
the turns that are left. A frontier that has grown too large is cut into pieces, one searched to its end before
the next, so that memory stays bounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.engines.search.tables import PairTable
from cubeproof.puzzle.coordinates import Values

__all__ = ["NOTHING", "Budget", "Frontier", "Phase", "SpentError"]

NOTHING = 18
"""What stands in a word before the first turn."""

# A piece of a frontier, after 18 turns, still fits into the cache of a core.
_PIECE = 8_000


class SpentError(Exception):
    """The budget of a search is spent."""


@dataclass(slots=True)
class Budget:
    """What a search may spend, and what it has spent.

    Attributes:
        control: says whether the search may go on.
        cubes: the cubes of which turns were made.
        most: how many these may be.
    """

    control: Control
    cubes: int = 0
    most: float = math.inf

    def spend(self, cubes: int) -> None:
        """Count cubes.

        Raises:
            SpentError: there is nothing left for them.
        """
        if self.cubes > self.most or self.control.expired:
            raise SpentError
        self.cubes += cubes


@dataclass(frozen=True, eq=False)
class Frontier:
    """Cubes after the same number of turns.

    Attributes:
        values: shape (3, cubes), the coordinates of the phase.
        words: shape (cubes, 1 + turns), the numbers of the turns made so far, after a `NOTHING`.
    """

    values: Values
    words: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.words)

    def select(self, chosen: slice | NDArray[np.bool_]) -> Frontier:
        """Some of the cubes."""
        return Frontier(self.values[:, chosen], self.words[chosen])


@dataclass(frozen=True, eq=False)
class Phase:
    """What a phase may turn, and what it knows.

    Attributes:
        turns: the numbers of the turns allowed.
        moves: for each coordinate how these turns change it, shape (values, turns).
        tables: distances for pairs of coordinates.
        follows: shape (19, turns), whether one of these turns may be made after each of the 18, or after `NOTHING`.
        ends: shape (turns,), whether a word may end with a turn.
    """

    turns: NDArray[np.int8]
    moves: tuple[Values, ...]
    tables: tuple[PairTable, ...]
    follows: NDArray[np.bool_]
    ends: NDArray[np.bool_]

    def distances(self, values: Values) -> NDArray[np.uint8]:
        """A lower bound for the turns that cubes with these coordinates need, shape (3, …) → (…)."""
        found: NDArray[np.uint8] = np.max([table.of(values) for table in self.tables], axis=0)
        return found

    def words(self, start: Frontier, length: int, budget: Budget) -> Iterator[Frontier]:
        """The start after all words of this many turns that bring the coordinates to 0, piece by piece.

        Raises:
            SpentError: the budget is spent.
        """
        yield from self._words(start.select(self.distances(start.values) <= length), length, budget)

    def _words(self, frontier: Frontier, left: int, budget: Budget) -> Iterator[Frontier]:
        if left == 0 and len(frontier):
            yield frontier
        if left == 0:
            return
        for first in range(0, len(frontier), _PIECE):
            piece = frontier.select(slice(first, first + _PIECE))
            budget.spend(len(piece))
            yield from self._words(self._step(piece, left - 1), left - 1, budget)

    def _step(self, cubes: Frontier, left: int) -> Frontier:
        """The cubes after one more turn that may reach 0 with as many more turns as are left."""
        # Shape (3, cubes, turns): every turn on every cube.
        after = np.stack([moves[values] for moves, values in zip(self.moves, cubes.values, strict=True)])
        near = self.follows[cubes.words[:, -1]]
        if left == 0:
            near = near & self.ends
        for table in self.tables[:2]:
            near = near & (table.of(after) <= left)
        # A third table is large, so it is asked only about what is left.
        parent, turn = near.nonzero()
        values = after[:, parent, turn]
        for table in self.tables[2:]:
            kept = table.of(values) <= left
            parent, turn, values = parent[kept], turn[kept], values[:, kept]
        return Frontier(values, np.column_stack([cubes.words[parent], self.turns[turn]]))
