"""Limits for work with services: the number of bytes to read, and the time that a service may be silent.

A thread does the work, because the time-outs of the file systems are not enough: the time-out of SFTP limits a whole
transfer and not the silence in it, and no call of fsspec ends when a search is stopped or its time is up.
"""

import math
import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from cubeproof.base.polling import pulse
from cubeproof.errors import StoppedError, UsageError
from cubeproof.sentences import Template

PAGE = 16 * 2**20
"""Maximum size in bytes of a page that lists a folder, and of a certificate's manifest."""

UNKNOWN = 256 * 2**20
"""Maximum size in bytes of a file whose service does not report its size."""


class TooLongError(OSError):
    """A file or a page is longer than expected."""


def limit_for(size: int | None) -> int:
    """Return the maximum number of bytes to read of a file, given its reported size.

    The limit is at least `PAGE`: a compressed file may be longer than the reported size.

    >>> limit_for(10) == PAGE, limit_for(2 * PAGE) == 2 * PAGE, limit_for(None) == UNKNOWN
    (True, True, True)
    """
    return UNKNOWN if size is None else max(size, PAGE)


def limit_for_all(sizes: Iterable[int | None]) -> int:
    """Return the limit in bytes for all files of a folder together, since an untrusted folder may list any number.

    >>> limit_for_all([10, None, None]) == 10 + UNKNOWN
    True
    """
    return sum(size or 0 for size in sizes) + UNKNOWN


PATIENCE = "CUBEPROOF_PATIENCE"
"""Environment variable: the seconds that a service may be silent."""

_USUAL = 120.0
# Seconds that abandoned work gets to stop before its partial output is removed.
_MOMENT = 0.5
# Seconds between two checks whether to stop.
_POLL_SECONDS = 0.1

_NO_SECONDS = Template("place.no-seconds", "{variable} must be a number of seconds above 0, not {value!r}.")

_Result = TypeVar("_Result")


class SilentError(TimeoutError):
    """A service did not respond in time."""


class _Abandoned(Exception):  # noqa: N818 - only the thread that it ends sees it
    pass


class Beat:
    """Signs of life of a task, which calls this object."""

    def __init__(self) -> None:
        self.last = time.monotonic()
        # Whether the caller no longer waits for the task.
        self.abandoned = False

    def __call__(self) -> None:
        """Give a sign of life; end the task if it is abandoned."""
        if self.abandoned:
            raise _Abandoned
        self.last = time.monotonic()


def patience() -> float:
    """Return the seconds that a service may be silent."""
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
    """Run `work` in a separate thread, and return its result or raise its exception.

    The work must call its `Beat` at least every `seconds` seconds. Ctrl-C or an exception of `pulse` ends the wait at
    once. Work that still runs is abandoned, and does not prevent the program from ending.

    Raises:
        SilentError: the work was silent too long.
        StoppedError: `stopped` returned True.

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
        while not done.wait(min(_POLL_SECONDS, allowed)):
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
