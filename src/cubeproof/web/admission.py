"""`AdmissionQueue`: a limited number of requests compute at once, some wait, and the rest must retry.

A visitor is an address; the addresses of a 64-bit IPv6 network, the usual share of a household, count as one visitor.
`has_room` shares the places: a visitor without a place gets any free place, a visitor with a place gets more only while
less than half of all places are taken. So no visitor can exclude the others, and a single visitor gets half of all.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address, ip_network

import anyio
from fastapi import Request

from cubeproof.sentences import Template, say
from cubeproof.web.errors import RefusedError

# Seconds between checks whether a waiting visitor is still connected.
_CHECK_SECONDS = 0.5
_FULL = Template("web.full", "Too many requests are waiting: try again in a moment.")
_HOUSEHOLD_BITS = 64


def visitor(request: Request) -> str:
    """Return the visitor of a request; requests of unknown address count as one visitor."""
    return "" if request.client is None else _household(request.client.host)


def _household(host: str) -> str:
    """Return the visitor of an address.

    >>> _household("192.0.2.1"), _household("::ffff:192.0.2.1"), _household("unknown")
    ('192.0.2.1', '192.0.2.1', '')
    >>> _household("2001:db8::1"), _household("2001:db8::2:0:0:1")
    ('2001:db8::/64', '2001:db8::/64')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), _HOUSEHOLD_BITS), strict=False))


def has_room(most: int, taken: int, own: int) -> bool:
    """Whether a visitor with `own` places may get one more, if `taken` of `most` places are taken.

    >>> has_room(8, 7, 0), has_room(8, 3, 3), has_room(8, 4, 1)
    (True, True, False)
    """
    return taken < (-(-most // 2) if own else most)


class LeftError(RefusedError):
    """Ends the work for a visitor who has disconnected."""

    def __init__(self) -> None:
        super().__init__(400, say("web.left", "The visitor has left."))


class AdmissionQueue:
    """Places for computations. Waiting visitors get places in turn, regardless of their number of requests."""

    def __init__(self, places: int, waiting: int) -> None:
        self.waiting = waiting
        self._free = places
        self._present: Counter[str] = Counter()
        # The waiting requests of each visitor; the next visitor comes first.
        self._lines: dict[str, deque[anyio.Event]] = {}

    @asynccontextmanager
    async def taken(self, request: Request) -> AsyncIterator[None]:
        """Wait for a place and hold it."""
        async with self.kept(visitor(request), request.is_disconnected):
            yield

    @asynccontextmanager
    async def kept(self, who: str, gone: Callable[[], Awaitable[bool]] | None = None) -> AsyncIterator[None]:
        """Wait for a place and hold it, for a visitor without a current request."""
        if self._free:
            self._free -= 1
        elif not has_room(self.waiting, sum(map(len, self._lines.values())), self._present[who]):
            raise RefusedError(429, _FULL(), retry_seconds=1)
        else:
            await self._wait(who, gone)
        self._present[who] += 1
        try:
            yield
        finally:
            self._count_down(who)
            self._pass_on()

    async def _wait(self, who: str, gone: Callable[[], Awaitable[bool]] | None) -> None:
        """Wait for a place while the visitor is connected."""
        turn, has_place = anyio.Event(), False
        self._lines.setdefault(who, deque()).append(turn)
        self._present[who] += 1
        try:
            async with anyio.create_task_group() as both:

                async def watch(gone: Callable[[], Awaitable[bool]]) -> None:
                    while not await gone():
                        await anyio.sleep(_CHECK_SECONDS)
                    both.cancel_scope.cancel()

                if gone is not None:
                    both.start_soon(watch, gone)
                await turn.wait()
                has_place = True
                both.cancel_scope.cancel()
            if not has_place:
                raise LeftError
        except BaseException:
            self._give_up(who, turn)
            raise
        finally:
            self._count_down(who)

    def _give_up(self, who: str, turn: anyio.Event) -> None:
        if turn.is_set():
            self._pass_on()
            return
        self._lines[who].remove(turn)
        if not self._lines[who]:
            del self._lines[who]

    def _count_down(self, who: str) -> None:
        self._present[who] -= 1
        if not self._present[who]:
            del self._present[who]

    def _pass_on(self) -> None:
        """Give a free place to the next visitor, who then moves to the end."""
        if not self._lines:
            self._free += 1
            return
        who = next(iter(self._lines))
        line = self._lines.pop(who)
        line.popleft().set()
        if line:
            self._lines[who] = line
