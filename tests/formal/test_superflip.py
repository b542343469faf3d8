"""The superflip: 75 searches after beginnings of three turns are enough, 28 of them for one turn more, and no fewer."""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from functools import cache
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from cubeproof import Cube
from formal.conftest import mutant_of
from formal.search_certificates import with_sum, without_sum
from patience import PATIENCE

FACES = "URFDLB"
NORMALS = {"U": (0, 1, 0), "R": (1, 0, 0), "F": (0, 0, 1), "D": (0, -1, 0), "L": (-1, 0, 0), "B": (0, 0, -1)}
OPPOSITE = {"U": "D", "R": "L", "F": "B", "D": "U", "L": "R", "B": "F"}
TURNS = [face + amount for face in FACES for amount in ("", "2", "'")]

# A word to the superflip, and its length, 20, from Reid (1995).
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"

# Of all searches for 14 turns.
GOLDEN_LOOKS = 32_993
LENGTH = 14

Word = tuple[str, ...]


class Symmetry(NamedTuple):
    """Where faces go, and whether turns are reversed."""

    faces: dict[str, str]
    mirrors: bool

    def image(self, word: Word) -> Word:
        reversed_amounts = {"": "'", "2": "2", "'": ""}
        return tuple(
            self.faces[turn[0]] + (reversed_amounts[turn[1:]] if self.mirrors else turn[1:]) for turn in word
        )


def symmetries() -> list[Symmetry]:
    names: dict[tuple[int, ...], str] = {normal: face for face, normal in NORMALS.items()}
    results = []
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            matrix = np.zeros((3, 3), int)
            matrix[range(3), axes] = signs
            faces = {face: names[tuple(map(int, matrix @ normal))] for face, normal in NORMALS.items()}
            results.append(Symmetry(faces, round(np.linalg.det(matrix)) < 0))
    return results


SYMMETRIES = symmetries()


def state(word: Word) -> str:
    return Cube(3).apply(" ".join(word)).facelets


def in_order(word: Word) -> Word:
    """Return the word with neighbours of opposite faces in the order of faces."""
    turns = list(word)
    for _ in turns:
        for place, (one, other) in enumerate(pairwise(turns)):
            if OPPOSITE[one[0]] == other[0] and FACES.index(other[0]) < FACES.index(one[0]):
                turns[place : place + 2] = [other, one]
    return tuple(turns)


def canonical_words(length: int) -> list[Word]:
    def follows(one: str, other: str) -> bool:
        return one[0] != other[0] and in_order((one, other)) == (one, other)

    words: list[Word] = [()]
    for _ in range(length):
        words = [(*word, turn) for word in words for turn in TURNS if not word or follows(word[-1], turn)]
    return words


@cache
def classes() -> dict[str, int]:
    """The class under the 48 symmetries of each cube that three turns lead to, and two do not."""
    nearer = {state(word) for length in range(3) for word in product(TURNS, repeat=length)}
    cubes = {word: state(word) for word in product(TURNS, repeat=3)}
    numbers: dict[str, int] = {}
    for word, cube in cubes.items():
        if cube not in nearer and cube not in numbers:
            number = len(set(numbers.values()))
            numbers.update((cubes[symmetry.image(word)], number) for symmetry in SYMMETRIES)
    return numbers


def run(program: Path, tables: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, "superflip", "--tables", tables, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=3 * PATIENCE,
    )


class Run(NamedTuple):
    """A run for 14 turns: its messages, and the lines of its journal."""

    messages: list[str]
    journal: list[str]


