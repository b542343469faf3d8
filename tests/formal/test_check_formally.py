"""`check --formal`: what the theorems cover is proved or refused, for all else there is a sentence, and no claim."""

from __future__ import annotations

import json
import shutil
import stat
import tarfile
from pathlib import Path

import numpy as np
import pytest

from cubeproof import Alg, CertificateError, Cube, Generator, Problem, certify
from cubeproof.cli import main
from cubeproof.errors import UnsupportedError
from cubeproof.proof import formal
from cubeproof.proof.formal import check_formally
from cubeproof.solving.task import Task

FORMER = Path(__file__).parents[1] / "proof" / "former"

Told = pytest.CaptureFixture[str]


def certified(folder: Path, size: int, scramble: str, **options: str) -> Path:
    task = Task.of(Cube(size).apply(scramble), **options)
    return certify(task, ~Alg(scramble), folder / "proof").folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certified(tmp_path_factory.mktemp("made"), 2, "R U F2 R'")


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "proof"))


def stand_in(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of that name, first on the PATH."""
    path = folder / formal.PROGRAM
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


class TestWithoutTheProgram:
    def test_it_is_told_of_in_a_sentence(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told
    ) -> None:
        monkeypatch.setattr(formal, "program", lambda: None)
        assert main(["check", str(folder), "--formal"]) == 2
        seen = capsys.readouterr()
        assert seen.out == ""
        assert seen.err.startswith("cubeproof: There is no cubeproof-formal here, ")
        assert main(["check", str(folder)]) == 0

    def test_one_that_says_nothing_has_proved_nothing(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for script in (
            "exit 0",
            "echo proved",
            "echo theorem x; echo file y",
            "kill -9 $$",
            "exit 1",
            "exit 2",
        ):
            stand_in(tmp_path, script, monkeypatch)
            with pytest.raises(UnsupportedError, match=r"cubeproof-formal was stopped before it had said"):
                check_formally(folder)

    def test_one_that_cannot_be_started(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "program"
        path.write_bytes(b"\x7fELF")
        path.chmod(0o755)
        monkeypatch.setattr(formal, "program", lambda: path)
        with pytest.raises(UnsupportedError, match=r"cubeproof-formal cannot be started: .*\."):
            check_formally(folder)

    @pytest.mark.parametrize(("status", "error"), [(1, CertificateError), (2, UnsupportedError)])
    def test_its_own_words_are_told(
        self,
        status: int,
        error: type[Exception],
        folder: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: Told,
    ) -> None:
        stand_in(tmp_path, f"echo 'Line 3 is bad.' >&2; exit {status}", monkeypatch)
        with pytest.raises(error, match=r"Line 3 is bad\."):
            check_formally(folder)
        assert main(["check", str(folder), "--formal", "--json"]) == status
        seen = capsys.readouterr()
        assert json.loads(seen.out)["status"] == status
        assert "Line 3 is bad." in seen.err


class TestNotCovered:
    @pytest.mark.parametrize(
        ("size", "scramble", "options", "reason"),
        [
            (4, "R U", {}, "cubes of 2 and 3 layers"),
            (3, "F R", {"goal": "cross"}, "the goal solved"),
            (3, "R U", {"goal": Cube(3)}, "the goal solved"),
            (2, "R U", {"goal": Cube(2)}, "the goal solved"),
            (3, "R U", {"moves": "R,U"}, "all turns of a metric"),
        ],
    )
    def test_other_questions_of_cubes(
        self, size: int, scramble: str, options: dict[str, str], reason: str, tmp_path: Path, capsys: Told
    ) -> None:
        folder = certified(tmp_path, size, scramble, **options)
        assert main(["check", str(folder), "--formal"]) == 2
        seen = capsys.readouterr()
        assert seen.out == ""
        assert seen.err.startswith("cubeproof: No theorem covers this kind of question: only ")
        assert reason in seen.err

    def test_a_start_that_is_not_known_whole(self, tmp_path: Path) -> None:
        start = Cube.from_facelets("?" + Cube(3).apply("R U").facelets[1:])
        folder = certify(Task.of(start), Alg("U' R'"), tmp_path / "proof").folder
        with pytest.raises(UnsupportedError, match=r"only cubes of which all stickers are known\."):
            check_formally(folder)

    def test_puzzles_that_are_no_cubes(self, tmp_path: Path) -> None:
        start, goal = np.array([1, 0], dtype=np.int8), np.array([0, 1], dtype=np.int8)
        problem = Problem(start, (goal,), (Generator("s", np.array([1, 0], dtype=np.int16)),))
        folder = certify(problem, ["s"], tmp_path / "proof").folder
        with pytest.raises(UnsupportedError, match=r"only cubes\."):
            check_formally(folder)

    @pytest.mark.parametrize("name", ["false-stm", "framed-stm", "qtm", "moves"])
    def test_certificates_of_the_former_form(self, name: str, tmp_path: Path) -> None:
        with tarfile.open(FORMER / f"{name}.tar.xz") as archive:
            archive.extractall(tmp_path, filter="data")
        (folder,) = (path.parent for path in tmp_path.rglob("certificate.json"))
        with pytest.raises(UnsupportedError, match=r"only certificates of form 2\."):
            check_formally(folder)

    def test_what_is_no_certificate_is_refused(self, tmp_path: Path, capsys: Told) -> None:
        assert main(["check", str(tmp_path), "--formal"]) == 1
        assert "certificate.json cannot be read" in capsys.readouterr().err
