"""A worker that fails, is stopped or uses too much memory does not affect other searches; a class gets places."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest
from benchmarks.serve import hold_lesson
from fastapi import FastAPI
from fastapi.testclient import TestClient

from cubeproof import Cube, solve
from cubeproof.puzzle.scramble import random_cube
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from cubeproof.web.searches.worker_pool import Worker, WorkerPool
from cubeproof.web.searches.worker_process import Inbox
from ground_truth import SUPERFLIP
from patience import PATIENCE, until
from web.serving import Server, alive, children, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")

WALK: dict[str, object] = {"scramble": SUPERFLIP, "engine": "walk", "pace": 1, "timeout": 500}
QUICK: dict[str, object] = {"scramble": "R U F2", "size": 2}


def answer(server: Server, address: str) -> tuple[str, int | str]:
    """Return the name of the last event of a search, and the length of its answer or the failure."""
    with server.listening(address) as events:
        last = list(events)[-1]
    return last.name, last.data["length"] if last.name == "result" else last.data["error"]


@pytest.fixture(scope="module")
def small() -> Iterator[Server]:
    """A server with one worker, shared by all tests of this file that need no other limits."""
    with serving(quick_workers=1, spare_workers=0) as server:
        yield server


@pytest.fixture
def one(small: Server) -> Iterator[Server]:
    """The same server after its only worker has answered."""
    assert answer(small, small.begin(**QUICK)) == ("result", 3)
    until(lambda: len(children(small.process.pid)) == 1)
    yield small
    # A failed test leaves no stopped worker for the next test.
    for process in children(small.process.pid):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


def worker(server: Server) -> int:
    """The server's only worker."""
    (results,) = children(server.process.pid)
    return results


