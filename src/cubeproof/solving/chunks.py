"""`solve_requests`: solves many requests in chunks on an executor, such as a cluster, and yields the results in order.

A chunk is about a minute of work, in the beginning less. A chunk whose worker died is submitted again in halves, so
that a cube that kills its worker costs only itself.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from cubeproof.contract.control import Control
from cubeproof.contract.executor import Executor, stop_flag
from cubeproof.contract.ordered_results import in_order
from cubeproof.contract.request import SearchRequest
from cubeproof.errors import PlaceError, SolverError, StoppedError, UsageError
from cubeproof.sentences import Template, say
from cubeproof.solving.solution import ProblemSolution
from cubeproof.solving.solve import solve_request

if TYPE_CHECKING:
    from concurrent.futures import Future

_OTHER_VERSION = Template(
    "cluster.other-version",
    "The worker on {machine} has cubeproof {theirs}, but this run has {ours}: install one version on all machines.",
)
_OTHER_QUESTION = Template(
    "cluster.other-question",
    "The worker on {machine} reads another question than this run asks: install one version on all machines.",
)
_DIED = Template(
    "cluster.died", "The process that solved this cube ended again and again, perhaps for lack of memory."
)
_QUICK = Template(
    "cluster.quick",
    "A quick answer takes a millisecond, and a task of a cluster eight: use quick answers without a cluster.",
)

# The work of a chunk in seconds: a share of the time since the start, so that the last chunks take little longer than
# the others, between two bounds.
_SHARE, _LEAST, _MOST = 0.05, 0.5, 60.0

# The maximum number of cubes in a chunk: the results of thousands of chunks fit into memory.
_CUBES = 100

# Seconds to wait for another request before an incomplete chunk is submitted.
_MORE_SECONDS = 0.05

# How often a single cube is submitted; Dask starts it on several workers each time.
_ATTEMPTS = 3

_POLL_SECONDS = 0.2

Result = ProblemSolution | Exception | None
"""The solution of a request, or its error; None if the search was stopped before a result."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some requests, which one worker solves."""

    version: str
    """The version of cubeproof of this run."""
    requests: tuple[SearchRequest | Exception, ...]
    """The requests; an error, for example of reading a cube, is its own result."""
    digests: tuple[str, ...]
    """The digests of the requests; "" for an error."""

    @classmethod
    def of(cls, requests: Iterable[SearchRequest | Exception]) -> Chunk:
        """Return the chunk of some requests."""
        requests = tuple(requests)
        return cls(_version(), requests, tuple(map(_digest, requests)))

    def ensure_same(self) -> None:
        """Raise a UsageError if this process has another version or reads another question."""
        import platform

        if self.version != _version():
            raise UsageError(_OTHER_VERSION(machine=platform.node(), theirs=_version(), ours=self.version))
        if self.digests != tuple(map(_digest, self.requests)):
            raise UsageError(_OTHER_QUESTION(machine=platform.node()))


@dataclass(frozen=True, slots=True)
class ChunkResults:
    """The results of a chunk."""

    results: tuple[Result, ...]
    """The results, in the order of the requests."""
    seconds: float
    """The time of the worker."""


@cache
def _version() -> str:
    """Return the version of cubeproof in this process."""
    from importlib.metadata import version

    return version("cubeproof")


_Function = Callable[[Chunk], ChunkResults]


def _digest(request: SearchRequest | Exception) -> str:
    return "" if isinstance(request, Exception) else request.digest


def solve_chunk(chunk: Chunk) -> ChunkResults:
    """Solve the requests of a chunk: the function that workers run.

    Raises:
        UsageError: the worker has another version of cubeproof or of the question.
    """
    chunk.ensure_same()
    started, flag = time.monotonic(), stop_flag()
    results = tuple(
        request if isinstance(request, Exception) else _result(request, Control(request.limit, flag=flag))
        for request in chunk.requests
    )
    return ChunkResults(results, time.monotonic() - started)


def _result(request: SearchRequest, control: Control) -> Result:
    try:
        return None if control.stopped else solve_request(request, control)
    except StoppedError:
        return None
    except Exception as error:  # noqa: BLE001 - one cube that fails does not stop the others
        return error


def ensure_no_quick(quick: bool) -> None:
    """Raise a UsageError if quick answers are requested."""
    if quick:
        raise UsageError(_QUICK())


def solve_requests(
    executor: Executor,
    requests: Iterable[SearchRequest | Exception],
    control: Control,
    workers: Callable[[], int],
) -> Generator[Result, None, None]:
    """Solve requests on an executor, and yield the results in the order of the requests.

    Args:
        executor: runs the chunks.
        requests: the requests, read lazily in a separate thread; an error is its own result.
        control: stops the work.
        workers: returns the number of chunks that run at once.

    Raises:
        UsageError: a worker has another version of cubeproof.
        PlaceError: the connection to the cluster is lost.
    """
    pace = _Pace()
    for solved in in_order(
        _Resubmitting(executor, pace),
        solve_chunk,
        _chunks(requests, pace, control),
        control,
        lambda: 2 * workers(),
    ):
        yield from solved.results


