"""`cubeproof-formal search`: lengths of the 3×3×3, proved by search; wrong lengths and wrong tables are refused."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cubeproof import Alg, Cube, solve
from cubeproof.methods.two_phase.pair_tables import built_phase1
from cubeproof.methods.two_phase.stored_tables import PHASE1
from cubeproof.puzzle.cubies import phase1_moves
from formal.conftest import mutant_of
from patience import PATIENCE, until

ROOT = Path(__file__).parents[2]
FACES = "URFDLB"
TWIST_SLOTS, FLIP_SLOTS = 2187 * 495, 2048 * 495

NO_LETTER = "The letters of stickers are U, R, F, D, L and B, not '?'."

# Looks that exclude 12 turns for one cube.
GOLDEN_LOOKS = 298_528

# Scrambles whose lengths others published, or that a theorem about the half turn group gives.
PATTERNS = {
    "checkerboard": ("U2 D2 F2 B2 R2 L2", 6),
    "four spots": ("F2 B2 U D' R2 L2 U D'", 8),
    "six spots": ("U D' R L' F B' U D'", 8),
    "two faces": ("R U R' U' R U R' U'", 8),
    "half turns": ("U2 R2 F2 U2 R2", 5),
    "phase 2 on the third axis": ("F R2 B U2 F2 L2", 6),
}


def letters(scramble: str) -> str:
    return Cube(3).apply(scramble).facelets


def question(scramble: str, length: int, answer: str | None = None) -> str:
    return f"{letters(scramble)} {length} {answer if answer is not None else ~Alg(scramble)}"


def longer(word: str) -> str:
    """Return a word that does the same with one more turn: its last turn becomes two turns of the same face."""
    *first, last = word.split()
    face, amount = last[0], {"": 1, "2": 2, "'": 3}[last[1:]]
    return " ".join([*first, {1: f"{face}2 {face}'", 2: f"{face} {face}", 3: f"{face}2 {face}"}[amount]])


def random_word(draw: Random, turns: int) -> str:
    faces: list[str] = []
    while len(faces) < turns:
        face = draw.choice(FACES)
        if face not in faces[-1:]:
            faces.append(face)
    return " ".join(face + draw.choice(["", "2", "'"]) for face in faces)


def run(program: Path, *arguments: str, lines: list[str] | None = None) -> subprocess.CompletedProcess[str]:
    text = None if lines is None else "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        [program, "search", *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=3 * PATIENCE,
    )


def verdicts(program: Path, tables: Path, lines: list[str]) -> list[dict[str, Any]]:
    done = run(program, "--tables", str(tables), lines=lines)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == len(lines), done.stderr
    assert done.returncode == (0 if all(result["proved"] for result in results) else 1)
    return results


class TestLengths:
    def test_cubes_of_one_and_two_turns_have_their_lengths(self, program: Path, tables: Path) -> None:
        turns = [face + amount for face in FACES for amount in ("", "2", "'")]
        by_state = {letters(""): ("", 0)}
        for depth in (1, 2):
            for word in product(turns, repeat=depth):
                by_state.setdefault(letters(" ".join(word)), (" ".join(word), depth))
        assert [sum(depth == wanted for _, depth in by_state.values()) for wanted in (0, 1, 2)] == [
            1,
            18,
            243,
        ]
        drawn = [("", 0), *Random(2).sample(list(by_state.values())[1:], 20)]
        right = [question(word, depth) for word, depth in drawn]
        too_long = [question(word, depth + 1, longer(str(~Alg(word)))) for word, depth in drawn[1:]]
        results = verdicts(program, tables, right + too_long)
        assert [result["proved"] for result in results] == [True] * len(right) + [False] * len(too_long)

    def test_random_cubes_have_the_lengths_of_the_search_engine(self, program: Path, tables: Path) -> None:
        draw = Random(68)
        words = [random_word(draw, 9) for _ in range(50)]
        answers = [str(solve(Cube(3).apply(word), engine="search").alg) for word in words]
        lengths = [len(answer.split()) for answer in answers]
        right = [question(*each) for each in zip(words, lengths, answers, strict=True)]
        one_more = [longer(answer) for answer in answers]
        wrong = [
            question(word, length + extra, answer)
            for extra, those in ((1, one_more), (2, [longer(answer) for answer in one_more]))
            for word, length, answer in zip(words, lengths, those, strict=True)
        ]
        results = verdicts(program, tables, right + wrong)
        assert all(result["proved"] for result in results[: len(right)])
        assert all(
            re.fullmatch(r"Fewer than \d+ turns solve the cube\.", result["reason"])
            for result in results[len(right) :]
        )

    def test_structured_cubes_have_the_known_lengths(self, program: Path, tables: Path) -> None:
        right = [
            question(f"{scramble} {rotation}", length)
            for scramble, length in PATTERNS.values()
            for rotation in ("", "x", "z' y2")
        ]
        too_long = [
            question(scramble, length + 1, longer(str(~Alg(scramble))))
            for scramble, length in PATTERNS.values()
        ]
        results = verdicts(program, tables, right + too_long)
        assert [result["proved"] for result in results] == [True] * len(right) + [False] * len(too_long)

    def test_looks_are_the_identity_of_the_search(self, program: Path, tables: Path) -> None:
        """No machine and no number of processes changes them; a change of the search does."""
        start = letters("R U F2 L' D B R2 F U' L B2 D' R")
        results = []
        for jobs in ("1", "2", "3"):
            done = run(program, "--start", start, "--length", "13", "--tables", str(tables), "--jobs", jobs)
            results.append(json.loads(done.stdout))
        assert results[0] == results[1] == results[2]
        assert (results[0]["at_least"], results[0]["looks"]) == (13, GOLDEN_LOOKS)

    def test_without_an_answer_a_bound_is_proved(self, program: Path, tables: Path) -> None:
        results = verdicts(program, tables, [question("R U F", length, "-") for length in (1, 2, 3, 4)])
        assert [result["proved"] for result in results] == [True, True, True, False]
        assert results[2]["theorem"] == "excluded_in_shares"
        assert results[2]["at_least"] == 3


class TestQuestions:
    @pytest.mark.parametrize(
        ("start", "length", "answer", "status", "reason"),
        [
            (letters("R U"), "2", "U' R", 1, "The answer does not solve the cube."),
            (letters("R U"), "3", "U' R'", 1, "The answer counts 2 turns, not 3."),
            (letters("R U"), "2", "E R'", 1, "The answer does not solve the cube."),
            ("UR" * 27, "2", None, 1, "The start is not a cube that turns can solve."),
            (letters("R U")[:53], "2", "U' R'", 1, "A cube of 3 layers has 54 stickers, not 53."),
            (
                letters("R U").replace("D", "?"),
                "2",
                "U' R'",
                1,
                NO_LETTER,
            ),
            (letters(""), "1", None, 1, "The cube is solved without a turn."),
            (letters("R U"), "two", None, 2, '--length is to be a number from 0 to 40, not "two".'),
            (letters("R U"), "0", None, 2, "No word is shorter than 0 turns: there is nothing to search."),
        ],
    )
    def test_wrong_question_gets_a_sentence(
        self,
        start: str,
        length: str,
        answer: str | None,
        status: int,
        reason: str,
        program: Path,
        tables: Path,
    ) -> None:
        given = [] if answer is None else ["--answer", answer]
        done = run(program, "--start", start, "--length", length, "--tables", str(tables), *given)
        assert (done.returncode, done.stdout, done.stderr.strip()) == (status, "", reason)

    def test_impossible_cube_is_refused(self, program: Path, tables: Path) -> None:
        """A twisted corner, a flipped edge; two edges or two centres exchanged, of which views show nothing wrong."""
        for stickers in ((8, 9, 20), (7, 19), (10, 19), (4, 31)):
            colours = list(letters(""))
            values = [colours[index] for index in stickers]
            for index, value in zip(stickers, values[1:] + values[:1], strict=True):
                colours[index] = value
            done = run(program, "--start", "".join(colours), "--length", "5", "--tables", str(tables))
            assert (done.returncode, done.stdout) == (1, "")
            assert done.stderr.strip() == "The start is not a cube that turns can solve."

    def test_mirror_image_is_refused(self, program: Path, tables: Path) -> None:
        mirrored = letters("R").translate(str.maketrans("RL", "LR"))
        done = run(program, "--start", mirrored, "--length", "1", "--tables", str(tables))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.strip() == "The start is not a cube that turns can solve."

    def test_solved_cube_needs_no_search(self, program: Path, tables: Path) -> None:
        (result,) = verdicts(program, tables, [f"{letters('x')} 0"])
        assert (result["theorem"], result["looks"]) == ("no_turn_is_shortest", 0)


class TestTables:
    @pytest.fixture
    def folder(self, tables: Path, tmp_path: Path) -> Path:
        return Path(shutil.copytree(tables, tmp_path / "tables"))

    def refused(self, program: Path, folder: Path) -> str:
        done = run(program, "--start", letters("R U"), "--length", "2", "--tables", str(folder))
        assert (done.returncode, done.stdout) == (2, "")
        return done.stderr

    @pytest.mark.parametrize(
        ("place", "more"),
        [
            (0, 1),
            (TWIST_SLOTS - 1, 2),
            (TWIST_SLOTS, 2),
            (TWIST_SLOTS + FLIP_SLOTS - 1, 1),
            (4_000_000, 1),
            (-1, 1),
        ],
    )
    def test_wrong_entry_is_refused(self, place: int, more: int, program: Path, folder: Path) -> None:
        path = folder / f"{PHASE1.name}.table"
        content = bytearray(path.read_bytes())
        content[place if place < 0 else len(content) - PHASE1.size + place] += more
        path.write_bytes(content)
        assert "an entry is not a lower bound" in self.refused(program, folder)

    def test_file_without_end_is_not_read(self, program: Path, folder: Path) -> None:
        """A sparse file of a terabyte, without a line of a header."""
        path = folder / f"{PHASE1.name}.table"
        path.write_bytes(b"")
        os.truncate(path, 1 << 40)
        assert "it has 1099511627776 bytes, and at most 6640837 are read" in self.refused(program, folder)

    def test_every_entry_that_is_too_large_breaks_an_inequality(self) -> None:
        """From each state but the goal some turn comes nearer, so an entry that is 1 larger exceeds it by 2."""
        table = np.frombuffer(built_phase1(), dtype=np.uint8)
        start = 0
        for first, second in ((0, 2), (1, 2), (0, 1)):
            one, two = phase1_moves()[first], phase1_moves()[second]
            entries = table[start : start + len(one) * len(two)].reshape(len(one), len(two))
            start += entries.size
            nearest = np.min([entries[one[:, turn]][:, two[:, turn]] for turn in range(18)], axis=0)
            assert entries[0, 0] == 0
            assert (nearest.ravel()[1:] + 1 == entries.ravel()[1:]).all()
        assert start == len(table)

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            (lambda content: content[:-1], "it is cut off after 6575300 bytes of 6575301"),
            (lambda content: content + b"\0", "more bytes follow its table"),
            (lambda content: content.replace(b"version=1", b"version=2"), "it has version 2, not 1"),
            (
                lambda content: content.replace(b"phase1", b"phase2", 1),
                'it is the table "search-3x3x3-phase2", not',
            ),
            (
                lambda content: content.replace(b"bytes=6", b"bytes=7"),
                "its table has 7575301 bytes, not 6575301",
            ),
            (lambda content: content[20:], "it does not start like a table file"),
            (lambda content: b"", "it does not start like a table file"),
        ],
        ids=["truncated", "longer", "version", "name", "size", "no-header", "empty"],
    )
    def test_other_file_is_refused(self, change: Any, reason: str, program: Path, folder: Path) -> None:
        path = folder / f"{PHASE1.name}.table"
        path.write_bytes(change(path.read_bytes()))
        assert reason in self.refused(program, folder)

    def test_missing_file_or_pipe_is_refused(self, program: Path, tmp_path: Path) -> None:
        assert "No such file" in self.refused(program, tmp_path)
        os.mkfifo(tmp_path / f"{PHASE1.name}.table")
        assert "it is no regular file" in self.refused(program, tmp_path)

    @pytest.mark.soak
    @pytest.mark.parametrize(
        ("file", "right", "wrong"),
        [
            (
                "search_tables.ml",
                "(packed (Array.to_list view)) number",
                "(packed (Array.to_list view)) (number lxor 1)",
            ),
            ("inverse_tables.ml", "Char.chr (value lsr 8)", "Char.chr 0"),
            ("search_tables.ml", "Numbers.machine turn) after", "(Numbers.machine turn lxor 1)) after"),
            ("inverse_tables.ml", "Inverse.undo_permutation kind", "Views.permutation_by kind"),
            ("inverse_tables.ml", "(24 * after.(one)) + after.(other)", "(24 * after.(other)) + after.(one)"),
            (
                "inverse_tables.ml",
                "Inverse.shares_of coordinate axis",
                "Inverse.shares_of coordinate Views.First",
            ),
            ("inverse_tables.ml", "(value + more)", "(value + (more lxor 1))"),
            (
                "inverse_tables.ml",
                "Inverse.code Views.Slots view)) number",
                "Inverse.code Views.Slots view)) 0",
            ),
        ],
        ids=[
            "other-numbers",
            "one-byte",
            "other-turns",
            "turned-forth",
            "pieces-exchanged",
            "one-axis",
            "other-shares",
            "no-sets",
        ],
    )
    def test_wrong_numbers_are_refused(
        self, file: str, right: str, wrong: str, program: Path, tables: Path, tmp_path: Path
    ) -> None:
        """A mutant of the program computes other numbers, after turns or of the inverse: the test finds them."""
        mutant = mutant_of(program, tmp_path, file, right, wrong)
        assert "an entry is not a lower bound" in self.refused(mutant, tables)


class TestProcesses:
    start = letters("R U F2 L' D B R2 F U' L B2 D' R U2 F L D2 B' R2 U")

    def searching(self, program: Path, tables: Path) -> tuple[subprocess.Popen[str], list[int]]:
        """Start a search of hours in two processes; return it and the children."""
        running = subprocess.Popen(
            [
                program,
                "search",
                "--start",
                self.start,
                "--length",
                "17",
                "--method",
                "pairs",
                "--tables",
                tables,
                "--jobs",
                "2",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        listed = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while len(children := listed.read_text().split()) < 2:
            assert running.poll() is None
            time.sleep(0.05)
        return running, [int(child) for child in children]

    def test_killed_child_proves_nothing(self, program: Path, tables: Path) -> None:
        running, children = self.searching(program, tables)
        for child in children:
            os.kill(child, signal.SIGKILL)
        out, errors = running.communicate(timeout=PATIENCE)
        assert (running.returncode, out) == (2, "")
        assert errors.startswith("A process of the search ended early; only ")

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    def test_interrupted_search_ends_its_children(self, number: int, program: Path, tables: Path) -> None:
        running, children = self.searching(program, tables)
        running.send_signal(number)
        out, errors = running.communicate(timeout=PATIENCE)
        assert (running.returncode, out) == (2, "")
        assert errors == "The search was interrupted.\n"
        until(lambda: not any(Path(f"/proc/{child}/exe").exists() for child in children))

    def test_many_questions_need_few_files(self, program: Path, tables: Path) -> None:
        """Each question closes its pipe: with 16 open files allowed, 40 questions are answered."""
        done = subprocess.run(
            [
                "sh",
                "-c",
                'ulimit -n 16; exec "$@"',
                "sh",
                program,
                "search",
                "--tables",
                tables,
                "--jobs",
                "2",
            ],
            input=f"{letters('R')} 1 R'\n" * 40,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert (done.returncode, len(done.stdout.splitlines())) == (0, 40), done.stderr
