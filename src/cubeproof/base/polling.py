"""`pulse`: long computations call it now and then, so that they can be stopped.

A search has a `Control`. What prepares a search (permutations, orbits, the order of turns) has none: for fifty
layers it takes many seconds, for two none. It calls `pulse`; a caller that may have to stop it passes a
function to `watched`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def _go_on() -> None:
    """Called by `pulse` outside of any `watched`."""


_ASKED: ContextVar[Callable[[], None]] = ContextVar("asked", default=_go_on)


def pulse() -> None:
    """Go on, or raise what the function of `watched` raises."""
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
