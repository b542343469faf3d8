"""Batches on other machines: the answers of one process, also after workers died."""

import dataclasses
import os
import random
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import distributed
import pytest

from cubeproof import Cube, Limit, Options, PlaceError, Solution, UsageError, scramble, solve_all
from cubeproof.contract.control import Control
from cubeproof.contract.request import SearchRequest
from cubeproof.errors import ImpossibleCubeError, SolverError
from cubeproof.sentences import Sentence
from cubeproof.solving import chunks
from cubeproof.solving.chunks import Chunk, solve_chunk, solve_requests
from cubeproof.work.cluster import connected, workers_of
from patience import until

dask: Any = distributed

TWISTED = Cube.from_facelets("U" * 24)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Two worker processes, each with a nanny that replaces it when it dies."""
    with (
        dask.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as cluster,
        dask.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def request(seed: int) -> SearchRequest:
    return SearchRequest.of_cube(Cube(2).apply(scramble(2, seed=seed)), None, None, options=Options(jobs=1))


def lengths(results: list[Any]) -> list[object]:
    return [result.length if isinstance(result, Solution) else type(result) for result in results]


class TestCluster:
    def test_solve_all_on_a_cluster_gives_the_answers_of_one_process(self, client: Any) -> None:
        cubes = [Cube(2).apply(scramble(2, seed=seed)) for seed in range(40)]
        cubes[17] = TWISTED
        alone = list(solve_all(cubes, metric="qtm"))
        together = list(solve_all(iter(cubes), metric="qtm", executor=client))
        assert [number for number, _ in together] == list(range(40))
        assert lengths([result for _, result in together]) == lengths([result for _, result in alone])
        assert isinstance(together[17][1], ImpossibleCubeError)
        assert str(together[17][1]) == str(alone[17][1])

    def test_killed_workers_change_no_answer(self, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        # Many chunks, each of which may lose its worker.
        monkeypatch.setattr(chunks, "_LEAST", 0.05)
        seeds = range(150)
        alone = [result for _, result in solve_all(Cube.from_facelets(request(seed).start) for seed in seeds)]
        draw, killed = random.Random(5), set[int]()

        def kill() -> None:
            worker = draw.choice(client.cluster.workers)
            if worker.pid is not None and worker.pid not in killed:
                killed.add(worker.pid)
                os.kill(worker.pid, signal.SIGKILL)

        results = []
        for result in solve_requests_of(client, map(request, seeds)):
            results.append(result)
            if len(results) % 40 == 20:
                kill()
        assert len(killed) >= 3
        assert lengths(results) == lengths(alone)

    def test_leaving_the_loop_ends_running_tasks(self, client: Any) -> None:
        # The second would take hours.
        far = Cube(3).apply("R2 U' F2 D B' L2 U R' F D2 B U2 L' F2")
        for _, result in solve_all([Cube(2).apply("R"), far], engine="sat", executor=client):
            assert isinstance(result, Solution)
            until(lambda: any(client.run(running_pieces).values()))
            break
        until(lambda: not any(client.run(running_pieces).values()))

    def test_a_worker_with_another_version_is_refused(self, client: Any) -> None:
        chunk = dataclasses.replace(Chunk.of([request(1)]), version="0.0.1")
        with pytest.raises(UsageError, match=r"but this run has 0\.0\.1"):
            client.submit(solve_chunk, chunk, pure=False).result()

    def test_a_worker_that_reads_another_question_is_refused(self) -> None:
        chunk = dataclasses.replace(Chunk.of([request(1)]), digests=(request(2).digest,))
        with pytest.raises(UsageError, match="another question"):
            solve_chunk(chunk)


def running_pieces() -> int:
    return sum(thread.name == "cubeproof-task" for thread in threading.enumerate())


def solve_requests_of(client: Any, requests: Iterator[SearchRequest]) -> Iterator[Any]:
    from cubeproof.work.remote import executor_of

    return solve_requests(executor_of(client), requests, Control(), lambda: 2)


class KilledWorker(Exception):  # noqa: N818 - as Dask calls it
    """What Dask raises if a task's worker died too often."""


class Mortal:
    """An executor whose worker dies of one cube, and whose neighbours die with it."""

    def __init__(self, poison: str) -> None:
        self.poison, self.sizes = poison, list[int]()

    def submit(self, function: Callable[[Any], Any], chunk: Any, /) -> Future[Any]:
        future: Future[Any] = Future()
        self.sizes.append(len(chunk.requests))
        if any(request.start == self.poison for request in chunk.requests):
            future.set_exception(KilledWorker())
        else:
            future.set_result(function(chunk))
        return future


