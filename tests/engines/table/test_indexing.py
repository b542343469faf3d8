"""The numbers of 2×2×2 states agree with the article that explores all states: example, three turns, solved cube."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.errors import UsageError
from cubeproof.methods.configurations.graph import TURNS, cubes, graph
from cubeproof.methods.configurations.indexing import (
    CONFIGURATIONS,
    ORIENTATIONS,
    PERMUTATIONS,
    PLACES,
    number,
    numbered,
)
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move
from ground_truth import stickers
from second_opinion import lattice

# The clockwise turns as the article prints them: for every place where its piece and its orientation come from,
# and the sign that the orientation gets.
ARTICLE = {
    "R": ("p2 p5 p3 p1 p4 p6 p7", "o2+ o5- o3 o1- o4+ o6 o7"),
    "B": ("p1 p2 p3 p5 p6 p7 p4", "o1 o2 o3 o5+ o6- o7+ o4-"),
    "D": ("p1 p3 p6 p4 p2 p5 p7", "o1 o3 o6 o4 o2 o5 o7"),
}
# Its places, by their numbers. There the corner ULF stays; held the other way round, by x2, it is DBL.
ARTICLE_PLACES = ("URF", "DFR", "DLF", "UBR", "DRB", "DBL", "ULB")
OTHER_WAY_ROUND = dict(zip("URFDLB", "DRBULF", strict=True))

configurations = st.integers(0, CONFIGURATIONS - 1)


def turned(face: str, pieces: list[int], orientations: list[int]) -> tuple[list[int], list[int]]:
    """Return the state after a clockwise turn, by the article's formula. Orientations are 1 to 3; 3 + 1 is 1."""
    from_pieces, from_orientations = ARTICLE[face]
    after_pieces = [pieces[int(word[1]) - 1] for word in from_pieces.split()]
    after_orientations = []
    for word in from_orientations.split():
        change = {"": 0, "+": 1, "-": -1}[word[2:]]
        after_orientations.append((orientations[int(word[1]) - 1] - 1 + change) % 3 + 1)
    return after_pieces, after_orientations


class TestTheArticle:
    def test_worked_example_of_the_article_is_reproduced(self) -> None:
        assert int(number([4, 1, 7, 2, 6, 5, 3], [1] * 7)) == 1058 * 3**6

    def test_the_solved_cube_is_number_0(self) -> None:
        assert int(number(range(1, 8), [1] * 7)) == 0
        assert cubes(0).tolist() == Cube(2).colours.tolist()

    @pytest.mark.parametrize("orientation", [-2, 0, 4])
    def test_orientation_out_of_range_is_refused(self, orientation: int) -> None:
        with pytest.raises(UsageError, match="Orientations are 1 to 3"):
            number(range(1, 8), [orientation, *[1 + (1 - orientation) % 3], *[1] * 5])

    def test_orientations_are_digits_to_base_3_the_first_the_lowest(self) -> None:
        orientations = [2, 3, 1, 2, 2, 3, 3]
        expected = 1 + 3 * (2 + 3 * (0 + 3 * (1 + 3 * (1 + 3 * 2))))
        assert int(number(range(1, 8), orientations)) == expected

    def test_configurations_are_as_many_as_in_the_article(self) -> None:
        assert PERMUTATIONS * ORIENTATIONS == CONFIGURATIONS == 3_674_160
        assert len(set(PLACES)) == 7

    @given(configurations)
    def test_turns_of_the_article_are_those_of_the_graph(self, start: int) -> None:
        for face in ARTICLE:
            pieces, orientations = (part.tolist() for part in numbered(start))
            for amount in (1, 2, 3):
                pieces, orientations = turned(face, pieces, orientations)
                turn = TURNS.index(Move(OTHER_WAY_ROUND[face], amount))
                assert int(graph().step(turn, np.array([start]))[0]) == int(number(pieces, orientations))

    def test_cube_of_the_article_is_held_the_other_way_round(self) -> None:
        for place, there in zip(ARTICLE_PLACES, PLACES, strict=True):
            assert {OTHER_WAY_ROUND[face] for face in place} == set(there)
        solved = np.arange(24)
        for face, there in OTHER_WAY_ROUND.items():
            held = lattice.after(solved, f"x2 {face} x2", 2)
            assert (held == lattice.after(solved, there, 2)).all()


class TestNumbering:
    @pytest.mark.soak
    def test_all_numbers_come_back(self) -> None:
        everything = np.arange(CONFIGURATIONS)
        pieces, orientations = numbered(everything)
        assert (number(pieces, orientations) == everything).all()
        assert (orientations.sum(axis=1) % 3 == 7 % 3).all()

    @given(st.permutations(range(1, 8)), st.lists(st.integers(1, 3), min_size=6, max_size=6))
    def test_all_configurations_come_back(self, pieces: list[int], first_six: list[int]) -> None:
        orientations = [*first_six, 1 + (6 - sum(first_six)) % 3]
        results = numbered(number(pieces, orientations))
        assert [part.tolist() for part in results] == [list(pieces), orientations]

    def test_arrays_of_any_shape_are_numbered_at_once(self) -> None:
        numbers = np.arange(24).reshape(2, 3, 4) * 1001
        pieces, orientations = numbered(numbers)
        assert pieces.shape == orientations.shape == (2, 3, 4, 7)
        assert (number(pieces, orientations) == numbers).all()

    @pytest.mark.parametrize("wrong", [-1, CONFIGURATIONS])
    def test_a_number_that_no_configuration_has_is_refused(self, wrong: int) -> None:
        with pytest.raises(UsageError, match="0 to 3,674,159"):
            numbered([0, wrong])

    @pytest.mark.parametrize(
        ("pieces", "orientations", "reason"),
        [
            ([1, 2, 3, 4, 5, 6, 6], [1] * 7, "each once"),
            ([0, 1, 2, 3, 4, 5, 6], [1] * 7, "1 to 7"),
            (range(1, 8), [2, 1, 1, 1, 1, 1, 1], "twists"),
            (range(1, 8), [0, 3, 1, 1, 1, 1, 1], "1 to 3"),
            ([1, 2, 3], [1, 1, 1], "seven"),
        ],
    )
    def test_impossible_configuration_is_refused(
        self, pieces: list[int], orientations: list[int], reason: str
    ) -> None:
        with pytest.raises(UsageError, match=reason):
            number(pieces, orientations)


class TestStickers:
    @given(configurations)
    def test_a_place_shows_the_colours_of_its_piece(self, wanted: int) -> None:
        pieces, _ = numbered(wanted)
        facelets = Cube.from_colours(cubes(wanted)).facelets
        for place, piece in zip(PLACES, pieces.tolist(), strict=True):
            visible = {facelets[sticker] for sticker in stickers(place, 2)}
            assert visible == set(PLACES[piece - 1])

    @given(configurations, st.sampled_from(range(9)))
    def test_a_turn_of_the_stickers_is_a_step_of_the_graph(self, start: int, turn: int) -> None:
        after = int(graph().step(turn, np.array([start]))[0])
        cube = Cube.from_colours(cubes(start))
        assert cube.apply(TURNS[turn]) == Cube.from_colours(cubes(after))

    def test_all_configurations_are_cubes_that_can_exist(self) -> None:
        for wanted in range(0, CONFIGURATIONS, 99_991):
            assert not Cube.from_colours(cubes(wanted)).status()
