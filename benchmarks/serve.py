"""The server, when a whole class asks at once."""

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
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

from benchmarks.figures import Figure, Options, duration
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube

# Seconds that a client waits for an answer, and seconds that the server has to end.
PATIENCE, GRACE = 60, 10


def figures(_options: Options) -> Iterator[Figure]:
    lesson = hold_lesson()
    count, rate = len(lesson.waits), len(lesson.waits) / lesson.seconds
    name = f"2×2×2 by the server, {lesson.clients} clients at once"
    details = {"answers": count, "answers_per_second": rate}
    yield Figure(f"{name}: an answer", 1 / rate, at_most=0.02, note=f"{rate:.0f} per second", details=details)
    yield Figure(f"{name}: refused requests", lesson.refused, "refused", at_most=0)
    median = statistics.median(lesson.waits)
    yield Figure(f"{name}: the slowest answer", lesson.waits[-1], note=f"median {duration(median)}")
    note = "with the start of the server"
    yield Figure(f"{name}: processor time of an answer", lesson.processor_seconds / count, note=note)


@dataclass(frozen=True)
class Lesson:
    """The measurements of the clients.

    Attributes:
        clients: the number of clients, each of which sends one request after another.
        seconds: the time until the last answer.
        waits: seconds from each request to its answer, sorted.
        refused: the number of requests that the server refused at first (429).
        processor_seconds: processor time of the server and its workers, with their start.
    """

    clients: int
    seconds: float
    waits: list[float]
    refused: int
    processor_seconds: float


def hold_lesson(clients: int = 50, questions: int = 10) -> Lesson:
    """Start a server, and let clients at one address ask for random 2×2×2, all at once.

    Raises:
        RuntimeError: the server does not start, or an answer is missing or wrong.
    """
    cubes = [
        [random_cube(2, clients * number + client) for number in range(questions)]
        for client in range(clients)
    ]
    before = _processor_seconds()
    with running_server() as (process, port):
        start = threading.Barrier(clients + 1)
        with ThreadPoolExecutor(clients) as pool:
            try:
                tasks = [pool.submit(_ask_all, port, own, start) for own in cubes]
                start.wait()
                started = time.perf_counter()
                results = [task.result() for task in tasks]
                seconds = time.perf_counter() - started
            except BaseException:
                # The pool waits for its clients: without a server they end.
                start.abort()
                process.kill()
                raise
    waits = sorted(wait for own, _ in results for wait in own)
    refused = sum(count for _, count in results)
    return Lesson(clients, seconds, waits, refused, _processor_seconds() - before)


def answer_seconds(questions: Iterable[dict[str, str]]) -> list[float]:
    """Return the seconds of each answer of a new server, from the request to the result, one after the other.

    Raises:
        RuntimeError: the server does not start, or an answer is missing or not proved.
    """
    waits = []
    with running_server() as (_, port), closing(_connect(port)) as connection:
        for question in questions:
            started = time.perf_counter()
            events = _begin(connection, question)
            result = {} if events is None else _result(connection, events)
            waits.append(time.perf_counter() - started)
            if not result.get("optimal"):
                raise RuntimeError(f"The server did not prove its answer to {question}: {result}")
    return waits


@contextmanager
def running_server() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start a server on a free port; yield its process and its port when it has loaded its workers."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "cubeproof", "serve", "--port", "0", "--lang", "en"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None, "it is a pipe"
        line = process.stderr.readline()
        if "http" not in line:
            raise RuntimeError(f"The server did not start: {line}")
        port = int(line.split()[1].rstrip("/").rpartition(":")[2])
        # A page asks for /api when it is opened, some time before its visitor asks for an answer.
        with closing(_connect(port)) as connection:
            connection.request("GET", "/api")
            connection.getresponse().read()
        time.sleep(2)
        yield process, port
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _ask_all(port: int, cubes: list[Cube], start: threading.Barrier) -> tuple[list[float], int]:
    """Ask for one cube after another; return the seconds of each answer and the number of refusals."""
    waits, refused, results = [], 0, []
    with closing(_connect(port)) as connection:
        start.wait()
        for cube in cubes:
            started = time.perf_counter()
            while (events := _begin(connection, {"state": cube.facelets, "engine": "table"})) is None:
                refused += 1
                time.sleep(1)
            results.append(_result(connection, events))
            waits.append(time.perf_counter() - started)
    for cube, result in zip(cubes, results, strict=True):
        if not (result["optimal"] and cube.apply(result["solution"]).is_solved):
            raise RuntimeError(f"The server's answer to {cube.facelets} is wrong: {result}")
    return waits, refused


def _connect(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)


def _begin(connection: http.client.HTTPConnection, question: dict[str, str]) -> str | None:
    """Start a search; return the address of its events, or None if the server refused it for now."""
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/api/solve", json.dumps(question), headers)
    response = connection.getresponse()
    data = json.loads(response.read())
    if response.status == http.client.TOO_MANY_REQUESTS:
        return None
    if response.status != http.client.ACCEPTED:
        raise RuntimeError(f"The server answered {response.status}: {data}")
    return str(data["events"])


def _result(connection: http.client.HTTPConnection, events: str) -> dict[str, Any]:
    """Read all events of a search, and return the last, which is the result."""
    connection.request("GET", events)
    last = connection.getresponse().read().decode().strip().rpartition("\n\n")[2]
    fields = dict(line.split(": ", 1) for line in last.splitlines())
    if fields.get("event") != "result":
        raise RuntimeError(f"The search ended without a result: {last}")
    result: dict[str, Any] = json.loads(fields["data"])
    return result


def _processor_seconds() -> float:
    """Return the processor time of the ended child processes of this process, and of their child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
