"""The command keeps its time limit from an empty cache, in separate processes, for every kind of request.

The tests read clocks, but no verdict depends on them: a search reports why it ended, and what it proved.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from cubeproof import Cube
from cubeproof.puzzle.scramble import random_moves
from patience import PATIENCE
from programs import run_program
from terminal import COMMAND

_PATTERN = "R??????UU???B?????R?????R??D?UDDU?LF??BBFLDF?????????L"
_PATTERN_GOAL = "U???UU?R??L??B?B?U???DRR??R?DD????L?R?????D?FF??????FL"

Solve = Callable[..., tuple[int, Mapping[str, Any], str]]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    folders = {"CUBEPROOF_CACHE": str(tmp_path / "tables"), "NUMBA_CACHE_DIR": str(tmp_path / "numba")}
    return os.environ | folders


@pytest.fixture
def solve(environment: dict[str, str]) -> Solve:
    def run(*arguments: str) -> tuple[int, Mapping[str, Any], str]:
        command = [*COMMAND, "solve", "--json", *arguments]
        done = run_program(command, env=environment, timeout=2 * PATIENCE)
        assert "Traceback" not in done.stderr
        return done.returncode, json.loads(done.stdout), done.stderr

    return run


def is_honest(state: str, answer: Mapping[str, Any]) -> bool:
    """Whether a search reports why it ended, and its answer solves the cube."""
    assert answer["optimal"] or answer["stopped"] == "timeout"
    assert answer["lower_bound"] >= 1
    return answer["solution"] is None or Cube.from_facelets(state).apply(answer["solution"]).is_solved


@pytest.mark.parametrize("seconds", ["0.01", "0.5"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 50])
def test_time_limit_holds_for_a_random_cube_of_every_size(size: int, seconds: str, solve: Solve) -> None:
    cube = Cube(size).apply(random_moves(size, seed=5))
    status, answer, _ = solve("--state", cube.facelets, "--timeout", seconds)
    assert status in (0, 4)
    if "error" in answer:
        # A problem of dozens of layers takes longer than that to set up.
        assert (status, size) == (4, 50)
        return
    assert is_honest(cube.facelets, answer)


def test_time_limit_holds_for_a_pattern(solve: Solve) -> None:
    status, answer, _ = solve("--state", _PATTERN, "--goal", _PATTERN_GOAL, "--jobs", "1", "--timeout", "0.5")
    assert status in (0, 4)
    assert answer["optimal"] or answer["stopped"] == "timeout"


def test_time_limit_holds_while_another_process_builds_the_table(
    solve: Solve, environment: dict[str, str]
) -> None:
    program = (
        "from cubeproof.store import Store\n"
        "Store().array('distance-2x2x2-htm', 918_540, lambda: input('building\\n').encode())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
    ) as builder:
        assert builder.stdout is not None
        assert builder.stdout.readline() == "building\n"
        # On a busy machine a short time ends before the table is needed.
        for seconds in ("0.5", "4", "32", "256"):
            status, answer, messages = solve("R U F R", "--size", "2", "--timeout", seconds)
            assert (status, answer["solution"], answer["stopped"]) == (4, None, "timeout")
            if "Another process" in messages:
                break
        builder.kill()
    assert "Another process" in messages
