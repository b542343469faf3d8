"""A user's first session, in one process; the arguments are a new folder and the simulated system."""

import contextlib
import io
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from cubeproof import Alg, Cube, solve
from cubeproof.base import platform_support
from cubeproof.cli import main
from cubeproof.contract.settings import Options
from cubeproof.store.room import free_memory
from cubeproof.web.searches.job_folders import JobFolders, remove_leftovers

HARD = "R U2 F' L D B2 R U F L2 B' D R U' L F2"
Result = dict[str, Any]


def run(*arguments: str, during: Callable[[], object] | None = None) -> Result:
    """Run the command in this process, while a thread does something else; return its status and output."""
    out, failures = io.StringIO(), io.StringIO()
    if during is not None:
        threading.Thread(target=during, daemon=True).start()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(failures):
        status = main(arguments)
    # main ignores Ctrl-C at its end only in the command itself.
    return {"status": status, "out": out.getvalue(), "err": failures.getvalue()}


def solved(size: int, scramble: str, **settings: Any) -> Result:
    """Solve a cube; return the length, the bound, and whether the turns solve it on the model."""
    cube = Cube(size).apply(scramble)
    solution = solve(cube, **settings)
    turns = None if solution.alg is None else cube.apply(Alg(str(solution.alg)))
    return {
        "length": solution.length,
        "lower_bound": solution.lower_bound,
        "solves": turns is not None and turns.is_solved,
    }


def engines() -> Iterator[tuple[str, Result]]:
    """Solve a small cube with each engine."""
    for engine in ("table", "sat", "stages", "auto"):
        yield f"engine {engine}", solved(2, "R U2 F'", engine=engine)
    yield "engine walk", solved(2, "R2", engine="walk", moves="R2")
    yield "engine search", solved(3, "R U2 F'", engine="search")
    for program in ("minisat", "kissat"):
        if path := shutil.which(program):
            options = Options(solver=f"{path} {{cnf}}")
            yield f"solver {program}", solved(2, "R U2 F'", engine="sat", options=options)
            break


def files(folder: Path) -> Iterator[tuple[str, Result]]:
    """Write a certificate into an empty folder, a formula, and the answers to a file of cubes in two runs."""
    proof = folder / "proof"
    proof.mkdir()
    yield "certify", run("solve", "R U2 F'", "--size", "2", "--certify", str(proof))
    yield "check", run("check", str(proof))
    cubes, answers = folder / "cubes.txt", folder / "answers.txt"
    cubes.write_bytes(b"R U\nR U2 F'\n")
    questions = ("solve", "--file", str(cubes), "--size", "2", "-o", str(answers))
    yield "answers", run(*questions)
    first = answers.read_bytes()
    # As after a run that was killed in the middle of a line.
    answers.write_bytes(first[:-9])
    yield "answers again", run(*questions)
    yield "answers bytes", {"same": answers.read_bytes() == first, "lines": first.decode().split("\n")}
    with answers.open("r+b") as second_file:
        platform_support.lock(second_file.fileno())
        yield "answers of another run", run(*questions)


def tables() -> Iterator[tuple[str, Result]]:
    """Build, list, verify and remove a table."""
    for words in (
        "build distance-2x2x2-htm",
        "list",
        "verify distance-2x2x2-htm",
        "remove distance-2x2x2-htm",
    ):
        yield f"tables {words.partition(' ')[0]}", run("tables", *words.split())


def press_ctrl_c(when: Callable[[], bool]) -> None:
    """Press Ctrl-C once a condition holds: it reaches the main thread, but interrupts no call, as on Windows."""
    while not when():
        time.sleep(0.01)
    signal.raise_signal(signal.SIGINT)


def ctrl_c(folder: Path) -> Iterator[tuple[str, Result]]:
    """Press Ctrl-C while solvers work: python-sat's, then another program."""

    def solver_works() -> bool:
        return any(thread.name == "cubeproof-solver" for thread in threading.enumerate())

    sat = ("solve", HARD, "--engine", "sat")
    yield "ctrl-c", run(*sat, during=lambda: press_ctrl_c(solver_works))
    while solver_works():
        time.sleep(0.01)
    started = folder / "started"
    # `timeout` starts a new group of processes.
    sleeping = f"""sh -c 'timeout 1000 sh -c "touch {started}; sleep 1000"; true' {{cnf}}"""
    yield "ctrl-c of a command", run(*sat, "--solver", sleeping, during=lambda: press_ctrl_c(started.exists))


def server() -> Iterator[tuple[str, Result]]:
    """Start the server, ask it, and stop it by Ctrl-C."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url, answers = f"http://127.0.0.1:{port}", []

    def ask(place: str, data: Result | None = None) -> Result:
        body = None if data is None else json.dumps(data).encode()
        request = Request(url + place, body, {"Content-Type": "application/json"})
        with urlopen(request) as answer:
            read: Result = json.load(answer)
            return read

    def visit() -> None:
        try:
            while True:
                try:
                    answers.append(ask("/api"))
                    break
                except OSError:
                    time.sleep(0.02)
            for engine in ("table", "sat"):
                place = str(ask("/api/solve", {"size": 2, "scramble": "R U2 F'", "engine": engine})["url"])
                while (state := ask(place))["state"] == "running":
                    time.sleep(0.02)
                answers.append(state["result"])
            # Ctrl-C ends the server while this search and its solver run.
            place = str(ask("/api/solve", {"scramble": HARD, "engine": "sat"})["url"])
            while not ask(place)["lower_bound"]:
                time.sleep(0.02)
        except BaseException:  # noqa: BLE001 - the test reports it
            answers.append({"failure": traceback.format_exc()})
        finally:
            signal.raise_signal(signal.SIGINT)

    result = run("serve", "--port", str(port), during=visit)
    yield "serve", {**result, "answers": answers}


def machine() -> Iterator[tuple[str, Result]]:
    """Call what has a separate branch for Windows."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    yield (
        "machine",
        {
            "lacks": [
                name
                for name in (
                    *["killpg", "geteuid", "O_DIRECTORY", "O_NOFOLLOW", "nice", "sysconf"],
                    *["sched_getaffinity"],
                )
                if not hasattr(vars(platform_support)["os"], name)
            ],
            "has_fcntl": platform_support.optional_module("fcntl") is not None,
            "memory": free_memory(),
            "running": [
                platform_support.is_running(process) for process in (os.getpid(), ended.pid, 1 << 40)
            ],
        },
    )
    # The test finds the second process if it survives.
    with subprocess.Popen(
        ["sh", "-c", "sleep 1000 & echo; wait"], stdout=subprocess.PIPE, start_new_session=True
    ) as leader:
        assert leader.stdout is not None
        leader.stdout.readline()
        platform_support.kill_group(leader.pid)
    server, other = JobFolders(), JobFolders()
    job = server.new()
    killed = other.new().parent
    # The system releases the lock of a server that is killed.
    os.close(vars(other)["_lock"])
    remove_leftovers()
    yield "folders", {"running": job.is_dir(), "killed": killed.exists()}
    server.close()


def session(folder: Path) -> Iterator[tuple[str, Result]]:
    """Yield all results, by name."""
    rest = (engines(), files(folder), tables()) if sys.argv[2] == "win32" else ()
    for part in (machine(), *rest, ctrl_c(folder), server()):
        try:
            yield from part
        except BaseException:  # noqa: BLE001 - the test reports it
            yield f"failure in {part}", {"traceback": traceback.format_exc()}


if __name__ == "__main__":
    place = Path(sys.argv[1])
    (place / "results.json").write_text(json.dumps(dict(session(place))), encoding="utf-8")
