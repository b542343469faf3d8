"""The process in which one search of the server runs: `python -m cubeproof.web.job`.

It is fed one line of JSON, a request, and tells lines of JSON: events as they come, each with where the search stands, and at the
end one `result` or one `failed`. Whatever comes after the request stops the search, and the best so far comes back. The input stays open
as long as the server lives: when it ends, so does the process, whatever it is doing, and on Linux its solvers die with it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from cubeproof.contract.events import Event, Note, PartProved, Progress, Started, Walked
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.standing import Standing
from cubeproof.draw.words import describe_move
from cubeproof.errors import CertificateError, CubeproofError
from cubeproof.proof.certificate import certify
from cubeproof.puzzle.alg import Alg
from cubeproof.solving.asking import read_cube, read_goal
from cubeproof.solving.registry import settings_asked
from cubeproof.solving.report import as_json, failure_as_json
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve_task
from cubeproof.solving.task import Task
from cubeproof.solving.trail import Trail

__all__ = ["main"]


def main() -> int:
    """Read the request, search, tell."""
    stop = _Stop()
    tell = _Teller(stop)
    line, rest = _first_line()
    if not line:
        return 2
    request = json.loads(line)
    threading.Thread(target=_obey, args=(rest, request["folder"]), daemon=True).start()
    _limit(request["limits"])
    try:
        _search(request, tell, stop)
    except MemoryError:
        tell("failed", {"error": _no_memory(request)})
    except KeyboardInterrupt:
        tell("failed", {"error": "Stopped before the search began."})
    except CubeproofError as problem:
        tell("failed", failure_as_json(problem))
    except Exception as problem:  # noqa: BLE001 - whatever it is, whoever waits is told
        cause = f"{type(problem).__name__}: {problem}"
        tell("failed", {"error": f"The search failed where it should not ({cause}). Please report it."})
    return 0


class _Stop:
    """What SIGINT does: once, and only while there is something to be stopped, it is a KeyboardInterrupt."""

    def __init__(self) -> None:
        self.asked = self.armed = False
        signal.signal(signal.SIGINT, self)

    def __call__(self, *_: object) -> None:
        self.asked = True
        self.check()

    def check(self) -> None:
        """Stop now, if it is time."""
        if self.armed and self.asked:
            self.armed = False
            raise KeyboardInterrupt

    def __enter__(self) -> None:
        self.armed = True
        self.check()

    def __exit__(self, *_: object) -> None:
        self.armed = False


class _Teller:
    """Writes lines to what was stdout, each whole; whatever else is printed goes to stderr, and so nowhere."""

    def __init__(self, stop: _Stop) -> None:
        self.stop = stop
        self.stream: TextIO = os.fdopen(os.dup(1), "w", encoding="ascii")
        os.dup2(2, 1)

    def __call__(
        self, event: str, data: Mapping[str, Any], standing: Mapping[str, Any] | None = None
    ) -> None:
        line = {"event": event, "data": data} | ({} if standing is None else {"standing": standing})
        armed, self.stop.armed = self.stop.armed, False
        # Without a reader there is nobody to tell, and the end of the input ends this process anyway.
        with contextlib.suppress(BrokenPipeError):
            print(json.dumps(line, default=int), file=self.stream, flush=True)
        self.stop.armed = armed
        self.stop.check()


def _first_line() -> tuple[bytes, bytes]:
    """The first line of the input, and what came with it."""
    # Unbuffered, since a thread that waits in a buffered stream would be in the way at the end.
    read = b""
    while b"\n" not in read and (more := os.read(0, 65_536)):
        read += more
    line, _, rest = read.partition(b"\n")
    return line, rest


def _obey(told: bytes, folder: str) -> None:
    """Interrupt the search when the server says so, and end with the server."""
    with contextlib.suppress(OSError):
        while True:
            if told:
                os.kill(os.getpid(), signal.SIGINT)
            told = os.read(0, 64)
            if not told:
                break
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


def _limit(limits: Mapping[str, Any]) -> None:
    """Take little, and let others go first; solvers inherit it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (limits["certificate_bytes"],) * 2)
        resource.setrlimit(resource.RLIMIT_AS, (limits["memory_bytes"],) * 2)


def _no_memory(request: Mapping[str, Any]) -> str:
    gigabytes = request["limits"]["memory_bytes"] / 1e9
    return f"There is not enough memory: a search here may take {gigabytes:g} GB."


