"""A problem is stickers, turns, a start and goals; what no canonical word can say is said by a cheaper one."""

import tracemalloc
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.problem import problem as problem_module
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
    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"generators": ()}, "no allowed turn"),
            ({"goals": ()}, "no goal"),
            ({"goals": (np.zeros(4, np.int8),)}, "same number of stickers"),
            ({"generators": (Generator("s", np.array([1, 0], np.int16)),)}, "same number of stickers"),
        ],
        ids=["no turn", "no goal", "a goal of 4 stickers", "a turn of 2 stickers"],
    )
    def test_what_makes_no_sense_is_refused(self, changes: dict[str, object], reason: str) -> None:
        with pytest.raises(UsageError, match=reason):
            problem(**changes)

    def test_places_have_numbers_where_nobody_named_them(self) -> None:
        assert problem().places == ("0", "1", "2")
        assert problem(places=("a", "b", "c")).places == ("a", "b", "c")

    def test_unknown_stickers_fit_anything(self) -> None:
        known = problem()
        assert known.fits(np.array([0, 1, 2], np.int8))
        assert known.fits(np.array([-1, 1, -1], np.int8))
        assert not known.fits(np.array([-1, 0, -1], np.int8))
        assert problem(goals=(np.array([-1, -1, 2], np.int8),)).fits(known.start)

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

    def test_an_empty_word_costs_nothing_and_changes_nothing(self) -> None:
        given_problem = cube_problem(Cube(3).apply("R"))
        assert given_problem.cost([]) == 0
        assert given_problem.write([]) == ()
        assert (given_problem.after([]) == given_problem.start).all()


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
                made = permutation[generator.permutation]
                now = cost + generator.cost
                cheapest[made.tobytes()] = min(now, cheapest.get(made.tobytes(), now))
                longer.append(((*word, index), made, now))
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
    def test_it_leaves_out_no_permutation_and_makes_none_dearer(
        self, size: int, moves: str | None, metric: str, most: int
    ) -> None:
        given_problem = cube_problem(Cube(size), moves=moves, metric=metric)
        ordered = reached(given_problem, most, canonical=True)
        assert ordered == reached(given_problem, most, canonical=False)

    def test_it_never_turns_a_face_twice_and_has_one_order_for_opposite_faces(self) -> None:
        given_problem = cube_problem(Cube(3))
        for one, other in product(range(18), repeat=2):
            first, second = (given_problem.generators[index].name[0] for index in (one, other))
            if first == second:
                assert not given_problem.successors[one, other]
            elif {first, second} in ({"R", "L"}, {"U", "D"}, {"F", "B"}):
                assert given_problem.successors[one, other] != given_problem.successors[other, one]
            else:
                assert given_problem.successors[one, other]

    def test_in_quarter_turns_a_half_turn_is_written_in_one_way(self) -> None:
        given_problem = cube_problem(Cube(2), metric="qtm")
        names = [generator.name for generator in given_problem.generators]
        allowed = {
            (names[one], names[other]) for one, other in np.argwhere(given_problem.successors).tolist()
        }
        for face in "RDB":
            assert [pair for pair in allowed if {pair[0][0], pair[1][0]} == {face}] == [(face, face)]


def test_the_order_does_not_hang_on_the_marks_by_which_products_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where different products get the same mark, others are drawn."""
    right = cube_problem(Cube(3)).successors
    drawn = problem_module._marks
    monkeypatch.setattr(
        problem_module,
        "_marks",
        lambda gathers, attempt: drawn(gathers, attempt) if attempt else np.zeros((2, len(gathers) ** 2)),
    )
    assert (cube_problem(Cube(3)).successors == right).all()


def test_the_order_of_many_turns_takes_little_memory() -> None:
    problem = cube_problem(Cube(16))
    tracemalloc.start()
    try:
        assert problem.successors.shape == (135, 135)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # The products themselves would be 56 MB.
    assert most < 40_000_000
