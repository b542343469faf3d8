"""What a cuber types is understood, or refused with the column of the fault."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cubeproof.errors import NotationError, UsageError
from cubeproof.puzzle.alg import Alg, Group
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.notation import MAX_DEPTH, MAX_TEXT, parse
from french import in_french


class TestReading:
    @pytest.mark.parametrize(
        ("text", "canonical"),
        [
            ("R U2 F'", "R U2 F'"),
            ("RU2F'", "R U2 F'"),
            ("  R\t\nU\r\n", "R U"),
            ("R\u00a0U\u2003F", "R U F"),
            ("R2'", "R2"),
            ("R3", "R'"),
            ("R3'", "R"),
            ("R1", "R"),
            ("r", "Rw"),
            ("r2'", "Rw2"),
            ("u f d l b", "Uw Fw Dw Lw Bw"),
            ("2Rw", "Rw"),
            ("1Rw", "R"),
            ("3Rw", "3Rw"),
            ("3r", "3Rw"),
            ("12Rw2", "12Rw2"),
            ("2R", "2R"),
            ("1R", "R"),
            ("2-3Rw", "2-3Rw"),
            ("2-3r'", "2-3Rw'"),
            ("1-2Rw", "Rw"),
            ("1-3Rw", "3Rw"),
            ("2-2Rw", "2R"),
            ("M E S m e s x y z", "M E S m e s x y z"),
            ("M2 E' x2 y' m2'", "M2 E' x2 y' m2"),
            ("R'{1}", "2R'"),
            ("R{0}", "R"),
            ("R2{2}", "3R2"),
            ("U{ 1 }", "2U"),
            ("R’ R‘ R′ R` R´ Rʼ", "R' R' R' R' R' R'"),
            ("R // right, Q\nU // up", "R U"),
            ("// nothing but words", ""),
            ("R//", "R"),
            ("R//x\nU//y", "R U"),
            ("(R U)3", "(R U)3"),
            ("(R U)1", "(R U)"),
            ("(R U)’", "(R U)'"),
            ("( R U )2'", "(R U)2'"),
            ("(R)(U)", "(R) (U)"),
            ("[R,U]", "[R, U]"),
            ("[ R U :F2 ]2", "[R U: F2]2"),
            ("[R: [U, (D)2]]'", "[R: [U, (D)2]]'"),
            ("", ""),
            (" \n ", ""),
            ("()", "()"),
        ],
    )
    def test_it_is_read_and_written_canonically(self, text: str, canonical: str) -> None:
        assert str(Alg(text)) == canonical
        assert Alg(canonical) == Alg(text)

    def test_each_turn_knows_where_it_stood(self) -> None:
        text = "R [U2,\n (3Rw F')2] // x\n M"
        assert {text[move.position or 0] for move in Alg(text)} == set("RU3FM")

    def test_the_depth_form_turns_the_layer_it_counts_from_0(self) -> None:
        assert Cube(4).apply("R'{1}") == Cube(4).apply("2R'") != Cube(4).apply("R'")


FAULTS = [
    # unknown turns
    ("Q", "column 1", "'Q' is not a turn"),
    ("R U Q2 F", "column 5", "'Q2' is not a turn"),
    ("R U\nF\n  hello D", "line 3, column 3", "'hello' is not a turn"),
    ("RUQ", "column 2", "'UQ' is not a turn"),
    ("X", "column 1", "'X' is not a turn"),
    ("R''", "column 1", "\"R''\" is not a turn"),
    ("R'2", "column 1", '"R\'2" is not a turn'),
    ("R2''", "column 1", "\"R2''\" is not a turn"),
    ("R-", "column 1", "'R-' is not a turn"),
    ("-R", "column 1", "'-R' is not a turn"),
    ("R U / F", "column 5", "'/' is not a turn"),
    ("R/ /U", "column 2", "'/' is not a turn"),
    ("Ř", "column 1", "'Ř' is not a turn"),
    ("U Ж D", "column 3", "'Ж' is not a turn"),
    ("Ｒ", "column 1", "'Ｒ' is not a turn"),
    ("R²", "column 1", "'R²' is not a turn"),
    ("٣R", "column 1", "'٣R' is not a turn"),
    ("R٣", "column 1", "'R٣' is not a turn"),
    ("R{٣}", "column 1", "'R{٣}' is not a turn"),
    ("R\0", "column 1", "'R\\x00' is not a turn"),
    ("R \x1b[2J", "column 3", "'\\x1b' is not a turn"),
    ("\udc80", "column 1", "'\\udc80' is not a turn"),
    ("🙂 R", "column 1", "'🙂' is not a turn"),
    ("R " + "Q" * 90, "column 3", f"'{'Q' * 20}…' is not a turn"),
    # amounts and layers
    ("R0", "column 1", "a turn is 1, 2 or 3 quarter turns, not 0"),
    ("U R4", "column 3", "a turn is 1, 2 or 3 quarter turns, not 4"),
    ("R22", "column 1", "a turn is 1, 2 or 3 quarter turns, not 22"),
    ("R99w", "column 1", "'R99w' is not a turn"),
    ("R2w", "column 1", "'R2w' is not a turn"),
    ("0R", "column 1", "Layers go from 1 inwards, not from 0 to 0"),
    ("0Rw", "column 1", "Layers go from 1 inwards"),
    ("0-2Rw", "column 1", "Layers go from 1 inwards, not from 0 to 2"),
    ("U 3-2Rw", "column 3", "Layers go from 1 inwards, not from 3 to 2"),
    ("2-3R", "column 1", "a range of layers is written with 'w', as in 2-3Rw"),
    ("2-R", "column 1", "'2-R' is not a turn"),
    ("xw", "column 1", "only a face turns wide, not 'x'"),
    ("Mw2", "column 1", "only a face turns wide, not 'M'"),
    ("rw", "column 1", "only a face turns wide, not 'r'"),
    ("2M", "column 1", "M names its layers itself and takes no layer numbers"),
    ("1x", "column 1", "x names its layers itself and takes no layer numbers"),
    ("M{0}", "column 1", "M names its layers itself and takes no layer numbers"),
    ("y{1}", "column 1", "y names its layers itself and takes no layer numbers"),
    ("r{1}", "column 1", "a depth in braces stands alone"),
    ("2R{1}", "column 1", "a depth in braces stands alone"),
    ("R{}", "column 1", "'R{}' is not a turn"),
    ("R{-1}", "column 1", "'R{-1}' is not a turn"),
    ("R{1", "column 1", "'R{1' is not a turn"),
    ("R{1}2", "column 1", "'R{1}2' is not a turn"),
    ("R99999999999999999999", "column 2", "this number is too large"),
    ("99999999999999999999Rw", "column 1", "this layer number is too large"),
    ("2-99999999999999999999Rw", "column 1", "this layer number is too large"),
    ("R{99999999999999999999}", "column 1", "this layer number is too large"),
    ("(R)99999999999999999999", "column 4", "this number is too large"),
    ("R" + "9" * 5000, "column 2", "this number is too large"),
    # brackets
    ("R (U", "column 3", "'(' is never closed"),
    ("[R, U", "column 1", "'[' is never closed"),
    ("[R", "column 1", "'[' is never closed"),
    ("((R)", "column 1", "'(' is never closed"),
    ("R U)", "column 4", "')' closes no bracket"),
    ("(R))", "column 4", "')' closes no bracket"),
    ("R]", "column 2", "']' closes no bracket"),
    ("(R]", "column 3", "']' closes no bracket"),
    ("[R, U)", "column 6", "')' closes no bracket"),
    ("([R, U)]", "column 7", "')' closes no bracket"),
    ("F [R U]", "column 3", "'[' wants two parts: [A, B] or [A: B]"),
    ("[]", "column 1", "'[' wants two parts: [A, B] or [A: B]"),
    ("[R,]", "column 1", "one side of the ',' is empty"),
    ("F [, R]", "column 3", "one side of the ',' is empty"),
    ("[:]", "column 1", "one side of the ':' is empty"),
    ("[R: // nothing\n]", "line 1, column 1", "one side of the ':' is empty"),
    ("[R, U, F]", "column 6", "',' stands only inside [A, B] or [A: B]"),
    ("[R: U: F]", "column 6", "':' stands only inside [A, B] or [A: B]"),
    ("R, U", "column 2", "',' stands only inside [A, B] or [A: B]"),
    ("(R: U)", "column 3", "':' stands only inside [A, B] or [A: B]"),
    ("{1}", "column 1", "'{1}' is not a turn"),
    ("(R U)2{1}", "column 7", "'{1}' is not a turn"),
    # too much
    ("((((R)999)999)999)", "column 1", "written out, this has more than 1,000,000 moves"),
    ("(R)1000001", "column 1", "written out, this has more than 1,000,000 moves"),
    ("(((R)9999999)9999999)9999999", "column 1", "written out, this has more than 1,000,000 moves"),
    ("[[[R, U]9999, F]9999: D]", "column 1", "written out, this has more than 1,000,000 moves"),
    ("(" * 10_000 + "R" + ")" * 10_000, "column 51", "more than 50 brackets stand inside one another"),
    ("[" * 10_000, "column 51", "more than 50 brackets stand inside one another"),
    ("R " * 600_000, "column 1000001", "the text goes on for more than 1,000,000 characters"),
    ("Q" * (MAX_TEXT + 1), "column 1000001", "the text goes on for more than 1,000,000 characters"),
]


class TestRefusing:
    @pytest.mark.parametrize(
        ("text", "place", "reason"), FAULTS, ids=[ascii(text[:24])[1:-1] for text, _, _ in FAULTS]
    )
    def test_a_fault_is_named_with_its_column(self, text: str, place: str, reason: str) -> None:
        with pytest.raises(NotationError, match=re.escape(f"{place}: {reason}")) as caught:
            Alg(text)
        assert caught.value.text == text
        assert "\n" in caught.value.pointer()

    @pytest.mark.parametrize(
        ("text", "french"),
        [
            ("R U Q2", "colonne 5 : « Q2 » n’est pas un mouvement"),
            ("R (U", "colonne 3 : « ( » n’est jamais fermé"),
            ("F [R U]", "colonne 3 : « [ » demande deux parties : [A, B] ou [A: B]"),
            ("R\nU xw", "ligne 2, colonne 3 : seule une face tourne avec d’autres couches, pas « x »"),
            ("(R)1000001", "colonne 1 : développé, ceci a plus de 1 000 000 mouvements"),
            (
                "0R",
                "colonne 1 : Les couches se comptent depuis 1 vers l’intérieur, et non de 0 à 0",
            ),
            ("2M", "colonne 1 : M nomme déjà ses couches et ne prend pas de numéros de couches"),
        ],
    )
    def test_in_french_it_says_the_same(self, text: str, french: str) -> None:
        with pytest.raises(NotationError) as caught:
            Alg(text)
        assert in_french(caught.value.sentence) == french

    def test_a_text_of_just_the_longest_length_is_read(self) -> None:
        assert str(Alg("R" + " " * (MAX_TEXT - 2) + "U")) == "R U"

    def test_brackets_may_stand_inside_one_another_to_the_depth_that_is_promised(self) -> None:
        assert len(Alg("(" * MAX_DEPTH + "R" + ")2'" * 10 + ")" * (MAX_DEPTH - 10))) == 2**10
        deep = "[R: " * MAX_DEPTH + "U" + "]" * MAX_DEPTH
        assert len(Alg(deep)) == len(~Alg(deep)) == 2 * MAX_DEPTH + 1

    @pytest.mark.parametrize(
        ("text", "size", "place"),
        [
            ("U 99Rw", 3, "column 3"),
            ("U\n 4Rw2", 3, "line 2, column 2"),
            ("R U 3F", 2, "column 5"),
            ("(U [R, M2])2", 2, "column 8"),
            ("U E'", 4, "column 3"),
            ("[m: R]", 2, "column 2"),
            ("R{3}", 3, "column 1"),
            ("2-9Rw", 8, "column 1"),
        ],
    )
    def test_a_turn_that_the_cube_lacks_is_named_with_its_column(
        self, text: str, size: int, place: str
    ) -> None:
        with pytest.raises(NotationError, match=rf"^{place}: .*{size}"):
            Cube(size).apply(text)

    def test_what_it_lacks_is_said_without_a_full_stop_in_every_language(self) -> None:
        with pytest.raises(NotationError) as caught:
            Cube(2).apply("R U 3F")
        assert str(caught.value) == "column 5: 3F needs 3 layers, and this cube has 2"
        assert in_french(caught.value.sentence) == "colonne 5 : 3F demande 3 couches, et ce cube en a 2"
        with pytest.raises(UsageError) as bare:
            Cube(2).apply(Move("F", 1, 3, 3))
        assert str(bare.value) == "3F needs 3 layers, and this cube has 2."
        assert in_french(bare.value.sentence) == "3F demande 3 couches, et ce cube en a 2."


LETTERS = st.text("RUFDLBrufMESmxyzw0123456789'’()[],:{}-/ \n", max_size=30)


def fault(text: str) -> NotationError | None:
    try:
        parse(text)
    except NotationError as error:
        return error
    return None


@given(LETTERS | st.text(max_size=30))
@example("[R,U]9999999(D)0")
def test_any_text_is_read_or_refused_at_a_place_inside_it(text: str) -> None:
    error = fault(text)
    if error is None:
        assert Alg(str(Alg(text))) == Alg(text)
    else:
        assert 0 <= error.position <= len(text)
        lines = f"line {error.line}, " if "\n" in text else ""
        assert str(error) == f"{lines}column {error.column}: {error.reason}"


@given(LETTERS, LETTERS)
def test_a_comment_may_say_anything(words: str, more: str) -> None:
    words, more = words.replace("\n", " "), more.replace("\n", " ")
    assert Alg(f"R // {words}\n(U //{more}\n)2") == Alg("R (U)2")


def test_parse_gives_the_nodes_of_the_tree() -> None:
    (group,) = parse("(R U)2")
    assert group == Group(Alg("R U"), 2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("R U2' F", ["R", "U2'", "F"]),
        (" r’ \tR{ 1 } 2-3Rw2\n// x\nM", ["r’", "R{ 1 }", "2-3Rw2", "M"]),
        ("RUF'", ["R", "U", "F'"]),
    ],
)
def test_every_turn_knows_where_it_stood(text: str, words: list[str]) -> None:
    assert [text[move.position : move.end] for move in Alg(text)] == words
