"""The program that `make formal` builds from the proofs in Coq, for the tests of this folder."""

import shutil
from pathlib import Path

import pytest

from cubeproof import Alg, Cube, certify
from cubeproof.problem import cube_problem
from cubeproof.proof.others import extracted


@pytest.fixture(scope="session")
def program() -> Path:
    """The extracted program; CI builds it before it runs the tests."""
    executable = extracted.program()
    if executable is None:
        pytest.skip("there is no cubeproof-formal: `make formal` builds it, with Coq and OCaml")
    return executable


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small certificate."""
    task = cube_problem(Cube(2).apply("R U"))
    return certify(task, Alg("U' R'"), tmp_path_factory.mktemp("original") / "proof").folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it, to change."""
    return Path(shutil.copytree(original, tmp_path / "proof"))
