"""`cubeproof-formal at-most`: all entries of phase 1 are exact; tables of lower bounds that are not are refused."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cubeproof.methods.two_phase.stored_tables import COORDINATES, WHOLE1
from formal.conftest import driver_of
from formal.test_search import letters
from formal.test_search import run as search
from patience import PATIENCE

CLASSES, TWISTS = 64_430, 2187

# Where the turns under symmetries start: see `_KEPT` in `methods/two_phase/tables.py`.
TURNS = 14_195_196

NOT_EXACT = "an entry is not the number of turns"
NOT_TOLD = "its classes do not tell the solved cube from others"

# Reads tables as the program does, plants the fault of each line, and prints what the part of the verified test that
# covers the changed place says before and after.
DRIVER = """
let () =
  let memory = Search_tables.phase1 Sys.argv.(1) in
  let twists = Tables.all_numbers Views.Twist in
  let get kind index = match kind with
    | "entry" -> Words.four_bits memory (Phase1.table_start + index)
    | "start" -> Words.two_bytes memory (Phase1.starts + 2 * index)
    | "image" -> Words.two_bytes memory (Phase1.images + index)
    | _ -> Words.byte memory (Phase1.turns_seen + index) in
  let set kind index value = match kind with
    | "entry" ->
        let at = (Phase1.table_start + index) / 2 and shift = 4 * (index land 1) in
        let other = Search_tables.byte memory at land (240 lsr shift) in
        Search_tables.set_byte memory at (other lor (value lsl shift))
    | "start" -> Search_tables.set_two_bytes memory (Phase1.starts + 2 * index) value
    | "image" -> Search_tables.set_two_bytes memory (Phase1.images + index) value
    | _ -> Search_tables.set_byte memory (Phase1.turns_seen + index) value in
  let holds kind index = match kind with
    | "entry" -> Phase1Exact.class_exact memory twists (index / 2187)
    | "start" -> Phase1Exact.home_exact memory
    | _ -> Phase1Exact.symmetries_exact memory in
  let rec follow () = match input_line stdin with
    | line ->
        Scanf.sscanf line "%s %d %d" (fun kind index value ->
          let before = get kind index in
          let right = holds kind index in
          set kind index value;
          let wrong = holds kind index in
          set kind index before;
          Printf.printf "%b %b\\n" right wrong);
        follow ()
    | exception End_of_file -> () in
  follow ()
"""


def run(program: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, "at-most", *arguments], capture_output=True, text=True, check=False, timeout=2 * PATIENCE
    )


def test_every_entry_is_exact(program: Path, phase1_tables: Path) -> None:
    """One run of both tests: 20 CPU seconds."""
    done = run(program, "--tables", phase1_tables, "--progress")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["proved"]
    assert (result["at_most"], result["theorem"], result["file"]) == (
        40,
        "forty_turns_are_enough",
        "god/Forty.v",
    )
    assert result["entries"] == CLASSES * TWISTS
    assert result["table"] == str(phase1_tables / f"{WHOLE1.name}.table")
    assert [line.split(",")[0] for line in done.stderr.splitlines()[1:]] == [
        "All entries are lower bounds. Testing that they are exact",
        "All entries are exact",
    ]


@pytest.fixture(scope="module")
def answers(
    program: Path, phase1_tables: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[list[str]], list[str]]:
    return driver_of(program, tmp_path_factory.mktemp("driver"), DRIVER, phase1_tables)


class TestPlantedFaults:
    def test_entries_that_are_too_small(self, answers: Callable[..., list[str]], phase1_tables: Path) -> None:
        """Entries of each number from 1 to 12 are lowered by one, and to 0."""
        content = np.memmap(phase1_tables / f"{WHOLE1.name}.table", mode="r")[-WHOLE1.size :]
        numbers = np.stack((content & 15, content >> 4), axis=1).ravel()
        faults = []
        for number in range(1, 13):
            places = np.flatnonzero(numbers == number)
            some = places[:: 1 + len(places) // 20]
            faults += [f"entry {place} {less}" for place in some for less in (number - 1, 0)]
        assert len(faults) > 24
        assert answers(faults) == ["true false"] * len(faults)

    def test_entries_above_twelve(self, answers: Callable[..., list[str]]) -> None:
        """A turn lowers each of them; the other test refuses that it lowers them by more than one."""
        faults = [f"entry {place} {number}" for number in (12, 13, 15) for place in (5, 700 * TWISTS)]
        assert answers(faults) == ["true true"] * 2 + ["true false"] * 4

    def test_other_places_that_look_solved(
        self, answers: Callable[..., list[str]], phase1_tables: Path
    ) -> None:
        """A class that two numbers have; an image that two twists have; a turn that is not seen."""
        stored = np.memmap(phase1_tables / f"{COORDINATES.name}.table", mode="r")[-COORDINATES.size :]
        home = int.from_bytes(stored[:4].tobytes(), "little") // 16
        seen = stored[TURNS : TURNS + 16 * 18]
        faults = [
            *(f"start {number} {home}" for number in (1, 495, 2048 * 495 - 1)),
            *(f"image {TWISTS * symmetry + twist} 0" for symmetry in (0, 15) for twist in (1, 2186)),
            *(
                f"turn {18 * symmetry + turn} {seen[18 * symmetry]}"
                for symmetry in (0, 15)
                for turn in (1, 17)
            ),
        ]
        assert answers(faults) == ["true false"] * len(faults)


def not_above(most: int) -> Callable[[Any], None]:
    """Return a change of packed entries: those above a number become this number."""

    def change(packed: Any) -> None:
        packed[:] = np.minimum(packed & 15, most) | np.minimum(packed >> 4, most) << 4

    return change


class TestRefusals:
    @pytest.mark.soak
    @pytest.mark.parametrize(
        ("tables", "change", "reason"),
        [
            ([WHOLE1], not_above(11), NOT_EXACT),
            ([WHOLE1], not_above(0), NOT_EXACT),
            ([WHOLE1, COORDINATES], not_above(0), NOT_TOLD),
        ],
        ids=["eleven", "nothing", "no-classes"],
    )
    def test_lower_bounds_are_not_enough(
        self,
        tables: Any,
        change: Callable[[Any], None],
        reason: str,
        program: Path,
        phase1_tables: Path,
        tmp_path: Path,
    ) -> None:
        """A search accepts these tables: all their entries are lower bounds."""
        folder = Path(shutil.copytree(phase1_tables, tmp_path / "tables"))
        for table in tables:
            change(np.memmap(folder / f"{table.name}.table", mode="r+")[-table.size :])
        one = ("--method", "phase1", "--start", letters("R"), "--length", "1", "--answer", "R'")
        assert search(program, *one, "--tables", str(folder)).returncode == 0
        done = run(program, "--tables", folder)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"The table {tables[-1].name} in {folder} is wrong: {reason}.\n"

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            ([], "at-most requires --tables."),
            (["--tables"], 'at-most does not have the option "--tables", or its value is missing.'),
            (["--jobs", "2"], 'at-most does not have the option "--jobs", or its value is missing.'),
        ],
        ids=["no-tables", "no-value", "other"],
    )
    def test_other_options(self, program: Path, arguments: list[str], reason: str) -> None:
        done = run(program, *arguments)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{reason}\n")

    def test_missing_table(self, program: Path, tmp_path: Path) -> None:
        done = run(program, "--tables", tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "No such file" in done.stderr
