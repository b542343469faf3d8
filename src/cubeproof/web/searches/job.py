"""`Job`: a search of the server with its worker, its events and its result."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import math
import shutil
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from anyio import CancelScope
from anyio.lowlevel import checkpoint_if_cancelled
from fastapi.sse import format_sse_event
from pydantic import ValidationError

from cubeproof.contract.state import SearchState, with_changes
from cubeproof.errors import CubeproofError
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.machine_preparation import start_in_background
from cubeproof.solving.report import failure_as_json, our_defect
from cubeproof.web.limits import Limits
from cubeproof.web.search_answers import EVENTS
from cubeproof.web.searches.worker_pool import ATTEMPTS, Worker, WorkerPool
from cubeproof.web.searches.worker_search import FAILED

ENDED = Template("web.search-ended", "The search was ended.")
_KILLED = Template(
    "web.search-killed",
    "The search was ended by signal {signal} before it had an answer; "
    "perhaps it needed more memory than the {gigabytes:g} GB that it may take.",
)
_DIED = Template(
    "web.search-died",
    "The search ended with status {status} before it had an answer.",
)

# Events that later events of their kind replace; a limited number is kept for late listeners.
_PASSING, _KEPT = ("walked", "bounds", "depth-searched", "table-building"), 200

# Events within this time are sent together, so that a search with many events does not overload its listeners.
_PULSE_SECONDS = 0.05

_LOG = logging.getLogger("uvicorn.error")


class Job:
    """A search of the server.

    Attributes:
        question: the digest of its cube, goal, turns and metric.
        request: the request of the visitor, which the search can be shown with later.
        proved: the proved bound and the answer, after which a later search for the question can continue; else None.
    """

    def __init__(
        self,
        id: str,  # noqa: A002
        engine: str,
        limits: Limits,
        folder: Path | None,
        visitor: str = "",
        *,
        quick: bool = False,
        question: str = "",
        request: Mapping[str, Any] | None = None,
    ) -> None:
        self.question, self.request = question, request
        self.proved: dict[str, Any] | None = None
        self.id, self.limits, self.folder, self.visitor, self.quick = id, limits, folder, visitor, quick
        self.state = "running"
        self.search_state = SearchState(engine).to_dict()
        self.result: dict[str, Any] | None = None
        self.failure: dict[str, Any] | None = None
        self.listeners = 0
        self.last_request = self.started = time.monotonic()
        self.ended: float | None = None
        self._deadline = math.inf
        self._stopping: float | None = None
        self._why_killed: Sentence | None = None
        self._waiting = CancelScope()
        self._worker: Worker | None = None
        self._searching: asyncio.Task[None] | None = None
        self._events: dict[int, bytes] = {}
        self._passing: deque[int] = deque()
        self._changed = asyncio.Event()
        self._pulse: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """Whether the search has not ended."""
        return self.ended is None

    @property
    def seconds(self) -> float:
        """Seconds since the start, or the duration of an ended search."""
        return (time.monotonic() if self.ended is None else self.ended) - self.started

    @property
    def certificate(self) -> Path | None:
        """The archive of the certificate, or None."""
        if self.folder is None or self.result is None or not self.result["certificate"]:
            return None
        return self.folder / "certificate.zip"

    @property
    def written(self) -> int:
        """Bytes of the stored certificate, or 0."""
        with contextlib.suppress(OSError):
            return 0 if self.certificate is None else self.certificate.stat().st_size
        return 0

    def start(self, request: Mapping[str, Any], pool: WorkerPool) -> None:
        """Start the search once a worker is free."""
        self._deadline = self.started + request["search"]["timeout"] + self.limits.slack_seconds
        message = {**request, "folder": self.folder and str(self.folder), "read_off": self.quick}
        self._searching = asyncio.create_task(self._search(message, pool))

    async def _search(self, request: Mapping[str, Any], pool: WorkerPool) -> None:
        """Run the search in a worker and receive its events until the end."""
        error: Sentence | None = None
        with self._waiting:
            await checkpoint_if_cancelled()
            try:
                for _ in range(ATTEMPTS):
                    async with pool.worker(self.visitor, quick=self.quick) as self._worker:
                        if self._stopping is not None:
                            self._worker.stop()
                        status = await self._worker.run(request, self._hear)
                        error = None if status is None else self._death(status)
                    # A worker that died while idle has not started the search.
                    if not error or self._events or self._why_killed:
                        break
            except OSError as failure:
                error = our_defect(FAILED(cause=f"{type(failure).__name__}: {failure}"))
            except ValueError:
                error = say("web.search-told-too-much", "The search sent more than can be kept.")
            finally:
                self._worker = None
        if self.running:
            why = self._why_killed or error or ENDED()
            self._end("failed", failure_as_json(CubeproofError(why)))

    def _hear(self, message: Mapping[str, Any]) -> None:
        if not self.running:
            return
        name, data = message["event"], message["data"]
        if name == "prepare":
            # The process outlives the worker.
            start_in_background(data["step"])
            return
        self.search_state = with_changes(self.search_state, data.get("state", {}))
        if name == "result":
            data.pop("state", None)
            self.proved = data.pop("proved", None)
            data["certificate"] = f"/api/solve/{self.id}/certificate" if data.get("certificate") else None
        if name in ("result", "failed"):
            self._end(name, data)
        else:
            self._send(name, data)

    def _send(self, name: str, data: Mapping[str, Any]) -> None:
        """Send an event of a running search to the listeners."""
        # The tests compare every event with its model; here that would take longer than sending it.
        self._add(name, json.dumps(data))

    def _add(self, name: str, text: str) -> None:
        number = next(reversed(self._events), 0) + 1
        # Formatted once for all listeners.
        self._events[number] = format_sse_event(event=name, data_str=text, id=str(number))
        if name in _PASSING:
            self._passing.append(number)
            if len(self._passing) > _KEPT:
                del self._events[self._passing.popleft()]
        if self._pulse is None:
            self._pulse = asyncio.get_running_loop().call_later(_PULSE_SECONDS, self._wake)

    def _wake(self) -> None:
        """Wake the listeners."""
        self._pulse = None
        self._changed.set()
        self._changed = asyncio.Event()

    def _end(self, name: str, data: Mapping[str, Any]) -> None:
        """End the search with a `result` or a `failed`; an invalid event becomes an internal `failed`."""
        try:
            text = _end_as_json(name, data)
        except ValidationError as error:
            _LOG.exception("An invalid last event of a search is left out: %s.", name)
            cause = f"{type(error).__name__}: {error}".splitlines()[0]
            name, data = "failed", failure_as_json(CubeproofError(our_defect(FAILED(cause=cause))))
            text = _end_as_json(name, data)
        # After this, clients see the end, so its event must exist.
        self.ended = time.monotonic()
        if name == "result":
            self.result = dict(data)
        else:
            self.failure = dict(data)
        self.state = "stopped" if self._stopping is not None else "done" if name == "result" else "failed"
        self._add(name, text)
        # The end does not wait for the pulse.
        if self._pulse is not None:
            self._pulse.cancel()
        self._wake()

    def _death(self, status: int) -> Sentence:
        if status < 0:
            return _KILLED(signal=-status, gigabytes=self.limits.memory_bytes / 1e9)
        return our_defect(_DIED(status=status))

    async def events(self, after: int = 0) -> AsyncIterator[bytes]:
        """Yield the server-sent events after a number, also future ones, until the end; several events at once."""
        while True:
            changed, running = self._changed, self.running
            new = [*itertools.takewhile(lambda number: number > after, reversed(self._events))]  # noqa: B023
            if new:
                after = new[0]
                yield b"".join(self._events[number] for number in reversed(new))
            if not running:
                return
            await changed.wait()

    def tick(self, now: float) -> None:
        """Report progress; end a search without listeners or beyond its time. Called about once a second."""
        if self.ended is not None:
            if self._worker is not None and now > self.ended + self.limits.grace_seconds:
                # It has answered, but is not ready for the next search.
                self._worker.kill()
            return
        if self._stopping is not None and now > self._stopping + self.limits.grace_seconds:
            self.kill(
                say("web.search-did-not-stop", "The search did not stop when requested, so it was killed.")
            )
        else:
            is_idle = not self.listeners and now > self.last_request + self.limits.idle_seconds
            if is_idle or now > self._deadline:
                self.stop()
        if not self._events:
            # Before its process has started: the event `started` must come first.
            return
        bounds = {name: self.search_state[name] for name in ("length", "lower_bound", "horizon")}
        self._send("bounds", {"seconds": round(self.seconds, 1), **bounds})

    def stop(self) -> None:
        """Request a graceful stop; after `grace_seconds` the worker is killed."""
        if self.running and self._stopping is None:
            self._stopping = time.monotonic()
            if self._worker is not None:
                self._worker.stop()

    def kill(self, why: Sentence) -> None:
        """End the search at once, with all of its processes."""
        self._why_killed = self._why_killed or why
        if self._stopping is None:
            self._stopping = time.monotonic()
        # A worker that has answered from a table serves the next search.
        if self._worker is not None and (self.running or not self.quick):
            self._worker.kill()
        elif self._worker is None:
            self._waiting.cancel()

    async def close(self) -> None:
        """End the search and remove its files; after a cancelled call it may be called again."""
        self.kill(ENDED())
        if self._searching is not None:
            await asyncio.shield(self._searching)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def _end_as_json(name: str, data: Mapping[str, Any]) -> str:
    """Return the data of the last event as JSON; refuse data that the document does not describe."""
    members = EVENTS[name].model_validate(data).model_dump(mode="json", exclude_unset=True)
    return json.dumps(members)
