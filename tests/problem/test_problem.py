"""A problem is stickers, turns, a start and goals; what no canonical word can say is said by a cheaper one."""

import copy
import json
import pickle
import tracemalloc
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.problem import Generator, Problem, canonical_order, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube


def problem(**changes: object) -> Problem:
    parts: dict[str, object] = {
        "start": np.array([1, 0, 2], np.int8),
        "goals": (np.array([0, 1, 2], np.int8),),
        "generators": (Generator("s", np.array([1, 0, 2], np.int16)),),
    }
    return Problem(**(parts | changes))  # type: ignore[arg-type]


class TestProblem:
    @pytest.mark.parametrize("cost", [0, -1, 1_000_001])
    def test_cost_out_of_range_is_refused(self, cost: int) -> None:
        with pytest.raises(UsageError, match="must cost 1 or more"):
            Generator("s", np.array([1, 0, 2], np.int16), cost=cost)

    @pytest.mark.parametrize("frame", [-1, 1])
    def test_frame_that_does_not_exist_is_refused(self, frame: int) -> None:
        turn = Generator("s", np.array([1, 0, 2], np.int16), frames=(("s", frame),))
        with pytest.raises(UsageError, match="frame"):
            problem(generators=(turn,))

    def test_unnamed_stickers_have_numbers(self) -> None:
        assert problem().places == ("0", "1", "2")
        assert problem(places=("a", "b", "c")).places == ("a", "b", "c")

    def test_unknown_stickers_fit_anything(self) -> None:
        reference = problem()
        assert reference.fits(np.array([0, 1, 2], np.int8))
        assert reference.fits(np.array([-1, 1, -1], np.int8))
        assert not reference.fits(np.array([-1, 0, -1], np.int8))
        assert problem(goals=(np.array([-1, -1, 2], np.int8),)).fits(reference.start)

    @given(st.lists(st.integers(0, 8), max_size=12))
    def test_a_word_does_what_its_turns_do(self, word: list[int]) -> None:
        cube = Cube(2).apply("R U2 F'")
        given_problem = cube_problem(cube)
        written = Alg(" ".join(given_problem.write(word)))
        turned = cube.apply(written)
        assert (given_problem.after(word) == turned.colours).all()
        assert given_problem.is_solved_by(word) == any(
            given_problem.fits(held.colours) for held in turned.rotations()
        )
        assert given_problem.cost(word) == len(word) == len(written)


def reached(given_problem: Problem, most: int, *, canonical: bool) -> dict[bytes, int]:
    """The least cost of each permutation that words (all, or canonical ones only) make at a cost of at most `most`."""
    still = np.arange(given_problem.permutations.shape[1], dtype=np.int16)
    cheapest = {still.tobytes(): 0}
    words: list[tuple[tuple[int, ...], NDArray[np.int16], int]] = [((), still, 0)]
    while words:
        longer = []
        for word, permutation, cost in words:
            for index, generator in enumerate(given_problem.generators):
                if cost + generator.cost > most:
                    continue
                if canonical and word and not given_problem.successors[word[-1], index]:
                    continue
                result = permutation[generator.permutation]
                now = cost + generator.cost
                cheapest[result.tobytes()] = min(now, cheapest.get(result.tobytes(), now))
                longer.append(((*word, index), result, now))
        words = longer
    return cheapest


class TestCanonicalOrder:
    @pytest.mark.parametrize(
        ("size", "moves", "metric", "most"),
        [
            (2, None, "htm", 4),
            (2, None, "qtm", 5),
            (2, "R,D2", "qtm", 6),
            (3, "R,L,U", "htm", 4),
            (3, "R,L,M", "stm", 4),
            (3, "R,M,U2", "htm", 5),
            (3, "R,L", "qtm", 6),
            (4, "R,Rw,2R", "htm", 4),
        ],
    )
    def test_canonical_order_reaches_every_permutation_at_the_same_cost(
        self, size: int, moves: str | None, metric: str, most: int
    ) -> None:
        given_problem = cube_problem(Cube(size), moves=moves, metric=metric)
        ordered = reached(given_problem, most, canonical=True)
        assert ordered == reached(given_problem, most, canonical=False)

    def test_canonical_order_fixes_the_order_of_opposite_faces(self) -> None:
        given_problem = cube_problem(Cube(3))
        for earlier, later in product(range(18), repeat=2):
            first, second = (given_problem.generators[index].name[0] for index in (earlier, later))
            if first == second:
                assert not given_problem.successors[earlier, later]
            elif {first, second} in ({"R", "L"}, {"U", "D"}, {"F", "B"}):
                assert given_problem.successors[earlier, later] != given_problem.successors[later, earlier]
            else:
                assert given_problem.successors[earlier, later]

    def test_canonical_order_has_one_form_of_a_half_turn(self) -> None:
        given_problem = cube_problem(Cube(2), metric="qtm")
        names = [generator.name for generator in given_problem.generators]
        allowed = {
            (names[successor], names[second])
            for successor, second in np.argwhere(given_problem.successors).tolist()
        }
        for face in "RUF":
            assert [pair for pair in allowed if {pair[0][0], pair[1][0]} == {face}] == [(face, face)]


