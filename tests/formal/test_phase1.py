"""`cubeproof-formal search --method phase1`: lengths proved with all of phase 1; wrong tables are refused."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cubeproof import Cube, solve
from cubeproof.contract.control import Control
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, WHOLE1
from cubeproof.methods.two_phase.symmetry import flip_slot_images, twist_images
from cubeproof.store import Store
from cubeproof.tables.packing import unpacked
from cubeproof.tables.symmetries import Classes
from formal.conftest import driver_of
from formal.test_search import PATTERNS, letters, longer, question, random_word, run
from patience import PATIENCE

PHASE1_METHOD = ("--method", "phase1")

# Scrambles, lengths to prove, and the looks of these searches.
GOLDEN_LOOKS = {
    ("R U F2 L' D B R2 F U' L B2 D' R", 13): 1435,
    ("R U F2 L' D B R2 F U' L B2 D' R U2 F L D2 B' R2 U", 14): 15186,
    ("R U F2 L' D B R2 F U' L B2 D' R U2 F L D2 B' R2 U", 15): 198181,
}

# Where the arrays of the coordinates start: see `_KEPT` in `methods/two_phase/tables.py`.
STARTS, NEXTS, IMAGES, TURNS, PRODUCTS = 0, 4_055_040, 8_934_012, 14_195_196, 14_195_484

CLASSES, TWISTS = 64_430, 2187

# Reads tables as the program does, plants each fault of a line, and prints whether the part of the verified test that
# covers the changed place refuses it.
DRIVER = """
let () =
  let memory = Search_tables.phase1 Sys.argv.(1) in
  let get = Search_tables.byte memory and set = Search_tables.set_byte memory in
  let start_of = Array.make 64430 0 in
  for here = 2048 * 495 - 1 downto 0 do start_of.(Words.two_bytes memory (Phase1.starts + 2 * here)) <- here done;
  let start_ok here = Phase1.start_ok memory (here / 495) (here mod 495) here in
  let images_ok () = Phase1.images_ok memory in
  let place kind index = match kind with
    | "entry" -> Phase1.table_start / 2 + index / 2
    | "start" -> 2 * Phase1.starts + index
    | "next" -> 2 * Phase1.nexts + index
    | "turned" -> 2 * Phase1.turned_images + index
    | "image" -> 2 * Phase1.images + index
    | "alike" -> Phase1.alikes + index
    | "turn" -> Phase1.turns_seen + index
    | "product" -> Phase1.products + index
    | _ -> exit 2 in
  let holds kind index = match kind with
    | "entry" when index = 0 -> Phase1.phase1_bound memory { twist = 0; flip = 0; slots = 0 } = 0
    | "entry" -> Phase1.class_ok memory (index / 2187)
    | "start" -> start_ok (index / 4)
    | "next" -> start_ok start_of.(index / 72)
    | "alike" -> Phase1.class_ok memory (index / 16)
    | _ -> images_ok () in
  let rec follow () = match input_line stdin with
    | line ->
        Scanf.sscanf line "%s %d %d" (fun kind index value ->
          let at = place kind index in
          let before = get at in
          let right = holds kind index in
          set at (if kind = "entry" then before + (value lsl (4 * (index land 1))) else before lxor value);
          let wrong = try holds kind index with Invalid_argument _ -> false in
          set at before;
          Printf.printf "%b %b\\n" right (not wrong));
        follow ()
    | exception End_of_file -> () in
  follow ()