class _Pace:
    """Chooses the number of requests of a chunk."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._seconds, self._size = math.inf, 1

    def record(self, solved: ChunkResults) -> None:
        """Use the time of the newest chunk as an estimate."""
        self._seconds = max(1e-6, solved.seconds / len(solved.results))

    def size(self) -> int:
        """Return the number of requests of the next chunk."""
        work = min(_MOST, max(_LEAST, _SHARE * (time.monotonic() - self._started)))
        self._size = max(1, min(int(work / self._seconds), 2 * self._size, _CUBES))
        return self._size


def _chunks(requests: Iterable[SearchRequest | Exception], pace: _Pace, control: Control) -> Iterator[Chunk]:
    """Yield chunks of requests; an incomplete chunk if reading the next request blocks."""
    # None: there are no more requests.
    waiting: queue.Queue[SearchRequest | Exception | _ReadingError | None] = queue.Queue(_CUBES)

    def put(request: SearchRequest | Exception | _ReadingError | None) -> bool:
        while not control.stopped:
            try:
                waiting.put(request, timeout=_POLL_SECONDS)
            except queue.Full:
                continue
            return True
        return False

    def read() -> None:
        try:
            for request in requests:
                if not put(request):
                    return
        except BaseException as error:  # noqa: BLE001 - it is raised after the earlier results
            put(_ReadingError(error))
        else:
            put(None)

    threading.Thread(target=read, name="cubeproof-requests", daemon=True).start()
    while not control.stopped:
        held: list[SearchRequest | Exception] = []
        size = pace.size()
        # Not None, which ends the loop.
        request: SearchRequest | Exception | _ReadingError | None = StoppedError()
        while len(held) < size:
            try:
                request = waiting.get(timeout=_MORE_SECONDS)
            except queue.Empty:
                if held or control.stopped:
                    break
                continue
            if request is None or isinstance(request, _ReadingError):
                break
            held.append(request)
        if held:
            yield Chunk.of(held)
        if isinstance(request, _ReadingError):
            raise request.error
        if request is None:
            return


@dataclass(frozen=True, slots=True)
class _ReadingError:
    error: BaseException


class _Resubmitting:
    """Submits a chunk again in halves if its worker died, and records the times of the others."""

    def __init__(self, executor: Executor, pace: _Pace) -> None:
        self._executor, self._pace = executor, pace

    def submit(self, function: Callable[[Any], Any], chunk: Any, /) -> Future[Any]:
        """Submit a chunk; its future does not end with the death of a worker."""
        from concurrent.futures import Future

        future: Future[ChunkResults] = Future()
        self._start(function, chunk, future, _ATTEMPTS)
        return future

    def _start(self, function: _Function, chunk: Chunk, future: Future[ChunkResults], attempts: int) -> None:
        try:
            task = self._executor.submit(function, chunk)
        except Exception as error:  # noqa: BLE001 - raised by `Future.result`
            _fail(future, error)
            return
        future.add_done_callback(lambda future: task.cancel() if future.cancelled() else None)
        task.add_done_callback(lambda task: self._finish(function, chunk, future, attempts, task))

    def _finish(
        self,
        function: _Function,
        chunk: Chunk,
        future: Future[ChunkResults],
        attempts: int,
        task: Future[ChunkResults],
    ) -> None:
        if future.cancelled():
            return
        error = _lost_connection() if task.cancelled() else task.exception()
        again: tuple[Callable[..., None], tuple[object, ...]]
        if error is None:
            self._pace.record(task.result())
            _succeed(future, task.result())
            return
        if not _is_death(error):
            _fail(future, error)
            return
        if len(chunk.requests) > 1:
            again = self._split, (function, chunk, future)
        elif attempts > 1:
            again = self._start, (function, chunk, future, attempts - 1)
        else:
            _succeed(future, ChunkResults((SolverError(_DIED()),), 0.0))
            return
        # Not in this thread, which may be the loop of the executor.
        threading.Thread(target=again[0], args=again[1], name="cubeproof-resubmit", daemon=True).start()

    def _split(self, function: _Function, chunk: Chunk, future: Future[ChunkResults]) -> None:
        """Submit both halves of a chunk, and join their results."""
        middle = len(chunk.requests) // 2
        halves = [
            self.submit(function, Chunk.of(requests))
            for requests in (chunk.requests[:middle], chunk.requests[middle:])
        ]
        lock = threading.Lock()

        def finish(_half: Future[ChunkResults]) -> None:
            with lock:
                if future.done() or not all(half.done() and not half.cancelled() for half in halves):
                    return
                for half in halves:
                    if (error := half.exception()) is not None:
                        _fail(future, error)
                        return
                parts = [half.result() for half in halves]
                joined = tuple(result for part in parts for result in part.results)
                _succeed(future, ChunkResults(joined, sum(part.seconds for part in parts)))

        future.add_done_callback(lambda _: [half.cancel() for half in halves])
        for half in halves:
            half.add_done_callback(finish)


def _succeed(future: Future[ChunkResults], results: ChunkResults) -> None:
    # A future that was cancelled in the meantime accepts no result.
    if future.set_running_or_notify_cancel():
        future.set_result(results)


def _fail(future: Future[ChunkResults], error: BaseException) -> None:
    if future.set_running_or_notify_cancel():
        future.set_exception(error)


def _is_death(error: BaseException) -> bool:
    """Whether an error only reports that the worker process died."""
    # A process pool is broken as a whole: submitting again raises its error.
    return type(error).__name__ == "KilledWorker"


def _lost_connection() -> PlaceError:
    return PlaceError(
        say(
            "cluster.lost",
            "The connection to the cluster is lost. With -o, the same command continues after the last answer.",
        )
    )
