"""`run_abandonable`: run work in a thread, and abandon the thread if it does not end in time.

Importing a library, compiling a loop and much of NumPy cannot be interrupted. So such work runs in a daemon thread, and
the caller waits only until the control's limit. Abandoned work continues, and its compiled code and tables are kept
for the next call. The caller may end the program; see `is_any_abandoned`.
"""

import contextlib
import contextvars
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from cubeproof.contract.control import PATIENCE, Control
from cubeproof.contract.events import Event
from cubeproof.contract.limit import Stop

GRACE, LEAST_GRACE = 0.5, 0.1
"""Seconds that work gets to end after the time limit or a stop, also if the limit was over before its start."""

# Seconds that work gets to end after Ctrl-C if the program continues, so that its processes end first.
_INTERRUPT_GRACE = 2.0

# Seconds of the process's own processor time after the limit for a first answer. It takes up to 0.7 seconds on a quiet
# machine, and twice as many on a busy one, whose processors share their caches.
_ANSWER_SECONDS = 1.5

# Seconds between two looks at the clock and the flag.
_POLL_SECONDS = 0.02

_Result = TypeVar("_Result")

_left: list[threading.Thread] = []


class AbandonedError(Exception):
    """Work was abandoned. Callers convert this error to an answer or another error.

    Attributes:
        stop: the reason.
    """

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop)
        self.stop = stop


def is_any_abandoned() -> bool:
    """Whether abandoned work is still running. Then only `os._exit` ends the process at once, and safely."""
    _left[:] = [thread for thread in _left if thread.is_alive()]
    return bool(_left)


def run_abandonable(work: Callable[[Control], _Result], control: Control) -> _Result:
    """Run work in a daemon thread and return its result, or abandon it soon after its limit.

    Events reach the control in the calling thread; exceptions of its progress callback are raised in the work.

    >>> run_abandonable(lambda control: control.stopped, Control())
    False
    """
    run: _AbandonableRun[_Result] = _AbandonableRun(work, control)
    try:
        run.thread.start()
        return run.result()
    except KeyboardInterrupt:
        run.interrupt()
        raise
    finally:
        run.leave()


def run_beside(work: Callable[[], object]) -> Callable[[], bool]:
    """Run work in a daemon thread, which the end of the program does not wait for; return whether it is at work.

    An exception only ends the work.

    >>> is_at_work = run_beside(lambda: 1 / 0)
    >>> while is_at_work():
    ...     time.sleep(0.01)
    """

    def run() -> None:
        with contextlib.suppress(Exception):
            work()

    thread = threading.Thread(target=run, name="cubeproof-preparation", daemon=True)
    _left.append(thread)
    thread.start()
    return thread.is_alive


@dataclass(slots=True)
class _Report:
    """An event of the work, which waits until the progress callback returns."""

    event: Event
    reply: queue.SimpleQueue[BaseException | None]


@dataclass(frozen=True, slots=True)
class _Ended(Generic[_Result]):
    """The end of the work: a result or an error."""

    result: _Result | None = None
    error: BaseException | None = None


class _AbandonableRun(Generic[_Result]):
    def __init__(self, work: Callable[[Control], _Result], control: Control) -> None:
        self.control, self.work = control, work
        # Not a SimpleQueue: up to Python 3.12 its `get` never returns if a signal comes at the end of its time.
        self.news: queue.Queue[_Report | _Ended[_Result]] = queue.Queue()
        self.guard = threading.Lock()
        self.left = False
        context = contextvars.copy_context()
        self.thread = threading.Thread(
            target=context.run, args=(self._work,), name="cubeproof-search", daemon=True
        )

    def _work(self) -> None:
        """Run the work: the target of the thread."""
        try:
            ended = _Ended(self.work(self.control.emitting_to(self._tell)))
        except BaseException as error:  # noqa: BLE001 - raised in the calling thread
            ended = _Ended(error=error)
        self.news.put(ended)

    def _tell(self, event: Event) -> None:
        report = _Report(event, queue.SimpleQueue())
        with self.guard:
            if self.left:
                return
            self.news.put(report)
        if (error := report.reply.get()) is not None:
            raise error

    def result(self) -> _Result:
        """Forward events until the work has ended or must be abandoned."""
        until: float | None = None
        used = 0.0
        while True:
            try:
                news = self.news.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                news = None
            if isinstance(news, _Ended):
                if news.error is not None:
                    raise news.error
                return news.result  # type: ignore[return-value]
            if news is not None:
                self._pass_on(news)
            reason = self.control.reason
            if reason is None:
                continue
            if until is None:
                until = time.monotonic() + max(LEAST_GRACE, GRACE - self.control.overdue)
                used = time.process_time()
            if time.monotonic() > until and not self._is_answer_awaited(time.process_time() - used):
                raise AbandonedError(reason)

    def _is_answer_awaited(self, used: float) -> bool:
        """Whether a first answer gets more time, given the seconds of the processor since the limit."""
        control = self.control
        return (
            control.is_patient
            and not control.stopped
            and used < _ANSWER_SECONDS
            and control.overdue < PATIENCE
        )

    def _pass_on(self, report: _Report) -> None:
        try:
            self.control.emit(report.event)
        except BaseException as error:  # noqa: BLE001 - raised in the work
            report.reply.put(error)
        else:
            report.reply.put(None)

    def interrupt(self) -> None:
        """Stop the work, and wait a moment for its end."""
        self.control.stop()
        self.leave()
        self.thread.join(_INTERRUPT_GRACE)

    def leave(self) -> None:
        """Abandon the work if it has not ended: its events are ignored from now on."""
        with self.guard:
            self.left = True
        while not self.news.empty():
            news = self.news.get()
            if isinstance(news, _Report):
                news.reply.put(None)
        if self.thread.is_alive() and self.thread not in _left:
            _left.append(self.thread)
