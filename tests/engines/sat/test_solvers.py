"""Any solver that reads DIMACS works; a missing, crashing or wrong solver is detected and named."""

import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Note
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.settings import Options
from cubeproof.engines.sat.engine import SatEngine
from cubeproof.errors import SolverError, UsageError
from cubeproof.methods.sat.solvers import solver
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.report import as_json
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve
from patience import until
from programs import run_program
from web.serving import alive

CUBE = Cube(2).apply("R U R' U2")
LENGTH = 4

Script = Callable[..., str]

# A very small solver: it asks python-sat. The tests add the code that prints the answer.
HONEST = """
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver("glucose4", bootstrap_with=CNF(from_file=sys.argv[1]).clauses) as honest:
    answer, model = honest.solve(), honest.get_model()
"""


# The last lines of a solver in Python: they print the answer.
PRINTED = "print('s', 'SATISFIABLE' if answer else 'UNSATISFIABLE')\nif answer: print('v', *model, 0)"


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Make a program in Python, and give the command that runs it."""

    def made(text: str, arguments: str = "{cnf}") -> str:
        path = tmp_path / "program.py"
        path.write_text(text)
        return f"{sys.executable} {path} {arguments}"

    return made


def solved(command: str, cube: Cube = CUBE, *, every: bool = False, limit: Limit | None = None) -> Solution:
    options = Options(solver=command, every=every, encoding="cubie-onehot")
    return solve(cube, engine="sat", options=options, limit=limit)


class TestPrograms:
    def test_kissat_answers_a_formula(self, kissat: Path) -> None:
        solution = solved(f"{kissat} -q {{cnf}}")
        assert (solution.length, solution.optimal) == (LENGTH, True)

    @pytest.mark.parametrize("command", ["{minisat} {{cnf}} {{out}}", "{minisat} {{cnf}}"])
    def test_minisat_answers_through_a_second_file(self, minisat: Path, command: str) -> None:
        solution = solved(command.format(minisat=minisat))
        assert (solution.length, solution.optimal) == (LENGTH, True)

    def test_external_solver_gives_all_answers(self, minisat: Path) -> None:
        expected = solve(CUBE, options=Options(every=True)).solutions
        assert set(solved(f"{minisat} {{cnf}} {{out}}", every=True).solutions) == set(expected)

    def test_offered_python_sat_solvers_answer(self) -> None:
        with pytest.raises(UsageError) as caught:
            solver("?")
        offered = str(caught.value).partition("It has ")[2].partition(";")[0].split(", ")
        assert len(offered) > 15
        for name in [*offered, "g3"]:
            solution = solved(name)
            assert (solution.length, solution.optimal, solution.unverified_solver) == (LENGTH, True, ""), name

    @pytest.mark.parametrize("name", ["kissat", "kissat404"])
    def test_python_sat_solver_without_assumptions_is_not_offered(self, name: str) -> None:
        with pytest.raises(UsageError, match="no suitable solver"):
            solver(name)

    def test_a_path_with_blanks_and_quotes_is_one_word(self, tmp_path: Path) -> None:
        folder = tmp_path / "my 'solvers'"
        folder.mkdir()
        program = folder / "run me"
        program.write_text(
            f"#!{sys.executable}\n{HONEST}\nprint('s UNSATISFIABLE' if not answer else 's SATISFIABLE')\n"
            "if answer: print('v', *model, 0)\n"
        )
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        assert solved(f'"{program}" {{cnf}}').length == LENGTH

    def test_command_is_not_passed_to_a_shell(self, tmp_path: Path) -> None:
        trap = tmp_path / "trap"
        with pytest.raises(SolverError):
            solved(f"echo {{cnf}} ; touch {trap}")
        assert not trap.exists()


class TestWaysToTell:
    """Solvers differ in how they print."""

    @pytest.mark.parametrize(
        "output",
        [
            # The competition's way, the model on several lines, and the exit status that goes with it.
            """
