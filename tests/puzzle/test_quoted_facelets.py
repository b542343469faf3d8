"""Facelets as Python, NumPy and JSON print them, against these programs themselves."""

import json
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.quoted_facelets import unquoted_facelets
from strategies import algs, cubes, patterns

PRINTED: dict[str, Callable[[list[str], int], str]] = {
    "list": lambda letters, _: str(letters),
    "tuple": lambda letters, _: str(tuple(letters)),
    "rows": lambda letters, size: str(np.array(letters).reshape(6, size, size).tolist()),
    "strings of faces": lambda letters, size: str(
        ["".join(row) for row in np.array(letters).reshape(6, size * size)]
    ),
    "one string": lambda letters, _: repr("".join(letters)),
    "NumPy str": lambda letters, _: str(np.array(letters)),
    "NumPy rows": lambda letters, size: str(np.array(letters).reshape(6, size, size)),
    "NumPy repr": lambda letters, size: repr(np.array(letters).reshape(6, size * size)),
    "NumPy list": lambda letters, _: repr(list(np.array(letters))),
    "NumPy bytes": lambda letters, _: str(np.array(letters, dtype="S1")),
    "JSON": lambda letters, _: json.dumps(letters),
    "JSON on lines": lambda letters, size: json.dumps(
        np.array(letters).reshape(6, size, size).tolist(), indent=2
    ),
    "commas": lambda letters, _: ",".join(letters),
    "commas and blanks": lambda letters, _: ", ".join(letters),
    "commas at the end": lambda letters, _: ", ".join(letters) + ",\n",
}


@given(cubes() | patterns(), st.sampled_from(sorted(PRINTED)))
def test_printed_lists_of_stickers_are_read_as_the_letters(cube: Cube, form: str) -> None:
    with np.printoptions(threshold=100_000):
        text = PRINTED[form](list(cube.facelets), cube.size)
    assert unquoted_facelets(text) == cube.facelets


@given(cubes(3), st.sampled_from(["rows", "NumPy rows", "JSON", "JSON on lines", "NumPy repr", "commas"]))
def test_digits_and_emoji_are_read_too(cube: Cube, form: str) -> None:
    digits = cube.facelets.translate(str.maketrans("URFDLB", "012345"))
    printed = PRINTED[form](list(digits), 3)
    assert unquoted_facelets(printed) == digits
    if form != "commas":
        # An array of numbers has no quotation marks.
        assert unquoted_facelets(str(np.array([*map(int, digits)]).reshape(6, 3, 3))) == digits
    emoji = cube.facelets.translate(str.maketrans("URFDLB", "⬜🟥🟩🟨🟧🟦"))
    assert unquoted_facelets(PRINTED[form](list(emoji), 3)) == emoji


@given(algs().map(str))
def test_no_algorithm_is_a_list_of_stickers(text: str) -> None:
    assert unquoted_facelets(text) is None


@pytest.mark.parametrize(
    "text",
    [
        *["[R, U]", "[R U F D L B R U F D L B, R U F D L B R U F D L B R U]", "R' U' " * 20],
        *["'R' U'" + " R' U'" * 20, "['R', 'U', 'F']", "U" * 54, "U " * 54, '["U", "R\', "F"]' * 10],
        *["{'U': 'UUUUUUUUU', 'R': 'RRRRRRRRR', 'F': 'FFFFFFFFF'}", "0" * 54, ""],
    ],
)
def test_other_text_is_no_list_of_stickers(text: str) -> None:
    assert unquoted_facelets(text) is None


def test_number_of_stickers_is_left_to_the_reader_of_facelets() -> None:
    assert unquoted_facelets(str(["U"] * 53)) == "U" * 53
