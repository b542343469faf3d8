"""Checkers of other authors run if they are installed; one that disagrees refuses a certificate."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cubeproof.contract.events import Event, Note
from cubeproof.proof.certificate import Certificate
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.external import independent
from proof.certificates import clauses, fault


class TestIndependentCheckers:
    @pytest.fixture
    def checker(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
        programs, seen = tmp_path / "bin", tmp_path / "seen"
        programs.mkdir()
        seen.mkdir()
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")

        def make(name: str, says: str) -> Path:
            program = programs / name
            program.write_text(f'#!/bin/sh\ncp "$1" "{seen}/$(basename "$2")"\n{says}\n')
            program.chmod(0o755)
            return seen

        return make

    @pytest.mark.parametrize(
        ("name", "says"),
        [
            ("cake_lpr", "echo s VERIFIED UNSAT"),
            ("lrat-check", "echo c parsed; echo c VERIFIED; echo c verification time"),
            ("lrat-trim", "echo s VERIFIED; exit 20"),
        ],
    )
    def test_installed_checker_is_run(
        self, name: str, says: str, checker: Callable[[str, str], Path], folder: Path
    ) -> None:
        seen = checker(name, says)
        assert check_certificate(folder).also == (name,)
        assert (seen / "part-0001.lrat").read_text() == (folder / "formula.cnf").read_text()

    @pytest.mark.parametrize(
        ("name", "says"),
        [
            ("cake_lpr", "echo c failed to check"),
            ("cake_lpr", "exit 1"),
            ("cake_lpr", "echo s VERIFIED"),
            ("cake_lpr", "printf '\\377\\376'"),
            ("lrat-check", "echo c NOT VERIFIED"),
            ("lrat-check", "echo c failed to check clause; echo c NOT VERIFIED; echo c VERIFIED"),
            ("lrat-trim", "echo s NOT VERIFIED"),
        ],
    )
    def test_disagreement_of_a_checker_is_a_refusal(
        self, name: str, says: str, checker: Callable[[str, str], Path], folder: Path
    ) -> None:
        checker(name, says)
        assert fault(folder).startswith(f"part-0001.lrat: {name} does not accept it: ")

    @pytest.mark.parametrize(
        ("program", "message"),
        [
            (b"\x7fELF", "cake_lpr does not check the proof: it cannot be started: Exec format error."),
            (b"#!/bin/sh\nexec sleep 600\n", "it did not finish part-0001.lrat within an hour."),
        ],
        ids=["no program", "too slow"],
    )
    def test_checker_without_an_answer_is_reported_and_ignored(
        self,
        program: bytes,
        message: str,
        checker: Callable[[str, str], Path],
        in_parts: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(independent, "_HOUR", 0.1)
        checker("cake_lpr", "")
        (tmp_path / "bin" / "cake_lpr").write_bytes(program)
        seen: list[Event] = []
        checked = check_certificate(in_parts, seen.append)
        assert (checked.length, checked.also) == (8, ())
        (note,) = [event for event in seen if isinstance(event, Note)]
        assert message in note.sentence

    def test_checker_gets_the_formula_with_each_part(
        self, checker: Callable[[str, str], Path], in_parts: Path, kissat: Path
    ) -> None:
        seen = checker("cake_lpr", "echo s VERIFIED UNSAT")
        before = sorted(in_parts.iterdir())
        checked: Certificate = check_certificate(in_parts)
        assert checked.also == ("cake_lpr",)
        assert sorted(in_parts.iterdir()) == before
        assert len(list(seen.iterdir())) == checked.parts
        formula = clauses(in_parts / "formula.cnf")
        for cnf in seen.iterdir():
            given = clauses(cnf)
            assert given[: len(formula)] == formula
            assert [len(clause) for clause in given[len(formula) :]] == [1, 1]
            header = next(line for line in cnf.read_text().splitlines() if line.startswith("p"))
            assert int(header.split()[3]) == len(given)
            done = subprocess.run([str(kissat), "-q", str(cnf)], capture_output=True, check=False)
            assert done.returncode == 20
