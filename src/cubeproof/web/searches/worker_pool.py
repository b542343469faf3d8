"""`WorkerPool`: the preloaded processes in which searches run; `Worker`: one of them.

A look-up in a table takes milliseconds, far less than starting a process, so some workers serve look-ups in turn and
keep their tables. Any other search has a separate worker, which ends with it and is replaced at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from cubeproof.base.platform_support import NEW_SESSION, kill_group
from cubeproof.sentences import Template
from cubeproof.store.folder import SHARED_VARIABLE
from cubeproof.web.admission import AdmissionQueue
from cubeproof.web.errors import RefusedError, WorkerFailedError
from cubeproof.web.limits import Limits

_DIED = Template("web.worker-died", "The process that worked on this has ended: try again in a moment.")

ATTEMPTS = 2
"""Number of workers to try if one ends before it has started."""

Hear = Callable[[Mapping[str, Any]], None]

# Maximum length of a worker's line: many times the text of all shortest answers of a cube.
_LINE = 1 << 26


class Worker:
    """A process that searches; it accepts a search before it has loaded."""

    def __init__(self, limits: Limits) -> None:
        self.reusable, self.memory = True, 0
        self._limits = {"memory_bytes": limits.memory_bytes, "certificate_bytes": limits.certificate_bytes}
        self._number = 0
        self._reading = asyncio.Lock()
        self._searching = self._stopping = self._killed = False
        self._process: Process | None = None
        self._starting = asyncio.create_task(self._start())
        self._loading = asyncio.create_task(self._load())

    async def _start(self) -> Process:
        # All processes share one pruning table in memory.
        environment = (
            {SHARED_VARIABLE: "1"} | os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        )
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "cubeproof.web.searches.worker_process"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
            creationflags=NEW_SESSION,
            env=environment,
            limit=_LINE,
        )
        if self._killed:
            self.kill()
        return self._process

    async def _load(self) -> bytes:
        """Return its first line, which reports that it has loaded; b"" if it has ended before, or could not start."""
        try:
            process = await asyncio.shield(self._starting)
        except OSError:
            return b""
        assert process.stdout is not None, "it was opened as a pipe"
        return await process.stdout.readline()

    async def loaded(self) -> None:
        """Wait until the worker has loaded or ended."""
        with contextlib.suppress(OSError):
            await asyncio.shield(self._loading)

    @property
    def alive(self) -> bool:
        """Whether the worker is not known to have ended."""
        if self._process is None:
            return not self._killed and not self._starting.done()
        assert self._process.stdout is not None, "it was opened as a pipe"
        return not self._killed and self._process.returncode is None and not self._process.stdout.at_eof()

    async def run(self, request: Mapping[str, Any], hear: Hear) -> int | None:
        """Run a search; return None, or the exit status if the worker ends with it."""
        self.reusable = False
        async with self._reading:
            return await self._run(request, hear)

    async def _run(self, request: Mapping[str, Any], hear: Hear) -> int | None:
        process = await asyncio.shield(self._starting)
        assert process.stdout is not None, "it was opened as a pipe"
        self._number += 1
        self._searching = True
        self._write({**request, "number": self._number, "limits": self._limits})
        # Send a stop that was requested before the search.
        if self._stopping:
            self.stop()
        await asyncio.shield(self._loading)
        async for line in process.stdout:
            # Standard JSON has no NaN.
            message = json.loads(line, parse_constant=lambda _: None)
            if message["event"] == "ended":
                self.reusable, self.memory = True, message["data"]["bytes"]
                self._searching = self._stopping = False
                return None
            hear(message)
        return await process.wait()

    def stop(self) -> None:
        """Request a graceful stop of the current or the next search."""
        self._stopping = True
        if self._searching:
            self._write({"stop": self._number})

    def kill(self) -> None:
        """Kill the worker with all of its processes."""
        self._killed = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill_group(self._process.pid)

    async def end(self) -> None:
        """Kill the worker and wait for its end."""
        self.kill()
        async with self._reading:
            with contextlib.suppress(OSError):
                process = await asyncio.shield(self._starting)
                await self.loaded()
                assert process.stdout is not None, "it was opened as a pipe"
                assert process.stdin is not None, "it was opened as a pipe"
                await process.stdout.read()
                await process.wait()
                process.stdin.close()
                await process.stdin.wait_closed()

    def _write(self, message: Mapping[str, Any]) -> None:
        assert self._process is not None, "it has been started"
        assert self._process.stdin is not None, "it was opened as a pipe"
        self._process.stdin.write(json.dumps(message).encode() + b"\n")


class WorkerPool:
    """The workers of a server, started for the first visitor."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        # Used workers come first, new ones last.
        self._idle: deque[Worker] = deque()
        self._busy: set[Worker] = set()
        self._quick = 0
        self._queue = AdmissionQueue(limits.quick_workers, limits.quick_jobs)
        self._filling: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self._last_request = 0.0
        self._closed = False

    def wake(self) -> None:
        """Start enough workers for the next visitors."""
        self._last_request = time.monotonic()
        if not self._closed and (self._filling is None or self._filling.done()):
            self._filling = asyncio.create_task(self._fill())

    async def _fill(self) -> None:
        """Start missing workers one by one, to slow requests little."""
        for worker in [*self._idle]:
            if not worker.alive:
                self._idle.remove(worker)
                self._dismiss(worker)
        while len(self._idle) + self._quick < self.limits.quick_workers + self.limits.spare_workers:
            worker = Worker(self.limits)
            self._idle.append(worker)
            await worker.loaded()
            if self._closed or not worker.alive:
                # The next request tries again.
                return

    @asynccontextmanager
    async def worker(self, who: str, *, quick: bool) -> AsyncIterator[Worker]:
        """Yield a worker for a search."""
        if not quick:
            # Keep enough workers for look-ups in tables.
            has_spare = len(self._idle) + self._quick > self.limits.quick_workers
            async with self._working(
                self._take(self._idle.pop) if has_spare else Worker(self.limits)
            ) as worker:
                yield worker
            return
        async with self._queue.kept(who):
            self._quick += 1
            try:
                async with self._working(self._take(self._idle.popleft)) as worker:
                    yield worker
            finally:
                self._quick -= 1
                self.wake()

    async def compute(self, name: str, who: str, field: str | None = None, **arguments: object) -> Any:
        """Run a computation in a worker and return its result.

        Args:
            name: the computation's name in `computations.COMPUTATIONS`.
            who: the visitor.
            field: the field of the request to which a failure is assigned.
            arguments: the arguments of the computation.

        Raises:
            WorkerFailedError: the computation failed.
            RefusedError: too many requests are waiting, or the worker has died.
        """
        request = {"compute": name, "arguments": arguments, "read_off": True, "folder": None}
        replies: list[Mapping[str, Any]] = []
        for _ in range(ATTEMPTS):
            async with self.worker(who, quick=True) as worker:
                await worker.run(request, replies.append)
            # A worker may have died while idle.
            if replies:
                break
        else:
            raise RefusedError(429, _DIED(), retry_seconds=1)
        reply = replies[-1]
        if reply["event"] == "failed":
            raise WorkerFailedError(reply["data"], field)
        return reply["data"]["result"]

    @asynccontextmanager
    async def _working(self, worker: Worker) -> AsyncIterator[Worker]:
        self._busy.add(worker)
        self.wake()
        try:
            yield worker
        finally:
            self._busy.discard(worker)
            is_small = worker.memory <= self.limits.worker_bytes
            if worker.reusable and worker.alive and is_small and not self._closed:
                self._idle.appendleft(worker)
            else:
                self._dismiss(worker)

    def _take(self, next_idle: Callable[[], Worker]) -> Worker:
        """Return an idle worker, or a new one."""
        while self._idle:
            worker = next_idle()
            if worker.alive:
                return worker
            self._dismiss(worker)
        return Worker(self.limits)

    def tick(self, now: float) -> None:
        """End all workers after `rest_seconds` without a search."""
        if not self._busy and now > self._last_request + self.limits.rest_seconds:
            while self._idle:
                self._dismiss(self._idle.pop())

    def _dismiss(self, worker: Worker) -> None:
        ending = asyncio.create_task(worker.end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for worker in [*self._idle, *self._busy]:
            self._dismiss(worker)
        self._idle.clear()
        if self._filling is not None:
            await self._filling
        while self._ending:
            await asyncio.wait(self._ending)
