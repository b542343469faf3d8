"""Work in several threads ends soon: errors and stuck threads do not delay the caller."""

import threading
import time

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof.contract import threads
from cubeproof.contract.threads import join_threads, run_in_threads

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
    monkeypatch.setattr(threads, "JOIN_SECONDS", 0.01)
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
