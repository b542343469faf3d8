"""The notation of cubers is read, or refused with the column of the fault."""

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
            *((text, text) for text in ("R U2 F'", "3Rw", "12Rw2", "2R", "2-3Rw", "M E S m e s x y z")),
            *((text, text) for text in ("(R U)1 x2 (R)2 x2 (R) x (R) x' (R) x 2R", "(R U)3")),
            *((text, text) for text in ("[R: [U, (D)2]]'", "()")),
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
            ("3r", "3Rw"),
            ("1R", "R"),
            ("2-3r'", "2-3Rw'"),
            ("1-2Rw", "Rw"),
            ("1-3Rw", "3Rw"),
            ("2-2Rw", "2R"),
            ("M2 E' x2 y' m2'", "M2 E' x2 y' m2"),
            ("R'{1}", "2R'"),
            ("R{0}", "R"),
            ("R2{2}", "3R2"),
            ("U{ 1 }", "2U"),
            ("R’ R‘ R′ R` R´ Rʼ Rʹ R＇ R‛", "R' R' R' R' R' R' R' R' R'"),
            ("R // right, Q\nU // up", "R U"),
            ("// nothing but words", ""),
            ("R//", "R"),
            ("R//x\nU//y", "R U"),
            ("/* R\nU */ R/**/U /* // */ F", "R U F"),
            ("\ufeffR U", "R U"),
            ("* R + U {3} F {not here} D *", "R U F D"),
            ("R {1} U{1}", "R 2U"),
            ("R² U²' F'² RU²F", "R2 U2 F2 R U2 F"),
            ("R³ M² (R U)² (R)⁶", "R' M2 (R U)2 (R)6"),
            ("(R U)×3 (R U) ^ 3 (R U)'×3 [R, U]^2'", "(R U)3 (R U)3 (R U)3' [R, U]2'"),
            ("(R U)×3Rw (R)^2R", "(R U)3 Rw (R)2 R"),
            ("(R U)*3 (F) (R)*2 M (R)*2", "(R U)3 (F) (R)2 M (R)2"),
            ("(R U) *\n3R", "(R U) 3R"),
            ("(R U) . x2 [R, U]'. (x2) (R) (x2)'", "(R U)1 x2 [R, U]1' (x2) (R) (x2)'"),
            ("R' U' D:[R D R',U2]", "[R' U' D: [R D R', U2]]"),
            ("(R: U)2 F", "([R: U])2 F"),
            ("[R, U] F: (D: B)' L // x", "[[R, U] F: ([D: B])' L]"),
            ("R\n: U (20f)", "[R: U]"),
            ("(R U)1", "(R U)"),
            ("(R U)’", "(R U)'"),
            ("( R U )2'", "(R U)2'"),
            ("(R)(U)", "(R) (U)"),
            ("[R,U]", "[R, U]"),
            ("[ R U :F2 ]2", "[R U: F2]2"),
            ("", ""),
            (" \n ", ""),
            ("2-4R", "2-4Rw"),
            ("2-4R2'", "2-4Rw2"),
            ("1-3R", "3Rw"),
            ("F'2", "F2"),
            ("F’2 Rw'3 M'1", "F2 Rw M'"),
            ("R'2{1}", "2R2"),
            ("(R U)'2", "(R U)2'"),
            ("[R, U]'3", "[R, U]3'"),
            ("[,R]", "[, R]"),
            ("[R:]", "[R: ]"),
            ("[ , ]2", "[, ]2"),
            ("[R: // nothing\n]", "[R: ]"),
            ("[R4, U]", "[, U]"),
        ],
    )
    def test_notation_is_read_and_written_canonically(self, text: str, canonical: str) -> None:
        assert str(Alg(text)) == canonical
        assert Alg(canonical) == Alg(text)

    def test_each_turn_knows_where_it_stood(self) -> None:
        text = "R [U2,\n (3Rw F')2] // x\n M"
        assert {text[move.position or 0] for move in Alg(text)} == set("RU3FM")

    @pytest.mark.parametrize(
        ("text", "canonical"),
        [
            ("R5", "R"),
            ("R6", "R2"),
            ("R'5", "R'"),
            ("R10 U", "R2 U"),
            ("Rw7 M9 x11", "Rw' M x'"),
            ("R1000003", "R'"),
            ("R5U", "R U"),
            # The example of alg.cubing.net.
            ("R5 L8'", "R"),
        ],
    )
    def test_amount_counts_modulo_4(self, text: str, canonical: str) -> None:
        assert str(Alg(text)) == canonical

    @pytest.mark.parametrize("turn", ["R0", "R4", "R'0", "L8'", "Rw4", "3-5F4", "M12", "x0", "R4{1}"])
    def test_amount_of_full_circles_leaves_no_turn(self, turn: str) -> None:
        assert Alg(turn) == Alg()
        assert Alg(f"D {turn} B") == Alg("D B")

    @pytest.mark.parametrize("text", ["R . U", "R.U", ". R U .", "R...U", "R . // a break\n . U", "R U."])
    def test_pause_is_skipped(self, text: str) -> None:
        assert Alg(text) == Alg("R U")

    def test_pause_separates_turns_as_a_blank_does(self) -> None:
        assert Alg("M.U.M'.x2.r") == Alg("M U M' x2 r")
        assert Alg("[R.: .U]") == Alg("[R: U]")

    @pytest.mark.parametrize(
        "count",
        [
            *("(20f)", "(20f*)", "(2f)", "(0f)", "(26q*)", "(18h)", "(14s)", "( 20f )", "(20 f*)"),
            *("(20htm)", "(20 HTM*)", "(26 qtm)", "(18 STM)", "(20ftm)", "(20 OBTM)"),
            *("(2)", "(2*)", "(3q*, 3f)", "(4 ETM)", "(21 moves)", " - 21 moves", " – 1 move", "\n-20 htm"),
        ],
    )
    def test_count_after_an_answer_is_a_comment(self, count: str) -> None:
        for text in (f"R U {count}", f"RU'{count}", f"(R U) {count} // found\n", f"R4 {count}."):
            assert Alg(text) == Alg(text.replace(count, ""))

    @pytest.mark.parametrize(
        ("text", "canonical"),
        [("(2f)", "(Fw)"), ("(3f) U", "(3Fw) U"), ("R (20F)", "R (20F)"), ("R (2f)2", "R (Fw)2")],
    )
    def test_count_elsewhere_is_a_group(self, text: str, canonical: str) -> None:
        assert str(Alg(text)) == canonical

    @pytest.mark.parametrize(
        ("text", "spaced"),
        [
            ("RUR'U'", "R U R' U'"),
            ("R2U2R2'D", "R2 U2 R2' D"),
            ("R2R", "R2 R"),
            ("R{1}U'{0}F", "R{1} U'{0} F"),
            ("(R U)2R", "(R U)2 R"),
            ("(R)U(F)", "(R) U (F)"),
            ("M(R U)M'[R,U]y2(D)", "M (R U) M' [R, U] y2 (D)"),
            ("(R U)r2[R:U]y", "(R U) r2 [R: U] y"),
            ("(R U)x", "(R U) x"),
            ("(R U)2M(R U)2x2", "(R U)2 M (R U)2 x2"),
            ("(R U)2'Rw", "(R U)2' Rw"),
            ("(R U)2-3Rw", "(R U) 2-3Rw"),
            ("M//x\nU", "M U"),
        ],
    )
    def test_face_turns_and_brackets_need_no_blanks(self, text: str, spaced: str) -> None:
        assert Alg(text) == Alg(spaced)

    def test_the_depth_form_turns_the_layer_it_counts_from_0(self) -> None:
        assert Cube(4).apply("R'{1}") == Cube(4).apply("2R'") != Cube(4).apply("R'")


