"""States with structure get a first answer as fast as random states: the search can start in every case."""

import pytest

from cubeproof.puzzle.cube import Cube
from cubeproof.solving.solve import solve
from second_opinion.oracle import Question
from structured import FACE_TURNS, KINDS, Structured, draw, last_layer, made_by, name_as_id, patterns

# No first answer is longer.
LONGEST = 22


def first_answer(state: Structured) -> int:
    """Return the length of the first answer, after a replay on the lattice of the second opinion."""
    solution = solve(Cube.from_facelets(state.facelets), quick=True)
    assert solution.alg is not None, f"{state}: no answer"
    question = Question(3, state.facelets)
    assert question.objection(str(solution.alg)) is None, f"{state}: {solution.alg}"
    length = question.cost(str(solution.alg))
    assert length == solution.length, f"{state}: {solution.alg}"
    assert solution.lower_bound <= length <= LONGEST, f"{state}: {solution.alg}"
    return length


@pytest.mark.parametrize("kind", KINDS, ids=name_as_id)
def test_first_answer_to_a_state_of_each_kind_is_right_and_short(kind: str) -> None:
    first_answer(draw(kind, 0))


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS, ids=name_as_id)
def test_first_answer_to_many_states_of_each_kind_is_right_and_short(kind: str) -> None:
    for number in range(1, 60):
        first_answer(draw(kind, number))


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: pattern.origin)
def test_first_answer_to_a_pattern_is_right_and_short(pattern: Structured) -> None:
    first_answer(pattern)


def published_length(pattern: Structured) -> int:
    return Question(3, pattern.facelets).cost(pattern.turns)


# The proof for the superflip takes too long: 12 minutes with the largest table (docs/h48.md).
@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(
            pattern, id=pattern.origin, marks=pytest.mark.soak if published_length(pattern) > 11 else ()
        )
        for pattern in patterns()
        if pattern.origin != "Superflip"
    ],
)
def test_shortest_answer_to_a_pattern_is_no_longer_than_its_published_algorithm(pattern: Structured) -> None:
    solution = solve(Cube.from_facelets(pattern.facelets), engine="search")
    assert solution.alg is not None
    question = Question(3, pattern.facelets)
    assert question.objection(str(solution.alg)) is None
    assert solution.optimal
    assert solution.length == question.cost(str(solution.alg)) <= published_length(pattern)


def with_turn(case: Structured, turn: str, *, before: bool) -> Structured:
    """Return a case of the last layer with a turn of a face before or after it."""
    name = f"{turn}, then {case.origin}" if before else f"{case.origin}, then {turn}"
    return made_by(case.kind, name, *((turn, case.turns) if before else (case.turns, turn)))


@pytest.mark.parametrize("case", last_layer(), ids=lambda case: name_as_id(case.origin))
def test_first_answer_to_a_case_with_a_turn_before_or_after_is_right_and_short(case: Structured) -> None:
    number = last_layer().index(case)
    first_answer(with_turn(case, FACE_TURNS[number % 18], before=number // 18 % 2 == 0))


@pytest.mark.soak
@pytest.mark.parametrize("case", last_layer(), ids=lambda case: name_as_id(case.origin))
def test_first_answer_to_a_case_with_any_turn_before_or_after_is_right_and_short(case: Structured) -> None:
    first_answer(case)
    for turn in FACE_TURNS:
        first_answer(with_turn(case, turn, before=True))
        first_answer(with_turn(case, turn, before=False))
