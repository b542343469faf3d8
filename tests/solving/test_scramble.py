"""Scrambles lead where they should, just as the cube is held."""

from random import Random

import pytest
from hypothesis import given, settings

from cubeproof import Cube, ImpossibleCubeError, UnsupportedError, UsageError, random_cube, scramble, setup
from strategies import cubes


@settings(max_examples=25)
@given(cubes(2) | cubes(3))
def test_setup_leads_to_the_state_in_its_hold(cube: Cube) -> None:
    assert Cube(cube.size).apply(setup(cube)) == cube


@pytest.mark.parametrize("size", [2, 3])
def test_a_scramble_leads_to_the_random_state_of_its_seed(size: int) -> None:
    assert Cube(size).apply(scramble(size, 5)) == random_cube(size, 5)
    assert scramble(size, Random(5)) == scramble(size, 5)


def test_large_cubes_are_scrambled_by_random_turns() -> None:
    assert len(scramble(6, 1)) == 80


@pytest.mark.parametrize(
    ("cube", "error"),
    [
        (Cube(4), UnsupportedError),
        (Cube.from_facelets("?" * 24), UnsupportedError),
        (Cube.from_facelets("U" * 54), ImpossibleCubeError),
    ],
)
def test_state_without_a_setup_is_refused(cube: Cube, error: type[Exception]) -> None:
    with pytest.raises(error):
        setup(cube)


def test_scramble_of_an_impossible_size_is_refused() -> None:
    with pytest.raises(UsageError):
        scramble(1)
