"""Stops searches in daemon threads when the program ends, so that these threads print nothing."""

import atexit
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from cubeproof.contract.control import Control

_GRACE = 5.0  # seconds that an ending program waits for searches and their processes
_POLL_SECONDS = 0.01

_running: dict[int, Control] = {}
_ends = False


@contextmanager
def stopped_at_program_end(control: Control) -> Iterator[None]:
    """Stop the search inside the context when the program ends."""
    _park()
    _running[id(control)] = control
    try:
        yield
    finally:
        _running.pop(id(control), None)
        # A daemon thread waits until the interpreter ends. If it went on while the interpreter removes its modules,
        # the interpreter would print an exception of the caller.
        _park()


def stop_all() -> None:
    """Stop all searches, and wait at most five seconds for their end."""
    for control in list(_running.values()):
        control.stop()
    until = time.monotonic() + _GRACE
    while _running and time.monotonic() < until:
        time.sleep(_POLL_SECONDS)


def _park() -> None:
    """At the end of the program, block a daemon thread indefinitely."""
    if _ends and threading.current_thread().daemon:
        threading.Event().wait()


@atexit.register
def _end() -> None:
    global _ends  # noqa: PLW0603
    _ends = True
    stop_all()
