"""`check --formal`: certificates that the theorems cover are proved or refused; all others get a sentence, no claim."""

from __future__ import annotations

import json
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cubeproof import Alg, CertificateError, Cube, Generator, Problem, certify, solve
from cubeproof.cli import main
from cubeproof.errors import UnsupportedError
from cubeproof.problem import cube_problem
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.external import extracted
from cubeproof.proof.external.formal import check_formally
from cubeproof.proof.external.program_digest import DIGEST
from cubeproof.proof.write import certify as certificate

ROOT = Path(__file__).parents[2]

Capture = pytest.CaptureFixture[str]


def certified(folder: Path, size: int, scramble: str, **options: Any) -> Path:
    task = cube_problem(Cube(size).apply(scramble), **options)
    return certify(task, ~Alg(scramble), folder / "proof").folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certified(tmp_path_factory.mktemp("made"), 2, "R U F2 R'")


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "proof"))


def write_program(path: Path, script: str, version: str | None = None) -> Path:
    """Write a program that answers `version`, and else runs a script; by default it has the right version."""
    version = version or json.dumps({"protocol": extracted.PROTOCOL, "digest": DIGEST})
    path.write_text(f"#!/bin/sh\nif [ \"$1\" = version ]; then echo '{version}'; exit; fi\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Return a function that makes a script the program."""

    def put(script: str, version: str | None = None) -> Path:
        path = write_program(tmp_path / extracted.PROGRAM, script, version)
        monkeypatch.setattr(extracted, "program", lambda: path)
        return path

    return put


StandIn = Callable[..., Path]


class TestWithoutTheProgram:
    def test_missing_program_is_reported_in_a_sentence(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        monkeypatch.setattr(extracted, "program", lambda: None)
        assert main(["check", str(folder), "--formal"]) == 2
        seen = capsys.readouterr()
        assert seen.out == ""
        assert seen.err.startswith("cubeproof: The program cubeproof-formal was not found, ")
        assert main(["check", str(folder)]) == 0

    @pytest.mark.parametrize(
        "script",
        [
            "exit 0",
            "echo proved",
            "echo '{\"proved\": true}'",
            'echo \'{"proved": "true", "theorem": "x", "file": "y", "lemmas": 1}\'',
            "echo '[true]'",
            "kill -9 $$",
            "exit 1",
            "exit 2",
            "exit 3",
            "echo '[]'; exit 3",
            'echo \'{"covered": "all"}\'; exit 3',
        ],
    )
    def test_silent_program_proves_nothing(self, script: str, folder: Path, stand_in: StandIn) -> None:
        stand_in(script)
        with pytest.raises(UnsupportedError, match=r"cubeproof-formal was stopped before it gave a verdict"):
            check_formally(folder)

    def test_program_that_cannot_be_started_is_reported(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "program"
        path.write_bytes(b"\x7fELF")
        path.chmod(0o755)
        monkeypatch.setattr(extracted, "program", lambda: path)
        with pytest.raises(UnsupportedError, match=r"cubeproof-formal cannot be started: .*\."):
            check_formally(folder)

    @pytest.mark.parametrize(("status", "error"), [(1, CertificateError), (2, UnsupportedError)])
    def test_program_output_is_passed_on(
        self, status: int, error: type[Exception], folder: Path, stand_in: StandIn, capsys: Capture
    ) -> None:
        stand_in(f"echo 'Line 3 is bad.' >&2; exit {status}")
        with pytest.raises(error, match=r"Line 3 is bad\."):
            check_formally(folder)
        assert main(["check", str(folder), "--formal", "--json"]) == status
        seen = capsys.readouterr()
        assert json.loads(seen.out)["status"] == status
        assert "Line 3 is bad." in seen.err


PROVED = "echo '{\"proved\": true}'"


class TestHandshake:
    @pytest.mark.parametrize(
        ("version", "found"),
        [
            ('{"protocol": 1, "digest": "0123abcd"}', "0123abcd"),
            (json.dumps({"protocol": 2, "digest": DIGEST}), DIGEST),
            ('{"protocol": 1}', "-"),
            ("cubeproof-formal 7", "-"),
            ("[1]", "-"),
            (" ", "-"),
        ],
    )
    def test_program_from_other_sources_is_not_believed(
        self, version: str, found: str, folder: Path, stand_in: StandIn, capsys: Capture
    ) -> None:
        path = stand_in(PROVED, version)
        assert main(["check", str(folder), "--formal"]) == 2
        seen = capsys.readouterr()
        assert seen.out == ""
        assert seen.err == (
            f"cubeproof: {path} was built from other sources than this version of cubeproof: "
            f"it has the digest {found}, not {DIGEST}.\n"
        )

    def test_program_is_found_on_the_path_last(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folders = [tmp_path / name for name in ("package", "python", "built", "path")]
        for place in folders:
            place.mkdir()
            write_program(place / extracted.PROGRAM, "exit 1")
        monkeypatch.setattr(extracted, "__file__", str(folders[0] / "formal.py"))
        monkeypatch.setattr(sys, "executable", str(folders[1] / "python3"))
        monkeypatch.setattr(extracted, "_BUILT", folders[2] / extracted.PROGRAM)
        monkeypatch.setenv("PATH", str(folders[3]))
        for place in folders:
            assert extracted.program() == place / extracted.PROGRAM
            (place / extracted.PROGRAM).unlink()
        assert extracted.program() is None

    def test_built_program_has_the_digest_of_the_package(self, program: Path) -> None:
        assert extracted.verified_program() == program


COVERED = [
    (2, "R U F2 R'", "htm"),
    (2, "R U F R'", "qtm"),
    (2, "R U2 F'", "stm"),
    (3, "R U2 F' L D", "htm"),
    (3, "R U F D'", "qtm"),
    (3, "M U2 S", "stm"),
    (3, "Rw U' Fw", "stm"),
    (3, "L2 U R' x y", "htm"),
    (3, "", "htm"),
    (2, "x y2", "qtm"),
]


class TestProved:
    @pytest.mark.parametrize(("size", "scramble", "metric"), COVERED)
    def test_program_accepts_a_shortest_answer(
        self, size: int, scramble: str, metric: str, program: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        cube = Cube(size).apply(scramble)
        solution = solve(cube, metric=metric)
        folder = certify(solution, tmp_path / "proof").folder
        verdict = check_formally(folder)
        assert (verdict.alg, verdict.length, verdict.cube) == (solution.alg, solution.length, cube)
        assert main(["check", str(folder), "--formal"]) == 0
        (line,) = capsys.readouterr().out.splitlines()
        assert line.startswith(
            f"Proved: {solution.alg or '(no turn)'} solves the cube {cube.facelets} in {solution.length} turns"
        )
        assert (
            f", and nothing shorter does, by the theorem {verdict.theorem} of formal/{verdict.file}" in line
        )
        # README.md quotes the named theorem, so `make formal` asks Coq for its assumptions.
        assert f"Theorem {verdict.theorem} " in (ROOT / "formal" / "README.md").read_text()

    @pytest.mark.parametrize("name", ["2x2x2-htm", "2x2x2-qtm"])
    def test_program_accepts_an_old_certificate_with_r_d_and_b(self, name: str, program: Path) -> None:
        certificate = check_formally(ROOT / "tests" / "golden" / "certificates" / name)
        assert {move.family for move in certificate.alg} == set("RDB")

    def test_verdict_is_printed_in_json_and_french(self, made: Path, program: Path, capsys: Capture) -> None:
        assert main(["check", str(made), "--formal", "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert (report["holds"], report["length"], report["metric"]) == (True, 4, "htm")
        assert report["file"] == "formal/formula/Shortest.v"
        assert main(["check", str(made), "--formal", "--lang", "fr"]) == 0
        assert capsys.readouterr().out.startswith("Prouvé\u00a0: ")

    @pytest.mark.parametrize("name", ["a=b", "--x", "a b", "é", "-"])
    def test_program_accepts_a_folder_of_any_name(
        self, name: str, made: Path, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shutil.copytree(made, tmp_path / name)
        assert check_formally(tmp_path / name).length == 4
        monkeypatch.chdir(tmp_path)
        assert check_formally(Path(name)).length == 4

    def test_program_accepts_turns_between_any_white_space(self, folder: Path, program: Path) -> None:
        answer = json.loads((folder / "certificate.json").read_text())["answer"]
        changed(folder, answer="\t" + answer.replace(" ", "\t\n"))
        assert check_formally(folder).length == check_certificate(folder).length == 4

    def test_program_accepts_a_proof_in_parts(self, program: Path, tmp_path: Path) -> None:
        scramble = "R U2 F' L D"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(certificate, "_LONG", 0)
            folder = certified(tmp_path, 3, scramble)
        parts = sorted(folder.glob("part-*.lrat"))
        assert len(parts) > 10
        assert check_formally(folder).length == 5
        for gone in parts[::7]:
            gone.rename(tmp_path / "gone")
            with pytest.raises(CertificateError):
                check_formally(folder)
            (tmp_path / "gone").rename(gone)


def changed(folder: Path, **entries: object) -> None:
    """Change a manifest with a consistent entry `asked`, so that only the theorems refuse it."""
    path = folder / "certificate.json"
    manifest = json.loads(path.read_text())
    for name, value in entries.items():
        (manifest["formula"] if name in manifest["formula"] else manifest)[name] = value
    if "start" in entries:
        manifest["asked"]["start"] = manifest["start"]
    path.write_text(json.dumps(manifest))


class TestRefused:
    def refused(self, folder: Path, reason: str) -> None:
        with pytest.raises(CertificateError, match=reason) as caught:
            check_formally(folder)
        assert str(caught.value).startswith("cubeproof-formal refuses it: ")

    @pytest.mark.parametrize(
        ("entries", "reason"),
        [
            ({"answer": "R F2 U' R"}, "The answer R F2 U' R does not solve the cube"),
            ({"answer": "R F2 U' R' x2 y"}, ""),
            ({"length": 5, "horizon": 4}, "counts 4, and the certificate says 5"),
            ({"answer": "R F2 U' R' U U U U", "length": 8, "horizon": 7}, "clause .* belongs to no formula"),
            ({"answer": "R F2 U' R' R R'", "length": 6, "horizon": 5}, "clause .* belongs to no formula"),
            ({"horizon": 4}, "the answer itself is one of its models"),
            ({"start": Cube(2).apply("R U F R").facelets}, "does not solve the cube"),
            (
                {"start": Cube(2).apply("R U F").facelets, "answer": "F' U' R'", "length": 3, "horizon": 2},
                ".",
            ),
            ({"goals": [Cube(2).apply("x").facelets]}, "cannot be solved so that it is held"),
        ],
    )
    def test_program_refuses_another_question(
        self, entries: dict[str, object], reason: str, folder: Path, program: Path
    ) -> None:
        changed(folder, **entries)
        if reason:
            self.refused(folder, reason)
        else:
            assert check_formally(folder).length == 4

    @pytest.mark.parametrize(
        "entries",
        [
            {"start": "U" * 24},
            {"start": "U" * 24, "answer": "", "length": 0},
            {"answer": "R\x00"},
            {"answer": "\ud800"},
            {"answer": "R5"},
            {"generators": [["U\x00", 1]]},
            {"generators": [["R U", 1]]},
            {"generators": []},
            {"goals": []},
            {"goals": ["?" + Cube(2).apply("x").facelets[1:]]},
            {"parts": []},
            {"length": -1},
            {"length": 10**20},
            {"horizon": -1},
            {"horizon": 10**20},
        ],
    )
    def test_program_refuses_a_senseless_question(
        self, entries: dict[str, object], folder: Path, program: Path
    ) -> None:
        changed(folder, **entries)
        # Some generators belong to no formula of the theorems, so these do not cover it.
        with pytest.raises((CertificateError, UnsupportedError)) as caught:
            check_formally(folder)
        assert isinstance(caught.value, CertificateError) or set(entries) == {"generators"}
        with pytest.raises(CertificateError):
            check_certificate(folder)

    @pytest.mark.parametrize(("size", "metric"), [(2, "htm"), (3, "htm"), (3, "qtm")])
    def test_program_refuses_a_mirrored_cube(
        self, size: int, metric: str, program: Path, tmp_path: Path
    ) -> None:
        folder = certified(tmp_path, size, "R U F", metric=metric)
        manifest = json.loads((folder / "certificate.json").read_text())
        mirror = str.maketrans("UD", "DU")
        goals = [goal.translate(mirror) for goal in manifest["formula"]["goals"]]
        changed(folder, start=manifest["start"].translate(mirror), goals=goals)
        with pytest.raises(CertificateError, match=r"does not solve the cube\."):
            check_formally(folder)

    def test_other_generators_are_not_covered(self, folder: Path, program: Path) -> None:
        said = json.loads((folder / "certificate.json").read_text())["formula"]["generators"]
        changed(folder, generators=said[::-1])
        with pytest.raises(UnsupportedError, match="only formulas about the turns of the theorems"):
            check_formally(folder)

    @pytest.mark.parametrize("horizon", [0, 1, 2])
    def test_program_refuses_a_formula_about_fewer_turns(
        self, horizon: int, folder: Path, program: Path
    ) -> None:
        changed(folder, horizon=horizon)
        with pytest.raises((CertificateError, UnsupportedError)):
            check_formally(folder)

    def test_program_refuses_an_added_or_missing_clause(self, folder: Path, program: Path) -> None:
        path = folder / "formula.cnf"
        lines = path.read_text().splitlines()
        head = next(number for number, line in enumerate(lines) if line.startswith("p cnf"))
        variables, clauses = map(int, lines[head].split()[2:])
        for added in ("1 0", "-1 0", "-1 -2 -3 0", "0", f"{variables} 0"):
            more = [*lines, added]
            more[head] = f"p cnf {variables} {clauses + 1}"
            path.write_text("".join(f"{line}\n" for line in more))
            self.refused(folder, rf"clause {clauses + 1} belongs to no formula of this question")
        path.write_text("".join(f"{line}\n" for line in lines[:-1]))
        self.refused(folder, f"ends after {clauses - 1} of {clauses} clauses")

    def test_program_refuses_a_changed_legend(self, folder: Path, program: Path) -> None:
        path = folder / "formula.cnf"
        text = path.read_text()
        draw = Random(5)
        names = [line for line in text.splitlines() if line.startswith("c var")]
        refused = 0
        for _ in range(30):
            first, second = draw.sample(names, 2)
            swapped = " ".join([*first.split()[:3], second.split()[3]])
            path.write_text(text.replace(f"{first}\n", f"{swapped}\n"))
            # A few of these changes are harmless: the checker trusts none of the names, and the clauses still fit.
            try:
                assert check_formally(folder).length == 4
            except CertificateError:
                refused += 1
        assert refused > 10

    def test_program_refuses_a_truncated_empty_or_foreign_proof(
        self, folder: Path, program: Path, tmp_path: Path
    ) -> None:
        path = folder / "part-0001.lrat"
        lines = path.read_text().splitlines(keepends=True)
        for rest in ([], lines[:-1], lines[: len(lines) // 2], [*lines[:-1], lines[-1][:-3]]):
            path.write_text("".join(rest))
            self.refused(folder, ".")
        second = certified(tmp_path / "other", 2, "R U' F R")
        path.write_bytes((second / "part-0001.lrat").read_bytes())
        self.refused(folder, ".")
        shutil.copy(second / "formula.cnf", folder)
        self.refused(folder, "belongs to no formula of this question")
        path.unlink()
        self.refused(folder, "No such file")

    def test_program_refuses_files_with_windows_line_ends(self, folder: Path, program: Path) -> None:
        for name in ("formula.cnf", "part-0001.lrat"):
            whole = (folder / name).read_bytes()
            (folder / name).write_bytes(whole.replace(b"\n", b"\r\n"))
            self.refused(folder, "cannot be read|belongs to no formula")
            (folder / name).write_bytes(whole)


@pytest.mark.usefixtures("program")
class TestNotCovered:
    @pytest.mark.parametrize(
        ("size", "scramble", "options", "reason"),
        [
            (4, "R U", {}, "cubes of 2 and 3 layers"),
            (3, "F R", {"goal": "cross"}, "the goal solved"),
            (2, "R U", {"goal": Cube(2)}, "the goal solved"),
            (3, "R U", {"moves": "R,U"}, "all turns of a metric"),
        ],
    )
    def test_other_cube_questions_are_not_covered(
        self, size: int, scramble: str, options: dict[str, str], reason: str, tmp_path: Path, capsys: Capture
    ) -> None:
        folder = certified(tmp_path, size, scramble, **options)
        assert main(["check", str(folder), "--formal"]) == 2
        seen = capsys.readouterr()
        assert seen.out == ""
        assert seen.err.startswith("cubeproof: No theorem covers this kind of question: only ")
        assert reason in seen.err

    def test_start_with_unknown_stickers_is_not_covered(self, tmp_path: Path) -> None:
        start = Cube.from_facelets("?" + Cube(3).apply("R U").facelets[1:])
        folder = certify(cube_problem(start), Alg("U' R'"), tmp_path / "proof").folder
        with pytest.raises(UnsupportedError, match=r"only cubes with all stickers known\."):
            check_formally(folder)

    def test_puzzle_other_than_a_cube_is_not_covered(self, tmp_path: Path) -> None:
        start, goal = np.array([1, 0], dtype=np.int8), np.array([0, 1], dtype=np.int8)
        problem = Problem(start, (goal,), (Generator("s", np.array([1, 0], dtype=np.int16)),))
        folder = certify(problem, ["s"], tmp_path / "proof").folder
        with pytest.raises(UnsupportedError, match=r"only cubes\."):
            check_formally(folder)

    def test_folder_without_a_certificate_is_refused(self, tmp_path: Path, capsys: Capture) -> None:
        assert main(["check", str(tmp_path), "--formal"]) == 1
        assert "certificate.json: No such file" in capsys.readouterr().err