def test_server_that_is_started_again_keeps_its_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formerly the closed pool of the first start was used again, and each request started a process."""
    workers: list[Worker] = []
    start = Worker.__init__

    def count(worker: Worker, limits: Limits) -> None:
        workers.append(worker)
        start(worker, limits)

    monkeypatch.setattr(Worker, "__init__", count)
    app = create_app(Limits(quick_workers=1, spare_workers=0))
    for _ in range(2):
        workers.clear()
        with TestClient(app, base_url="http://localhost") as client:
            for seed in range(4):
                assert client.get("/api/scramble", params={"size": 2, "seed": seed}).status_code == 200
        assert len(workers) == 1


def test_mounted_server_answers_without_its_lifespan() -> None:
    """Starlette does not run the lifespan of a mounted application."""
    site = FastAPI()
    site.mount("/cubes", create_app())
    with TestClient(site, base_url="http://localhost") as client:
        assert client.get("/cubes/api/solve/unknown").status_code == 404


class TestReuse:
    def test_table_question_needs_no_new_process(self, one: Server) -> None:
        before = worker(one)
        for seed in range(10):
            cube = random_cube(2, seed)
            assert answer(one, one.begin(state=cube.facelets)) == ("result", solve(cube).length)
        assert worker(one) == before

    def test_worker_keeps_nothing_of_a_search(self, one: Server) -> None:
        before = worker(one)
        odd = {
            "scramble": "R2 D2 R2 D B",
            "size": 2,
            "all": True,
            "metric": "qtm",
            "seed": 5,
            "jobs": 2,
            "goal": Cube(2).apply("R U'").facelets,
            "moves": "R,D,B",
            "max_length": 3,
        }
        plain = {"state": random_cube(2, 3).facelets}
        reported = []
        for request in (plain, odd, {"scramble": "R", "size": 2, "moves": "R2"}, plain):
            with one.listening(one.begin(**request)) as events:
                reported.append(list(events))
        assert worker(one) == before
        assert [event.name for event in reported[2]][-1] == "failed"
        first, last = (
            [
                (
                    event.name,
                    event.data | {"seconds": None, "state": {**event.data.get("state", {}), "seconds": 0}},
                )
                for event in events
                if event.name != "bounds"
            ]
            for events in (reported[0], reported[3])
        )
        assert first == last

    def test_other_searches_have_separate_processes(self) -> None:
        with serving() as server:
            server.client.get("/api")
            until(lambda: len(children(server.process.pid)) == 3)
            ready = children(server.process.pid)
            address = server.begin(**WALK)
            with server.listening(address) as events:
                next(events)
            (search,) = server.processes()
            # The worker was started before it was needed, and another worker is ready now.
            assert search in ready
            until(lambda: len(children(server.process.pid)) == 4)
            server.client.post(f"{address}/stop")
            until(lambda: not alive({search}))
            assert server.client.get(address).json()["state"] == "stopped"
            until(lambda: len(children(server.process.pid)) == 3)

    def test_worker_that_took_much_memory_is_retired(self) -> None:
        with serving(quick_workers=1, spare_workers=0, worker_bytes=1) as server:
            server.client.get("/api")
            for _ in range(3):
                until(lambda: len(alive(children(server.process.pid))) == 1)
                ready = alive(children(server.process.pid))
                assert answer(server, server.begin(**QUICK)) == ("result", 3)
                until(lambda: not alive(ready))  # noqa: B023

    def test_idle_workers_end(self) -> None:
        with serving(rest_seconds=0, tick_seconds=0.02) as server:
            for _ in range(2):
                assert answer(server, server.begin(**QUICK)) == ("result", 3)
                until(lambda: not server.all_processes())

    def test_no_worker_exists_before_the_first_request(self) -> None:
        with serving() as server:
            assert server.client.get("/api/turns").status_code == 200
            assert server.all_processes() == set()
            server.client.get("/api")
            until(lambda: len(server.all_processes()) == 3)


class TestVisitors:
    def test_second_visitor_waits_for_no_heavy_request_of_another(self) -> None:
        heavy: list[tuple[str, str, object]] = [
            ("GET", "/api/explore?metric=qtm", None),
            ("GET", "/api/explore/cube?depth=5", None),
            ("POST", "/api/explore/neighbours", {"state": Cube(2).apply("R U").facelets}),
            ("POST", "/api/crosses", {"state": random_cube(3, 1).facelets}),
            ("GET", f"/api/setup?state={random_cube(2, 1).facelets}", None),
            ("GET", "/api/scramble?size=2&seed=1", None),
        ]
        with serving() as server, ThreadPoolExecutor(len(heavy)) as first:
            server.client.get("/api")
            until(lambda: len(children(server.process.pid)) == 3)
            # While no worker runs, an answer proves that the request needs no worker.
            workers = children(server.process.pid)
            for process in workers:
                os.kill(process, signal.SIGSTOP)
            try:
                answers = [
                    first.submit(server.client.request, method, path, json=body)
                    for method, path, body in heavy
                ]
                assert answers_to_second_visitor(server) == {200}
                assert not any(answer.done() for answer in answers)
            finally:
                for process in workers:
                    os.kill(process, signal.SIGCONT)
            assert [answer.result().status_code for answer in answers] == [200] * len(heavy)


def answers_to_second_visitor(server: Server) -> set[int]:
    """Return the statuses of many requests from another address that need no worker."""
    state = Cube(3).facelets
    light = {"apply": {"alg": "R"}, "status": {"state": state}, "goal": {"state": state, "goal": "cross"}}
    transport = httpx2.HTTPTransport(local_address="127.0.0.2")
    with httpx2.Client(base_url=server.client.base_url, transport=transport, timeout=PATIENCE) as second:
        requests = [*light.items()] * 50
        return {second.post(f"/api/{path}", json=body).status_code for path, body in requests}


class TestFailing:
    def test_worker_that_dies_fails_its_own_search_only(self, one: Server) -> None:
        walking = one.begin(**WALK)
        with one.listening(walking) as events:
            next(events)
        (stuck,) = children(one.process.pid) - one.processes()
        os.kill(stuck, signal.SIGSTOP)
        questions = [one.begin(**QUICK) for _ in range(3)]
        assert {one.client.get(address).json()["state"] for address in questions} == {"running"}
        os.kill(stuck, signal.SIGKILL)
        # The search had not started, so another worker runs it.
        assert [answer(one, address) for address in questions] == [("result", 3)] * 3
        assert one.client.get(walking).json()["state"] == "running"
        (process,) = one.processes()
        os.kill(process, signal.SIGKILL)
        name, error = answer(one, walking)
        assert (name, "The search was ended by signal 9" in str(error)) == ("failed", True)
        assert answer(one, one.begin(**QUICK)) == ("result", 3)

    def test_idle_worker_that_dies_fails_no_search(self, one: Server) -> None:
        for _ in range(2):
            gone = worker(one)
            os.kill(gone, signal.SIGKILL)
            # Whether the server has noticed or not.
            assert answer(one, one.begin(**QUICK)) == ("result", 3)

    def test_cancelled_search_affects_no_other_search(self) -> None:
        # The server does not immediately kill a worker that is stopped before it reports the end of its first search.
        with serving(quick_workers=1, spare_workers=0, grace_seconds=5, tick_seconds=0.05) as first:
            assert answer(first, first.begin(**QUICK)) == ("result", 3)
            stuck = worker(first)
            os.kill(stuck, signal.SIGSTOP)
            working, waiting, last = (first.begin(**QUICK) for _ in range(3))
            # A waiting search ends at once, and the worker continues with the running search.
            assert first.client.delete(waiting).status_code == 204
            assert first.client.get(waiting).status_code == 404
            assert alive({stuck})
            assert first.client.delete(working).status_code == 204
            until(lambda: not alive({stuck}))
            assert answer(first, last) == ("result", 3)
            assert answer(first, first.begin(**QUICK)) == ("result", 3)

    def test_a_search_that_is_stopped_while_it_waits_ends(self, one: Server) -> None:
        stuck = worker(one)
        os.kill(stuck, signal.SIGSTOP)
        _, waiting, last = (one.begin(**QUICK) for _ in range(3))
        assert one.client.post(f"{waiting}/stop").json()["state"] == "running"
        os.kill(stuck, signal.SIGCONT)
        name, _ = answer(one, waiting)
        assert name == "result"
        assert one.client.get(waiting).json()["state"] == "stopped"
        # The stop was only for the waiting search.
        assert answer(one, last) == ("result", 3)
        assert one.client.get(last).json()["state"] == "done"

    @pytest.mark.parametrize(
        ("program", "sentence"),
        [
            ("/no/such/program", "The search failed with an internal error (FileNotFoundError: "),
            ("/bin/false", "The search ended with status 1 before it had an answer."),
        ],
    )
    def test_worker_that_cannot_start_is_reported(
        self, monkeypatch: pytest.MonkeyPatch, program: str, sentence: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        with TestClient(create_app(), base_url="http://localhost") as client:
            with monkeypatch.context() as broken:
                broken.setattr("cubeproof.web.searches.worker_pool.sys.executable", program)
                for request in (QUICK, WALK):
                    search = client.post("/api/solve", json=request).json()
                    client.get(search["events"])
                    data = client.get(search["url"]).json()
                    assert (data["state"], sentence in data["failure"]["error"]) == ("failed", True)

            def answered() -> bool:
                search = client.post("/api/solve", json=QUICK).json()
                client.get(search["events"])
                return bool(client.get(search["url"]).json()["state"] == "done")

            # A worker whose start fails may be the first to get a request.
            until(answered)
        # Asyncio reports a failed task that was never awaited when it is collected.
        gc.collect()
        assert "never retrieved" not in caplog.text


def test_a_stop_is_for_the_search_with_its_number_and_for_no_later_one() -> None:
    inbox = Inbox()
    for message in ({"number": 1, "folder": None}, {"number": 2, "folder": None}, {"stop": 1}):
        inbox.take(message)
    _, first = inbox.requests.get()
    _, second = inbox.requests.get()
    assert not any(second)
    inbox.take({"stop": 2})
    assert (any(first), any(second)) == (False, True)


def test_a_worker_that_cannot_read_what_the_server_says_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[tuple[int, int]] = []
    lines = [b'{"stop": 1}\n', b"half a line\n"]
    monkeypatch.setattr("cubeproof.web.searches.worker_process.os.read", lambda *_: lines.pop(0))
    monkeypatch.setattr("cubeproof.web.searches.worker_process.os.killpg", lambda *group: ended.append(group))
    with pytest.raises(ValueError, match="Expecting value"):
        Inbox().receive()
    assert ended == [(0, signal.SIGKILL)]


class TestClass:
    def test_fifty_visitors_at_one_address_are_all_answered(self) -> None:
        lesson = hold_lesson(clients=50, questions=2)
        assert (len(lesson.waits), lesson.refused) == (100, 0)

    def test_visitors_are_answered_in_turn(self, one: Server) -> None:
        stuck = worker(one)
        os.kill(stuck, signal.SIGSTOP)
        many = [one.begin(**QUICK) for _ in range(6)]
        transport = httpx2.HTTPTransport(local_address="127.0.0.2")
        with httpx2.Client(base_url=one.client.base_url, transport=transport, timeout=PATIENCE) as second:
            alone = second.post("/api/solve", json=QUICK).json()["url"]
        os.kill(stuck, signal.SIGCONT)
        for address in (*many, alone):
            assert answer(one, address) == ("result", 3)
        waited = [one.client.get(address).json()["seconds"] for address in (*many, alone)]
        # The second visitor asked last, and waited less than the first visitor's third search and later ones.
        assert sorted(waited, reverse=True).index(waited[-1]) == 6

    def test_visitor_with_many_requests_leaves_room_for_others(self) -> None:
        with serving(quick_workers=1, spare_workers=0, quick_jobs=8) as server:
            assert answer(server, server.begin(**QUICK)) == ("result", 3)
            stuck = worker(server)
            os.kill(stuck, signal.SIGSTOP)
            questions = [server.client.post("/api/solve", json=QUICK).status_code for _ in range(6)]
            assert questions == [202] * 4 + [429] * 2
            transport = httpx2.HTTPTransport(local_address="127.0.0.2")
            with httpx2.Client(
                base_url=server.client.base_url, transport=transport, timeout=PATIENCE
            ) as second:
                assert second.post("/api/solve", json=QUICK).status_code == 202
            os.kill(stuck, signal.SIGCONT)


def test_a_pool_that_is_closed_has_no_process_left() -> None:
    async def life() -> set[int]:
        pool = WorkerPool(Limits())
        before = children(os.getpid())
        pool.wake()
        async with pool.worker("", quick=False) as heavy, pool.worker("", quick=True) as light:
            reported: list[str] = []
            request: dict[str, object] = {"folder": None, "read_off": True, "limits": {}}
            status = await light.run(request, lambda line: reported.append(line["event"]))
            assert (status, reported) == (None, ["failed"])
            await heavy.loaded()
            processes = children(os.getpid()) - before
            assert len(processes) >= 2
            await pool.close()
        return processes

    assert not alive(asyncio.run(life()))


def test_a_quick_search_has_no_folder_and_another_one_that_is_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with serving() as server:
        assert answer(server, server.begin(**QUICK)) == ("result", 3)
        assert list(tmp_path.iterdir()) == []
        addresses = [server.begin(**WALK) for _ in range(2)]
        assert len(list(tmp_path.glob("cubeproof-serve-*/job-*"))) == 2
        for address in addresses:
            server.client.delete(address)
        assert list(tmp_path.glob("cubeproof-serve-*/job-*")) == []
