"""The random strategy is honest: its answers are valid, it claims no proof, and it gives up."""

import inspect

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Walked, sentence
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.engines.walk import WalkEngine
from cubeproof.engines.walk import engine as engine_module
from cubeproof.engines.walk.facts import WalkStatistics
from cubeproof.errors import UsageError
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from engine_runs import run_engine


def counted(outcome: Outcome) -> WalkStatistics:
    assert isinstance(outcome.statistics, WalkStatistics)
    return outcome.statistics


def walked(problem: Problem, limit: Limit | None = None, **options: int) -> Outcome:
    return run_engine(WalkEngine(**options), problem, Bounds(), Control(limit or Limit()))  # type: ignore[arg-type]


@given(st.integers(0, 10_000), st.booleans())
def test_walk_gives_an_answer_without_detours(seed: int, memory: bool) -> None:
    cube = Cube(2).apply("R2 D2")
    problem = cube_problem(cube, moves="R2,D2,B2")
    outcome = walked(problem, seed=seed, memory=memory)
    (word,) = outcome.words
    assert problem.is_solved_by(word)
    assert cube.apply(Alg(" ".join(problem.write(word)))).is_solved
    met = [problem.after(word[:step]).tobytes() for step in range(len(word) + 1)]
    assert len(set(met)) == len(met) <= 24
    assert outcome.lower_bound == 1
    assert outcome.stop is None


def test_walk_repeats_for_a_seed() -> None:
    problem = cube_problem(Cube(2).apply("R"))
    assert walked(problem, seed=3) == walked(problem, seed=3)
    assert len({walked(problem, seed=seed, turns=3000).words for seed in range(9)}) > 1


def test_walk_works_with_turns_that_change_the_hold() -> None:
    cube = Cube(3).apply("M2 E2")
    problem = cube_problem(cube, moves="M2,E2,S2", metric="stm")
    (word,) = walked(problem, seed=1).words
    assert cube.apply(Alg(" ".join(problem.write(word)))).is_solved


def test_walk_gives_up_after_its_turns_with_counts() -> None:
    outcome = walked(cube_problem(random_cube(3, 1)), seed=1, turns=700)
    assert (outcome.words, outcome.lower_bound, outcome.stop) == ((), 1, Stop.GAVE_UP)
    statistics = counted(outcome)
    assert statistics.turns == 700
    assert statistics.configurations + statistics.met_again == 701


def test_walk_uses_its_time_limit_or_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = cube_problem(Cube(2).apply("R U"), moves="R,U")
    monkeypatch.setattr("cubeproof.engines.walk.engine._PATIENCE", 1000)
    impatient = walked(problem, seed=1)
    assert (impatient.words, counted(impatient).turns, impatient.stop) == ((), 1000, Stop.GAVE_UP)
    patient = walked(problem, Limit(seconds=500), seed=1)
    assert problem.is_solved_by(patient.words[0])
    assert counted(patient).turns > 1000
    # If a number of turns is given, the walk makes this number of turns.
    assert counted(walked(problem, Limit(seconds=500), seed=1, turns=700)).turns == 700


def test_walk_reaches_a_goal_with_unknown_stickers_from_a_known_start() -> None:
    start, goal = np.array([1, 0, 2], dtype=np.int8), np.array([0, 1, -1], dtype=np.int8)
    swap = Generator("s", np.array([1, 0, 2], dtype=np.int16))
    assert walked(Problem(start, (goal,), (swap,)), seed=1, turns=10).words == ((0,),)


def test_documented_maximum_of_turns_is_the_default() -> None:
    source = inspect.getsource(engine_module)
    assert f"The maximum number of turns; None for {engine_module._PATIENCE:,}," in source


def test_walk_may_arrive_with_the_last_turn() -> None:
    problem = cube_problem(Cube(2).apply("R U"), moves="R,U")
    arrived = walked(problem, seed=1, turns=10**6)
    result = counted(arrived).turns
    assert walked(problem, seed=1, turns=result) == arrived
    assert arrived.stop is None


def test_walk_gives_up_when_its_memory_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubeproof.engines.walk.engine._MEMORY_BYTES", 200_000)
    problem = cube_problem(random_cube(3, 1))
    events: list[Event] = []
    outcome = run_engine(WalkEngine(seed=1), problem, Bounds(), Control(Limit(seconds=500), events.append))
    assert (outcome.words, outcome.stop) == ((), Stop.GAVE_UP)
    room = counted(outcome).configurations
    assert 1000 < room < 2000
    assert f"has visited {room:,} configurations and cannot store more" in sentence(events[-1])


