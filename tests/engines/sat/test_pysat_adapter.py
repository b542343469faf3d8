"""The SAT engine works with all tested versions of python-sat that pyproject.toml allows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pysolvers
import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from pysat.solvers import SolverNames

from asking import length_formula
from cubeproof.errors import SolverError
from cubeproof.methods.sat import pysat_adapter, solvers, worker
from cubeproof.methods.sat.solvers import Prover, PySat, tables
from cubeproof.problem import cube_problem
from cubeproof.puzzle.scramble import random_cube
from french import in_french
from programs import run_program, run_python

ROOT = Path(__file__).parents[3]

# Versions with which the tests of the SAT engine pass (`make soak` runs them). 1.8.dev3 and older have no CaDiCaL
# 1.9.5, so they cannot write proofs.
TRIED = ("1.8.dev6", "1.8.dev12", "1.8.dev30", "1.9.dev1", "1.9.dev17", "1.9.dev24")

TESTS = [f"tests/engines/sat/test_{name}.py" for name in ("pysat_adapter", "solvers", "sessions", "engine")]
TESTS.append("tests/proof/test_lrat.py")


def requirement() -> Requirement:
    text = ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8")
    (matches,) = re.findall(r'"(python-sat[^"]*)"', text)
    return Requirement(matches)


def test_allowed_versions_start_with_a_tested_version() -> None:
    allowed = requirement().specifier
    assert all(allowed.contains(Version(tried), prereleases=True) for tried in TRIED)
    assert f">={TRIED[0]}" in str(allowed)
    assert not allowed.contains("2.0", prereleases=True)


def test_constraints_name_a_tried_version() -> None:
    text = ROOT.joinpath("constraints.txt").read_text(encoding="utf-8")
    assert re.findall(r"^python-sat==(.+)$", text, re.MULTILINE)[0] in TRIED


@pytest.mark.soak
@pytest.mark.parametrize("version", TRIED)
def test_sat_engine_works_with_python_sat(version: str, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--target", tmp_path, f"python-sat=={version}"], check=True)
    code = "from cubeproof.methods.sat import pysat_adapter as it; print(it.installed_version())"
    path = os.environ | {"PYTHONPATH": str(tmp_path)}
    completed = run_python(code, env=path)
    assert completed.stdout == f"{version}\n"
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *TESTS]
    done = run_program(pytest_, env=path, cwd=ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", sorted(pysat_adapter.FAST))
def test_fast_solver_does_what_the_class_of_python_sat_does(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = cube_problem(random_cube(2, 3))
    for length in (3, 11):
        clauses = list(
            worker.rows([(rows.shape, rows.tobytes()) for rows in tables(length_formula(problem, length))])
        )
        fast = pysat_adapter.new_solver(name)
        with monkeypatch.context() as lacking:
            lacking.delattr(pysolvers, f"{pysat_adapter.FAST[name]}_acc_stats")
            slow = pysat_adapter.new_solver(name)
        assert type(fast) is not type(slow)
        for solver in (fast, slow):
            solver.append_formula(clauses)
        answer = slow.solve(assumptions=[])
        assert fast.solve([]) == answer
        assert fast.accum_stats() == slow.accum_stats()
        if answer:
            assert fast.get_model() == slow.get_model()
        fast.delete()
        slow.delete()


def test_proof_without_its_function_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pysat_adapter.missing_for_proofs() == []
    monkeypatch.delattr(pysolvers, "cadical195_set")
    with pytest.raises(SolverError) as caught:
        Prover(tmp_path).open()
    version = pysat_adapter.installed_version()
    assert str(caught.value).startswith(
        f"python-sat {version} cannot write proofs, because it has no cadical195_set: pip install"
    )
    assert "cadical195_set" in in_french(caught.value.sentence)


def test_limited_solver_exists_in_python_sat() -> None:
    aliases = {alias for names in pysat_adapter.solver_names().values() for alias in names}
    assert aliases >= pysat_adapter.BOUNDED
    for name in pysat_adapter.BOUNDED:
        with pysat_adapter.bounded_solver(name, [[1], [-1, 2]]) as solver:
            solver.conf_budget(10)
            assert solver.solve_limited(expect_interrupt=True) is True
            assert solver.get_model() == [1, 2]


def test_only_the_adapter_imports_python_sat() -> None:
    importing = {
        path.name
        for path in ROOT.joinpath("src").rglob("*.py")
        if re.search(
            r"^\s*(import|from) (pysat|pysolvers|pycard)\b", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert importing == {"pysat_adapter.py"}


def test_worker_imports_nothing_of_the_package() -> None:
    program = f"""
import runpy, sys
sys.argv = ["", "{os.getpid()}"]
runpy.run_path({worker.__file__!r}, run_name="__main__")
print(sorted(name for name in sys.modules if name.startswith(("cubeproof", "numpy", "pysat"))))
"""
    done = run_program([sys.executable, "-P", "-c", program], check=True, input="")
    assert done.stderr == "[]\n"


def test_special_attributes_of_python_are_no_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    names = pysat_adapter.solver_names()
    # Python 3.13 gives every class an empty tuple of this name.
    monkeypatch.setattr(SolverNames, "__static_attributes__", (), raising=False)
    monkeypatch.setattr(SolverNames, "_order", ("first", "second"), raising=False)
    assert pysat_adapter.solver_names() == names
    assert solvers.solver("glucose3") == PySat("glucose3")
