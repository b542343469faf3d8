"""`docs/certificate.md` is true: what it counts, what it quotes, and that the checker uses nothing of what makes problems for engines."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from cubeproof import Alg, Cube, certify
from cubeproof.solving.task import Task

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "certificate.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def trusted() -> ModuleType:
    spec = importlib.util.spec_from_file_location("trusted", ROOT / "benchmarks" / "trusted.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_quotes_the_lines_that_have_to_be_trusted(trusted: ModuleType) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "trusted.py")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert printed == trusted.table()
    # A line more or less does not make the page untrue.
    row = re.compile(r"^\| ([^|]+) \| ([^|]*) ?\| ([\d,]+) \|$", re.MULTILINE)
    counted, quoted = row.findall(printed), row.findall(PAGE)
    assert [what[:2] for what in counted] == [what[:2] for what in quoted]
    for (_, _, now), (_, _, then) in zip(counted, quoted, strict=True):
        assert int(then.replace(",", "")) == pytest.approx(int(now.replace(",", "")), rel=0.05, abs=5)


def test_the_checker_uses_nothing_that_makes_problems_or_looks_for_answers(trusted: ModuleType) -> None:
    modules = set(trusted.trusted())
    assert {"proof/reduction", "proof/question", "proof/lrat", "puzzle/geometry"} <= modules
    assert not modules & {
        "problem/cubes",
        "problem/reach",
        "solving/task",
        "solving/solve",
        "engines/sat/parity",
    }
    engines = {module for module in modules if module.startswith("engines/")}
    formulas = {"dimacs", "distances", "encodings/clauses", "encodings/framed", "formula", "instance"}
    assert engines == {f"engines/sat/{name}" for name in formulas}


def test_its_example_is_what_is_written(tmp_path: Path) -> None:
    task = Task.of(Cube(3).apply("M2 U"), metric="stm")
    folder = certify(task, Alg("U' M2"), tmp_path / "proof").folder
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    written = (folder / "certificate.json").read_text()
    lines = iter(written.splitlines())
    for line in example.splitlines():
        if line.strip() != "…":
            assert line in lines, line
    rows = re.findall(r"^\| `(.*?)` \|", PAGE, re.MULTILINE)
    entries = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)))
    assert rows
    assert json.loads(written).keys() <= set(entries)


def test_the_false_answer_of_which_it_tells(tmp_path: Path) -> None:
    (cube,) = re.findall(r"X=(\w{54})", PAGE)
    (goal,) = re.findall(r"--goal (\w{54})", PAGE)
    assert Cube.from_facelets(cube).apply("Rw U M").facelets == goal
