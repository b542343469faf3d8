"""Searches that still run in daemon threads when the program ends: they are stopped, and their threads say nothing."""

import atexit
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from cubeproof.contract.control import Control

_GRACE = 5.0  # seconds that a program that ends waits for searches to end, and their processes
_POLL_SECONDS = 0.01

_running: dict[int, Control] = {}
_ends = False


@contextmanager
def stopped_at_program_end(control: Control) -> Iterator[None]:
    """Stop what runs inside when the program ends.

    A daemon thread does not leave the block after that: the interpreter takes its modules apart, so that an exception
    in the caller would be printed, and ends without the thread.
    """
    _park()
    _running[id(control)] = control
    try:
        yield
    finally:
        _running.pop(id(control), None)
        _park()


def stop_all() -> None:
    """Stop all searches, and wait until they have ended, five seconds at most."""
    for control in list(_running.values()):
        control.stop()
    until = time.monotonic() + _GRACE
    while _running and time.monotonic() < until:
        time.sleep(_POLL_SECONDS)


def _park() -> None:
    """At the end of the program, keep a daemon thread here for good."""
    if _ends and threading.current_thread().daemon:
        threading.Event().wait()


@atexit.register
def _end() -> None:
    global _ends  # noqa: PLW0603
    _ends = True
    stop_all()
