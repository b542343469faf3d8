"""`patiently`: work of a service that may fall silent, so that nothing waits for it for ever."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from cubeproof.base.polling import pulse
from cubeproof.errors import StoppedError, UsageError
from cubeproof.sentences import Template

PATIENCE = "CUBEPROOF_PATIENCE"
"""The environment variable with the seconds that a service may be silent."""

_USUAL = 120.0
# So long what was told to end gets to do so, before what it has begun is removed.
_MOMENT = 0.5
# Seconds between two looks at whether all is to stop.
_GLANCE = 0.1

_NO_SECONDS = Template("place.no-seconds", "{variable} is a number of seconds above 0, not {value!r}.")

_Result = TypeVar("_Result")


class SilentError(TimeoutError):
    """A service gave no sign of life for as long as one waits for it."""


class _Abandoned(Exception):  # noqa: N818 - nobody but the thread that it ends sees it
    pass


class Beat:
    """Signs of life of some work, which it gives by calling this.

    Attributes:
        last: when the last one was.
        abandoned: whether nobody waits for the work any more; then the next sign ends it.
    """

    def __init__(self) -> None:
        self.last = time.monotonic()
        self.abandoned = False

    def __call__(self) -> None:
        """Give a sign of life."""
        if self.abandoned:
            raise _Abandoned
        self.last = time.monotonic()


def patience() -> float:
    """How many seconds a service may be silent."""
    text = os.environ.get(PATIENCE, "").strip()
    try:
        seconds = float(text) if text else _USUAL
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise UsageError(_NO_SECONDS(variable=PATIENCE, value=text))
    return min(seconds, threading.TIMEOUT_MAX)


def patiently(
    work: Callable[[Beat], _Result],
    seconds: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> _Result:
    """Do work in a thread of its own, as long as it gives signs of life; what it raises is raised here.

    Ctrl-C ends the wait at once, and so does what `pulse` raises. Work that goes on is told to end, and does not keep
    the program from ending.

    >>> patiently(lambda beat: 7)
    7
    """
    allowed, beat, done = patience() if seconds is None else seconds, Beat(), threading.Event()
    results: list[_Result] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(beat))
        except BaseException as error:  # noqa: BLE001 - it is raised where the work was asked for
            problems.append(error)
        finally:
            done.set()

    if stopped():
        raise StoppedError
    threading.Thread(target=run, name="cubeproof-place", daemon=True).start()
    try:
        while not done.wait(min(_GLANCE, allowed)):
            pulse()
            if stopped():
                raise StoppedError
            if time.monotonic() >= beat.last + allowed:
                raise SilentError
    except BaseException:
        beat.abandoned = True
        done.wait(_MOMENT)
        raise
    if problems:
        raise problems[0]
    return results[0]
