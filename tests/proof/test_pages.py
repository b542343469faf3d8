"""`docs/certificate.md` is true: its counts, its quotes, and that the checker runs only the listed code, no solver."""

import importlib.util
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cubeproof import Alg, Cube, Generator, Problem, certify, cube_problem
from programs import run_program, run_python

ROOT = Path(__file__).parents[2]
ENGINES = ROOT / "src" / "cubeproof" / "engines"
PAGE = (ROOT / "docs" / "certificate.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def trusted() -> ModuleType:
    spec = importlib.util.spec_from_file_location("trusted", ROOT / "benchmarks" / "trusted.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_trust_page_quotes_the_trusted_lines(trusted: ModuleType) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "trusted.py")]
    printed = run_program(command, check=True).stdout.strip()
    assert printed == trusted.table()
    # A small change of the line counts does not make the page untrue.
    row = re.compile(r"^\| ([^|]+) \| ([^|]*) ?\| ([\d,]+) \|$", re.MULTILINE)
    counted, quoted = row.findall(printed), row.findall(PAGE)
    assert [what[:2] for what in counted] == [what[:2] for what in quoted]
    for (_, _, now), (_, _, then) in zip(counted, quoted, strict=True):
        assert int(then.replace(",", "")) == pytest.approx(int(now.replace(",", "")), rel=0.05, abs=5)


# All modules that a verdict uses. Everybody has to trust each module in this list.
VERDICT = {
    *["formulas/distances", "formulas/encodings/clauses", "formulas/encodings/framed", "formulas/formula"],
    *["formulas/instance", "formulas/text", "errors", "base/argument_checks", "problem/canonical_order"],
    *["problem/generator", "problem/orbits", "problem/problem", "proof/check/lrat", "proof/check/manifest"],
    *["proof/check/parity", "proof/check/question", "proof/check/reduction", "proof/check/turns"],
    *["proof/check/verdict", "base/polling", "puzzle/geometry", "sentences"],
}
KINDS = ["solved", "facelets", "proof/check/named_goals", "proof/check/permutations"]
# Modules that search for answers, or make problems for the search: all of engines except the facts for `--help`.
SOLVERS = [
    f"cubeproof.engines.{'.'.join(path.relative_to(ENGINES).with_suffix('').parts)}"
    for path in sorted(ENGINES.rglob("*.py"))
    if path.stem not in ("__init__", "row", "stored_tables")
]
SOLVERS += ["pysat", "numba"]

# Arguments: the folder of a certificate. Prints the modules of cubeproof whose code runs during the check.
TRACED = """
import json, sys
from pathlib import Path
import cubeproof
from cubeproof.proof.certificate import CertificateFolder
from cubeproof.proof.check import permutations, verdict

root, seen = Path(cubeproof.__file__).parent, set()

def note(frame, event, argument):
    # Code that runs at the import of a module is not part of the check.
    if event == "call" and frame.f_code.co_name != "<module>":
        seen.add(frame.f_code.co_filename)

folder = Path(sys.argv[1])
manifest = json.loads(folder.joinpath("certificate.json").read_text())
if manifest.get("puzzle") == "permutations":
    check = permutations.check
else:
    check = lambda files, report: verdict.check(files, lambda manifest: None, report)
sys.setprofile(note)
accepted, _ = check(CertificateFolder(folder), lambda *part: None)
sys.setprofile(None)
ours = [Path(name).relative_to(root) for name in seen if Path(name).is_relative_to(root)]
print(json.dumps([name.with_suffix("").as_posix() for name in ours if accepted]))
"""

# Arguments: module names and the folder of a certificate. Checks it in a process that cannot load these modules.
WITHOUT = """
import sys

class Forbidden:
    def find_spec(self, name, path=None, target=None):
        if name in sys.argv[1].split(","):
            raise ImportError(f"{name} is forbidden here")

sys.meta_path.insert(0, Forbidden())
import cubeproof
result = cubeproof.check_certificate(sys.argv[2])
assert not [name for name in sys.modules if name.startswith("cubeproof.engines")]
from cubeproof.cli.main import main
assert main(["check", sys.argv[2]]) == 0
assert not set(sys.argv[1].split(",")) & set(sys.modules)
print(result.length)
"""

# Arguments: the folder of a certificate. Checks it, and prints whether a language other than English was loaded.
LANGUAGES = """
import sys
import cubeproof
cubeproof.check_certificate(sys.argv[1])
print("cubeproof.languages" in sys.modules)
"""


def run(program: str, *arguments: str) -> str:
    done = run_python(program, *arguments, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Certificates for a goal of each kind, by the additional module that each needs."""
    place = tmp_path_factory.mktemp("pages")
    parameters: dict[str, tuple[str, Cube | str, str]] = {
        "solved": ("R U2", "solved", "htm"),
        "facelets": ("M U", Cube(3), "stm"),
        "proof/check/named_goals": ("F R", "cross", "qtm"),
    }
    for name, (turns, goal, metric) in parameters.items():
        certify(cube_problem(Cube(3).apply(turns), goal, metric=metric), ~Alg(turns), place / name)
    certify(replace(cube_problem(Cube(2).apply("R U"))), ["U'", "R'"], place / "proof/check/permutations")
    return {name: place / name for name in [*parameters, "proof/check/permutations"]}


def test_trust_page_lists_every_function_of_a_verdict(trusted: ModuleType) -> None:
    assert set(trusted.trusted()) == VERDICT


@pytest.mark.parametrize("kind", KINDS)
def test_check_runs_only_the_listed_code(kind: str, folders: dict[str, Path], trusted: ModuleType) -> None:
    ran = set(json.loads(run(TRACED, str(folders[kind]))))
    assert ran <= VERDICT | set(trusted.besides().get(kind, {})) | {"proof/certificate"}  # opens the files
    cubes = set() if kind == "proof/check/permutations" else {"proof/check/reduction", "puzzle/geometry"}
    assert cubes | {"proof/check/lrat", "formulas/encodings/framed", "proof/check/verdict"} <= ran
    # All modules that are counted separately from the verdict do run.
    assert kind not in trusted.BESIDES or kind in ran


@pytest.mark.parametrize("kind", KINDS)
def test_check_works_without_a_solver(kind: str, folders: dict[str, Path]) -> None:
    assert run(WITHOUT, ",".join(SOLVERS), str(folders[kind])) == "2"


@pytest.mark.parametrize("kind", KINDS)
def test_a_check_loads_no_translations(kind: str, folders: dict[str, Path]) -> None:
    assert run(LANGUAGES, str(folders[kind])) == "False"


def test_trusted_code_excludes_searches(trusted: ModuleType) -> None:
    counted = set(trusted.trusted()).union(*trusted.besides().values())
    assert {"proof/external/independent", "problem/goals"} <= counted
    assert not counted & {"problem/cube_map", "problem/reach", "solving/solve"}
    assert not [name for name in counted if f"cubeproof.{name.replace('/', '.')}".startswith(tuple(SOLVERS))]


def test_certificate_page_example_is_the_written_file(tmp_path: Path) -> None:
    task = cube_problem(Cube(3).apply("M2 U"), metric="stm")
    folder = certify(task, Alg("U' M2"), tmp_path / "proof").folder
    example, puzzle, searched = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    written = (folder / "certificate.json").read_text()
    lines = iter(written.splitlines())
    for line in example.splitlines():
        if line.strip() != "…":
            assert line in lines, line
    rows = re.findall(r"^\| `(.*?)` \|", PAGE, re.MULTILINE)
    entries = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)))
    assert rows
    assert json.loads(written).keys() | json.loads(puzzle).keys() <= set(entries)
    swap, cycle = Generator("s", np.array([1, 0, 2])), Generator("c", np.array([1, 2, 0]))
    three = Problem(np.array([2, 1, 0]), (np.array([0, 1, 2]),), (swap, cycle))
    folder = certify(three, "c s", tmp_path / "puzzle").folder
    # The page has each generator on one line.
    assert json.loads((folder / "certificate.json").read_text()) == json.loads(puzzle)
    claim = json.loads(searched)
    cube = Cube.from_facelets(claim["start"])
    folder = certify(cube_problem(cube), Alg(claim["answer"]), tmp_path / "search", proof="search").folder
    assert (folder / "certificate.json").read_text() == searched


def test_certificate_page_false_answer_reaches_its_goal(tmp_path: Path) -> None:
    ((cube, goal),) = re.findall(r"--state (\w{54}) --metric stm \\\n +--goal (\w{54})", PAGE)
    assert Cube.from_facelets(cube).apply("Rw U M").facelets == goal
