"""The state of a search is true of its outcome, and it is the one that every program sees."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_state import merge
from cube_maps import map_of, of_cube
from cubeproof import Cube, Options
from cubeproof.contract.control import Control
from cubeproof.contract.events import (
    BoundProved,
    DepthSearched,
    Event,
    HorizonClosed,
    HorizonOpened,
    Improved,
    LayerCounted,
    Note,
    PartProved,
    Preparing,
    StageClosed,
    Started,
    TableBuilding,
    Walked,
)
from cubeproof.contract.state import SearchState, changes, with_changes
from cubeproof.problem import cube_problem
from cubeproof.sentences import Sentence
from cubeproof.solving.search import Search
from cubeproof.solving.solve import solve
from cubeproof.solving.trail import Trail

LENGTHS, SECONDS = st.integers(0, 20), st.floats(0, 100)
EVENTS = st.one_of(
    st.builds(Started, st.sampled_from(["sat", "search"])),
    st.builds(LayerCounted, LENGTHS, LENGTHS),
    st.builds(HorizonOpened, LENGTHS, LENGTHS, LENGTHS),
    st.builds(HorizonClosed, LENGTHS, st.sampled_from([True, False, None]), SECONDS),
    st.builds(Improved, LENGTHS, LENGTHS, st.tuples(LENGTHS), st.sampled_from(["", "R"])),
    st.builds(BoundProved, LENGTHS, st.sampled_from(["", "kissat"])),
    st.builds(StageClosed, st.just(Sentence("a")), LENGTHS, st.booleans(), SECONDS, LENGTHS, LENGTHS),
    st.builds(Preparing, st.integers(1, 4), st.just(4)),
    st.builds(TableBuilding, st.just("table"), SECONDS),
    st.builds(DepthSearched, LENGTHS, SECONDS, LENGTHS, SECONDS),
    st.builds(Walked, LENGTHS, LENGTHS),
    st.builds(PartProved, LENGTHS, LENGTHS),
    st.builds(Note, st.just(Sentence("a"))),
)


@given(st.lists(EVENTS, max_size=30))
def test_state_never_has_a_lower_bound_or_a_longer_answer_than_before(events: list[Event]) -> None:
    state = SearchState("sat")
    for seconds, event in enumerate(events):
        before, state = state, state.after(event, seconds)
        assert state.lower_bound >= before.lower_bound
        assert before.length is None or (state.length is not None and state.length <= before.length)
        assert len(state.horizons) >= len(before.horizons)
        assert state.stages[: len(before.stages)] == before.stages
        assert state.seconds == seconds
    bounds = [event.lower_bound for event in events if isinstance(event, BoundProved)]
    lengths = [event.length for event in events if isinstance(event, Improved)]
    assert state.lower_bound >= max(bounds, default=0)
    assert state.length == min(lengths, default=None)


@given(st.lists(EVENTS, max_size=30))
def test_state_of_a_client_that_merges_the_changes_is_the_state(events: list[Event]) -> None:
    state, sent, client = SearchState("sat"), dict[str, Any](), dict[str, Any]()
    server = state.to_dict()
    for seconds, event in enumerate(events):
        state = state.after(event, seconds)
        change = changes(sent, state.to_dict())
        client, server = merge(client, change), with_changes(server, change)
        sent = state.to_dict()
        assert client == server == sent


def test_change_has_only_the_new_entries_of_a_list() -> None:
    before = SearchState().after(HorizonOpened(5, 10, 20)).after(HorizonClosed(5, False, 0.5))
    after = before.after(HorizonOpened(6, 30, 40))
    change = changes(before.to_dict(), after.to_dict())
    row = {"length": 6, "variables": 30, "clauses": 40, "solvable": None, "seconds": None}
    assert change == {"activity": None, "horizon": 6, "horizons": {"1": row}, "seconds": 0.0}


def test_work_of_the_moment_is_the_newest_and_ends_with_the_engine() -> None:
    state = SearchState().after(TableBuilding("small", 0.5)).after(DepthSearched(9, 0.1, 10, 1.0))
    assert state.activity == DepthSearched(9, 0.1, 10, 1.0)
    assert state.after(BoundProved(9)).activity == state.activity
    assert state.after(Started("sat")).activity is None


def test_a_bound_that_a_solver_repeats_stays_proved() -> None:
    state = SearchState().after(BoundProved(7)).after(BoundProved(7, "kissat"))
    assert (state.lower_bound, state.unverified_solver) == (7, "")


def test_an_answer_of_the_same_length_does_not_replace_the_first() -> None:
    state = SearchState().after(Improved(9, 0, (1,), "R")).after(Improved(9, 0, (2,), "U"))
    assert (state.word, state.turns) == ((1,), "R")


def test_two_formulas_of_one_length_have_two_results() -> None:
    state = SearchState().after(HorizonOpened(6, 100, 200)).after(HorizonOpened(6, 100, 200))
    state = state.after(HorizonClosed(6, None, 0.1)).after(HorizonClosed(6, False, 0.2))
    assert {horizon.seconds: horizon.solvable for horizon in state.horizons} == {0.1: None, 0.2: False}


def test_stage_is_the_farthest_of_all_chains() -> None:
    first, second, again = (StageClosed(Sentence("a"), 5, True, 0.1, number, 3) for number in (1, 2, 1))
    state = SearchState().after(first).after(second).after(again)
    assert state.stages == (first, second, again)
    assert state.stage == second
    newer = replace(second, seconds=0.2)
    assert state.after(newer).stage == newer


def test_callback_sees_the_state_with_the_event() -> None:
    seen: list[tuple[Event, SearchState]] = []
    control = Control(progress=lambda event: seen.append((event, control.state)))
    solution = solve(Cube(2).apply("R U F2"), engine="sat", control=control)
    state = SearchState("sat")
    for event, at_event in seen:
        state = state.after(event, at_event.seconds)
        assert state == at_event
    assert [at_event.seconds for _, at_event in seen] == sorted(at_event.seconds for _, at_event in seen)
    assert (control.state.length, control.state.lower_bound) == (solution.length, solution.lower_bound)
    assert (control.state.turns, control.state.word) == (str(solution.alg), solution.word)


def test_parts_of_a_control_bring_the_whole_up_to_date() -> None:
    control = Control()
    control.within(5).emit(BoundProved(3))
    control.within(5).emit(Improved(4, 3, (1,)))
    assert (control.state.lower_bound, control.state.length) == (3, 4)
    control.emitting_to(lambda _: None).emit(BoundProved(4))
    assert control.state.lower_bound == 3


def test_search_in_the_background_has_a_state() -> None:
    with Search(Cube(2).apply("R U F2")) as search:
        search.wait()
        assert search.state.length == search.state.lower_bound == 3


@pytest.mark.parametrize(
    ("size", "engine", "horizon"),
    [(2, "sat", "up"), (2, "sat", "down"), (3, "search", "up"), (3, "auto", "up")],
)
def test_state_at_the_end_is_the_answer(size: int, engine: str, horizon: str) -> None:
    task = cube_problem(Cube(size).apply("R U F2"))
    state = SearchState(engine)

    def progress(event: Event) -> None:
        nonlocal state
        state = state.after(event)

    solution = solve(task, engine=engine, progress=progress, options=Options(horizon=horizon))
    assert state.length == solution.length == 3
    assert state.word is not None
    assert map_of(task).invert(task, state.word) == of_cube(solution).alg
    assert state.lower_bound <= solution.lower_bound
    assert state.horizon is None


def test_stages_prove_nothing_of_the_whole() -> None:
    state = SearchState("auto")
    for event in (
        Started("stages"),
        HorizonClosed(9, False, 0.1),
        Improved(20, 7, (1,)),
        Improved(25, 6, (2,)),
    ):
        state = state.after(event)
    assert (state.engine, state.length, state.lower_bound, state.word) == ("stages", 20, 7, (1,))


def test_turns_of_a_walk_are_named_as_the_cube_is_held() -> None:
    cube = Cube(3).apply("R U")
    problem = cube_problem(cube, metric="stm")
    trail, names = Trail(problem), list[str]()
    for number in range(len(problem.generators)):
        trail.follow(Walked(number + 1, 0, (number,)))
        names.append(trail.turn)
    # After a slice turn, the names differ from those of the generators.
    assert names != [generator.name for generator in problem.generators]
    assert cube.apply(" ".join(names)) == trail.cube


@pytest.mark.parametrize(
    ("scramble", "moves", "metric"), [("R2 D2", "R2,D2,B2", "htm"), ("M2 E2", "M2,E2,S2", "stm")]
)
def test_a_walk_is_followed_as_the_cube_is_held(
    scramble: str, moves: str, metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Control, "wait", lambda *_: None)
    cube = Cube(2 if metric == "htm" else 3).apply(scramble)
    task = cube_problem(cube, moves=moves, metric=metric)
    trail, names = Trail(task), list[str]()

    def progress(event: Event) -> None:
        if isinstance(event, Walked):
            trail.follow(event)
            names.append(trail.turn)

    # At this pace there is an event for every turn.
    solution = solve(task, engine="walk", progress=progress, options=Options(seed=4, pace=25.0))
    assert solution.word is not None
    # The last event repeats when the walk ends, without a turn.
    assert cube.apply(" ".join(names[:-1])) == trail.cube
    assert trail.cube.is_solved
