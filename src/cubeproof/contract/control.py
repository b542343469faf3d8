"""`Control`: the limits, progress reports and stop flag of a search. A search is stopped by `Control.stop`."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from cubeproof.base.polling import watched
from cubeproof.contract.events import Answered, Event, Note, Progress, ignore
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.state import SearchState
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import StoppedError, TimeUpError
from cubeproof.sentences import Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PATIENCE = 5.0
"""The most seconds after the time limit in which a first answer is awaited; see `Control.patient`."""

# Seconds between two looks at the flag, which another thread or process may set.
_POLL_SECONDS = 0.02


class Control:
    """Limits, stops and reports a search. Its clock starts when it is created.

    A search polls it as often as possible: `check()` between two steps, `wait()` instead of sleeping,
    `compiled_flag()` for a compiled loop. `stop()` may be called by any thread, signal handler or notebook cell.
    Another process stops the search by writing to `flag`, if the flag is in shared memory.

    Args:
        limit: the limits of the search.
        progress: called with events during the search. If it raises, the search ends with that exception.
        flag: shape (1,), int32: any value but 0 means stop. By default a new array.
        workshop: owns the tables in memory; `Workshop.default()` by default. Closing it stops the search.

    Attributes:
        limit: the limits of the search.
        workshop: owns the tables in memory.
        flag: shape (1,), int32: 0 while the search may continue.
        state: the state of the search after the newest event, set before the callback receives the event.
        begin: starts a `Preparation` in another process; returns a function that returns whether that is at work, or
            None if no other process can do it. Without this function, steps run in this process. `solve` sets it.

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
        self.flag: NDArray[np.int32] = _lowered_flag() if flag is None else flag
        self.workshop = workshop or Workshop.default()
        self.started = time.monotonic()
        self.state = SearchState()
        self.begin: Callable[[Any], Callable[[], bool] | None] | None = None
        # The first answers that are being computed, in all parts of the search.
        self._first_answers: list[None] = []
        self._progress = progress
        self._at_check: Callable[[], object] = lambda: None
        self._last = math.inf if self.limit.seconds is None else self.started + self.limit.seconds
        self._end = self._last

    def emit(self, event: Event) -> None:
        """Update `state` with an event, and pass the event to the progress callback."""
        self.state = self.state.after(event, self.elapsed)
        self._progress(event)

    def warn(self, warning: Sentence) -> None:
        """Report a warning as a note."""
        self.emit(Note(warning))

    def answered(self, words: Iterable[tuple[int, ...]]) -> None:
        """Report answers of the requested list, each when it surely belongs to the list; see `Answered`."""
        for word in words:
            self.emit(Answered(word))

    def proceed(self, event: Event) -> None:
        """Report an event; raise if the search was stopped, but not if the time is up. For tables that are built once.

        Raises:
            StoppedError: the search was stopped.
        """
        self.emit(event)
        self.check_stop()

    def check_stop(self) -> None:
        """Raise if the search was stopped, but not if the time is up.

        Raises:
            StoppedError: the search was stopped.
        """
        if self.stopped:
            raise StoppedError

    def stop(self) -> None:
        """Stop the search soon; it returns the best answer and bound so far. Any thread may call it, more than once."""
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
        """Seconds left: 0 if the time is up or the search was stopped, infinite without a limit."""
        return 0.0 if self.stopped else max(0.0, self._end - time.monotonic())

    @property
    def overdue(self) -> float:
        """Seconds since the time was up; 0 before, and without a limit."""
        return max(0.0, time.monotonic() - self._end)

    @property
    def expired(self) -> bool:
        """Whether the search must end: it was stopped, or its time is up."""
        return self.remaining == 0.0

    @property
    def reason(self) -> Stop | None:
        """The reason why the search must end, or None if it may continue."""
        if self.stopped:
            return Stop.INTERRUPTED
        return Stop.TIMEOUT if self.expired else None

    def check(self) -> None:
        """Raise if the search must end.

        Raises:
            StoppedError: the search was stopped.
            TimeUpError: the time is up.
        """
        self._at_check()
        if self.stopped:
            raise StoppedError
        if self.expired:
            raise TimeUpError

    def wait(self, seconds: float) -> None:
        """Sleep, at most until the search must end."""
        until = time.monotonic() + seconds
        while (left := min(until - time.monotonic(), self.remaining)) > 0:
            time.sleep(min(left, _POLL_SECONDS))

    def poll_seconds(self) -> float:
        """Return the seconds to wait for something else before the next `check`; never 0."""
        return max(0.001, min(_POLL_SECONDS, self.remaining))

    def within(self, seconds: float) -> Control:
        """Return a control for a part of the search: the same flag and callback, and at most `seconds`.

        >>> Control(Limit(seconds=60)).within(5).remaining <= 5
        True
        """
        control = self._other(self._end)
        control.renew(seconds)
        return control

    def renew(self, seconds: float) -> None:
        """Limit this part of a search to `seconds` from now, within the limit of the whole search."""
        self._end = min(self._last, time.monotonic() + seconds)

    def emitting_to(self, progress: Progress, at_check: Callable[[], object] = lambda: None) -> Control:
        """Return the same control with another progress callback, and a function that each `check` calls first."""
        control = self._other(self._end)
        control.started, control._progress, control._at_check = self.started, progress, at_check
        return control

    @contextmanager
    def patient(self) -> Iterator[Control]:
        """Yield a control for a first answer that takes a moment, to which the time limit does not apply.

        While it is used, `run_abandonable` waits longer after the limit: until the process has had 1.5 seconds of the
        processor, which takes longer on a busy machine, and at most `PATIENCE` seconds.

        >>> with Control(Limit(seconds=60)).patient() as control:
        ...     control.remaining > 60
        True
        """
        self._first_answers.append(None)
        try:
            yield self._other(self._end + PATIENCE)
        finally:
            self._first_answers.pop()

    @property
    def is_patient(self) -> bool:
        """Whether a first answer is being computed."""
        return bool(self._first_answers)

    def _other(self, end: float) -> Control:
        part = Control(self.limit, self.emit, self.flag, self.workshop)
        part.state, part._last, part._end = self.state, end, end
        part.begin, part._first_answers = self.begin, self._first_answers
        return part

    @contextmanager
    def calling(self, at_check: Callable[[], object]) -> Iterator[None]:
        """Let each `check` inside the context call a function first, which may raise."""
        before, self._at_check = self._at_check, at_check
        try:
            yield
        finally:
            self._at_check = before

    def watching(self) -> AbstractContextManager[None]:
        """Let `pulse` inside the context raise if the search must end, so that its preparation can be stopped."""
        return watched(self.check)

    @contextmanager
    def compiled_flag(self) -> Iterator[NDArray[np.int32]]:
        """Yield a flag for a compiled loop without the interpreter's lock; it becomes 1 when the loop must return.

        A compiled loop cannot read the clock or Python objects; a thread does, about fifty times a second, and sets the
        flag. Read the flag in each iteration of a loop that writes to an array: from a loop without writes the compiler
        may remove the read. When the `with` block ends, for any reason, the flag is 1, so that a loop in another
        thread also returns.

        >>> with Control(Limit(seconds=0.01)).compiled_flag() as flag:
        ...     while flag[0] == 0:
        ...         pass
        """
        flag = _lowered_flag()
        over = threading.Event()

        def look() -> None:
            while not self.expired:
                if over.wait(self.poll_seconds()):
                    return
            flag[0] = 1

        try:
            threading.Thread(target=look, name="cubeproof-clock", daemon=True).start()
            yield flag
        finally:
            over.set()
            flag[0] = 1

    # The earlier names, which engines of other packages may call.
    tell = emit
    telling = emitting_to
    glance = poll_seconds
    polled = compiled_flag


def _lowered_flag() -> NDArray[np.int32]:
    # The help of the command loads this module without NumPy.
    import numpy as np

    return np.zeros(1, dtype=np.int32)


def attach_so_far(interrupt: KeyboardInterrupt, partial_result: object) -> None:
    """Set the attribute `so_far` of a KeyboardInterrupt to the result so far, unless it is already set.

    >>> interrupt = KeyboardInterrupt()
    >>> attach_so_far(interrupt, "an answer")
    >>> interrupt.so_far
    'an answer'
    """
    # With a new exception class, a program would exit with status 1 instead of the status of Ctrl-C.
    if not hasattr(interrupt, "so_far"):
        vars(interrupt)["so_far"] = partial_result