NO_TURNS = [
    *[
        "Q",
        "X",
        "R''",
        "R'2'",
        "R2'2",
        "R2''",
        "R2-",
        "-R",
        "R-2",
        "R--",
        "iR",
        "Ř",
        "Ｒ",
        "٣R",
        "R٣",
        "R{٣}",
        "R\0",
    ],
    *["\udc80", "R99w", "R2w", "2-R", "R{}", "R{-1}", "R{1", "R{1}2", "R×2", "R²²", "R2²", "²R", "{1}"],
]
# A text, the column of a number, and the number.
ZEROS = [
    *[("R01", 2, "01"), ("U R00", 4, "00"), ("R'02", 3, "02"), ("02R", 1, "02"), ("03Rw2", 1, "03")],
    *[("02-3Rw", 1, "02"), ("2-03Rw", 3, "03"), ("R{01}", 3, "01"), ("(R)02", 4, "02")],
    *[("[R, U]02'", 7, "02")],
]
# A text with turns that need a blank, their column, and the turns with blanks.
BLANKS = [
    ("MR", 2, "M R"),
    ("RM", 2, "R M"),
    ("MM", 2, "M M"),
    ("U M2U'", 5, "M2 U'"),
    ("xR", 2, "x R"),
    ("RUR'y2", 5, "R' y2"),
    ("rU", 2, "r U"),
    ("Rr", 2, "R r"),
    ("(rUR'U'r'FRF')", 3, "r U R' U' r' F R F'"),
    ("rUR'U'r'FRF'" * 9, 2, "r U R' U' r' F R F' r U R' U' r' F R F' …"),
    ("RwU", 3, "Rw U"),
    ("URw'", 2, "U Rw'"),
    ("2RU", 3, "2R U"),
    ("R'2-3Uw", 3, "R' 2-3Uw"),
    ("R2-3Uw", 2, "R 2-3Uw"),
    ("R{1}M", 5, "R{1} M"),
    ("R's", 3, "R' s"),
    ("[MR: U]", 3, "M R"),
]

