"""`CubeView`: converts a problem to a cube that turns about its core, and turns of the cube to the problem's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem.cube_map import CubeMap
from cubeproof.problem.cube_turns import BlockTurn, core_turn
from cubeproof.problem.piece_homes import cube_pieces
from cubeproof.problem.problem import Problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.geometry import FACES, geometry, rotated_faces, rotation_inverses, rotation_products
from cubeproof.puzzle.move import Move

Arrangement = NDArray[np.intp]
"""The home of the sticker at each place, shape (stickers,)."""


@dataclass(frozen=True, eq=False)
class CubeView:
    """A problem as a cube to solve."""

    cube_map: CubeMap
    """The turns of the problem."""
    held: bool
    """Whether stickers that no turn moves determine how the cube is held."""
    homes: Arrangement
    """The homes of its stickers in the solved cube."""

    @property
    def size(self) -> int:
        """The number of layers."""
        return self.cube_map.size

    def arrangement(self, rotation: int = 0) -> Arrangement:
        """Return the homes of the stickers after a rotation of the whole cube."""
        cube = geometry(self.size)
        homes: Arrangement = cube.rotations_back[rotation][self.homes[cube.rotations[rotation]]].astype(
            np.intp
        )
        return homes

    def word(self, turns: Sequence[str], rotation: int = 0) -> tuple[int, ...] | None:
        """Return the problem's word for turns after a rotation; None if a turn is not available.

        Turns of the whole cube have no generator; they change the names of the turns that follow.
        """
        frame = rotation
        word = []
        left = list(Alg.of_turns(turns))[::-1]
        while left:
            turn = left.pop()
            slab = turn.slab(self.size)
            if (slab.first, slab.last) == (1, self.size):
                rotation = core_turn(BlockTurn(turn), self.size, frame).rotation
                frame = int(rotation_products()[rotation, frame])
            elif (step := self._generator(turn, frame)) is not None:
                number, frame = step
                word.append(number)
            elif turn.amount != 1:
                # A problem with only quarter turns needs two of them for a half turn.
                left += [replace(turn, amount=1)] * (turn.amount % 4)
            else:
                return None
        return tuple(word)

    @property
    def turns_all_outer_blocks(self) -> bool:
        """Whether every outer block may turn."""
        # The set of these blocks looks the same in all rotations, so one frame is enough.
        depths = range(1, max(1, self.size // 2) + 1)
        blocks = (Move(face, 1, 1, last) for face in FACES for last in depths)
        return all(self._generator(turn, 0) is not None for turn in blocks)

    def _generator(self, turn: Move, frame: int) -> tuple[int, int] | None:
        """Return the generator for a turn in a frame (the index of a rotation), and the next frame, or None."""
        # The frame may change only if stickers that never move restore the first frame at the end.
        axis, amounts, rotation = core_turn(BlockTurn(turn), self.size, frame)
        products, inverses = rotation_products(), rotation_inverses()
        ways = [
            (int(products[inverses[own], products[rotation, frame]]), generator)
            for generator, own in self.cube_map.generators.get((axis, amounts), ())
        ]
        allowed = [(after, generator) for after, generator in ways if after == frame or self.held]
        return min(allowed)[::-1] if allowed else None


def names_before(turns: Iterable[str], rotation: int) -> tuple[str, ...]:
    """Return the names that turns have before a rotation of the whole cube; they are turns of outer blocks.

    >>> names_before(["U", "Rw'"], 0)
    ('U', "Rw'")
    """
    faces = rotated_faces()[rotation]
    moves = Alg.of_turns(turns)
    return tuple(str(replace(move, family=FACES[faces[FACES.index(move.family)]])) for move in moves)


def cube_view(problem: Problem) -> CubeView | None:
    """Return a problem as a cube; None unless it asks to solve a cube of which all stickers are known.

    >>> from cubeproof import Cube
    >>> from cubeproof.problem import cube_problem
    >>> view = cube_view(cube_problem(Cube(3).apply("R U")))
    >>> view.size, view.turns_all_outer_blocks
    (3, True)
    >>> cube_view(cube_problem(Cube(3).apply("R U"), goal="cross")) is None
    True
    """
    cube, cube_map = cube_pieces(problem), problem.cube_map
    if cube is None or cube_map is None:
        return None
    faces = cube.goals[0].reshape(6, -1)
    of_one_colour = (faces == faces[:, :1]).all() and len(set(faces[:, 0].tolist())) == 6
    if len(cube.goals) != 1 or not cube.is_complete or not of_one_colour or cube.homes[0] is None:
        return None
    return CubeView(cube_map, cube.held, cube.homes[0])


def is_whole(problem: Problem) -> bool:
    """Whether a problem asks to solve a cube, of any size, and all outer blocks may turn."""
    view = cube_view(problem)
    return view is not None and view.turns_all_outer_blocks
