"""`Executor` runs tasks in threads or on other machines; `RunningTasks` has those that are not ready.

An executor has one method, `submit(function, task)`, which returns a `concurrent.futures.Future`. So any executor of
`concurrent.futures` is one; `remote.executor_of` converts others. A task is a small value that
can be pickled, and a function of a task is pure: a task whose machine fails is computed again.

To stop work, cancel its futures. A task that is running looks at `stop_flag()`: an array that is handed on to compiled
loops. Each executor of this module sets it; without one, the flag stays 0.

>>> with LocalThreads(2) as executor:
...     tasks = RunningTasks(executor)
...     for number in (-1, 2):
...         _ = tasks.submit(abs, number)
...     print(sorted(future.result() for _, future in tasks.ready()))
[1, 2]
"""

from __future__ import annotations

import contextlib
import math
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from concurrent.futures import Future

JOIN_SECONDS = 1.0
"""Seconds that a caller waits for helper threads after stopping them."""

# Seconds between two calls of `meanwhile`, and between two looks for finished tasks.
_POLL_SECONDS = 0.02

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

Flag = NDArray[np.int32]
"""Shape (1,): 0 while the work may continue."""

_FLAG: ContextVar[Flag | None] = ContextVar("stop flag", default=None)


class Executor(Protocol):
    """Runs tasks."""

    def submit(self, function: Callable[[_Task], _Result], task: _Task, /) -> Future[_Result]:
        """Start a task when there is room for it, and return its future."""
        ...


def stop_flag() -> Flag:
    """Return the flag that the running task must obey; a new one outside a task."""
    flag = _FLAG.get()
    return np.zeros(1, dtype=np.int32) if flag is None else flag


@contextlib.contextmanager
def use_stop_flag(flag: Flag) -> Iterator[None]:
    """Let `stop_flag` return this flag in the `with` block: for executors, around each task."""
    token = _FLAG.set(flag)
    try:
        yield
    finally:
        _FLAG.reset(token)


