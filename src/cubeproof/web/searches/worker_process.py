"""A process for searches of the server: `python -m cubeproof.web.searches.worker_process`.

It reads and writes lines of JSON. A line with a `number` is a request; `{"stop": number}` stops the search of that
number, which returns its best answer. The first line of the output reports that the process has `loaded` the code of
searches. A search sends events, each with the change in the state of the search, and at the end one `result` or one
`failed`. After a request that a table answers (`read_off`), `ended` follows, and the worker waits for the next. After
any other request it ends, so that nothing outlives the search that loaded or started it.

The input stays open while the server runs. The end of the input ends the process at once, on Linux and Windows with
its solvers.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from cubeproof.base.platform_support import (
    TEMPORARY_FOLDER_VARIABLES,
    end_own_group,
    limit_resource,
    lower_priority,
    page_size,
)

Request = dict[str, Any]

# The server precedes all workers, and look-ups in tables precede other searches.
_NICENESS = 5


def main() -> int:
    """Load the code, then run requests and send their events."""
    # Before loading the engines, so that requests in progress are not slowed.
    lower_priority(_NICENESS)
    send, inbox = EventWriter(), Inbox()
    threading.Thread(target=inbox.receive, daemon=True).start()
    from cubeproof.contract.workshop import Workshop
    from cubeproof.web.searches.worker_search import run, warm_up

    workshop = Workshop()
    if inbox.requests.empty():
        warm_up(workshop)
    send("loaded", {})
    is_limited = False
    while True:
        request, flag = inbox.requests.get()
        if not is_limited:
            _limit(request["limits"])
            is_limited = True
        if request["read_off"]:
            run(request, send, flag, workshop)
            send("ended", {"bytes": _memory()})
            continue
        lower_priority(_NICENESS)
        # Temporary files, also of solvers, are removed with the search's folder, even if it is killed.
        for variable in TEMPORARY_FOLDER_VARIABLES:
            os.environ[variable] = request["folder"]
        tempfile.tempdir = None
        run(request, send, flag, workshop)
        return 0


class EventWriter:
    """Writes whole lines to the original stdout; other output goes to stderr, which is discarded."""

    def __init__(self) -> None:
        self.stream: TextIO = os.fdopen(os.dup(1), "w", encoding="ascii")
        os.dup2(2, 1)

    def __call__(self, event: str, data: Mapping[str, Any]) -> None:
        """Send an event."""
        # Without a reader, the input has ended too, which ends this process. On Windows this is no BrokenPipeError.
        with contextlib.suppress(OSError):
            print(json.dumps({"event": event, "data": data}, default=int), file=self.stream, flush=True)


class Inbox:
    """The server's messages in order."""

    def __init__(self) -> None:
        # Each request comes with the flag that stops it: four bytes, all 0 while it may continue.
        self.requests: queue.SimpleQueue[tuple[Request, bytearray]] = queue.SimpleQueue()
        self._number, self._flag = 0, bytearray(4)
        self._folder: str | None = None

    def receive(self) -> None:
        """Receive messages until the server ends, and end with it."""
        # Unbuffered: a thread that waits in a buffered read would block the end of the process.
        rest = b""
        try:
            with contextlib.suppress(OSError):
                while chunk := os.read(0, 65_536):
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        self.take(json.loads(line))
        finally:
            # Also after an error, as without memory: nothing else would end this process.
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
            end_own_group()

    def take(self, message: Request) -> None:
        """Handle a message. A stop applies only to the search with its number."""
        if "stop" not in message:
            self._number, self._flag, self._folder = message["number"], bytearray(4), message["folder"]
            self.requests.put((message, self._flag))
        elif message["stop"] == self._number:
            self._flag[0] = 1


def _limit(limits: Mapping[str, Any]) -> None:
    """Limit files and memory of this process and of its solvers, which inherit the limits, if the system can."""
    limit_resource("RLIMIT_CORE", 0)
    limit_resource("RLIMIT_FSIZE", limits["certificate_bytes"])
    limit_resource("RLIMIT_AS", limits["memory_bytes"])


def _memory() -> int:
    """Return the bytes of memory of this process without shared tables; 0 if the system does not report it."""
    try:
        _, resident, shared, *_ = map(int, Path("/proc/self/statm").read_text(encoding="ascii").split())
        return (resident - shared) * page_size()
    except (OSError, ValueError):
        return 0


if __name__ == "__main__":
    sys.exit(main())
