"""`solve_all`: solves many cubes, several at once, and yields the solutions in order.

The workers are threads of one process: large tables are in memory once, and slow loops run without the interpreter's
lock, or in separate processes.

>>> from cubeproof.puzzle.cube import Cube
>>> for number, found in solve_all([Cube(2).apply("R U"), Cube(2).apply("F")], workers=2):
...     print(number, found)
0 U' R' (2 htm, shortest)
1 F' (1 htm, shortest)
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from cubeproof.base.argument_checks import expect, expect_callable, expect_whole
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Engine
from cubeproof.contract.events import Progress, ignore
from cubeproof.contract.limit import Limit
from cubeproof.contract.settings import Options
from cubeproof.contract.threads import most_workers
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import CubeproofError, StoppedError, UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Template
from cubeproof.solving.registry import engine_row
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve

_WORKERS = Template("batch.workers", "The number of workers must be 1 or more, not {workers}.")

# The maximum number of results that wait for an earlier result; then no more items are started.
_AHEAD = 1000

# Seconds between two checks whether to stop.
_POLL_SECONDS = 0.05

# Seconds that stopped searches get to return; later results are dropped.
_GRACE = 5.0

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def solve_all(
    cubes: Iterable[Cube],
    *,
    workers: int = 1,
    engine: str | Engine = "auto",
    metric: Metric | str = Metric.HTM,
    goal: Cube | str | None = None,
    moves: str | Iterable[Move | str] | None = None,
    limit: Limit | None = None,
    progress: Progress = ignore,
    options: Options | None = None,
    quick: bool = False,
    workshop: Workshop | None = None,
) -> Iterator[tuple[int, Solution | CubeproofError]]:
    """Solve many cubes, and yield the solutions in the order of the cubes, each when it is ready.

    The cubes are read one by one, so there may be more cubes than fit into memory. While an early cube takes long, at
    most a thousand later cubes are solved ahead. If the loop over the solutions ends early, by `break` or an error, the
    running searches are stopped and waited for.

    Args:
        cubes: the cubes; an iterator is advanced in a separate thread, one cube at a time.
        workers: the number of cubes that are solved at once, 1 or more. With more than one, each search uses one
            core (the setting `jobs` is 1), unless `options` have another number.
        engine: see `solve`, also for the following arguments.
        metric: a `Metric` or its name, `htm`, `qtm` or `stm`.
        goal: the name of a goal, or its pattern.
        moves: the allowed turns.
        limit: the limits of each search.
        progress: called with the events of all searches, in several threads.
        options: the settings of the engine.
        quick: whether to return the first good answer for each cube, without a proof.
        workshop: owns the tables in memory for all cubes; `Workshop.default()` by default. Closing it ends the
            iteration.

    Yields:
        The number of each cube, from 0, with its solution or the error that `solve` raises for it.

    Raises:
        UsageError: fewer than one worker, or an unknown engine.
        TypeError: an argument of another type.
        KeyboardInterrupt: Ctrl-C, after the searches have ended.

    >>> [(number, str(found)) for number, found in solve_all([Cube(2).apply("R U2")])]
    [(0, "U2 R' (2 htm, shortest)")]
    """
    expect("cubes", cubes, Iterable, "a sequence of Cubes")
    expect_whole("workers", workers)
    expect("limit", limit, (Limit, type(None)), "a Limit")
    expect("options", options, (Options, type(None)), "an Options")
    expect("workshop", workshop, (Workshop, type(None)), "a Workshop")
    expect_callable("progress", progress)
    # Once, since the first cube would exhaust an iterator.
    allowed = moves if moves is None or isinstance(moves, str) else tuple(moves)
    if isinstance(engine, str):
        engine_row(engine)
    if workers > 1 and (options is None or options.jobs is None):
        options = replace(options or Options(), jobs=1)
    steering = Control(workshop=workshop)

    def solve_cube(cube: Cube) -> Solution | CubeproofError | None:
        control = Control(limit, progress, steering.flag, steering.workshop)
        try:
            return solve(
                cube,
                engine=engine,
                metric=metric,
                goal=goal,
                moves=allowed,
                options=options,
                quick=quick,
                control=control,
            )
        except StoppedError:
            return None
        except CubeproofError as error:
            # After the workshop is closed, later cubes have no result.
            return None if steering.stopped else error

    results = in_order(solve_cube, cubes, workers, steering)
    return ((number, result) for number, result in enumerate(results) if result is not None)


def in_order(
    work: Callable[[_Item], _Result], items: Iterable[_Item], workers: int, control: Control
) -> Generator[_Result, None, None]:
    """Call `work` with many items, several at once, and yield the results in the order of the items.

    The working threads read the items lazily: results are yielded even while reading the next item blocks. When the
    control is stopped, no further item is started, and results of running items that are ready within five seconds are
    yielded if they are next in order.

    >>> list(in_order(abs, [3, -1, 2], 2, Control()))
    [3, 1, 2]
    """
    if workers < 1:
        raise UsageError(_WORKERS(workers=workers))
    return _results(_OrderedWork(work, iter(items), control), min(workers, most_workers()))


def _results(shared: _OrderedWork[Any, _Result], workers: int) -> Generator[_Result, None, None]:
    try:
        for _ in range(workers):
            # Daemons, since a thread may wait for an item indefinitely.
            threading.Thread(target=shared.work, daemon=True).start()
        while (done := shared.next()) is not None:
            yield done.result()
    except BaseException:
        shared.control.stop()
        raise
    finally:
        shared.close()


@dataclass(frozen=True, slots=True)
class _ItemResult(Generic[_Result]):
    """The result or the error of an item."""

    value: _Result | None = None
    error: BaseException | None = None

    def result(self) -> _Result:
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]


class _OrderedWork(Generic[_Item, _Result]):
    """The items and their results, shared by all threads."""

    def __init__(self, work: Callable[[_Item], _Result], items: Iterator[_Item], control: Control) -> None:
        # Stopping the control ends all threads.
        self._work, self._items, self.control = work, items, control
        # The numbers of items read, of results yielded, and of items in progress.
        self.taken = self.given = self.working = 0
        # The results that are not yielded yet, by the number of the item.
        self.done: dict[int, _ItemResult[_Result]] = {}
        self.over = False
        self._deadline = math.inf
        self._news = threading.Condition()
        # A separate lock, since reading an item may block indefinitely.
        self._reading = threading.Lock()

    def work(self) -> None:
        """Read and process items until there are no more: the target of each thread."""
        while (taken := self._take()) is not None:
            number, item = taken
            done: _ItemResult[_Result]
            try:
                done = _ItemResult(self._work(item))
            except BaseException as error:  # noqa: BLE001 - raised by `result`
                done = _ItemResult(error=error)
            del item, taken
            with self._news:
                self.done[number] = done
                self.working -= 1
                self._news.notify_all()
            del done

    def _take(self) -> tuple[int, _Item] | None:
        with self._reading:
            with self._news:
                self._news.wait_for(lambda: self._ended() or self.taken < self.given + _AHEAD)
                if self._ended():
                    return None
            failure = None
            try:
                item = next(self._items)
            except StopIteration:
                pass
            except BaseException as error:  # noqa: BLE001 - raised by `result`
                failure = error
            else:
                with self._news:
                    if self._ended():
                        return None
                    self.taken += 1
                    self.working += 1
                    return self.taken - 1, item
            with self._news:
                if failure is not None and not self.over:
                    self.done[self.taken] = _ItemResult(error=failure)
                    self.taken += 1
                self.over = True
                self._news.notify_all()
            return None

    def _ended(self) -> bool:
        if self.control.stopped:
            self.over = True
            self._deadline = min(self._deadline, time.monotonic() + _GRACE)
        return self.over

    @property
    def _is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def next(self) -> _ItemResult[_Result] | None:
        """Wait for the next result and return it; None at the end, or if work does not end after a stop."""
        with self._news:
            while self.given not in self.done:
                if self._ended() and (self.given >= self.taken or self._is_late):
                    return None
                # A signal handler may stop the control, and cannot notify other threads.
                self._news.wait(_POLL_SECONDS)
            result = self.done.pop(self.given)
            self.given += 1
            self._news.notify_all()
            return result

    def close(self) -> None:
        """Read no further item, and wait for running work; work that does not end after a stop is abandoned."""
        with self._news:
            self.over = True
            self._news.notify_all()
            while self.working and not self._is_late:
                self._news.wait(_POLL_SECONDS)
                self._ended()
