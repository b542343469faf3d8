"""Messages of the SAT engine and its solvers keep their data and can be translated."""

import sys
from pathlib import Path

import numpy as np
import pytest

from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Note, StageClosed
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Bounds
from cubeproof.contract.settings import Options
from cubeproof.engines.sat.engine import SatEngine
from cubeproof.engines.sat.stages import SIZES, StagesEngine
from cubeproof.engines.sat.stages.engine import links as links_of
from cubeproof.engines.sat.stages.plan import plan
from cubeproof.errors import SolverError, UsageError
from cubeproof.formulas.answers import read_answer
from cubeproof.formulas.dimacs import read_file
from cubeproof.formulas.distances import PieceDistances
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.problem_formula import formula
from cubeproof.methods.sat import worker
from cubeproof.methods.sat.answer import word_of
from cubeproof.methods.sat.search import ask
from cubeproof.methods.sat.sessions import ending
from cubeproof.methods.sat.solvers import Prover
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from cubeproof.sentences import Sentence
from cubeproof.solving.report import failure
from cubeproof.solving.solve import solve
from engine_runs import run_engine
from french import in_french


@pytest.mark.parametrize("size", SIZES)
def test_every_stage_has_a_name_in_french(size: int) -> None:
    for stage in plan(size):
        assert stage.name.code.startswith("stages.")
        assert in_french(stage.name) != stage.name


def test_stage_event_has_the_stage_name() -> None:
    events: list[Event] = []
    links_of(cube_problem(random_cube(2, 1)), Control(progress=events.append))
    names = [event.name for event in events if isinstance(event, StageClosed)]
    assert {name.code for name in names} == {"stages.solved"}


def test_solver_failure_names_a_bound_only_if_work_proved_it() -> None:
    error = SolverError(Sentence("It crashed."))
    # Every cube that is not solved requires 1 turn.
    for bound in (0, 1):
        error.lower_bound = bound
        assert failure(error) == "It crashed."
    error.lower_bound = 2
    assert failure(error) == "It crashed. Before that it was proved that 2 turns or more are needed."


@pytest.mark.parametrize("text", ["", "Unable to allocate 2.00 GiB for an array", "It ends in a stop."])
@pytest.mark.parametrize("kind", [SatEngine, StagesEngine])
def test_lack_of_memory_is_one_sentence(
    kind: type[SatEngine | StagesEngine], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(*_: object) -> None:
        raise MemoryError(text)

    monkeypatch.setattr(PieceDistances, "lower_bound", property(lacking))
    events: list[Event] = []
    run_engine(kind(), cube_problem(Cube(2).apply("R D B")), Bounds(), Control(Limit(), events.append))
    (note,) = [event.sentence for event in events if isinstance(event, Note)]
    assert (note.code, note) == ("sat.no-memory", "There is not enough memory to go on.")


def contradiction() -> Formula:
    question = Formula()
    letter = question.new("letter", ["a"])
    question.add("both", np.array([letter, -letter]))
    return question


class TestSolvers:
    def test_solver_exit_is_described(self) -> None:
        assert ending(-9) == "was ended by SIGKILL"
        assert in_french(ending(-9)) == "a été arrêté par SIGKILL"
        assert ending(-1000) == "ended with status -1000"

    def test_solver_that_dies_is_reported(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        dead = tmp_path / "dead.py"
        dead.write_text("import sys; sys.exit(7)")
        monkeypatch.setattr(worker, "__file__", str(dead))
        with pytest.raises(SolverError, match="minisat22 ended with status 7 before") as failed:
            run_engine(SatEngine(), cube_problem(Cube(2).apply("R D B")), Bounds(), Control())
        assert (
            in_french(failed.value.sentence)
            == "Le processus du solveur minisat22 s’est terminé avec le code 7 avant d’avoir une réponse."
        )

    def test_solver_without_an_answer_is_reported(self, tmp_path: Path) -> None:
        program = tmp_path / "program.py"
        program.write_text("print('help!')")
        with pytest.raises(SolverError, match=r"readable answer\. It printed: help!$") as failed:
            solve(
                Cube(2).apply("R"),
                engine="sat",
                options=Options(solver=f"{sys.executable} {program} {{cnf}}"),
            )
        assert "s’est terminé avec le code 0 et n’a donné aucune réponse lisible." in in_french(
            failed.value.sentence
        )

    def test_truncated_proof_is_reported(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        program = tmp_path / "program.py"
        program.write_text(
            f"import sys; sys.path.insert(0, {str(Path(worker.__file__).parent)!r})\n"
            "import worker\n"
            "def cut(*_): raise ValueError\n"
            "worker._trim = cut\n"
            "worker.serve(sys.stdin.buffer, sys.stdout.buffer)\n"
        )
        monkeypatch.setattr(worker, "__file__", str(program))
        with pytest.raises(SolverError) as failed:
            ask(contradiction(), Prover(tmp_path), Control())
        said = "The proof cannot be written: it is incomplete, for example because the disk is full."
        assert failed.value.sentence == said
        french = in_french(failed.value.sentence)
        assert french.endswith(" : elle est incomplète, par exemple parce que le disque est plein.")

    def test_unwritable_proof_has_the_reason_of_the_system(self, tmp_path: Path) -> None:
        with pytest.raises(SolverError) as failed:
            ask(contradiction(), Prover(tmp_path / "nowhere"), Control())
        assert failed.value.sentence == "The proof cannot be written: No such file or directory."

    def test_model_that_breaks_a_clause_is_reported(self) -> None:
        problem = cube_problem(Cube(2).apply("R U"))
        question = formula(problem, 2, exactly=True)
        with pytest.raises(SolverError) as failed:
            word_of(problem, question, np.zeros(0, dtype=np.int32))
        sentence = failed.value.sentence
        broken = question.verify([])
        first = broken[0]
        assert sentence.values["count"] == len(broken)
        assert sentence == (
            f"The solver's model does not reach the goal. Of {len(broken)} violated clauses the first is number "
            f"{first.number}, «{first.label}»: {' or '.join(first.literals)}"
        )


def test_error_of_a_solver_thread_keeps_its_code(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("print('s SATISFIABLE'); print('v 1 x 0')")
    command = SatEngine(solver=f"{sys.executable} {program} {{cnf}}")
    with pytest.raises(SolverError) as failed:
        run_engine(command, cube_problem(Cube(2).apply("R D B")), Bounds(), Control())
    assert failed.value.sentence.code == "sat.no-literal"


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["c cnf one"], "cnf.no-header"),
        (["p cnf one"], "cnf.bad-line"),
        (["p cnf 1 2", "1 0"], "cnf.cut-short"),
        (["p cnf 1 1", "1 0"], "cnf.no-names"),
        (["p cnf 1 1", "one 0"], "cnf.bad-line"),
    ],
)
def test_each_fault_of_a_file_has_its_code(lines: list[str], code: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_file(lines)
    assert refused.value.sentence.code == code
    assert in_french(refused.value.sentence) != refused.value.sentence


def test_contradictory_model_is_reported() -> None:
    with pytest.raises(UsageError, match="both 3 and -3") as refused:
        read_answer("s SATISFIABLE\nv 3 -3 0\n")
    assert in_french(refused.value.sentence) == "Le modèle du solveur a à la fois 3 et -3 : il se contredit."
