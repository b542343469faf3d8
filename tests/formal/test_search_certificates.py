"""Certificates whose proof is a search: both checkers accept the same ones, and refuse all others with a reason."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import verified
from benchmarks.figures import Options

from cubeproof import Alg, CertificateError, Cube
from cubeproof.cli import main
from cubeproof.methods.two_phase.stored_tables import PHASE1
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.external import extracted
from cubeproof.proof.external.search_program import journal_of
from formal.search_certificates import EASY, HARD, write
from patience import PATIENCE, until

Capture = pytest.CaptureFixture[str]
# The command, with the tables that are built in a second: a search of hours.
BY_PAIRS = """
import sys
from cubeproof.cli import main
from cubeproof.proof.external import search_program
search_program.method_of = lambda length: "pairs"
sys.exit(main())
"""
START = Cube(3).apply(EASY).facelets


@pytest.fixture(autouse=True)
def in_cache(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUBEPROOF_CACHE", str(tables))


def checked(capsys: Capture, *words: object, status: int = 0) -> dict[str, object]:
    assert main(["check", *map(str, words), "--json"]) == status
    return dict(json.loads(capsys.readouterr().out))


def search(program: Path, *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, "search", *map(str, words)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )


def test_program_proves_it(program: Path, tmp_path: Path, tables: Path, capsys: Capture) -> None:
    folder = write(tmp_path / "proof", EASY)
    verdict = checked(capsys, folder, "--formal", "--jobs", "2")
    assert (verdict["length"], verdict["proof"], verdict["theorem"]) == (6, "search", "searched_is_shortest")
    assert verdict["start"] == START
    assert not list(tables.glob("*.journal"))
    assert main(["check", str(folder)]) == 0
    said = capsys.readouterr().out
    assert f"solves the cube {START} in 6 turns (htm), and nothing shorter does, by the theorem" in said
    assert f"a search of {verdict['looks']} looks" in said
    assert search(program, "--certificate", folder, "--tables", tables).returncode == 0


def test_python_holds_it_too(tmp_path: Path, capsys: Capture) -> None:
    folder = write(tmp_path / "proof", EASY)
    verdict = checked(capsys, folder, "--python")
    assert (verdict["length"], verdict["proof"], verdict["checker"]) == (6, "search", "python")
    assert check_certificate(folder).looks == verdict["looks"] != 0


CHANGES: list[dict[str, object]] = [
    {"start": Cube(3).apply("R U").facelets},
    {"start": START[:53]},
    {"start": START[:-1] + "?"},
    {"start": START[:-1] + "X"},
    {"start": "".join({"R": "L", "L": "R"}.get(letter, letter) for letter in START)},
    {"start": START.replace(START[0], "u")},
    {"length": 5},
    {"length": 7},
    {"length": 41},
    {"length": "6"},
    {"length": True},
    {"answer": "B2 D' L F2 U' R"},
    {"answer": "B2 D' L F2 U' R' R R'", "length": 8},
    {"answer": "B2 D' L F2 U' (R')"},
    {"metric": "qtm"},
    {"metric": "stm"},
    {"size": 2},
    {"size": 3.0},
    {"goal": "cross"},
    {"goal": Cube(3).facelets},
    {"moves": "R,U,F,L,D,B"},
    {"moves": "none"},
    {"proof": "lrat"},
    {"proof": "search "},
    {"format": "cubeproof certificate 1"},
    {"puzzle": "permutations"},
    {"goal": None},
    {"length": None},
    {"moves": None},
    {"parts": []},
    {"asked": {}},
]


def test_both_refuse_another_certificate(program: Path, tmp_path: Path, tables: Path) -> None:
    for changes in CHANGES:
        folder = write(tmp_path / "proof", EASY, None, changes)
        done = search(program, "--certificate", folder, "--tables", tables)
        assert (done.returncode, done.stdout) == (1, ""), (changes, done.stderr)
        assert done.stderr.endswith(".\n")
        with pytest.raises(CertificateError):
            check_certificate(folder)


def test_both_refuse_what_is_no_certificate(program: Path, tmp_path: Path, tables: Path) -> None:
    folder = write(tmp_path / "proof", EASY)
    path = folder / "certificate.json"
    text = path.read_text()
    for changed in ("", "[]", text[:-1], text.replace('"size"', '"length": 6, "size"'), text + "{}"):
        path.write_text(changed)
        assert search(program, "--certificate", folder, "--tables", tables).returncode == 1
        with pytest.raises(CertificateError):
            check_certificate(folder)


@pytest.mark.parametrize("rotation", ["x", "z' y2"])
def test_cube_may_be_held_in_any_way(rotation: str, program: Path, tmp_path: Path, capsys: Capture) -> None:
    answer = "R' F2 D L'"
    folder = write(tmp_path / "proof", f"{~Alg(answer)} {rotation}", str(~Alg(rotation) + Alg(answer)))
    path = folder / "certificate.json"
    path.write_text(path.read_text().replace(f'"length": {4 + len(rotation.split())}', '"length": 4'))
    for option in ("--formal", "--python"):
        assert checked(capsys, folder, option)["length"] == 4


@pytest.mark.parametrize("more", ["U U'", "U U U2"])
def test_longer_answer_is_refused(more: str, program: Path, tmp_path: Path, capsys: Capture) -> None:
    """One, two and three turns too many: the same state and another last part."""
    folder = write(tmp_path / "proof", EASY, f"B2 D' L F2 U' R' {more}")
    for option in ("--formal", "--python"):
        assert main(["check", str(folder), option]) == 1
        assert "turns solve the cube." in capsys.readouterr().err


def test_solved_cube_needs_no_search(program: Path, tmp_path: Path, capsys: Capture) -> None:
    folder = write(tmp_path / "proof", "")
    assert checked(capsys, folder, "--formal")["theorem"] == "no_turn_is_shortest"
    assert checked(capsys, folder, "--python")["looks"] == 0


def test_check_of_formulas_names_the_other_command(program: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [program, "check", write(tmp_path / "proof", EASY)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "search --certificate" in done.stderr


class TestWithoutVerdict:
    def test_long_answer_without_the_program_is_not_checked(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
    ) -> None:
        monkeypatch.setattr(extracted, "program", lambda: None)
        folder = write(tmp_path / "proof", HARD)
        assert main(["check", str(folder)]) == 2
        said = capsys.readouterr().err
        assert "Not checked: " in said
        assert "make formal" in said
        assert checked(capsys, write(tmp_path / "easy", EASY))["checker"] == "python"

    def test_stale_program_is_named(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
    ) -> None:
        stale = tmp_path / extracted.PROGRAM
        stale.write_text('#!/bin/sh\necho \'{"protocol": 1, "digest": "other"}\'\n')
        stale.chmod(0o755)
        monkeypatch.setattr(extracted, "program", lambda: stale)
        assert main(["check", str(write(tmp_path / "proof", HARD)), "--formal"]) == 2
        assert "was built from other sources" in capsys.readouterr().err

    def test_table_is_built_if_it_is_missing(
        self, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path / "cache"))
        assert checked(capsys, write(tmp_path / "proof", EASY), "--formal")["holds"] is True
        assert [path.name for path in (tmp_path / "cache").glob("search*")] == [f"{PHASE1.name}.table"]

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_interrupted_check_prints_its_bound_and_goes_on_later(
        self, number: int, program: Path, tmp_path: Path, tables: Path
    ) -> None:
        folder = write(tmp_path / "proof", HARD)
        journal = journal_of(tables, Cube(3).apply(HARD).facelets)
        running = subprocess.Popen(
            [sys.executable, "-c", BY_PAIRS, "check", folder, "--jobs", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        until(lambda: journal.exists() and " of 12 turns " in journal.read_text())
        os.kill(running.pid, number)
        out, errors = running.communicate(timeout=PATIENCE)
        assert (running.returncode, out) == (130, "")
        assert re.search("The search has proved that 1[23] or more turns are needed; it continues", errors)
        kept = journal.read_text()
        assert kept.count(" of 10 turns ") == 243
        journal.unlink()

    def test_check_that_ends_before_its_search_claims_no_bound(
        self, program: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        folder = write(tmp_path / "proof", HARD)
        assert main(["check", str(folder), "--formal", "--timeout", "0.001", "--json"]) == 4
        said = capsys.readouterr()
        assert json.loads(said.out) == {"holds": None, "lower_bound": None, "stopped": "timeout"}
        assert "before the certificate was checked. Nothing is excluded yet" in said.err


class TestJournal:
    def told(self, program: Path, tables: Path, journal: Path, *words: object) -> list[dict[str, int]]:
        done = search(program, *words, "--tables", tables, "--journal", journal, "--progress", "--rounds")
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def question(self, scramble: str, length: int) -> list[object]:
        return ["--start", Cube(3).apply(scramble).facelets, "--length", length]

    def test_finished_shares_are_not_searched_again(
        self, program: Path, tmp_path: Path, tables: Path
    ) -> None:
        journal = tmp_path / "journal"
        words = self.question(HARD, 11)
        first = self.told(program, tables, journal, *words)
        lines = journal.read_text().splitlines()
        assert len(lines) == 3 * 243
        # A line that was not finished, and lines about another cube and other turns.
        journal.write_text("\n".join([*lines[:600], lines[600][:-8]]))
        again = self.told(program, tables, journal, *words, "--jobs", "2")
        begun = {said["searching"]: said["finished"] for said in reversed(again) if "searching" in said}
        # Of 243 and 114 kept shares, 5 and 3 are searched again.
        assert begun == {8: 243 - 5, 9: 243 - 5, 10: 600 - 486 - 3}
        assert (again[-1]["proved"], again[-1]["looks"]) == (True, first[-1]["looks"])
        elsewhere = self.told(program, tables, journal, *self.question("R U F2 L' D B2 R F U' L B2", 10))
        assert elsewhere[0] == {"searching": 8, "finished": 0, "shares": 243, "looks": 0}

    def test_two_searches_may_have_one_journal(self, program: Path, tmp_path: Path, tables: Path) -> None:
        words = [
            "--tables",
            tables,
            "--journal",
            tmp_path / "journal",
            *self.question(HARD, 12),
            "--jobs",
            "2",
        ]
        both = [
            subprocess.Popen(
                [program, "search", *map(str, words)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(2)
        ]
        verdicts = [json.loads(each.communicate(timeout=PATIENCE)[0]) for each in both]
        assert verdicts[0] == verdicts[1]
        assert verdicts[0]["at_least"] == 12

    def test_other_place_is_refused(self, program: Path, tmp_path: Path, tables: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        for journal in (tmp_path, tmp_path / "missing" / "journal", tmp_path / "pipe"):
            done = search(program, "--tables", tables, "--journal", journal, *self.question(EASY, 6))
            assert (done.returncode, done.stdout) == (2, "")
            assert "cannot be used" in done.stderr

    def test_rounds_print_what_is_excluded(self, program: Path, tmp_path: Path, tables: Path) -> None:
        done = search(program, "--tables", tables, "--rounds", *self.question(HARD, 12))
        said = [json.loads(line) for line in done.stdout.splitlines()]
        assert [line["excluded"] for line in said[:-1]] == [8, 9, 10]
        assert said[-1]["at_least"] == 12


def test_benchmark_proves_what_it_prints_and_continues(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """The first cube is proved; the second is longer than requested at first."""
    monkeypatch.setattr(verified, "random_cube", lambda size, seed: Cube(size).apply("R U F"[: 2 * seed]))
    options, folder = Options("", 1), str(tmp_path / "rows")
    assert verified.run(2, 1, 1, folder, options, as_json=True) == 0
    one, two = json.loads(capsys.readouterr().out)
    assert (one["answer"], one["length"], one["theorem"]) == ("R'", 1, "searched_is_shortest")
    assert (two["length"], two["looks"], two["theorem"]) == (2, None, "not proved")
    monkeypatch.delattr(verified, "solve")
    assert verified.run(2, 1, 2, folder, options, as_json=True) == 0
    kept, continued = json.loads(capsys.readouterr().out)
    assert kept == one
    assert (continued["answer"], continued["theorem"]) == (two["answer"], "searched_is_shortest")


def test_lack_of_memory_is_no_verdict(program: Path, tmp_path: Path, tables: Path) -> None:
    folder = write(tmp_path / "proof", EASY)
    done = subprocess.run(
        [
            "sh",
            "-c",
            'ulimit -v 12000; exec "$@"',
            "sh",
            program,
            "search",
            "--certificate",
            folder,
            "--tables",
            tables,
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode not in (0, 1)
    assert done.stdout == ""
