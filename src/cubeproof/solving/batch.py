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

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from cubeproof.base.argument_checks import expect, expect_callable, expect_whole
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Engine
from cubeproof.contract.events import Progress, ignore
from cubeproof.contract.limit import Limit
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import CubeproofError, StoppedError, UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Template
from cubeproof.solving.registry import engine_facts
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve
from cubeproof.work import ordered_results
from cubeproof.work.executor import Executor, LocalThreads, most_workers

_WORKERS = Template("batch.workers", "The number of workers must be 1 or more, not {workers}.")

# Started and waiting items for each thread: the next item is read while the last one is solved.
_WAITING = 2

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
    executor: Any = None,
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
        executor: solves the cubes in other processes or on other machines, in chunks: an executor of
            `concurrent.futures`, mpi4py or submitit, or a `Client` of Dask. `workers` is then the number of its
            processes; of a Client it is known. No events are reported, and tables belong to the workers.

    Yields:
        The number of each cube, from 0, with its solution or the error that `solve` raises for it.

    Raises:
        UsageError: fewer than one worker, an unknown engine, or an executor together with quick answers.
        PlaceError: the connection to the executor's machines is lost.
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
        engine_facts(engine)
    if workers > 1 and (options is None or options.jobs is None):
        options = replace(options or Options(), jobs=1)
    steering = Control(workshop=workshop)
    if executor is not None:
        from cubeproof.solving.chunks import ensure_no_quick
        from cubeproof.work.remote import executor_of

        expect("engine", engine, str, "the name of an engine")
        ensure_no_quick(quick or (options is not None and options.quick))
        turns = allowed if allowed is None or isinstance(allowed, str) else ",".join(map(str, allowed))
        requests = (
            SearchRequest.of_cube(
                cube,
                None,
                goal.facelets if isinstance(goal, Cube) else goal,
                moves=turns,
                metric=Metric(metric),
                limit=limit or Limit(),
                engine=str(engine),
                options=options or Options(jobs=1),
            )
            for cube in cubes
        )
        return _numbered(_solutions(executor_of(executor), requests, steering, _width(executor, workers)))

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

    return _numbered(in_order(solve_cube, cubes, workers, steering))


def _numbered(
    results: Iterable[Solution | CubeproofError | None],
) -> Iterator[tuple[int, Solution | CubeproofError]]:
    return ((number, result) for number, result in enumerate(results) if result is not None)


def _width(executor: Any, workers: int) -> Callable[[], int]:
    """Return a function that returns the number of chunks that an executor runs at once."""
    from cubeproof.work.cluster import workers_of

    return workers_of(executor) if hasattr(executor, "nthreads") else lambda: workers


def _solutions(
    executor: Executor,
    requests: Iterable[SearchRequest],
    control: Control,
    workers: Callable[[], int],
) -> Iterator[Solution | CubeproofError | None]:
    from cubeproof.solving.chunks import solve_requests

    for result in solve_requests(executor, requests, control, workers):
        if isinstance(result, Exception) and not isinstance(result, CubeproofError):
            raise result
        assert result is None or isinstance(result, (Solution, CubeproofError)), "the request is about a cube"
        yield result


def in_order(
    work: Callable[[_Item], _Result], items: Iterable[_Item], workers: int, control: Control
) -> Generator[_Result, None, None]:
    """Call `work` with many items in several threads: see `ordered_results.in_order`.

    >>> list(in_order(abs, [3, -1, 2], 2, Control()))
    [3, 1, 2]
    """
    if workers < 1:
        raise UsageError(_WORKERS(workers=workers))
    workers = min(workers, most_workers())
    threads = LocalThreads(workers, control.flag)
    return _shut_down_after(
        ordered_results.in_order(threads, work, items, control, lambda: _WAITING * workers), threads
    )


def _shut_down_after(
    results: Generator[_Result, None, None], threads: LocalThreads
) -> Generator[_Result, None, None]:
    try:
        yield from results
    finally:
        # Threads that do not end after a stop are abandoned.
        threads.shutdown(0)
