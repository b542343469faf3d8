"""`Workers`: runs tasks in threads of this process, or on another executor."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from types import TracebackType
from typing import Generic, Self, TypeVar

from cubeproof.errors import CubeproofError
from cubeproof.sentences import Template
from cubeproof.work.executor import Executor, LocalThreads, RunningTasks
from cubeproof.work.journal import Record

LOST_WORKERS = Template(
    "shares.lost-workers",
    "The search stops, since its workers are lost: {reason}. Start it again to continue.",
)
"""No task can run any more."""

# Seconds between two looks at the work, and that stopped tasks get to return their records.
_POLL_SECONDS, _GRACE = 0.05, 3.0
# The number of times that a task may be lost with its worker.
_MOST_LOST = 12


_Task = TypeVar("_Task")


class Workers(Generic[_Task]):
    """Runs tasks; a task that is lost with its worker runs again.

    Args:
        function: returns the records of a task, which can be hashed. It ends soon after its `stop_flag` is set.
        executor: runs the tasks; None for threads of this process.
        threads: returns the number of tasks that run at once on the executor.
        jobs: the number of threads of this process.

    Attributes:
        running: the tasks that have not returned.
        failure: why no task can run any more; empty while tasks can run.
    """

    def __init__(
        self,
        function: Callable[[_Task], list[Record]],
        executor: Executor | None,
        threads: Callable[[], int] | None,
        jobs: int,
    ) -> None:
        self._local = LocalThreads(jobs) if executor is None else None
        self._tasks: RunningTasks[_Task, list[Record]] = RunningTasks(executor or self._local)  # type: ignore[arg-type] # one of them
        self._function = function
        self._threads = threads or (lambda: jobs if executor is None else 1)
        self._lost: dict[_Task, int] = {}
        self._until: float | None = None
        self.running: dict[Future[list[Record]], _Task] = {}
        self.failure: str | None = None

    @property
    def have_room(self) -> bool:
        """Whether another task would soon run."""
        return self._until is None and len(self.running) <= self._threads()

    def submit(self, task: _Task) -> None:
        """Start a task, or let it wait for a thread."""
        self.running[self._tasks.submit(self._function, task)] = task

    def next(self) -> tuple[_Task, list[Record]] | None:
        """Return a task and its records, or None if there is none in a moment.

        Raises:
            CubeproofError: an error of the search, such as another version of a table.
        """
        result = self._tasks.next(_POLL_SECONDS)
        if result is None:
            if self._until is not None and time.monotonic() > self._until:
                self.running.clear()
            return None
        task, future = result
        self.running.pop(future, None)
        try:
            return task, future.result()
        except CubeproofError:
            raise
        except (Exception, CancelledError) as error:  # noqa: BLE001 - executors raise their own errors for lost workers
            if self._until is None:
                self._try_again(task, error)
            return None

    def _try_again(self, task: _Task, error: BaseException) -> None:
        self._lost[task] = self._lost.get(task, 0) + 1
        try:
            if self._lost[task] < _MOST_LOST:
                self.submit(task)
                return
        except Exception as refusal:  # noqa: BLE001 - an executor without its scheduler
            error = refusal
        self.failure = f"{type(error).__name__}: {error}"[:200]

    def stop(self) -> None:
        """Let running tasks end soon, with their records if they run in this process."""
        if self._until is None:
            self._until = time.monotonic() + _GRACE
            if self._local is not None:
                self._local.stop()
            else:
                self._tasks.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if self._local is not None:
            self._local.shutdown(_GRACE)
