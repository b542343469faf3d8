"""`pulse`: what long computations call now and then, so that whoever waits for them can stop them.

A search has its deadline in hand. What prepares one, reading permutations, orbits and the order of turns, does not: for fifty layers it
takes many seconds, and for two it takes none. It calls `pulse`, and whoever wants to be asked whether to go on says so with `watched`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["pulse", "watched"]


def _go_on() -> None:
    """What is called where nobody watches."""


_ASKED: ContextVar[Callable[[], None]] = ContextVar("asked", default=_go_on)


def pulse() -> None:
    """Go on, or raise what whoever watches raises."""
    _ASKED.get()()


@contextmanager
def watched(asked: Callable[[], None]) -> Iterator[None]:
    """Let every `pulse` inside call a function, which may raise to end what goes on there.

    >>> times = []
    >>> with watched(lambda: times.append("asked")):
    ...     pulse()
    >>> pulse()
    >>> times
    ['asked']
    """
    token = _ASKED.set(asked)
    try:
        yield
    finally:
        _ASKED.reset(token)
