"""`pulse`: long computations call it regularly, so that they can be stopped.

A search has a `Control`. The preparation of a search (permutations, orbits, the order of turns) has none, although
it takes many seconds for fifty layers. It calls `pulse`; a caller that may have to stop it passes a function to
`watched`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def _go_on() -> None:
    """Called by `pulse` outside of any `watched`."""


_FUNCTION: ContextVar[Callable[[], None]] = ContextVar("function", default=_go_on)


def pulse() -> None:
    """Call the function of the enclosing `watched`, which may raise; without one, do nothing."""
    _FUNCTION.get()()


@contextmanager
def watched(function: Callable[[], None]) -> Iterator[None]:
    """Let every `pulse` inside call a function, which may raise to end the computation.

    >>> times = []
    >>> with watched(lambda: times.append("asked")):
    ...     pulse()
    >>> pulse()
    >>> times
    ['asked']
    """
    token = _FUNCTION.set(function)
    try:
        yield
    finally:
        _FUNCTION.reset(token)
