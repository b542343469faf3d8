"""Lower-case turns are wide or inner turns; from four layers on, the text decides, or the user gets a note."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.lower_case import LowerCaseReading, lower_case_reading
from cubeproof.puzzle.notation import LowerCase, parse
from french import in_french


@pytest.mark.parametrize(
    ("text", "wide", "inner"),
    [
        ("r U' 2r 3f2", "Rw U' Rw 3Fw2", "2R U' 2R 3F2"),
        ("[r: U] (b')2", "[Rw: U] (Bw')2", "[2R: U] (2B')2"),
        ("2-3r 1-2u", "2-3Rw Uw", "2-3Rw Uw"),
        ("Rw 3Rw 2R R m s x", "Rw 3Rw 2R R m s x", "Rw 3Rw 2R R m s x"),
    ],
)
def test_lower_case_turn_is_wide_or_inner(text: str, wide: str, inner: str) -> None:
    assert str(Alg(text)) == str(Alg(text, lower_case="wide")) == wide
    assert str(Alg(text, LowerCase.INNER)) == inner
    assert parse(text, "inner") == Alg(inner).nodes


@pytest.mark.parametrize(
    ("size", "algorithm"), [(4, "r U R U' r' U R' U'"), (4, "[r2, U R2 U']"), (5, "l' U R U' l U R' U'")]
)
def test_published_wing_algorithm_is_a_cycle_of_three_wings_only_as_inner_slices(
    size: int, algorithm: str
) -> None:
    moved = {
        reading: permutation(algorithm, size, reading) != np.arange(6 * size**2) for reading in LowerCase
    }
    assert moved[LowerCase.INNER].sum() == 3 * 2
    assert moved[LowerCase.WIDE].sum() > 3 * 2


TEXTS = [
    # A text, its reading on 4 and more layers, and the turns that the note names.
    ("R U2 F' M m 2R", "wide", ()),
    ("Rw U 3Rw", "wide", ()),
    ("2-3r", "wide", ()),
    ("R U // r", "wide", ()),
    ("R U (2f)", "wide", ()),
    ("r U", "wide", ("r", "Rw", "2R")),
    ("[U: 3l']", "wide", ("3l", "3Lw", "3L")),
    ("Rw U f", "wide", ("f", "Fw", "2F")),
    ("Rw U r'", "inner", ("Rw", "r", "2R")),
    ("u (r U Rw2)2", "inner", ("Rw", "r", "2R")),
    ("Rw4 r", "inner", ("Rw", "r", "2R")),
]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 50])
@pytest.mark.parametrize(("text", "reading", "words"), TEXTS)
def test_reading_of_lower_case_follows_from_text_and_size(
    text: str, reading: str, words: tuple[str, ...], size: int
) -> None:
    result = lower_case_reading(text, size)
    assert result.lower_case == (reading if size > 3 else "wide")
    # A 2×2×2 has no inner layer.
    assert bool(result.note) == (bool(words) and size > 2)
    # On a 3×3×3 the first lower-case turn is named, a wide turn.
    if result.note and size > 3:
        assert all(re.search(rf"\b{word}\b", result.note) for word in words)
    for choice in LowerCase:
        assert lower_case_reading(text, size, choice) == LowerCaseReading(choice, None)


def test_cube_reads_lower_case_by_its_size() -> None:
    assert Cube(4).apply("Rw r'") == Cube(4) @ "Rw r'" == Cube(4).apply("R")
    assert Cube(4).apply("Rw r'", lower_case="wide") == Cube(4)
    assert Cube(4).apply("r") == Cube(4).apply("Rw") != Cube(4).apply("r", "inner") == Cube(4).apply("2R")
    assert Cube(3).apply("Rw r'") == Cube(3) != Cube(3).apply("Rw r'", "inner")
    assert Cube(4).apply(Alg("Rw r'")) == Cube(4)


PLAIN_TURNS = st.lists(
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["", "", "2", "3"]),
        st.sampled_from("RULruf"),
        st.sampled_from(["", "'", "2"]),
    ),
    max_size=8,
)


@given(PLAIN_TURNS, st.sampled_from([None, "wide", "inner"]))
def test_lower_case_turns_are_replaced_one_by_one(turns: list[str], choice: str | None) -> None:
    turns.append("Rw")
    is_inner = choice == "inner" or (choice is None and any("r" in turn for turn in turns))

    def replaced(match: re.Match[str]) -> str:
        layer, letter = match[1] or "2", match[2].upper()
        return f"{layer}{letter}" if is_inner else f"{layer}{letter}w"

    text = " ".join(turns)
    upper = re.sub(r"([0-9]?)([ruf])", replaced, text)
    assert Cube(5).apply(text, choice) == Cube(5).apply(upper)


@pytest.mark.parametrize("choice", ["", "Wide", "slice", 5])
def test_other_readings_are_refused(choice: str) -> None:
    refusal = f"read as wide or as inner, not as {choice}"
    for call in (Alg, parse, Cube(4).apply, lambda text, choice: lower_case_reading(text, 4, choice)):
        with pytest.raises(UsageError, match=re.escape(refusal)):
            call("r", choice)


def test_notes_are_in_french_too() -> None:
    wide, inner = lower_case_reading("r", 4).note, lower_case_reading("Rw r", 4).note
    assert wide == "'r' was read as the wide turn Rw; --lower-case inner reads it as the inner layer 2R."
    assert inner is not None
    assert "« r » a été lu comme Rw" in in_french(wide)
    assert "« r » a été lu comme la couche intérieure 2R" in in_french(inner)