print('c hello'); print('s', 'SATISFIABLE' if answer else 'UNSATISFIABLE')
for i in range(0, len(model or []), 7): print('v', *model[i:i+7])
if answer: print('v 0')
sys.exit(10 if answer else 20)""",
            # gophersat's form: many other lines first, only the true literals, and exit status 0.
            """
print('c ======'); print('c nbVars 99'); print('s', 'SATISFIABLE' if answer else 'UNSATISFIABLE')
if answer: print('v', *[x for x in model if x > 0], 0)""",
            # MiniSat's result, but printed.
            "print('SAT' if answer else 'UNSAT')\nif answer: print(*model, 0)",
            # The model before the verdict.
            "if answer: print('v', *model, 0)\nprint('s', 'SATISFIABLE' if answer else 'UNSATISFIABLE')",
            # Carriage returns.
            r"""
print('s', 'SATISFIABLE' if answer else 'UNSATISFIABLE', end='\r\n')
if answer: print('v', *model, 0, end='\r\n')""",
        ],
        ids=["competition", "gophersat", "minisat", "model first", "carriage returns"],
    )
    def test_solver_answer_of_every_form_is_read(self, script: Script, output: str) -> None:
        solution = solved(script(HONEST + output))
        assert (solution.length, solution.optimal) == (LENGTH, True)

    def test_solver_answer_in_a_file_is_read(self, script: Script) -> None:
        output = (
            "print('all is in the file')\nwith open(sys.argv[2], 'w') as file:\n"
            "    print('SAT' if answer else 'UNSAT', file=file)\n    if answer: print(*model, 0, file=file)"
        )
        assert solved(script(HONEST + output, "{cnf} {out}")).length == LENGTH

    def test_solver_file_name_inside_an_argument_is_replaced(self, script: Script) -> None:
        strip = "sys.argv[1] = sys.argv[1].removeprefix('--in=')\n"
        command = script("import sys\n" + strip + HONEST + PRINTED, "--in={cnf}")
        assert solved(command).length == LENGTH


class TestFailures:
    @pytest.mark.parametrize(
        ("program", "message"),
        [
            ("import os; os._exit(139)", "status 139"),
            ("import sys; print('out of paper'); sys.exit(1)", "out of paper"),
            ("import sys; sys.exit('wrong option --x')", "wrong option --x"),
            ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
            ("print('I think so')", "It printed: I think so"),
            ("pass", "no readable answer"),
            ("print('s UNKNOWN')", "s UNKNOWN"),
            ("import os; os.write(1, bytes(range(128, 256)))", "no readable answer"),
            ("print('x' * 100_000)", "…xxx"),
            ("print('hello' + 'x' * 100_000 + 'out of paper')", "xxxout of paper"),
            ("print('s SATISFIABLE')", "prints no model"),
            ("print('s SATISFIABLE'); print('v 1 zwei 3 0')", "'zwei'"),
            ("print('s SATISFIABLE'); print('v 0')", "prints no model"),
        ],
    )
    def test_solver_error_output_is_passed_on(self, script: Script, program: str, message: str) -> None:
        with pytest.raises(SolverError) as caught:
            solved(script(program))
        assert message in str(caught.value)
        assert len(str(caught.value)) < 1000
        assert 0 <= caught.value.lower_bound <= LENGTH

    @pytest.mark.parametrize("command", ["no-such-solver {cnf}", "/ {cnf}", "{cnf}", "'' {cnf}"])
    def test_missing_solver_is_reported(self, command: str) -> None:
        with pytest.raises(SolverError, match="cannot be started"):
            solved(command)

    def test_a_command_that_cannot_be_read_is_bad_usage(self) -> None:
        with pytest.raises(UsageError, match="No closing quotation"):
            solved("'minisat {cnf}")

    @pytest.mark.parametrize("text", ["no-such-solver", "minisat", " ", "glucose 4"])
    def test_a_name_that_python_sat_does_not_know(self, text: str) -> None:
        with pytest.raises(UsageError, match=r"give any other solver as a command with \{cnf\}"):
            solver(text)

    def test_unwritable_formula_is_reported(
        self, script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
        with pytest.raises(SolverError, match="cannot be run: No such file or directory"):
            solved(script("print('s UNSATISFIABLE')"))

    def test_answer_before_a_solver_failure_is_returned(self, script: Script) -> None:
        notes: list[Event] = []
        # This solver finds a long answer, and then crashes.
        output = "if answer: print('s SATISFIABLE'); print('v', *model, 0)\nelse: sys.exit('out of paper')"
        options = Options(solver=script(HONEST + output), encoding="cubie-onehot", horizon="down")
        cube = Cube(3).apply("R2 U2 R2 U2 R2 U2")
        solution = solve(cube, engine="sat", options=options, limit=Limit(length=6), progress=notes.append)
        assert (solution.length, solution.stop, solution.unverified_solver) == (6, Stop.GAVE_UP, "")
        assert solution.lower_bound < 6
        assert any(isinstance(note, Note) and "out of paper" in note.sentence for note in notes)

    def test_solver_that_crashes_once_is_started_again(self, script: Script, tmp_path: Path) -> None:
        stumble = (
            f"import os, pathlib; mark = pathlib.Path({str(tmp_path / 'fell')!r})\n"
            "if not mark.exists():\n    mark.touch(); os._exit(3)\n"
        )
        assert solved(script(stumble + HONEST + PRINTED)).length == LENGTH


class TestLies:
    def test_false_claim_of_no_answer_is_detected(self, script: Script) -> None:
        with pytest.raises(SolverError, match="The solver is wrong") as caught:
            solved(script("print('s UNSATISFIABLE')"))
        assert caught.value.lower_bound <= LENGTH

    def test_false_claim_of_no_shortest_answer_is_detected(self, script: Script, tmp_path: Path) -> None:
        # It gives one wrong answer (no instead of yes), and then only correct answers.
        output = (
            f"import pathlib; mark = pathlib.Path({str(tmp_path / 'lied')!r})\n"
            "if answer and not mark.exists():\n    mark.touch(); answer = False\n"
            "print('s', 'SATISFIABLE' if answer else 'UNSATISFIABLE')\nif answer: print('v', *model, 0)"
        )
        with pytest.raises(SolverError, match="wrong"):
            solved(script(HONEST + output))

    def test_false_claim_of_all_answers_is_detected(self, script: Script, tmp_path: Path) -> None:
        output = (
            f"import pathlib; mark = pathlib.Path({str(tmp_path / 'message')!r})\n"
            "if answer and mark.exists(): answer = False\n"
            "if answer: mark.touch()\n"
            "print('s', 'SATISFIABLE' if answer else 'UNSATISFIABLE')\nif answer: print('v', *model, 0)"
        )
        cube = Cube(2).apply("R2 D2 R2")
        assert len(solve(cube, options=Options(every=True)).solutions) > 1
        with pytest.raises(SolverError, match="wrong"):
            solved(script(HONEST + output), cube, every=True)

    @pytest.mark.parametrize(
        "model", ["*[-abs(x) for x in model]", "*[abs(x) for x in model]", "1", "-1", "99999999"]
    )
    def test_model_that_does_not_solve_is_detected(self, script: Script, model: str) -> None:
        # This solver invents an answer for a length without an answer.
        make_up = "\nmodel = model or list(range(1, 400))\n"
        with pytest.raises(
            SolverError, match=r"model does not reach the goal.* violated clauses the first is number \d+, «"
        ):
            solved(script(HONEST + make_up + f"print('s SATISFIABLE'); print('v', {model}, 0)"))

    @pytest.mark.parametrize(
        ("turns", "moves", "encoding"), [("R U", None, "cubie-binary"), ("R U F", "R,U,F", "framed")]
    )
    def test_false_claim_contradicts_the_scramble(
        self, turns: str, moves: str | None, encoding: str, script: Script
    ) -> None:
        options = Options(solver=script("print('s UNSATISFIABLE')"), encoding=encoding)
        length = len(turns.split())
        with pytest.raises(SolverError, match=rf"The solver is wrong: .* an answer of {length} turns exists"):
            solve(Cube(3).apply(turns), engine="sat", moves=moves, known=~Alg(turns), options=options)

    def test_false_claim_without_a_scramble_contradicts_a_quick_answer(self, script: Script) -> None:
        options = Options(solver=script("print('s UNSATISFIABLE')"), encoding="sticker", every=True)
        with pytest.raises(SolverError, match="The solver is wrong") as caught:
            solve(Cube(3).apply("R"), engine="sat", options=options)
        assert caught.value.lower_bound <= 1

    def test_unchecked_bound_names_its_solver(self, script: Script) -> None:
        options = Options(solver=script(HONEST + PRINTED))
        solution = solve(Cube(3).apply("R2 U2 R2 U2 R2 U2"), engine="sat", options=options)
        assert (solution.length, solution.optimal) == (6, True)
        assert solution.unverified_solver == Path(sys.executable).name
        assert "unchecked claim of" in solution.claim
        assert as_json(solution, None)["unverified_solver"] == solution.unverified_solver

    def test_bound_checked_by_the_table_names_no_solver(self, script: Script) -> None:
        solution = solved(script(HONEST + PRINTED))
        assert (solution.unverified_solver, "checked" in solution.claim) == ("", False)

    def test_false_known_answer_is_no_witness(self) -> None:
        solution = solve(CUBE, engine=SatEngine(), known="R")
        assert (solution.length, solution.optimal) == (LENGTH, True)


class TestTime:
    @pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
    @pytest.mark.parametrize("leaves", ["process_group=0", "start_new_session=True"])
    def test_solver_process_outside_its_group_is_ended_without_delay(
        self, leaves: str, script: Script, tmp_path: Path
    ) -> None:
        # The way in which `timeout` and `setsid` start a command.
        child = tmp_path / "child"
        program = f"""