class TestChunks:
    def test_a_deadly_cube_costs_only_itself(self) -> None:
        requests = [request(seed) for seed in range(60)]
        executor = Mortal(requests[50].start)
        results = list(solve_requests(executor, requests, Control(), lambda: 1))
        assert isinstance(results[50], SolverError)
        assert "again and again" in str(results[50])
        assert [isinstance(result, Solution) for result in results].count(False) == 1
        # It was in a larger chunk first.
        assert max(executor.sizes) > 2

    def test_chunks_grow_with_fast_cubes_and_stay_small_with_slow_ones(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sizes = []
        for seconds in (0.0, 100.0):
            pace = chunks._Chunks()
            for _ in range(20):
                pace.record(chunks.ChunkResults((None,) * pace.size(), seconds))
            sizes.append(pace.size())
        assert sizes == [100, 1]

    def test_solve_all_takes_an_executor_of_the_library(self) -> None:
        cubes = [Cube(2).apply("R2"), TWISTED, Cube(2).apply("R U2")]
        with ThreadPoolExecutor(2) as pool:
            results = [result for _, result in solve_all(cubes, workers=2, executor=pool, limit=Limit(60))]
        assert lengths(results) == [1, ImpossibleCubeError, 2]

    def test_an_error_of_reading_comes_after_the_earlier_results(self) -> None:
        def cubes() -> Iterator[Cube]:
            yield Cube(2).apply("R")
            raise OSError("the disk is gone")

        with ThreadPoolExecutor(1) as pool:
            results = solve_all(cubes(), executor=pool)
            assert lengths([next(results)[1]]) == [1]
            with pytest.raises(OSError, match="the disk is gone"):
                next(results)

    def test_a_result_does_not_wait_for_the_next_cube(self) -> None:
        signalled = threading.Event()

        def cubes() -> Iterator[Cube]:
            yield Cube(2).apply("R")
            # As a program that asks for the next only when it has seen the answer.
            assert signalled.wait(60)
            yield Cube(2).apply("U2")

        with ThreadPoolExecutor(1) as pool:
            results = []
            for _, result in solve_all(cubes(), executor=pool):
                results.append(result)
                signalled.set()
        assert lengths(results) == [1, 1]

    def test_quick_answers_are_refused_with_the_reason(self) -> None:
        with pytest.raises(UsageError, match="a millisecond, and a task of a cluster eight"):
            solve_all([], executor=ThreadPoolExecutor(1), quick=True)
        with pytest.raises(TypeError, match="an executor or a Dask Client"):
            solve_all([], executor="tcp://127.0.0.1:1")

    @pytest.mark.parametrize("address", ["here", "127.0.0.1:8786", "http://127.0.0.1:1", "tcp://"])
    def test_an_address_without_a_scheduler_is_refused(self, address: str) -> None:
        with pytest.raises(UsageError, match="The address of a cluster"), connected(address):
            pass

    def test_a_scheduler_that_does_not_answer_is_reported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("cubeproof.work.cluster._CONNECT_SECONDS", 0.5)
        monkeypatch.setattr("cubeproof.work.cluster._SILENT_SECONDS", 0.0)
        notes, address = list[Sentence](), "tcp://127.0.0.1:1"
        with pytest.raises(PlaceError, match="No scheduler answers"), connected(address, notes.append):
            pass
        assert [str(note) for note in notes] == [
            "No scheduler has answered at tcp://127.0.0.1:1 yet; this run waits 0.5 seconds for it."
        ]

    def test_an_address_with_tls_and_no_certificate_is_refused(self) -> None:
        with pytest.raises(UsageError, match="requires a certificate"), connected("tls://127.0.0.1:1"):
            pass


def test_a_lost_scheduler_leaves_the_last_count_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    class Client:
        lost = False

        def nthreads(self) -> dict[str, int]:
            if self.lost:
                # So does Dask when its connection is closed.
                raise AttributeError("'NoneType' object has no attribute 'ncores'")
            return {"one": 2, "two": 3}

    monkeypatch.setattr("cubeproof.work.cluster._COUNT_SECONDS", 0.0)
    client = Client()
    count = workers_of(client)
    assert count() == 5
    client.lost = True
    assert count() == 5
