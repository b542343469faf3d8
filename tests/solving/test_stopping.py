"""Every way to stop a search gives the same best answer and bound; Ctrl-C also reaches the program."""

import gc
import json
import mmap
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cubeproof import Control, Cube, Limit, Options, Problem, Search, Solution, StoppedError, solve
from cubeproof.contract.events import HorizonOpened, Started
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.contract.state import SearchState
from cubeproof.problem import cube_problem
from cubeproof.solving import program_end, trusted_bounds
from cubeproof.solving import search as search_module
from cubeproof.solving import solve as solve_module
from engine_runs import FakeEngine
from patience import PATIENCE, until
from programs import run_program, run_python
from web.serving import serving

SCRAMBLE = "R2 U2 R2 U2 R2 U2"
BEST = 6

# A solver that finds an answer to the first question, which is asked for 6 turns, and never answers the second.
SOLVER = """
import os, sys, time
from pysat.formula import CNF
from pysat.solvers import Solver
first, number = sys.argv[2], os.getpid()
if os.path.exists(first):
    open(first + ".again", "w").close()
    time.sleep(600)
open(first, "w").close()
with Solver("glucose4", bootstrap_with=CNF(from_file=sys.argv[1]).clauses) as honest:
    honest.solve()
    print("s SATISFIABLE")
    print("v", *honest.get_model(), 0)
"""


class Case:
    """A search that has an answer of 6 turns and comes no further."""

    def __init__(self, folder: Path) -> None:
        self.asked = folder / "asked"
        self.again = folder / "asked.again"
        program = folder / "solver.py"
        program.write_text(SOLVER)
        self.command = f"{sys.executable} {program} {{cnf}} {self.asked}"
        self.cube = Cube(3).apply(SCRAMBLE)
        self.how: dict[str, Any] = {
            "engine": "sat",
            "options": Options(solver=self.command, encoding="cubie-onehot", horizon="down"),
        }

    def solve(self, control: Control) -> Solution:
        return solve(self.cube, control=control, **self.how)

    def when_stuck(self, action: Callable[[], object]) -> None:
        """Do something when the solver thinks about the second question."""

        def wait() -> None:
            until(self.again.exists)
            action()

        threading.Thread(target=wait, daemon=True).start()


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path)


def from_a_thread(case: Case) -> Solution:
    control = Control(Limit(length=BEST))
    case.when_stuck(control.stop)
    return case.solve(control)


def from_a_signal(case: Case) -> Solution:
    control = Control(Limit(length=BEST))
    before = signal.signal(signal.SIGUSR1, lambda *_: control.stop())
    try:
        case.when_stuck(lambda: os.kill(os.getpid(), signal.SIGUSR1))
        return case.solve(control)
    finally:
        signal.signal(signal.SIGUSR1, before)


def from_another_process(case: Case) -> Solution:
    shared = case.asked.with_name("flag")
    shared.write_bytes(bytes(4))
    with shared.open("r+b") as file:
        flag = np.frombuffer(mmap.mmap(file.fileno(), 4), dtype=np.int32)
    program = f"file = open({str(shared)!r}, 'r+b'); file.write(b'stop')"
    case.when_stuck(lambda: subprocess.run([sys.executable, "-c", program], check=True))
    return case.solve(Control(Limit(length=BEST), flag=flag))


def by_time(case: Case) -> Solution:
    # Time enough for the first question, more on a busy machine; what comes back does not depend on how much.
    seconds = 2.0
    while seconds < PATIENCE:
        solution = case.solve(Control(Limit(seconds=seconds, length=BEST)))
        if case.again.exists():
            return solution
        case.asked.unlink(missing_ok=True)
        seconds *= 2
    pytest.fail("the first question was never answered")


def by_ctrl_c(case: Case) -> Solution:
    case.when_stuck(lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt) as caught:
        case.solve(Control(Limit(length=BEST)))
    results: Solution = vars(caught.value)["so_far"]
    return results


def by_a_search_that_goes_on_by_itself(case: Case) -> Solution:
    with Search(case.cube, limit=Limit(length=BEST), **case.how) as search:
        for event in search:
            if isinstance(event, HorizonOpened) and event.length < BEST:
                search.stop()
    return search.solution


