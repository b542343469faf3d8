"""`Job`: a search of the server with its worker, its events and its end."""

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

from cubeproof.contract.state import SearchState
from cubeproof.errors import CubeproofError
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.report import failure_as_json, our_defect
from cubeproof.web.answers import EVENTS
from cubeproof.web.limits import Limits
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

# Events that the next one of their kind replaces; a limited number is kept for late listeners.
_PASSING, _KEPT = ("walked", "bounds", "depth-searched", "table-building"), 200

# Seconds within which events are sent together, so that a search with many events does not burden its listeners.
_PULSE_SECONDS = 0.05

_LOG = logging.getLogger("uvicorn.error")


class Job:
    """A search."""

    def __init__(
        self,
        id: str,  # noqa: A002
        engine: str,
        limits: Limits,
        folder: Path | None,
        visitor: str = "",
        *,
        quick: bool = False,
    ) -> None:
        self.id, self.limits, self.folder, self.visitor, self.quick = id, limits, folder, visitor, quick
        self.state = "running"
        self.search_state = SearchState(engine).to_dict()
        self.result: dict[str, Any] | None = None
        self.failure: dict[str, Any] | None = None
        self.listeners = 0
        self.asked = self.started = time.monotonic()
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
        """Whether it has not ended yet."""
        return self.ended is None

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return (time.monotonic() if self.ended is None else self.ended) - self.started

    @property
    def certificate(self) -> Path | None:
        """The archive of its certificate, or None."""
        if self.folder is None or self.result is None or not self.result["certificate"]:
            return None
        return self.folder / "certificate.zip"

    @property
    def written(self) -> int:
        """How many bytes of a certificate it keeps."""
        with contextlib.suppress(OSError):
            return 0 if self.certificate is None else self.certificate.stat().st_size
        return 0

    def start(self, request: Mapping[str, Any], pool: WorkerPool) -> None:
        """Start when a worker is free."""
        self._deadline = self.started + request["search"]["timeout"] + self.limits.slack_seconds
        message = {**request, "folder": self.folder and str(self.folder), "read_off": self.quick}
        self._searching = asyncio.create_task(self._search(message, pool))

    async def _search(self, request: Mapping[str, Any], pool: WorkerPool) -> None:
        """Let a worker search, and receive its events until the end."""
        error: Sentence | None = None
        with self._waiting:
            await checkpoint_if_cancelled()
            try:
                for _ in range(ATTEMPTS):
                    async with pool.worker(self.visitor, quick=self.quick) as self._worker:
                        if self._stopping is not None:
                            self._worker.stop()
                        status = await self._worker.run(request, self._hear)
                        error = None if status is None else self._ending(status)
                    # A worker that died while it waited has not started the search.
                    if not error or self._events or self._why_killed:
                        break
            except OSError as problem:
                error = our_defect(FAILED(cause=f"{type(problem).__name__}: {problem}"))
            except ValueError:
                error = say("web.search-told-too-much", "The search sent more than can be kept.")
            finally:
                self._worker = None
        if self.running:
            why = self._why_killed or error or ENDED()
            self._end("failed", failure_as_json(CubeproofError(why)))

    def _hear(self, told: Mapping[str, Any]) -> None:
        if not self.running:
            return
        name, data = told["event"], told["data"]
        self.search_state |= data.get("state", {})
        if name == "result":
            data.pop("state", None)
            data["certificate"] = f"/api/solve/{self.id}/certificate" if data.get("certificate") else None
        if name in ("result", "failed"):
            self._end(name, data)
        else:
            self._tell(name, data)

    def _tell(self, name: str, data: Mapping[str, Any]) -> None:
        """Tell an event of a search that goes on; one that is not as the document says is left out."""
        try:
            text = _written(name, data)
        except (KeyError, ValidationError):
            _LOG.exception("An invalid event of a search is left out: %s.", name)
        else:
            self._add(name, text)

    def _add(self, name: str, text: str) -> None:
        number = next(reversed(self._events), 0) + 1
        # Written once, however many listen.
        self._events[number] = format_sse_event(event=name, data_str=text, id=str(number))
        if name in _PASSING:
            self._passing.append(number)
            if len(self._passing) > _KEPT:
                del self._events[self._passing.popleft()]
        if self._pulse is None:
            self._pulse = asyncio.get_running_loop().call_later(_PULSE_SECONDS, self._wake)

    def _wake(self) -> None:
        """Let all who listen look what is new."""
        self._pulse = None
        self._changed.set()
        self._changed = asyncio.Event()

    def _end(self, name: str, data: Mapping[str, Any]) -> None:
        """End it with a `result` or a `failed`; if the event is invalid, with an internal `failed`."""
        try:
            text = _written(name, data)
        except ValidationError as error:
            _LOG.exception("An invalid last event of a search is left out: %s.", name)
            cause = f"{type(error).__name__}: {error}".splitlines()[0]
            name, data = "failed", failure_as_json(CubeproofError(our_defect(FAILED(cause=cause))))
            text = _written(name, data)
        # Last, so that no client sees an end without its event.
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

    def _ending(self, status: int) -> Sentence:
        if status < 0:
            return _KILLED(signal=-status, gigabytes=self.limits.memory_bytes / 1e9)
        return our_defect(_DIED(status=status))

    async def events(self, after: int = 0) -> AsyncIterator[bytes]:
        """The server-sent events after the one with this number, those to come too, until the end; several at once."""
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
        """Report progress, and end a search that has no listener or takes too long; called about once a second."""
        if self.ended is not None:
            if self._worker is not None and now > self.ended + self.limits.grace_seconds:
                # It has answered, but it is not ready for the next.
                self._worker.kill()
            return
        if self._stopping is not None and now > self._stopping + self.limits.grace_seconds:
            self.kill(
                say("web.search-did-not-stop", "The search did not stop when requested, so it was killed.")
            )
        else:
            alone = not self.listeners and now > self.asked + self.limits.idle_seconds
            if alone or now > self._deadline:
                self.stop()
        if not self._events:
            # Its process has not started: `started` comes first.
            return
        bounds = {name: self.search_state[name] for name in ("length", "lower_bound", "horizon")}
        self._tell("bounds", {"seconds": round(self.seconds, 1), **bounds})

    def stop(self) -> None:
        """Request a graceful stop; after `grace_seconds` the worker is killed."""
        if self.running and self._stopping is None:
            self._stopping = time.monotonic()
            if self._worker is not None:
                self._worker.stop()

    def kill(self, why: Sentence) -> None:
        """End it at once, with all of its processes."""
        self._why_killed = self._why_killed or why
        if self._stopping is None:
            self._stopping = time.monotonic()
        # A worker that has answered what a table knows is ready for the next.
        if self._worker is not None and (self.running or not self.quick):
            self._worker.kill()
        elif self._worker is None:
            self._waiting.cancel()

    async def close(self) -> None:
        """End it, and remove what it wrote. A caller that does not wait until this is done may call it again."""
        self.kill(ENDED())
        if self._searching is not None:
            await asyncio.shield(self._searching)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def _written(name: str, data: Mapping[str, Any]) -> str:
    """Return an event's data as JSON."""
    members = EVENTS[name].model_validate(data).model_dump(mode="json", exclude_unset=True)
    return json.dumps(members)
