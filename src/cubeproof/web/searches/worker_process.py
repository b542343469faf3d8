"""A process in which searches of the server run, one after another: `python -m cubeproof.web.searches.worker_process`.

It reads and writes lines of JSON. A line with a `number` is a request; `{"stop": number}` stops
the search with that number, and the best so far is returned. Its first line says that it has `loaded` what
searches require, which it does while there are no requests. A search sends events as they come, each with the
change in the state of the search, and at the end one `result` or one `failed`. After a request that a table
answers (`read_off`) an `ended` follows, and the worker waits for the next. After any other it ends, so that
nothing that such a search has loaded, started or left behind outlives it.

The input stays open while the server runs. When the input ends, so does the process at once, and on Linux
its solvers with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import resource
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

Request = dict[str, Any]


def main() -> int:
    """Load, then search and send events, request after request."""
    # Before the engines are loaded, so that requests in progress are not slowed.
    _step_back()
    send, inbox = EventWriter(), Inbox()
    threading.Thread(target=inbox.receive, daemon=True).start()
    from cubeproof.contract.workshop import Workshop
    from cubeproof.web.searches.worker_search import run, warm_up

    workshop = Workshop()
    if inbox.requests.empty():
        warm_up(workshop)
    send("loaded", {})
    limited = False
    while True:
        request, flag = inbox.requests.get()
        if not limited:
            _limit(request["limits"])
            limited = True
        if request["read_off"]:
            run(request, send, flag, workshop)
            send("ended", {"bytes": _memory()})
            continue
        _step_back()
        # So that all it writes for a while, its solvers too, is gone with its folder, even if it is killed.
        os.environ["TMPDIR"], tempfile.tempdir = request["folder"], None
        run(request, send, flag, workshop)
        return 0


class EventWriter:
    """Writes lines to what was stdout, each whole; other output goes to stderr, which is discarded."""

    def __init__(self) -> None:
        self.stream: TextIO = os.fdopen(os.dup(1), "w", encoding="ascii")
        os.dup2(2, 1)

    def __call__(self, event: str, data: Mapping[str, Any]) -> None:
        """Tell an event."""
        # Without a reader nothing can be sent, and the end of the input ends this process anyway.
        with contextlib.suppress(BrokenPipeError):
            print(json.dumps({"event": event, "data": data}, default=int), file=self.stream, flush=True)


class Inbox:
    """The server's messages, in their order.

    Attributes:
        requests: what to search, each with the flag that stops it: four bytes, all 0 while it may go on.
    """

    def __init__(self) -> None:
        self.requests: queue.SimpleQueue[tuple[Request, bytearray]] = queue.SimpleQueue()
        self._number, self._flag = 0, bytearray(4)
        self._folder: str | None = None

    def receive(self) -> None:
        """Take in requests, stop searches when the server says so, and end with the server."""
        # Unbuffered, since a thread that waits in a buffered stream would be in the way at the end.
        read = b""
        try:
            with contextlib.suppress(OSError):
                while more := os.read(0, 65_536):
                    *lines, read = (read + more).split(b"\n")
                    for line in lines:
                        self.take(json.loads(line))
        finally:
            # Also where a line cannot be taken in, as without memory: nothing else would end this process.
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
            os.killpg(0, signal.SIGKILL)

    def take(self, told: Request) -> None:
        """Take in a line. A stop is for the search with its number, and for none that came later."""
        if "stop" not in told:
            self._number, self._flag, self._folder = told["number"], bytearray(4), told["folder"]
            self.requests.put((told, self._flag))
        elif told["stop"] == self._number:
            self._flag[0] = 1


def _step_back() -> None:
    """Let others go first: the server before all workers, and what a table answers before other searches."""
    with contextlib.suppress(OSError):
        os.nice(5)


def _limit(limits: Mapping[str, Any]) -> None:
    """Take little; solvers inherit it."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (limits["certificate_bytes"],) * 2)
        resource.setrlimit(resource.RLIMIT_AS, (limits["memory_bytes"],) * 2)


def _memory() -> int:
    """The bytes of memory that only this process takes now; 0 if the system does not report it.

    Tables that all workers have in common do not count.
    """
    try:
        _, resident, shared, *_ = map(int, Path("/proc/self/statm").read_text(encoding="ascii").split())
        return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


if __name__ == "__main__":
    sys.exit(main())
