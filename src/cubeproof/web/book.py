"""`JobBook`: the searches that are running or have ended."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cubeproof.web.errors import RefusedError
from cubeproof.web.jobs import Job
from cubeproof.web.limits import Limits

__all__ = ["JobBook"]


class JobBook:
    """All searches of a server.

    Args:
        limits: how many there may be, and how long they are kept.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._jobs: dict[str, Job] = {}
        self._leaving: set[Job] = set()

    async def start(self, request: Mapping[str, Any]) -> Job:
        """Begin a search.

        Raises:
            RefusedError: too many are running already.
        """
        running = sum(job.running for job in self._jobs.values())
        if running >= self.limits.jobs:
            raise RefusedError(
                429,
                f"{running} searches are running here already: stop one of them, or try again when one has ended.",
            )
        job = Job(secrets.token_urlsafe(16), request["engine"], self.limits)
        self._jobs[job.id] = job
        try:
            await job.start(request)
        except BaseException:
            del self._jobs[job.id]
            await job.close()
            raise
        return job

    def find(self, id: str) -> Job:  # noqa: A002
        """The search with this name; whoever asks keeps it alive.

        Raises:
            RefusedError: there is none, or none any more.
        """
        job = self._jobs.get(id)
        if job is None:
            raise RefusedError(404, "There is no such search, or it has been forgotten.")
        self.touch(job)
        return job

    def touch(self, job: Job) -> None:
        """Note that somebody has just wanted to know of a search."""
        job.asked = time.monotonic()

    async def forget(self, job: Job) -> None:
        """End a search and forget it."""
        self._jobs.pop(job.id, None)
        self._leaving.add(job)
        await job.close()
        self._leaving.discard(job)

    async def watch(self) -> None:
        """Look after the searches, for ever."""
        while True:
            await asyncio.sleep(self.limits.tick_seconds)
            now = time.monotonic()
            for job in [*self._jobs.values()]:
                with _surviving("A search could not be looked after"):
                    job.tick(now)
            with _surviving("Old searches could not be found"):
                for job in self._old(now):
                    with _surviving("A search could not be forgotten"):
                        await self.forget(job)

    def _old(self, now: float) -> list[Job]:
        """What has ended and is kept no longer. Whoever still listens has all that is told in hand."""
        ended = {job: job.ended for job in self._jobs.values() if job.ended is not None}
        old, written = [], 0
        for number, job in enumerate(sorted(ended, key=ended.__getitem__, reverse=True)):
            written += job.written
            if (
                number >= self.limits.kept_jobs
                or (job.written and written > self.limits.kept_bytes)
                or now > ended[job] + self.limits.kept_seconds
            ):
                old.append(job)
        return old

    async def close(self) -> None:
        """End all searches."""
        # Also those whose end somebody waited for who is there no more.
        for job in [*self._jobs.values(), *self._leaving]:
            await self.forget(job)


@contextmanager
def _surviving(what: str) -> Iterator[None]:
    """Within it, a defect costs a line of the log and not the watch over all other searches."""
    try:
        yield
    except Exception as defect:  # noqa: BLE001 - whatever it is, the others are looked after
        cause = f"{type(defect).__name__}: {defect}"
        logging.getLogger("uvicorn.error").log(logging.ERROR, "%s (%s). Please report it.", what, cause)
