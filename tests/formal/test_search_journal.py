"""A journal of finished shares: damaged lines do not count, and some shares are searched again."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cubeproof import Alg, Cube
from cubeproof.cli import main
from cubeproof.methods.two_phase.pair_tables import built_phase1
from cubeproof.methods.two_phase.stored_tables import PHASE1
from cubeproof.proof.others.search_program import journal_of
from cubeproof.store import Store
from formal.search_certificates import HARD, with_sum, without_sum, write
from patience import PATIENCE

Capture = pytest.CaptureFixture[str]
SHARES = 243
# Seven turns solve it, and these eight do too.
START = "FBFDUFRDLDLLRRBRFUFFBDFFFLDLBBDDUUURRRURLLBBUDRDUBUBLL"
LONGER = "R' B2 D' L F2 U' R R2"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    Store(folder).array(PHASE1.name, PHASE1.size, built_phase1)
    return folder


@pytest.fixture
def search(program: Path, cache: Path, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    def run(*words: object) -> subprocess.CompletedProcess[str]:
        tables = ["--tables", str(cache), "--journal", str(tmp_path / "journal")]
        command = [str(program), "search", *tables, *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)

    return run


Search = Callable[..., subprocess.CompletedProcess[str]]
QUESTION = ("--start", Cube(3).apply(HARD).facelets, "--length", 10)


@pytest.fixture
def lines(search: Search, tmp_path: Path) -> list[str]:
    """The lines of a journal with all shares of `QUESTION`."""
    verdict = proved(search(*QUESTION))
    assert counts(verdict) == (SHARES, 0, 0, 0)
    return (tmp_path / "journal").read_text().splitlines()


def proved(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


def counts(verdict: dict[str, object]) -> tuple[object, ...]:
    names = ("shares", "shares_from_journal", "shares_searched_again", "damaged_journal_lines")
    return tuple(verdict[name] for name in names)


def other_looks(line: str) -> str:
    """Return a line with its sum that claims one look more."""
    return with_sum(re.sub(r"looks (\d+) ", lambda match: f"looks {int(match[1]) + 1} ", without_sum(line)))


class TestDamage:
    def test_a_flipped_bit_proves_nothing(self, search: Search, tmp_path: Path) -> None:
        assert Cube.from_facelets(START).apply(Alg(LONGER)).is_solved
        for length, status in ((7, 0), (8, 1)):
            done = search("--start", START, "--length", length)
            assert done.returncode == status
        journal = tmp_path / "journal"
        text = journal.read_text()
        assert text.count(" share 88 of 6 turns ") == 1
        assert " share 88 of 7 turns " not in text
        journal.write_text(text.replace(" share 88 of 6 turns ", " share 88 of 7 turns "))
        done = search("--start", START, "--length", 8)
        assert (done.returncode, done.stdout) == (1, "")
        assert "without their right sum: 1." in done.stderr

    def test_a_certificate_is_refused_beside_a_damaged_journal(
        self,
        program: Path,
        cache: Path,
        search: Search,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: Capture,
    ) -> None:
        monkeypatch.setenv("CUBEPROOF_CACHE", str(cache))
        search("--start", START, "--length", 8, "--rounds")
        text = (tmp_path / "journal").read_text()
        journal_of(cache, START).write_text(text.replace(" share 88 of 6 turns ", " share 88 of 7 turns "))
        folder = write(tmp_path / "proof", str(~Alg(LONGER)), LONGER)
        assert main(["check", str(folder), "--formal"]) == 1
        assert "Fewer than 8 turns solve the cube." in capsys.readouterr().err

    def test_lines_with_a_flipped_bit_do_not_count(
        self, search: Search, lines: list[str], tmp_path: Path
    ) -> None:
        random, looks = Random(77), proved(search(*QUESTION))["looks"]
        damaged = [line.encode() for line in lines]
        for number in random.sample(range(SHARES), 100):
            line = bytearray(damaged[number])
            line[random.randrange(len(line))] ^= 1 << random.choice([0, 1, 2, 6])
            damaged[number] = bytes(line)
        assert b"\n" not in b"".join(damaged)
        (tmp_path / "journal").write_bytes(b"\n".join(damaged))
        verdict = proved(search(*QUESTION, "--jobs", 2))
        assert counts(verdict) == (SHARES, SHARES - 100, 3, 100)
        assert verdict["looks"] == looks

    def test_lines_of_older_programs_do_not_count(
        self, search: Search, lines: list[str], tmp_path: Path
    ) -> None:
        (tmp_path / "journal").write_text("\n".join(map(without_sum, lines)) + "\n")
        done = search(*QUESTION)
        assert counts(proved(done)) == (SHARES, 0, 0, SHARES)
        assert done.stderr.endswith(
            f"without their right sum: {SHARES}. They count nothing; their shares are searched.\n"
        )

    def test_shares_whose_lines_contradict_each_other_are_searched(
        self, search: Search, lines: list[str], tmp_path: Path
    ) -> None:
        (tmp_path / "journal").write_text("\n".join([*lines, other_looks(lines[7])]) + "\n")
        assert counts(proved(search(*QUESTION, "--fresh"))) == (SHARES, SHARES - 1, SHARES - 1, 0)


class TestSearchedAgain:
    @pytest.mark.parametrize(("kept", "again"), [(0, 0), (1, 1), (50, 1), (51, 2), (SHARES, 5)])
    def test_one_share_in_fifty(
        self, kept: int, again: int, search: Search, lines: list[str], tmp_path: Path
    ) -> None:
        journal = tmp_path / "journal"
        journal.write_text("".join(f"{line}\n" for line in lines[:kept]))
        assert counts(proved(search(*QUESTION))) == (SHARES, kept, again, 0)
        # A share that is searched again has no second line.
        assert sorted(journal.read_text().splitlines()) == sorted(lines)

    @pytest.mark.parametrize("right", [slice(0, 5), slice(SHARES - 5, SHARES)], ids=["first", "last"])
    def test_chosen_shares_are_not_always_the_same(
        self, right: slice, search: Search, lines: list[str], tmp_path: Path
    ) -> None:
        """Five shares are chosen, and five lines are right: all choices of five but one refuse the journal."""
        forged = [*map(other_looks, lines)]
        forged[right] = lines[right]
        (tmp_path / "journal").write_text("\n".join(forged) + "\n")
        for more in ((), ("--jobs", 2)):
            done = search(*QUESTION, *more)
            assert (done.returncode, done.stdout) == (1, "")
            assert re.search(r"The journal \S+ is wrong: share \d+ of 9 turns has \d+ looks", done.stderr)

    def test_fresh_search_compares_all_shares(self, search: Search, lines: list[str], tmp_path: Path) -> None:
        verdict = proved(search(*QUESTION, "--fresh", "--jobs", 2))
        assert counts(verdict) == (SHARES, SHARES, SHARES, 0)
        (tmp_path / "journal").write_text("\n".join([*lines[:-1], other_looks(lines[-1])]) + "\n")
        done = search(*QUESTION, "--fresh", "--jobs", 2)
        assert (done.returncode, done.stdout) == (1, "")
        assert "can be believed" in done.stderr

    def test_check_says_how_many_shares_come_from_a_journal(
        self,
        program: Path,
        cache: Path,
        search: Search,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: Capture,
    ) -> None:
        monkeypatch.setenv("CUBEPROOF_CACHE", str(cache))
        scramble = "R U F2 L' D B2 R F U'"
        folder, start = write(tmp_path / "proof", scramble), Cube(3).apply(scramble).facelets
        proved(search("--start", start, "--length", 9, "--rounds"))
        kept = (tmp_path / "journal").read_text().splitlines()
        last = [line for line in kept if " of 8 turns " in line]

        def check(*words: str, lines: list[str]) -> str:
            journal_of(cache, start).write_text("\n".join(lines) + "\n")
            assert main(["check", str(folder), "--formal", *words]) == 0
            return capsys.readouterr().out

        said = check(lines=[*last[:60], "damaged"])
        assert (
            "60 of the 243 shares of this search came from the journal of an interrupted check; 2 of" in said
        )
        assert "1 line of the journal had no right sum, and did not count." in said
        assert counts(json.loads(check("--json", lines=last))) == (SHARES, SHARES, 5, 0)
        assert counts(json.loads(check("--json", "--fresh", lines=last))) == (SHARES, SHARES, SHARES, 0)
        assert "journal" not in check(lines=[])
