"""Structured states have the structure of their kind; a second method checks this."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.status import Status
from ground_truth import GROUP_ORDERS, SUPERFLIP
from second_opinion.lattice import Array, after, colours, cubies, points, rotations, solved
from structured import (
    ALL_STATES,
    GROUPS,
    KINDS,
    ORDERS,
    Structured,
    draw,
    last_layer,
    members,
    name_as_id,
    outside,
    patterns,
    structured,
)
from structured_pieces import PIECES, random_symmetric, subgroups_of_symmetries

NUMBERS = range(12)
CUBIES = [tuple(cubie) for cubie in np.unique(cubies(3), axis=0).tolist() if any(cubie)]
STICKERS = {cubie: np.flatnonzero((cubies(3) == cubie).all(axis=1)) for cubie in CUBIES}
TOP = np.flatnonzero(cubies(3)[:, 1] == 2)


def is_odd(state: Array, stickers: int) -> bool:
    """Whether a state permutes its corners (3) or edges (2) oddly: counts the cycles of their first stickers."""
    home = {int(place): cubie for cubie in CUBIES for place in STICKERS[cubie]}
    pieces = {cubie for cubie in CUBIES if len(STICKERS[cubie]) == stickers}
    cycles = 0
    left = set(pieces)
    while left:
        cubie = left.pop()
        cycles += 1
        while (cubie := home[int(state[STICKERS[cubie][0]])]) in left:
            left.remove(cubie)
    return (len(pieces) - cycles) % 2 == 1


def views(shown: Array) -> list[Array]:
    """Return the colours of a cube after each of the 48 symmetries, renamed so that the centres agree."""
    mirrored = points(3) * [-1, 1, 1]
    place = {tuple(point): number for number, point in enumerate(points(3).tolist())}
    mirror = np.array([place[tuple(point)] for point in mirrored.tolist()])
    results = []
    for (_, rotation), reflected in product(rotations(3), (False, True)):
        way = mirror[rotation] if reflected else rotation
        renamed = np.zeros(6, dtype=int)
        renamed[solved(3)[way]] = solved(3)
        results.append(renamed[shown[way]])
    return results


@pytest.mark.parametrize("module", ["structured", "structured_pieces", "permutation_group", "golden_lengths"])
def test_module_imports_nothing_of_the_product(module: str) -> None:
    assert "cubeproof" not in Path(__file__).with_name("tools").joinpath(f"{module}.py").read_text(
        encoding="utf-8"
    )


class TestGroups:
    @pytest.mark.parametrize(
        ("group", "order"),
        [
            ("everything", GROUP_ORDERS[3, ""]),
            ("five faces", GROUP_ORDERS[3, ""]),
            ("U, R", GROUP_ORDERS[3, "R,U"]),
            ("U2, R2", GROUP_ORDERS[3, "R2,U2"]),
            ("half turns", GROUP_ORDERS[3, "R2,L2,U2,D2,F2,B2"]),
            ("half slices", GROUP_ORDERS[3, "M2,E2,S2"]),
            *(
                (f"domino of {axis}", GROUP_ORDERS[3, "U,D,R2,L2,F2,B2"])
                for axis in ("U and D", "R and L", "F and B")
            ),
            # Jaap Scherphuis, jaapsch.net/puzzles/subgroup.htm, like the orders above.
            ("slices", 768),
            ("antislices", 6144),
            ("U, R, F", 170_659_735_142_400),
        ],
        ids=name_as_id,
    )
    def test_group_has_its_published_order(self, group: str, order: int) -> None:
        assert members(group).order == order

    @pytest.mark.parametrize("group", GROUPS, ids=name_as_id)
    def test_states_of_a_group_are_in_it_and_turns_outside_are_not(self, group: str) -> None:
        for number in NUMBERS:
            assert draw(group, number).permutation.tolist() in members(group)
            if group not in ALL_STATES:
                before, word, behind = draw(f"near {group}", number).words
                assert after(np.arange(54), word, 3).tolist() in members(group)
                assert before or behind
                for turn in f"{before} {behind}".split():
                    assert after(np.arange(54), turn, 3).tolist() not in members(group)

    def test_full_groups_have_all_turns(self) -> None:
        assert tuple(group for group in GROUPS if not outside(group)) == ALL_STATES


class TestWords:
    @pytest.mark.parametrize(
        "kind",
        [*GROUPS, *(kind for kind in KINDS if kind.startswith("near ")), "commutators"],
        ids=name_as_id,
    )
    def test_words_make_the_state_on_the_products_model_too(self, kind: str) -> None:
        for number in NUMBERS:
            state = draw(kind, number)
            assert Cube(3).apply(state.turns).facelets == state.facelets

    def test_a_product_of_commutators_permutes_corners_and_edges_evenly(self) -> None:
        for number in range(100):
            state = draw("commutators", number).permutation
            assert not is_odd(state, 3)
            assert not is_odd(state, 2)

    def test_the_same_number_gives_the_same_state(self) -> None:
        for kind in KINDS:
            assert draw(kind, 3) == draw(kind, 3)


class TestInverses:
    def test_a_state_that_is_its_own_inverse_made_twice_is_solved(self) -> None:
        result = [draw("own inverse", number).permutation for number in range(100)]
        assert all((state[state] == np.arange(54)).all() for state in result)
        assert not any((state == np.arange(54)).all() for state in result)

    def test_a_mirrored_inverse_looks_like_the_inverse_through_a_symmetry(self) -> None:
        for number in range(30):
            state = draw("mirrored inverse", number).permutation
            inverse = solved(3)[np.argsort(state)]
            assert any((view == inverse).all() for view in views(solved(3)[state]))


class TestSymmetries:
    @pytest.mark.parametrize("order", ORDERS, ids=lambda order: f"{order}-symmetries")
    def test_state_looks_the_same_through_as_many_symmetries_as_it_says(self, order: int) -> None:
        for number in NUMBERS:
            state = draw(f"{order} symmetries", number)
            visible = colours(state.facelets)
            assert sum((view == visible).all() for view in views(visible)) == state.symmetries == order

    def test_there_are_98_groups_of_symmetries(self) -> None:
        orders = Counter(map(len, subgroups_of_symmetries()))
        assert sum(orders.values()) == 98
        assert set(orders) == {1, *ORDERS}

    def test_four_states_have_all_symmetries(self) -> None:
        # Solved, the superflip, the checkerboard, and the checkerboard with all edges flipped.
        random = Random(1)
        whole = max(subgroups_of_symmetries(), key=len)
        checkerboard = after(np.arange(54), "U2 D2 R2 L2 F2 B2", 3)
        superflip = after(np.arange(54), SUPERFLIP, 3)
        expected = [np.arange(54), checkerboard, superflip, superflip[checkerboard]]
        result = {random_symmetric(whole, random).tobytes() for _ in range(60)}
        assert result == {state.tobytes() for state in expected}


def disturbed(state: Array) -> tuple[int, int, int, int]:
    """Return the number of corners in other places and of corners turned in place, and the same for edges."""
    visible = solved(3)[state]
    counts = Counter(
        (len(places), sorted(visible[places]) == sorted(solved(3)[places]))
        for places in STICKERS.values()
        if (visible[places] != solved(3)[places]).any()
    )
    return counts[3, False], counts[3, True], counts[2, False], counts[2, True]


DISTURBED = {
    "one swap of corners and one of edges": (2, 0, 2, 0),
    "3 corners cycled": (3, 0, 0, 0),
    "5 corners cycled": (5, 0, 0, 0),
    "3 edges cycled": (0, 0, 3, 0),
    "7 edges cycled": (0, 0, 7, 0),
    "2 corners turned": (0, 2, 0, 0),
    "3 corners turned": (0, 3, 0, 0),
    "8 corners turned": (0, 8, 0, 0),
    "2 edges turned": (0, 0, 0, 2),
    "4 edges turned": (0, 0, 0, 4),
    "12 edges turned": (0, 0, 0, 12),
}


class TestPieces:
    @pytest.mark.parametrize("kind", DISTURBED, ids=name_as_id)
    def test_as_many_pieces_are_disturbed_as_the_kind_says(self, kind: str) -> None:
        for number in NUMBERS:
            assert disturbed(draw(kind, number).permutation) == DISTURBED[kind]

    def test_one_orbit_is_disturbed_and_the_other_is_solved(self) -> None:
        for number in NUMBERS:
            corners = disturbed(draw("corners only", number).permutation)
            edges = disturbed(draw("edges only", number).permutation)
            in_place = disturbed(draw("all pieces in place", number).permutation)
            assert corners[2:] == edges[:2] == (0, 0)
            assert corners[0] > 0 < edges[2]
            assert in_place[::2] == (0, 0)
            assert in_place[1] > 0 < in_place[3]


class TestReachable:
    @pytest.mark.parametrize(
        "kind",
        [*PIECES, *(kind for kind in KINDS if "symmetries" in kind or "inverse" in kind)],
        ids=name_as_id,
    )
    def test_turns_lead_to_states_that_are_made_of_pieces(self, kind: str) -> None:
        for number in NUMBERS:
            state = draw(kind, number)
            assert state.permutation.tolist() in members("everything")
            assert Cube.from_facelets(state.facelets).status() == Status.VALID

    @settings(max_examples=40)
    @given(structured())
    def test_a_state_of_any_kind_can_be_drawn_by_hypothesis(self, state: Structured) -> None:
        assert state.kind in KINDS
        assert Cube.from_facelets(state.facelets).status() == Status.VALID


class TestPatterns:
    def test_the_37_patterns_are_different_states(self) -> None:
        assert len(patterns()) == len({pattern.origin for pattern in patterns()}) == 37
        assert len({pattern.state for pattern in patterns()}) == 37

    def test_well_known_patterns_look_as_their_names_say(self) -> None:
        visible = {pattern.origin: colours(pattern.facelets).reshape(6, 9) for pattern in patterns()}
        checkerboard, spots = visible["EasyCheckerboard"], visible["SixSpots"]
        for face in range(6):
            assert set(checkerboard[face, ::2]) == {face}
            assert set(checkerboard[face, 1::2]) == {(face + 3) % 6}
            assert spots[face, 4] == face
            assert len(set(spots[face, [0, 1, 2, 3, 5, 6, 7, 8]]) - {face}) == 1
        assert disturbed(pattern_named("Superflip")) == (0, 0, 0, 12)


def pattern_named(name: str) -> Array:
    return next(pattern.permutation for pattern in patterns() if pattern.origin == name)


class TestLastLayer:
    """The algorithm of a case leads from the solved cube to the inverse of the case."""

    @staticmethod
    def cases(kind: str) -> dict[str, Array]:
        results = {item.origin: item.permutation for item in last_layer() if item.origin.startswith(kind)}
        return {name: np.argsort(state) for name, state in results.items()}

    @staticmethod
    def from_all_sides(state: Array) -> list[Array]:
        """Return a state as seen from each of the four sides."""
        sides = [after(np.arange(54), turn, 3) for turn in ("", "y", "y2", "y'")]
        return [np.argsort(side)[state[side]] for side in sides]

    def test_every_algorithm_keeps_the_two_lower_layers_and_the_middles(self) -> None:
        below = np.setdiff1d(np.arange(54), TOP)
        for case in last_layer():
            assert (case.permutation[below] == below).all(), case.origin
            assert case.permutation[4] == 4, case.origin

    def test_the_21_permutations_are_different_cases_and_turn_no_piece(self) -> None:
        cases = self.cases("PLL ")
        assert len(cases) == 21
        turns = [after(np.arange(54), turn, 3) for turn in ("", "U", "U2", "U'")]
        classes = set()
        for name, state in cases.items():
            assert (solved(3)[state][:9] == 0).all(), name
            classes.add(
                min(
                    tuple(before[side][behind].tolist())
                    for side in self.from_all_sides(state)
                    for before in turns
                    for behind in turns
                )
            )
        assert len(classes) == 21

    def test_the_57_orientations_are_all_there_are(self) -> None:
        cases = self.cases("OLL ")
        assert list(cases) == [f"OLL {number}" for number in range(1, 58)]
        classes = {
            min(tuple((solved(3)[side][TOP] == 0).tolist()) for side in self.from_all_sides(state))
            for state in cases.values()
        }
        # 216 orientations make 58 cases; in one of them all pieces are oriented.
        assert len(classes) == 57
        assert tuple((TOP < 9).tolist()) not in classes
