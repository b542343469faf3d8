"""`Search`: a search in a separate thread, whose events can be read, and that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, overload
from weakref import finalize

from cubeproof.contract.control import Control
from cubeproof.contract.events import Answered, Event
from cubeproof.contract.limit import Limit
from cubeproof.contract.state import SearchState
from cubeproof.contract.workshop import Workshop
from cubeproof.problem import Problem
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.solution import ProblemSolution, Solution
from cubeproof.solving.solve import solve

# Seconds that the end of a `with` block waits for the search and its processes.
_GRACE = 5.0


_Found = TypeVar("_Found", Solution, ProblemSolution)


class Search(Generic[_Found]):
    """`solve` in a separate thread: iterate over its events, or stop it at any time.

    The end of a `with` block stops the search, and waits at most five seconds for its end; so does Ctrl-C inside the
    block. A search to which no reference is left is stopped.

    Args:
        cube: the cube to solve, or a problem.
        limit: the limits of the search.
        workshop: owns the tables in memory; see `solve`.
        how: other arguments of `solve`, except `progress` and `control`.

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
        self._run: _SearchThread[_Found] = _SearchThread()
        self._control = control = Control(limit, self._run.tell, workshop=workshop)
        # The thread refers to the run and not to this object, so that a dropped search can be stopped.
        finalize(self, control.stop).atexit = False
        # A daemon, so that a running search does not prevent the end of the program.
        threading.Thread(
            target=self._run.work, args=(lambda: solve(cube, **how, control=control),), daemon=True
        ).start()

    def stop(self) -> None:
        """Stop the search soon; its solution has the best answer and bound so far."""
        self._control.stop()

    @property
    def state(self) -> SearchState:
        """The current state of the search: the best answer, the bound, and the current work."""
        return self._control.state

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._run.done

    @property
    def solution(self) -> _Found:
        """The solution; waits for the end of the search.

        Raises:
            CubeproofError: an error of `solve`.
        """
        self.wait()
        return self._run.result()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, at most `seconds` seconds; return whether the search has ended."""
        return self._run.wait(seconds)

    def __iter__(self) -> Iterator[Event]:
        """Yield all events from the first, each when it occurs."""
        seen = 0
        while (event := self._run.event(seen)) is not None:
            seen += 1
            yield event

    @property
    def answers(self) -> Iterator[str]:
        """Yield each answer of the list as text, when it surely belongs to the list.

        The list is requested by `Options(every=True)`; a search for one answer yields nothing.

        >>> from cubeproof import Options
        >>> with Search(Cube(2).apply("R U2 R"), options=Options(every=True)) as search:
        ...     answers = list(search.answers)
        >>> answers == search.solution.all_written
        True
        """
        return (event.turns for event in self if isinstance(event, Answered))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self.wait(_GRACE)


class _SearchThread(Generic[_Found]):
    """The data that a search's thread shares with its `Search`."""

    def __init__(self) -> None:
        self.done = False
        self._events: list[Event] = []
        self._solution: _Found | None = None
        self._failure: BaseException | None = None
        self._news = threading.Condition()

    def tell(self, event: Event) -> None:
        with self._news:
            self._events.append(event)
            self._news.notify_all()

    def work(self, search: Callable[[], _Found]) -> None:
        try:
            self._solution = search()
        except BaseException as failure:  # noqa: BLE001 - raised by `result`
            self._failure = failure
        with self._news:
            self.done = True
            self._news.notify_all()

    def wait(self, seconds: float | None) -> bool:
        with self._news:
            return self._news.wait_for(lambda: self.done, seconds)

    def event(self, number: int) -> Event | None:
        """Wait for an event by its number; None if the search ended without it."""
        with self._news:
            self._news.wait_for(lambda: self.done or len(self._events) > number)
            return self._events[number] if number < len(self._events) else None

    def result(self) -> _Found:
        if self._failure is not None:
            raise self._failure
        assert self._solution is not None, "a search that is done has succeeded or failed"
        return self._solution