FAULTS = [
    *((text, "column 1", f"{text!r} is not a turn") for text in NO_TURNS),
    *(
        (text, f"column {at}", f"'{number}' starts with a zero; write '{int(number)}'")
        for text, at, number in ZEROS
    ),
    *(
        (text, f"column {at}", f"only face turns may follow one another without a blank; write {spaced!r}")
        for text, at, spaced in BLANKS
    ),
    # unknown turns
    ("R U Q2 F", "column 5", "'Q2' is not a turn"),
    ("R U\nF\n  hello D", "line 3, column 3", "'hello' is not a turn"),
    ("RUQ", "column 2", "'UQ' is not a turn"),
    ("R U / F", "column 5", "'/' is not a turn"),
    ("R/ /U", "column 2", "'/' is not a turn"),
    ("U Ж D", "column 3", "'Ж' is not a turn"),
    ("R \x1b[2J", "column 3", "'\\x1b' is not a turn"),
    ("🙂 R", "column 1", "'🙂' is not a turn"),
    ("R " + "Q" * 90, "column 3", f"'{'Q' * 20}…' is not a turn"),
    # amounts and layers
    ("0R", "column 1", "Layers go from 1 inwards, not from 0 to 0"),
    ("0Rw", "column 1", "Layers go from 1 inwards"),
    ("0-2Rw", "column 1", "Layers go from 1 inwards, not from 0 to 2"),
    ("U 3-2Rw", "column 3", "Layers go from 1 inwards, not from 3 to 2"),
    ("0R4", "column 1", "Layers go from 1 inwards, not from 0 to 0"),
    ("2-3R{1}", "column 1", "a depth in braces excludes"),
    ("xw", "column 1", "only a face turn can be wide, not 'x'"),
    ("Mw2", "column 1", "only a face turn can be wide, not 'M'"),
    ("rw", "column 1", "only a face turn can be wide, not 'r'"),
    ("2M", "column 1", "M takes no layer numbers: its name determines its layers"),
    ("1x", "column 1", "x takes no layer numbers: its name determines its layers"),
    ("M{0}", "column 1", "M takes no layer numbers: its name determines its layers"),
    ("y{1}", "column 1", "y takes no layer numbers: its name determines its layers"),
    ("r{1}", "column 1", "a depth in braces excludes"),
    ("2R{1}", "column 1", "a depth in braces excludes"),
    ("R99999999999999999999", "column 2", "this number is too large"),
    ("R'99999999999999999999", "column 3", "this number is too large"),
    ("99999999999999999999Rw", "column 1", "this layer number is too large"),
    ("2-99999999999999999999Rw", "column 1", "this layer number is too large"),
    ("R{99999999999999999999}", "column 1", "this layer number is too large"),
    ("(R)99999999999999999999", "column 4", "this number is too large"),
    ("R" + "9" * 5000, "column 2", "this number is too large"),
    # turns without a blank between them
    ("Demo", "column 3", "'mo' is not a turn"),
    ("RMQ", "column 2", "'MQ' is not a turn"),
    # texts with two readings
    ("Rs", "column 2", "'Rs' has two readings; write \"R L'\" or 'R s'"),
    ("U Fs'", "column 4", '"Fs\'" has two readings; write "F\' B" or "F s\'"'),
    ("Ds2", "column 2", "'Ds2' has two readings; write 'D2 U2' or 'D s2'"),
    ("(R U R' U')x2", "column 12", "')x2' has two readings; write ')2' or ')1 x2'"),
    ("(R U)x2'", "column 6", '")x2\'" has two readings; write ")2\'" or ")1 x2\'"'),
    ("(R U)'x2", "column 7", '")\'x2" has two readings; write ")\'2" or ")\'1 x2"'),
    ("[R, U]x3 F", "column 7", "']x3' has two readings; write ']3' or ']1 x3'"),
    ("(R U)3Rw", "column 7", "')3Rw' has two readings; write ')3 Rw' or ') 3Rw'"),
    ("(R U)3r", "column 7", "')3r' has two readings; write ')3 r' or ') 3r'"),
    ("(R U)'2R", "column 8", '")\'2R" has two readings; write ")\'2 R" or ")\' 2R"'),
    ("F'2R", "column 4", '"F\'2R" has two readings; write "F\'2 R" or "F\' 2R"'),
    ("R3Rw", "column 3", "'R3Rw' has two readings; write 'R3 Rw' or 'R 3Rw'"),
    ("M2r", "column 3", "'M2r' has two readings; write 'M2 r' or 'M 2r'"),
    ("(R U R' U') x6", "column 12", "') x6' has two readings; write ')6' or ')1 x2'"),
    ("(R U) x 6", "column 6", "') x 6' has two readings; write ')6' or ')1 x2'"),
    ("(R U)\t// twice\n x2 F", "line 1, column 6", "') x2' has two readings; write ')2' or ')1 x2'"),
    ("F (R U)' x2", "column 9", '")\' x2" has two readings; write ")\'2" or ")\'1 x2"'),
    ("[R: U] x10'", "column 7", '"] x10\'" has two readings; write "]10\'" or "]1 x2\'"'),
    ("(R U) (x3)", "column 6", "') (x3)' has two readings; write ')3' or ')1 (x3)'"),
    ("(R: U)x2", "column 7", "')x2' has two readings; write ')2' or ')1 x2'"),
    ("(R U)*3 R", "column 6", "')*3 R' has two readings; write ')3 R' or ') 3R'"),
    ("(R U) * 3Rw", "column 6", "')*3 Rw' has two readings; write ')3 Rw' or ') 3Rw'"),
    ("(R U)'×3'", "column 9", '"\'" is not a turn'),
    ("(R U)3×2", "column 7", "'×2' is not a turn"),
    ("(R U)^-1", "column 6", "'^-1' is not a turn"),
    ("(R U R' U') (6)", "column 13", "') (6)' has two readings; write ')6' or ') // 6'"),
    ("F [R, U]'(6)", "column 10", '"]\' (6)" has two readings; write "]\'6" or "]\' // 6"'),
    ("R {U F} D", "column 3", "'{U F}' has two readings; write '(U F)' or '/* U F */'"),
    # superscripts, comments and insertion marks
    ("R /* U", "column 3", "'/*' is never closed"),
    ("R * F\n* = U", "line 2, column 1", "'*' has a legend; write the inserted turns at their place"),
    ("R + F + = U", "column 7", "'+' has a legend; write the inserted turns at their place"),
    ("R * : U", "column 3", "'*' has a legend; write the inserted turns at their place"),
    ("R {1} F\n{1} : U", "line 2, column 1", "'{' has a legend; write the inserted turns at their place"),
    ("R * F\n * U", "line 2, column 2", "'*' has a legend; write the inserted turns at their place"),
    ("R* F", "column 1", "'R*' is not a turn"),
    ("R +F", "column 3", "'+F' is not a turn"),
    ("R \ufeffU", "column 3", "'\\ufeffU' is not a turn"),
    # counts of solvers before the end
    ("(20f*) R", "column 2", "'20f*' is not a turn"),
    ("(20f*)", "column 2", "'20f*' is not a turn"),
    ("[R, U (20f*)]", "column 8", "'20f*' is not a turn"),
    ("R (20f*)2", "column 4", "'20f*' is not a turn"),
    ("R (20g)", "column 4", "'20g' is not a turn"),
    ("R (16) U", "column 4", "'16' is not a turn"),
    ("R - 21 moves U", "column 3", "'-' is not a turn"),
    ("R - 21", "column 3", "'-' is not a turn"),
    ("- 21 moves", "column 1", "'-' is not a turn"),
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
    ("F [R U]", "column 3", "'[' requires two parts: [A, B] or [A: B]"),
    ("[]", "column 1", "'[' requires two parts: [A, B] or [A: B]"),
    ("[R, U, F]", "column 6", "',' is allowed only inside [A, B] or [A: B]"),
    ("[R: U: F]", "column 6", "':' is allowed only inside [A, B] or [A: B]"),
    ("R U, D", "column 4", "',' is allowed only inside [A, B] or [A: B]"),
    ("R, -> U", "column 2", "',' is allowed only inside [A, B] or [A: B]"),
    ("R -> U, D", "column 3", "'->' is not a turn"),
    ("['R', U]", "column 2", "\"'R'\" is not a turn"),
    ("[R, U: F]", "column 6", "':' is allowed only inside [A, B] or [A: B]"),
    ("[R: U], D", "column 7", "',' is allowed only inside [A, B] or [A: B]"),
    ("R: U, D", "column 5", "',' is allowed only inside [A, B] or [A: B]"),
    ("R: U: F", "column 5", "two colons have two readings; write '[A: [B: C]]' or '[[A: B]: C]'"),
    ("(R: U: F)", "column 6", "two colons have two readings"),
    (": U", "column 1", "there are no turns before ':'; write A: B"),
    ("(:U)", "column 2", "there are no turns before ':'; write A: B"),
    ("R:", "column 2", "there are no turns after ':'; write A: B"),
    ("F (R: // nothing\n)", "line 1, column 5", "there are no turns after ':'; write A: B"),
    ("R: (16)", "column 5", "'16' is not a turn"),
    ("(R U)2{1}", "column 7", "'{1}' is not a turn"),
    # too much
    ("((((R)999)999)999)", "column 1", "written out, this has more than 1,000,000 moves"),
    ("(R)1000001", "column 1", "written out, this has more than 1,000,000 moves"),
    ("(((R)9999999)9999999)9999999", "column 1", "written out, this has more than 1,000,000 moves"),
    ("[[[R, U]9999, F]9999: D]", "column 1", "written out, this has more than 1,000,000 moves"),
    ("(" * 10_000 + "R" + ")" * 10_000, "column 51", "brackets are nested more than 50 deep"),
    ("[" * 10_000, "column 51", "brackets are nested more than 50 deep"),
    ("R " * 600_000, "column 1000001", "the text has more than 1,000,000 characters"),
    ("Q" * (MAX_TEXT + 1), "column 1000001", "the text has more than 1,000,000 characters"),
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
            ("0R", "colonne 1 : Les couches se comptent depuis 1 vers l’intérieur, et non de 0 à 0"),
            ("2M", "colonne 1 : M nomme déjà ses couches et ne prend pas de numéros de couches"),
            ("R01", "colonne 2 : « 01 » commence par un zéro ; il faut écrire « 1 »"),
            (
                "MR",
                "colonne 2 : seuls les mouvements d’une face peuvent se suivre sans espace ; il faut écrire « M R »",
            ),
            (
                "(R U)x2",
                "colonne 6 : « )x2 » peut se lire de deux façons ; il faut écrire « )2 » ou « )1 x2 »",
            ),
        ],
    )
    def test_error_in_french_has_the_same_content(self, text: str, french: str) -> None:
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
            ("U E'", 6, "column 3"),
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

    def test_missing_turn_has_no_full_stop_in_any_language(self) -> None:
        with pytest.raises(NotationError) as caught:
            Cube(2).apply("R U 3F")
        assert str(caught.value) == "column 5: 3F needs 3 layers, and this cube has 2"
        assert in_french(caught.value.sentence) == "colonne 5 : 3F demande 3 couches, et ce cube en a 2"
        with pytest.raises(UsageError) as bare:
            Cube(2).apply(Move("F", 1, 3, 3))
        assert str(bare.value) == "3F needs 3 layers, and this cube has 2."
        assert in_french(bare.value.sentence) == "3F demande 3 couches, et ce cube en a 2."