"""


class TestLengths:
    def test_golden_looks_lengths_and_answers_that_are_too_long(
        self, program: Path, phase1_tables: Path
    ) -> None:
        """All in one process, which tests the tables once: 15 CPU seconds."""
        draw = Random(16)
        words = [random_word(draw, 11) for _ in range(10)]
        answers = [str(solve(Cube(3).apply(word), engine="search").alg) for word in words]
        bounds = [question(scramble, length, "-") for scramble, length in GOLDEN_LOOKS]
        right = [
            question(word, len(answer.split()), answer) for word, answer in zip(words, answers, strict=True)
        ] + [
            question(f"{scramble} {rotation}", length)
            for scramble, length in PATTERNS.values()
            for rotation in ("", "z' y2")
        ]
        wrong = [
            question(word, len(answer.split()) + 1, longer(answer))
            for word, answer in zip(words, answers, strict=True)
        ]
        lines = bounds + right + wrong
        done = run(program, *PHASE1_METHOD, "--tables", str(phase1_tables), lines=lines)
        results = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(results) == len(lines), done.stderr
        looks = [result["looks"] for result in results[: len(bounds)]]
        assert looks == list(GOLDEN_LOOKS.values())
        proved = results[len(bounds) : len(bounds) + len(right)]
        assert all(result["proved"] and result["theorem"] == "shortest_by_phase1" for result in proved)
        refused = results[len(bounds) + len(right) :]
        assert all(
            re.fullmatch(r"Fewer than \d+ turns solve the cube\.", result["reason"]) for result in refused
        )

    @pytest.mark.soak
    def test_pairs_and_phase1_agree(self, program: Path, phase1_tables: Path) -> None:
        """Two methods with different tables and theorems: the same lengths of 40 cubes."""
        PHASE1.array(Control(), Store(phase1_tables)).ensure()
        draw = Random(1)
        lines = [
            f"{letters(random_word(draw, turns))} {length} -"
            for turns in (8, 10, 11, 12)
            for length in range(turns - 2, turns + 2)
            for _ in range(3)
        ]
        by_method = []
        for method in ("pairs", "phase1"):
            done = run(
                program, "--method", method, "--tables", str(phase1_tables), "--jobs", "2", lines=lines
            )
            by_method.append([json.loads(line)["proved"] for line in done.stdout.splitlines()])
        assert by_method[0] == by_method[1]
        assert len(by_method[0]) == len(lines)
        assert set(by_method[0]) == {True, False}


class TestMethods:
    def test_pairs_is_the_default_up_to_14_turns(self, program: Path, tmp_path: Path) -> None:
        """The name of the missing file shows which tables are read."""
        for length, name in (("14", PHASE1.name), ("15", COORDINATES.name)):
            done = run(program, "--start", letters("R"), "--length", length, "--tables", str(tmp_path))
            assert (done.returncode, done.stdout) == (2, "")
            assert f"{name}.table cannot be used: No such file" in done.stderr

    def test_other_method_is_refused(self, program: Path, tmp_path: Path) -> None:
        done = run(program, "--method", "h48", "--tables", str(tmp_path))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == '--method is to be pairs or phase1, not "h48".\n'


def nibble_larger(place: int, more: int) -> Callable[[bytearray], None]:
    """Return a change that makes one entry of the table of phase 1 larger."""

    def change(content: bytearray) -> None:
        content[len(content) - WHOLE1.size + place // 2] += more << (4 * (place % 2))

    return change


def other(table: Any, place: int, more: int) -> Callable[[bytearray], None]:
    """Return a change of one byte of a table."""

    def change(content: bytearray) -> None:
        content[len(content) - table.size + place] ^= more

    return change


class TestTables:
    @pytest.fixture
    def folder(self, phase1_tables: Path, tmp_path: Path) -> Path:
        return Path(shutil.copytree(phase1_tables, tmp_path / "tables"))

    def refused(self, program: Path, folder: Path) -> str:
        done = run(
            program, *PHASE1_METHOD, "--start", letters("R U"), "--length", "2", "--tables", str(folder)
        )
        assert (done.returncode, done.stdout) == (2, "")
        return done.stderr

    @pytest.mark.parametrize(
        ("table", "change", "reason"),
        [
            (WHOLE1, nibble_larger(1, 1), "an entry is not a lower bound"),
            (WHOLE1, nibble_larger(700 * TWISTS + 2186, 2), "an entry is not a lower bound"),
            (WHOLE1, other(WHOLE1, 0, 1), "an entry is not a lower bound"),
            (COORDINATES, other(COORDINATES, STARTS + 4 * 900_001, 16), "its classes do not fit the turns"),
            (
                COORDINATES,
                other(COORDINATES, STARTS + 4 * 900_001 + 3, 1),
                "its classes do not fit the turns",
            ),
            (COORDINATES, other(COORDINATES, NEXTS + 72 * 5 + 1, 1), "its classes do not fit the turns"),
            (COORDINATES, other(COORDINATES, IMAGES + 32 * 900 + 9, 1), "its classes do not fit the turns"),
            (COORDINATES, other(COORDINATES, TURNS + 100, 1), "its classes do not fit the turns"),
            (COORDINATES, other(COORDINATES, PRODUCTS + 250, 1), "its classes do not fit the turns"),
        ],
        ids=["entry", "last-twist", "goal", "class", "no-class", "next", "image", "turn", "product"],
    )
    def test_wrong_number_is_refused(
        self, table: Any, change: Callable[[bytearray], None], reason: str, program: Path, folder: Path
    ) -> None:
        path = folder / f"{table.name}.table"
        content = bytearray(path.read_bytes())
        change(content)
        path.write_bytes(content)
        assert reason in self.refused(program, folder)

    @pytest.mark.parametrize("table", [COORDINATES, WHOLE1], ids=["coordinates", "whole1"])
    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            (lambda content, table: content[:-1], "it is cut off after {less} bytes of {size}"),
            (lambda content, table: content + b"\0", "more bytes follow its table"),
            (
                lambda content, table: content.replace(b"version=1", b"version=2", 1),
                "it has version 2, not 1",
            ),
            (
                lambda content, table: content.replace(table.name.encode(), b"search-3x3x3-whole2", 1),
                'it is the table "search-3x3x3-whole2", not',
            ),
            (lambda content, table: content[20:], "it does not start like a table file"),
        ],
        ids=["truncated", "longer", "version", "name", "no-header"],
    )
    def test_other_file_is_refused(
        self, change: Any, reason: str, table: Any, program: Path, folder: Path
    ) -> None:
        path = folder / f"{table.name}.table"
        path.write_bytes(change(path.read_bytes(), table))
        assert reason.format(less=table.size - 1, size=table.size) in self.refused(program, folder)

    def test_a_wrong_table_answers_no_question(self, program: Path, folder: Path) -> None:
        path = folder / f"{WHOLE1.name}.table"
        path.write_bytes(path.read_bytes()[:-1])
        lines = [question("R", 1), question("R U", 2)]
        done = run(program, *PHASE1_METHOD, "--tables", str(folder), lines=lines)
        assert (done.returncode, done.stdout) == (2, "")
        assert "it is cut off" in done.stderr


@pytest.fixture(scope="module")
def planted(
    program: Path, phase1_tables: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Any]:
    driver = driver_of(program, tmp_path_factory.mktemp("driver"), DRIVER)

    def answers(faults: list[str]) -> list[str]:
        done = subprocess.run(
            [driver, phase1_tables],
            input="".join(f"{fault}\n" for fault in faults),
            capture_output=True,
            text=True,
            check=True,
            timeout=20 * PATIENCE,
        )
        return done.stdout.splitlines()

    return answers


class TestPlantedFaults:
    """One wrong number anywhere is refused by the part of the verified test that covers it."""

    def not_alike(self, place: int, phase1_tables: Path) -> bool:
        """Whether the row of a class differs under a symmetry, so that a claim that it is alike is a fault."""
        number, symmetry = divmod(place, 16)
        content = np.memmap(phase1_tables / f"{WHOLE1.name}.table", mode="r")[-WHOLE1.size :]
        row = unpacked(content, 4, TWISTS * number + np.arange(TWISTS))
        return bool((row[twist_images()[:, symmetry]] != row).any())

    def faults(self, draw: Random, count: int, phase1_tables: Path) -> list[str]:
        """Return changes of single numbers, each of which makes the tables wrong."""
        places = np.memmap(phase1_tables / f"{COORDINATES.name}.table", mode="r")[-COORDINATES.size :]
        # A class that looks alike under a symmetry may also be reached by another symmetry: that is no fault.
        several = Classes.of(flip_slot_images().T).selves != 1

        def settled(array: int, number: int, field: int) -> bool:
            value = int.from_bytes(places[array + 4 * number :][:4].tobytes(), "little")
            return field < 2 or not several[value // 16]

        def numbers(name: str, array: int, most: int) -> list[str]:
            drawn = [(draw.randrange(most), field) for field in (0, 1, 2) for _ in range(count)]
            return [
                f"{name} {4 * number + field} {1 << draw.randrange(4)}"
                for number, field in drawn
                if settled(array, number, field)
            ]

        def some(name: str, most: int, bits: int) -> list[str]:
            return [
                f"{name} {draw.randrange(most)} {1 << draw.randrange(bits)}"
                for _ in range(max(10, count // 50))
            ]

        entries = [0, 1, CLASSES * TWISTS - 1, *(draw.randrange(CLASSES * TWISTS) for _ in range(count))]
        claims = [draw.randrange(16 * CLASSES) for _ in range(count)]
        return [
            *(f"entry {place} {draw.choice((1, 2))}" for place in entries),
            *numbers("start", STARTS, 2048 * 495),
            *numbers("next", NEXTS, 18 * CLASSES),
            *(f"alike {place} 1" for place in claims if self.not_alike(place, phase1_tables)),
            *some("turned", 2 * 16 * 18 * TWISTS, 8),
            *some("image", 2 * 16 * TWISTS, 8),
            *some("turn", 16 * 18, 5),
            *some("product", 16 * 16, 4),
        ]

    def test_planted_faults_are_refused(self, planted: Callable[..., Any], phase1_tables: Path) -> None:
        faults = self.faults(Random(7), 40, phase1_tables)
        answers = planted(faults)
        assert [fault for fault, answer in zip(faults, answers, strict=True) if answer != "true true"] == []

    @pytest.mark.soak
    def test_thousands_of_planted_faults_are_refused(
        self, planted: Callable[..., Any], phase1_tables: Path
    ) -> None:
        faults = self.faults(Random(8), 3000, phase1_tables)
        answers = planted(faults)
        assert [fault for fault, answer in zip(faults, answers, strict=True) if answer != "true true"] == []
