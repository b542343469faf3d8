"""`Places`: so many compute at once, some wait, and the rest are told to come again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from fastapi import Request

from cubeproof.web.errors import RefusedError

__all__ = ["LeftError", "Places"]

# How often it is seen whether those who wait are still there.
_GLANCE_SECONDS = 0.5
_FULL = "Too many wait for an answer here already: try again in a moment."


class LeftError(RefusedError):
    """Ends the work for a visitor who is not there any more to read it."""

    def __init__(self) -> None:
        super().__init__(400, "Whoever asked has left.")


class Places:
    """Places for those who compute.

    Args:
        places: how many there are.
        waiting: how many may wait for one; they hold no thread.
    """

    def __init__(self, places: int, waiting: int) -> None:
        self.waiting = waiting
        self._places = anyio.Semaphore(places)

    @asynccontextmanager
    async def taken(self, request: Request) -> AsyncIterator[None]:
        """Wait for a place and keep it.

        Raises:
            LeftError: the visitor has not waited.
            RefusedError: too many wait already.
        """
        try:
            self._places.acquire_nowait()
        except anyio.WouldBlock:
            if self._places.statistics().tasks_waiting >= self.waiting:
                raise RefusedError(429, _FULL) from None
            await self._wait(request)
        try:
            yield
        finally:
            self._places.release()

    async def _wait(self, request: Request) -> None:
        """Wait for a place as long as the visitor does."""
        came = False
        async with anyio.create_task_group() as both:

            async def watch() -> None:
                while not await request.is_disconnected():
                    await anyio.sleep(_GLANCE_SECONDS)
                both.cancel_scope.cancel()

            both.start_soon(watch)
            await self._places.acquire()
            came = True
            both.cancel_scope.cancel()
        if not came:
            raise LeftError
