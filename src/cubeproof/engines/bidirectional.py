"""`distance`: how far a start is from a goal, by making all states around both.

Breadth-first from the start and, backwards, from the goal, a layer at a time and the smaller one first, until a state is in both.
States are compared sticker by sticker, without numbers or sums that stand for them, so what this says rests on nothing but the turns
themselves. It is there to know the truth about short distances, not to be fast: 8 turns of the 3×3×3 take a second.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UnsupportedError
from cubeproof.problem import Problem

__all__ = ["distance"]


def distance(problem: Problem, most: int) -> int | None:
    """The cost of the cheapest answers to a problem, or None if it is above `most`.

    Raises:
        UnsupportedError: a sticker is unknown, or a turn counts more than 1.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> distance(cube_problem(Cube(3).apply("R U F2 L'")), 4), distance(cube_problem(Cube(3).apply("R U F2 L'")), 3)
    (4, None)
    """
    if min(pattern.min() for pattern in (problem.start, *problem.goals)) < 0:
        raise UnsupportedError("The search from both ends wants all stickers known.")
    if problem.costs.max() > 1:
        raise UnsupportedError("The search from both ends wants turns that count 1 each.")
    forth = _Layers(problem.start[None], problem.permutations)
    back = _Layers(np.stack(problem.goals), np.argsort(problem.permutations, axis=1))
    for cost in range(most + 1):
        if len(np.intersect1d(forth.outer, back.outer, assume_unique=True)):
            return cost
        if cost < most:
            min(forth, back, key=lambda side: len(side.outer)).grow()
    return None


class _Layers:
    """The states within some distance. Attributes: those at just that distance, each as its bytes, sorted."""

    def __init__(self, patterns: NDArray[np.int8], gathers: NDArray[np.integer]) -> None:
        self.gathers = gathers
        self.outer = _keys(patterns)
        self.seen = self.outer

    def grow(self) -> None:
        """Go one turn further."""
        patterns = _patterns(self.outer)
        reached = np.concatenate([_keys(patterns[:, gather]) for gather in self.gathers])
        self.outer = np.setdiff1d(reached, self.seen)
        self.seen = np.union1d(self.seen, self.outer)


def _keys(patterns: NDArray[np.int8]) -> NDArray[np.bytes_]:
    """States as byte strings, each once. Colours count from 1 in them, since bytes drop zeros at their end."""
    rows = np.ascontiguousarray(patterns + np.int8(1))
    keys: NDArray[np.bytes_] = np.unique(rows.view(f"S{rows.shape[1]}").ravel())
    return keys


def _patterns(keys: NDArray[np.bytes_]) -> NDArray[np.int8]:
    return keys.view(np.int8).reshape(len(keys), -1) - np.int8(1)
