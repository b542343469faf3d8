"""The SAT engine proves the table's lengths in every order of horizons, and keeps its results when it is stopped."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event, HorizonClosed, HorizonOpened, Improved, Note
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.engines.sat.engine import SatEngine
from cubeproof.engines.sat.facts import SatStatistics
from cubeproof.engines.table import TableEngine
from cubeproof.methods.configurations import CONFIGURATIONS
from cubeproof.methods.configurations.graph import cubes
from cubeproof.methods.sat import solvers, worker
from cubeproof.methods.sat.solvers import PySat
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from engine_runs import objection, run_engine
from patience import until
from programs import run_program

HARD = random_cube(3, 5)


def run(
    problem: Problem,
    engine: SatEngine | None = None,
    limit: Limit | None = None,
    bounds: Bounds | None = None,
) -> Outcome:
    return run_engine(engine or SatEngine(), problem, bounds or Bounds(), Control(limit or Limit()))


def truth(problem: Problem) -> Outcome:
    return run_engine(TableEngine(every=True), problem, Bounds(), Control())


def costing(problem: Problem, factor: int) -> Problem:
    """Return a problem whose turns cost a multiple."""
    generators = tuple(replace(turn, cost=factor * turn.cost) for turn in problem.generators)
    return Problem(problem.start, problem.goals, generators)


def opened(events: list[Event]) -> list[HorizonOpened]:
    return [event for event in events if isinstance(event, HorizonOpened)]


def workers() -> list[str]:
    """Return the worker processes of this process that are still alive."""
    listed = run_program(["ps", "--ppid", str(os.getpid()), "-o", "stat=,args="])
    return [line for line in listed.stdout.splitlines() if "worker.py" in line and not line.startswith("Z")]


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    """Verify after every test of this file that no solver process is alive."""
    yield
    until(lambda: not workers())


class TestAgreement:
    @pytest.mark.parametrize(
        ("first", "count", "metric"),
        [
            (0, 6, "htm"),
            (6, 3, "qtm"),
            *(pytest.param(first, 20, "htm", marks=pytest.mark.soak) for first in range(20, 1001, 20)),
        ],
    )
    def test_sat_agrees_with_the_table_on_random_states(self, first: int, count: int, metric: str) -> None:
        for seed in range(first, first + count):
            problem = cube_problem(random_cube(2, seed), metric=metric)
            outcome = run(problem)
            assert outcome.stop is None
            assert problem.is_solved_by(outcome.words[0])
            assert problem.cost(outcome.words[0]) == outcome.lower_bound == truth(problem).lower_bound

    @pytest.mark.parametrize(
        "part", [pytest.param(part, marks=pytest.mark.soak if part else ()) for part in range(64)]
    )
    def test_sat_needs_eleven_turns_for_an_antipode(self, part: int) -> None:
        from cubeproof.methods.configurations import load

        some = np.arange(CONFIGURATIONS - 1, 0, -20)
        far = some[load(range(9), Control()).of(some) == 11]
        assert run(cube_problem(Cube.from_colours(cubes(far[len(far) // 64 * part])))).lower_bound == 11

    @pytest.mark.parametrize("scramble", ["R2 D2 R2", "R D R' D2 B", "B2 R D2 B R2", "R D R D R D"])
    def test_sat_agrees_with_the_table_on_all_shortest_answers(self, scramble: str) -> None:
        for encoding in ("framed", "cubie-onehot"):
            problem = cube_problem(Cube(2).apply(scramble))
            results = run(problem, SatEngine(encoding, every=True)).words
            assert len(results) == len(set(results))
            assert set(results) == set(truth(problem).words)


class TestCosts:
    @pytest.mark.parametrize("horizon", ["up", "down", "middle"])
    @pytest.mark.parametrize("metric", ["htm", "qtm"])
    def test_costs_with_a_common_divisor_change_the_lengths_and_not_the_formulas(
        self, horizon: str, metric: str
    ) -> None:
        problem = cube_problem(Cube(2).apply("R D2 B' R2"), metric=metric)
        dear = costing(problem, 60_000)
        events: list[Event] = []
        plain: list[Event] = []
        outcome = run_engine(SatEngine(horizon=horizon), dear, Bounds(1), Control(progress=events.append))
        same = run_engine(SatEngine(horizon=horizon), problem, Bounds(1), Control(progress=plain.append))
        length = truth(problem).lower_bound
        assert outcome.words == same.words
        assert outcome.lower_bound == 60_000 * length
        assert [replace(event, length=60_000 * event.length) for event in opened(plain)] == opened(events)
        bounds = [event.lower_bound for event in events if isinstance(event, BoundProved)]
        assert bounds == sorted(bounds)
        assert bounds[-1] <= 60_000 * length
        assert {event.length for event in events if isinstance(event, Improved)} >= {60_000 * length}

    def test_costs_with_a_common_divisor_keep_limits_and_known_bounds(self) -> None:
        problem = cube_problem(Cube(2).apply("R D2 B' R2"))
        length = truth(problem).lower_bound
        dear = costing(problem, 50)
        short = run(dear, limit=Limit(length=50 * length - 1))
        assert (short.words, short.stop, short.lower_bound) == ((), Stop.LENGTH, 50 * length)
        for extra, upper, most in ((0, 50 * length + 49, 50 * length), (49, None, None), (50, None, 999)):
            every = SatEngine(every=True, extra=extra)
            limit = Limit(length=most)
            outcome = run(dear, every, limit, Bounds(50 * length - 20, upper))
            assert outcome.words == run(problem, SatEngine(every=True, extra=extra // 50)).words
            assert outcome.every

    def test_costs_that_no_formula_holds_are_refused_before_any_work(self) -> None:
        generators = (
            Generator("s", np.array([1, 0, 2], np.int16), 1_000_000),
            Generator("t", np.array([0, 2, 1], np.int16), 999_999),
        )
        start, goal = np.array([1, 0, 2], np.int8), np.array([0, 1, 2], np.int8)
        assert objection(SatEngine(), Problem(start, (goal,), generators)) is not None
        assert objection(SatEngine(), Problem(start, (goal,), generators[:1])) is None


class TestHorizons:
    @pytest.mark.parametrize("horizon", ["up", "down", "middle"])
    @pytest.mark.parametrize("metric", ["htm", "qtm"])
    @pytest.mark.parametrize("upper", [None, 7])
    def test_horizon_orders_give_the_same_length(self, horizon: str, metric: str, upper: int | None) -> None:
        problem = cube_problem(Cube(2).apply("R D B' R D"), metric=metric)
        outcome = run(problem, SatEngine(horizon=horizon), bounds=Bounds(upper=upper))
        assert problem.cost(outcome.words[0]) == outcome.lower_bound == 5
        assert outcome.stop is None

    @pytest.mark.parametrize(("horizon", "first"), [("up", False), ("down", True)])
    def test_horizon_order_decides_if_bounds_or_answers_come_first(self, horizon: str, first: bool) -> None:
        seen: list[Event] = []
        problem = cube_problem(Cube(2).apply("R D B' R D R B R'"))
        length = truth(problem).lower_bound
        run_engine(SatEngine(horizon=horizon), problem, Bounds(), Control(progress=seen.append))
        closed = [event for event in seen if isinstance(event, HorizonClosed)]
        assert closed[0].solvable is first
        assert all(event.solvable == (event.length >= length) for event in closed)
        assert length - 1 in {event.length for event in closed}

    def test_horizon_in_quarter_turns_skips_every_other_length(self) -> None:
        seen: list[Event] = []
        problem = cube_problem(Cube(2).apply("R D B' R D R B"), metric="qtm")
        run_engine(SatEngine(), problem, Bounds(), Control(progress=seen.append))
        questions = [event.length for event in seen if isinstance(event, HorizonOpened)]
        assert {length % 2 for length in questions} == {1}

    def test_horizon_skips_no_length_if_the_parity_differs_between_goals(self) -> None:
        # Two quarter turns from solved, and one from the second goal.
        problem = cube_problem(Cube(2).apply("R U"), metric="qtm")
        problem = replace(problem, goals=(*problem.goals, Cube(2).apply("R").colours))
        outcome = run(problem)
        assert [problem.cost(word) for word in outcome.words] == [outcome.lower_bound] == [1]

    @pytest.mark.parametrize("horizon", ["up", "down", "middle"])
    def test_a_limit_of_length_is_kept(self, horizon: str) -> None:
        problem = cube_problem(Cube(2).apply("R D B' R D R B R'"))
        length = truth(problem).lower_bound
        engine = SatEngine(horizon=horizon)
        for upper in (None, length + 1):
            short = run(problem, engine, Limit(length=length - 1), Bounds(upper=upper))
            assert (short.words, short.stop) == ((), Stop.LENGTH)
            assert short.lower_bound == length
        assert run(problem, engine, Limit(length=length)).lower_bound == length

    def test_known_bounds_save_work_and_are_trusted(self) -> None:
        seen: list[Event] = []
        problem = cube_problem(Cube(2).apply("R D B' R D"))
        run_engine(SatEngine(), problem, Bounds(lower=5), Control(progress=seen.append))
        assert [event.length for event in seen if isinstance(event, HorizonOpened)] == [5]

    @pytest.mark.parametrize("horizon", ["down", "middle"])
    def test_known_answer_is_never_replaced_by_a_longer_one(self, horizon: str) -> None:
        problem = cube_problem(Cube(2).apply("R U F"))
        number = {generator.name: index for index, generator in enumerate(problem.generators)}
        word = tuple(number[name] for name in ("F'", "U'", "R'", "R", "R", "R", "R"))
        assert problem.is_solved_by(word)
        seen: list[Event] = []
        outcome = run_engine(
            SatEngine(horizon=horizon), problem, Bounds(word=word), Control(progress=seen.append)
        )
        assert problem.cost(outcome.words[0]) == outcome.lower_bound == 3
        lengths = [event.length for event in seen if isinstance(event, (HorizonOpened, Improved))]
        assert lengths
        assert max(lengths) < len(word)


class TestJobs:
    @pytest.mark.parametrize("encoding", ["framed", "cubie-onehot"])
    def test_jobs_do_not_change_the_result(self, encoding: str) -> None:
        problem = cube_problem(Cube(2).apply("R D B' R D R"))
        outcomes = [run(problem, SatEngine(encoding, jobs=jobs)) for jobs in (1, 2)]
        assert [problem.cost(outcome.words[0]) for outcome in outcomes] == [truth(problem).lower_bound] * 2
        assert outcomes[0].lower_bound == outcomes[1].lower_bound

    @pytest.mark.parametrize("jobs", [1, 2])
    @pytest.mark.parametrize("asked", [False, True])
    def test_a_worker_that_is_killed_is_replaced(
        self, jobs: int, asked: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        victims: list[int] = []
        ask = solvers._SolverProcess.ask

        def ask_and_die(self: solvers._SolverProcess, question: int, assumptions: list[int]) -> None:
            first = not victims
            victims.append(self.process.pid)
            if first and not asked:
                os.kill(self.process.pid, signal.SIGKILL)
            ask(self, question, assumptions)
            if first and asked:
                os.kill(self.process.pid, signal.SIGKILL)

        monkeypatch.setattr(solvers._SolverProcess, "ask", ask_and_die)
        problem = cube_problem(Cube(2).apply("R D B' R D"))
        outcome = run(problem, SatEngine("cubie-onehot", jobs=jobs))
        assert asked or victims[0] not in victims[1:], "one that dies after it was asked may have answered"
        assert problem.cost(outcome.words[0]) == outcome.lower_bound == 5


class TestStopping:
    def test_time_limit_is_checked_before_the_first_formula(self) -> None:
        # The distances of all these pieces take many times as long.
        seen: list[Event] = []
        problem = cube_problem(Cube(8).apply("R 2U F2 3L"))
        outcome = run_engine(SatEngine(), problem, Bounds(), Control(Limit(seconds=0.1), seen.append))
        assert (outcome.stop, outcome.words, seen) == (Stop.TIMEOUT, (), [])

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_time_limit_on_the_way_up_keeps_the_bound(self, jobs: int) -> None:
        outcome = run(cube_problem(HARD), SatEngine(jobs=jobs), Limit(seconds=1.5))
        assert (outcome.words, outcome.stop) == ((), Stop.TIMEOUT)
        assert 1 <= outcome.lower_bound <= 20

    def test_time_limit_on_the_way_down_keeps_the_best_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answered: list[Event] = []
        # The time runs out when the first answer is there.
        monkeypatch.setattr(Control, "remaining", property(lambda _: 0.0 if answered else 60.0))

        def note(event: Event) -> None:
            if isinstance(event, HorizonClosed) and event.solvable:
                answered.append(event)

        problem = cube_problem(Cube(2).apply("R D B' R D R B"))
        outcome = run_engine(SatEngine(horizon="down"), problem, Bounds(upper=10), Control(progress=note))
        assert problem.is_solved_by(outcome.words[0])
        assert outcome.lower_bound < problem.cost(outcome.words[0])
        assert outcome.stop is Stop.TIMEOUT

    @pytest.mark.parametrize("kind", [HorizonOpened, HorizonClosed])
    def test_a_stop_leaves_the_bound(self, kind: type[HorizonOpened | HorizonClosed]) -> None:
        def stop(event: Event) -> None:
            if isinstance(event, kind) and event.length == length - 1:
                control.stop()

        problem = cube_problem(Cube(2).apply("R D B' R D R B"))
        length = truth(problem).lower_bound
        control = Control(progress=stop)
        outcome = run_engine(SatEngine("cubie-onehot"), problem, Bounds(), control)
        # Earlier results count.
        proved = length if kind is HorizonClosed else length - 1
        assert (outcome.words, outcome.stop, outcome.lower_bound) == ((), Stop.INTERRUPTED, proved)

    def test_a_stop_on_the_way_down_leaves_the_best_answer(self) -> None:
        def stop(event: Event) -> None:
            if isinstance(event, HorizonOpened) and event.length < 6:
                control.stop()

        problem = cube_problem(Cube(2).apply("R D B' R"))
        control = Control(progress=stop)
        outcome = run_engine(SatEngine("cubie-onehot", horizon="down"), problem, Bounds(upper=6), control)
        assert outcome.stop is Stop.INTERRUPTED
        assert problem.is_solved_by(outcome.words[0])
        assert outcome.lower_bound <= problem.cost(outcome.words[0]) <= 6

    def test_callback_error_ends_the_search(self) -> None:
        def fail(event: Event) -> None:
            raise RuntimeError("enough")

        with pytest.raises(RuntimeError, match="enough"):
            run_engine(SatEngine(), cube_problem(Cube(2).apply("R D")), Bounds(), Control(progress=fail))

    def test_a_parent_that_is_killed_takes_its_workers_along(self) -> None:
        program = (
            "from cubeproof import solve, random_cube\n"
            "solve(random_cube(3, 5), engine='sat', progress=lambda event: print(event, flush=True))"
        )
        parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert parent.stdout is not None
        for line in parent.stdout:
            if line.startswith("HorizonClosed"):
                break

        def listed(*options: str) -> list[str]:
            return run_program(["ps", *options]).stdout.split()

        until(lambda: listed("--ppid", str(parent.pid), "-o", "pid="))
        children = listed("--ppid", str(parent.pid), "-o", "pid=")
        parent.kill()
        parent.communicate()
        until(lambda: all(state.startswith("Z") for state in listed("-o", "stat=", "-p", ",".join(children))))


class TestRequests:
    def test_statistics_count_the_work(self) -> None:
        statistics = run(cube_problem(Cube(2).apply("R D B"))).statistics
        assert isinstance(statistics, SatStatistics)
        assert (statistics.encoding, statistics.solver) == ("framed", "minisat22")
        assert isinstance(statistics.variables, int)
        assert isinstance(statistics.conflicts, int)
        assert 0 < statistics.solving_seconds < 60


class TestMemory:
    """If the memory does not suffice, the results so far are returned."""

    def ended(self, engine: SatEngine, problem: Problem, limit: Limit = Limit()) -> tuple[Outcome, str]:  # noqa: B008
        events: list[Event] = []
        outcome = run_engine(engine, problem, Bounds(), Control(limit, events.append))
        assert (outcome.words, outcome.stop) == ((), Stop.GAVE_UP)
        (note,) = [event.sentence for event in events if isinstance(event, Note)]
        return outcome, note

    def test_memory_for_a_requested_horizon_is_checked(self) -> None:
        problem = cube_problem(Cube(2).apply("R D"))
        outcome, note = self.ended(SatEngine(horizon="down"), problem, Limit(length=10**12))
        assert "The formula would have about" in note
        assert outcome.lower_bound == 2

    def test_memory_for_the_distances_of_large_cubes_is_checked(self) -> None:
        outcome, note = self.ended(SatEngine(), cube_problem(Cube(30).apply("R U")))
        assert "The distances of pairs of pieces would take 7 GB" in note
        assert outcome.lower_bound == 1

    @pytest.mark.parametrize(
        ("place", "fault"),
        [
            ("subprocess.Popen", OSError(errno.ENOMEM, "Cannot allocate memory")),
            ("subprocess.Popen", BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")),
            ("threading.Thread.start", RuntimeError("can't start new thread")),
        ],
    )
    def test_memory_for_another_process_is_checked(
        self, place: str, fault: Exception, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(*_: object, **__: object) -> None:
            raise fault

        monkeypatch.setattr(f"cubeproof.methods.sat.solvers.{place}", refused)
        outcome, note = self.ended(SatEngine(), cube_problem(Cube(2).apply("R D B")))
        assert "cannot start another process or thread" in note
        assert outcome.lower_bound >= 2

    def test_memory_error_of_a_solver_process_is_reported(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        starved = tmp_path / "starved.py"
        starved.write_text(f"import sys; sys.exit({worker.NO_MEMORY})")
        monkeypatch.setattr(worker, "__file__", str(starved))
        outcome, note = self.ended(SatEngine(), cube_problem(Cube(2).apply("R D B")))
        assert "minisat22 ended for lack of memory" in note
        assert outcome.lower_bound >= 2

    def test_jobs_are_limited_to_useful_processes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("cubeproof.work.executor.usable_cores", lambda: 1)
        opened = []
        real = PySat.open

        def counted(self: PySat, *given: Any) -> Any:
            opened.append(self)
            return real(self, *given)

        monkeypatch.setattr(PySat, "open", counted)
        outcome = run_engine(
            SatEngine(jobs=999_999), cube_problem(Cube(3).apply("R U")), Bounds(lower=2), Control()
        )
        assert outcome.lower_bound == 2
        assert len(opened) == 8
