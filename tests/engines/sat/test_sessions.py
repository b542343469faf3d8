"""One process serves all requested lengths; busy processes are stopped, and at the end all processes."""

import contextlib
import os
import queue
import signal
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pysat.solvers import Minisat22

from asking import clauses, length_formula
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, HorizonClosed
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Bounds
from cubeproof.engines.sat import SatEngine
from cubeproof.errors import SolverError, TimeUpError
from cubeproof.formulas.formula import Formula
from cubeproof.methods.sat import commands, solvers, worker
from cubeproof.methods.sat.search import Sessions, ask, split
from cubeproof.methods.sat.sessions import Replies, Reply
from cubeproof.methods.sat.solvers import PySat
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from cubeproof.sentences import Sentence
from engine_runs import run_engine


class _Watched(solvers._SolverProcess):
    """A worker that the test records."""

    seen: list["_Watched"]

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.seen.append(self)

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[_Watched]:
    seen: list[_Watched] = []
    monkeypatch.setattr(_Watched, "seen", seen, raising=False)
    monkeypatch.setattr(solvers, "_SolverProcess", _Watched)
    return seen


def either(count: int, *units: int) -> Formula:
    """At least one of `count` variables is true, and these literals hold."""
    formula = Formula()
    formula.add("one of them", formula.new("letter", [str(number) for number in range(count)])[None])
    for unit in units:
        formula.add("it holds", [[unit]])
    return formula


class TestOneForAll:
    @pytest.mark.parametrize("horizon", ["up", "down", "middle"])
    def test_session_asks_all_lengths_of_one_process(self, horizon: str, workers: list[_Watched]) -> None:
        events: list[Event] = []
        problem = cube_problem(Cube(2).apply("R D B' R D R B R'"))
        outcome = run_engine(
            SatEngine(horizon=horizon), problem, Bounds(upper=9), Control(progress=events.append)
        )
        assert problem.cost(outcome.words[0]) == outcome.lower_bound
        assert len([event for event in events if isinstance(event, HorizonClosed)]) > 1
        assert [item.ended for item in workers] == [True]

    def test_session_asks_all_shortest_answers_of_one_process(self, workers: list[_Watched]) -> None:
        problem = cube_problem(Cube(2).apply("R2 D2 R2"))
        outcome = run_engine(SatEngine(every=True), problem, Bounds(), Control())
        assert len(outcome.words) > 1
        assert [item.ended for item in workers] == [True]

    def test_session_starts_no_process_without_a_question(self, workers: list[_Watched]) -> None:
        problem = cube_problem(Cube(2).apply("R D B"))
        assert run_engine(SatEngine(), problem, Bounds(lower=2), Control(Limit(length=1))).lower_bound >= 2
        assert workers == []

    def test_session_drops_a_formula_before_the_next(self, workers: list[_Watched]) -> None:
        with Sessions(PySat("minisat22")) as sessions:
            for formula, satisfiable in (
                (either(2, -1, -2), False),
                (either(2, -1), True),
                (either(3), True),
            ):
                reply = ask(formula, sessions.solver, Control(), sessions=sessions)
                assert reply.satisfiable == satisfiable
                assert not satisfiable or formula.verify(reply.literals) == []
        assert [item.ended for item in workers] == [True]

    def test_session_drops_added_clauses_with_their_formula(self) -> None:
        formula, replies = either(2), queue.Queue[Reply]()
        session = PySat("minisat22").open()
        try:
            for _ in range(2):
                session.load(formula, replies)
                session.ask(0, ())
                assert replies.get(timeout=60).satisfiable
                session.add(np.array([-1, 0, -2, 0], np.int32))
                session.ask(1, ())
                assert not replies.get(timeout=60).satisfiable
        finally:
            session.close()


class TestFailures:
    def test_solver_that_fails_twice_at_a_question_ends_the_search(self) -> None:
        questions: list[int] = []

        class Failing:
            def load(self, formula: Formula, replies: Replies) -> None:
                self.replies = replies

            def ask(self, question: int, assumptions: Sequence[int]) -> None:
                questions.append(question)
                self.replies.put(Reply(question, failure=SolverError(Sentence("out of paper"))))

            def close(self) -> None:
                pass

        class FailingSolver:
            def open(self) -> Failing:
                return Failing()

        with pytest.raises(SolverError, match="out of paper"):
            ask(either(2), FailingSolver(), Control())  # type: ignore[arg-type]
        assert questions == [0, 0]


class TestParts:
    def test_parts_of_a_formula_have_the_order_of_its_turns(self) -> None:
        # Of R L and L R only one is in the formula, and no layer turns twice in a row.
        formula = length_formula(cube_problem(Cube(3).apply("R L"), moves="R,L"), 2, idle=False)
        (part,) = split(formula, 2)
        with Minisat22(bootstrap_with=clauses(formula)) as solver:
            assert solver.solve(part)