def _search(request: Mapping[str, Any], tell: _Teller, stop: _Stop) -> None:
    """Solve, and certify if that was asked for."""
    cube, scramble = read_cube(request["scramble"], request["state"], request["size"])
    task = Task.of(cube, read_goal(request["goal"], cube.size), request["moves"], request["metric"])
    standing, trail = Standing(request["engine"]), Trail(task)
    best: Alg | None = None

    def progress(event: Event) -> None:
        nonlocal best
        before = standing.word
        standing(event)
        if standing.word is not None and standing.word != before:
            best = task.alg(standing.word)
        data = asdict(event)
        data.pop("word", None)
        if isinstance(event, Walked):
            trail.follow(event)
            data |= {"facelets": trail.cube.facelets, "turn": trail.turn}
        tell(_kebab(type(event).__name__), data, _as_data(standing, best))

    started = time.perf_counter()
    try:
        with stop:
            progress(Started(request["engine"]))
            solution = solve_task(
                task,
                engine=request["engine"],
                limit=Limit(request["timeout"], request["max_length"]),
                progress=progress,
                known=None if scramble is None else ~scramble,
                options=settings_asked(request["engine"], request),
            )
    except (KeyboardInterrupt, MemoryError) as problem:
        # Stopped where no engine was at work, or the proof took more than there is; what was found before still stands.
        if isinstance(problem, MemoryError):
            if best is None:
                raise
            progress(Note(_no_memory(request)))
        solution = Solution(
            task,
            best,
            standing.lower_bound,
            standing.engine,
            time.perf_counter() - started,
            () if best is None else (best,),
            Stop.INTERRUPTED,
        )
    certified = False
    if request["certify"] and solution.alg is not None:
        try:
            with stop:
                certified = _certified(request, solution, progress)
        except KeyboardInterrupt:
            progress(Note("Stopped before the certificate was written."))
    result = as_json(solution, request["scramble"], every=request["all"]) | {
        "sentence": solution.claim,
        "moves": [
            {"text": str(move), "words": describe_move(move, cube.size)} for move in solution.alg or Alg()
        ],
        "statistics": dict(solution.statistics),
        "certificate": certified,
    }
    standing.length, standing.lower_bound, standing.horizon = solution.length, solution.lower_bound, None
    standing.engine = solution.engine
    tell("result", result, _as_data(standing, solution.alg))


def _certified(request: Mapping[str, Any], solution: Solution, progress: Progress) -> bool:
    """Write the certificate as an archive, if there is one; else tell why there is none."""
    if solution.alg is None or not solution.optimal:
        progress(Note("No certificate: the answer is not proved to be a shortest one."))
        return False
    folder, most = Path(request["folder"]), request["limits"]["certificate_bytes"]
    too_large = f"A certificate here has {most / 1e6:g} MB or fewer."

    def watched(event: Event) -> None:
        if isinstance(event, PartProved) and _size(folder) > most:
            raise CertificateError(too_large)
        # Where this machine keeps it concerns nobody.
        if not (isinstance(event, Note) and str(folder) in event.sentence):
            progress(event)

    left = Limit(max(0.001, request["timeout"] - solution.seconds))
    try:
        certify(
            solution.task,
            solution.alg,
            folder / "certificate",
            jobs=request["jobs"],
            limit=left,
            progress=watched,
        )
        shutil.make_archive(str(folder / "certificate"), "zip", folder, "certificate")
    except CubeproofError as problem:
        reason = str(problem)
    except MemoryError:
        reason = _no_memory(request)
    except OSError as problem:
        reason = too_large if problem.errno == errno.EFBIG else f"{problem.strerror}."
    else:
        return True
    finally:
        shutil.rmtree(folder / "certificate", ignore_errors=True)
    progress(Note(f"No certificate was written: {reason}"))
    return False


def _size(folder: Path) -> int:
    """How many bytes are written in a folder. What others rename or remove meanwhile counts for nothing."""
    size = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            size += path.stat().st_size
    return size


def _as_data(standing: Standing, best: Alg | None) -> dict[str, Any]:
    return {
        "best": None if best is None else str(best),
        "length": standing.length,
        "lower_bound": standing.lower_bound,
        "horizon": standing.horizon,
        "engine": standing.engine,
    }


def _kebab(name: str) -> str:
    """The name of a class with hyphens.

    >>> _kebab("HorizonOpened")
    'horizon-opened'
    """
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).removeprefix("-")


if __name__ == "__main__":
    sys.exit(main())
