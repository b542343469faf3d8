"""A journal of finished shares: damaged lines do not count, and some shares are searched again."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from cubeproof import Alg, Cube
from cubeproof.cli import main
from cubeproof.proof.external.search_program import journal_of
from formal.search_certificates import HARD, with_sum, without_sum, write
from patience import PATIENCE

SHARES = 243
# Seven turns solve it, and these eight do too.
START = "FBFDUFRDLDLLRRBRFUFFBDFFFLDLBBDDUUURRRURLLBBUDRDUBUBLL"
LONGER = "R' B2 D' L F2 U' R R2"
QUESTION = ("--start", Cube(3).apply(HARD).facelets, "--length", 10)

Search = Callable[..., subprocess.CompletedProcess[str]]
Check = Callable[..., tuple[int, str, str]]


class Whole(NamedTuple):
    """A search of all shares of `QUESTION`."""

    looks: int
    lines: list[str]
    """The lines of its journal."""


@pytest.fixture(scope="module")
def search(program: Path, tables: Path) -> Search:
    # Each start of the program tests its table for 2 seconds of CPU, however short the search.
    def run(journal: Path, *words: object) -> subprocess.CompletedProcess[str]:
        command = [program, "search", "--tables", tables, "--journal", journal, *words]
        return subprocess.run(
            [*map(str, command)], capture_output=True, text=True, check=False, timeout=PATIENCE
        )

    return run


@pytest.fixture(scope="module")
def whole(search: Search, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    journal = tmp_path_factory.mktemp("whole") / "journal"
    verdict = proved(search(journal, *QUESTION))
    assert counts(verdict) == (SHARES, 0, 0, 0)
    return Whole(int(str(verdict["looks"])), journal.read_text().splitlines())


@pytest.fixture(scope="module")
def damaged(search: Search, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A journal that would prove a false bound: a damaged line says that share 88 of 7 turns has no answer."""
    assert Cube.from_facelets(START).apply(Alg(LONGER)).is_solved
    journal = tmp_path_factory.mktemp("damaged") / "journal"
    done = search(journal, "--start", START, "--length", 8, "--rounds")
    assert (done.returncode, json.loads(done.stdout.splitlines()[-1])["excluded"]) == (1, 6)
    text = journal.read_text()
    assert text.count(" share 88 of 6 turns ") == 1
    assert " share 88 of 7 turns " not in text
    return text.replace(" share 88 of 6 turns ", " share 88 of 7 turns ")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal"


