"""A cube is a value: it is turned, held, written down and compared, and never changes."""

import copy
import pickle
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.errors import FaceletsError, ImpossibleCubeError, UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import UNKNOWN, Cube, permutation
from cubeproof.puzzle.geometry import geometry
from strategies import cubes, paintings, patterns, sequences, sizes


class TestFacelets:
    @given(cubes() | patterns() | paintings())
    def test_any_cube_comes_back_from_its_facelets_and_its_colours(self, cube: Cube) -> None:
        assert Cube.from_facelets(cube.facelets) == cube
        assert Cube.from_facelets(cube.facelets, cube.size) == cube
        assert Cube.from_colours(cube.colours) == cube
        assert Cube.from_colours(cube.colours.reshape(6, cube.size, cube.size).tolist()) == cube
        assert eval(repr(cube)) == cube

    def test_a_solved_cube_is_written_in_the_order_of_kociemba(self) -> None:
        assert Cube(3).facelets == "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
        assert Cube(17).facelets == "".join(face * 289 for face in "URFDLB")

    def test_facelets_may_have_white_space(self) -> None:
        assert Cube.from_facelets(" UUUU\nRRRR\tFFFF DD\u00a0DD LLLL BBBB\n") == Cube(2)

    def test_unknown_stickers_are_question_marks(self) -> None:
        cube = Cube.from_facelets("?" * 24)
        assert not cube.is_complete
        assert (cube.colours == UNKNOWN).all()
        assert Cube(2).is_complete

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "0 stickers make no cube"),
            ("UUU", "3 stickers make no cube"),
            ("URFDLB", "6 stickers make no cube"),
            ("U" * 23, "23 stickers make no cube"),
            ("U" * 25, "25 stickers make no cube: it has 6·N² of them, 24 for N = 2"),
            ("U" * 53, "53 stickers make no cube"),
            ("U" * 6 * 51**2, "and so on to N = 50"),
            ("U" * 10**6, "1000000 stickers make no cube"),
            ("x" * 24, "Sticker 1 is 'x'; stickers are the letters URFDLB of faces, or WRGYOB of colours"),
            ("U" * 12 + "W" + "U" * 11, "Sticker 13 is 'W'"),
            ("U" * 23 + "0", "Sticker 24 is '0'"),
            ("U" * 23 + "٣", "Sticker 24 is '٣'"),
            ("Ｕ" * 24, "Sticker 1 is 'Ｕ'"),
            ("U" * 5 + "\0" + "U" * 18, r"Sticker 6 is '\x00'"),
            pytest.param("\udc80" * 24, r"Sticker 1 is '\udc80'", id="a surrogate"),
            ("U-F " * 8, "Sticker 2 is '-'"),
        ],
    )
    def test_wrong_facelets_are_refused_with_the_reason(self, text: str, words: str) -> None:
        with pytest.raises(FaceletsError, match=re.escape(words)):
            Cube.from_facelets(text)

    def test_a_string_of_another_size_than_asked_for_is_refused(self) -> None:
        with pytest.raises(FaceletsError, match="A cube of 2 layers has 24 stickers, but this text has 54"):
            Cube.from_facelets("U" * 54, size=2)

    @pytest.mark.parametrize("size", [-2, 0, 1, 51, "2", 2.0])
    def test_a_size_that_no_cube_has_is_refused(self, size: int) -> None:
        with pytest.raises(UsageError, match=r"layers, not|whole number"):
            Cube.from_facelets("U" * 24, size=size)

    @pytest.mark.parametrize(
        "colours",
        [
            [],
            [0] * 25,
            *([colour] * 24 for colour in (6, -2, 300, 10**30, 0.5, float("nan"), "U", None)),
            pytest.param(np.full(24, 255, np.uint8), id="unsigned"),
            "U" * 24,
        ],
    )
    def test_wrong_colours_are_refused(self, colours: list[int]) -> None:
        with pytest.raises(FaceletsError):
            Cube.from_colours(colours)

    @pytest.mark.parametrize("size", [1, 0, -3, 51, True, "3", 3.0, None])
    def test_cube_size_out_of_range_is_refused(self, size: int) -> None:
        with pytest.raises(UsageError, match=r"layers, not|whole number"):
            Cube(size)
        with pytest.raises(UsageError, match=r"layers, not|whole number"):
            permutation("R", size)


