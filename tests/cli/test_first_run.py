"""The first run on a machine: two commands at once, Ctrl-C, and folders that cannot be written.

Every command runs in a separate process with an empty cache of tables and of compiled code.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cubeproof import Cube
from cubeproof.base.numba_support import COMPILES
from cubeproof.puzzle.scramble import random_cube
from cubeproof.store import Store
from patience import PATIENCE

SMALL, RANDOM = Cube(2).apply("R U F2"), random_cube(3, 1)
LOOK_UP = ["--state", SMALL.facelets]
QUICK = ["--state", RANDOM.facelets, "--quick"]
CROSS = ["--state", RANDOM.facelets, "--goal", "cross"]

COMMAND = "import sys; from cubeproof.cli import main; sys.exit(main(['solve', '--json', *sys.argv[1:]]))"

# No byte can be written to a file, as on a full disk.
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"

# As on a file system that is mounted read-only; root ignores permissions.
READ_ONLY = """
import errno, os, sys
folder, writes = os.environ["CUBEPROOF_CACHE"], os.O_WRONLY | os.O_RDWR | os.O_CREAT
def refuse(event, arguments):
    changes = event in ("os.mkdir", "os.remove", "os.rename") or (event == "open" and arguments[2] & writes)
    if changes and isinstance(arguments[0], (str, bytes)) and os.fsdecode(arguments[0]).startswith(folder):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), arguments[0])
sys.addaudithook(refuse)
"""

# A user whom the system does not know, as in a container.
NOBODY = """
import pwd
def unknown(user):
    raise KeyError(user)
pwd.getpwuid = unknown
"""

# Compiling and building cannot be interrupted, and these never end.
COMPILING = """
import sys, threading
from numba.core.dispatcher import Dispatcher
def compile(*_):
    print("now", file=sys.stderr, flush=True)
    threading.Event().wait()
Dispatcher.compile = compile
"""
BUILDING = """
import sys, threading
from cubeproof.contract.table import Table
build = Table._built
def built(table, control):
    if table.size < 20_000_000:
        return build(table, control)
    print("now", file=sys.stderr, flush=True)
    threading.Event().wait()
Table._built = built
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    folders = {"CUBEPROOF_CACHE": str(tmp_path / "tables"), "NUMBA_CACHE_DIR": str(tmp_path / "code")}
    return os.environ | folders


def start(arguments: list[str], environment: dict[str, str], fault: str = "") -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", fault + COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    )


def end(process: "subprocess.Popen[str]", status: int = 0) -> tuple[dict[str, Any], str]:
    """Wait for the end of a command; return its answer and its messages."""
    output, messages = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "Traceback" in messages) == (status, False), messages
    answer: dict[str, Any] = json.loads(output)
    return answer, messages


def is_solved(cube: Cube, answer: dict[str, Any]) -> bool:
    return cube.apply(answer["solution"]).is_solved


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        pytest.param(LOOK_UP, FULL, id="look-up-full"),
        pytest.param(LOOK_UP, READ_ONLY, id="look-up-read-only"),
        pytest.param(QUICK, FULL, id="quick-full"),
        # The compilation takes ten seconds.
        pytest.param(QUICK, READ_ONLY, id="quick-read-only", marks=pytest.mark.soak),
    ],
)
def test_answer_comes_where_no_table_can_be_kept(
    arguments: list[str], fault: str, environment: dict[str, str]
) -> None:
    Path(environment["CUBEPROOF_CACHE"]).mkdir()
    answer, messages = end(start(arguments, environment, fault))
    assert is_solved(SMALL if arguments is LOOK_UP else RANDOM, answer)
    assert "Tables cannot be kept in" in messages
    assert list(Path(environment["CUBEPROOF_CACHE"]).iterdir()) == []


def test_tables_in_a_read_only_folder_are_used(environment: dict[str, str]) -> None:
    end(start(LOOK_UP, environment))
    answer, messages = end(start(LOOK_UP, environment, READ_ONLY))
    assert is_solved(SMALL, answer)
    assert messages == ""


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
def test_answer_comes_where_no_compiled_code_can_be_kept(environment: dict[str, str]) -> None:
    answer, _ = end(start(CROSS, environment, FULL))
    assert answer["optimal"]
    assert not list(Path(environment["NUMBA_CACHE_DIR"]).rglob("*.nb?"))


@pytest.mark.parametrize("home", [None, "file/home"])
def test_answer_comes_without_a_home_directory(
    home: str | None, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    for name in ("CUBEPROOF_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        environment.pop(name, None)
    if home is not None:
        environment["HOME"] = str(tmp_path / home)
    answer, messages = end(start(LOOK_UP, environment, "" if home else NOBODY))
    assert is_solved(SMALL, answer)
    assert "Tables cannot be kept in" in messages
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("arguments", [LOOK_UP, QUICK], ids=["look-up", "quick"])
def test_two_first_runs_at_once_answer_and_leave_whole_tables(
    arguments: list[str], environment: dict[str, str]
) -> None:
    for process in [start(arguments, environment) for _ in range(2)]:
        answer, _ = end(process)
        assert is_solved(SMALL if arguments is LOOK_UP else RANDOM, answer)
    store = Store(Path(environment["CUBEPROOF_CACHE"]))
    entries = store.entries()
    assert entries
    assert {entry.state for entry in entries} == {"good"}
    assert sorted(store.folder.iterdir()) == [entry.path for entry in entries]


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
@pytest.mark.parametrize("fault", [COMPILING, BUILDING], ids=["compiling", "building"])
def test_ctrl_c_in_the_first_run_returns_the_best_answer(fault: str, environment: dict[str, str]) -> None:
    if fault == BUILDING:
        # With the compiled code of other tests, it starts to build in a moment.
        del environment["NUMBA_CACHE_DIR"]
    process = start(["--state", RANDOM.facelets], environment, fault)
    assert process.stderr is not None
    for line in process.stderr:
        if line == "now\n":
            break
    process.send_signal(signal.SIGINT)
    answer, _ = end(process, status=130)
    assert (answer["stopped"], answer["optimal"]) == ("interrupted", False)
    assert is_solved(RANDOM, answer)
