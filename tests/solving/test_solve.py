"""`solve` refuses what makes no sense, keeps what it knows, and lets no answer out that does not hold."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubeproof import (
    Alg,
    Cube,
    ImpossibleCubeError,
    InternalError,
    Limit,
    Options,
    Problem,
    Solution,
    TimeUpError,
    UnreachableError,
    UnsupportedError,
    UsageError,
    random_cube,
    solve,
    solve_all,
)
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt
from cubeproof.contract.events import BoundProved, Event, Improved, Note, Started
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.engines.sat.engine import SatEngine
from cubeproof.engines.table import TableEngine
from cubeproof.engines.table.facts import TableSettings
from cubeproof.problem import cube_problem
from cubeproof.problem import orbits as orbits_module
from cubeproof.sentences import Sentence
from cubeproof.solving.registry import engine
from engine_runs import FakeEngine, run_engine
from strategies import cubes

SOLVED = Cube(2).facelets


@dataclass
class Oracle(FakeEngine):
    """An engine with a scripted outcome."""

    words: Callable[[Problem], tuple[Word, ...]]
    lower: int = 1
    seen: Bounds = field(default_factory=Bounds)

    name = "oracle"

    def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        self.seen = bounds
        return Outcome(self.words(problem), self.lower)


class TestSolutions:
    @settings(max_examples=50)
    @given(cubes(2), st.sampled_from(["htm", "qtm", "stm"]))
    def test_an_answer_solves_the_cube_however_it_is_held(self, cube: Cube, metric: str) -> None:
        solution = solve(cube, metric=metric)
        assert solution.alg is not None
        assert (cube @ solution.alg).is_solved
        assert solution.length == solution.alg.count(metric, 2) == solution.lower_bound
        assert solution.optimal
        assert solution.solutions == (solution.alg,)
        assert {move.family for move in solution.alg} <= set("RUF")

    @pytest.mark.parametrize(
        ("engine", "every"),
        [("auto", True), ("table", True), ("sat", True), ("stages", False), ("walk", False)],
    )
    @pytest.mark.parametrize("held", ["", "x", "y' z2"])
    def test_a_solved_cube_needs_no_turn(self, engine: str, every: bool, held: str) -> None:
        solution = solve(Cube(2).apply(held), engine=engine, options=Options(every=every))
        assert (str(solution.alg), solution.length, solution.lower_bound, solution.optimal) == (
            "",
            0,
            0,
            True,
        )
        assert solution.solutions == (Alg(),)

    def test_solution_names_its_question_and_engine(self) -> None:
        cube = Cube(2).apply("R U2 F'")
        solution = solve(cube, metric="qtm", engine="sat")
        assert (solution.start, solution.metric, solution.engine) == (cube, "qtm", "sat")
        assert (solution.length, solution.stop) == (4, None)
        assert solution.seconds >= 0
        assert "4 qtm, shortest" in str(solution)

    def test_solution_without_an_answer_has_the_bound(self) -> None:
        solution = solve(random_cube(2, 0), limit=Limit(length=2))
        assert (solution.alg, solution.length, solution.optimal) == (None, None, False)
        assert solution.stop is Stop.LENGTH
        assert solution.lower_bound > 2
        assert str(solution.lower_bound) in str(solution)


class TestGoalsAndTurns:
    def test_goal_is_reached_in_one_hold(self) -> None:
        start, goal = random_cube(2, 1), random_cube(2, 2)
        solution = solve(start, goal=goal)
        assert start @ (solution.alg or "") == goal
        assert solve(start, goal=goal, engine="sat").length == solution.length

    def test_the_start_is_its_own_goal(self) -> None:
        assert solve(random_cube(2, 1), goal=random_cube(2, 1)).length == 0

    @pytest.mark.parametrize("engine", ["table", "sat"])
    def test_solution_uses_only_the_allowed_turns(self, engine: str) -> None:
        cube = Cube(2).apply("R U2 R' U2 R")
        solution = solve(cube, moves="R,U2", engine=engine)
        assert {str(move) for move in solution.alg or ()} <= {"R", "R2", "R'", "U2"}
        assert (cube @ (solution.alg or "")).is_solved

    @pytest.mark.parametrize("engine", ["auto", "table", "sat"])
    @pytest.mark.parametrize("scramble", ["F", "R F", "U F2 R"])
    def test_goal_out_of_reach_is_reported(self, engine: str, scramble: str) -> None:
        with pytest.raises(UnreachableError, match=r"\.$"):
            solve(Cube(2).apply(scramble), moves="R2,U2", engine=engine)

    def test_goal_of_an_even_size_is_reached_in_any_hold(self) -> None:
        assert solve(Cube(2), goal=Cube(2).apply("x")).length == 0
        assert solve(Cube(2).apply("R U R"), goal=Cube(2).apply("R")).length == 2


class TestRefusals:
    @pytest.mark.parametrize(
        ("facelets", "reason"),
        [
            (SOLVED[:4].replace("U", "R", 1) + SOLVED[4:], "URF|colour|times|stickers"),
            ("U" * 24, r"."),
            (Cube(3).facelets[:7] + "F" + Cube(3).facelets[8:19] + "U" + Cube(3).facelets[20:], "flip"),
        ],
    )
    def test_impossible_cube_is_refused_with_its_reasons(self, facelets: str, reason: str) -> None:
        with pytest.raises(ImpossibleCubeError, match=reason) as caught:
            solve(Cube.from_facelets(facelets))
        assert all(sentence.endswith(".") for sentence in caught.value.reasons)

    def test_impossible_goal_is_refused(self) -> None:
        with pytest.raises(ImpossibleCubeError, match="The goal cannot exist"):
            solve(Cube(2), goal=Cube.from_facelets("U" * 24))

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            ({"metric": "ftm"}, "no metric 'ftm'; there are htm, qtm, stm"),
            ({"engine": "magic"}, "no engine 'magic'; there are auto, table"),
            ({"goal": Cube(3)}, "2 layers and the goal 3"),
            ({"goal": "nonsense"}, "no goal 'nonsense'"),
            ({"moves": ""}, "empty"),
            ({"moves": "x"}, "whole cube"),
            ({"moves": "M"}, "has none"),
            pytest.param(
                {"engine": "sat", "options": Options(encoding="magic")}, "no encoding", id="encoding"
            ),
            pytest.param(
                {"engine": "sat", "options": Options(horizon="magic")},
                "no order of horizons 'magic'",
                id="horizon",
            ),
            pytest.param(
                {"engine": "sat", "options": Options(solver="magic")},
                "no suitable solver 'magic'",
                id="solver",
            ),
        ],
    )
    def test_senseless_request_is_refused(self, arguments: dict[str, Any], reason: str) -> None:
        with pytest.raises(UsageError, match=reason):
            solve(Cube(2).apply("R"), **arguments)

    @pytest.mark.parametrize("jobs", [0, -1])
    def test_options_without_a_job_are_refused(self, jobs: int) -> None:
        with pytest.raises(UsageError, match=f"1 process or more, not {jobs}"):
            Options(jobs=jobs)

    @pytest.mark.parametrize("name", ["every", "quick", "extra", "jobs", "seed", "pace"])
    def test_options_distinguish_numbers_and_booleans(self, name: str) -> None:
        value: Any = 1 if name in ("every", "quick") else True
        with pytest.raises(TypeError, match=f"`{name}` must be .*, not {value}"):
            Options(**{name: value})

    def test_options_refuse_a_misspelt_name(self) -> None:
        with pytest.raises(TypeError, match="jbos"):
            Options(jbos=2)  # type: ignore[call-arg]

    @pytest.mark.parametrize("options", [{"jobs": 1}, SatEngine(), TableSettings()], ids=repr)
    def test_solve_takes_no_options_but_an_options(self, options: Any) -> None:
        for ask in (
            lambda: solve(Cube(2), options=options),
            lambda: solve(Cube(2), options=options, quick=True),
            lambda: engine("sat", options),
            lambda: solve_all([Cube(2)], options=options),
        ):
            with pytest.raises(TypeError, match="`options` must be an Options, not "):
                ask()

    def test_quick_is_refused_where_the_engine_does_not_have_it(self) -> None:
        assert solve(Cube(2).apply("R"), options=Options(seed=1), quick=True).length == 1
        with pytest.raises(UsageError, match="table has no setting 'quick'; it has every, extra"):
            solve(Cube(2).apply("R"), engine="table", quick=True)
        with pytest.raises(UsageError, match="quick requires the name of an engine"):
            solve(Cube(2).apply("R"), engine=TableEngine(), quick=True)

    @pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
    def test_wrong_time_limit_is_refused(self, seconds: float) -> None:
        with pytest.raises(UsageError, match="above 0"):
            Limit(seconds=seconds)

    def test_negative_length_is_refused(self) -> None:
        with pytest.raises(UsageError, match="0 or more turns"):
            Limit(length=-1)

    def test_an_engine_that_cannot_says_why(self) -> None:
        with pytest.raises(UnsupportedError, match="2×2×2 only"):
            solve(Cube(3).apply("R"), engine="table")


class TestTrust:
    def test_word_that_does_not_solve_is_never_returned(self) -> None:
        with pytest.raises(InternalError, match="does not reach the goal when replayed"):
            solve(Cube(2).apply("R"), engine=Oracle(lambda _: ((0,),)))

    def test_wrong_word_among_many_is_never_returned(self) -> None:
        def words(problem: Problem) -> tuple[Word, ...]:
            good = run_engine(TableEngine(), problem, Bounds(), Control(progress=lambda _: None)).words[0]
            return good, (*good, 0)

        with pytest.raises(InternalError, match="does not reach the goal when replayed"):
            solve(Cube(2).apply("R U"), engine=Oracle(words))

    def test_wrong_cost_is_never_returned(self) -> None:
        # In quarter turns R2 counts 2; an engine whose generators say otherwise is stopped by the count on the cube.
        cube = Cube(2).apply("R2")
        problems: list[Problem] = []

        def words(problem: Problem) -> tuple[Word, ...]:
            problems.append(problem)
            return ((0, 0),)

        solution = solve(cube, metric="qtm", engine=Oracle(words, lower=2))
        assert solution.length == problems[0].cost((0, 0)) == 2

    @pytest.mark.parametrize(
        ("known", "upper"),
        [("F2 U' R'", 3), ("x F2 U' R' y", None), ("R", None), ("F2 U' R' R R'", 3), (None, None)],
    )
    def test_known_answer_becomes_a_bound_if_it_solves(self, known: str | None, upper: int | None) -> None:
        oracle = Oracle(lambda _: ())
        solve(Cube(2).apply("R U F2"), engine=oracle, known=known)
        assert oracle.seen.upper == upper

    @pytest.mark.parametrize(("moves", "upper"), [("R,U2", 2), ("R,U,F", 2), ("R2,U2,R", 2), ("R,D,L", None)])
    def test_known_answer_counts_if_its_turns_are_allowed(self, moves: str, upper: int | None) -> None:
        oracle = Oracle(lambda _: ())
        solve(Cube(2).apply("R U2"), engine=oracle, known="U2 R'", moves=moves)
        assert oracle.seen.upper == upper

    def test_progress_reports_the_starting_engine(self) -> None:
        seen: list[Event] = []
        solve(Cube(2).apply("R"), progress=seen.append)
        assert seen[0] == Started("table")

    def test_progress_reports_the_same_note_of_one_search_once(self) -> None:
        class Repetitive(Oracle):
            def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
                for text in ("first", "second", "first"):
                    control.emit(Note(Sentence(text)))
                return super().search(problem, bounds, control)

        oracle, events = Repetitive(lambda problem: (problem.word(("R'",)) or (),), 1), list[Event]()
        for _ in range(2):
            solve(Cube(2).apply("R"), engine=oracle, progress=events.append)
        assert [str(event.sentence) for event in events if isinstance(event, Note)] == ["first", "second"] * 2

    def test_equal_answers_are_equal(self) -> None:
        def once() -> Solution:
            return solve(Cube(2).apply("R U"), engine=TableEngine())

        assert once().alg == once().alg
        assert once().problem == once().problem
        assert len({once().problem, once().problem}) == 1

    @pytest.mark.parametrize("engine", ["stages", "walk"])
    def test_engine_of_single_answers_is_not_asked_for_all(self, engine: str) -> None:
        with pytest.raises(UsageError, match="finds only one answer"):
            solve(Cube(3).apply("R"), engine=engine, options=Options(every=True))


class TestTheLimitWhileAProblemIsSetUp:
    """With a clock that goes on by a hundred seconds whenever it is looked at."""

    @pytest.fixture(autouse=True)
    def _late(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = count(step=100)
        monkeypatch.setattr("cubeproof.contract.control.time.monotonic", lambda: next(clock))

    def test_time_limit_applies_before_the_problem_exists(self) -> None:
        with pytest.raises(TimeUpError, match="No answer within the time"):
            solve(Cube(20).apply("R U"), metric="stm", limit=Limit(5))

    @pytest.mark.parametrize("engine", ["auto", "sat", "walk"])
    def test_time_limit_applies_before_the_search_starts(self, engine: str) -> None:
        task = cube_problem(Cube(20).apply("R U"))
        solution = solve(task, engine=engine, limit=Limit(5))
        assert (solution.word, solution.stop, solution.lower_bound) == (None, Stop.TIMEOUT, 1)
        assert task not in orbits_module._DERIVED

    def test_a_solved_cube_needs_no_time(self) -> None:
        assert solve(cube_problem(Cube(20)), limit=Limit(5)).length == 0

    def test_problem_setup_without_a_limit_continues(self) -> None:
        assert solve(Cube(2).apply("R U")).length == 2


class TestCtrlC:
    """At any point of an engine, also where it was not ready to be stopped."""

    class Unready(Oracle):
        believed = ""

        def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
            control.emit(BoundProved(2))
            for word in self.words(problem):
                control.emit(Improved(problem.cost(word), 2, word))
            control.emit(BoundProved(3, self.believed))
            raise KeyboardInterrupt

    @pytest.mark.parametrize("believed", ["", "a solver"])
    def test_ctrl_c_error_has_the_best_reported_answer(self, believed: str) -> None:
        cube = Cube(2).apply("R D B")

        def words(problem: Problem) -> tuple[Word, ...]:
            back = solve(cube, engine="table").alg
            names = [generator.name for generator in problem.generators]
            word = tuple(names.index(str(move)) for move in back or ())
            turn = names.index("R"), names.index("R'")
            return ((*turn, *word), word)

        engine = self.Unready(words)
        engine.believed = believed
        with pytest.raises(KeyboardInterrupt) as caught:
            solve(cube, engine=engine)
        solution = vars(caught.value)["so_far"]
        assert (solution.length, solution.stop, solution.lower_bound) == (3, Stop.INTERRUPTED, 3)
        assert solution.unverified_solver == believed

    def test_ctrl_c_error_of_a_solved_cube_has_the_bound_0(self) -> None:
        class Slow(Oracle):
            def read(self, problem: Problem) -> Attempt:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt) as caught:
            solve(Cube(2), engine=Slow(lambda _: ()))
        assert (vars(caught.value)["so_far"].length, vars(caught.value)["so_far"].lower_bound) == (0, 0)

    def test_ctrl_c_error_without_an_answer_has_the_bound(self) -> None:
        with pytest.raises(KeyboardInterrupt) as caught:
            solve(Cube(2).apply("R"), engine=self.Unready(lambda _: ()))
        assert (vars(caught.value)["so_far"].alg, vars(caught.value)["so_far"].lower_bound) == (None, 3)


def test_known_answer_of_a_cube_s_problem_may_be_names() -> None:
    problem = cube_problem(Cube(2).apply("R D"))
    answers = ["D'", "R'"], "D' R'", Alg("D' R'")
    for answer in answers:
        assert solve(problem, known=answer).length == 2
