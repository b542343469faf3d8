"""`GoalSide`: the words from the goals, which searches of one workshop share if they have the same goals and turns."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.methods.words.codings import CodeTurn, States
from cubeproof.methods.words.frontier import Frontier

# The most bytes of a side that is kept for the next search, and the most numbers in its turns.
_SHARED_BYTES, _SHARED_CODES = 50_000_000, 100_000


class GoalSide:
    """The words from the goals, as they are after each growth.

    A search goes from one to the next. So it divides words in the same way, and has the same answer, as without
    other searches.
    """

    def __init__(self, first: Frontier) -> None:
        self._ends = [first]
        self._lock = threading.Lock()

    @property
    def first(self) -> Frontier:
        """The words before the first growth."""
        return self._ends[0]

    def after(self, end: Frontier, control: Control) -> Frontier:
        """Return the words after the growth of an end of this side; those of a large end are not kept."""
        with self._lock:
            number = next((number for number, kept in enumerate(self._ends) if kept is end), None)
            if number is not None and number + 1 < len(self._ends):
                return self._ends[number + 1]
            grown = end.copy()
            grown.grow(control)
            if number is not None and grown.size <= _SHARED_BYTES:
                self._ends.append(grown)
            return grown


class GoalSides:
    """The newest goal side of a workshop."""

    def __init__(self) -> None:
        self._newest: tuple[bytes, GoalSide] | None = None

    def side(
        self, goals: States, turns: tuple[CodeTurn, ...], first: Callable[[], Frontier], *more: NDArray[Any]
    ) -> GoalSide:
        """Return the side of goals; a side of large turns is not kept.

        Args:
            goals: the states of the goals.
            turns: the turns, as they extend words at their front.
            first: returns the end before its first growth.
            more: all other numbers on which it depends.
        """
        if sum(turn.codes.size for turn in turns) > _SHARED_CODES:
            return GoalSide(first())
        digest = hashlib.sha256()
        arrays = (
            goals,
            *more,
            *(part for turn in turns for part in (turn.sources, turn.targets, turn.codes)),
        )
        for array in arrays:
            digest.update(repr((array.shape, array.dtype)).encode())
            digest.update(np.ascontiguousarray(array).data)
        key, newest = digest.digest(), self._newest
        if newest is None or newest[0] != key:
            newest = self._newest = key, GoalSide(first())
        return newest[1]
