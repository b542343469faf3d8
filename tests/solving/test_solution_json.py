"""Solutions as JSON: there and back, and what is refused."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from cube_maps import of_cube
from cubeproof import (
    Cube,
    Limit,
    Options,
    Problem,
    ProblemSolution,
    Solution,
    Stop,
    UsageError,
    cube_problem,
    solve,
)
from cubeproof.sentences import Template
from cubeproof.solving.solution import Reached
from programs import run_python
from puzzle_json import PUZZLE

SWAP = Problem.from_dict(PUZZLE)
STAGE = Template("test.stage", "{count} centres of {face}")


def stopped() -> Solution:
    problem = cube_problem(Cube(4).apply("R Uw F"))
    achieved = STAGE(count=4, face=Template("test.face", "face {letter}")(letter="U"))
    reached = Reached(("R", "U2"), 1, 9, achieved)
    return Solution(problem, None, 3, "stages", 1.5, (), Stop.TIMEOUT, "lingeling", reached=reached)


SOLUTIONS: dict[str, Callable[[], ProblemSolution]] = {
    "2x2x2": lambda: solve(Cube(2).apply("R U F")),
    "all answers": lambda: solve(Cube(2).apply("R2 U2 R2"), options=Options(every=True)),
    "solved": lambda: solve(Cube(3)),
    "named goal and turns": lambda: solve(Cube(3).apply("R F"), goal="cross", moves="R,F", metric="qtm"),
    "slices": lambda: solve(Cube(3).apply("M U"), metric="stm", moves="M,U"),
    "unknown stickers": lambda: solve(Cube(2).apply("R"), goal=Cube.from_facelets("?" * 20 + "BBBB")),
    "no answer": lambda: solve(Cube(2).apply("R U F"), limit=Limit(length=1), engine="sat"),
    "puzzle": lambda: solve(SWAP),
    "stages": stopped,
}


@pytest.mark.parametrize("kind", SOLUTIONS)
def test_solution_is_equal_after_json(kind: str) -> None:
    solution = SOLUTIONS[kind]()
    copy = ProblemSolution.from_json(solution.to_json())
    assert type(copy) is type(solution)
    assert copy == solution
    assert hash(copy) == hash(solution)
    assert copy.to_dict() == solution.to_dict()
    assert copy.claim == solution.claim or solution.statistics is not None
    if solution.reached is not None and copy.reached is not None:
        assert copy.reached.achieved.values == solution.reached.achieved.values
        assert copy.reached.sentence == solution.reached.sentence


def test_solution_json_is_read_in_another_process() -> None:
    solution = of_cube(solve(Cube(2).apply("R U F")))
    program = "import sys; from cubeproof import Solution; print(Solution.from_json(sys.stdin.read()).alg)"
    done = run_python(program, input=solution.to_json())
    assert done.stdout.strip() == str(solution.alg)


@cache
def unchanged() -> str:
    return solve(Cube(2).apply("R U F")).to_json()


def changed(**entries: Any) -> str:
    return json.dumps(json.loads(unchanged()) | entries)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[", "not a JSON object"),
        ("[" * 100_000, "not a JSON object"),
        ("3", "not a JSON object"),
        ("{}", "has no entry 'engine'"),
        (changed(schema=2), "has the schema 2"),
        (changed(colour="red"), "unknown entry 'colour'"),
        (changed(words=[[0]]), "does not solve"),
        (changed(words=[[99]]), "does not solve"),
        (changed(words=[["R"]]), "does not solve"),
        (changed(lower_bound=4), "contradicts the lower bound 4"),
        (changed(stop="never"), "never"),
    ],
    ids=[
        *["text", "depth", "number", "empty", "schema", "entry", "word", "number of turn", "name", "bound"],
        *["stop"],
    ],
)
def test_solution_json_that_is_wrong_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        Solution.from_json(text)


@pytest.mark.parametrize(
    ("entry", "value"),
    [("words", 3), ("words", [3]), ("lower_bound", "3"), ("engine", None), ("seconds", "1"), ("reached", 1)],
    ids=["words", "word", "bound", "engine", "seconds", "reached"],
)
def test_solution_json_with_an_entry_of_another_type_is_refused(entry: str, value: object) -> None:
    with pytest.raises(TypeError):
        Solution.from_json(changed(**{entry: value}))


@pytest.mark.parametrize(
    "entries",
    [
        {"words": [[False]]},
        {"words": [[1.0]]},
        {"words": [[True, False]]},
        {"words": [[False] * 9]},
        {"words": [[-1]]},
        {"words": [None]},
        {"words": None},
        {"lower_bound": True},
        {"lower_bound": -5},
        {"seconds": float("nan")},
        {"seconds": -1},
        {"reached": {"names": [5], "finished": 1, "stages": 2, "achieved": {"text": "x"}}},
        {"reached": {"names": ["nonsense"], "finished": 1, "stages": 2, "achieved": {"text": "x"}}},
        {"reached": {"names": ["R"], "finished": [1], "stages": 2, "achieved": {"text": "x"}}},
        {"reached": {"names": ["R"], "finished": 1, "stages": 2, "achieved": 5}},
        {"reached": {"names": ["R"], "finished": 1, "stages": 2, "achieved": {}}},
        {"reached": {"names": ["R"], "finished": 1, "stages": 2, "achieved": {"text": "x", "values": [1]}}},
        {"parts": 1},
        {"parts": [1]},
        {"parts": [{"name": {"text": "x"}, "turns": 99}]},
        {"parts": [{"name": {"text": "x"}, "turns": -1}, {"name": {"text": "y"}, "turns": 3}]},
        {"parts": [{"name": 5, "turns": 2}]},
    ],
    ids=str,
)
def test_hostile_solution_json_is_refused_in_a_sentence(entries: dict[str, Any]) -> None:
    with pytest.raises((UsageError, TypeError), match=r"[a-z]"):
        Solution.from_json(changed(**entries))


def test_json_cannot_claim_that_a_scrambled_cube_is_solved() -> None:
    data = json.loads(solve(Cube(2).apply("R2"), moves="R2", engine="sat").to_json())
    with pytest.raises(UsageError, match="does not solve"):
        ProblemSolution.from_json(json.dumps(data | {"words": [[False]], "lower_bound": 0}))
