"""`solve_requests`: solves many requests in chunks on an executor, such as a cluster, and yields the results in order.

A chunk is about a minute of work, in the beginning less. A chunk whose worker died is submitted again in halves, so
that a cube that kills its worker costs only itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from cubeproof.contract.control import Control
from cubeproof.contract.request import SearchRequest
from cubeproof.errors import PlaceError, SolverError, StoppedError, UsageError
from cubeproof.sentences import Template
from cubeproof.solving.solution import ProblemSolution
from cubeproof.solving.solve import solve_request
from cubeproof.work.executor import Executor, stop_flag
from cubeproof.work.ordered_results import Tasks, in_order

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
_LOST = Template(
    "cluster.lost",
    "The connection to the cluster is lost. With -o, the same command continues after the last answer.",
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

# How often a single cube is submitted; Dask starts it on several workers each time.
_ATTEMPTS = 3

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
    for solved in in_order(executor, solve_chunk, requests, control, lambda: 2 * workers(), _Chunks()):
        yield from solved.results


class _Chunks(Tasks[SearchRequest | Exception, Chunk, ChunkResults]):
    """Chooses the number of requests of a chunk, and submits a chunk again in halves if its worker died."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._seconds, self._size = math.inf, 1

    def record(self, result: ChunkResults) -> None:
        """Use the time of the newest chunk as an estimate."""
        self._seconds = max(1e-6, result.seconds / len(result.results))

    def size(self) -> int:
        """Return the number of requests of the next chunk."""
        work = min(_MOST, max(_LEAST, _SHARE * (time.monotonic() - self._started)))
        self._size = max(1, min(int(work / self._seconds), 2 * self._size, _CUBES))
        return self._size

    def task(self, items: Sequence[SearchRequest | Exception]) -> Chunk:
        """Return the chunk of some requests."""
        return Chunk.of(items)

    def again(self, task: Chunk, attempt: int, error: BaseException) -> Sequence[Chunk]:
        """Return the halves of a chunk whose worker died, or a single cube for another attempt."""
        if not _is_death(error):
            return ()
        middle = len(task.requests) // 2
        if middle:
            return Chunk.of(task.requests[:middle]), Chunk.of(task.requests[middle:])
        return (task,) if attempt < _ATTEMPTS else ()

    def failed(self, error: BaseException) -> ChunkResults:
        """Return an error for a cube whose worker died again and again; raise any other error."""
        from concurrent.futures import CancelledError

        if _is_death(error):
            return ChunkResults((SolverError(_DIED()),), 0.0)
        raise PlaceError(_LOST()) if isinstance(error, CancelledError) else error


def _is_death(error: BaseException) -> bool:
    """Whether an error only reports that the worker process died."""
    # A process pool is broken as a whole: submitting again raises its error.
    return type(error).__name__ == "KilledWorker"