@pytest.fixture
def check(
    program: Path, tables: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    """Checks a certificate by the program, beside a journal; returns the status and both outputs."""
    assert program.exists()
    monkeypatch.setenv("CUBEPROOF_CACHE", str(tables))

    def run(folder: Path, start: str, text: str, *words: str) -> tuple[int, str, str]:
        journal_of(tables, start).write_text(text)
        status = main(["check", str(folder), "--formal", *words])
        return (status, *capsys.readouterr())

    return run


def proved(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


def counts(verdict: dict[str, object]) -> tuple[object, ...]:
    names = ("shares", "shares_from_journal", "shares_searched_again", "damaged_journal_lines")
    return tuple(verdict[name] for name in names)


def text_of(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def other_looks(line: str) -> str:
    """Return a line with its sum that claims one look more."""
    return with_sum(re.sub(r"looks (\d+) ", lambda match: f"looks {int(match[1]) + 1} ", without_sum(line)))


class TestDamage:
    def test_a_flipped_bit_proves_nothing(self, search: Search, damaged: str, journal: Path) -> None:
        journal.write_text(damaged)
        done = search(journal, "--start", START, "--length", 8)
        assert (done.returncode, done.stdout) == (1, "")
        assert "without their right sum: 1." in done.stderr

    def test_a_certificate_is_refused_beside_a_damaged_journal(
        self, check: Check, damaged: str, tmp_path: Path
    ) -> None:
        status, _, errors = check(write(tmp_path / "proof", str(~Alg(LONGER)), LONGER), START, damaged)
        assert status == 1
        assert "Fewer than 8 turns solve the cube." in errors

    def test_lines_with_a_flipped_bit_do_not_count(self, search: Search, whole: Whole, journal: Path) -> None:
        random = Random(77)
        lines = [line.encode() for line in whole.lines]
        for number in random.sample(range(SHARES), 100):
            line = bytearray(lines[number])
            line[random.randrange(len(line))] ^= 1 << random.choice([0, 1, 2, 6])
            lines[number] = bytes(line)
        assert b"\n" not in b"".join(lines)
        journal.write_bytes(b"\n".join(lines))
        verdict = proved(search(journal, *QUESTION, "--jobs", 2))
        assert counts(verdict) == (SHARES, SHARES - 100, 3, 100)
        assert verdict["looks"] == whole.looks

    def test_lines_of_older_programs_do_not_count(self, search: Search, whole: Whole, journal: Path) -> None:
        journal.write_text(text_of([*map(without_sum, whole.lines)]))
        done = search(journal, *QUESTION)
        assert counts(proved(done)) == (SHARES, 0, 0, SHARES)
        assert done.stderr.endswith(
            f"without their right sum: {SHARES}. They count nothing; their shares are searched.\n"
        )

    def test_shares_whose_lines_contradict_each_other_are_searched(
        self, search: Search, whole: Whole, journal: Path
    ) -> None:
        journal.write_text(text_of([*whole.lines, other_looks(whole.lines[7])]))
        assert counts(proved(search(journal, *QUESTION, "--fresh"))) == (SHARES, SHARES - 1, SHARES - 1, 0)


class TestSearchedAgain:
    @pytest.mark.parametrize(("kept", "again"), [(50, 1), (51, 2), (SHARES, 5)])
    def test_one_share_in_fifty(
        self, kept: int, again: int, search: Search, whole: Whole, journal: Path
    ) -> None:
        journal.write_text(text_of(whole.lines[:kept]))
        assert counts(proved(search(journal, *QUESTION))) == (SHARES, kept, again, 0)
        # A share that is searched again has no second line.
        assert sorted(journal.read_text().splitlines()) == sorted(whole.lines)

    @pytest.mark.parametrize(
        ("right", "jobs"), [(slice(0, 5), 1), (slice(SHARES - 5, SHARES), 2)], ids=["first", "last"]
    )
    def test_chosen_shares_are_not_always_the_same(
        self, right: slice, jobs: int, search: Search, whole: Whole, journal: Path
    ) -> None:
        """Five shares are chosen, and five lines are right: all choices of five but one refuse the journal."""
        forged = [*map(other_looks, whole.lines)]
        forged[right] = whole.lines[right]
        journal.write_text(text_of(forged))
        done = search(journal, *QUESTION, "--jobs", jobs)
        assert (done.returncode, done.stdout) == (1, "")
        assert re.search(r"The journal \S+ is wrong: share \d+ of 9 turns has \d+ looks", done.stderr)

    def test_fresh_search_compares_all_shares(self, search: Search, whole: Whole, journal: Path) -> None:
        journal.write_text(text_of(whole.lines))
        verdict = proved(search(journal, *QUESTION, "--fresh", "--jobs", 2))
        assert counts(verdict) == (SHARES, SHARES, SHARES, 0)
        journal.write_text(text_of([*whole.lines[:-1], other_looks(whole.lines[-1])]))
        done = search(journal, *QUESTION, "--fresh", "--jobs", 2)
        assert (done.returncode, done.stdout) == (1, "")
        assert "can be believed" in done.stderr

    def test_check_says_how_many_shares_come_from_a_journal(
        self, check: Check, search: Search, tmp_path: Path, journal: Path
    ) -> None:
        scramble = "R U F2 L' D B2 R F U'"
        folder, start = write(tmp_path / "proof", scramble), Cube(3).apply(scramble).facelets
        proved(search(journal, "--start", start, "--length", 9))
        lines = journal.read_text().splitlines()
        assert all(" of 8 turns " in line for line in lines)

        def output(text: str, *words: str) -> str:
            status, said, _ = check(folder, start, text, *words)
            assert status == 0
            return said

        said = output(text_of([*lines[:60], "damaged"]))
        assert (
            "60 of the 243 shares of this search came from the journal of an interrupted check; 2 of" in said
        )
        assert "1 line of the journal had no right sum, and did not count." in said
        kept = output(text_of(lines), "--json")
        assert counts(json.loads(kept)) == (SHARES, SHARES, 5, 0)
        fresh = output(text_of(lines), "--json", "--fresh")
        assert counts(json.loads(fresh)) == (SHARES, SHARES, SHARES, 0)
        assert "journal" not in output("")
