"""`JobRegistry`: the running and the ended searches."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cubeproof.errors import UsageError
from cubeproof.sentences import Template
from cubeproof.solving.report import our_defect
from cubeproof.web.admission import has_room
from cubeproof.web.errors import RefusedError, errors_of_field
from cubeproof.web.limits import Limits
from cubeproof.web.searches.job import ENDED, Job
from cubeproof.web.searches.job_folders import JobFolders
from cubeproof.web.searches.worker_pool import WorkerPool

_NO_SEARCH = Template("web.no-search", "There is no such search, or it has been forgotten.")
_ANOTHER_QUESTION = Template(
    "web.another-question", "The search to continue is about another cube, goal, turns or metric."
)
_LISTENERS = Template(
    "web.listeners",
    "Too many listeners to this search, or to all searches: poll its state instead.",
)
_SEARCHES = Template(
    "web.searches", "This server is already running {searches} searches: try again when one has ended."
)
_OWN_SEARCHES = Template(
    "web.own-searches",
    "This server is already running {searches} searches: stop one of yours, or try again when others have ended.",
)

_RETRY_SECONDS = 10


class JobRegistry:
    """All searches of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._jobs: dict[str, Job] = {}
        self._leaving: set[Job] = set()
        self._listeners: Counter[str] = Counter()
        self._folders = JobFolders()
        self.pool = WorkerPool(limits)

    def start(
        self,
        request: Mapping[str, Any],
        who: str = "",
        *,
        quick: bool = False,
        question: str = "",
        body: Mapping[str, Any] | None = None,
        continues: str | None = None,
    ) -> tuple[Job, bool]:
        """Start a search; return it, and whether it continues the ended search with the id `continues`."""
        earlier = None if continues is None else self._jobs.get(continues)
        if earlier is not None and earlier.question != question:
            with errors_of_field("continues"):
                raise UsageError(_ANOTHER_QUESTION())
        proved = None if earlier is None else earlier.proved
        running = [job for job in self._jobs.values() if job.running and job.quick == quick]
        own = sum(job.visitor == who for job in running)
        if not has_room(self.limits.quick_jobs if quick else self.limits.jobs, len(running), own):
            raise _no_room(len(running), own, quick=quick)
        # A look-up in a table writes no files.
        folder = None if quick else self._folders.new()
        job = Job(
            secrets.token_urlsafe(16),
            request["search"]["engine"],
            self.limits,
            folder,
            who,
            quick=quick,
            question=question,
            request=body,
        )
        self._jobs[job.id] = job
        job.start({**request, "earlier": proved}, self.pool)
        return job, proved is not None

    def find(self, id: str) -> Job:  # noqa: A002
        """Return the search with this id; each call keeps it alive."""
        job = self._jobs.get(id)
        if job is None:
            raise RefusedError(404, _NO_SEARCH())
        self.touch(job)
        return job

    def touch(self, job: Job) -> None:
        """Record a request for a search."""
        job.last_request = time.monotonic()

    @contextmanager
    def listening(self, job: Job, who: str) -> Iterator[None]:
        """Count a visitor as a listener inside the `with` block, which keeps the search alive."""
        if job.listeners >= self.limits.listeners or not has_room(
            self.limits.all_listeners, self._listeners.total(), self._listeners[who]
        ):
            raise RefusedError(429, _LISTENERS(), _RETRY_SECONDS)
        job.listeners += 1
        self._listeners[who] += 1
        try:
            yield
        finally:
            job.listeners -= 1
            self._listeners[who] -= 1
            if not self._listeners[who]:
                del self._listeners[who]
            self.touch(job)

    async def forget(self, job: Job) -> None:
        """End a search and forget it."""
        self._jobs.pop(job.id, None)
        self._leaving.add(job)
        await job.close()
        self._leaving.discard(job)

    async def watch(self) -> None:
        """Call `tick` of the searches periodically until the server ends."""
        while True:
            await asyncio.sleep(self.limits.tick_seconds)
            now = time.monotonic()
            for job in [*self._jobs.values()]:
                with _logged("A search could not be checked"):
                    job.tick(now)
            self.pool.tick(now)
            with _logged("Old searches could not be found"):
                for job in self._old(now):
                    with _logged("A search could not be forgotten"):
                        await self.forget(job)

    def _old(self, now: float) -> list[Job]:
        """Return the ended searches that are no longer kept; their listeners have received every event."""
        ended = {job: job.ended for job in self._jobs.values() if job.ended is not None}
        old, written = [], 0
        left = {True: self.limits.kept_quick_jobs, False: self.limits.kept_jobs}
        for job in sorted(ended, key=ended.__getitem__, reverse=True):
            written += job.written
            left[job.quick] -= 1
            if (
                left[job.quick] < 0
                or (job.written and written > self.limits.kept_bytes)
                or now > ended[job] + self.limits.kept_seconds
            ):
                old.append(job)
        return old

    async def close(self) -> None:
        """End all searches."""
        for job in self._jobs.values():
            job.kill(ENDED())
        await self.pool.close()
        # Also searches whose `forget` was cancelled before they had ended.
        for job in [*self._jobs.values(), *self._leaving]:
            await self.forget(job)
        self._folders.close()


def _no_room(running: int, own: int, *, quick: bool) -> RefusedError:
    seconds = 1 if quick else _RETRY_SECONDS
    sentence = _OWN_SEARCHES if own else _SEARCHES
    return RefusedError(429, sentence(searches=running), seconds)


@contextmanager
def _logged(message: str) -> Iterator[None]:
    """Log an internal error inside the `with` block, so that the checks of other searches continue."""
    try:
        yield
    except Exception as defect:  # noqa: BLE001 - other searches must be checked
        sentence = f"{message} ({type(defect).__name__}: {defect})."
        logging.getLogger("uvicorn.error").log(logging.ERROR, our_defect(sentence))