@pytest.mark.parametrize(
    "stopped",
    [
        from_a_thread,
        from_a_signal,
        from_another_process,
        by_time,
        by_ctrl_c,
        by_a_search_that_goes_on_by_itself,
    ],
)
def test_every_stop_gives_the_same_best_and_bound(stopped: Callable[[Case], Solution], case: Case) -> None:
    solution = stopped(case)
    assert (solution.length, solution.lower_bound, solution.unverified_solver) == (BEST, 3, "")
    assert solution.stop is (Stop.TIMEOUT if stopped is by_time else Stop.INTERRUPTED)
    assert solution.alg is not None
    assert (case.cube @ solution.alg).is_solved


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stop_from_the_shell_gives_the_same_best_and_bound(case: Case, number: signal.Signals) -> None:
    command = [
        *(sys.executable, "-m", "cubeproof", "solve", SCRAMBLE, "--engine", "sat", "--json"),
        *(
            "--solver",
            case.command,
            "--encoding",
            "cubie-onehot",
            "--horizon",
            "down",
            "--max-length",
            str(BEST),
        ),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        case.when_stuck(lambda: process.send_signal(number))
        out, _ = process.communicate()
    data = json.loads(out)
    assert (process.returncode, data["length"], data["lower_bound"]) == (130, BEST, 3)


def test_stop_in_a_notebook_gives_the_same_best_and_bound(case: Case) -> None:
    """One cell starts it, another ends it."""
    from nbclient import NotebookClient
    from nbformat import v4

    cells = [
        "from cubeproof import Cube, Limit, Options, Search",
        f"options = Options(solver={case.command!r}, encoding='cubie-onehot', horizon='down')",
        f"search = Search(Cube(3).apply({SCRAMBLE!r}), engine='sat', options=options, limit=Limit(length={BEST}))",
        f"import pathlib, time\nwhile not pathlib.Path({str(case.again)!r}).exists(): time.sleep(0.01)\nsearch.done",
        "search.stop()\n(search.solution.length, search.solution.lower_bound)",
    ]
    notebook = v4.new_notebook(cells=[v4.new_code_cell(cell) for cell in cells])  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120).execute()
    visible = [cell.outputs[0].data["text/plain"] for cell in notebook.cells[3:]]
    assert visible == ["False", f"({BEST}, 3)"]