def test_canonical_order_survives_equal_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where different products get the same mark, others are drawn."""
    right = cube_problem(Cube(3)).successors
    drawn = canonical_order._marks
    monkeypatch.setattr(
        canonical_order,
        "_marks",
        lambda gathers, attempt: drawn(gathers, attempt) if attempt else np.zeros((2, len(gathers) ** 2)),
    )
    assert (cube_problem(Cube(3)).successors == right).all()


def test_canonical_order_of_many_turns_takes_little_memory() -> None:
    problem = cube_problem(Cube(16))
    tracemalloc.start()
    try:
        assert problem.successors.shape == (135, 135)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # The products themselves would be 56 MB.
    assert most < 40_000_000


def every_kind_of_problem() -> list[Problem]:
    """Problems of cubes with frames, several goals, unknown stickers and costs, and of another puzzle."""
    half_known = Cube.from_facelets("?" * 9 + Cube(3).apply("R U").facelets[9:])
    return [
        problem(),
        problem(goals=(np.array([0, 1, 2], np.int8), np.array([2, -1, 0], np.int8)), metric="swaps"),
        cube_problem(Cube(2).apply("R U2 F'")),
        cube_problem(Cube(3).apply("R M"), metric="stm"),
        cube_problem(Cube(3).apply("R M"), moves="R,M,U", metric="qtm"),
        cube_problem(half_known, half_known, up_to_rotation=False),
        cube_problem(Cube(4).apply("Rw U"), moves="Rw,U2"),
    ]


@pytest.mark.parametrize("number", range(7))
def test_a_problem_is_equal_to_its_copies_through_json_pickle_and_copy(number: int) -> None:
    original = every_kind_of_problem()[number]
    through_json = Problem.from_dict(json.loads(json.dumps(original.to_dict())))
    for again in (
        through_json,
        pickle.loads(pickle.dumps(original)),
        copy.copy(original),
        copy.deepcopy(original),
    ):
        assert again == original
        assert hash(again) == hash(original)
        assert again.write([0]) == original.write([0])
        arrays = [again.start, *again.goals, *(generator.permutation for generator in again.generators)]
        assert not any(array.flags.writeable for array in arrays)


def test_problems_differ_where_an_attribute_does() -> None:
    changes: list[dict[str, object]] = [
        {},
        {"start": np.array([0, 1, 2], np.int8)},
        {"goals": (np.array([2, 1, 0], np.int8),)},
        {"goals": (np.array([0, 1, 2], np.int8), np.array([0, 1, 2], np.int8))},
        {"generators": (Generator("t", np.array([1, 0, 2], np.int16)),)},
        {"generators": (Generator("s", np.array([0, 2, 1], np.int16)),)},
        {"generators": (Generator("s", np.array([1, 0, 2], np.int16), 2),)},
        {"generators": (Generator("s", np.array([1, 0, 2], np.int16), frames=(("s", 0),)),)},
        {"metric": "htm"},
        {"places": ("a", "b", "c")},
    ]
    assert len({problem(**change) for change in changes}) == len(changes)
    assert len({*every_kind_of_problem(), *every_kind_of_problem()}) == 7
    assert problem() != "a problem"


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        ({"start": None}, TypeError, "whole numbers"),
        ({"start": [1.5, 0, 2]}, UsageError, "1.5 at '/start/0', where a whole number"),
        ({"start": [False, 1, 2]}, UsageError, "false at '/start/0', where a whole number"),
        ({"goals": [[0, 1, 2], [0, 1, True]]}, UsageError, "true at '/goals/1/2'"),
        (
            {"generators": [{"name": "s", "permutation": [True, 0, 2]}]},
            UsageError,
            "true at '/generators/0/permutation/0'",
        ),
        (
            {"generators": [{"name": "s", "permutation": [1, 0, 2], "cost": True}]},
            UsageError,
            "true at '/generators/0/cost'",
        ),
        (
            {"generators": [{"name": "s", "permutation": [1, 0, 2], "frames": [["s", False]]}]},
            UsageError,
            "false at '/generators/0/frames/0/1'",
        ),
        ({"goals": 3}, TypeError, "a list of patterns"),
        ({"generators": [{"name": "s"}]}, UsageError, "no entry 'permutation'"),
        (
            {"generators": [{"name": "s", "permutation": [1, 0, 2], "price": 2}]},
            UsageError,
            "unknown entry 'price'",
        ),
        ({"generators": [3]}, TypeError, "a dictionary"),
        ({"generators": [{"name": "s", "permutation": [1, 0, 2], "frames": [3]}]}, TypeError, "pairs"),
        ({"size": 3}, UsageError, "unknown entry 'size'"),
    ],
    ids=[
        "no start",
        "fractions",
        "false",
        "true",
        "a flag",
        "a cost",
        "a frame",
        "no goals",
        "no permutation",
        "a price",
        "no turn",
        "no frame",
        "a size",
    ],
)
def test_from_dict_refuses_a_wrong_entry(
    change: dict[str, object], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        Problem.from_dict(problem().to_dict() | change)
