"""Counting layers agrees with what has been published, with the table, and with trying everything."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubeproof.errors import UsageError
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.tables import explore as breadth
from cubeproof.tables.explore import layers
from ground_truth import LAYERS_2_HTM, LAYERS_3_HTM, LAYERS_3_QTM


def first(problem: Problem, depth: int) -> list[int]:
    exploration = layers(problem)
    return [next(exploration) for _ in range(depth + 1)]


class TestGroundTruth:
    @pytest.mark.parametrize(
        ("metric", "depth", "published"),
        [
            ("htm", 5, LAYERS_3_HTM),
            ("qtm", 6, LAYERS_3_QTM),
            ("stm", 4, [1, 27, 501, 9175, 164900]),  # cube20.org/stm
        ],
    )
    def test_3x3x3_has_the_published_layers(self, metric: str, depth: int, published: list[int]) -> None:
        assert first(cube_problem(Cube(3), metric=metric), depth) == published[: depth + 1]

    def test_thousands_of_states_are_told_apart(self) -> None:
        assert first(cube_problem(Cube(2)), 5) == LAYERS_2_HTM[:6]

    def test_half_turns_only_make_663552_states_within_15(self) -> None:
        counts = list(layers(cube_problem(Cube(3), moves="U2,R2,F2,D2,L2,B2")))
        assert (sum(counts), len(counts) - 1) == (663_552, 15)

    @pytest.mark.parametrize(
        ("size", "moves", "states"), [(3, "R", 4), (3, "R2,U2", 12), (2, "R2,U2,F2", 24), (2, "R,U", 29_160)]
    )
    def test_groups_have_their_known_orders(self, size: int, moves: str, states: int) -> None:
        assert sum(layers(cube_problem(Cube(size), moves=moves))) == states


class TestAnyProblem:
    @settings(max_examples=30)
    @given(
        st.sampled_from([2, 3, 4]),
        st.lists(st.sampled_from(["R", "U2", "F", "L2", "D", "B2"]), min_size=1, max_size=3, unique=True),
        st.sampled_from(["htm", "qtm"]),
        st.booleans(),
    )
    def test_layers_are_as_large_as_when_everything_is_tried(
        self, size: int, moves: list[str], metric: str, patterned: bool
    ) -> None:
        start = Cube(size)
        if patterned:
            # A cube of two colours: many turns lead to the same picture.
            start = Cube.from_colours(start.colours % 2)
        problem = cube_problem(start, start, moves=moves, metric=metric, up_to_rotation=False, diagnose=False)
        depth = 4
        results = {problem.start.tobytes()}
        tried = [[problem.start]]
        for cost in range(1, depth + 1):
            fresh = []
            for generator in problem.generators:
                for state in tried[cost - generator.cost] if generator.cost <= cost else []:
                    after = state[generator.permutation]
                    if after.tobytes() not in results:
                        results.add(after.tobytes())
                        fresh.append(after)
            tried.append(fresh)
        counts = list(islice(layers(problem), depth + 1))
        expected = [len(layer) for layer in tried]
        assert counts + [0] * (depth + 1 - len(counts)) == expected

    def test_irreversible_turns_are_explored(self) -> None:
        cycle = Generator("c", np.array([1, 2, 3, 4, 0], np.int16))
        beads = np.arange(5, dtype=np.int8)
        assert list(islice(layers(Problem(beads, (beads,), (cycle,))), 10)) == [1, 1, 1, 1, 1]

    def test_turns_that_cost_two_give_no_odd_layers(self) -> None:
        assert list(layers(cube_problem(Cube(3), moves="R2,U2", metric="qtm"))) == [
            1, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 1,
        ]  # fmt: skip

    def test_start_that_no_turn_changes_is_the_only_state(self) -> None:
        blank = Cube.from_facelets("U" * 54)
        assert list(layers(cube_problem(blank, blank, diagnose=False))) == [1]

    @pytest.mark.parametrize("most", [3240, 43_238])
    def test_state_met_twice_in_a_layer_counts_once(self, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(breadth, "MOST_STATES", most)
        monkeypatch.setattr(breadth, "_CHUNK", 100)
        counts = layers(cube_problem(Cube(3)))
        assert [next(counts) for _ in range(4)] == LAYERS_3_HTM[:4]
        with pytest.raises(UsageError, match=f"layer at 4 has more than {most:,} states"):
            next(counts)
