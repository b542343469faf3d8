"""The program that `make formal` builds from the proofs in Coq, for the tests of this folder."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cubeproof import Alg, Cube, certify
from cubeproof.contract.control import Control
from cubeproof.contract.table import Table
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, WHOLE1
from cubeproof.problem import cube_problem
from cubeproof.proof.external import extracted
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


def driver_of(program: Path, folder: Path, source: str, tables: Path) -> Callable[[list[str]], list[str]]:
    """Build a program of the extracted modules, with a main module that answers lines about tables."""
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

    def answers(lines: list[str]) -> list[str]:
        done = subprocess.run(
            [folder / "driver", tables],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            text=True,
            check=True,
            timeout=20 * PATIENCE,
        )
        return done.stdout.splitlines()

    return answers


def copy_tables(folder: Path, *tables: Table) -> Path:
    """Copy tables into a folder, from the cache of the run: so they are built once, for all modules and processes."""
    store = Store()
    for table in tables:
        table.make(Control(), store)
        shutil.copy(store.folder / f"{table.name}.table", folder)
    return folder


@pytest.fixture(scope="session")
def phase1_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the two tables of phase 1 as the search engine stores them."""
    return copy_tables(tmp_path_factory.mktemp("tables"), COORDINATES, WHOLE1)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this module with the table of pairs as the search engine stores it."""
    return copy_tables(tmp_path_factory.mktemp("tables"), PHASE1)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small certificate."""
    task = cube_problem(Cube(2).apply("R U"))
    return certify(task, Alg("U' R'"), tmp_path_factory.mktemp("original") / "proof").folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it, to change."""
    return Path(shutil.copytree(original, tmp_path / "proof"))
