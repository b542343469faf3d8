"""Answers of a list while it is searched: `Answered`, `Search.answers`, and `--all`."""

import json
from functools import partial

import pytest

from cubeproof import (
    Answered,
    Attempt,
    Control,
    Cube,
    Event,
    InternalError,
    Options,
    Problem,
    ProblemSolution,
    Search,
    solve,
)
from cubeproof.cli import main
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Outcome
from cubeproof.methods.words import bidirectional
from cubeproof.methods.words.bidirectional import WordLimits
from cubeproof.problem import cube_problem

SWAP = {"name": "s", "permutation": [1, 0, 2]}
TURN = {"name": "t", "permutation": [1, 2, 0], "cost": 2}
BACK = {"name": "b", "permutation": [2, 0, 1]}
PUZZLE = Problem.from_dict({"start": [2, 1, 0], "goals": [[0, 1, 2]], "generators": [SWAP, TURN, BACK]})

UNKNOWN = "?" * 4 + Cube(2).apply("R U").facelets[4:]
LISTS = [
    pytest.param(cube_problem(Cube(2).apply("R U2 F R")), "table", 2, id="2x2x2"),
    pytest.param(
        cube_problem(Cube.from_facelets("?" * 4 + Cube(2).apply("R U").facelets[4:])), "auto", 2, id="unknown"
    ),
    pytest.param(cube_problem(Cube(3).apply("R2 L2 U2 D2")), "search", 1, id="3x3x3"),
    pytest.param(cube_problem(Cube(3).apply("R U F D"), goal="cross"), "search", 0, id="cross"),
    pytest.param(cube_problem(Cube(3).apply("R U F"), moves="R,U,F"), "auto", 1, id="three turns"),
    pytest.param(cube_problem(Cube(3).apply("R U F")), "sat", 0, id="sat"),
    pytest.param(PUZZLE, "sat", 2, id="puzzle"),
    pytest.param(PUZZLE, "auto", 2, id="puzzle by auto"),
]


def told(problem: Problem, engine: str, extra: int) -> tuple[list[Answered], ProblemSolution]:
    events: list[Event] = []
    options = Options(every=True, extra=extra)
    solution = solve(problem, engine=engine, options=options, progress=events.append)
    return [event for event in events if isinstance(event, Answered)], solution


@pytest.mark.parametrize(("problem", "engine", "extra"), LISTS)
def test_answers_while_searching_are_the_list_at_the_end(problem: Problem, engine: str, extra: int) -> None:
    answers, solution = told(problem, engine, extra)
    assert tuple(answer.word for answer in answers) == solution.words
    assert [answer.turns for answer in answers] == solution.all_written
    costs = [problem.cost(answer.word) for answer in answers]
    assert costs == [answer.length for answer in answers]
    order = [(cost, answer.word) for cost, answer in zip(costs, answers, strict=True)]
    assert order == sorted(set(order))
    assert solution.lower_bound == costs[0]


def test_search_yields_answers_before_its_end() -> None:
    with Search(Cube(2).apply("R U2 F R U"), options=Options(every=True, extra=2)) as search:
        first = next(iter(search.answers))
    assert Cube(2).apply(f"R U2 F R U {first}").is_solved


def test_stopped_list_keeps_the_answers_so_far() -> None:
    control = Control(progress=lambda event: control.stop() if isinstance(event, Answered) else None)
    solution = solve(Cube(2).apply("R U R2 F2 U2 F"), options=Options(every=True, extra=4), control=control)
    assert solution.stop is Stop.INTERRUPTED
    assert len(solution.words) >= 1


class Liar:
    """An engine that reports an answer that is none."""

    name = "liar"
    every = True

    def read(self, problem: Problem) -> Attempt:
        def run(_: object, control: Control) -> Outcome:
            control.answered([(0,)])
            return Outcome(((0,),), 1)

        return Attempt(self.name, run)


def test_answer_of_a_list_is_replayed_before_anyone_sees_it() -> None:
    events: list[Event] = []
    with pytest.raises(InternalError):
        solve(Cube(3).apply("R U F"), engine=Liar(), progress=events.append)
    assert not [event for event in events if isinstance(event, Answered)]


def test_json_lines_print_one_answer_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "R U R'", "--size", "2", "--all", "--extra", "2", "--json-lines"]) == 0
    *answers, result = map(json.loads, capsys.readouterr().out.splitlines())
    assert main(["solve", "R U R'", "--size", "2", "--all", "--extra", "2", "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert [answer["solution"] for answer in answers] == whole.pop("solutions")
    assert {"solution", "length"} == set(answers[0])
    assert result | {"seconds": 0} == whole | {"seconds": 0}
    assert main(["solve", "--file", "-", "--json-lines"]) == 2


def alike(cost: int) -> Problem:
    """Two equal stickers that a turn exchanges."""
    swap = {"name": "s", "permutation": [1, 0], "cost": cost}
    return Problem.from_dict({"start": [0, 0], "goals": [[0, 0]], "generators": [swap]})


AROUND = [
    pytest.param(cube_problem(Cube(3), goal="cross"), 1, {"", "U", "U2", "U'"}, id="cross"),
    pytest.param(cube_problem(Cube(2).apply("y")), 2, {""}, id="2x2x2"),
    # R2 U2 has order 6.
    pytest.param(
        cube_problem(Cube(3), moves="R2,U2"), 12, {"", "R2 U2 " * 6, "U2 R2 " * 6}, id="two half turns"
    ),
    pytest.param(alike(cost=1), 1, {"", "s"}, id="alike"),
    pytest.param(alike(cost=3), 2, {""}, id="dear"),
]


@pytest.mark.parametrize("engine", ["auto", "sat"])
@pytest.mark.parametrize(("problem", "extra", "expected"), AROUND)
def test_list_from_a_start_that_is_a_goal_is_complete(
    problem: Problem, extra: int, expected: set[str], engine: str
) -> None:
    answers, solution = told(problem, engine, extra)
    assert {answer.turns for answer in answers} == {turns.strip() for turns in expected}
    assert answers[0].turns == ""
    assert (solution.lower_bound, solution.stop) == (0, None)


def test_list_that_is_too_long_from_a_goal_says_that_it_is_incomplete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bidirectional, "WordLimits", partial(WordLimits, words=10_000))
    _, solution = told(cube_problem(Cube(3)), "auto", 13)
    assert solution.stop is Stop.GAVE_UP
