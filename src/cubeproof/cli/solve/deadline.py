"""The time limit of the command, where the search cannot look at the clock.

Loading a library and compiling a loop cannot be interrupted inside a process. Where a search is still in there a moment
after its time is up, another thread reports the best answer and bound so far, and ends the process. Numba keeps each
loop that was compiled until then, so the next call goes on from there.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cubeproof.base.startup_signals import IS_COMMAND
from cubeproof.cli.statuses import NO_ANSWER
from cubeproof.contract.control import Control

# Seconds after the limit. A search that can look at the clock ends sooner.
_GRACE = 0.6


@contextmanager
def ended_in_time(control: Control, report: Callable[[], int], *, forced: bool = False) -> Iterator[None]:
    """Let the process end soon after the time limit, also where the search inside does not look at the clock."""
    seconds = control.limit.seconds
    if seconds is None or not (forced or IS_COMMAND):
        yield
        return
    decision = threading.Lock()

    def end() -> None:
        # Whichever thread comes first writes the answer.
        if decision.acquire(blocking=False):
            status = NO_ANSWER
            try:
                status = report()
                sys.stdout.flush()
                sys.stderr.flush()
            finally:
                # The other thread waits for this, also if the report fails.
                os._exit(status)

    timer = threading.Timer(max(0.0, seconds + _GRACE - control.elapsed), end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        # If the other thread is writing already, it ends the process.
        decision.acquire()
