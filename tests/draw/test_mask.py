"""Grey masks: stickers that a goal does not constrain are grey, in every position of their pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.draw import Film, masked
from cubeproof.errors import UsageError
from cubeproof.problem import GOALS, named_goal
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_moves

PARTIAL = ("cross", "layer", "f2l", "oll", "corners", "edges", "centres")
CASES = [(size, name) for size in range(2, 7) for name in PARTIAL if GOALS[name].suits(size)]


@pytest.mark.parametrize(("size", "name"), CASES)
def test_mask_of_the_solved_cube_is_the_pattern_of_the_goal(size: int, name: str) -> None:
    assert masked(Cube(size), name) == named_goal(name).pattern(size)


@given(st.sampled_from(CASES), st.integers(0, 1000))
def test_colours_that_stay_travel_with_their_pieces(case: tuple[int, str], seed: int) -> None:
    size, name = case
    alg = random_moves(size, 20, seed=seed)
    # Turning the pattern and masking the turned cube: two ways to one picture.
    assert masked(Cube(size).apply(alg), name) == named_goal(name).pattern(size).apply(alg)


def test_custom_pattern_is_a_mask() -> None:
    pattern = Cube.from_facelets("UU??" + "?" * 20)
    assert masked(Cube(2), pattern).facelets.count("U") == 2 + 2  # two of four pieces of one kind ask for U
    assert masked(Cube(3), "superflip") == Cube(3), "a goal that asks for everything hides nothing"


def test_a_film_of_a_masked_cube_keeps_the_mask() -> None:
    last = list(Film(masked(Cube(3), "cross"), "R U"))[-1]
    assert last.cube == named_goal("cross").pattern(3).apply("R U")


def test_a_goal_of_another_size_and_no_goal_at_all_are_refused() -> None:
    with pytest.raises(UsageError):
        masked(Cube(2), "cross")
    with pytest.raises(UsageError, match="no goal"):
        masked(Cube(3), "crss")