import pathlib, subprocess, sys, time
process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], {leaves})
pathlib.Path({str(child)!r}).write_text(str(process.pid))
time.sleep(600)
"""
        control = Control()

        def stop() -> None:
            until(lambda: child.exists() and child.read_text())
            control.stop()

        threading.Thread(target=stop, daemon=True).start()
        options = Options(solver=script(program), encoding="cubie-onehot")
        solution = solve(CUBE, engine="sat", options=options, control=control)
        assert (solution.alg, solution.stop) == (None, Stop.INTERRUPTED)
        until(lambda: not alive({int(child.read_text())}))

    def test_endless_solver_is_ended_with_its_children(self, tmp_path: Path) -> None:
        program = tmp_path / "slow.sh"
        program.write_text(f"#!/bin/sh\nsleep 987 &\necho $! > {tmp_path}/child\nsleep 986\n")
        program.chmod(0o755)
        started = tmp_path / "child"
        # More time for a machine on which the solver does not start within a second.
        for seconds in (1, 4, 16, 64, 256):
            solution = solved(f"{program} {{cnf}}", limit=Limit(seconds=seconds))
            if started.exists() and started.read_text():
                break
        assert (solution.alg, solution.stop) == (None, Stop.TIMEOUT)
        assert solution.lower_bound >= 1
        child = started.read_text().strip()
        arguments = ["ps", "-o", "stat=", "-p", child]

        def ended() -> bool:
            state = run_program(arguments).stdout.strip()
            return not state or state.startswith("Z")

        # It was signalled to end, which takes a moment.
        until(ended)

    def test_formula_files_are_removed(
        self, script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = tmp_path / "temporary"
        folder.mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(folder))
        solved(script(HONEST + PRINTED))
        with pytest.raises(SolverError):
            solved(script("print('hm')"))
        assert list(folder.iterdir()) == []