LETTERS = st.text("RUFDLBrufMESmsxyzw0123456789'’²()[],:{}-/.*+×^= \n", max_size=30)
AMOUNTS = st.sampled_from(["", "'", "2", "2'", "3", "5", "10'"])
FACE_TURNS = st.builds(str.__add__, st.sampled_from("URFDLB"), AMOUNTS)
OTHER_TURNS = st.builds(
    str.__add__, st.sampled_from([*"MESmesxyzruf", "Rw", "3Fw", "2D", "2-3L", "2-3Bw", "3b"]), AMOUNTS
)


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


@given(st.lists(FACE_TURNS))
def test_face_turns_without_blanks_are_the_same_turns(turns: list[str]) -> None:
    assert Alg("".join(turns)) == Alg(" ".join(turns))


@given(OTHER_TURNS, st.lists(FACE_TURNS | OTHER_TURNS, min_size=1))
def test_other_turn_without_a_blank_is_refused(turn: str, after: list[str]) -> None:
    error = fault("".join([turn, *after]))
    assert error is not None
    assert error.reason.code in ("notation.no-blank", "notation.two-readings")


@given(st.text("RUFrMsxw123'", max_size=12))
def test_text_without_blanks_has_only_face_turns(text: str) -> None:
    if fault(text) is None and len(words := list(Alg(text))) > 1:
        assert all(move.family in "URF" and move.last == 1 for move in words)


@given(FACE_TURNS | OTHER_TURNS, st.integers(0, 9_999_999), st.sampled_from(["{}", "{}'", "'{}"]))
def test_amount_turns_by_its_remainder(turn: str, amount: int, form: str) -> None:
    turn = turn.rstrip("'0123456789")
    assert (
        Alg(turn + form.format(amount)) == Alg(" ".join([turn + form.format("")] * (amount % 4))).simplify()
    )


def test_parse_gives_the_nodes_of_the_tree() -> None:
    (group,) = parse("(R U)2")
    assert group == Group(Alg("R U"), 2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("R U2' F", ["R", "U2'", "F"]),
        (" r’ \tR{ 1 } 2-3Rw2\n// x\nM", ["r’", "R{ 1 }", "2-3Rw2", "M"]),
        ("RUF'", ["R", "U", "F'"]),
        ("R4 U'2 . F (3f)", ["U'2", "F"]),
    ],
)
def test_every_turn_knows_where_it_stood(text: str, words: list[str]) -> None:
    assert [text[move.position : move.end] for move in Alg(text)] == words
