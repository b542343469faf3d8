"""Words of face turns rewritten with other turns: the same cube, no dearer than any other rewriting."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from cube_maps import map_of
from cubeproof import Cube, Options, solve
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Improved
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds
from cubeproof.engines.search import run
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.methods.words.face_words import FaceWords
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.cubies import FACE_TURNS, face_turns
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.registry import engine
from engine_runs import run_engine

SETS: dict[str, dict[str, Any]] = {
    "htm": {"metric": "htm"},
    "qtm": {"metric": "qtm"},
    "stm": {"metric": "stm"},
    "wide turns": {"moves": "Rw,Lw,Uw,Dw,Fw,Bw"},
    "faces and a slice": {"moves": "R,L,U,D,F,B,M"},
    "quarter turns and slices": {"moves": "R,L,U,D,F,B,M,E,S", "metric": "qtm"},
}


def words_of(problem: Problem) -> FaceWords:
    return FaceWords.of(map_of(problem), problem.costs)


@pytest.mark.parametrize("kind", SETS)
def test_face_words_make_the_same_cube(kind: str) -> None:
    problem = cube_problem(Cube(3).apply("R"), **SETS[kind])
    words, random = words_of(problem), Random(kind)
    assert words.complete
    for _ in range(30):
        turns = tuple(random.choices(range(18), k=random.randint(0, 12)))
        word = words.word(turns)
        assert word is not None
        result = wanted = np.arange(54)
        for number in word:
            result = result[problem.permutations[number]]
        for turn in turns:
            wanted = wanted[face_turns()[turn]]
        assert (result == wanted).all()
        assert problem.cost(word) >= words.bound(len(turns)) or len(turns) > 1


def test_face_words_are_as_cheap_as_any_that_make_them_turn_by_turn() -> None:
    # Each turn by itself, two opposite ones as a slice: by hand, every way to pair up neighbours.
    problem = cube_problem(Cube(3).apply("R"), metric="stm")
    words = words_of(problem)
    for turns in product((0, 10, 11, 3, 12, 14), repeat=4):
        word = words.word(turns)
        assert word is not None
        assert problem.cost(word) == slices_counted(turns)


def slices_counted(turns: tuple[int, ...]) -> int:
    """Return the fewest turns in stm: two neighbours that turn opposite faces in opposite directions are one slice."""
    if not turns:
        return 0
    best = 1 + slices_counted(turns[1:])
    if len(turns) > 1:
        first, second = FACE_TURNS[turns[0]], FACE_TURNS[turns[1]]
        opposite = "URFDLB".index(first.family) % 3 == "URFDLB".index(second.family) % 3
        if opposite and first.family != second.family and (first.amount + second.amount) % 4 == 0:
            best = min(best, 1 + slices_counted(turns[2:]))
    return best


@pytest.mark.parametrize(("kind", "parts"), [("htm", 1), ("qtm", 1), ("stm", 2), ("wide turns", 1)])
def test_face_words_know_the_least_cost_of_a_face_turn(kind: str, parts: int) -> None:
    problem = cube_problem(Cube(3).apply("R"), **SETS[kind])
    assert words_of(problem).ratio == Fraction(1, parts)


def test_word_without_the_turns_does_not_exist() -> None:
    problem = cube_problem(Cube(3).apply("R"), moves="R,U")
    assert words_of(problem).word((6,)) is None
    assert not words_of(problem).complete


@pytest.mark.parametrize(("metric", "rotation"), [("htm", 5), ("qtm", 15), ("stm", 10)])
def test_a_goal_held_in_another_way_is_reached(metric: str, rotation: int) -> None:
    cube = random_cube(3, rotation)
    goal = Cube.from_colours(Cube(3).colours[geometry(3).rotations[rotation]])
    assert isinstance(face_problem(cube_problem(cube, goal, metric=metric)), FaceProblem)
    solution = solve(cube, goal=goal, metric=metric, quick=True, engine="search")
    assert solution.alg is not None
    assert cube.apply(solution.alg).facelets == goal.facelets


@pytest.mark.parametrize("kind", [kind for kind in SETS if kind != "htm"])
def test_every_cube_has_a_quick_answer_with_any_turns_that_make_face_turns(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "_IMPROVING_NODES", 10_000)
    for seed in range(3):
        solution = solve(random_cube(3, seed), quick=True, **SETS[kind])
        assert solution.engine == "search"
        assert solution.length is not None
        assert solution.lower_bound <= solution.length <= 32
        assert solution.stop in (Stop.QUICK, None)


def test_answers_improve_in_the_metric_that_was_asked_for() -> None:
    for metric, most in (("qtm", 26.5), ("stm", 18.5)):
        reported: list[list[int]] = []
        for seed in range(4):
            events: list[Event] = []
            solve(random_cube(3, seed), metric=metric, quick=True, progress=events.append)
            reported.append([event.length for event in events if isinstance(event, Improved)])
            assert reported[-1] == sorted(set(reported[-1]), reverse=True)
        assert (
            np.mean([lengths[-1] for lengths in reported])
            < most
            < np.mean([lengths[0] for lengths in reported])
        )


def test_few_turns_of_slices_are_searched_to_the_end_before_sat_is_asked() -> None:
    solution = solve(Cube(3).apply("M U S' R2 E R U"), metric="stm")
    assert (solution.length, solution.optimal, solution.engine) == (7, True, "search")


def test_all_answers_in_slice_turns_are_those_of_sat() -> None:
    solution = solve(Cube(3).apply("M U S'"), metric="stm", options=Options(every=True))
    assert (solution.length, solution.engine) == (3, "sat")


def test_bound_of_a_goal_is_not_claimed_for_two() -> None:
    """The nearer goal counts, although the other one comes first."""
    turns = tuple(
        Generator(str(move), permutation, 1)
        for move, permutation in zip(FACE_TURNS, face_turns(), strict=True)
    )
    far, near = Cube(3).colours, Cube(3).apply("R U F L D B2 R2 U2 F'").colours
    problem = Problem(Cube(3).apply("R U F L D B2 R2 U2 F' L").colours, (far, near), turns)
    problem = problem.with_cube_map(cube_problem(Cube(3)).cube_map)
    reading = face_problem(problem)
    assert isinstance(reading, FaceProblem)
    assert reading.words.bound(20) == 0
    outcome = run_engine(engine("search", Options(quick=True)), problem, Bounds(lower=1), Control())
    assert outcome.lower_bound == 1
