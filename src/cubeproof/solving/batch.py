"""`solve_all`: many cubes, several at once, their solutions in order.

The workers are threads of one process: tables of gigabytes are in memory once, and the loops that take the time
run without the interpreter's lock, or in separate processes.

>>> from cubeproof.puzzle.cube import Cube
>>> for number, found in solve_all([Cube(2).apply("R U"), Cube(2).apply("F")], workers=2):
...     print(number, found)
0 U' R' (2 htm, shortest)
1 F' (1 htm, shortest)
"""

from __future__ import annotations

import math
import os
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
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import CubeproofError, StoppedError, UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Template
from cubeproof.solving.registry import row
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve

_WORKERS = Template("batch.workers", "At least one cube is solved at a time, not {workers}.")

# Maximum number of results that wait for an earlier one; then no more items are started.
_AHEAD = 1000

# Seconds between two looks at whether all is to stop.
_GLANCE = 0.05

# Seconds that stopped searches have to return; later results are dropped.
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
    """Solve many cubes and yield the solutions in the order of the cubes, each when it is known.

    The cubes are taken one by one as they are needed, so there may be more of them than memory holds; while an
    early one takes long, at most a thousand later ones are solved ahead. Where the loop over the solutions ends
    early, by `break` or an error, the searches that still go on are stopped and waited for.

    Args:
        cubes: the cubes; an iterator is advanced in a separate thread, one cube at a time.
        workers: how many cubes are solved at once, 1 or more. With more than one, a search has one core
            (the setting `jobs` is 1), unless `options` say how many.
        engine: see `solve`, also for what follows.
        metric: how turns are counted.
        goal: what is to be reached.
        moves: the allowed turns.
        limit: how far each search may go; its seconds are for each cube.
        progress: called with the events of all searches, from several threads.
        options: settings of the engine.
        quick: whether the first good answer to each will do, without a proof.
        workshop: keeps the tables in memory for all cubes; `Workshop.default()` by default. Closing
            it ends the iteration.

    Yields:
        The number of each cube, from 0, with its solution, or with the error that `solve` raises for it.

    Raises:
        UsageError: fewer than one worker, or an engine that there is not.
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
    # Once, since an iterator would be used up by the first cube.
    allowed = moves if moves is None or isinstance(moves, str) else tuple(moves)
    if isinstance(engine, str):
        row(engine)
    if workers > 1 and (options is None or options.jobs is None):
        options = replace(options or Options(), jobs=1)
    steering = Control(workshop=workshop)

    def found(cube: Cube) -> Solution | CubeproofError | None:
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
            # A closed workshop refuses the cubes after it: they have no result.
            return None if steering.stopped else error

    results = in_order(found, cubes, workers, steering)
    return ((number, result) for number, result in enumerate(results) if result is not None)


def in_order(
    work: Callable[[_Item], _Result], items: Iterable[_Item], workers: int, control: Control
) -> Generator[_Result, None, None]:
    """Do some work on many items, several at once, and give the results in the order of the items.

    Items are taken lazily, by the threads that work on them: reading the next one may block, and the results
    that are known are still yielded. When the control is stopped, no further item is started, and results
    of running items that arrive within five seconds are yielded while they are in order.

    >>> list(in_order(abs, [3, -1, 2], 2, Control()))
    [3, 1, 2]
    """
    if workers < 1:
        raise UsageError(_WORKERS(workers=workers))
    return _results(_Shared(work, iter(items), control), min(workers, max(8, 4 * (os.cpu_count() or 1))))


def _results(shared: _Shared[Any, _Result], workers: int) -> Generator[_Result, None, None]:
    try:
        for _ in range(workers):
            # Daemons, since one may wait for an item that never comes.
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
    """The end of an item: a result or an error."""

    value: _Result | None = None
    error: BaseException | None = None

    def result(self) -> _Result:
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]


class _Shared(Generic[_Item, _Result]):
    """The items and what has become of them, shared by all threads.

    Attributes:
        control: ends all when it is stopped.
        taken: how many items have been taken.
        given: how many results have been given.
        done: what has become of the items between these two, by number.
        working: how many items are being worked on.
        over: whether no further item is taken.
    """

    def __init__(self, work: Callable[[_Item], _Result], items: Iterator[_Item], control: Control) -> None:
        self._work, self._items, self.control = work, items, control
        self.taken = self.given = self.working = 0
        self.done: dict[int, _ItemResult[_Result]] = {}
        self.over = False
        self._deadline = math.inf
        self._news = threading.Condition()
        # A separate lock, since reading an item may take indefinitely.
        self._reading = threading.Lock()

    def work(self) -> None:
        """Take items and work on them until there are none; this is what each thread runs."""
        while (taken := self._take()) is not None:
            number, item = taken
            done: _ItemResult[_Result]
            try:
                done = _ItemResult(self._work(item))
            except BaseException as error:  # noqa: BLE001 - it is raised where the result is asked for
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
            except BaseException as error:  # noqa: BLE001 - it is raised where the result is asked for
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
        """Return the result of the next item when it is known; None after the last.

        None also where all was stopped and the item's work does not end.
        """
        with self._news:
            while self.given not in self.done:
                if self._ended() and (self.given >= self.taken or self._is_late):
                    return None
                # The control may be stopped by a signal handler, which cannot notify anyone.
                self._news.wait(_GLANCE)
            result = self.done.pop(self.given)
            self.given += 1
            self._news.notify_all()
            return result

    def close(self) -> None:
        """Take no further item, and wait for the work that goes on; not for what only waits for an item.

        Work that does not end after a request to stop is left behind.
        """
        with self._news:
            self.over = True
            self._news.notify_all()
            while self.working and not self._is_late:
                self._news.wait(_GLANCE)
                self._ended()
