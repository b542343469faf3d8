"""`CubeStructure`: what a problem is as one of a cube, for engines that know only cubes.

A problem is stickers, permutations and colours. Whether these are a cube's, which of its generators makes a
turn, and where the stickers of its start belong in its goals, is found out here, once for each problem and
for all engines. Nothing is taken for granted because it looks alike: a generator makes a turn if the
permutations are equal, sticker by sticker, and a sticker's home is where the goal shows the whole piece, in
all its colours and in their order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem.once import once
from cubeproof.problem.problem import Pattern, Problem
from cubeproof.puzzle.cube import size_of
from cubeproof.puzzle.fitting import homes, told_apart
from cubeproof.puzzle.geometry import geometry


@dataclass(frozen=True, eq=False)
class CubeStructure:
    """A problem on the stickers of a cube.

    Its generators need not be turns of a cube; `which` tells.

    Attributes:
        size: the number of layers.
        start: the problem's start.
        goals: the problem's goals.
        permutations: the generators in gather form, int16, shape (generators, 6·N²).
    """

    size: int
    start: Pattern
    goals: tuple[Pattern, ...]
    permutations: NDArray[np.int16]

    @cached_property
    def known(self) -> bool:
        """Whether all stickers are known, of the start and of every goal."""
        return all(bool((pattern >= 0).all()) for pattern in (self.start, *self.goals))

    @cached_property
    def still(self) -> NDArray[np.bool_]:
        """The stickers that no generator moves, shape (6·N²,)."""
        still: NDArray[np.bool_] = (self.permutations == np.arange(len(self.start))).all(axis=0)
        return still

    @cached_property
    def held(self) -> bool:
        """Whether stickers that no generator moves say how the cube is held: every rotation moves some."""
        kept = (geometry(self.size).rotations == np.arange(len(self.start))) | ~self.still
        return int(kept.all(axis=1).sum()) == 1

    @cached_property
    def told_apart(self) -> bool:
        """Whether in every goal the corners, edges and wings that generators move all look different.

        They must also look otherwise when they are turned in their slots. If so, and if no two centres have
        one colour, `homes` is the only permutation of pieces that leads from the goal to the start.
        """
        return self.known and all(told_apart(goal, self.size, self.still) for goal in self.goals)

    @cached_property
    def homes(self) -> tuple[NDArray[np.intp] | None, ...]:
        """For every goal the home there of the sticker at each place of the start: `start == goal[homes]`.

        Each has the shape (6·N²,), or is None where the start is not made of the goal's pieces, or pieces
        cannot be told apart; of centres that look alike each takes one of their homes. See
        `cubeproof.puzzle.fitting.homes`.
        """
        if not self.known:
            return (None,) * len(self.goals)
        return tuple(homes(self.start, goal, self.size, self.still) for goal in self.goals)

    @cached_property
    def _numbers(self) -> dict[bytes, int]:
        numbers: dict[bytes, int] = {}
        for number, permutation in enumerate(self.permutations):
            numbers.setdefault(permutation.tobytes(), number)
        return numbers

    def generator(self, permutation: NDArray[np.integer]) -> int | None:
        """The number of the first generator that makes a permutation in gather form; None if none does."""
        return self._numbers.get(permutation.astype(np.int16, copy=False).tobytes())

    def which(self, turns: Iterable[NDArray[np.integer]]) -> tuple[int | None, ...]:
        """For every generator the index of the permutation among these that it makes; None if there is none."""
        known = {turn.astype(np.int16, copy=False).tobytes(): index for index, turn in enumerate(turns)}
        return tuple(known.get(permutation.tobytes()) for permutation in self.permutations)


@once
def cube_structure(problem: Problem) -> CubeStructure | None:
    """Read a problem as one of a cube; None if no cube has so many stickers.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> structure = cube_structure(cube_problem(Cube(2).apply("R")))
    >>> structure.size, structure.generator(geometry(2).quarter_turns[2]), int(structure.still.sum())
    (2, 0, 3)
    """
    size = size_of(len(problem.start))
    made = problem.permutations.astype(np.int16, copy=False)
    # What does not go into 16 bits is no sticker of a cube.
    if size is None or problem.start.ndim != 1 or not np.array_equal(made, problem.permutations):
        return None
    return CubeStructure(size, problem.start, problem.goals, made)
