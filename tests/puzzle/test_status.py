"""Impossible cubes are explained in sentences: the piece, its fault, and a repair."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.puzzle.scramble import random_moves
from cubeproof.puzzle.status import Status
from french import in_french
from ground_truth import CORNERS, EDGES, SUPERFLIP, stickers
from puzzle.spoiling import at_home, painted
from strategies import cubes, paintings, patterns

COUNTS = Status.WRONG_COUNTS
CENTRES = Status.WRONG_CENTRES
IMPOSSIBLE = Status.IMPOSSIBLE_PIECE
DOUBLED = Status.DOUBLED_PIECE
MISSING = Status.MISSING_PIECE
TWISTED = Status.TWISTED_CORNER
FLIPPED = Status.FLIPPED_EDGE
PARITY = Status.PARITY

SIZES = [2, 3, 4, 5]
SENSES = {1: "clockwise", 2: "anticlockwise"}


def moved(cube: Cube, targets: Sequence[int], sources: Sequence[int]) -> Cube:
    """The cube with these stickers replaced by those."""
    colours = cube.colours.copy()
    colours[list(targets)] = cube.colours[list(sources)]
    return Cube.from_colours(colours)


def swapped(cube: Cube, one: Sequence[int], other: Sequence[int]) -> Cube:
    return moved(cube, [*one, *other], [*other, *one])


def twisted(cube: Cube, corner: str, shift: int) -> Cube:
    """The corner taken out and put back: 1 is a twist clockwise, 2 the other way."""
    places = stickers(corner, cube.size)
    return moved(cube, places, places[-shift:] + places[:-shift])


def shown(cube: Cube, slot: str) -> str:
    """The letters that the stickers of a slot show."""
    return "".join(cube.facelets[sticker] for sticker in stickers(slot, cube.size))


def flipped(cube: Cube, edge: str) -> Cube:
    places = stickers(edge, cube.size)
    return moved(cube, places, places[::-1])


def assert_repaired(wrong: Cube, original: Cube) -> None:
    """One change repairs it; the result is the original cube, or a cube at least as close to solved."""
    repair = wrong.diagnose().repair
    assert repair is not None
    assert not repair.cube.status()
    assert repair.cube == original or at_home(repair.cube) >= at_home(original)
    assert repair.sentence.endswith(".")


class TestCubesThatExist:
    @given(cubes())
    def test_a_cube_that_was_only_turned_has_no_fault(self, cube: Cube) -> None:
        diagnosis = cube.diagnose()
        assert diagnosis.status is Status.VALID
        assert not diagnosis.status
        assert diagnosis.reasons == ()
        assert diagnosis.suspects == frozenset()
        assert diagnosis.repair is None

    @given(patterns())
    def test_turned_cube_with_unknown_stickers_has_no_fault(self, pattern: Cube) -> None:
        assert pattern.status() is Status.VALID

    @pytest.mark.parametrize(
        "cube",
        [
            Cube.from_facelets("?" * 6 * 17**2),
            *(swapped(Cube(n), stickers("URF", n), stickers("UFL", n)) for n in (2, 4, 6)),
            swapped(Cube(4), [13, 14], [33, 34]),
        ],
        ids=["unknown", "two corners of 2", "two corners of 4", "two corners of 6", "a flipped edge of 4"],
    )
    def test_cube_without_a_law_for_it_may_exist(self, cube: Cube) -> None:
        assert not cube.status()

    def test_two_twists_or_two_flips_or_two_swaps_can_be_reached(self) -> None:
        cube = flipped(flipped(twisted(twisted(Cube(3), "URF", 1), "DBL", 2), "UF"), "BR")
        cube = swapped(cube, stickers("ULB"), stickers("DFR"))
        assert not swapped(cube, stickers("UR"), stickers("DL")).status()
        assert not Cube(3).apply(SUPERFLIP).status()


class TestLaws:
    @pytest.mark.parametrize("size", SIZES)
    def test_only_one_class_of_assembled_cubes_exists(self, size: int) -> None:
        cube = Cube(size).apply(random_moves(size, 40, seed=size)).apply("x y'")
        for twist, flip, swap in product(range(3), range(size % 2 + 1), range(size % 2 + 1)):
            put = twisted(cube, "DLF", twist) if twist else cube
            put = flipped(put, "BL") if flip else put
            put = swapped(put, stickers("UR", size), stickers("DB", size)) if swap else put
            expected = [TWISTED] * bool(twist) + [FLIPPED] * flip + [PARITY] * swap
            diagnosis = put.diagnose()
            assert list(diagnosis.status) == expected
            assert len(diagnosis.reasons) == len(expected)
            if twist:
                assert f"twisted {SENSES[twist]}:" in diagnosis.reasons[0]

    @pytest.mark.parametrize("size", SIZES)
    def test_a_twisted_corner_is_twisted_back(self, size: int) -> None:
        for corner, shift in product(CORNERS, SENSES):
            wrong = twisted(Cube(size), corner, shift)
            diagnosis = wrong.diagnose()
            assert diagnosis.status is TWISTED
            assert diagnosis.reasons == (
                f"A corner is twisted {SENSES[shift]}: the twists of all corners must cancel.",
            )
            assert diagnosis.repair is not None
            assert diagnosis.repair.cube == Cube(size)
            assert (
                diagnosis.repair.sentence
                == f"Twist the {shown(wrong, corner)} corner at {corner} {SENSES[3 - shift]}."
            )
            assert diagnosis.suspects == {*stickers(corner, size)}

    @pytest.mark.parametrize("size", [3, 5])
    def test_a_flipped_edge_is_flipped_back(self, size: int) -> None:
        for edge in EDGES:
            wrong = flipped(Cube(size), edge)
            diagnosis = wrong.diagnose()
            assert diagnosis.status is FLIPPED
            assert diagnosis.reasons == ("An edge is flipped: edges flip only in pairs.",)
            assert diagnosis.repair is not None
            assert diagnosis.repair.cube == Cube(size)
            assert diagnosis.repair.sentence == f"Flip the {shown(wrong, edge)} edge at {edge}."
            assert diagnosis.suspects == {*stickers(edge, size)}

    @pytest.mark.parametrize("size", [3, 5])
    @pytest.mark.parametrize(("one", "other"), [("UR", "DF"), ("UF", "UR"), ("FL", "BR"), ("URF", "DBL")])
    def test_two_swapped_pieces_are_mended_by_two_stickers(self, size: int, one: str, other: str) -> None:
        wrong = swapped(Cube(size), stickers(one, size), stickers(other, size))
        diagnosis = wrong.diagnose()
        assert diagnosis.status is PARITY
        assert len(diagnosis.reasons) == 1
        assert "Two pieces are swapped" in diagnosis.reasons[0]
        assert diagnosis.repair is not None
        assert not diagnosis.repair.cube.status()
        # Of two edges with a colour in common only the other stickers are exchanged.
        assert diagnosis.repair.sentence.startswith("Swap the ")
        assert len(diagnosis.suspects) == 2
        assert diagnosis.suspects == set(
            np.flatnonzero(diagnosis.repair.cube.colours != wrong.colours).tolist()
        )

    def test_edges_that_were_swapped_over_their_common_face_are_swapped_back_over_it(self) -> None:
        up_of_ub, right_of_br = stickers("UB")[0], stickers("BR")[1]
        diagnosis = swapped(Cube(3), [up_of_ub], [right_of_br]).diagnose()
        assert diagnosis.status is PARITY
        assert diagnosis.repair is not None
        assert diagnosis.repair.cube == Cube(3)
        assert (
            diagnosis.repair.sentence
            == "Swap the stickers in row 1, column 2 of face U and in row 2, column 3 of face R."
        )
        assert diagnosis.suspects == {up_of_ub, right_of_br}

    def test_two_broken_laws_have_no_single_repair(self) -> None:
        diagnosis = flipped(twisted(Cube(3), "URF", 1), "UF").diagnose()
        assert diagnosis.status == TWISTED | FLIPPED
        assert diagnosis.repair is None
        assert diagnosis.suspects == frozenset()

    @given(cubes(3), st.sampled_from(sorted(CORNERS)), st.sampled_from(sorted(EDGES)))
    def test_the_laws_hold_in_every_way_the_cube_is_held(self, cube: Cube, corner: str, edge: str) -> None:
        assert twisted(cube, corner, 1).status() is twisted(cube, corner, 2).status() is TWISTED
        assert flipped(cube, edge).status() is FLIPPED
        assert flipped(twisted(cube, corner, 1), edge).status() == TWISTED | FLIPPED


class TestPieces:
    def test_impossible_colours_of_a_piece_are_reported(self) -> None:
        up, front = stickers("UF")
        wrong = painted(Cube(3), {front: "D"})
        diagnosis = wrong.diagnose()
        assert diagnosis.status == COUNTS | IMPOSSIBLE | MISSING
        assert "The edge at UF shows U, D, and no edge has these colours." in diagnosis.reasons
        assert "The UF edge is missing." in diagnosis.reasons
        assert diagnosis.suspects == {up, front}

    @pytest.mark.parametrize("size", SIZES)
    def test_mirrored_corner_is_reported(self, size: int) -> None:
        up, right, front = stickers("URF", size)
        diagnosis = swapped(Cube(size), [right], [front]).diagnose()
        assert diagnosis.status == IMPOSSIBLE | MISSING
        assert diagnosis.reasons == (
            "The corner at URF shows U, F, R, and no corner has these colours in this order.",
            "The URF corner is missing.",
        )
        assert diagnosis.suspects == {up, right, front}
        assert diagnosis.repair is not None
        assert diagnosis.repair.cube == Cube(size)
        assert diagnosis.repair.sentence == "Swap the stickers F and R of the corner at URF."

    @pytest.mark.parametrize("size", SIZES)
    def test_repeated_corner_and_missing_corner_are_reported(self, size: int) -> None:
        wrong = moved(Cube(size), stickers("DBL", size), stickers("URF", size))
        diagnosis = wrong.diagnose()
        assert diagnosis.status == COUNTS | DOUBLED | MISSING
        assert "The URF corner occurs 2 times, at URF and DBL." in diagnosis.reasons
        assert "The DBL corner is missing." in diagnosis.reasons
        assert diagnosis.suspects == {*stickers("URF", size), *stickers("DBL", size)}

    @pytest.mark.parametrize("size", [3, 5])
    def test_edge_present_three_times_is_reported(self, size: int) -> None:
        wrong = moved(Cube(size), stickers("DB", size), stickers("UF", size))
        wrong = moved(wrong, stickers("BR", size), stickers("UF", size))
        diagnosis = wrong.diagnose()
        assert diagnosis.status == COUNTS | DOUBLED | MISSING
        assert "The UF edge occurs 3 times, at UF, DB and BR." in diagnosis.reasons
        assert {"The DB edge is missing.", "The BR edge is missing."} <= set(diagnosis.reasons)

    def test_doubled_pieces_with_right_counts_are_swapped_apart(self) -> None:
        wrong = swapped(Cube(3), [stickers("UR")[1]], [stickers("DL")[1]])
        diagnosis = wrong.diagnose()
        assert diagnosis.status == DOUBLED | MISSING
        assert diagnosis.reasons == (
            "The UL edge occurs 2 times, at UL and UR.",
            "The DR edge occurs 2 times, at DL and DR.",
            "The UR edge is missing.",
            "The DL edge is missing.",
        )
        assert diagnosis.repair is not None
        assert diagnosis.repair.cube == Cube(3)

    @pytest.mark.parametrize("size", [4, 5, 6])
    def test_a_flipped_wing_is_its_twin_twice(self, size: int) -> None:
        wings = next(orbit for orbit in orbits(size) if orbit.kind is PieceKind.WING)
        slot = wings.slots[0]
        first, second = slot.stickers
        diagnosis = swapped(Cube(size), [first], [second]).diagnose()
        assert diagnosis.status == DOUBLED | MISSING
        assert f"The {slot.name} wing is missing." in diagnosis.reasons
        assert diagnosis.suspects > {first, second}
        assert diagnosis.repair is not None
        assert diagnosis.repair.cube == Cube(size)
        assert diagnosis.repair.sentence.endswith(f"of the wing at {slot.name}.")


class TestCentres:
    def test_swapped_centres_are_no_cube(self) -> None:
        for item, second in ((4, 13), (4, 31), (13, 40)):
            diagnosis = swapped(Cube(3), [item], [second]).diagnose()
            assert diagnosis.status is CENTRES
            assert diagnosis.suspects == {4, 13, 22, 31, 40, 49}
            assert diagnosis.repair is not None
            assert diagnosis.repair.cube == Cube(3)
        (reason,) = diagnosis.reasons
        assert reason.startswith("No cube has its centres arranged like this (U: U, R: L, F: F,")

    def test_centres_turned_by_a_quarter_only_break_the_parity(self) -> None:
        turned = moved(Cube(3), [4, 13, 22, 31, 40, 49], [22, 13, 31, 49, 40, 4])
        assert turned.status() is PARITY
        assert not Cube(3).apply("M E M' E'").status()

    @pytest.mark.parametrize(("size", "centre"), [(4, 5), (5, 6), (5, 7), (6, 8), (6, 9)])
    def test_loose_centres_of_a_kind_have_each_colour_four_times(self, size: int, centre: int) -> None:
        wrong = painted(Cube(size), {centre: "B"})
        diagnosis = wrong.diagnose()
        assert diagnosis.status == COUNTS | CENTRES
        assert any("3 have the colour U, not 4" in reason for reason in diagnosis.reasons)
        assert any("5 have the colour B, not 4" in reason for reason in diagnosis.reasons)
        assert centre in diagnosis.suspects
        assert diagnosis.repair is not None
        assert diagnosis.repair.cube == Cube(size)
        assert diagnosis.repair.sentence.endswith(" from B to U.")

    def test_centres_of_two_kinds_do_not_stand_in_for_each_other(self) -> None:
        corner_of_up, edge_of_front = 6, 50 + 7
        diagnosis = swapped(Cube(5), [corner_of_up], [edge_of_front]).diagnose()
        assert diagnosis.status is CENTRES
        assert len(diagnosis.reasons) == 4
        assert diagnosis.repair is not None
        assert diagnosis.repair.cube == Cube(5)

    @pytest.mark.parametrize("size", [4, 5, 6, 7])
    def test_centres_of_a_kind_change_places_freely(self, size: int) -> None:
        assert not swapped(Cube(size), [size + 1], [2 * size**2 + 2 * size - 2]).status()


class TestCounts:
    def test_sentences_state_the_counts(self) -> None:
        diagnosis = painted(Cube(2), {3: "D"}).diagnose()
        assert diagnosis.status == COUNTS | IMPOSSIBLE | MISSING
        assert diagnosis.reasons[:2] == ("U is on 3 stickers, not on 4.", "D is on 5 stickers, not on 4.")
        assert diagnosis.repair is not None
        assert diagnosis.repair.sentence == "Change the sticker in row 2, column 2 of face U from D to U."

    def test_a_cube_of_one_colour_has_nearly_every_fault(self) -> None:
        diagnosis = Cube.from_facelets("U" * 54).diagnose()
        assert diagnosis.status == COUNTS | CENTRES | IMPOSSIBLE | MISSING
        assert "U is on 54 stickers, not on 9." in diagnosis.reasons
        assert diagnosis.repair is None

    def test_distinguishable_faults_are_all_reported_at_once(self) -> None:
        wrong = moved(Cube(3), stickers("DBL"), stickers("URF"))
        wrong = painted(wrong, {stickers("UF")[1]: "D", 4: "R", 13: "U"})
        diagnosis = wrong.diagnose()
        assert diagnosis.status == COUNTS | CENTRES | IMPOSSIBLE | DOUBLED | MISSING
        for words in (
            "R is on ",
            "No cube has its centres",
            "at UF shows U, D",
            "at URF and DBL",
            "DBL corner is missing",
        ):
            assert any(words in reason for reason in diagnosis.reasons)


class TestRepairs:
    @given(paintings())
    def test_the_verdict_on_any_painting_is_whole(self, cube: Cube) -> None:
        diagnosis = cube.diagnose()
        assert len(diagnosis.reasons) >= len(list(diagnosis.status))
        assert all(reason[0].isupper() and reason.endswith(".") for reason in diagnosis.reasons)
        assert diagnosis.suspects <= set(range(6 * cube.size**2))
        if diagnosis.repair:
            assert not diagnosis.repair.cube.status()

    @pytest.mark.parametrize("size", [9, 17, 50])
    def test_a_big_cube_of_shuffled_stickers_has_no_single_repair(self, size: int) -> None:
        colours = geometry(size).faces.copy()
        np.random.default_rng(1).shuffle(colours)
        diagnosis = Cube.from_colours(colours).diagnose()
        assert CENTRES | IMPOSSIBLE in diagnosis.status
        assert diagnosis.repair is None

    @pytest.mark.parametrize("size", [17, 50])
    def test_a_big_cube_with_one_fault_is_mended(self, size: int) -> None:
        assert_repaired(twisted(Cube(size), "URF", 1), Cube(size))
        assert_repaired(painted(Cube(size), {0: "F"}), Cube(size))
        assert_repaired(painted(Cube(size), {size + 1: "F"}), Cube(size))


class TestPatterns:
    def test_a_fault_of_the_known_stickers_is_found(self) -> None:
        up, right, front = stickers("URF")
        wrong = painted(Cube.from_facelets("?" * 54), {up: "U", right: "D"})
        diagnosis = wrong.diagnose()
        assert diagnosis.status is IMPOSSIBLE
        assert diagnosis.reasons == ("The corner at URF shows U, D, ?, and no corner has these colours.",)
        assert diagnosis.suspects == {up, right, front}

    def test_too_frequent_colour_is_found(self) -> None:
        wrong = Cube.from_facelets("U" * 5 + "?" * 19)
        assert COUNTS in wrong.status()

    def test_repeated_piece_is_found(self) -> None:
        wrong = Cube.from_facelets("?" * 54)
        for slot in ("UF", "DB"):
            wrong = painted(wrong, dict(zip(stickers(slot), "UF", strict=True)))
        assert wrong.diagnose().reasons == ("The UF edge occurs 2 times, at UF and DB.",)

    def test_five_edges_with_a_colour_of_four_are_found(self) -> None:
        wrong = painted(
            Cube.from_facelets("?" * 54), {stickers(edge)[0]: "U" for edge in ("UF", "DB", "BR", "FL")}
        )
        assert not wrong.status()
        wrong = painted(wrong, {stickers("DL")[1]: "U"})
        assert wrong.status() is DOUBLED
        assert wrong.diagnose().reasons == (
            "The edges that are known leave no pieces for the unknown stickers.",
        )

    def test_unknown_centre_is_no_fault_but_equal_centres_are(self) -> None:
        assert not painted(Cube(3), {4: "?", 13: "?"}).status()
        assert painted(Cube.from_facelets("?" * 54), {4: "U", 13: "D"}).status() is CENTRES

    @pytest.mark.parametrize("size", SIZES)
    def test_a_twist_is_found_when_all_corners_are_known_though_nothing_else_is(self, size: int) -> None:
        corners = [sticker for corner in CORNERS for sticker in stickers(corner, size)]
        colours = np.full(6 * size**2, UNKNOWN)
        colours[corners] = twisted(Cube(size), "ULB", 2).colours[corners]
        assert Cube.from_colours(colours).status() is TWISTED

    def test_a_law_is_broken_only_where_the_known_stickers_settle_it(self) -> None:
        front, right = stickers("FR")
        flip, swap = flipped(Cube(3), "UF"), swapped(Cube(3), stickers("UL"), stickers("UB"))
        corner = {stickers("DLF")[1]: "?"}
        assert painted(flip, corner).status() is FLIPPED
        assert painted(swap, corner).status() is PARITY
        assert not painted(flip, {front: "?", right: "?"}).status()
        # Two centres that are not opposite say where the others are.
        assert painted(swap, {4: "?", 13: "?", 22: "?", 31: "?"}).status() is PARITY
        assert not painted(swap, {4: "?", 13: "?", 31: "?", 40: "?"}).status()

    def test_a_pattern_with_a_twisted_corner_is_mended_too(self) -> None:
        pattern = painted(Cube(2), {stickers("DFR", 2)[0]: "?"})
        repair = twisted(pattern, "DRB", 1).diagnose().repair
        assert repair is not None
        assert not repair.cube.status()
        # Of the corner with an unknown sticker only two change when it is twisted.
        assert repair.sentence.startswith("Change the sticker ")
        assert " and the sticker " in repair.sentence


FRENCH: dict[str, tuple[Cube, list[str], str]] = {
    "a mirrored corner": (
        swapped(Cube(3), [stickers("URF")[1]], [stickers("URF")[2]]),
        [
            "Le coin en URF montre U, F, R, et aucun coin n’a ces couleurs dans cet ordre.",
            "Le coin URF n’est nulle part.",
        ],
        "Échangez les facettes F et R du coin en URF.",
    ),
    "an edge that does not exist": (
        painted(Cube(3), {stickers("UF")[1]: "D"}),
        [
            "F : 8 facettes au lieu de 9.",
            "D : 10 facettes au lieu de 9.",
            "L’arête en UF montre U, D, et aucune arête n’a ces couleurs.",
            "L’arête UF n’est nulle part.",
        ],
        "Changez la facette en ligne 1, colonne 2 de la face F de D en F.",
    ),
    "exchanged centres": (
        swapped(Cube(3), [13], [40]),
        ["Aucun cube n’a ses centres disposés ainsi (U : U, R : L, F : F, D : D, L : R, B : B)."],
        "",
    ),
    "a corner twisted clockwise": (
        twisted(Cube(2), "DBL", 1),
        [
            "Un coin est tourné dans le sens horaire : les orientations de tous les coins doivent se compenser."
        ],
        "Tournez le coin LDB en DBL dans le sens antihoraire.",
    ),
    "a corner twisted anticlockwise": (
        twisted(Cube(2), "DBL", 2),
        [
            "Un coin est tourné dans le sens antihoraire : les orientations de tous les coins doivent se compenser."
        ],
        "Tournez le coin BLD en DBL dans le sens horaire.",
    ),
    "exchanged edges": (
        swapped(Cube(3), stickers("UF"), stickers("UR")),
        [],
        "Échangez l’arête UF en UR et l’arête UR en UF.",
    ),
    "two wrong stickers": (
        painted(Cube(3), {0: "F", 9: "D"}),
        [],
        (
            "Changez la facette en ligne 1, colonne 1 de la face U de F en U "
            "et la facette en ligne 1, colonne 1 de la face R de D en R."
        ),
    ),
    "an edge three times": (
        moved(Cube(3), [*stickers("DB"), *stickers("BR")], [*stickers("UF"), *stickers("UF")]),
        ["L’arête UF apparaît 3 fois, en UF, DB et BR."],
        "",
    ),
    "a centre too many": (
        painted(Cube(4), {5: "B"}),
        [
            "Parmi les centres comme la facette en ligne 2, colonne 2 de la face U, 3 ont la couleur U, et non 4.",
            "Parmi les centres comme la facette en ligne 2, colonne 2 de la face U, 5 ont la couleur B, et non 4.",
        ],
        "",
    ),
}


@pytest.mark.parametrize("case", FRENCH)
def test_fault_and_repair_are_described_in_french(case: str) -> None:
    """With the articles and the endings of the pieces that they name."""
    wrong, reasons, repair = FRENCH[case]
    diagnosis = wrong.diagnose()
    assert set(reasons) <= {in_french(reason) for reason in diagnosis.reasons}
    if repair:
        assert diagnosis.repair is not None
        assert in_french(diagnosis.repair.sentence) == repair


def test_repair_of_two_stickers_is_one_sentence() -> None:
    repair = painted(Cube(3), {0: "F", 9: "D"}).diagnose().repair
    assert repair is not None
    assert repair.sentence == (
        "Change the sticker in row 1, column 1 of face U from F to U "
        "and the sticker in row 1, column 1 of face R from D to R."
    )


def test_swapped_edges_are_named_in_the_repair() -> None:
    repair = swapped(Cube(3), stickers("UF"), stickers("UR")).diagnose().repair
    assert repair is not None
    assert repair.cube == Cube(3)
    assert repair.sentence == "Swap the UF edge at UR and the UR edge at UF."
