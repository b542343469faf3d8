"""`explore` refuses turns that can turn the cube as a whole, judged by a group of permutations of another model."""

import numpy as np
import pytest

from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.explore import _reaches_another_hold
from permutation_group import PermutationGroup
from second_opinion import lattice

SETS = [
    *(
        (2, moves)
        for moves in ("R,L,U2", "R,L,U", "R,L", "R,U,F", "R,D,B", "R2,L2", "R,L2", "U2,D2,R2,L2", "U,D,R2")
    ),
    *((3, moves) for moves in ("M,E", "M2,E2,S2", "R,U", "M,U2", "Rw,U", "M2,R", "U,R,F,D,L,B")),
]


def can_turn_as_a_whole(size: int, moves: str) -> bool:
    """Whether the moves make a rotation of the whole cube other than none."""
    solved = np.arange(6 * size**2)
    group = PermutationGroup([lattice.after(solved, move, size).tolist() for move in moves.split(",")])
    return any(
        whole.tolist() in group for _, whole in lattice.rotations(size) if whole.tolist() != solved.tolist()
    )


@pytest.mark.parametrize(("size", "moves"), SETS)
def test_a_set_of_turns_reaches_another_hold_if_it_makes_a_rotation(size: int, moves: str) -> None:
    problem = cube_problem(Cube(size), moves=moves)
    if any(generator.frames for generator in problem.generators):
        # Turns that look the same from every side are counted up to rotation: each hold counts once.
        return
    assert _reaches_another_hold(problem) == can_turn_as_a_whole(size, moves)
