"""Results come in the order of their items, also in tasks of many items, whose machines fail."""

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from cubeproof.contract.control import Control
from cubeproof.work import ordered_results
from cubeproof.work.executor import LocalThreads
from cubeproof.work.ordered_results import Tasks, in_order

Numbers = tuple[int, ...]


class Groups(Tasks[int, Numbers, Numbers]):
    """Tasks of four numbers, each tried twice, in halves if its machine fails."""

    def size(self) -> int:
        return 4

    def task(self, items: Sequence[int]) -> Numbers:
        return tuple(items)

    def again(self, task: Numbers, attempt: int, error: BaseException) -> Sequence[Numbers]:
        if not isinstance(error, ConnectionError):
            return ()
        middle = len(task) // 2
        return (task[:middle], task[middle:]) if middle else (task,) * (attempt < 2)

    def failed(self, error: BaseException) -> Numbers:
        if isinstance(error, ConnectionError):
            return (-1,)
        raise error


class Machine:
    """An executor that fails for tasks with some numbers, at most `times` times."""

    def __init__(self, poison: set[int], times: int) -> None:
        self.poison, self.times, self.tasks = poison, times, list[Numbers]()

    def submit(self, function: Callable[[Any], Any], task: Any, /) -> Future[Any]:
        self.tasks.append(task)
        future: Future[Any] = Future()
        if self.poison & {*task} and self.times:
            self.times -= 1
            future.set_exception(ConnectionError())
        else:
            future.set_result(function(task))
        return future


def squares(task: Numbers) -> Numbers:
    return tuple(number * number for number in task)


def results_of(machine: Machine, items: Sequence[int]) -> list[int]:
    batch = in_order(machine, squares, items, Control(), lambda: 3, Groups())
    return [result for results in batch for result in results]


@pytest.fixture
def whole_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the last task is incomplete, however slow the reading thread is."""
    monkeypatch.setattr(ordered_results, "_MORE_SECONDS", math.inf)


@pytest.mark.usefixtures("whole_tasks")
def test_tasks_whose_machine_failed_are_submitted_in_halves_and_keep_their_place() -> None:
    machine = Machine({5, 10}, times=4)
    assert results_of(machine, range(14)) == [number * number for number in range(14)]
    assert {(0, 1, 2, 3), (4, 5, 6, 7), (4, 5), (6, 7), (8, 9), (10, 11), (12, 13)} <= {*machine.tasks}


@pytest.mark.usefixtures("whole_tasks")
def test_item_whose_machine_always_fails_costs_only_itself() -> None:
    machine = Machine({5}, times=100)
    expected = [number * number for number in range(14)]
    expected[5] = -1
    assert results_of(machine, range(14)) == expected
    assert machine.tasks.count((5,)) == 2


@pytest.mark.usefixtures("whole_tasks")
def test_other_error_of_a_task_ends_the_batch_after_the_earlier_results() -> None:
    def work(task: Numbers) -> Numbers:
        return tuple(1 // (number - 9) for number in task)

    control = Control()
    batch = in_order(Machine(set(), 0), work, range(14), control, lambda: 3, Groups())
    assert [len(next(batch)), len(next(batch))] == [4, 4]
    with pytest.raises(ZeroDivisionError):
        next(batch)
    assert control.stopped


def test_one_thread_reads_and_an_incomplete_task_does_not_wait_for_it() -> None:
    reading, seen = set[threading.Thread](), threading.Event()

    def items() -> Iterator[int]:
        for number in range(7):
            reading.add(threading.current_thread())
            if number == 6:
                # The next item is there only when all earlier results were seen.
                assert seen.wait(60)
            yield number

    results: list[int] = []
    before = {*threading.enumerate()}
    control = Control()
    with LocalThreads(1, control.flag) as threads:
        for task in in_order(threads, squares, items(), control, lambda: 3, Groups()):
            results += task
            if len(results) == 6:
                others = {thread.name for thread in {*threading.enumerate()} - before}
                assert others == {"cubeproof-reading", "cubeproof-work"}
                seen.set()
    assert results == [number * number for number in range(7)]
    assert [thread.name for thread in reading] == ["cubeproof-reading"]
