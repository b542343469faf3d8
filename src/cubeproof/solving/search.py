"""`Search`: a search that goes on by itself, to be watched and stopped."""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, overload
from weakref import WeakSet

from cubeproof.contract.control import Control
from cubeproof.contract.events import Event
from cubeproof.contract.limit import Limit
from cubeproof.contract.state import SearchState
from cubeproof.contract.workshop import Workshop
from cubeproof.problem import Problem
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.solution import ProblemSolution, Solution
from cubeproof.solving.solve import solve

# Seconds that a `with` block and a program that end wait for searches to end, and their processes.
_GRACE = 5.0


_Found = TypeVar("_Found", Solution, ProblemSolution)


class Search(Generic[_Found]):
    """`solve` in a thread of its own: its events can be gone through as they come, and it can be stopped at any time.

    At the end of a `with` block the search is stopped, if it still goes on, and waited for, five seconds at most;
    Ctrl-C inside the block ends it in the same way.

    Args:
        cube: the cube to be solved, or any other problem.
        limit: how far the search may go.
        workshop: keeps the tables in memory; see `solve`.
        how: everything else that `solve` takes, but `progress` and `control`.

    >>> with Search(Cube(2).apply("R U2 F'"), engine="sat") as search:
    ...     for event in search:
    ...         if type(event).__name__ == "Improved":
    ...             search.stop()
    >>> search.solution.length
    3
    """

    @overload
    def __init__(
        self: Search[Solution],
        cube: Cube,
        *,
        limit: Limit | None = ...,
        workshop: Workshop | None = ...,
        **how: Any,
    ) -> None: ...

    @overload
    def __init__(
        self: Search[ProblemSolution],
        cube: Problem,
        *,
        limit: Limit | None = ...,
        workshop: Workshop | None = ...,
        **how: Any,
    ) -> None: ...

    def __init__(
        self, cube: Any, *, limit: Limit | None = None, workshop: Workshop | None = None, **how: Any
    ) -> None:
        self._control = Control(limit, self._told, workshop=workshop)
        self._events: list[Event] = []
        self._solution: _Found | None = None
        self._failure: BaseException | None = None
        self._done = False
        self._news = threading.Condition()
        # A daemon, so that a program which has forgotten it can end.
        thread = threading.Thread(
            target=self._run, args=(lambda: solve(cube, **how, control=self._control),), daemon=True
        )
        thread.start()
        _SEARCHES.add(self)

    def stop(self) -> None:
        """End the search soon; its solution has the best answer and bound so far."""
        self._control.stop()

    @property
    def state(self) -> SearchState:
        """The state of the search now: the best answer, the bound, and the work of the moment."""
        return self._control.state

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._done

    @property
    def solution(self) -> _Found:
        """The solution; if the search still goes on, it is waited for.

        Raises:
            CubeproofError: as `solve` does.
        """
        self.wait()
        if self._failure is not None:
            raise self._failure
        assert self._solution is not None, "a search that is done has succeeded or failed"
        return self._solution

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, or so many seconds; return whether it has come."""
        with self._news:
            return self._news.wait_for(lambda: self._done, seconds)

    def __iter__(self) -> Iterator[Event]:
        """All events from the first one on, each as soon as it comes."""
        seen = 0
        while True:
            with self._news:
                self._news.wait_for(lambda: self._done or len(self._events) > seen)  # noqa: B023
                if seen == len(self._events):
                    return
                event = self._events[seen]
            seen += 1
            yield event

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self.wait(_GRACE)

    def _told(self, event: Event) -> None:
        with self._news:
            self._events.append(event)
            self._news.notify_all()

    def _run(self, solved: Callable[[], _Found]) -> None:
        try:
            self._solution = solved()
        except BaseException as failure:  # noqa: BLE001 - it is raised where the solution is asked for
            self._failure = failure
        with self._news:
            self._done = True
            self._news.notify_all()


_SEARCHES: WeakSet[Search[Any]] = WeakSet()


@atexit.register
def _stop_all() -> None:
    going_on = [search for search in _SEARCHES if not search.done]
    for search in going_on:
        search.stop()
    until = time.monotonic() + _GRACE
    for search in going_on:
        search.wait(max(0.0, until - time.monotonic()))
