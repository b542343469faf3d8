"""cubeproof without what Windows lacks, simulated on Linux: a first session in a fresh process."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from brute_force import distances
from cubeproof import Cube
from cubeproof.cli import main
from patience import PATIENCE, until

# Each session on a simulated system takes seconds, whichever test comes first.
pytestmark = pytest.mark.check

SIMULATION = Path(__file__).with_name("simulated_systems")
SCRAMBLE = "R U2 F'"
TURNS = " ".join(f"{face}{amount}" for face in "RUF" for amount in ("", "2", "'"))
LACKING = {
    "win32": ["killpg", "geteuid", "O_DIRECTORY", "O_NOFOLLOW", "nice", "sysconf", "sched_getaffinity"],
    "darwin": ["sched_getaffinity"],
}

Results = Mapping[str, Mapping[str, Any]]


class Session(NamedTuple):
    """A first session on a simulated system."""

    system: str
    """The system's `sys.platform`."""
    folder: Path
    """Its folder, with files, temporary files and tables."""
    results: Results
    """Its results, by name."""

    @classmethod
    def on(cls, system: str, folder: Path) -> "Session":
        """Run a session in a fresh process."""
        (folder / "temporary").mkdir()
        environment = {
            **os.environ,
            "SIMULATED_SYSTEM": system,
            "PYTHONPATH": str(SIMULATION),
            "SYSTEMROOT": str(SIMULATION),
            "TMPDIR": str(folder / "temporary"),
            "CUBEPROOF_CACHE": str(folder / "cache"),
        }
        if system == "win32":
            environment["PYTHONIOENCODING"] = "cp1252"
        command = [sys.executable, str(SIMULATION / "session.py"), str(folder), system]
        subprocess.run(command, env=environment, timeout=PATIENCE, check=True)
        results: Results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
        failures = [result["traceback"] for result in results.values() if "traceback" in result]
        assert not failures, failures[0]
        return cls(system, folder, results)


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The session on Windows."""
    return Session.on("win32", tmp_path_factory.mktemp("windows"))


@pytest.fixture(scope="module")
def results(windows: Session) -> Results:
    """The results of the session on Windows."""
    return windows.results


@pytest.fixture(scope="module", params=["win32", "darwin"])
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The session on each system."""
    if request.param == "win32":
        windows: Session = request.getfixturevalue("windows")
        return windows
    return Session.on("darwin", tmp_path_factory.mktemp("macos"))


def test_simulated_systems_lack_what_the_systems_lack(session: Session) -> None:
    machine = session.results["machine"]
    assert machine["lacks"] == LACKING[session.system]
    assert machine["has_fcntl"] == (session.system == "darwin")


def test_each_engine_solves_on_windows(results: Results) -> None:
    solved = {name: result for name, result in results.items() if name.startswith(("engine", "solver"))}
    assert {"engine table", "engine sat", "engine stages", "engine search", "engine auto"} <= solved.keys()
    assert all(result["solves"] for result in solved.values()), solved
    assert solved.pop("engine walk")["length"] >= 1
    shortest = distances(2, TURNS, "htm", 3)[Cube(2).apply(SCRAMBLE).colours.tobytes()]
    assert {(result["length"], result["lower_bound"]) for result in solved.values()} == {(shortest, shortest)}


def test_certificate_of_windows_has_the_same_bytes(windows: Session, tmp_path: Path) -> None:
    results, folder = windows.results, windows.folder
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


def test_ctrl_c_prints_the_proved_bound(session: Session) -> None:
    for name in ("ctrl-c", "ctrl-c of a command"):
        assert session.results[name]["status"] == 130
        assert "It is proved that" in session.results[name]["err"]


def test_server_solves_until_ctrl_c(session: Session) -> None:
    serve = session.results["serve"]
    assert serve["status"] == 0, serve
    api, *solved = serve["answers"]
    assert "engines" in api
    assert [(result["length"], result["lower_bound"]) for result in solved] == [(3, 3), (3, 3)]


def test_server_removes_only_folders_of_killed_servers(session: Session) -> None:
    assert session.results["folders"] == {"running": True, "killed": False}


def test_memory_and_running_processes_are_known(session: Session) -> None:
    machine = session.results["machine"]
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert machine["memory"] == {"win32": 6_000_000_000, "darwin": whole}[session.system]
    assert machine["running"] == [True, False, False]


def test_session_leaves_no_process_or_temporary_file(session: Session) -> None:
    temporary = session.folder / "temporary"
    assert list(temporary.iterdir()) == []
    until(lambda: not _processes_with(str(temporary)))


def _processes_with(text: str) -> list[str]:
    """Return the running processes with this text in their environment."""
    commands = []
    for place in Path("/proc").glob("[0-9]*"):
        # A process that has ended, or that belongs to another user.
        with contextlib.suppress(OSError):
            if text.encode() in place.joinpath("environ").read_bytes():
                commands.append(place.joinpath("cmdline").read_text())
    return commands
