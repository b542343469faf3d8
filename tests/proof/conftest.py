"""Fixtures for the tests of certificates."""

import shutil
from pathlib import Path

import pytest

from cubeproof import Alg, Cube
from cubeproof.problem import cube_problem
from cubeproof.proof.write import certify as certificate
from cubeproof.proof.write.certify import certify
from proof.certificates import ANSWER, LONG_ANSWER, LONG_TASK, TASK


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of a short answer, in one part."""
    return certify(TASK, ANSWER, tmp_path_factory.mktemp("made") / "proof").folder


@pytest.fixture(scope="module")
def made_in_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same certificate, split by the first two turns."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificate, "_LONG", 0)
        return certify(LONG_TASK, LONG_ANSWER, tmp_path_factory.mktemp("parts") / "proof").folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "proof"))


@pytest.fixture
def in_parts(made_in_parts: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made_in_parts, tmp_path / "proof"))


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """A certificate of two turns, with the turns of two faces."""
    return certify(cube_problem(Cube(2).apply("R U"), moves="R,U"), Alg("U' R'"), tmp_path / "proof").folder
