"""`distance`: the distance from a start to a goal, by breadth-first search from both.

The search goes forwards from the start and backwards from the goals: the side with the smaller outer layer grows by one
layer, until a state is in both. States are compared sticker by sticker, without numbers or hashes, so the result
depends only on the turns. It is a reference for short distances and not fast: 8 turns of the 3×3×3 take a second.
"""

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UnsupportedError
from cubeproof.problem import Problem
from cubeproof.sentences import say


def distance(problem: Problem, most: int) -> int | None:
    """Return the distance from the start to the nearest goal.

    Args:
        problem: the problem, in which every turn costs 1 and all stickers are known.
        most: the maximum distance to search.

    Returns:
        The distance, 0 to `most`; None if it is larger.

    Raises:
        UnsupportedError: a sticker is unknown, or a turn costs more than 1.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> problem = cube_problem(Cube(3).apply("R U F2 L'"))
    >>> distance(problem, 4), distance(problem, 3)
    (4, None)
    """
    if min(pattern.min() for pattern in (problem.start, *problem.goals)) < 0:
        raise UnsupportedError(
            say("distance.all-stickers", "The search from both ends requires all stickers to be known.")
        )
    if problem.costs.max() > 1:
        raise UnsupportedError(
            say("distance.unit-costs", "The search from both ends requires turns that count 1 each.")
        )
    forth = _SearchLayers(problem.start[None], problem.permutations)
    back = _SearchLayers(np.stack(problem.goals), np.argsort(problem.permutations, axis=1))
    for cost in range(most + 1):
        if len(np.intersect1d(forth.outer, back.outer, assume_unique=True)):
            return cost
        if cost < most:
            min(forth, back, key=lambda side: len(side.outer)).grow()
    return None


class _SearchLayers:
    """The states at exactly a distance (`outer`) and within it (`seen`), as sorted bytes."""

    def __init__(self, patterns: NDArray[np.int8], gathers: NDArray[np.integer]) -> None:
        self.gathers = gathers
        self.outer = _keys(patterns)
        self.seen = self.outer

    def grow(self) -> None:
        """Increase the distance by one turn."""
        patterns = _patterns(self.outer)
        reached = np.concatenate([_keys(patterns[:, gather]) for gather in self.gathers])
        self.outer = np.setdiff1d(reached, self.seen)
        self.seen = np.union1d(self.seen, self.outer)


def _keys(patterns: NDArray[np.int8]) -> NDArray[np.bytes_]:
    """Return the distinct states as byte strings, with colours from 1, since NumPy drops trailing zeros."""
    rows = np.ascontiguousarray(patterns + np.int8(1))
    keys: NDArray[np.bytes_] = np.unique(rows.view(f"S{rows.shape[1]}").ravel())
    return keys


def _patterns(keys: NDArray[np.bytes_]) -> NDArray[np.int8]:
    return keys.view(np.int8).reshape(len(keys), -1) - np.int8(1)
