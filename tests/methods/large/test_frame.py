"""The frame of odd cubes without tables."""

import pytest

from cubeproof import Cube, cube_problem, random_cube
from cubeproof.contract.control import Control
from cubeproof.methods.large.frame import frame_turns
from cubeproof.problem.cube_view import cube_view

# The places of corners and middle edges on a face of five layers.
FRAME = [0, 2, 4, 10, 14, 20, 22, 24]


# One cube in eight has the corner DBL at URF, where no turn of D, B or L moves it.
@pytest.mark.parametrize("seed", range(24))
def test_frame_of_any_cube_is_solved_without_tables(seed: int) -> None:
    cube = random_cube(5, seed)
    view = cube_view(cube_problem(cube))
    assert view is not None
    turns = frame_turns(view.homes, 5, Control(), None, at_once=True)
    assert turns is not None
    after = cube.apply(" ".join(map(str, turns))).colours.reshape(6, 25)
    assert (after[:, FRAME] == after[:, 12:13]).all()
    assert after[:, 12].tolist() == Cube(5).colours.reshape(6, 25)[:, 12].tolist()
