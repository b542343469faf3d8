"""`CubePieces`: the pieces in the start and the goals of a cube's problem, for engines that only solve cubes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem.problem import Pattern, Problem
from cubeproof.puzzle.assignment import distinguishable, homes
from cubeproof.puzzle.geometry import geometry


@dataclass(frozen=True, eq=False)
class CubePieces:
    """The pieces of a problem on the stickers of a cube."""

    size: int
    """The number of layers."""
    start: Pattern
    """The problem's start."""
    goals: tuple[Pattern, ...]
    """The problem's goals."""
    still: NDArray[np.bool_]
    """The stickers that no generator moves, bool, shape (6·N²,)."""

    @cached_property
    def is_complete(self) -> bool:
        """Whether all stickers of the start and of every goal are known."""
        return all(bool((pattern >= 0).all()) for pattern in (self.start, *self.goals))

    @cached_property
    def held(self) -> bool:
        """Whether the stickers that no generator moves determine the rotation: each rotation moves one of them."""
        kept = (geometry(self.size).rotations == np.arange(len(self.start))) | ~self.still
        return int(kept.all(axis=1).sum()) == 1

    @cached_property
    def distinguishable(self) -> bool:
        """Whether in every goal all corners, edges and wings that generators move look different.

        They must also look different in each orientation. If so, and if no two centres have the same colour, `homes`
        is the only permutation of pieces that leads from the goal to the start.
        """
        return self.is_complete and all(distinguishable(goal, self.size, self.still) for goal in self.goals)

    @cached_property
    def homes(self) -> tuple[NDArray[np.intp] | None, ...]:
        """For each goal, the home in it of the sticker at each place of the start: `start == goal[homes]`.

        Each has the shape (6·N²,), or is None if the start does not have the goal's pieces, or if pieces cannot be
        distinguished; centres that look alike get their homes in some order. See `cubeproof.puzzle.assignment.homes`.
        """
        if not self.is_complete:
            return (None,) * len(self.goals)
        return tuple(homes(self.start, goal, self.size, self.still) for goal in self.goals)


def cube_pieces(problem: Problem) -> CubePieces | None:
    """Return the pieces of a problem that `cube_problem` made; None for other problems.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> pieces = cube_pieces(cube_problem(Cube(2).apply("R")))
    >>> pieces.size, int(pieces.still.sum())
    (2, 3)
    """
    if problem.cube_map is None:
        return None
    return CubePieces(problem.cube_map.size, problem.start, problem.goals, problem.still)
