"""`auto` takes the engine that a user would, stays honest about what is proved, and keeps to the time."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubeproof import Cube, Limit, Options, Problem, random_cube, solve
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import (
    BoundProved,
    Event,
    HorizonClosed,
    HorizonOpened,
    Improved,
    Note,
    Started,
)
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.errors import UnsupportedError
from cubeproof.problem import cube_problem
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.portfolio import Portfolio
from cubeproof.solving.registry import ENGINES, engine, usual_engine
from cubeproof.solving.solution import Solution
from engine_runs import objection, run_engine
from ground_truth import SUPERFLIP
from patience import PATIENCE
from strategies import cubes

_CANNOT = Template("test.cannot", "{engine} cannot.")


def solve_with_events(cube: Cube, **options: Any) -> tuple[Solution, list[Event]]:
    """A solution, and the events on the way, which must make sense."""
    events: list[Event] = []
    solution = solve(cube, progress=events.append, **options)
    sane(events, solution)
    return solution, events


def sane(events: list[Event], solution: Solution) -> None:
    """Engines start before they act, horizons open before they close, answers get shorter and bounds higher."""
    assert not events or isinstance(events[0], Started)
    started = [event.engine for event in events if isinstance(event, Started)]
    assert len(set(started)) == len(started)
    assert all(engine in started for engine in solution.engine.split("+") if engine != "auto")
    opened: HorizonOpened | None = None
    at_work = ""
    for event in events:
        if isinstance(event, HorizonOpened):
            assert opened is None
            assert event.variables > 0
            assert event.clauses > 0
            opened = event
        elif isinstance(event, Started):
            at_work = event.engine
        elif isinstance(event, HorizonClosed):
            # Only a formula is a horizon to be opened.
            assert (opened is None) == (at_work == "search")
            assert opened is None or event.length == opened.length
            assert event.seconds >= 0
            assert event.solvable == (solution.length is not None and solution.length <= event.length)
            opened = None
    assert opened is None or solution.stop is not None
    improved = [event for event in events if isinstance(event, Improved)]
    assert all(after.length < before.length for before, after in pairwise(improved))
    assert all(after.lower_bound >= before.lower_bound for before, after in pairwise(improved))
    assert all(event.lower_bound <= event.length for event in improved)
    if solution.length is not None:
        assert all(event.length >= solution.length for event in improved)
        assert all(event.lower_bound <= solution.length for event in improved)
        assert solution.lower_bound <= solution.length


class TestChoice:
    @settings(max_examples=20)
    @given(cubes(2), st.sampled_from(["htm", "qtm"]))
    def test_auto_chooses_the_table_for_a_2x2x2(self, cube: Cube, metric: str) -> None:
        solution, events = solve_with_events(cube, metric=metric)
        assert solution.optimal
        assert solution.engine == ("table" if events else "auto")
        assert [event.engine for event in events if isinstance(event, Started)] == (
            ["table"] if events else []
        )

    @pytest.mark.parametrize("seed", range(3))
    def test_a_quick_answer_to_a_random_3x3x3_with_an_honest_bound(self, seed: int) -> None:
        cube = random_cube(3, seed)
        solution, events = solve_with_events(cube, quick=True)
        assert (cube @ (solution.alg or "")).is_solved
        assert (solution.engine, solution.stop) == ("search", Stop.QUICK)
        assert 12 < (solution.length or 0) <= 30
        assert 0 <= solution.lower_bound <= 20
        assert not solution.optimal
        assert Started("search") in events

    @pytest.mark.parametrize("scramble", ["R U F2 L' D B", "R U F2 L' D B R2 U'"])
    def test_longer_answers_on_the_3x3x3_are_proved(self, scramble: str) -> None:
        solution, _ = solve_with_events(Cube(3).apply(scramble))
        assert solution.length == len(scramble.split()) == solution.lower_bound

    def test_search_for_a_cross_and_a_chain_for_what_no_other_engine_answers(self) -> None:
        solution, _ = solve_with_events(Cube(5).apply("Rw U"), moves="Rw,U")
        assert (solution.length, solution.engine) == (2, "chain")
        assert solve_with_events(Cube(3).apply("F R"), goal="cross")[0].engine == "search"

    def test_a_solved_cube_starts_no_engine(self) -> None:
        solution, events = solve_with_events(Cube(3).apply("x"))
        assert (solution.length, solution.lower_bound, events) == (0, 0, [])


class TestLimits:
    @pytest.mark.parametrize("cube", [Cube(3).apply(SUPERFLIP), random_cube(3, 5)])
    def test_time_limit_returns_the_best_answer(self, cube: Cube) -> None:
        # How long it takes until there is an answer at all depends on the machine and on who else is at work on it.
        for seconds in (1, 4, 16, 64, 256):
            solution, _ = solve_with_events(cube, limit=Limit(seconds=seconds))
            assert solution.stop is Stop.TIMEOUT
            if solution.alg is not None:
                break
        assert (cube @ (solution.alg or "")).is_solved
        assert 1 <= solution.lower_bound < (solution.length or 0)

    def test_a_moment_is_too_short_for_any_engine_but_not_for_a_bound(self) -> None:
        solution, _ = solve_with_events(random_cube(3, 5), limit=Limit(seconds=1e-6))
        assert solution.stop is Stop.TIMEOUT
        assert solution.lower_bound >= 1

    def test_a_length_that_is_too_short(self) -> None:
        solution, _ = solve_with_events(Cube(3).apply("R U F2 L'"), limit=Limit(length=3))
        assert (solution.alg, solution.stop) == (None, Stop.LENGTH)
        assert solution.lower_bound == 4


REFUSAL = Outcome((), 0)
"""An engine with this outcome raises UnsupportedError during its search."""


UNREAD = Outcome((), 0)
"""An engine with this outcome has no memory to read the problem."""
STARVED = Outcome((), 0)
"""An engine with this outcome raises the lower bound by 1, and then has no memory."""


class _Engine:
    """An engine with a scripted outcome, which records its input."""

    def __init__(self, name: str, outcome: Outcome | None, facts: dict[str, Any]) -> None:
        self.name, self.outcome, self.facts = name, outcome, facts
        self.given: list[tuple[float, Bounds]] = []
        self.reads = 0

    def read(self, problem: Problem) -> Attempt | Sentence:
        self.reads += 1
        if self.outcome is UNREAD:
            raise ImportError("liba.so: failed to map segment from shared object")
        if self.outcome is None:
            return _CANNOT(engine=self.name)
        return Attempt(self.name, self.search, **self.facts)

    def search(self, bounds: Bounds, control: Control) -> Outcome:
        self.given.append((control.remaining, bounds))
        assert self.outcome is not None
        if self.outcome is REFUSAL:
            raise UnsupportedError(_CANNOT(engine=self.name))
        if self.outcome is STARVED:
            control.emit(BoundProved(bounds.lower + 1))
            raise MemoryError
        return self.outcome


class TestOrder:
    """With engines that are only played: who is asked, and what is done with what was said."""

    PROBLEM = cube_problem(Cube(3).apply("R U"))

    def ask(
        self,
        limit: Limit,
        *,
        every: bool = False,
        quick: bool = False,
        search_proves: bool = True,
        search_answers_only: bool = False,
        upper: int | None = None,
        **outcomes: Outcome | None,
    ) -> tuple[Outcome, dict[str, _Engine]]:
        moments, minutes = Expected.MOMENTS, Expected.MINUTES
        facts: dict[str, dict[str, Any]] = {
            "table": {"proves": True, "answers_any": True, "answer": moments, "proof": moments},
            "search": {
                "proves": search_answers_only is False,
                "proves_here": search_proves,
                "answers_any": True,
                "answer": moments,
            },
            "sat": {"proves": True},
            "stages": {"answers_any": True, "answer": minutes},
        }
        engines = {name: _Engine(name, outcomes.get(name), facts[name]) for name in facts}

        def made(name: str) -> Callable[[Options], _Engine]:
            return lambda _options: engines[name]

        chosen = tuple(replace(ENGINES[name], make=made(name)) for name in facts)
        auto = Portfolio(chosen, Options(every=every, quick=quick))
        self.told: list[Event] = []
        control = Control(limit, self.told.append)
        return run_engine(auto, self.PROBLEM, Bounds(upper=upper), control), engines

    def test_each_engine_reads_the_problem_once_and_only_if_it_is_needed(self) -> None:
        _, engines = self.ask(Limit(), search=Outcome(((0, 1, 2),), 2), sat=Outcome(((0, 1, 2),), 3))
        assert {name: engine.reads for name, engine in engines.items()} == {
            "table": 1,
            "search": 1,
            "sat": 1,
            "stages": 0,
        }

    def test_table_that_refuses_during_its_search_leaves_the_problem_to_sat(self) -> None:
        solution, engines = self.ask(Limit(), table=REFUSAL, sat=Outcome(((0, 1),), 2))
        assert (solution.words, solution.lower_bound, solution.engine) == (((0, 1),), 2, "sat")
        assert len(engines["table"].given) == 1

    def test_what_is_proved_by_the_search_needs_no_sat(self) -> None:
        solution, engines = self.ask(Limit(), search=Outcome(((0, 1),), 2), sat=Outcome((), 0))
        assert (solution.words, solution.lower_bound, solution.engine) == (((0, 1),), 2, "search")
        assert not engines["sat"].given

    def test_a_short_answer_is_handed_on_with_its_bound(self) -> None:
        solution, engines = self.ask(Limit(), search=Outcome(((0, 1, 2),), 2), sat=Outcome(((0, 1, 2),), 3))
        ((_, bounds),) = engines["sat"].given
        assert (bounds.lower, bounds.word) == (2, (0, 1, 2))
        assert (solution.engine, solution.lower_bound) == ("search+sat", 3)

    def test_shorter_answer_is_credited_to_sat(self) -> None:
        solution, _ = self.ask(Limit(), search=Outcome(((0, 1, 2),), 1), sat=Outcome(((0, 1),), 2))
        assert (solution.words, solution.engine) == (((0, 1),), "sat")

    def test_search_gets_the_whole_time_and_its_proof_is_final(self) -> None:
        proved = Outcome((tuple([0, 3] * 9),), 18)
        solution, engines = self.ask(Limit(seconds=100), search=proved, sat=Outcome((), 9))
        assert (solution.words, solution.lower_bound, engines["sat"].given) == (proved.words, 18, [])
        assert 99 < engines["search"].given[0][0] <= 100

    def test_sat_proves_after_the_search_if_feasible_or_time_limited(self) -> None:
        short, long = (Outcome((tuple([0, 3] * half),), 4, Stop.GAVE_UP) for half in (6, 10))
        solution, engines = self.ask(Limit(), search=short, sat=Outcome(short.words, 12))
        assert (solution.lower_bound, solution.engine) == (12, "search+sat")
        solution, engines = self.ask(Limit(), search=long, sat=Outcome((), 9))
        assert (solution.lower_bound, solution.stop, engines["sat"].given) == (4, Stop.GAVE_UP, [])
        solution, engines = self.ask(
            Limit(seconds=100), search=long, sat=Outcome(long.words, 9, Stop.TIMEOUT)
        )
        assert (solution.lower_bound, solution.stop) == (9, Stop.TIMEOUT)
        assert 99 < engines["sat"].given[0][0] <= 100

    def test_search_without_proofs_gets_half_the_time_and_no_proof_requests(self) -> None:
        long = Outcome((tuple([0, 3] * 10),), 4, Stop.TIMEOUT)
        solution, engines = self.ask(
            Limit(seconds=100), search_proves=False, search=long, sat=Outcome(long.words, 9, Stop.TIMEOUT)
        )
        assert solution.lower_bound == 9
        assert 49 < engines["search"].given[0][0] <= 50
        assert 50 < engines["sat"].given[0][0] <= 100
        solution, engines = self.ask(
            Limit(length=3), search_proves=False, search=long, sat=Outcome((), 4, Stop.LENGTH)
        )
        assert (solution.lower_bound, solution.stop, engines["search"].given) == (4, Stop.LENGTH, [])

    def test_quick_search_skips_the_proof_and_gets_the_whole_time(self) -> None:
        solution, engines = self.ask(
            Limit(seconds=100),
            quick=True,
            search_proves=False,
            search=Outcome(((0, 1, 2),), 2, Stop.QUICK),
            sat=Outcome((), 9),
        )
        assert (solution.words, solution.stop, engines["sat"].given) == (((0, 1, 2),), Stop.QUICK, [])
        assert 99 < engines["search"].given[0][0] <= 100
        solution, engines = self.ask(Limit(), quick=True, table=Outcome(((0, 1),), 2), search=Outcome((), 0))
        assert (solution.engine, solution.lower_bound, engines["search"].given) == ("table", 2, [])
        solution, _ = self.ask(Limit(), quick=True, sat=Outcome(((0, 1),), 2))
        assert (solution.engine, solution.lower_bound) == ("sat", 2)

    def test_too_short_a_length_is_not_passed_to_sat(self) -> None:
        solution, engines = self.ask(Limit(length=9), search=Outcome((), 10, Stop.LENGTH), sat=Outcome((), 9))
        assert (solution.lower_bound, solution.stop, engines["sat"].given) == (10, Stop.LENGTH, [])

    @pytest.mark.parametrize("stop", [Stop.INTERRUPTED, Stop.LENGTH])
    def test_stopped_engine_starts_no_other(self, stop: Stop) -> None:
        solution, engines = self.ask(Limit(), search=Outcome((), 3, stop), sat=Outcome((), 9))
        assert (solution.stop, solution.lower_bound, engines["sat"].given) == (stop, 3, [])

    def test_all_answers_come_from_the_search_or_else_sat(self) -> None:
        first, all_ = ((0, 1),), ((0, 1), (1, 0))
        solution, engines = self.ask(Limit(), every=True, search=Outcome(all_, 2), sat=Outcome(first, 2))
        assert (solution.words, solution.engine, engines["sat"].given) == (all_, "search", [])
        gave_up = Outcome((), 2, Stop.GAVE_UP)
        solution, engines = self.ask(Limit(), every=True, search=gave_up, sat=Outcome(all_, 2))
        assert (solution.words, solution.engine, engines["sat"].given[0][1].lower) == (all_, "sat", 2)
        solution, engines = self.ask(
            Limit(), every=True, search_proves=False, search=Outcome(first, 2), sat=Outcome(all_, 2)
        )
        assert (solution.words, engines["search"].given) == (all_, [])

    def notes(self) -> list[str]:
        return [event.sentence for event in self.told if isinstance(event, Note)]

    def test_engines_without_memory_leave_their_bounds_to_the_next(self) -> None:
        answer = Outcome(((0, 1, 2),), 3, Stop.GAVE_UP)
        solution, engines = self.ask(
            Limit(), table=STARVED, search=STARVED, sat=Outcome((), 5), stages=answer
        )
        assert (solution.words, solution.engine) == (((0, 1, 2),), "stages")
        assert engines["sat"].given[-1][1].lower == 2
        assert engines["stages"].given[-1][1].lower == 5
        assert [len(engines[name].given) for name in ("table", "search")] == [1, 1]
        assert set(self.notes()) == {"There is not enough memory to go on."}

    def test_prover_without_memory_keeps_the_answer_with_its_own_bound(self) -> None:
        solution, _ = self.ask(Limit(seconds=100), search=Outcome(((0, 1, 2),), 2), sat=STARVED)
        assert (solution.words, solution.lower_bound, solution.stop) == (((0, 1, 2),), 3, Stop.GAVE_UP)

    def test_engines_that_all_lack_memory_leave_the_bound(self) -> None:
        solution, _ = self.ask(Limit(), table=STARVED, search=STARVED, sat=STARVED, stages=UNREAD)
        assert (solution.words, solution.lower_bound, solution.stop) == ((), 3, Stop.GAVE_UP)
        with pytest.raises(MemoryError):
            self.ask(Limit(), table=UNREAD, search=UNREAD, sat=UNREAD, stages=UNREAD)

    def test_engine_without_memory_for_its_code_is_left_out(self) -> None:
        solution, _ = self.ask(Limit(), table=UNREAD, search=UNREAD, sat=Outcome(((0, 1),), 2))
        assert (solution.words, solution.engine) == (((0, 1),), "sat")

    def test_auto_reports_that_no_engine_can_answer(self) -> None:
        with pytest.raises(UnsupportedError, match="cannot"):
            self.ask(Limit())

    def test_sat_gets_a_moment_before_stages(self) -> None:
        late = Outcome((), 9, Stop.TIMEOUT)
        any_way = Outcome((tuple([0, 3] * 30),), 9)
        for limit, moment in ((None, 20), (1000, 20), (50, 5)):
            solution, engines = self.ask(Limit(seconds=limit), sat=late, stages=any_way)
            assert (solution.words, solution.lower_bound, solution.engine) == (any_way.words, 9, "stages")
            ((given, _),) = engines["sat"].given
            assert moment - 1 < given <= moment
            ((left, bounds),) = engines["stages"].given
            assert bounds.lower == 9
            assert left > 40
            assert [event.engine for event in self.told if isinstance(event, Started)] == ["sat", "stages"]

    def test_a_short_way_needs_no_stages(self) -> None:
        solution, engines = self.ask(Limit(), sat=Outcome(((0, 1),), 2), stages=Outcome((), 1))
        assert (solution.engine, solution.lower_bound, engines["stages"].given) == ("sat", 2, [])

    def test_stages_are_not_used_beside_the_search(self) -> None:
        searched = Outcome((tuple([0, 3] * 9),), 18)
        _, engines = self.ask(Limit(), search=searched, stages=Outcome((), 1))
        assert not engines["stages"].given

    def test_sat_gets_questions_that_only_it_can_answer(self) -> None:
        late, any_way = Outcome((), 9, Stop.TIMEOUT), Outcome((tuple([0, 3] * 30),), 9)
        for how in ({"every": True}, {"limit": Limit(length=12)}, {"upper": 10}):
            parameters: dict[str, Any] = {"limit": Limit(), "sat": late, "stages": any_way, **how}
            solution, engines = self.ask(**parameters)
            assert (solution.words, engines["stages"].given) == ((), [])
            assert engines["sat"].given[0][0] > 1e9
        # A longer way than SAT finds is within the length, and a way that is known to be short gets half of the time.
        assert self.ask(Limit(length=70), sat=late, stages=any_way)[0].engine == "stages"
        _, engines = self.ask(Limit(seconds=100), upper=10, sat=late, stages=any_way)
        assert 49 < engines["sat"].given[0][0] <= 50

    def test_a_bound_on_the_word_of_a_solver_stays_on_it_unless_stages_prove_more(self) -> None:
        outcome = Outcome((), 9, Stop.TIMEOUT, "minisat")
        any_way = (tuple([0, 3] * 30),)
        assert self.ask(Limit(), sat=outcome, stages=Outcome(any_way, 9))[0].unverified_solver == "minisat"
        assert self.ask(Limit(), sat=outcome, stages=Outcome(any_way, 10))[0].unverified_solver == ""


class TestReach:
    """The abilities of the engines for a scrambled cube, and whether `auto` uses them."""

    def test_every_size_has_its_engine(self) -> None:
        names = ["table", "search", *["large"] * 47]
        assert [usual_engine(size) for size in range(2, 51)] == names
        for size, name in zip(range(2, 8), names, strict=False):
            assert objection(engine(name), cube_problem(Cube(size).apply("R U"))) is None

    def test_stages_are_used_by_name_only(self) -> None:
        auto = engine("auto")
        assert isinstance(auto, Portfolio)

        def taken(size: int, **how: Any) -> bool:
            problem = cube_problem(Cube(size).apply("R U"), **how)
            (stages,) = (each for each in auto.engines if each.name == "stages")
            return auto.suits(stages, problem) and objection(engine("stages"), problem) is None

        assert not any(taken(size) for size in range(2, 8))

    @pytest.mark.parametrize("size", [4, 5, 6, 7, 11])
    def test_scrambled_cubes_of_more_layers_have_an_answer_at_once(self, size: int) -> None:
        cube = random_cube(size, size)
        solution = solve(cube, quick=True)
        assert cube.apply(str(solution.alg)).is_solved
        assert (solution.engine, solution.stop, solution.optimal) == ("large", Stop.QUICK, False)
        # An answer by phases has no parts.
        assert solution.parts or size == 4
        assert not solution.parts or sum(part.turns for part in solution.parts) == len(solution.alg or "")
        assert solution.length is not None
        assert solution.length > solution.lower_bound > 2

    def test_time_that_is_left_shortens_the_answer_to_a_cube_of_many_layers(self) -> None:
        cube = random_cube(6, 1)
        first = solve(cube, quick=True)
        better: list[Improved] = []

        def ends_at_the_second(event: Event) -> None:
            if isinstance(event, Improved):
                better.append(event)
            if len(better) == 2:
                control.stop()

        control = Control(Limit(seconds=PATIENCE), progress=ends_at_the_second)
        solution = solve(cube, control=control)
        assert solution.stop is Stop.INTERRUPTED
        assert solution.length is not None
        assert first.length is not None
        assert solution.length < first.length
        assert cube.apply(str(solution.alg)).is_solved

    def test_limit_of_length_that_no_proof_reaches_is_met_by_a_better_answer(self) -> None:
        cube = random_cube(6, 1)
        first = solve(cube, quick=True).length
        assert first is not None
        limit = Limit(seconds=PATIENCE, length=first - 20)
        solution = solve(cube, limit=limit)
        assert solution.length is not None
        assert solution.length <= first - 20
        assert cube.apply(str(solution.alg)).is_solved
        # The first answer is longer than the limit.
        late = solve(cube, limit=limit, quick=True)
        assert (late.word, late.stop) == (None, Stop.QUICK)

    def test_a_short_way_on_many_layers_is_found_without_a_warning(self) -> None:
        solution, events = solve_with_events(Cube(6).apply("R 3Uw"))
        assert (solution.length, solution.optimal) == (2, True)
        assert not any(isinstance(event, Note) for event in events)
