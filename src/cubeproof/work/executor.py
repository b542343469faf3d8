"""`Executor` runs pieces of work in threads or on other machines; `RunningPieces` has those that are not ready.

An executor has one method, `submit(function, part)`, which returns a `concurrent.futures.Future`. So any executor of
`concurrent.futures` is one; `remote.executor_of` converts others. A part is a small value that
can be pickled, and a function of a part is pure: a part whose machine fails is computed again.

To stop work, cancel its futures. A piece that is running looks at `stop_flag()`: an array that is handed on to compiled
loops. Each executor of this module sets it; without one, the flag stays 0.

>>> with LocalThreads(2) as executor:
...     pieces = RunningPieces(executor)
...     for number in (-1, 2):
...         _ = pieces.submit(abs, number)
...     print(sorted(future.result() for _, future in pieces.ready()))
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

# Seconds between two calls of `meanwhile`, and between two looks for finished pieces.
_POLL_SECONDS = 0.02

_Part = TypeVar("_Part")
_Result = TypeVar("_Result")

Flag = NDArray[np.int32]
"""Shape (1,): 0 while the work may continue."""

_FLAG: ContextVar[Flag | None] = ContextVar("stop flag", default=None)


class Executor(Protocol):
    """Runs pieces of work."""

    def submit(self, function: Callable[[_Part], _Result], part: _Part, /) -> Future[_Result]:
        """Start a piece of work when there is room for it, and return its future."""
        ...


def stop_flag() -> Flag:
    """Return the flag that the running piece of work must obey; a new one outside a piece."""
    flag = _FLAG.get()
    return np.zeros(1, dtype=np.int32) if flag is None else flag


@contextlib.contextmanager
def use_stop_flag(flag: Flag) -> Iterator[None]:
    """Let `stop_flag` return this flag in the `with` block: for executors, around each piece of work."""
    token = _FLAG.set(flag)
    try:
        yield
    finally:
        _FLAG.reset(token)


class RunningPieces(Generic[_Part, _Result]):
    """Submitted pieces of work, whose futures come back as they are ready."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        # Not a SimpleQueue: up to Python 3.12 its `get` never returns if a signal comes at the end of its time.
        self._ready: queue.Queue[tuple[_Part, Future[_Result]]] = queue.Queue()
        self._running: set[Future[_Result]] = set()

    @property
    def unfinished(self) -> int:
        """The number of pieces that have not come back."""
        return len(self._running)

    def submit(self, function: Callable[[_Part], _Result], part: _Part) -> Future[_Result]:
        """Submit a piece of work. Also between two calls of `next`, for example to try a lost piece again."""
        future = self._executor.submit(function, part)
        self._running.add(future)
        future.add_done_callback(lambda future: self._ready.put((part, future)))
        return future

    def next(self, seconds: float | None = None) -> tuple[_Part, Future[_Result]] | None:
        """Return a part and its future, which is done or cancelled; None if there is none within `seconds`."""
        try:
            part, future = self._ready.get(timeout=seconds) if seconds != 0 else self._ready.get_nowait()
        except queue.Empty:
            return None
        self._running.discard(future)
        return part, future

    def ready(self) -> Iterator[tuple[_Part, Future[_Result]]]:
        """Yield parts and their futures as they are ready, until no piece is unfinished."""
        while self._running:
            if (piece := self.next(_POLL_SECONDS)) is not None:
                yield piece

    def stop(self) -> None:
        """Cancel all unfinished pieces. Running pieces come back when they have seen their flag."""
        for future in list(self._running):
            # An executor without its scheduler raises its own errors. It has no piece that could be cancelled.
            with contextlib.suppress(Exception):
                future.cancel()


class LocalThreads:
    """Threads of this process. The end of the program does not wait for them.

    Args:
        threads: the number of threads; by default one for each core that this process may use.
        flag: the flag of all pieces; by default a new array. When it is set, no more pieces are started.

    Attributes:
        flag: the flag of all pieces.
    """

    def __init__(self, threads: int | None = None, flag: Flag | None = None) -> None:
        self.flag: Flag = np.zeros(1, dtype=np.int32) if flag is None else flag
        self._most = usable_cores() if threads is None else threads
        # None: no more pieces come.
        self._waiting: queue.SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None]
        self._waiting = queue.SimpleQueue()
        self._crew: list[threading.Thread] = []

    def submit(self, function: Callable[..., _Result], /, *arguments: Any) -> Future[_Result]:
        """Start a piece of work when a thread is free, and return its future."""
        from concurrent.futures import Future

        future: Future[_Result] = Future()
        self._waiting.put((future, function, arguments))
        if len(self._crew) < self._most:
            # A daemon, since a piece may take indefinitely.
            thread = threading.Thread(target=self._work, name="cubeproof-work", daemon=True)
            self._crew.append(thread)
            thread.start()
        return future

    def _work(self) -> None:
        with use_stop_flag(self.flag):
            while (piece := self._waiting.get()) is not None:
                future, function, arguments = piece
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
                # A thread that waits for work keeps no part and no result in memory.
                del piece, future, function, arguments
        self._waiting.put(None)

    def stop(self) -> None:
        """Set the flag: running pieces end soon, and no more pieces are started."""
        self.flag[0] = 1

    def shutdown(self, seconds: float = math.inf) -> None:
        """Accept no more pieces, and wait for the others, at most `seconds`."""
        self._waiting.put(None)
        join_threads(self._crew, seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.stop()
        self.shutdown(JOIN_SECONDS if self.flag[0] else math.inf)


def run_in_threads(
    work: Callable[[_Part], _Result],
    items: Sequence[_Part],
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
    pieces: RunningPieces[int, _Result] = RunningPieces(executor)

    def take(seconds: float) -> bool:
        if (piece := pieces.next(seconds)) is None:
            return False
        number, future = piece
        if not future.cancelled():
            results[number] = future.result()
            done(results[number])
        return True

    try:
        for number in range(len(items)):
            pieces.submit(lambda number: work(items[number]), number)
        while pieces.unfinished and not flag[0]:
            take(_POLL_SECONDS)
            meanwhile()
    finally:
        if pieces.unfinished:
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
