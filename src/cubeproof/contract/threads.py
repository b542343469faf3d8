"""`run_in_threads`: process many items in several threads, which end soon after the work ends for any reason."""

import itertools
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

JOIN_SECONDS = 1.0
"""Seconds that a caller waits for helper threads after stopping them."""

# Seconds between two calls of `meanwhile`.
_POLL_SECONDS = 0.02

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class _Finished(Generic[_Result]):
    number: int
    result: _Result


def run_in_threads(
    work: Callable[[_Item], _Result],
    items: Sequence[_Item],
    flag: NDArray[np.int32],
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
    numbers = itertools.count()
    results: dict[int, _Result] = {}
    # None: a thread has ended. Not a SimpleQueue: up to Python 3.12 its `get` never returns if a signal comes at the
    # end of its time.
    news: queue.Queue[_Finished[_Result] | BaseException | None] = queue.Queue()

    def run() -> None:
        try:
            while not flag[0] and (number := next(numbers)) < len(items):
                news.put(_Finished(number, work(items[number])))
        except BaseException as failure:  # noqa: BLE001 - it is raised in the calling thread
            news.put(failure)
        else:
            news.put(None)

    working = min(usable_cores() if threads is None else threads, len(items))
    crew = [threading.Thread(target=run, name="cubeproof-work", daemon=True) for _ in range(working)]

    def take(timeout: float) -> None:
        nonlocal working
        try:
            message = news.get(timeout=timeout)
        except queue.Empty:
            return
        if isinstance(message, BaseException):
            raise message
        if message is None:
            working -= 1
        else:
            results[message.number] = message.result
            done(message.result)

    try:
        for thread in crew:
            thread.start()
        while working and not flag[0]:
            take(_POLL_SECONDS)
            meanwhile()
    finally:
        if working:
            flag[0] = 1
        join_threads(crew)
    while not news.empty():
        take(0)
    return [results[number] for number in sorted(results)]


def join_threads(threads: Iterable[threading.Thread], seconds: float | None = None) -> None:
    """Wait for stopped threads, at most `seconds` for all together."""
    until = time.monotonic() + (JOIN_SECONDS if seconds is None else seconds)
    for thread in threads:
        if thread.ident is not None:
            thread.join(max(0.0, until - time.monotonic()))


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def most_workers() -> int:
    """Return the maximum useful number of threads or processes for separate work; more only take memory."""
    return max(8, 4 * usable_cores())
