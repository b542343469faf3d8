"""The command ends soon after its time limit, also where the search does not look at the clock."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cubeproof import Cube, random_cube

PROGRAM = """
import sys, threading, time
from cubeproof.cli.solve.deadline import ended_in_time
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit

def report():
    print("so far", flush=True)
    return 4

with ended_in_time(Control(Limit(0.01)), report, forced=True):
    {work}
print("done", flush=True)
sys.exit(7)
"""


def run(work: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(work=work)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert not done.stderr
    return done.returncode, done.stdout


@pytest.mark.parametrize("work", ["threading.Event().wait(250)", "while True: pass"], ids=["waits", "works"])
def test_deadline_reports_what_is_known_and_ends_a_search_that_does_not_look_at_the_clock(work: str) -> None:
    assert run(work) == (4, "so far\n")


def test_deadline_ends_the_process_also_where_the_report_fails() -> None:
    program = PROGRAM.replace('print("so far", flush=True)', "raise OSError").format(
        work="threading.Event().wait(250)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=200, check=False
    )
    assert (done.returncode, done.stdout) == (4, "")


def test_deadline_leaves_a_search_alone_that_ends_in_time() -> None:
    assert run("pass") == (7, "done\n")


def test_deadline_is_not_for_processes_that_are_not_the_command() -> None:
    program = PROGRAM.replace(", forced=True", "").format(work="time.sleep(1.5)")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout) == (7, "done\n")


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_command_keeps_its_limit_on_a_machine_without_tables_and_compiled_loops(
    options: list[str], tmp_path: Path
) -> None:
    cube = random_cube(3, seed=5)
    environment = os.environ | {
        "CUBEPROOF_CACHE": str(tmp_path / "tables"),
        "NUMBA_CACHE_DIR": str(tmp_path / "numba"),
    }
    command = [
        sys.executable,
        "-m",
        "cubeproof",
        "solve",
        "--state",
        cube.facelets,
        "--timeout",
        "0.5",
        *options,
    ]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert done.returncode in (0, 4), done.stderr
    assert "Traceback" not in done.stderr
    if not options:
        assert "time" in done.stderr
        return
    answer = json.loads(done.stdout)
    assert answer["start"] == cube.facelets
    assert answer["lower_bound"] >= 1
    assert answer["stopped"] == "timeout" or answer["optimal"]
    if answer["solution"] is not None:
        assert Cube.from_facelets(cube.facelets).apply(answer["solution"]).is_solved
