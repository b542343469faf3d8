"""`Control`: steers a search: its limits, its progress reports, and its stop flag."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import watched
from cubeproof.contract.events import Event, Progress, ignore
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.state import SearchState
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import StoppedError, TimeUpError

# Seconds between two looks at what another thread or process may have said.
_GLANCE = 0.02


class Control:
    """Steers a search from beginning to end. Its clock starts when it is made.

    A search polls it as often as the work allows: `check()` between two steps, `wait()` instead of sleeping,
    `polled()` for a compiled loop. `stop()` may be called from anywhere: another thread, a signal handler, a
    cell of a notebook. Another process stops the search by writing into `flag`, if that lies in shared memory.

    Args:
        limit: how far the search may go.
        progress: called with small events while the search goes on. It may raise, and so end the search with an error.
        flag: shape (1,), int32: anything but 0 means stop. By default a new array.
        workshop: keeps the tables in memory; `Workshop.default()` by default. Closing it stops the search.

    Attributes:
        limit: how far the search may go.
        workshop: keeps the tables in memory.
        flag: shape (1,), int32: 0 while the search may go on.
        state: the state of the search after the newest event, set before the callback receives the event.

    >>> control = Control(Limit(seconds=60))
    >>> control.stop()
    >>> control.expired, control.reason
    (True, <Stop.INTERRUPTED: 'interrupted'>)
    """

    def __init__(
        self,
        limit: Limit | None = None,
        progress: Progress = ignore,
        flag: NDArray[np.int32] | None = None,
        workshop: Workshop | None = None,
    ) -> None:
        self.limit = Limit() if limit is None else limit
        self.flag: NDArray[np.int32] = np.zeros(1, dtype=np.int32) if flag is None else flag
        self.workshop = workshop or Workshop.default()
        self.started = time.monotonic()
        self.state = SearchState()
        self._progress = progress
        self._last = math.inf if self.limit.seconds is None else self.started + self.limit.seconds
        self._end = self._last

    def tell(self, event: Event) -> None:
        """Bring `state` up to date with an event, and pass the event to the progress callback."""
        self.state = self.state.after(event, self.elapsed)
        self._progress(event)

    def proceed(self, event: Event) -> None:
        """Report, and continue unless the search was stopped, even if the time is up: for tables that are built once.

        Raises:
            StoppedError: the search was stopped.
        """
        self.tell(event)
        self.check_stop()

    def check_stop(self) -> None:
        """Continue unless the search was stopped, even if the time is up.

        Raises:
            StoppedError: the search was stopped.
        """
        if self.stopped:
            raise StoppedError

    def stop(self) -> None:
        """End the search soon, with the best answer and bound so far. May be called from anywhere, more than once."""
        self.flag[0] = 1

    @property
    def stopped(self) -> bool:
        """Whether the search was stopped."""
        return bool(self.flag[0]) or self.workshop.closed

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    @property
    def remaining(self) -> float:
        """Seconds left, 0 when there are none or the search is to stop; infinite without a limit."""
        return 0.0 if self.stopped else max(0.0, self._end - time.monotonic())

    @property
    def expired(self) -> bool:
        """Whether the search has to end: it was stopped, or its time has run out."""
        return self.remaining == 0.0

    @property
    def reason(self) -> Stop | None:
        """Why the search is to end, None if it may go on."""
        if self.stopped:
            return Stop.INTERRUPTED
        return Stop.TIMEOUT if self.expired else None

    def check(self) -> None:
        """Go on, or raise why the search is to end.

        Raises:
            StoppedError: the search was stopped.
            TimeUpError: the time has run out.
        """
        if self.stopped:
            raise StoppedError
        if self.expired:
            raise TimeUpError

    def wait(self, seconds: float) -> None:
        """Sleep, but not longer than the search may go on."""
        until = time.monotonic() + seconds
        while (left := min(until - time.monotonic(), self.remaining)) > 0:
            time.sleep(min(left, _GLANCE))

    def glance(self) -> float:
        """For how many seconds something else may be waited for before this is to be asked again; never 0."""
        return max(0.001, min(_GLANCE, self.remaining))

    def within(self, seconds: float) -> Control:
        """Return a control for a part of the search: the same flag and callback, and at most `seconds`.

        >>> Control(Limit(seconds=60)).within(5).remaining <= 5
        True
        """
        control = self._other(self._end)
        control.renew(seconds)
        return control

    def renew(self, seconds: float) -> None:
        """Limit a part of a search to `seconds` from now on, and to the limit of the whole."""
        self._end = min(self._last, time.monotonic() + seconds)

    def telling(self, progress: Progress) -> Control:
        """The same with another progress callback."""
        control = self._other(self._end)
        control.started, control._progress = self.started, progress
        return control

    def _other(self, end: float) -> Control:
        part = Control(self.limit, self.tell, self.flag, self.workshop)
        part.state, part._last, part._end = self.state, end, end
        return part

    def watching(self) -> AbstractContextManager[None]:
        """Let what prepares a search, and calls `pulse`, be stopped like the search itself."""
        return watched(self.check)

    @contextmanager
    def polled(self) -> Iterator[NDArray[np.int32]]:
        """A flag for a compiled loop that runs without the interpreter's lock: it becomes 1 when the loop is to return.

        A compiled loop can read neither the clock nor Python objects; a thread does, about fifty times a second. Read
        the flag at every turn of a loop that writes to some array: from a loop that writes nowhere a compiler
        may take the reading out. However the `with` block ends, the flag is 1 at its end, so that a loop in another
        thread returns too.

        >>> with Control(Limit(seconds=0.01)).polled() as flag:
        ...     while flag[0] == 0:
        ...         pass
        """
        flag = np.zeros(1, dtype=np.int32)
        over = threading.Event()

        def look() -> None:
            while not self.expired:
                if over.wait(self.glance()):
                    return
            flag[0] = 1

        try:
            threading.Thread(target=look, name="cubeproof-clock", daemon=True).start()
            yield flag
        finally:
            over.set()
            flag[0] = 1


def attach_so_far(interrupt: KeyboardInterrupt, found: object) -> None:
    """Give a KeyboardInterrupt what was found before it as its attribute `so_far`, unless it has one already.

    >>> interrupt = KeyboardInterrupt()
    >>> attach_so_far(interrupt, "an answer")
    >>> interrupt.so_far
    'an answer'
    """
    # A new exception class would end a program with status 1 instead of as Ctrl-C does.
    if not hasattr(interrupt, "so_far"):
        vars(interrupt)["so_far"] = found
