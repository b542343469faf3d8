"""How many answers a second the server gives when a whole class asks at once."""

from __future__ import annotations

import http.client
import json
import resource
import signal
import statistics
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from cubeproof.errors import InternalError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from cubeproof.sentences import Template

__all__ = ["Lesson", "lesson"]

_PATIENCE = 60
# Seconds that the server has to end.
_GRACE = 10

_NOT_STARTED = Template("command.server-not-started", "The server did not start.")
_DOES_NOT_HOLD = Template("command.server-wrong", "The server's answer to {facelets} does not hold.")
_ANSWERED = Template("command.server-answered", "The server answered {status}: {reason}")
_NO_ANSWER = Template("command.server-silent", "The server gave no answer: {events}")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a class saw.

    Attributes:
        clients: how many asked at once, each one question after the other.
        answers: how many answers came.
        seconds: how long all of them took.
        waited: seconds from each question to its answer, shortest first.
        refused: how often somebody was told to come again (429) before that.
        processor_seconds: of the processor's time what the server took, with its workers and its start.
    """

    clients: int
    answers: int
    seconds: float
    waited: tuple[float, ...]
    refused: int
    processor_seconds: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / self.seconds

    @property
    def median(self) -> float:
        """Seconds that half of the answers took no longer than."""
        return statistics.median(self.waited)

    @property
    def worst(self) -> float:
        """Seconds that the slowest answer took."""
        return self.waited[-1]


def lesson(clients: int = 50, questions: int = 10) -> Lesson:
    """Start a server, and have clients at one address ask for random states of the 2×2×2, all at once.

    Args:
        clients: how many there are.
        questions: how many each of them asks; the next one when the last is answered.

    Raises:
        InternalError: an answer does not hold, or none came.
    """
    cubes = [
        [random_cube(2, clients * number + client) for number in range(questions)]
        for client in range(clients)
    ]
    before = _processor_seconds()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "cubeproof", "serve", "--port", "0", "--lang", "en"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None, "it was opened as a pipe"
        told = process.stderr.readline()
        if not told:
            raise InternalError(_NOT_STARTED())
        port = int(told.split()[1].rstrip("/").rpartition(":")[2])
        # As a page does when it is opened, some time before its visitor asks for an answer.
        _about(port)
        time.sleep(2)
        begin = threading.Barrier(clients + 1)
        with ThreadPoolExecutor(clients) as crowd:
            try:
                asking = [crowd.submit(_Client(port).ask, own, begin) for own in cubes]
                begin.wait()
                started = time.perf_counter()
                asked = [one.result() for one in asking]
                seconds = time.perf_counter() - started
            except BaseException:
                # Clients are waited for: without a server they end.
                begin.abort()
                process.kill()
                raise
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=_GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
    waited = sorted(wait for waits, _ in asked for wait in waits)
    return Lesson(
        clients,
        len(waited),
        seconds,
        tuple(waited),
        sum(refused for _, refused in asked),
        _processor_seconds() - before,
    )


class _Client:
    """One visitor, with a connection of its own that stays open."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)

    def ask(self, cubes: list[Cube], begin: threading.Barrier) -> tuple[list[float], int]:
        """Ask about cubes one after another.

        Returns:
            The seconds that each answer took, and how often a question was refused at first.
        """
        waited, refused, results = [], 0, []
        with closing(self.connection):
            begin.wait()
            for cube in cubes:
                started = time.perf_counter()
                while (begun := self._begin(cube)) is None:
                    refused += 1
                    time.sleep(1)
                results.append(self._result(begun))
                waited.append(time.perf_counter() - started)
        for cube, result in zip(cubes, results, strict=True):
            if not (result["optimal"] and cube.apply(result["solution"]).is_solved):
                raise InternalError(_DOES_NOT_HOLD(facelets=cube.facelets))
        return waited, refused

    def _begin(self, cube: Cube) -> str | None:
        """Begin a search; where its events are, None if it was refused for now."""
        body = json.dumps({"state": cube.facelets, "engine": "table"})
        self.connection.request("POST", "/api/solve", body, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        told = json.loads(answer.read())
        if answer.status == http.client.TOO_MANY_REQUESTS:
            return None
        if answer.status != http.client.ACCEPTED:
            raise InternalError(_ANSWERED(status=answer.status, reason=told["error"]))
        return str(told["events"])

    def _result(self, events: str) -> dict[str, Any]:
        """Listen to the end, which is the result."""
        self.connection.request("GET", events)
        last = self.connection.getresponse().read().decode().strip().rpartition("\n\n")[2]
        fields = dict(line.split(": ", 1) for line in last.splitlines())
        if fields.get("event") != "result":
            raise InternalError(_NO_ANSWER(events=last))
        result: dict[str, Any] = json.loads(fields["data"])
        return result


def _about(port: int) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)) as connection:
        connection.request("GET", "/api")
        connection.getresponse().read()


def _processor_seconds() -> float:
    """Processor time of the processes that have ended, begun by this one and by those."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