def test_memory_meets_fewer_configurations_again() -> None:
    problem = cube_problem(random_cube(2, 8), moves="R,U")
    counts = [
        counted(walked(problem, seed=1, turns=3000, memory=memory)).met_again for memory in (False, True)
    ]
    assert counts[0] > counts[1]


def test_walk_continues_among_known_states() -> None:
    problem = cube_problem(Cube(2).apply("R"), Cube(2).apply("B"), moves="R")
    outcome = walked(problem, memory=True, seed=1, turns=100)
    assert outcome.statistics == WalkStatistics(turns=100, configurations=4, met_again=97)


def test_walk_reports_progress() -> None:
    seen: list[Event] = []
    run_engine(
        WalkEngine(seed=1, turns=10_000),
        cube_problem(random_cube(3, 1)),
        Bounds(),
        Control(progress=seen.append),
    )
    walks = [event for event in seen if isinstance(event, Walked)]
    assert [event.turns for event in walks][:2] == [5000, 10_000]
    assert walks[0].met_again <= walks[1].met_again


def test_walk_stops_at_the_time_limit() -> None:
    outcome = walked(cube_problem(random_cube(3, 1)), Limit(seconds=1e-9), seed=1)
    assert (outcome.words, outcome.stop) == ((), Stop.TIMEOUT)


def test_walk_keeps_its_result_after_a_stop() -> None:
    def stop(event: Event) -> None:
        if isinstance(event, Walked) and event.turns == 5000:
            control.stop()

    control = Control(progress=stop)
    outcome = run_engine(WalkEngine(seed=1), cube_problem(random_cube(3, 1)), Bounds(), control)
    assert (outcome.words, outcome.stop) == ((), Stop.INTERRUPTED)


def test_walk_of_too_many_turns_proves_nothing() -> None:
    # One turn is sufficient; a walk that has not tried everything must not report that one turn is too few.
    problem = cube_problem(Cube(2).apply("R2"), moves="R2,U2,F2")
    for seed in range(20):
        long = walked(problem, seed=seed, turns=100_000)
        if long.words and problem.cost(long.words[0]) > 1:
            outcome = walked(problem, Limit(length=1), seed=seed, turns=100_000)
            assert (outcome.words, outcome.lower_bound, outcome.stop) == ((), 1, Stop.GAVE_UP)
            return
    pytest.fail("no seed takes a detour")


def test_walk_keeps_known_bounds() -> None:
    problem = cube_problem(random_cube(2, 1))
    assert run_engine(WalkEngine(seed=1, turns=10), problem, Bounds(lower=5), Control()).lower_bound == 5


def test_walk_refuses_less_than_one_turn() -> None:
    with pytest.raises(UsageError, match="1 turn or more, not 0"):
        WalkEngine(turns=0)


def test_walk_reports_every_turn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(Control, "wait", lambda _, seconds: waited.append(seconds))
    problem = cube_problem(random_cube(3, 1))
    seen: list[Event] = []
    run_engine(WalkEngine(seed=1, turns=12_000), problem, Bounds(), Control(progress=seen.append))
    walks = [event for event in seen if isinstance(event, Walked)]
    assert [len(event.word) for event in walks] == [5000, 5000, 2000]
    # The same walk at a pace, which reports each turn: time changes only the events.
    events: list[Event] = []
    run_engine(WalkEngine(seed=1, turns=5, pace=25.0), problem, Bounds(), Control(progress=events.append))
    slow = [event.word for event in events if isinstance(event, Walked)]
    assert slow == [*((index,) for index in walks[0].word[:5]), ()]
    # Each turn has 40 milliseconds, minus the time of the turns before it.
    assert len(waited) == 5
    assert all(0 <= seconds <= 0.04 * turn for turn, seconds in enumerate(waited, 1))


def test_a_pace_does_not_outlast_the_time() -> None:
    outcome = run_engine(
        WalkEngine(seed=1, pace=1e-6), cube_problem(random_cube(3, 1)), Bounds(), Control(Limit(seconds=0.01))
    )
    assert (outcome.stop, counted(outcome).turns) == (Stop.TIMEOUT, 1)


@pytest.mark.parametrize("pace", [0.0, -1.0, float("nan"), float("inf")])
def test_a_pace_that_makes_no_sense_is_refused(pace: float) -> None:
    with pytest.raises(UsageError, match="above 0"):
        WalkEngine(pace=pace)
