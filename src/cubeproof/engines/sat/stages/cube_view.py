"""`CubeView`: converts a problem to a cube that turns about its core, and turns of the cube to the problem's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.engine import Word
from cubeproof.problem import BlockTurn, CubeMap, Problem, core_turn, cube_pieces
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.geometry import FACES, geometry, rotated_faces, rotation_inverses, rotation_products
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Sentence, Template

Arrangement = NDArray[np.intp]
"""The home of the sticker at each place, shape (stickers,)."""

_SIZES = Template("stages.sizes", "The stages engine has plans for cubes of {sizes} layers only.")
_SOLVED = Template(
    "stages.solved-goal",
    "The stages engine requires a cube whose stickers are all known, and the solved cube as goal.",
)
_TURNS = Template(
    "stages.outer-blocks",
    "The stages engine requires the turns of all outer blocks; these turns do not include them.",
)


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

    def word(self, turns: Sequence[str], rotation: int = 0) -> Word | None:
        """Return the problem's word for turns after a rotation; None if a turn is not available."""
        frame = rotation
        word = []
        left = list(Alg(" ".join(turns)))[::-1]
        while left:
            turn = left.pop()
            if (step := self._generator(turn, frame)) is not None:
                number, frame = step
                word.append(number)
            elif turn.amount != 1:
                # A problem with only quarter turns needs two of them for a half turn.
                left += [replace(turn, amount=1)] * (turn.amount % 4)
            else:
                return None
        return tuple(word)

    def makes(self, turns: Iterable[Move]) -> bool:
        """Whether the problem has all these turns."""
        return all(self._generator(turn, 0) is not None for turn in turns)

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
    moves = Alg(" ".join(turns))
    return tuple(str(replace(move, family=FACES[faces[FACES.index(move.family)]])) for move in moves)


def cube_view(problem: Problem, sizes: Sequence[int]) -> CubeView | Sentence:
    """Return a problem as a cube, or the reason why it is not one."""
    if problem.cube_map is None or problem.cube_map.size not in sizes:
        return _SIZES(sizes=tuple(sizes))
    return _view(problem)


def is_whole(problem: Problem) -> bool:
    """Whether a problem asks to solve a cube, of any size, and all outer blocks may turn."""
    return problem.cube_map is not None and isinstance(_view(problem), CubeView)


def _view(problem: Problem) -> CubeView | Sentence:
    cube, cube_map = cube_pieces(problem), problem.cube_map
    assert cube is not None
    assert cube_map is not None
    faces = cube.goals[0].reshape(6, -1)
    of_one_colour = (faces == faces[:, :1]).all() and len(set(faces[:, 0].tolist())) == 6
    if len(cube.goals) != 1 or not cube.is_complete or not of_one_colour or cube.homes[0] is None:
        return _SOLVED()
    view = CubeView(cube_map, cube.held, cube.homes[0])
    # The set of these blocks looks the same in all rotations, so one frame is enough.
    depths = range(1, max(1, cube.size // 2) + 1)
    return view if view.makes(Move(face, 1, 1, last) for face in FACES for last in depths) else _TURNS()