class TestStopping:
    def test_process_that_does_not_read_blocks_no_stop(
        self, workers: list[_Watched], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        deaf = tmp_path / "deaf.py"
        deaf.write_text("import time\ntime.sleep(600)\n")
        monkeypatch.setattr(worker, "__file__", str(deaf))
        # More than a pipe holds.
        with pytest.raises(TimeUpError):
            ask(either(100_000), PySat("glucose4"), Control(Limit(seconds=0.2)))
        assert all(item.ended for item in workers)

    def test_sessions_are_closed_despite_ctrl_c(self) -> None:
        closed = []

        class Closing:
            def __init__(self, number: int) -> None:
                self.number = number

            def close(self) -> None:
                closed.append(self.number)
                if self.number == 1:
                    raise KeyboardInterrupt

        sessions = Sessions(PySat("glucose4"))
        for number in range(3):
            sessions._started.append(Closing(number))  # type: ignore[arg-type]
        with pytest.raises(KeyboardInterrupt), sessions:
            pass
        assert sorted(closed) == [0, 1, 2]
        closed.clear()
        with pytest.raises(KeyboardInterrupt):
            sessions.part([], [*sessions._started])
        assert sorted(closed) == [0, 1, 2]

    def test_a_command_is_not_started_after_its_session_was_closed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        writing, go_on, ended = threading.Event(), threading.Event(), threading.Event()

        def text(formula: Formula, *, extra: object) -> Iterator[str]:
            yield "p cnf 1 0"
            writing.set()
            go_on.wait(60)
            yield "c this line is not written"
            ended.set()

        monkeypatch.setattr("cubeproof.methods.sat.commands.formula_lines", text)
        monkeypatch.setattr("cubeproof.methods.sat.commands.subprocess.Popen", lambda *_, **__: ended.set())
        replies: Replies = queue.Queue()
        session = commands.Command("no-such-solver {cnf}").open()
        session.load(either(3), replies)
        session.ask(0, ())
        (asking,) = [thread for thread in threading.enumerate() if thread.name == "cubeproof-solver"]
        assert writing.wait(60)
        session.close()
        go_on.set()
        asking.join(60)
        assert not ended.is_set()
        assert replies.empty()

    def test_first_answer_stops_busy_sessions_and_keeps_idle_ones(
        self, workers: list[_Watched], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        questions: list[int] = []
        begin = _Watched.ask

        def one_never_answers(self: _Watched, question: int, assumptions: Sequence[int]) -> None:
            questions.append(question)
            if question == 0:
                os.kill(self.process.pid, signal.SIGSTOP)
            begin(self, question, assumptions)

        monkeypatch.setattr(_Watched, "ask", one_never_answers)
        with Sessions(PySat("minisat22")) as sessions:
            reply = ask(either(2), sessions.solver, Control(), [[1], [2]], jobs=2, sessions=sessions)
            assert (reply.satisfiable, reply.question) == (True, 1)
            assert sorted(questions) == [0, 1]
            assert sorted(item.ended for item in workers) == [False, True]
            monkeypatch.setattr(_Watched, "ask", begin)
            assert ask(either(2, -1), sessions.solver, Control(), sessions=sessions).satisfiable
            assert len(workers) == 2
        assert all(item.ended for item in workers)

    def test_idle_process_that_dies_is_replaced(self, workers: list[_Watched]) -> None:
        with Sessions(PySat("minisat22")) as sessions:
            assert ask(either(2), sessions.solver, Control(), sessions=sessions).satisfiable
            workers[0].process.kill()
            workers[0].process.wait()
            assert ask(either(2), sessions.solver, Control(), sessions=sessions).satisfiable
        assert [item.ended for item in workers] == [True, True]

    @pytest.mark.parametrize("fault", [KeyboardInterrupt, RuntimeError])
    def test_processes_are_all_stopped_in_the_end(
        self, fault: type[BaseException], workers: list[_Watched]
    ) -> None:
        def fail(event: Event) -> None:
            if isinstance(event, HorizonClosed):
                raise fault

        problem = cube_problem(random_cube(2, 5))
        with contextlib.suppress(fault):
            run_engine(SatEngine(jobs=2), problem, Bounds(), Control(progress=fail))
        assert workers
        assert all(item.ended for item in workers)


class TestTheWorker:
    def test_tables_are_the_clauses(self) -> None:
        formula = either(3, -2)
        formula.add("unequal", [[1, 0, 2], [3, 0, 0], [0, 0, 1], [0, 2, 3], [0, 0, 0]])
        formula.add("one width, with gaps", np.array([[1, 0], [2, 0]]))
        tables = [(rows.shape, rows.tobytes()) for rows in solvers.tables(formula)]
        results = [list(clause) for clause in worker.rows(tables)]
        assert results == list(worker.clauses(formula.flat().tobytes()))
        assert results == [[1, 2, 3], [-2], [1, 2], [3], [1], [2, 3], [], [1], [2]]

    def test_a_question_is_answered_into_the_queue_of_its_formula(self) -> None:
        first: Replies = queue.Queue()
        second: queue.Queue[Reply] = queue.Queue()
        session = PySat("minisat22").open()
        try:
            for replies, formula in ((first, either(2)), (second, either(2, -1, -2))):
                session.load(formula, replies)
                session.ask(0, ())
                assert replies.get(timeout=60).satisfiable == (replies is first)
        finally:
            session.close()
        assert first.empty()
        assert second.empty()
