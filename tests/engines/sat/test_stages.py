"""The stages engine solves random cubes; `solve` replays each answer on the cube, and so do these tests."""

import os
import signal
import subprocess
import time
from dataclasses import replace
from functools import partial
from itertools import combinations, count, groupby, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Glucose4, Solver

from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event, HorizonClosed, HorizonOpened, Improved, StageClosed
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.settings import Options
from cubeproof.engines.sat.stages import SIZES, StagePieces, StagesEngine
from cubeproof.engines.sat.stages.chain import Chain, Link, NoWayError
from cubeproof.engines.sat.stages.engine import _BUDGETS, view_of
from cubeproof.engines.sat.stages.engine import links as links_of
from cubeproof.engines.sat.stages.parts import edge_bonds
from cubeproof.engines.sat.stages.plan import plan
from cubeproof.engines.sat.stages.shorter import shorter_word
from cubeproof.errors import StoppedError, TimeUpError, UnsupportedError
from cubeproof.formulas.formula import Formula, Name
from cubeproof.methods.sat.questions import Questions, UndecidedError
from cubeproof.methods.sat.solvers import PySat
from cubeproof.methods.sat.worker import clauses
from cubeproof.methods.shorten.merger import Merger
from cubeproof.methods.shorten.windows import Windows
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.move import Metric
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.solving.solve import solve
from engine_runs import objection


def is_solution(cube: Cube, alg: Alg | None) -> bool:
    return alg is not None and cube.apply(alg).is_solved


@pytest.mark.parametrize("size", SIZES)
def test_each_stage_may_only_make_turns_that_the_one_before_it_left(size: int) -> None:
    stages = plan(size)
    assert stages[-1].then == ()
    for stage, following in pairwise(stages):
        assert set(stage.then) <= set(following.turns)


