"""`in_order`: calls a function with many parts, several at once, and yields the results in the order of the parts."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from cubeproof.contract.control import Control
from cubeproof.contract.executor import Executor

if TYPE_CHECKING:
    from concurrent.futures import Future

# The maximum number of results that wait for an earlier result; then no more parts are started.
_AHEAD = 1000

# Seconds between two checks whether to stop.
_POLL_SECONDS = 0.05

# Seconds between two calls of `most`.
_MOST_SECONDS = 1.0

# Seconds that stopped pieces get to return; later results are dropped.
_GRACE = 5.0

_Part = TypeVar("_Part")
_Result = TypeVar("_Result")


def in_order(
    executor: Executor,
    function: Callable[[_Part], _Result],
    parts: Iterable[_Part],
    control: Control,
    most: Callable[[], int],
) -> Generator[_Result, None, None]:
    """Call a function with many parts, several at once, and yield the results in the order of the parts.

    A separate thread reads the parts lazily: results are yielded even while reading the next part blocks. When the
    control is stopped, no further part is started, and results of running pieces that are ready within five seconds
    are yielded if they are next in order. If the loop over the results ends early, or a piece raises an error, the
    control is stopped.

    Args:
        executor: runs the pieces.
        function: the function. Its errors end the batch.
        parts: its arguments. An error of reading them is raised after the earlier results.
        control: stops the batch. A local executor has the control's flag.
        most: returns the maximum number of unfinished pieces, which may change when machines come and go. At most a
            thousand results wait for an earlier result.

    >>> from cubeproof.contract.executor import LocalThreads
    >>> control = Control()
    >>> with LocalThreads(2, control.flag) as executor:
    ...     list(in_order(executor, abs, [3, -1, 2], control, most=lambda: 4))
    [3, 1, 2]
    """
    batch = _Batch(executor, function, iter(parts), control, most)
    try:
        threading.Thread(target=batch.read, name="cubeproof-reading", daemon=True).start()
        while (future := batch.next()) is not None:
            yield future.result()
    except BaseException:
        control.stop()
        raise
    finally:
        batch.close()


class _Batch(Generic[_Part, _Result]):
    """The parts of a batch and the futures of their results, shared by the reading and the yielding thread."""

    def __init__(
        self,
        executor: Executor,
        function: Callable[[_Part], _Result],
        parts: Iterator[_Part],
        control: Control,
        most: Callable[[], int],
    ) -> None:
        self._executor, self._function, self._parts = executor, function, parts
        self._control, self._most = control, most
        # The futures that are not yielded yet.
        self._futures: deque[Future[_Result]] = deque()
        self._unfinished = 0
        self._over = False
        self._deadline = math.inf
        self._news = threading.Condition()

    def read(self) -> None:
        """Read and submit parts until there are no more: the target of the reading thread."""
        from concurrent.futures import Future

        while self._has_room():
            try:
                part = next(self._parts)
                with self._news:
                    if self._has_ended():
                        break
                    self._unfinished += 1
                future = self._executor.submit(self._function, part)
                del part
            except StopIteration:
                break
            except BaseException as error:  # noqa: BLE001 - raised by `Future.result`
                future = Future()
                future.set_exception(error)
                with self._news:
                    self._futures.append(future)
                break
            with self._news:
                self._futures.append(future)
            # It may be called at once, in this thread.
            future.add_done_callback(self._finish)
            del future
        with self._news:
            self._over = True
            self._news.notify_all()

    def _has_room(self) -> bool:
        """Wait until one more part may be read; return False at the end."""
        while True:
            most = self._most()
            with self._news:
                if self._has_ended():
                    return False
                if self._unfinished < most and len(self._futures) < _AHEAD:
                    return True
                self._news.wait(_MOST_SECONDS)

    def _finish(self, _future: Future[_Result]) -> None:
        with self._news:
            self._unfinished -= 1
            self._news.notify_all()

    def _has_ended(self) -> bool:
        if self._control.stopped:
            self._over = True
            self._deadline = min(self._deadline, time.monotonic() + _GRACE)
        return self._over

    def next(self) -> Future[_Result] | None:
        """Wait for the next future that is done; None at the end, or if work does not end after a stop."""
        while True:
            with self._news:
                if self._futures and self._futures[0].done():
                    if self._futures[0].cancelled() and self._control.stopped:
                        return None
                    self._news.notify_all()
                    return self._futures.popleft()
                if self._has_ended() and (not self._futures or time.monotonic() > self._deadline):
                    return None
                # A signal handler may stop the control, and cannot notify other threads.
                self._news.wait(_POLL_SECONDS)
            self._cancel_stopped()

    def _cancel_stopped(self) -> None:
        """Cancel all futures after a stop. Without the lock: an executor may wait for a thread that needs it."""
        if self._control.stopped:
            for future in tuple(self._futures):
                # Has no effect on a thread that is running.
                future.cancel()

    def close(self) -> None:
        """Read no further part, and wait for running work; work that does not end after a stop is abandoned."""
        with self._news:
            self._over = True
            self._news.notify_all()
        self._cancel_stopped()
        with self._news:
            while self._unfinished and time.monotonic() <= self._deadline:
                self._has_ended()
                self._news.wait(_POLL_SECONDS)
