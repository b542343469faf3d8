"""The program that `make formal` builds from the proofs in Coq, for the tests of this folder."""

import shutil
import subprocess
from pathlib import Path

import pytest

from cubeproof import Alg, Cube, certify
from cubeproof.contract.control import Control
from cubeproof.methods.two_phase.stored_tables import COORDINATES, WHOLE1
from cubeproof.problem import cube_problem
from cubeproof.proof.others import extracted
from cubeproof.store import Store
from patience import PATIENCE


@pytest.fixture(scope="session")
def program() -> Path:
    """The extracted program; CI builds it before it runs the tests."""
    executable = extracted.program()
    if executable is None:
        pytest.skip("there is no cubeproof-formal: `make formal` builds it, with Coq and OCaml")
    return executable


def mutant_of(program: Path, folder: Path, file: str, right: str, wrong: str) -> Path:
    """Build the program in a folder with one change of one of its files."""
    built = Path(__file__).parents[2] / "formal" / "built"
    if program.parent != built or shutil.which("ocamlfind") is None:
        pytest.skip("`make formal` has not built the program, or there is no OCaml")
    for path in [*built.glob("*.ml"), *built.glob("*.mli")]:
        shutil.copy(path, folder)
    source = (folder / file).read_text()
    assert source.count(right) == 1
    (folder / file).write_text(source.replace(right, wrong))
    script = (
        "files=$(ocamlfind ocamldep -sort *.mli *.ml)"
        " && ocamlfind ocamlopt -w -a -package unix -linkpkg $files -o mutant"
    )
    subprocess.run(["sh", "-c", script], cwd=folder, check=True, timeout=PATIENCE)
    return folder / "mutant"


def driver_of(program: Path, folder: Path, source: str) -> Path:
    """Build a program of the modules that Coq extracted, with a main module of a test."""
    built = Path(__file__).parents[2] / "formal" / "built"
    if program.parent != built or shutil.which("ocamlfind") is None:
        pytest.skip("`make formal` has not built the program, or there is no OCaml")
    for path in [*built.glob("*.ml"), *built.glob("*.mli"), *built.glob("*.cm[ix]"), *built.glob("*.o")]:
        shutil.copy2(path, folder)
    (folder / "driver.ml").write_text(source)
    script = (
        "rm main.*; units=$(ocamlfind ocamldep -sort *.ml | sed 's/driver.ml//; s/[.]ml/.cmx/g')"
        " && ocamlfind ocamlopt -package unix -linkpkg $units driver.ml -o driver"
    )
    subprocess.run(["sh", "-c", script], cwd=folder, check=True, timeout=PATIENCE)
    return folder / "driver"


@pytest.fixture(scope="session")
def phase1_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the two tables of phase 1 as the search engine stores them."""
    folder = tmp_path_factory.mktemp("tables")
    for table in (COORDINATES, WHOLE1):
        table.array(Control(), Store(folder)).ensure()
    return folder


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small certificate."""
    task = cube_problem(Cube(2).apply("R U"))
    return certify(task, Alg("U' R'"), tmp_path_factory.mktemp("original") / "proof").folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it, to change."""
    return Path(shutil.copytree(original, tmp_path / "proof"))
