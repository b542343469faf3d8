"""cubeproof without what Windows lacks, simulated on Linux: a first session in a fresh process."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from brute_force import distances
from cubeproof import Cube
from cubeproof.cli import main
from patience import PATIENCE, until

SIMULATION = Path(__file__).with_name("simulated_windows")
SCRAMBLE = "R U2 F'"
TURNS = " ".join(f"{face}{amount}" for face in "RUF" for amount in ("", "2", "'"))

Results = Mapping[str, Mapping[str, Any]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the session, with its results."""
    folder = tmp_path_factory.mktemp("windows")
    temporary, cache = folder / "temporary", folder / "cache"
    temporary.mkdir()
    subprocess.run(
        [sys.executable, str(SIMULATION / "session.py"), str(folder)],
        env={
            **os.environ,
            "PYTHONPATH": str(SIMULATION),
            "PYTHONIOENCODING": "cp1252",
            "SYSTEMROOT": str(SIMULATION),
            "TMPDIR": str(temporary),
            "CUBEPROOF_CACHE": str(cache),
        },
        timeout=PATIENCE,
        check=True,
    )
    return folder


@pytest.fixture(scope="module")
def results(folder: Path) -> Results:
    """The results of the session, by name."""
    results: Results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    failures = [result["traceback"] for result in results.values() if "traceback" in result]
    assert not failures, failures[0]
    return results


def test_simulated_windows_lacks_what_windows_lacks(results: Results) -> None:
    lacks = ["killpg", "geteuid", "O_DIRECTORY", "O_NOFOLLOW", "nice", "sysconf", "sched_getaffinity"]
    assert (results["machine"]["lacks"], results["machine"]["modules"]) == (lacks, [None, None])


def test_each_engine_solves_on_windows(results: Results) -> None:
    solved = {name: result for name, result in results.items() if name.startswith(("engine", "solver"))}
    assert {"engine table", "engine sat", "engine stages", "engine search", "engine auto"} <= solved.keys()
    assert all(result["solves"] for result in solved.values()), solved
    assert solved.pop("engine walk")["length"] >= 1
    shortest = distances(2, TURNS, "htm", 3)[Cube(2).apply(SCRAMBLE).colours.tobytes()]
    assert {(result["length"], result["lower_bound"]) for result in solved.values()} == {(shortest, shortest)}


def test_certificate_of_windows_has_the_same_bytes(results: Results, folder: Path, tmp_path: Path) -> None:
    assert (results["certify"]["status"], results["check"]["status"]) == (0, 0)
    assert main(["solve", SCRAMBLE, "--size", "2", "--certify", str(tmp_path / "proof")]) == 0
    ours, theirs = (
        {path.name: path.read_bytes() for path in (place / "proof").iterdir() if path.suffix != ".json"}
        for place in (tmp_path, folder)
    )
    assert ours == theirs
    assert not any(b"\r" in path.read_bytes() for path in (folder / "proof").iterdir())


def test_answers_file_on_windows_is_continued_and_locked(results: Results) -> None:
    assert (results["answers"]["status"], results["answers again"]["status"]) == (0, 0)
    assert results["answers bytes"]["same"]
    assert [line.endswith("\r") for line in results["answers bytes"]["lines"]] == [False] * 4
    assert results["answers of another run"]["status"] == 2
    assert "being written by another run" in results["answers of another run"]["err"]


def test_tables_on_windows_are_built_verified_and_removed(results: Results) -> None:
    assert [results[f"tables {verb}"]["status"] for verb in ("build", "list", "verify", "remove")] == [0] * 4
    assert "distance-2x2x2-htm: right" in results["tables verify"]["out"]
    assert "distance-2x2x2-htm.table" in results["tables remove"]["out"]


def test_ctrl_c_on_windows_prints_the_proved_bound(results: Results) -> None:
    for name in ("ctrl-c", "ctrl-c of a command"):
        assert results[name]["status"] == 130
        assert "It is proved that" in results[name]["err"]


def test_server_on_windows_solves_until_ctrl_c(results: Results) -> None:
    assert results["serve"]["status"] == 0
    api, *solved = results["serve"]["answers"]
    assert "engines" in api
    assert [(result["length"], result["lower_bound"]) for result in solved] == [(3, 3), (3, 3)]


def test_server_on_windows_removes_only_folders_of_killed_servers(results: Results) -> None:
    assert results["folders"] == {"running": True, "killed": False}


def test_windows_reports_its_memory_and_running_processes(results: Results) -> None:
    assert results["machine"]["memory"] == 6_000_000_000
    assert results["machine"]["running"] == [True, False, False]


def test_session_on_windows_leaves_no_process_or_temporary_file(results: Results, folder: Path) -> None:
    assert results
    temporary = folder / "temporary"
    assert list(temporary.iterdir()) == []
    until(lambda: not _processes_with(str(temporary)))


def _processes_with(text: str) -> list[str]:
    """Return the running processes with this text in their environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        # A process that has ended, or that belongs to another user.
        with contextlib.suppress(OSError):
            if text.encode() in place.joinpath("environ").read_bytes():
                found.append(place.joinpath("cmdline").read_text())
    return found
