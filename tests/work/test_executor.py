"""Work in threads and jobs ends soon: errors and stuck threads do not delay the caller."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.work import executor
from cubeproof.work.executor import (
    LocalThreads,
    RunningTasks,
    join_threads,
    run_in_threads,
    stop_flag,
    use_stop_flag,
)
from cubeproof.work.ordered_results import in_order
from cubeproof.work.remote import executor_of
from patience import until

Flag = NDArray[np.int32]


@pytest.fixture
def flag() -> Flag:
    return np.zeros(1, dtype=np.int32)


def until_raised(flag: Flag) -> None:
    """Work as a compiled loop does that looks at the flag."""
    while not flag[0]:
        time.sleep(0.001)


def working() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "cubeproof-work"]


def test_results_come_in_the_order_of_the_items(flag: Flag) -> None:
    first = threading.Event()

    def work(item: int) -> int:
        if item == 0:
            first.wait(60)
        first.set()
        return item * item

    seen: list[int] = []
    assert run_in_threads(work, range(20), flag, threads=2, done=seen.append) == [n * n for n in range(20)]
    assert sorted(seen) == sorted(n * n for n in range(20))
    assert not flag[0]
    assert run_in_threads(work, [], flag) == []


def test_an_error_in_a_thread_ends_the_others(flag: Flag) -> None:
    def work(item: int) -> None:
        if item == 1:
            raise OSError("the disk is gone")
        until_raised(flag)

    with pytest.raises(OSError, match="the disk is gone"):
        run_in_threads(work, [0, 1], flag, threads=2)
    assert not working()


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_error_in_the_calling_thread_ends_them_all(error: type[BaseException], flag: Flag) -> None:
    def meanwhile() -> None:
        raise error

    with pytest.raises(error):
        run_in_threads(lambda _: until_raised(flag), [0, 1], flag, threads=2, meanwhile=meanwhile)
    assert flag[0]
    assert not working()


def test_a_thread_that_cannot_be_started_ends_those_that_were(
    flag: Flag, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, started = threading.Thread.start, list[threading.Thread]()

    def starts_once(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", starts_once)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        run_in_threads(lambda _: until_raised(flag), [0, 1], flag, threads=2)
    assert not working()


@pytest.mark.parametrize("stopped_by", ["the caller", "another thread"])
def test_a_thread_that_does_not_end_is_left_behind(
    stopped_by: str, flag: Flag, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "JOIN_SECONDS", 0.01)
    go_on, begun = threading.Event(), threading.Event()

    def work(item: int) -> int:
        if item == 1:
            begun.set()
            # As a compiler does, which looks at no flag.
            go_on.wait(60)
        return item

    def meanwhile() -> None:
        if begun.is_set():
            if stopped_by == "the caller":
                raise KeyboardInterrupt
            flag[0] = 1

    if stopped_by == "the caller":
        with pytest.raises(KeyboardInterrupt):
            run_in_threads(work, [0, 1], flag, threads=1, meanwhile=meanwhile)
    else:
        assert run_in_threads(work, [0, 1], flag, threads=1, meanwhile=meanwhile) == [0]
    (stuck,) = working()
    # The end of the program does not wait for it either.
    assert stuck.daemon
    go_on.set()
    join_threads([stuck], 60)
    assert not working()


def part_after_stop(part: int) -> int:
    """Work until the flag of the task is set, as a compiled loop does."""
    flag = stop_flag()
    while not flag[0]:
        time.sleep(0.001)
    return part


class TestPieces:
    def test_pieces_come_back_as_they_are_ready(self) -> None:
        gate = threading.Event()

        def work(part: int) -> int:
            if part == 0:
                assert gate.wait(60)
            return -part

        with LocalThreads(2) as threads:
            tasks: RunningTasks[int, int] = RunningTasks(threads)
            for part in range(3):
                tasks.submit(work, part)
            results = []
            for part, future in tasks.ready():
                results.append((part, future.result()))
                if part == 2:
                    gate.set()
        assert results == [(1, -1), (2, -2), (0, 0)]
        assert tasks.unfinished == 0

    def test_stop_ends_running_pieces_and_starts_no_more(self) -> None:
        with LocalThreads(1) as executor:
            tasks: RunningTasks[int, int] = RunningTasks(executor)
            futures = [tasks.submit(part_after_stop, part) for part in range(5)]
            until(futures[0].running)
            executor.stop()
            tasks.stop()
            parts = {part: future.cancelled() for part, future in tasks.ready()}
        assert parts[0] is False
        assert parts[4] is True
        assert futures[0].result() == 0

    def test_a_piece_outside_an_executor_is_not_stopped(self) -> None:
        assert not stop_flag()[0]
        with use_stop_flag(np.ones(1, dtype=np.int32)):
            assert stop_flag()[0]
        assert not stop_flag()[0]


class Job:
    """A job as submitit returns: without callbacks."""

    def __init__(self, work: Callable[[], int]) -> None:
        self.work, self.looks, self.is_cancelled = work, 0, False

    def done(self) -> bool:
        self.looks += 1
        return self.looks > 1

    def result(self) -> int:
        return self.work()

    def cancel(self) -> None:
        self.is_cancelled = True


class Jobs:
    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def submit(self, function: Callable[[int], int], part: int) -> Job:
        self.jobs.append(Job(lambda: function(part)))
        return self.jobs[-1]


class TestExecutorOf:
    def test_jobs_without_callbacks_are_polled(self) -> None:
        control, jobs = Control(), Jobs()
        assert list(in_order(executor_of(jobs), abs, [-1, 2, -3], control, most=lambda: 2)) == [1, 2, 3]
        with pytest.raises(ZeroDivisionError):
            list(in_order(executor_of(jobs), lambda part: 1 // part, [1, 0], control, most=lambda: 2))

    def test_a_cancelled_future_cancels_its_job(self) -> None:
        jobs = Jobs()
        assert executor_of(jobs).submit(abs, 1).cancel()
        assert jobs.jobs[0].is_cancelled

    def test_executors_of_the_library_are_executors(self) -> None:
        with ThreadPoolExecutor(2) as pool:
            assert list(in_order(executor_of(pool), abs, range(-50, 0), Control(), most=lambda: 4)) == [
                *range(50, 0, -1)
            ]


def test_pieces_of_an_executor_without_its_scheduler_can_be_stopped() -> None:
    class Closed(Future[int]):
        def cancel(self) -> bool:
            raise RuntimeError("the client is closed")

    class Lost:
        def submit(self, *_: object) -> Future[Any]:
            return Closed()

    tasks: RunningTasks[int, int] = RunningTasks(Lost())
    tasks.submit(abs, -1)
    tasks.stop()
    assert tasks.unfinished == 1
