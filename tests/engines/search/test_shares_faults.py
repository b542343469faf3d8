"""A search in shares in real processes: killed at every stage, on full and read-only folders, and on many questions."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from cubeproof import Cube, Options, Problem, solve
from cubeproof.cli.main import main
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.contract.request import SearchRequest
from cubeproof.problem import cube_problem
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.shares import estimate_shares, share_status, solve_in_shares
from cubeproof.solving.solve import solve_request
from cubeproof.work.folder import JOURNAL, ShareFolder
from cubeproof.work.journal import EXCLUDED, Record, digest_of
from patience import PATIENCE
from programs import run_program

# Its answer has 13 turns; shares are searched for 11 to 13.
SCRAMBLE = "R U F2 L D' B U2 R' F L2 D B' U R2"


def command(folder: Path) -> list[str]:
    return [sys.executable, "-m", "cubeproof", "solve", SCRAMBLE, "--share", str(folder), "--jobs", "1"]


@pytest.mark.soak
def test_a_killed_run_is_continued_at_every_stage(tmp_path: Path) -> None:
    expected = run_program(command(tmp_path / "whole"), check=True).stderr.partition(":")[0]
    for stage in range(8):
        folder = tmp_path / str(stage)
        process = subprocess.Popen(command(folder), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        # Stages: before the plan, with the plan, and after more and more lines.
        name, size = ("plan.json", 0) if stage == 1 else (JOURNAL, 20_000 * (stage - 1))
        while stage and process.poll() is None and time.monotonic() < until:
            if (folder / name).exists() and (folder / name).stat().st_size > size:
                break
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait()
        again = run_program(command(folder), check=True)
        assert again.stderr.splitlines()[-2].startswith(expected) or expected in again.stderr
        assert share_status(folder).finished


@pytest.mark.soak
@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_cubes_agree_with_an_undivided_search(metric: str, tmp_path: Path) -> None:
    chance = random.Random(metric)
    for number in range(10):
        turns = " ".join(f"{chance.choice('URFDLB')}{chance.choice(['', '2', chr(39)])}" for _ in range(13))
        cube = Cube(3).apply(turns)
        expected = solve(cube, engine="search", metric=metric)
        request = SearchRequest.of_cube(cube, None, None, metric=metric)
        result = solve_in_shares(request, tmp_path / str(number), Control())
        assert (result.length, result.lower_bound) == (expected.length, expected.lower_bound)


@pytest.mark.soak
def test_other_puzzles_agree_with_an_undivided_search(tmp_path: Path) -> None:
    chance = random.Random(3)
    problems: list[Problem] = [cube_problem(random_cube(3, chance), "corners") for _ in range(3)]
    problems += [cube_problem(Cube(3).apply("R U R' U' R' F R2 U' R' U' R U R' F'"), moves="R,U,F")]
    for number, problem in enumerate(problems):
        request = SearchRequest.of_problem(problem, limit=Limit(length=10))
        expected = solve_request(replace(request, engine="search"), Control(request.limit))
        result = solve_in_shares(request, tmp_path / str(number), Control(request.limit))
        assert (result.length, result.lower_bound) == (expected.length, expected.lower_bound)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("turns", "length"),
    [
        ("R U F2 L D' B U2 R' F L2 D B' U R2 D F L2", 16),
        ("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", 15),
        ("D F2 U' L B2 R D' F U2 L2 B' D R2 U F' L D2 B R'", 16),
    ],
)
def test_an_estimate_is_within_a_factor_of_two(turns: str, length: int, tmp_path: Path) -> None:
    limit = Limit(length=length)
    request = SearchRequest.of_cube(Cube(3).apply(turns), None, None, limit=limit, options=Options(jobs=1))
    expected = estimate_shares(request, Control())
    solve_in_shares(request, tmp_path, Control(limit))
    hours = share_status(tmp_path).cpu_seconds / 3600
    assert expected.least <= expected.hours <= expected.most
    assert hours / 2 <= expected.hours <= 2 * hours


def test_an_estimate_below_a_minute_is_in_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "R U F R' U", "--size", "2", "--estimate", "--max-length", "8"]) == 0
    printed = capsys.readouterr().out
    assert re.fullmatch(
        r"To exclude all answers of at most 8 turns: about [\d.]+ processor seconds \([\d.]+ to [\d.]+\), "
        r"from \d+ shares, searched up to length 8\.\n",
        printed,
    )


def test_an_estimate_is_refused_for_an_engine_without_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "R U F", "--engine", "sat", "--estimate", "--max-length", "2"]) == 2
    assert "sat does not search by them: use search or auto." in capsys.readouterr().err


def test_the_command_refuses_what_a_share_cannot_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cubes, share = tmp_path / "cubes.txt", str(tmp_path / "share")
    cubes.write_text("R U\n")
    assert main(["solve", "--file", str(cubes), "--share", share]) == 2
    assert "leave out --file" in capsys.readouterr().err
    for more in (["--all"], ["--quick"], ["--engine", "walk"]):
        assert main(["solve", "R U F", "--share", share, *more]) == 2
    assert main(["solve", "R U F", "--share", share, "--estimate"]) == 2
    assert "leave out --share" in capsys.readouterr().err
    assert main(["status", share]) == 2
    assert "no plan" in capsys.readouterr().err
    assert main(["solve", "R U F", "--share", str(cubes)]) == 2
    assert "not a folder" in capsys.readouterr().err
    assert main(["solve", "R U F", "--share", share]) == 0
    assert main(["solve", "R U F2", "--share", share]) == 2
    assert main(["status", share]) == 0
    assert "an answer of 3 turns is recorded" in capsys.readouterr().out
    # Linux's /proc accepts no folder, as a read-only disk.
    assert main(["solve", "R U F", "--share", "/proc/share"]) == 2
    assert main(["solve", "R U F D L B R U F D L B", "--share", share + "2", "--max-length", "5"]) == 4


def test_status_refuses_a_damaged_plan_and_names_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = {"lower": 3, "step": 0, "turns": 1, "shares": [[[0]]]}
    for text in ("{", json.dumps(plan)):
        (tmp_path / "plan.json").write_text(text)
        assert main(["status", str(tmp_path)]) == 2
        assert str(tmp_path) in capsys.readouterr().err


def test_status_of_a_proof_in_parts_that_has_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = {"kind": "proof", "formula": "0" * 64, "lower": 3, "step": 1, "turns": 1, "shares": [[[0]], [[1]]]}
    folder = ShareFolder(tmp_path)
    folder.write("plan.json", text := json.dumps(plan).encode())
    lines = [Record(share, 3, EXCLUDED).line(digest_of(text)) for share in ("0", "1")]
    folder.write(JOURNAL, lines[0].encode())
    assert not share_status(tmp_path).finished
    folder.write(JOURNAL, "".join(lines).encode())
    status = share_status(tmp_path)
    assert (status.finished, status.length, status.done, status.waiting) == (True, 3, 2, 0)
    assert main(["status", str(tmp_path)]) == 0
    assert "No run works on it" not in capsys.readouterr().out
