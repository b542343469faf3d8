"""Errors have a position and a reason, and can be sent from one process to another."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof import errors
from cubeproof.errors import (
    CubeproofError,
    FaceletsError,
    ImpossibleCubeError,
    InternalError,
    NotationError,
    SolverError,
    UnsupportedError,
    UsageError,
)
from cubeproof.sentences import Sentence

WHY = Sentence("why")


def test_root_exception_catches_every_error() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(kinds) > 10
    for kind in kinds:
        assert issubclass(kind, CubeproofError)


def test_a_senseless_request_is_also_a_value_error() -> None:
    for error in (UsageError, NotationError, FaceletsError):
        assert issubclass(error, ValueError)


@pytest.mark.parametrize(
    ("text", "position", "place"),
    [
        ("R U Q", 4, "column 5"),
        ("R U\n  Q", 6, "line 2, column 3"),
        ("Q\nR U", 0, "line 1, column 1"),
        ("R (", 3, "column 4"),
        ("\n\n\n", 3, "line 4, column 1"),
        ("R (\nU", 3, "line 1, column 4"),
    ],
)
def test_a_notation_error_names_line_and_column_from_one(text: str, position: int, place: str) -> None:
    assert str(NotationError(WHY, text, position)) == f"{place}: why"


class TestPointer:
    def test_pointer_shows_the_line_with_a_caret_under_the_fault(self) -> None:
        error = NotationError(WHY, "R U\nF Q2 B\nD", 6)
        assert error.pointer() == "F Q2 B\n  ^"

    def test_pointer_cuts_a_long_line_around_the_fault(self) -> None:
        text = "R " * 500 + "Q" + " U" * 500
        visible, caret = NotationError(WHY, text, 1000).pointer(width=40).split("\n")
        assert len(visible) == 40
        assert visible[caret.index("^")] == "Q"

    def test_pointer_at_the_end_of_a_long_line_fills_the_width(self) -> None:
        text = "R " * 500 + "Q"
        visible, caret = NotationError(WHY, text, 1000).pointer(width=40).split("\n")
        assert visible == text[-40:]
        assert caret.index("^") == 39

    def test_pointer_prints_no_control_characters(self) -> None:
        text = "R\t\x1b[31m\0\udc80 Q"
        assert NotationError(WHY, text, 10).pointer() == "R  [31m   Q\n          ^"

    @given(st.text(max_size=200), st.data())
    def test_pointer_is_always_two_printable_lines(self, text: str, data: st.DataObject) -> None:
        position = data.draw(st.integers(0, len(text)))
        visible, caret = NotationError(WHY, text, position).pointer(width=30).split("\n")
        assert visible.isprintable()
        assert len(visible) <= 30
        assert len(caret) <= len(visible) + 1


@pytest.mark.parametrize(
    "error",
    [
        UsageError(Sentence("What?")),
        NotationError(WHY, "R Q", 2),
        FaceletsError(Sentence("Too long.")),
        ImpossibleCubeError((Sentence("An edge is flipped."), Sentence("A corner is twisted."))),
        ImpossibleCubeError((Sentence("An edge is flipped."),), (Sentence("Flip the edge UF."),)),
        UnsupportedError(Sentence("Not by this engine.")),
        SolverError(Sentence("It crashed."), "c segmentation fault"),
        InternalError(Sentence("Oh.")),
    ],
)
def test_error_survives_another_process(error: CubeproofError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


def test_an_impossible_cube_says_all_its_reasons() -> None:
    assert str(ImpossibleCubeError((Sentence("An edge is flipped."), Sentence("A corner is twisted.")))) == (
        "An edge is flipped. A corner is twisted."
    )