@pytest.fixture(scope="module")
def whole(program: Path, tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    path = tmp_path_factory.mktemp("journal") / "journal"
    done = run(program, tables, "--length", str(LENGTH), "--journal", path, "--progress")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["proved"]
    assert result["start"] == Cube(3).apply(SUPERFLIP).facelets
    assert (result["theorem"], result["at_least"]) == ("superflip_needs", LENGTH)
    assert (result["searches"], result["looks"]) == (75, GOLDEN_LOOKS)
    assert (result["shares"], result["shares_from_journal"]) == (75 * 243, 0)
    return Run(done.stderr.splitlines(), path.read_text().splitlines())


def searches(run: Run) -> dict[Word, int]:
    """Return the turns that are excluded after each beginning."""
    form = r"\d+ of 75 beginnings searched, .*: no (\d+) turns after (.*), \d+ looks, .*"
    matches = [re.fullmatch(form, line) for line in run.messages]
    return {tuple(each[2].split()): int(each[1]) for each in matches if each is not None}


class TestBeginnings:
    def test_each_class_of_three_turns_has_one_beginning(self, whole: Run) -> None:
        numbers = classes()
        assert (len(numbers), len(set(numbers.values()))) == (3240, 75)
        searched = searches(whole)
        assert sorted(numbers[state(word)] for word in searched) == list(range(75))

    def test_one_more_turn_is_excluded_where_a_half_turn_may_come_first(self, whole: Run) -> None:
        numbers = classes()
        halves = {
            numbers[cube]
            for word in product(TURNS, repeat=3)
            if word[0].endswith("2") and (cube := state(word)) in numbers
        }
        assert len(halves) == 28
        assert {numbers[state(word)]: turns for word, turns in searches(whole).items()} == {
            number: LENGTH - 4 if number in halves else LENGTH - 5 for number in range(75)
        }

    def test_words_in_canonical_order_only_would_miss_some(self) -> None:
        """With the first word of each class as the beginning; the program's searches do not know the beginning."""
        alike = defaultdict(set)
        for word in canonical_words(3):
            alike[min(in_order(symmetry.image(word)) for symmetry in SYMMETRIES)].add(word)
        first = {min(words) for words in alike.values()}
        words = canonical_words(4)
        missed = [
            word for word in words if not any(in_order(each.image(word))[:3] in first for each in SYMMETRIES)
        ]
        assert (len(first), len(words), len(missed)) == (75, 43_254, 702)
        numbers = classes()
        assert all(state(word[:3]) in numbers for word in missed)


class TestJournal:
    def test_finished_shares_are_not_repeated_and_bad_lines_count_nothing(
        self, program: Path, tables: Path, whole: Run, tmp_path: Path
    ) -> None:
        path, lines = tmp_path / "journal", whole.journal
        assert len({*lines}) == len(lines) == 75 * 243
        digest = lines[0].split()[0]
        bad = [
            with_sum(without_sum(lines[0]).replace(digest, "0" * 64)),
            lines[1].replace(f" of {LENGTH - 5} turns", f" of {LENGTH - 6} turns"),
            without_sum(lines[2]),
            lines[-1][:-1],
        ]
        path.write_text("\n".join([*bad[:3], *lines[3:-1], bad[3]]))
        again = run(program, tables, "--length", str(LENGTH), "--journal", path, "--progress")
        result = json.loads(again.stdout)
        assert result["looks"] == GOLDEN_LOOKS
        # One in fifty of the shares after each beginning is searched again.
        assert (result["shares_from_journal"], result["shares_searched_again"]) == (75 * 243 - 4, 75 * 5)
        assert result["damaged_journal_lines"] == 3
        missing = [
            part for part in again.stderr.splitlines() if not re.search("243 of 243 shares from", part)
        ]
        assert len([line for line in missing if " beginnings searched" in line]) == 2

    def test_share_with_another_result_is_refused(
        self, program: Path, tables: Path, whole: Run, tmp_path: Path
    ) -> None:
        # A share of the first search, so that the program refuses it before it searches after other beginnings.
        path, line = tmp_path / "journal", without_sum(whole.journal[0])
        path.write_text(with_sum(re.sub(r"looks (\d+)", r"looks \g<1>7", line)) + "\n")
        done = run(program, tables, "--length", str(LENGTH), "--journal", path)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"of {LENGTH - 5} turns has " in done.stderr


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["--length", "13"], "--length is to be an even number from 6 to 20, not 13."),
            (["--length", "22"], '--length is to be a number from 6 to 20, not "22".'),
            (["--jobs", "0"], '--jobs is to be a number from 1 to 64, not "0".'),
            (["--journal"], 'superflip does not have the option "--journal", or its value is missing.'),
            (["--journal", "."], "The journal . cannot be used: Is a directory."),
        ],
        ids=["odd", "too-long", "no-jobs", "no-value", "folder"],
    )
    def test_other_questions(self, program: Path, tables: Path, arguments: list[str], reason: str) -> None:
        done = run(program, tables, *arguments)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{reason}\n")

    def test_missing_table(self, program: Path, tmp_path: Path) -> None:
        done = run(program, tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "No such file" in done.stderr

    @pytest.mark.soak
    @pytest.mark.parametrize(
        ("right", "wrong"),
        [
            ("Superflip.beginnings)", "(List.tl Superflip.beginnings))"),
            (
                "turns_to_exclude (Numbers.natural length) first) }",
                "turns_to_exclude (Numbers.natural 6) first) }",
            ),
            ("length mod 2 = 1", "length mod 2 = 2"),
        ],
        ids=["one-less", "fewer-turns", "odd"],
    )
    def test_mutants_of_the_program_prove_nothing(
        self, right: str, wrong: str, program: Path, tables: Path, tmp_path: Path
    ) -> None:
        """Mutants of `superflip_searches.ml` search too little, and the verified function finds it."""
        mutant = mutant_of(program, tmp_path, "superflip_searches.ml", right, wrong)
        done = run(mutant, tables, "--length", "11" if wrong.endswith("2 = 2") else "12")
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(r"The searches after \d+ beginnings do not suffice\.\n", done.stderr)