class TestTurning:
    @given(sizes.flatmap(lambda size: st.tuples(cubes(size), sequences(size))))
    def test_the_inverse_brings_a_cube_back(self, case: tuple[Cube, Alg]) -> None:
        cube, alg = case
        assert cube.apply(alg).apply(~alg) == cube
        assert cube @ alg == cube.apply(str(alg)) == cube.permuted(permutation(alg, cube.size))

    @given(sizes.flatmap(lambda size: st.tuples(patterns(size), sequences(size))))
    def test_unknown_stickers_travel_with_their_pieces(self, case: tuple[Cube, Alg]) -> None:
        pattern, alg = case
        turned = pattern.apply(alg)
        assert np.array_equal(
            np.bincount(turned.colours + 1, minlength=7), np.bincount(pattern.colours + 1, minlength=7)
        )
        assert turned.apply(~alg) == pattern

    def test_a_turn_is_read_on_the_picture_of_the_cube(self) -> None:
        assert Cube(3).apply("R").facelets == ("UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB")
        assert Cube(3).apply("U").facelets == ("UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB")

    def test_a_permutation_of_another_size_is_refused(self) -> None:
        with pytest.raises(UsageError, match="of this cube has 54 stickers, not 24"):
            Cube(3).permuted(permutation("R", 2))

    @pytest.mark.parametrize("alg", [3, None, 2.5])
    def test_apply_refuses_other_objects_than_algorithms(self, alg: str) -> None:
        with pytest.raises(TypeError):
            Cube(3).apply(alg)

    def test_a_turn_of_an_unread_algorithm_that_the_cube_lacks_is_refused(self) -> None:
        with pytest.raises(UsageError, match="5Rw needs 5 layers, and this cube has 3"):
            Cube(3).apply(Alg("5Rw"))


class TestHolding:
    @given(cubes())
    def test_cube_has_24_holds_equal_up_to_rotation(self, cube: Cube) -> None:
        ways = cube.rotations()
        assert ways[0] == cube
        assert len(ways) == 24
        assert all(way.equals_up_to_rotation(cube) for way in ways)
        assert {way.normalised() for way in ways} == {cube.normalised()}
        assert all(cube.apply(turned) in ways for turned in ("x", "y", "z", "x y2", "z' x"))

    @given(cubes(3), cubes(3))
    def test_cubes_are_equal_up_to_rotation_when_they_are_the_same_held_normally(
        self, one: Cube, other: Cube
    ) -> None:
        assert one.equals_up_to_rotation(other) == (one.normalised() == other.normalised())
        assert one.equals_up_to_rotation(other) == other.equals_up_to_rotation(one)

    @pytest.mark.parametrize("size", [2, 3, 4, 5, 17])
    def test_only_a_solved_cube_is_solved_in_any_way_it_is_held(self, size: int) -> None:
        assert all(way.is_solved for way in Cube(size).rotations())
        assert not Cube(size).apply("R").is_solved
        assert not Cube(size).apply("R").equals_up_to_rotation(Cube(size))
        assert Cube(size).apply(f"{size - 1}Rw").equals_up_to_rotation(Cube(size).apply("L"))

    def test_cubes_of_two_sizes_are_never_equal(self) -> None:
        assert Cube(2) != Cube(3)
        assert not Cube(2).equals_up_to_rotation(Cube(3))

    @given(cubes(2))
    def test_the_normal_2x2x2_has_the_corner_of_d_b_and_l_at_home(self, cube: Cube) -> None:
        held = cube.normalised().facelets
        assert (held[14], held[18], held[23]) == ("D", "L", "B")

    @given(cubes(3))
    def test_the_normal_3x3x3_has_its_centres_at_home(self, cube: Cube) -> None:
        assert cube.normalised().facelets[4::9] == "URFDLB"

    @given(cubes(2), st.text("RUF", max_size=8))
    def test_turns_of_r_u_and_f_keep_a_2x2x2_normal(self, cube: Cube, turns: str) -> None:
        held = cube.normalised().apply(turns)
        assert held.normalised() == held

    def test_a_cube_that_cannot_be_held_normally_says_why(self) -> None:
        with pytest.raises(ImpossibleCubeError, match="no corner DBL"):
            Cube.from_facelets("U" * 24).normalised()
        with pytest.raises(ImpossibleCubeError, match="centres are not arranged as on a cube"):
            Cube.from_facelets("U" * 54).normalised()


class TestValue:
    @given(cubes() | patterns())
    def test_cube_survives_pickling_and_copying(self, cube: Cube) -> None:
        for twin in (pickle.loads(pickle.dumps(cube)), copy.copy(cube), copy.deepcopy(cube)):
            assert twin == cube
            assert hash(twin) == hash(cube)
            assert not twin.colours.flags.writeable

    def test_cube_is_immutable(self) -> None:
        cube = Cube(2)
        turned = cube.apply("R")
        for rotation in (cube, turned, Cube.from_facelets(cube.facelets), *cube.rotations()[:2]):
            with pytest.raises(ValueError, match="read-only"):
                rotation.colours[0] = 3
            with pytest.raises(AttributeError):
                rotation.size = 3  # type: ignore[misc]
            with pytest.raises(AttributeError):
                rotation.name = "mine"  # type: ignore[attr-defined]
        assert cube == Cube(2)

    def test_cube_copies_its_colours(self) -> None:
        colours = Cube(2).colours.copy()
        cube = Cube.from_colours(colours)
        colours[:] = 0
        assert cube == Cube(2)

    def test_equal_cubes_have_equal_hashes(self) -> None:
        assert len({Cube(3), Cube(3).apply("R R'"), Cube(3).apply("(R U R' U')6"), Cube(3).apply("x")}) == 2

    def test_cube_is_unequal_to_other_objects(self) -> None:
        assert Cube(2) != Cube(2).facelets
        assert Cube(2) != 2

    def test_the_solved_cube_shows_each_face_its_own_colour(self) -> None:
        assert np.array_equal(Cube(4).colours, geometry(4).faces)
