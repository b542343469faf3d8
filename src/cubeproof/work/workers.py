"""`Workers`: searches parts in threads of this process, or on another executor."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from types import TracebackType
from typing import Generic, Self, TypeVar

from cubeproof.errors import CubeproofError
from cubeproof.sentences import Template
from cubeproof.work.executor import Executor, LocalThreads, RunningPieces
from cubeproof.work.journal import Record

LOST_WORKERS = Template(
    "shares.lost-workers",
    "The search stops, since its workers are lost: {reason}. Start it again to continue.",
)
"""No part can run any more."""

# Seconds between two looks at the work, and that stopped parts get to return their records.
_POLL_SECONDS, _GRACE = 0.05, 3.0
# The number of times that a part may be lost with its worker.
_MOST_LOST = 12


_Part = TypeVar("_Part")


class Workers(Generic[_Part]):
    """Runs parts; a part that is lost with its worker runs again.

    Args:
        function: returns the records of a part, which can be hashed. It ends soon after its `stop_flag` is set.
        executor: runs the parts; None for threads of this process.
        threads: returns the number of parts that run at once on the executor.
        jobs: the number of threads of this process.

    Attributes:
        running: the parts that have not returned.
        failure: why no part can run any more; empty while parts can run.
    """

    def __init__(
        self,
        function: Callable[[_Part], list[Record]],
        executor: Executor | None,
        threads: Callable[[], int] | None,
        jobs: int,
    ) -> None:
        self._local = LocalThreads(jobs) if executor is None else None
        self._pieces: RunningPieces[_Part, list[Record]] = RunningPieces(executor or self._local)  # type: ignore[arg-type] # one of them
        self._function = function
        self._threads = threads or (lambda: jobs if executor is None else 1)
        self._lost: dict[_Part, int] = {}
        self._until: float | None = None
        self.running: dict[Future[list[Record]], _Part] = {}
        self.failure: str | None = None

    @property
    def have_room(self) -> bool:
        """Whether another part would soon run."""
        return self._until is None and len(self.running) <= self._threads()

    def submit(self, part: _Part) -> None:
        """Start a part, or let it wait for a thread."""
        self.running[self._pieces.submit(self._function, part)] = part

    def next(self) -> tuple[_Part, list[Record]] | None:
        """Return a part and its records, or None if there is none in a moment.

        Raises:
            CubeproofError: an error of the search, such as another version of a table.
        """
        piece = self._pieces.next(_POLL_SECONDS)
        if piece is None:
            if self._until is not None and time.monotonic() > self._until:
                self.running.clear()
            return None
        part, future = piece
        self.running.pop(future, None)
        try:
            return part, future.result()
        except CubeproofError:
            raise
        except (Exception, CancelledError) as error:  # noqa: BLE001 - executors raise their own errors for lost workers
            if self._until is None:
                self._try_again(part, error)
            return None

    def _try_again(self, part: _Part, error: BaseException) -> None:
        self._lost[part] = self._lost.get(part, 0) + 1
        try:
            if self._lost[part] < _MOST_LOST:
                self.submit(part)
                return
        except Exception as refusal:  # noqa: BLE001 - an executor without its scheduler
            error = refusal
        self.failure = f"{type(error).__name__}: {error}"[:200]

    def stop(self) -> None:
        """Let running parts end soon, with their records if they run in this process."""
        if self._until is None:
            self._until = time.monotonic() + _GRACE
            if self._local is not None:
                self._local.stop()
            else:
                self._pieces.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if self._local is not None:
            self._local.shutdown(_GRACE)
