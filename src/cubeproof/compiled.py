"""Loops that Numba compiles where it is installed, and that Python runs as they are where it is not.

Numba takes its time to be imported, so only modules with such loops import this one, and only engines that run
them import those. What was compiled is kept on disk, beside the source or in the user's cache folder; where
neither can be written to, it is compiled again by the next program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

__all__ = ["COMPILES", "compiled", "telling_of_compilation"]

_Loop = TypeVar("_Loop", bound=Callable[..., Any])

try:
    import numba
    from numba.core import event as numba_events
except ImportError:
    numba = None

COMPILES = numba is not None
"""Whether loops are compiled here."""


def compiled(loop: _Loop) -> _Loop:
    """A function of numbers and arrays as machine code, which runs without the interpreter's lock.

    Args:
        loop: the function; without Numba it is returned as it is.

    >>> @compiled
    ... def summed(numbers):
    ...     total = 0
    ...     for number in numbers:
    ...         total += number
    ...     return total
    >>> import numpy as np
    >>> int(summed(np.arange(5)))
    10
    """
    if not COMPILES:
        return loop
    try:
        return cast(_Loop, numba.njit(loop, cache=True, nogil=True, boundscheck=False))
    except RuntimeError:
        # There is no folder that what was compiled could be kept in.
        return cast(_Loop, numba.njit(loop, nogil=True, boundscheck=False))


@contextmanager
def telling_of_compilation(tell: Callable[[str], None]) -> Iterator[None]:
    """Call a function with the name of every loop that is compiled meanwhile, not of those that are taken from disk.

    >>> told = []
    >>> with telling_of_compilation(told.append):
    ...     pass
    >>> told
    []
    """
    if not COMPILES:
        yield
        return

    class Listener(numba_events.Listener):  # type: ignore[misc,name-defined]
        """Hears what Numba does."""

        def on_start(self, event: Any) -> None:
            """A loop is going to be compiled."""
            tell(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            """It is compiled."""

    with numba_events.install_listener("numba:compile", Listener()):
        yield