class RunningTasks(Generic[_Task, _Result]):
    """Submitted tasks, whose futures come back as they are ready."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        # Not a SimpleQueue: up to Python 3.12 its `get` never returns if a signal comes at the end of its time.
        self._ready: queue.Queue[tuple[_Task, Future[_Result]]] = queue.Queue()
        self._running: set[Future[_Result]] = set()

    @property
    def unfinished(self) -> int:
        """The number of tasks that have not come back."""
        return len(self._running)

    def submit(self, function: Callable[[_Task], _Result], task: _Task) -> Future[_Result]:
        """Submit a task. Also between two calls of `next`, for example to try a lost task again."""
        future = self._executor.submit(function, task)
        self._running.add(future)
        future.add_done_callback(lambda future: self._ready.put((task, future)))
        return future

    def next(self, seconds: float | None = None) -> tuple[_Task, Future[_Result]] | None:
        """Return a task and its future, which is done or cancelled; None if there is none within `seconds`."""
        try:
            task, future = self._ready.get(timeout=seconds) if seconds != 0 else self._ready.get_nowait()
        except queue.Empty:
            return None
        self._running.discard(future)
        return task, future

    def ready(self) -> Iterator[tuple[_Task, Future[_Result]]]:
        """Yield tasks and their futures as they are ready, until no task is unfinished."""
        while self._running:
            if (task := self.next(_POLL_SECONDS)) is not None:
                yield task

    def stop(self) -> None:
        """Cancel all unfinished tasks. Running tasks come back when they have seen their flag."""
        for future in list(self._running):
            # An executor without its scheduler raises its own errors. It has no task that could be cancelled.
            with contextlib.suppress(Exception):
                future.cancel()


class LocalThreads:
    """Threads of this process. The end of the program does not wait for them.

    Args:
        threads: the number of threads; by default one for each core that this process may use.
        flag: the flag of all tasks; by default a new array. When it is set, no more tasks are started.

    Attributes:
        flag: the flag of all tasks.
    """

    def __init__(self, threads: int | None = None, flag: Flag | None = None) -> None:
        self.flag: Flag = np.zeros(1, dtype=np.int32) if flag is None else flag
        self._most = usable_cores() if threads is None else threads
        # None: no more tasks come.
        self._waiting: queue.SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None]
        self._waiting = queue.SimpleQueue()
        self._crew: list[threading.Thread] = []

    def submit(self, function: Callable[..., _Result], /, *arguments: Any) -> Future[_Result]:
        """Start a task when a thread is free, and return its future."""
        from concurrent.futures import Future

        future: Future[_Result] = Future()
        self._waiting.put((future, function, arguments))
        if len(self._crew) < self._most:
            # A daemon, since a task may take indefinitely.
            thread = threading.Thread(target=self._work, name="cubeproof-work", daemon=True)
            self._crew.append(thread)
            thread.start()
        return future

    def _work(self) -> None:
        with use_stop_flag(self.flag):
            while (task := self._waiting.get()) is not None:
                future, function, arguments = task
                if self.flag[0]:
                    future.cancel()
                if future.set_running_or_notify_cancel():
                    try:
                        result = function(*arguments)
                    except BaseException as error:  # noqa: BLE001 - it is raised by `Future.result`
                        future.set_exception(error)
                    else:
                        future.set_result(result)
                        del result
                # A thread that waits for work keeps no task and no result in memory.
                del task, future, function, arguments
        self._waiting.put(None)

    def stop(self) -> None:
        """Set the flag: running tasks end soon, and no more tasks are started."""
        self.flag[0] = 1

    def shutdown(self, seconds: float = math.inf) -> None:
        """Accept no more tasks, and wait for the others, at most `seconds`."""
        self._waiting.put(None)
        join_threads(self._crew, seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.stop()
        self.shutdown(JOIN_SECONDS if self.flag[0] else math.inf)


def run_in_threads(
    work: Callable[[_Task], _Result],
    items: Sequence[_Task],
    flag: Flag,
    *,
    threads: int | None = None,
    meanwhile: Callable[[], None] = lambda: None,
    done: Callable[[_Result], None] = lambda _: None,
) -> list[_Result]:
    """Call a function with many items in several threads, and return the results in the order of the items.

    If the work ends early (an error in a thread, an error of `meanwhile` or `done`, Ctrl-C, too little memory for a
    thread), the flag is set. Then the threads get `JOIN_SECONDS` to return. A thread that does not return is
    abandoned: the caller and the end of the program do not wait for it.

    Args:
        work: called in the threads. It must return soon after the flag is set.
        items: its arguments.
        flag: shape (1,), int32: 0 while the work may continue. `work` and other threads may set it too: then the
            results that are ready in time are returned.
        threads: the number of threads; by default one for each core that this process may use.
        meanwhile: called in the calling thread after every result and about fifty times a second. It may raise.
        done: called in the calling thread with each result, in the order in which they are ready. It may raise.

    >>> run_in_threads(abs, [-1, 2, -3], np.zeros(1, dtype=np.int32), threads=2)
    [1, 2, 3]
    """
    results: dict[int, _Result] = {}
    executor = LocalThreads(threads, flag)
    tasks: RunningTasks[int, _Result] = RunningTasks(executor)

    def take(seconds: float) -> bool:
        if (task := tasks.next(seconds)) is None:
            return False
        number, future = task
        if not future.cancelled():
            results[number] = future.result()
            done(results[number])
        return True

    try:
        for number in range(len(items)):
            tasks.submit(lambda number: work(items[number]), number)
        while tasks.unfinished and not flag[0]:
            take(_POLL_SECONDS)
            meanwhile()
    finally:
        if tasks.unfinished:
            flag[0] = 1
        executor.shutdown(JOIN_SECONDS)
    while take(0):
        pass
    return [results[number] for number in sorted(results)]


def join_threads(threads: Iterable[threading.Thread], seconds: float | None = None) -> None:
    """Wait for stopped threads, at most `seconds` for all together."""
    until = time.monotonic() + (JOIN_SECONDS if seconds is None else seconds)
    for thread in threads:
        if thread.ident is not None:
            left = until - time.monotonic()
            thread.join(None if left == math.inf else max(0.0, left))


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def most_workers() -> int:
    """Return the maximum useful number of threads or processes for separate work; more only take memory."""
    return max(8, 4 * usable_cores())
