"""`executor_of`: the executor of a Dask client, of submitit or of any library with `concurrent.futures`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cubeproof.base.argument_checks import wrong
from cubeproof.work.executor import Executor, use_stop_flag

if TYPE_CHECKING:
    from concurrent.futures import Future

# Seconds between two looks at jobs without callbacks.
_JOB_SECONDS = 0.5

# Seconds between two looks of a task on a Dask worker whether anyone waits for its result.
_TASK_SECONDS = 0.2

_Part = TypeVar("_Part")
_Result = TypeVar("_Result")


def executor_of(value: Any) -> Executor:
    """Return the executor of a value.

    Args:
        value: an executor of `concurrent.futures` or mpi4py; Dask's `Client`, or what its `get_executor` returns;
            submitit's executor.

    Raises:
        TypeError: another value.

    >>> executor_of("tcp://localhost:8786")
    Traceback (most recent call last):
      ...
    TypeError: `executor` must be an executor or a Dask Client, not 'tcp://localhost:8786', which is of type str.
    """
    if callable(getattr(value, "get_executor", None)):
        return _DaskExecutor(value)
    if not callable(getattr(value, "submit", None)):
        raise wrong("executor", value, "an executor or a Dask Client")
    return _AnyExecutor(value)


class _AnyExecutor:
    """An executor whose futures may lack callbacks, as submitit's jobs do."""

    def __init__(self, executor: Any) -> None:
        self._executor = executor
        self._jobs: list[tuple[Any, Future[Any]]] = []
        self._lock = threading.Lock()

    def submit(self, function: Callable[[_Part], _Result], part: _Part, /) -> Future[_Result]:
        from concurrent.futures import Future

        job = self._executor.submit(function, part)
        if hasattr(job, "add_done_callback"):
            return job  # type: ignore[no-any-return] # a future of this or another library
        future: Future[_Result] = Future()
        future.add_done_callback(lambda future: job.cancel() if future.cancelled() else None)
        with self._lock:
            self._jobs.append((job, future))
            if len(self._jobs) == 1:
                threading.Thread(target=self._watch, name="cubeproof-jobs", daemon=True).start()
        return future

    def _watch(self) -> None:
        """Pass on the results of jobs until there is no job."""
        pause = threading.Event()
        while True:
            with self._lock:
                self._jobs = [pair for pair in self._jobs if not pair[1].cancelled()]
                ready = [pair for pair in self._jobs if pair[0].done()]
            for job, future in ready:
                # A cancelled future accepts no result.
                if future.set_running_or_notify_cancel():
                    try:
                        result = job.result()
                    except Exception as error:  # noqa: BLE001 - it is raised by `Future.result`
                        future.set_exception(error)
                    else:
                        future.set_result(result)
            with self._lock:
                self._jobs = [pair for pair in self._jobs if pair not in ready]
                if not self._jobs:
                    return
            pause.wait(_JOB_SECONDS)


class _DaskExecutor:
    """Dask's executor for tasks that end soon after their futures are cancelled."""

    def __init__(self, client: Any) -> None:
        # Not pure: a task that is submitted again is computed again.
        self._executor = client.get_executor(pure=False)

    def submit(self, function: Callable[[_Part], _Result], part: _Part, /) -> Future[_Result]:
        future: Future[_Result] = self._executor.submit(_run_on_worker, function, part)
        return future


def _run_on_worker(function: Callable[[_Part], _Result], part: _Part) -> _Result:
    """Run a task on a Dask worker. Its flag is set when its result is not needed, or the worker closes.

    Dask does not stop a running task that is cancelled, or whose client or scheduler has gone: it drops the result.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    flag, over = np.zeros(1, dtype=np.int32), threading.Event()

    def look() -> None:
        while not over.wait(_TASK_SECONDS):
            task = worker.state.tasks.get(key)
            if (
                task is None
                or task.state == "cancelled"
                or worker.status.name in ("closing", "closed", "failed")
            ):
                flag[0] = 1
                return

    threading.Thread(target=look, name="cubeproof-task", daemon=True).start()
    try:
        with use_stop_flag(flag):
            return function(part)
    finally:
        over.set()
