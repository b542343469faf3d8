"""The tables of the engine have, state by state, the distances of the theorems."""

import os
import resource
import shutil
import subprocess
from pathlib import Path

import pytest

from cubeproof.cli import main
from cubeproof.proof.external import extracted
from cubeproof.store.folder import default_folder

NAMES = ["distance-2x2x2-htm", "distance-2x2x2-qtm"]


@pytest.fixture(scope="module")
def comparer(program: Path) -> Path:
    """The program that compares tables, in the folder of the certificate checker."""
    assert extracted.program() == program
    return program.parent / "cubeproof-tables"


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    copied = []
    for name in NAMES:
        assert main(["tables", "build", name]) == 0
        path = default_folder() / f"{name}.table"
        copied.append(Path(shutil.copy(path, tmp_path_factory.mktemp("tables"))))
    return copied


def compared(comparer: Path, *files: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([comparer, *files], capture_output=True, text=True, check=False, timeout=600)


def test_table_checkers_agree(comparer: Path, stored: list[Path]) -> None:
    done = compared(comparer, *stored)
    assert done.returncode == 0, done.stderr


def test_wrong_distance_of_a_state_is_found(comparer: Path, stored: list[Path], tmp_path: Path) -> None:
    whole = stored[0].read_bytes()
    changed = tmp_path / "changed.table"
    place = len(whole) - 300_000
    changed.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    assert compared(comparer, changed).returncode == 1


def test_wrong_table_is_refused(comparer: Path, stored: list[Path], tmp_path: Path) -> None:
    whole = stored[0].read_bytes()
    for text in (
        b"",
        b"x",
        b"x" * 2000,
        whole[:-1],
        whole + b"\0",
        whole.replace(b"2x2x2-htm", b"2x2x2-092", 1),
    ):
        (tmp_path / "other.table").write_bytes(text)
        assert compared(comparer, tmp_path / "other.table").returncode == 2
    assert compared(comparer, tmp_path / "none").returncode == 2


def test_a_first_line_without_end_is_not_read_to_its_end(comparer: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.table"
    path.write_bytes(b"cubeproof-table 2 name=distance-2x2x2-htm ")
    os.truncate(path, 4 << 30)
    done = subprocess.run(
        [comparer, path],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{path} does not begin as a stored table does.\n"
