"""A server in a separate process, and its child processes."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx2

from cubeproof.web.limits import Limits
from patience import PATIENCE, until

_PROGRAM = """
import json, sys
from cubeproof.web.limits import Limits
from cubeproof.web.serve import serve
serve("127.0.0.1", 0, lambda url: print(url, flush=True), Limits(**json.loads(sys.argv[1])))
"""


class Event(NamedTuple):
    """A server-sent event."""

    id: int
    name: str
    data: dict[str, Any]


class Server:
    """A running server."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        self.process = process
        self.client = httpx2.Client(base_url=process.stdout.readline().strip(), timeout=PATIENCE)

    def begin(self, **request: object) -> str:
        """Start a search, and return its address."""
        answer = self.client.post("/api/solve", json=request)
        assert answer.status_code == 202, answer.text
        address: str = answer.json()["url"]
        return address

    @contextmanager
    def listening(self, address: str, after: int | None = None) -> Iterator[Iterator[Event]]:
        """Yield the events of a search when they arrive."""
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        with self.client.stream("GET", f"{address}/events", headers=headers) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield _events(answer.iter_lines())

    def processes(self) -> set[int]:
        """Return the processes with the lowest priority: searches without a full table, and their solvers."""
        last = min(19, _niceness(self.process.pid) + 10)
        return {process for process in self.all_processes() if _niceness(process) >= last}

    def all_processes(self) -> set[int]:
        """Return all processes below the server, including idle workers."""
        return _below(self.process.pid)


def children(parent: int) -> set[int]:
    """Return the child processes of a process."""
    return {process for process, above in _parents().items() if above == parent}


def _events(lines: Iterator[str]) -> Iterator[Event]:
    fields: dict[str, str] = {}
    for line in lines:
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            yield Event(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            fields = {}


@contextmanager
def serving(**limits: float) -> Iterator[Server]:
    """Run a server with these limits; all other limits have their defaults."""
    Limits(**limits)  # type: ignore[arg-type]
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, json.dumps(limits)], stdout=subprocess.PIPE, text=True
    )
    server = Server(process)
    try:
        yield server
    finally:
        server.client.close()
        left = server.all_processes() if process.poll() is None else set()
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()
        until(lambda: not alive(left))


def alive(processes: set[int]) -> set[int]:
    """Return the processes that still run, without zombies."""
    return {process for process in processes if _status(process).get("State", "Z")[0] not in "ZX"}


def _niceness(process: int) -> int:
    try:
        return os.getpriority(os.PRIO_PROCESS, process)
    except ProcessLookupError:
        return -20


def _parents() -> dict[int, int]:
    running = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return {process: int(_status(process).get("PPid", "0")) for process in running}


def _below(parent: int) -> set[int]:
    parents = _parents()
    results: set[int] = set()
    new = {parent}
    while new:
        new = {process for process, above in parents.items() if above in new} - results
        results |= new
    return results


def _status(process: int) -> dict[str, str]:
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
