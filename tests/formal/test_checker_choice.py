"""`cubeproof check` uses the proved program where it can, and names the checker that gave the verdict."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import tempfile
from pathlib import Path
from random import Random

import pytest

from cubeproof import Alg, Cube, UsageError, certify
from cubeproof.cli import main
from cubeproof.problem import cube_problem
from cubeproof.proof.external import extracted, foreign_files

Capture = pytest.CaptureFixture[str]

# (a or b)(a or not b)(not a or c)(not a or not c), and a proof that no values make all of them true.
FORMULA = "p cnf 3 4\n1 2 0\n1 -2 0\n-1 3 0\n-1 -3 0\n"
PROOF = "5 1 0 1 2 0\n6 3 0 5 3 0\n7 0 5 6 4 0\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    task = cube_problem(Cube(2).apply("R U"))
    return certify(task, Alg("U' R'"), tmp_path_factory.mktemp("choice") / "proof").folder


@pytest.fixture
def formula(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "a=7.cnf").write_text(FORMULA)
    (tmp_path / "b=1.lrat").write_text(PROOF)
    return str(tmp_path / "a=7.cnf"), str(tmp_path / "b=1.lrat")


def checked(capsys: Capture, *words: str, status: int = 0) -> dict[str, object]:
    assert main(["check", *words, "--json"]) == status
    return dict(json.loads(capsys.readouterr().out))


class TestCertificate:
    def test_program_gives_the_verdict_where_it_is_present(
        self, folder: Path, program: Path, capsys: Capture
    ) -> None:
        assert checked(capsys, str(folder))["checker"] == extracted.PROGRAM
        assert main(["check", str(folder)]) == 0
        assert capsys.readouterr().out.startswith("Proved: ")

    def test_python_gives_the_verdict_on_request(self, folder: Path, capsys: Capture) -> None:
        assert checked(capsys, str(folder), "--python")["checker"] == "python"

    def test_missing_program_is_named_with_the_way_to_build_it(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        monkeypatch.setattr(extracted, "program", lambda: None)
        assert checked(capsys, str(folder))["checker"] == "python"
        assert main(["check", str(folder)]) == 0
        last = capsys.readouterr().out.splitlines()[-1]
        assert last.startswith(
            "Checked by the readable checker in Python, not by the proved one. The program "
        )
        assert "`make formal`" in last

    def test_question_that_no_theorem_covers_is_checked_by_python(
        self, program: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        cross = certify(cube_problem(Cube(3).apply("F R"), goal="cross"), Alg("R' F'"), tmp_path / "cross")
        assert checked(capsys, cross.place)["checker"] == "python"
        assert main(["check", cross.place]) == 0
        assert "No theorem covers this kind of question" in capsys.readouterr().out

    def test_refusal_of_the_program_is_the_verdict(
        self, folder: Path, program: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
    ) -> None:
        refusing = tmp_path / extracted.PROGRAM
        refusing.write_text(
            f'#!/bin/sh\n[ "$1" = version ] && exec {program} version\necho "Line 3 is bad." >&2; exit 1\n'
        )
        refusing.chmod(0o755)
        monkeypatch.setattr(extracted, "program", lambda: refusing)
        assert checked(capsys, str(folder), status=1)["status"] == 1

    def test_two_checkers_cannot_be_demanded(self, folder: Path, capsys: Capture) -> None:
        assert main(["check", str(folder), "--formal", "--python"]) == 2
        assert "choose one" in capsys.readouterr().err


class TestFormula:
    @pytest.mark.parametrize("option", ["--formal", "--python"])
    def test_refuted_formula_is_named_by_its_hash(
        self, option: str, formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        digest = hashlib.sha256(FORMULA.encode()).hexdigest()
        verdict = checked(capsys, *formula, option)
        assert (verdict["holds"], verdict["formula"], verdict["lemmas"]) == (True, digest, 3)
        assert verdict["checker"] == (extracted.PROGRAM if option == "--formal" else "python")
        assert main(["check", *formula, option]) == 0
        seen = capsys.readouterr().out
        assert f"(SHA-256 {digest}) has no model. This says nothing about a cube." in seen

    @pytest.mark.parametrize("option", ["--formal", "--python"])
    def test_proof_of_another_formula_is_refused(
        self, option: str, formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        Path(formula[0]).write_text(FORMULA.replace("-1 3 0", "1 3 0"))
        assert main(["check", *formula, option]) == 1
        seen = capsys.readouterr()
        assert seen.out == ""
        assert seen.err

    def test_pipe_folder_or_device_is_refused(
        self, formula: tuple[str, str], program: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        os.mkfifo(tmp_path / "pipe")
        for path in (tmp_path / "pipe", tmp_path, "/dev/zero", tmp_path / "none"):
            for files in ((formula[0], str(path)), (str(path), formula[1])):
                is_formula_no_file = str(path) == files[0] and path not in (tmp_path, tmp_path / "none")
                assert main(["check", *files, "--formal"]) == (1 if is_formula_no_file else 2)
                seen = capsys.readouterr()
                assert seen.out == ""
                assert seen.err.startswith("cubeproof: ")

    def test_program_is_demanded_for_a_formula(
        self, formula: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        monkeypatch.setattr(extracted, "program", lambda: None)
        assert main(["check", *formula, "--formal"]) == 2
        assert "was not found" in capsys.readouterr().err
        assert checked(capsys, *formula)["checker"] == "python"

    def test_drat_proof_is_not_for_the_program(
        self, formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        Path(formula[1]).write_text("1 0\n0\n")
        assert main(["check", *formula, "--formal"]) == 2
        assert "reads LRAT proofs as text" in capsys.readouterr().err
        assert checked(capsys, *formula)["checker"] == "dratify"

    def test_compressed_files_are_checked_by_the_program(
        self, formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        for name in formula:
            Path(name + ".gz").write_bytes(gzip.compress(Path(name).read_bytes()))
        verdict = checked(capsys, formula[0] + ".gz", formula[1] + ".gz", "--formal")
        digest = hashlib.sha256(Path(formula[0] + ".gz").read_bytes()).hexdigest()
        assert (verdict["formula"], verdict["lemmas"]) == (digest, 3)
        Path(formula[1] + ".gz").write_bytes(gzip.compress(PROOF.encode())[:-9])
        assert main(["check", formula[0], formula[1] + ".gz", "--formal"]) == 1
        assert capsys.readouterr().err.endswith("b=1.lrat.gz is a damaged gzip file.\n")

    @pytest.mark.parametrize("options", [["--formal"], ["--python"], []])
    def test_rat_proof_is_not_checked(
        self, options: list[str], formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        """The second line defines a new variable, a step that keeps the formula satisfiable, and does not follow."""
        for step in ("5 4 0 0\n", "5 -4 1 0 0\n6 4 -1 0 -5 0\n", "c\n5 1 4 0 1 -3 2 0\n"):
            Path(formula[1]).write_text(step + PROOF.replace("5", "8"))
            Path(formula[0]).write_text(FORMULA.replace("p cnf 3", "p cnf 4"))
            assert main(["check", *formula, *options]) == 2
            seen = capsys.readouterr()
            assert seen.out == ""
            assert "RAT steps are not supported." in seen.err

    @pytest.mark.parametrize("options", [["--formal"], ["--python"], []])
    def test_missing_file_has_status_2(
        self, options: list[str], formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        for files in ((formula[0], "none.lrat"), ("none.cnf", formula[1])):
            assert main(["check", *files, *options]) == 2
            seen = capsys.readouterr()
            assert seen.err.startswith("cubeproof: none.")
            assert seen.err.count("\n") == 1

    def test_formula_without_a_proof_is_asked_for_it(self, formula: tuple[str, str], capsys: Capture) -> None:
        assert main(["check", formula[0]]) == 2
        assert f"`cubeproof check {formula[0]} PROOF.lrat`" in capsys.readouterr().err

    @pytest.mark.parametrize("option", ["--formal", "--python"])
    def test_formula_with_too_many_clauses_is_not_called_incomplete(
        self, option: str, formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        Path(formula[0]).write_text(FORMULA + "1 3 0\n")
        assert main(["check", *formula, option]) == 2
        said = capsys.readouterr().err
        assert "incomplete" not in said
        assert re.search("has more: 5|has more than the 4 clauses", said)

    @pytest.mark.parametrize("which", [0, 1], ids=["formula", "proof"])
    def test_compressed_file_that_fills_a_disk_is_refused(
        self,
        which: int,
        formula: tuple[str, str],
        program: Path,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
        capsys: Capture,
    ) -> None:
        bomb = gzip.compress(b"c 0\n" * 10_000_000)
        assert 300 * len(bomb) < 40_000_000
        files = [*formula]
        files[which] += ".gz"
        packed = Path(files[which])
        packed.write_bytes(bomb)
        temporary, sizes = tmp_path / "temporary", [0]
        temporary.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        monkeypatch.setattr(foreign_files, "_LEAST_BYTES", 2_000_000)

        def look() -> None:
            sizes.append(sum(path.stat().st_size for path in temporary.rglob("*") if path.is_file()))

        with pytest.raises(UsageError, match="unpacks to more than"), foreign_files.unpacked(packed, look):
            pass
        assert 1_000_000 < max(sizes) <= 100 * len(bomb)
        assert main(["check", *files]) == 2
        assert "the most for its size. Unpack it yourself" in capsys.readouterr().err
        monkeypatch.setattr(foreign_files, "free_disk", lambda folder: 1_000_000)
        assert main(["check", *files]) == 2
        assert "half of the free space" in capsys.readouterr().err
        assert not list(temporary.iterdir())

    def test_time_limit_ends_the_check_of_a_formula(
        self, formula: tuple[str, str], program: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        assert checked(capsys, *formula, "--timeout", "1000")["lemmas"] == 3
        assert main(["check", *formula, "--timeout", "0.001"]) == 4
        assert "The time ran out before the proof was checked." in capsys.readouterr().err
        # No program writes to this pipe.
        os.mkfifo(tmp_path / "pipe")
        assert main(["check", formula[0], str(tmp_path / "pipe"), "--python", "--timeout", "0.001"]) == 4
        assert capsys.readouterr().out == ""


def other_layout(draw: Random, numbers: list[list[int]], *, one_line_each: bool) -> str:
    """Return lines of numbers as another program may write them."""
    blanks, breaks, words = [" ", "  ", "\t", " \r", "\v"], ["\n", "\r\n", " \n\nc 1 0 x\n", "\n  c\n"], []
    for row in numbers:
        words += [word for number in row for word in (str(number), draw.choice(blanks))]
        if one_line_each:
            words.append(draw.choice(breaks))
    if not one_line_each:
        words = [draw.choice(breaks) if word.isspace() and draw.random() < 0.2 else word for word in words]
    return "".join(words)


class TestOtherPrograms:
    """Formulas and proofs as other programs write them: both checkers read them, and to the same verdict."""

    def test_any_layout_of_a_formula_and_a_proof_is_read(
        self, formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        draw = Random(9)
        for _ in range(20):
            # As many variables as the largest formulas have.
            scale = draw.choice([1, 1_000_003, 333_333_333])
            clauses = [[scale * literal for literal in row] for row in ([1, 2], [1, -2], [-1, 3], [-1, -3])]
            head = f"c\n  c comment é\n p {draw.choice(['cnf', 'CNF'])}  {3 * scale}\t4 \r\n"
            rows = other_layout(draw, [[*clause, 0] for clause in clauses], one_line_each=False)
            Path(formula[0]).write_text(
                head + rows + draw.choice(["", "\n%\n0\n", "\n%\r\n0 \n\n"]), newline=""
            )
            lemmas = [[5, scale, 0, 1, 2, 0], [6, 3 * scale, 0, 5, 3, 0], [7, 0, 5, 6, 4, 0]]
            lines = other_layout(draw, lemmas, one_line_each=True).split("\n")
            lines.insert(draw.randrange(len(lines)), draw.choice(["c 7 0 1 0", "0 d 0", " 9 \td\t0\r"]))
            rest = draw.choice(["", "7 d 5 0\n", "more\n"])
            Path(formula[1]).write_text("\n".join(lines) + rest, newline="")
            for option in ("--formal", "--python"):
                assert checked(capsys, *formula, option)["lemmas"] == 3

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "c only a comment\n",
            "1 0\np cnf 1 2\n-1 0\n",
            "p cnf 1 2\n1 0 -1",
            "p cnf 1 2\n1 0\n",
            "p cnf 1 2\n1 0\n-1 0\n1 0\n",
            "p cnf 1 2\n1 0 x -1 0\n",
            "p cnf 1 2\n1 0\n-1 0\n%\n0\n1 0\n",
            "p cnf 1 2\n1 0\n2 0\n",
            "p cnf 1 2\np cnf 1 2\n1 0\n-1 0\n",
            "p cnf 1 2 3\n1 0\n-1 0\n",
            "p cnf 1 2\n1 0\n- 1 0\n",
            "p cnf 1 2\n1 0\n1_0 0\n",
            "p cnf -1 2\n1 0\n-1 0\n",
            "p dnf 1 2\n1 0\n-1 0\n",
            f"p cnf 1 {10**17}\n1 0\n-1 0\n",
        ],
    )
    def test_text_that_is_no_formula_has_no_verdict(
        self, text: str, formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        Path(formula[0]).write_text(text)
        Path(formula[1]).write_text("3 0 1 2 0\n")
        for options in (["--formal"], ["--python"], []):
            assert main(["check", *formula, *options]) == 2
            seen = capsys.readouterr()
            assert (seen.out, seen.err.count("\n")) == ("", 1)

    @pytest.mark.parametrize(
        "text",
        ["5 1 0 1 2\n", "5 1 0 1 0\n", "c 5\n5 1 0 1 2 0\n", "5 0 1 2 0\n7 0 5 6 4 0\n", "5\t1 0 x 0\n"],
    )
    def test_wrong_proof_is_refused_by_both(
        self, text: str, formula: tuple[str, str], program: Path, capsys: Capture
    ) -> None:
        Path(formula[1]).write_text(text)
        for option in ("--formal", "--python"):
            assert main(["check", *formula, option]) == 1
            assert capsys.readouterr().out == ""