@pytest.mark.parametrize("size", SIZES)
def test_turns_that_are_left_never_spoil_what_a_stage_achieved(size: int) -> None:
    rng = np.random.default_rng(size)
    for stage in plan(size):
        arrangement = np.arange(6 * size**2)
        for turn in rng.permutation(np.repeat(stage.then, 2)) if stage.then else []:
            arrangement = arrangement[permutation(str(turn), size)]
        assert stage.accepts(arrangement)
        assert StagePieces(stage.problem(arrangement), stage).distances.lower_bound == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_cube_takes_about_30_turns(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # The search for shorter answers ends with the first of 34 turns or less.
    monkeypatch.setitem(_BUDGETS, 3, replace(_BUDGETS[3], rounds=100, total=10**9))
    cube = random_cube(3, seed)
    solution = solve(cube, engine="stages", limit=Limit(length=34))
    assert solution.length is not None
    assert solution.length <= 34
    assert is_solution(cube, solution.alg)
    assert 0 < solution.lower_bound <= 20


def test_a_2x2x2_is_one_stage() -> None:
    cube = random_cube(2, 3)
    best = solve(cube, engine="table")
    solution = solve(cube, engine="stages", limit=Limit(length=best.length))
    assert solution.length == best.length
    assert is_solution(cube, solution.alg)


@pytest.mark.parametrize("given_up", [0, 1, 4])
@pytest.mark.parametrize("size", [2, 3])
def test_links_of_a_chain_are_formulas_for_the_cube_as_it_is_held(
    size: int, given_up: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, calls = Chain.run, count()

    def run_later(chain: Chain, *arguments: Any, **options: Any) -> tuple[Link, ...]:
        if next(calls) < given_up:
            raise NoWayError
        return run(chain, *arguments, **options)

    monkeypatch.setattr(Chain, "run", run_later)
    # From all sides of this 2×2×2 the core is at home: there is a chain from each.
    cube = Cube(2).apply("R U F") if size == 2 else random_cube(3, 5)
    links = links_of(cube_problem(cube))
    assert next(calls) > given_up
    assert cube.apply(" ".join(turn for link in links for turn in link.turns)).is_solved
    for link in links:
        formula = link.pieces.formula(len(link.turns))
        turns = formula.ids("turn")
        result = [formula.id(Name("turn", (str(step + 1), turn))) for step, turn in enumerate(link.turns)]
        with Solver(name="glucose4", bootstrap_with=clauses(formula.flat().tobytes())) as sat:
            assert len(result) == len(turns)
            assert sat.solve(assumptions=result)


@pytest.mark.parametrize("size", SIZES)
def test_pieces_before_a_rotation_have_the_turns_and_places_of_the_cube_as_it_is_held(size: int) -> None:
    stickers = 6 * size**2
    places = [f"{face}{number + 1}" for face in "URFDLB" for number in range(size**2)]
    stage = plan(size)[0]
    for rotation in range(24):
        problem = StagePieces(stage.problem(np.arange(stickers)), stage).before(rotation).problem
        of = np.array([places.index(place) for place in problem.places[:stickers]])
        assert (of == geometry(size).rotations[rotation]).all()
        for generator in problem.generators:
            moved = generator.permutation[:stickers]
            assert (permutation(generator.name, size)[of] == of[moved]).all()


def test_quick_stages_end_with_the_first_chain() -> None:
    events: list[Event] = []
    cube = random_cube(3, 1)
    solution = solve(cube, engine="stages", quick=True, progress=events.append)
    assert is_solution(cube, solution.alg)
    assert (solution.stop, solution.optimal) == (Stop.QUICK, False)
    assert [event.length for event in events if isinstance(event, Improved)] == [solution.length]


@pytest.mark.soak
def test_a_random_4x4x4_takes_less_than_100_turns() -> None:
    # The fastest of the first seeds.
    cube = Cube(4).apply(random_moves(4, seed=6))
    solution = solve(cube, engine="stages", limit=Limit(length=99))
    assert solution.length is not None
    assert solution.length < 100
    assert is_solution(cube, solution.alg)


def test_a_4x4x4_that_only_outer_turns_scrambled_is_solved_from_where_it_stands() -> None:
    cube = Cube(4).apply("R2 U F2 D2 L2")
    solution = solve(cube, engine="stages", limit=Limit(length=99))
    assert is_solution(cube, solution.alg)


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize(
    ("size", "moves"),
    [
        *((size, None) for size in SIZES),
        (2, "R,U,F,D,L,B"),
        (3, "R,U,F,D,L,B"),
        (3, "R,U,F,D,L,B,M,R2"),
        (4, "R,U,F,D,L,B,Rw,Uw,Fw,Dw,Lw,Bw"),
    ],
)
def test_turns_become_a_word_of_the_same_cost(size: int, moves: str | None, metric: Metric) -> None:
    rng = np.random.default_rng(size)
    turns = rng.permutation([turn for stage in plan(size) for turn in stage.turns])[:30].tolist()
    result = permutation(" ".join(turns), size)
    for number in (0, 7, 23):
        # The cube that these turns solve after it was rotated.
        rotation = geometry(size).rotations[number]
        start = Cube(size).colours[rotation][np.argsort(result)][np.argsort(rotation)]
        problem = cube_problem(Cube.from_colours(start), moves=moves, metric=metric)
        view = view_of(problem)
        assert not isinstance(view, str)
        word = view.word(turns, number)
        assert word is not None
        assert problem.is_solved_by(word)
        assert problem.cost(word) == Alg(" ".join(turns)).count(metric, size)


def test_half_turn_becomes_two_quarter_turns_where_there_are_no_others() -> None:
    view = view_of(cube_problem(Cube(2), moves="R,U,F", metric=Metric.QTM))
    assert not isinstance(view, str)
    clockwise = view.word(["R"])
    assert clockwise is not None
    assert len(clockwise) == 1
    assert view.word(["R2"]) == view.word(["R2'"]) == clockwise * 2


def test_edges_are_bound_by_whether_they_touch_u_or_d() -> None:
    for layer, edges in ((True, 8), (False, 4)):
        bonds = edge_bonds(4, layer=layer)
        assert [len(bond) for bond in bonds] == [2] * edges
        for stickers in sum(bonds, ()):
            # Faces are numbered in the order of URFDLB.
            faces = {sticker // 4**2 for sticker in stickers}
            assert len(faces) == 2
            assert bool(faces & {0, 3}) == layer


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("size", [2, 3])
def test_answers_are_counted_in_the_metric(size: int, metric: Metric) -> None:
    cube = random_cube(size, 3)
    # No 2×2×2 takes more, and no chain of the 3×3×3 more than 45 half turns.
    length = {2: 14, 3: 90}[size]
    solution = solve(cube, engine="stages", metric=metric, limit=Limit(length=length))
    assert solution.alg is not None
    assert is_solution(cube, solution.alg)
    assert solution.length == solution.alg.count(metric, size)
    assert solution.length <= length
    assert solution.lower_bound <= solution.length


@pytest.mark.parametrize("scramble", ["R B2 R B2 D' R D2 R' D2", "B' R' D' B2 R D' R' D2"])
def test_core_of_a_2x2x2_away_from_home_is_viewed_from_another_side(scramble: str) -> None:
    cube = Cube(2).apply(scramble)
    assert is_solution(cube, solve(cube, engine="stages", limit=Limit(length=14)).alg)


def test_bound_is_reported_once_it_is_known() -> None:
    events: list[Event] = []
    solution = solve(random_cube(2, 3), engine="stages", limit=Limit(length=14), progress=events.append)
    bounds = [event.lower_bound for event in events if isinstance(event, BoundProved)]
    assert bounds == [solution.lower_bound]


def test_stages_without_time_give_no_answer() -> None:
    solution = solve(random_cube(3, 4), engine="stages", limit=Limit(seconds=0.01))
    assert solution.alg is None
    assert solution.stop is Stop.TIMEOUT


def test_stages_return_the_best_answer_at_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = time.monotonic
    late = 0

    def pass_time(event: Event) -> None:
        nonlocal late
        if isinstance(event, Improved):
            late = 2000

    monkeypatch.setattr("cubeproof.contract.control.time.monotonic", lambda: clock() + late)
    cube = random_cube(3, 5)
    solution = solve(cube, engine="stages", limit=Limit(seconds=1000), progress=pass_time)
    assert solution.stop is Stop.TIMEOUT
    assert is_solution(cube, solution.alg)


def test_stages_that_give_up_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubeproof.engines.sat.stages.chain._FARTHEST", 0)
    cube = random_cube(2, 4)
    solution = solve(cube, engine="stages")
    assert (solution.alg, solution.stop) == (None, Stop.GAVE_UP)
    assert solution.lower_bound > 1
    with pytest.raises(UnsupportedError, match="No side of the cube"):
        links_of(cube_problem(cube))


def test_stages_return_the_best_answer_after_a_stop() -> None:
    def stop(event: Event) -> None:
        if isinstance(event, Improved):
            control.stop()

    # Of the first seeds the one that soonest has an answer.
    cube = random_cube(3, 3)
    control = Control(progress=stop)
    solution = solve(cube, engine="stages", control=control)
    assert solution.stop is Stop.INTERRUPTED
    assert is_solution(cube, solution.alg)


def test_stages_stopped_early_return_no_answer() -> None:
    def stop(event: Event) -> None:
        if isinstance(event, HorizonOpened):
            control.stop()

    control = Control(progress=stop)
    solution = solve(random_cube(3, 4), engine="stages", control=control)
    assert solution.stop is Stop.INTERRUPTED
    assert solution.alg is None


def pigeons(count: int) -> tuple[Formula, Any]:
    """Return a formula without a model that takes long: `count` pigeons in one hole less; and its variables."""
    formula = Formula()
    hole = formula.new("hole", [str(pigeon) for pigeon in range(count)], [str(n) for n in range(count - 1)])
    formula.add("every pigeon has a hole", hole)
    for first, second in combinations(hole, 2):
        formula.add("no two have the same", np.stack([-first, -second], axis=1))
    return formula, hole.ravel()


@pytest.mark.parametrize(
    ("size", "seed"),
    [
        pytest.param(
            *(2, 1),
            marks=pytest.mark.guards("on a busy machine, stages gave up early and had longer answers"),
        ),
        (3, 2),
    ],
)
def test_answer_without_a_time_limit_does_not_depend_on_the_clock(
    size: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_BUDGETS, 3, replace(_BUDGETS[3], total=70_000))
    cube = random_cube(size, seed)
    answer = solve(cube, engine="stages")
    hours = count()
    monkeypatch.setattr("cubeproof.contract.control.time.monotonic", lambda: 3600.0 * next(hours))
    assert solve(cube, engine="stages").alg == answer.alg
    assert is_solution(cube, answer.alg)


# The solver cadical195 takes no limit on conflicts, so its limit is a time.
@pytest.mark.parametrize("solver", ["glucose4", "minisat22", "cadical195"])
def test_question_is_abandoned_after_its_conflicts_and_the_search_after_all_conflicts(solver: str) -> None:
    questions = Questions(PySat(solver), Control())
    formula, holes = pigeons(12)
    with pytest.raises(UndecidedError):
        next(questions.models(formula, holes, 4000))
    assert questions.spent >= 4000
    easy, variables = pigeons(3)
    assert list(questions.models(easy, variables, 10**9)) == []
    questions.most = questions.spent
    with pytest.raises(TimeUpError):
        next(questions.models(easy, variables, 10**9))


@pytest.mark.parametrize("solver", ["glucose4", "cadical195"])
def test_questions_have_all_models(solver: str) -> None:
    formula = Formula()
    letters = formula.new("letter", ["a", "b", "c"])
    formula.add("one or more", letters[np.newaxis])
    formula.add("at most one", [[-first, -second] for first, second in combinations(letters.tolist(), 2)])
    models = list(Questions(PySat(solver), Control()).models(formula, letters, 10**9))
    assert len(models) == len({tuple(formula.truth(model)[letters]) for model in models}) == 3


def test_ctrl_c_in_the_middle_of_a_solver_that_shares_our_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is raised as in other engines, not as an exception of the solver."""
    monkeypatch.setattr("cubeproof.methods.sat.questions._STEP", 100_000)
    # Seconds of search.
    formula, holes = pigeons(11)
    begun = signal.getsignal(signal.SIGINT)
    solve_limited = Glucose4.solve_limited

    def interrupted(self: Glucose4, *arguments: object) -> object:
        subprocess.run(["sh", "-c", f"(sleep 0.1; kill -INT {os.getpid()}) &"], check=True)
        return solve_limited(self, *arguments)

    monkeypatch.setattr(Glucose4, "solve_limited", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(Questions(PySat("glucose4"), Control()).models(formula, holes, 100_000))
    assert signal.getsignal(signal.SIGINT) is begun


def test_every_stage_is_announced() -> None:
    events: list[Event] = []
    links_of(cube_problem(random_cube(3, 3)), Control(progress=events.append))
    # Abandoned chains come before.
    names = [stage.name for stage in plan(3)]
    closed = [event for event in events if isinstance(event, StageClosed)][-len(names) :]
    assert [event.name for event in closed] == names
    assert [(event.number, event.stages) for event in closed] == [
        (number + 1, len(names)) for number in range(len(names))
    ]
    # No question stays open, including abandoned ones.
    questions = [event for event in events if isinstance(event, (HorizonOpened, HorizonClosed))]
    assert questions
    for opened, answered in zip(questions[::2], questions[1::2], strict=True):
        assert isinstance(opened, HorizonOpened)
        assert isinstance(answered, HorizonClosed)
        assert opened.length == answered.length


def test_the_times_of_the_stages_add_up_to_the_time_of_the_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each reading of the clock advances the time, so a busy machine changes nothing.
    looks = count()
    monkeypatch.setattr("cubeproof.contract.control.time.monotonic", lambda: next(looks) / 1000)
    events: list[StageClosed] = []
    clock: list[float] = []

    def progress(event: Event) -> None:
        if isinstance(event, StageClosed):
            events.append(event)
            clock.append(control.elapsed)

    # Little patience: stages are abandoned and started again, which takes time.
    control = Control(progress=progress)
    view = view_of(cube_problem(random_cube(3, 6)))
    assert not isinstance(view, str)
    begun = control.elapsed
    links = Chain(Questions(PySat("glucose4"), control), 5000).run(plan(3), view.arrangement(0))
    assert len(links) == 4
    last = {event.number: (at, event.seconds) for event, at in zip(events, clock, strict=True)}
    spent = sum(seconds for _, seconds in last.values())
    # Between two stages the clock is read a few times.
    assert abs(spent - (last[4][0] - begun)) < 0.05


def test_slow_question_is_abandoned() -> None:
    def stop(event: Event) -> None:
        if isinstance(event, HorizonClosed) and event.solvable is None:
            control.stop()

    control = Control(progress=stop)
    chain = Chain(Questions(PySat("glucose4"), control), 1)
    view = view_of(cube_problem(random_cube(3, 6)))
    assert not isinstance(view, str)
    with pytest.raises(StoppedError):
        chain.run(plan(3), view.arrangement(0))


def test_answer_after_an_undecided_length_is_not_called_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(cube_problem(random_cube(2, 3)))
    assert not isinstance(view, str)
    events: list[Event] = []
    chain = Chain(Questions(PySat("glucose4"), Control(progress=events.append)), 10**6)
    arrangement = view.arrangement(0)
    (stage,) = plan(2)
    shortest, _ = chain.solve(stage, arrangement)
    ask, undecided = Chain._ask, [len(shortest.turns) - 1]

    def impatient(chain: Chain, pieces: StagePieces, arrangement: Any, horizon: int, *more: Any) -> Any:
        if horizon in undecided:
            undecided.remove(horizon)
            return None, False
        return ask(chain, pieces, arrangement, horizon, *more)

    monkeypatch.setattr(Chain, "_ask", impatient)
    chain.solve(stage, arrangement)
    assert [event.shortest for event in events if isinstance(event, StageClosed)] == [True, False]
    assert not undecided


def windows_of(problem: Problem) -> Windows:
    questions = Questions(PySat("glucose4"), Control())
    return Windows(problem, Control(), partial(shorter_word, questions=questions, patience=100_000))


def test_windows_shorten_a_section_of_the_answer() -> None:
    problem = cube_problem(Cube(3).apply("R U F"))
    number = {generator.name: index for index, generator in enumerate(problem.generators)}
    detour = [number["F'"], number["D"], number["D'"], number["U'"], number["R'"]]
    (word,) = windows_of(problem).improve(tuple(detour))
    assert problem.write(word) == ("F'", "U'", "R'")


def test_windows_include_the_whole_answer() -> None:
    # R2 U2 has order 6: seven turns do the same as five others, and six can be no fewer.
    problem = cube_problem(Cube(3).apply("R2 U2 R2 U2 R2 U2 R2"), moves="R2,U2")
    number = {generator.name: index for index, generator in enumerate(problem.generators)}
    word = tuple(number[turn] for turn in ["R2", "U2", "R2", "U2", "R2", "U2", "R2"])
    assert problem.is_solved_by(word)
    *_, better = windows_of(problem).improve(word)
    assert problem.write(better) == ("U2", "R2", "U2", "R2", "U2")


def test_quick_answer_that_is_proved_shortest_needs_no_reason() -> None:
    solution = solve(Cube(3).apply("R U"), engine="stages", options=Options(quick=True))
    assert (solution.length, solution.lower_bound, solution.stop) == (2, 2, None)


@pytest.mark.parametrize(
    ("size", "metric", "turns", "merged"),
    [
        (3, "htm", "D D2", "D'"),
        (3, "htm", "R L' L2 R'", "L"),
        (3, "htm", "F U D U2 F'", "F U' D F'"),
        (3, "htm", "R L F F' L' U", "R U"),
        (3, "qtm", "R R R", "R'"),
        (3, "qtm", "R R L", "R R L"),
        (3, "stm", "R L'", "M"),
        (3, "stm", "M2 E2 M2", "E2"),
        (4, "htm", "Rw R' Rw", "R' Rw2"),
        (4, "stm", "F Rw R' U", "F 2R U"),
    ],
)
def test_turns_that_commute_are_merged(size: int, metric: str, turns: str, merged: str) -> None:
    problem = cube_problem(Cube(size), metric=metric)
    number = {generator.name: index for index, generator in enumerate(problem.generators)}
    results = Merger(problem).merged(tuple(number[turn] for turn in turns.split()))
    assert sorted(problem.generators[index].name for index in results) == sorted(merged.split())


@pytest.mark.parametrize("metric", Metric)
@given(data=st.data())
def test_a_merged_word_does_the_same_and_costs_no_more(metric: Metric, data: st.DataObject) -> None:
    problem = cube_problem(random_cube(3, 1), metric=metric)
    # Turns of few layers, so that many follow one another on one axis.
    few = st.sampled_from([n for n, g in enumerate(problem.generators) if g.name[0] in "RLMU"])
    word = tuple(data.draw(st.lists(few, max_size=12)))
    merged = Merger(problem).merged(word)
    assert (problem.after(merged) == problem.after(word)).all()
    assert problem.cost(merged) <= problem.cost(word)
    assert all(problem.cost(pair) <= problem.cost(Merger(problem).merged(pair)) for pair in pairwise(merged))


@pytest.mark.parametrize(("metric", "half"), [("htm", 1), ("qtm", 2)])
def test_the_first_answer_turns_no_face_more_often_than_it_must(metric: str, half: int) -> None:
    def stop(event: Event) -> None:
        if isinstance(event, Improved):
            control.stop()

    control = Control(progress=stop)
    # Its first stage ends with B, and its second starts with B2.
    solution = solve(random_cube(3, 5), engine="stages", metric=metric, control=control)
    assert solution.alg is not None
    for _, turns in groupby(solution.alg, key=lambda turn: turn.axis):
        by_face: dict[str, list[int]] = {}
        for turn in turns:
            by_face.setdefault(turn.family, []).append(turn.amount)
        for amounts in by_face.values():
            assert len(amounts) == {1: 1, 2: half, 3: 1}[sum(amounts) % 4]


def test_other_puzzles_are_declined() -> None:
    engine = StagesEngine()
    assert objection(engine, cube_problem(Cube(3))) is None
    for size in (5, 7):
        assert "the engine large solves" in (objection(engine, cube_problem(Cube(size))) or "")
    assert "outer block" in (objection(engine, cube_problem(Cube(3), moves="U,R,F")) or "")
    assert "solved cube" in (objection(engine, cube_problem(Cube(3), Cube(3).apply("R"))) or "")
