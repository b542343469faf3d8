"""`in_order`: calls a function with many tasks, several at once, and yields the results in the order of their items.

One thread reads the items, since the next one may be long in coming. `Tasks` says how many items a task has, and what
is submitted again in place of a task whose machine failed.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cubeproof.contract.control import Control
from cubeproof.work.executor import Executor

if TYPE_CHECKING:
    from concurrent.futures import Future

# The maximum number of results that wait for an earlier result; then no more items are read.
_AHEAD = 1000

# Seconds between two checks whether to stop.
_POLL_SECONDS = 0.05

# Seconds to wait for another item before an incomplete task is submitted.
_MORE_SECONDS = 0.05

# Seconds between two calls of `most`.
_MOST_SECONDS = 1.0

# Seconds that stopped tasks get to return; later results are dropped.
_GRACE = 5.0

_Item = TypeVar("_Item")
_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class Tasks(Generic[_Item, _Task, _Result]):
    """Makes tasks of items: here each item is a task, and an error of a task ends the batch."""

    def size(self) -> int:
        """Return the number of items of the next task."""
        return 1

    def task(self, items: Sequence[_Item]) -> _Task:
        """Return the task of some items."""
        return items[0]  # type: ignore[return-value] # a subclass with other tasks overrides it

    def record(self, result: _Result) -> None:
        """Use the newest result, for example its time. Called in any thread."""

    def again(self, task: _Task, attempt: int, error: BaseException) -> Sequence[_Task]:  # noqa: ARG002 - for subclasses
        """Return the tasks in place of a failed one: itself, or parts of it in order; empty if the error is final.

        Args:
            task: the task that failed.
            attempt: the number of the attempt, from 1. Parts of a task start again with 1.
            error: its error; CancelledError if its executor gave it up.
        """
        return ()

    def failed(self, error: BaseException) -> _Result:
        """Return the result of a task whose error is final, or raise an error."""
        raise error


@dataclass(eq=False, slots=True)
class _OrderedTask(Generic[_Task, _Result]):
    """A task in the order of the results."""

    task: _Task | None = None
    attempt: int = 1
    future: Future[_Result] | None = None
    error: BaseException | None = None
    # Whether the result or the error is final.
    is_ready: bool = False


def in_order(
    executor: Executor,
    function: Callable[[_Task], _Result],
    items: Iterable[_Item],
    control: Control,
    most: Callable[[], int],
    tasks: Tasks[_Item, _Task, _Result] | None = None,
) -> Generator[_Result, None, None]:
    """Call a function with many tasks, several at once, and yield the results in the order of the items.

    A separate thread reads the items lazily: results are yielded even while reading the next item blocks. When the
    control is stopped, no further task is started, and results of running tasks that are ready within five seconds
    are yielded if they are next in order. If the loop over the results ends early, or a task raises an error, the
    control is stopped.

    Args:
        executor: runs the tasks.
        function: the function. Its errors end the batch, unless `tasks` tries again.
        items: its arguments, or what `tasks` makes them of. An error of reading them is raised after the earlier
            results.
        control: stops the batch. A local executor has the control's flag.
        most: returns the maximum number of unfinished tasks, which may change when machines come and go. At most a
            thousand results wait for an earlier result.
        tasks: makes tasks of items; by default, each item is a task.

    >>> from cubeproof.work.executor import LocalThreads
    >>> control = Control()
    >>> with LocalThreads(2, control.flag) as executor:
    ...     list(in_order(executor, abs, [3, -1, 2], control, most=lambda: 4))
    [3, 1, 2]
    """
    batch = _Batch(executor, function, iter(items), control, most, tasks or Tasks())
    try:
        threading.Thread(target=batch.read, name="cubeproof-reading", daemon=True).start()
        while (slot := batch.next()) is not None:
            yield batch.result(slot)
    except BaseException:
        control.stop()
        raise
    finally:
        batch.close()


class _Batch(Generic[_Item, _Task, _Result]):
    """The tasks of a batch and the futures of their results, shared by the reading and the yielding thread."""

    def __init__(
        self,
        executor: Executor,
        function: Callable[[_Task], _Result],
        items: Iterator[_Item],
        control: Control,
        most: Callable[[], int],
        tasks: Tasks[_Item, _Task, _Result],
    ) -> None:
        self._executor, self._function, self._items = executor, function, items
        self._control, self._most, self._tasks = control, most, tasks
        # The items of the next task, and the time of the last one.
        self._held: list[_Item] = []
        self._read_at = math.inf
        # The tasks that are not yielded yet, and those that failed since the last call of `next`.
        self._slots: deque[_OrderedTask[_Task, _Result]] = deque()
        self._failed: list[_OrderedTask[_Task, _Result]] = []
        self._unfinished = 0
        self._over = False
        self._deadline = math.inf
        self._news = threading.Condition()

    def read(self) -> None:
        """Read items and submit tasks until there are no more: the target of the reading thread."""
        size = 1
        error: BaseException | None = None
        while self._has_room():
            if not self._held:
                size = self._tasks.size()
            try:
                item = next(self._items)
            except StopIteration:
                break
            except BaseException as raised:  # noqa: BLE001 - raised after the earlier results
                error = raised
                break
            with self._news:
                self._held.append(item)
                self._read_at = time.monotonic()
                is_whole = len(self._held) >= size
            del item
            if is_whole:
                self._submit_held()
        self._submit_held()
        with self._news:
            if error is not None:
                self._slots.append(_OrderedTask(error=error, is_ready=True))
            self._over = True
            self._news.notify_all()

    def _has_room(self) -> bool:
        """Wait until one more item may be read; return False at the end."""
        while True:
            most = self._most()
            with self._news:
                if self._has_ended():
                    return False
                if self._held or (self._unfinished < most and len(self._slots) < _AHEAD):
                    return True
                self._news.wait(_MOST_SECONDS)

    def _submit_held(self) -> None:
        """Submit the items that were read as one task."""
        with self._news:
            items, self._held, self._read_at = self._held, [], math.inf
            if not items or self._has_ended():
                return
            slot: _OrderedTask[_Task, _Result] = _OrderedTask()
            self._slots.append(slot)
            self._unfinished += 1
        self._submit(slot, self._tasks.task(items))

    def _submit(self, slot: _OrderedTask[_Task, _Result], task: _Task) -> None:
        slot.task = task
        try:
            future = self._executor.submit(self._function, task)
        except BaseException as error:  # noqa: BLE001 - raised in the order of the results
            self._finish(slot, error)
            return
        slot.future = future
        # It may be called at once, in this thread.
        future.add_done_callback(lambda future: self._finish(slot, _error_of(future)))

    def _finish(self, slot: _OrderedTask[_Task, _Result], error: BaseException | None) -> None:
        if error is None:
            assert slot.future is not None, "the task has ended"
            self._tasks.record(slot.future.result())
            slot.task = None
        with self._news:
            self._unfinished -= 1
            slot.error, slot.is_ready = error, error is None
            if error is not None:
                self._failed.append(slot)
            self._news.notify_all()

    def _has_ended(self) -> bool:
        if self._control.stopped:
            self._over = True
            self._deadline = min(self._deadline, time.monotonic() + _GRACE)
        return self._over

    def next(self) -> _OrderedTask[_Task, _Result] | None:
        """Wait for the next task that is ready; None at the end, or if work does not end after a stop."""
        while True:
            self._submit_again()
            if time.monotonic() - self._read_at > _MORE_SECONDS:
                # Reading the next item blocks.
                self._submit_held()
            with self._news:
                if self._slots and self._slots[0].is_ready:
                    future = self._slots[0].future
                    if future is not None and future.cancelled() and self._control.stopped:
                        return None
                    self._news.notify_all()
                    return self._slots.popleft()
                if self._has_ended() and (not self._slots or time.monotonic() > self._deadline):
                    return None
                # A signal handler may stop the control, and cannot notify other threads.
                if not self._failed:
                    self._news.wait(_POLL_SECONDS)
            self._cancel_stopped()

    def result(self, slot: _OrderedTask[_Task, _Result]) -> _Result:
        """Return the result of a task that is ready, or raise its error."""
        if slot.error is not None:
            return self._tasks.failed(slot.error)
        assert slot.future is not None, "the task has ended"
        return slot.future.result()

    def _submit_again(self) -> None:
        """Submit failed tasks again, or parts of them. In this thread: a callback may run in the executor's loop."""
        with self._news:
            failed, self._failed = self._failed, []
        for slot in failed:
            again: Sequence[_Task] = ()
            if slot.task is not None and slot.error is not None and not self._control.stopped:
                again = self._tasks.again(slot.task, slot.attempt, slot.error)
            slots = [
                _OrderedTask[_Task, _Result](attempt=slot.attempt + 1 if len(again) == 1 else 1)
                for _ in again
            ]
            with self._news:
                slot.is_ready = not again
                if again:
                    place = self._slots.index(slot)
                    del self._slots[place]
                    for number, part in enumerate(slots):
                        self._slots.insert(place + number, part)
                    self._unfinished += len(slots)
            for part, task in zip(slots, again, strict=True):
                self._submit(part, task)

    def _cancel_stopped(self) -> None:
        """Cancel all futures after a stop. Without the lock: an executor may wait for a thread that needs it."""
        if self._control.stopped:
            for slot in tuple(self._slots):
                if slot.future is not None:
                    # Has no effect on a thread that is running.
                    slot.future.cancel()

    def close(self) -> None:
        """Read no further item, and wait for running work; work that does not end after a stop is abandoned."""
        with self._news:
            self._over = True
            self._news.notify_all()
        self._cancel_stopped()
        with self._news:
            while self._unfinished and time.monotonic() <= self._deadline:
                self._has_ended()
                self._news.wait(_POLL_SECONDS)


def _error_of(future: Future[Any]) -> BaseException | None:
    from concurrent.futures import CancelledError

    return CancelledError() if future.cancelled() else future.exception()