class TestCtrlC:
    def program(self, text: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", text],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def test_ctrl_c_stops_three_solves_at_once(self) -> None:
        """The loop ends: it is not only the one search that was interrupted."""
        program = (
            "from cubeproof import Cube, solve\n"
            "for number in range(3):\n"
            "    print(number, flush=True)\n"
            "    solve(Cube(5).apply('Rw U 2F D2 Lw B R U2 Fw'), engine='sat',\n"
            "          progress=lambda event: print(type(event).__name__, flush=True))\n"
        )
        with self.program(program) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if line == "HorizonOpened\n":
                    break
            process.send_signal(signal.SIGINT)
            rest, errors = process.communicate()
        assert process.returncode == -signal.SIGINT
        assert "1\n" not in rest
        assert errors.endswith("KeyboardInterrupt\n")

    def test_ctrl_c_ends_every_solver_process(self, case: Case) -> None:
        by_ctrl_c(case)
        listed = run_program(["ps", "-A", "-o", "args"], check=True).stdout
        assert not [line for line in listed.splitlines() if str(case.asked) in line]

    def test_second_ctrl_c_ends_the_command_at_once(self, tmp_path: Path) -> None:
        # The first has no effect here, as between two polls.
        program = (
            "import cubeproof.contract.control as control, sys, time\n"
            "from cubeproof.engines.walk import WalkEngine\n"
            "def deaf(engine, problem, known, control):\n"
            "    print('ready', flush=True)\n"
            "    while not control.stopped: time.sleep(0.01)\n"
            "    print('heard', flush=True)\n"
            "    while True: time.sleep(0.01)\n"
            "WalkEngine._search = deaf\n"
            "from cubeproof.cli.main import main\n"
            "sys.exit(main(['solve', 'R U', '--engine', 'walk']))\n"
        )
        with self.program(program) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "heard\n"
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
        assert process.returncode == 130


def test_engines_that_are_asked_for_an_upper_bound_are_stopped_with_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    control, question = Control(), []

    class Slow(FakeEngine):
        def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
            question.append(control)
            control.check()
            return Outcome((), 0)

    class Distrustful(Slow):
        name = "distrustful"

        def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
            control.stop()
            assert bounds.ask_upper() is None
            return Outcome((), bounds.lower, control.reason)

    monkeypatch.setattr(trusted_bounds, "named_engine", lambda *_: Slow())
    solution = solve(Cube(3).apply("R"), engine=Distrustful(), control=control)
    assert solution.stop is Stop.INTERRUPTED
    assert question
    assert all(item.stopped for item in question)


def test_a_stop_before_the_search_has_begun() -> None:
    control = Control()
    control.stop()
    with pytest.raises(StoppedError, match="before the search started"):
        solve(Cube(20).apply("R U"), control=control)


def test_stop_on_the_page_gives_the_same_best_and_bound() -> None:
    """Of a cube whose next length takes minutes: no answer, and the bound that its pieces prove."""
    scramble = "Rw U 2F D2 Lw B R U2 Fw 2R D 2U B2"
    parameters = {
        "scramble": scramble,
        "size": 5,
        "engine": "sat",
        "encoding": "cubie-onehot",
        "timeout": 100,
    }
    with Search(Cube(5).apply(scramble), engine="sat", options=Options(encoding="cubie-onehot")) as search:
        next(event for event in search if isinstance(event, HorizonOpened))
    with serving() as server:
        address = server.begin(**parameters)
        with server.listening(address) as events:
            next(event for event in events if event.name == "horizon-opened")
            server.client.post(f"{address}/stop")
            last = list(events)[-1]
    assert search.solution.lower_bound > 1
    assert (last.name, last.data["solution"]) == ("result", search.solution.alg)
    assert last.data["lower_bound"] == search.solution.lower_bound


class TestSearch:
    def test_search_events_can_be_iterated_again(self) -> None:
        search = Search(Cube(2).apply("R U F'"), engine="sat")
        first = list(search)
        assert search.done
        assert list(search) == first
        assert search.solution.length == 3

    def test_leaving_the_block_stops_the_search(self) -> None:
        with Search(Cube(5).apply("Rw U 2F D2 Lw B R U2 Fw"), engine="sat") as search:
            assert not search.done
        assert search.done

    def test_leaving_the_block_does_not_wait_for_an_endless_search(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun, go_on = threading.Event(), threading.Event()

        class Deaf(FakeEngine):
            name = "deaf"

            def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
                begun.set()
                go_on.wait(60)
                return Outcome((), bounds.lower, control.reason)

        monkeypatch.setattr(search_module, "_GRACE", 0.01)
        with Search(Cube(2).apply("R"), engine=Deaf()) as search:
            assert begun.wait(60)
        assert not search.done
        monkeypatch.setattr(program_end, "_GRACE", 0.01)
        program_end.stop_all()
        assert not search.done
        go_on.set()
        assert search.solution.stop is Stop.INTERRUPTED

    def test_search_error_is_raised_by_the_result(self) -> None:
        search = Search(Cube(3).apply("R"), engine="table")
        assert search.wait(PATIENCE)
        with pytest.raises(Exception, match="2×2×2 only"):
            _ = search.solution

    def test_a_search_that_is_dropped_is_stopped(self) -> None:
        started, ended = threading.Event(), threading.Event()

        class Endless(FakeEngine):
            name = "endless"

            def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
                started.set()
                while not control.expired and not ended.wait(0.01):
                    control.emit(Started("endless"))
                ended.set()
                return Outcome((), bounds.lower, control.reason)

        search = Search(Cube(2).apply("R"), engine=Endless())
        assert started.wait(PATIENCE)
        events = iter(search)
        next(events)
        del search
        assert not ended.wait(0.05), "its events are still read"
        del events
        gc.collect()
        try:
            assert ended.wait(PATIENCE)
        finally:
            ended.set()

    @pytest.mark.parametrize("raises", [False, True])
    def test_a_daemon_thread_is_stopped_in_silence_when_the_program_ends(self, raises: bool) -> None:
        program = (
            "import threading\n"
            "from cubeproof import Cube, Control, solve\n"
            "from cubeproof.contract.engine import Attempt\n"
            "from cubeproof.contract.outcome import Outcome\n"
            "started = threading.Event()\n"
            "class Endless:\n"
            "    name = 'endless'\n"
            "    def read(self, problem):\n"
            "        return Attempt('endless', self.search)\n"
            "    def search(self, bounds, control):\n"
            "        started.set()\n"
            "        try:\n"
            "            while True:\n"
            "                control.wait(0.01)\n"
            "                control.check()\n"
            "        finally:\n"
            "            print('stopped', flush=True)\n"
            f"            {'raise RuntimeError' if raises else 'return Outcome((), 1, control.reason)'}\n"
            "def run():\n"
            "    solve(Cube(2).apply('R'), engine=Endless())\n"
            "    print('it went on', flush=True)\n"
            "threading.Thread(target=run, daemon=True).start()\n"
            "started.wait()\n"
        )
        done = run_python(program)
        assert (done.stdout, done.stderr) == ("stopped\n", "")

    def test_program_with_a_forgotten_search_ends(self) -> None:
        program = (
            "from cubeproof import Cube, Search\n"
            "search = Search(Cube(5).apply('Rw U 2F D2 Lw B R U2 Fw'), engine='sat')\n"
            "next(event for event in search if type(event).__name__ == 'HorizonOpened')\n"
        )
        done = run_python(program)
        assert done.stderr == ""

    def test_search_refuses_two_limits(self) -> None:
        with pytest.raises(Exception, match="pass either a control or these"):
            solve(Cube(2).apply("R"), control=Control(), limit=Limit(seconds=1))


def test_bound_so_far_does_not_exceed_the_answer_so_far() -> None:
    problem = cube_problem(Cube(2).apply("R U"))
    word = problem.word("U' R'")
    state = SearchState(word=word, length=2, lower_bound=3, unverified_solver="a solver that errs")
    control = Control()
    control.state = state
    assert solve_module.solution_so_far(problem, control, Stop.TIMEOUT).lower_bound == 2
    # An answer beyond the limit of length is no answer.
    limited = Control(Limit(length=1))
    limited.state = replace(state, lower_bound=1)
    assert solve_module.solution_so_far(problem, limited, Stop.TIMEOUT).length is None
