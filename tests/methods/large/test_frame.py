"""The frame of odd cubes without tables."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof import Cube, cube_problem, random_cube
from cubeproof.contract.control import Control
from cubeproof.methods.large.frame import frame_turns
from cubeproof.problem.cube_view import cube_view

# The places of corners and middle edges on a face of five layers.
FRAME = [0, 2, 4, 10, 14, 20, 22, 24]

FACE_TURNS = [face + amount for face in "URFDLB" for amount in ("", "2", "'")]

# The stickers of the corner DBL on D, L and B.
DBL = [3 * 25 + 20, 4 * 25 + 20, 5 * 25 + 24]


# One cube in eight has the corner DBL at URF, where no turn of D, B or L moves it.
@pytest.mark.parametrize("seed", range(24))
def test_frame_of_any_cube_is_solved_without_tables(seed: int) -> None:
    ensure_frame_is_solved(random_cube(5, seed))


def test_frame_is_solved_without_tables_for_every_placement_of_a_corner() -> None:
    placements = set[tuple[int, ...]]()
    for word in product(["", *FACE_TURNS], repeat=2):
        homes = ensure_frame_is_solved(Cube(5).apply(" ".join(word)))
        stickers = np.flatnonzero(np.isin(homes, DBL)).tolist()
        placements.add((*stickers, homes.tolist().index(DBL[0])))
    assert len(placements) == 24


def ensure_frame_is_solved(cube: Cube) -> NDArray[np.integer]:
    """Replay the turns for the frame of a 5×5×5; return the homes of its stickers."""
    view = cube_view(cube_problem(cube))
    assert view is not None
    turns = frame_turns(view.homes, 5, Control(), None, at_once=True)
    assert turns is not None
    after = cube.apply(" ".join(map(str, turns))).colours.reshape(6, 25)
    assert (after[:, FRAME] == after[:, 12:13]).all()
    assert after[:, 12].tolist() == Cube(5).colours.reshape(6, 25)[:, 12].tolist()
    return view.homes
