"""The stages engine: random cubes, solved in stages; replayed on the cube by `solve`, and here once more."""

from itertools import pairwise

import numpy as np
import pytest
from pysat.solvers import Solver

from cubeproof.engines.sat.formula import Name
from cubeproof.engines.sat.solvers import PySat
from cubeproof.engines.sat.stages import SIZES, StageModel, StagesEngine, plan
from cubeproof.engines.sat.stages.reading import permutation, read
from cubeproof.engines.sat.stages.windows import Windows
from cubeproof.engines.sat.worker import clauses
from cubeproof.problem import cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.solving.events import BoundProved, Event, HorizonOpened, Improved, StageClosed
from cubeproof.solving.limit import Deadline, Limit
from cubeproof.solving.outcome import Stop, Word
from cubeproof.solving.solve import solve


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
        assert StageModel(stage.problem(arrangement), stage).distances.lower_bound == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_cube_takes_about_30_turns(seed: int) -> None:
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


def test_the_links_of_a_chain_are_formulas_that_the_answers_satisfy() -> None:
    problem = cube_problem(random_cube(3, 5))
    links = StagesEngine().links(problem)
    reading = read(problem, SIZES)
    assert not isinstance(reading, str)
    word = reading.word([turn for link in links for turn in link.turns])
    assert word is not None
    assert problem.is_solved_by(word)
    link = links[1]
    formula = link.model.formula(len(link.turns))
    turns = formula.ids("turn")
    made = [formula.id(Name("turn", (str(step + 1), turn))) for step, turn in enumerate(link.turns)]
    with Solver(name="glucose4", bootstrap_with=clauses(formula.flat().tobytes())) as sat:
        assert len(made) == len(turns)
        assert sat.solve(assumptions=made)


@pytest.mark.slow
def test_a_random_4x4x4_takes_less_than_100_turns() -> None:
    cube = Cube(4).apply(random_moves(4, seed=1))
    solution = solve(cube, engine="stages", limit=Limit(length=99))
    assert solution.length is not None
    assert solution.length < 100
    assert is_solution(cube, solution.alg)


@pytest.mark.parametrize("size", [4, 5])
def test_a_large_cube_that_only_outer_turns_scrambled_is_solved_from_where_it_stands(size: int) -> None:
    cube = Cube(size).apply("R2 U F2 D' L2 B2")
    solution = solve(cube, engine="stages", limit=Limit(length=99))
    assert is_solution(cube, solution.alg)


def test_of_a_group_of_places_so_many_must_be_right_whichever() -> None:
    rng = np.random.default_rng(5)
    half, more, axes = [stage for stage in plan(5) if stage.partly][:3]
    # Centres of F and B, one for each that is put in the wrong place.
    strangers = axes.partly[1][0]
    for stage in (half, more):
        ((places, count),) = stage.partly
        assert len(places) == len(strangers) == 8
        for wrong in range(9):
            arrangement = np.arange(6 * 5**2)
            for place, stranger in zip(rng.permutation(places)[:wrong], strangers, strict=False):
                arrangement[[place, stranger]] = arrangement[[stranger, place]]
            formula = StageModel(stage.problem(arrangement), stage).formula(0)
            with Solver(name="glucose4", bootstrap_with=clauses(formula.flat().tobytes())) as sat:
                assert sat.solve() == (8 - wrong >= count)


def test_a_stage_may_ask_for_some_regions_only() -> None:
    some, whole = (next(s for s in plan(5) if s.name == f"{count} edges whole") for count in (6, 12))
    # It breaks up the four edges that the slice of R crosses.
    arrangement = permutation("2R", 5).astype(np.intp)
    for stage, possible in ((some, True), (whole, False)):
        formula = StageModel(stage.problem(arrangement), stage).formula(0)
        with Solver(name="glucose4", bootstrap_with=clauses(formula.flat().tobytes())) as sat:
            assert sat.solve() == possible


@pytest.mark.parametrize("scramble", ["R B2 R B2 D' R D2 R' D2", "B' R' D' B2 R D' R' D2"])
def test_a_2x2x2_whose_core_is_not_at_home_is_seen_from_another_side(scramble: str) -> None:
    cube = Cube(2).apply(scramble)
    assert is_solution(cube, solve(cube, engine="stages", limit=Limit(length=14)).alg)


def test_the_bound_is_told_once_it_is_known() -> None:
    events: list[Event] = []
    solution = solve(random_cube(2, 3), engine="stages", limit=Limit(length=14), progress=events.append)
    bounds = [event.lower_bound for event in events if isinstance(event, BoundProved)]
    assert bounds == [solution.lower_bound]


def test_the_best_so_far_comes_back_when_the_time_is_over() -> None:
    cube = random_cube(3, 4)
    nothing = solve(cube, engine="stages", limit=Limit(seconds=0.01))
    assert nothing.alg is None
    assert nothing.stop is Stop.TIMEOUT


def test_ctrl_c_brings_the_best_so_far() -> None:
    def interrupt(event: Event) -> None:
        if isinstance(event, Improved):
            raise KeyboardInterrupt

    cube = random_cube(3, 4)
    solution = solve(cube, engine="stages", progress=interrupt)
    assert solution.stop is Stop.INTERRUPTED
    assert is_solution(cube, solution.alg)


def test_ctrl_c_before_there_is_an_answer_brings_none() -> None:
    def interrupt(event: Event) -> None:
        if isinstance(event, HorizonOpened):
            raise KeyboardInterrupt

    solution = solve(random_cube(3, 4), engine="stages", progress=interrupt)
    assert solution.stop is Stop.INTERRUPTED
    assert solution.alg is None


def test_every_stage_is_announced() -> None:
    closed = []

    def listen(event: Event) -> None:
        if isinstance(event, StageClosed):
            closed.append(event)

    StagesEngine().links(cube_problem(random_cube(3, 6)), progress=listen)
    # Chains that were given up come before.
    names = [stage.name for stage in plan(3)]
    assert [event.name for event in closed[-len(names) :]] == names


def test_windows_find_a_shorter_way_for_a_stretch() -> None:
    problem = cube_problem(Cube(3).apply("R U F"))
    number = {generator.name: index for index, generator in enumerate(problem.generators)}
    detour = [number["F'"], number["D"], number["D'"], number["U'"], number["R'"]]
    found: list[Word] = []
    windows = Windows(problem, PySat("glucose4"), Deadline(Limit()), 5)
    word = windows.improve(tuple(detour), found.append)
    assert problem.write(word) == ("F'", "U'", "R'")
    assert found == [word]


def test_other_puzzles_are_declined() -> None:
    engine = StagesEngine()
    assert engine.supports(cube_problem(Cube(3))) is None
    assert "layers" in (engine.supports(cube_problem(Cube(7))) or "")
    assert "outer block" in (engine.supports(cube_problem(Cube(3), moves="U,R,F")) or "")
    assert "solved cube" in (engine.supports(cube_problem(Cube(3), Cube(3).apply("R"))) or "")
