"""Searches at the limits of memory, time and number: the best answer stays, and old searches are discarded."""

import asyncio
import errno
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi.testclient import TestClient

from cubeproof import Cube
from cubeproof.contract.limit import Limit
from cubeproof.contract.request import SearchRequest
from cubeproof.proof.write.certify import certify
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve_request
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from cubeproof.web.requests import SolveRequest
from cubeproof.web.routes.searches import _check
from cubeproof.web.searches import worker_search
from cubeproof.web.searches.computations import COMPUTATIONS
from cubeproof.web.searches.job import ENDED, Job
from cubeproof.web.searches.job_registry import JobRegistry
from cubeproof.web.searches.worker_pool import Worker
from web.searching import begin, ended, events, registry


def job_of(scramble: str, engine: str = "auto") -> dict[str, Any]:
    """The worker's request for a 2×2×2."""
    cube = Cube(2).apply(scramble)
    request = SearchRequest(2, cube.facelets, scramble, limit=Limit(seconds=20), engine=engine)
    return {"search": request.to_dict(), "scramble": scramble}


class TestLimits:
    @pytest.mark.parametrize("step", ["solve_request", "certify"])
    def test_memory_error_keeps_the_best_answer(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str
    ) -> None:
        # In this process, since the moment at which memory runs out is unknown.
        def too_much(*given: Any, **named: Any) -> Solution:
            if step == "solve_request":
                solve_request(*given, **named)
            raise MemoryError

        monkeypatch.setattr(worker_search, step, too_much)
        question = job_of("R D", engine="sat") | {"certify": step == "certify", "read_off": False}
        limits = {"memory_bytes": 5e8, "certificate_bytes": 1e6}
        seen_events: list[tuple[str, Any]] = []
        worker_search._search(
            question | {"folder": str(tmp_path), "limits": limits},
            cast("Any", lambda name, data: seen_events.append((name, data))),
            bytearray(4),
        )
        name, result = seen_events[-1]
        assert (name, result["length"], result["certificate"]) == ("result", 2, False)
        assert any(
            name == "note" and "not enough memory: a search may take 0.5 GB." in data["sentence"]["text"]
            for name, data in seen_events
        )

    def test_a_stop_while_the_certificate_is_written_leaves_the_answer(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        flag = bytearray(4)

        def stopped(*given: Any, **named: Any) -> None:
            flag[0] = 1
            certify(*given, **named)

        monkeypatch.setattr(worker_search, "certify", stopped)
        question = job_of("R D") | {"certify": True, "read_off": False}
        limits = {"memory_bytes": 2e9, "certificate_bytes": 1e6}
        seen_events: list[tuple[str, Any]] = []
        worker_search._search(
            question | {"folder": str(tmp_path), "limits": limits},
            cast("Any", lambda name, data: seen_events.append((name, data))),
            flag,
        )
        name, result = seen_events[-1]
        assert (name, result["length"], result["certificate"]) == ("result", 2, False)
        assert "Stopped before the certificate was written." in [
            data["sentence"]["text"] for name, data in seen_events if name == "note"
        ]
        assert list(tmp_path.iterdir()) == []

    def test_too_little_memory_is_reported(self) -> None:
        limits = Limits(memory_bytes=250_000_000)
        with TestClient(create_app(limits), base_url="http://localhost") as client:
            address = begin(client, size=7, scramble="R 2U", engine="sat")
            received = events(client, address)
            data = client.get(address).json()
        if data["state"] == "failed":
            # The search had no result yet, or the system ended it.
            assert "0.25 GB" in data["failure"]["error"] or "ended by signal" in data["failure"]["error"]
            assert data["failure"]["error"].endswith(".")
        else:
            assert (data["result"]["solution"], data["result"]["stopped"]) == (None, "gave up")
            assert any("not enough memory to go on" in str(event) for event in received)

    @pytest.mark.parametrize(
        "error",
        [
            MemoryError(),
            RuntimeError("can't start new thread"),
            SystemError("error return without exception set"),
            OSError(errno.ENOMEM, "Cannot allocate memory"),
        ],
        ids=["python", "thread", "library", "system"],
    )
    def test_lack_of_memory_in_any_part_is_reported(
        self, error: Exception, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail() -> None:
            raise error

        monkeypatch.setitem(COMPUTATIONS, "fail", fail)
        sent: list[tuple[str, Any]] = []
        request = {"compute": "fail", "arguments": {}, "limits": {"memory_bytes": 250_000_000}}
        worker_search.run(request, lambda name, data: sent.append((name, data)), bytearray(4))
        ((name, data),) = sent
        assert name == "failed"
        assert "0.25 GB" in data["error"]

    @pytest.mark.parametrize(
        ("limits", "engine"),
        [(Limits(kept_jobs=1), "sat"), (Limits(kept_quick_jobs=1), "table")],
        ids=["sat", "table"],
    )
    def test_finished_searches_are_discarded_beyond_a_limit(self, limits: Limits, engine: str) -> None:
        app = create_app(replace(limits, tick_seconds=0.05))
        with TestClient(app, base_url="http://localhost") as client:
            second = ended(client, scramble="R", size=2, engine="sat" if engine == "table" else "table")
            first = begin(client, scramble="R", size=2, engine=engine)
            events(client, first)
            ended(client, scramble="R", size=2, engine=engine)
            while client.get(first).status_code != 404:
                pass
            # Quick searches are counted separately.
            assert client.get(f"/api/solve/{second['id']}").status_code == 200

    def test_as_many_ended_searches_are_kept_as_the_limit_allows(self) -> None:
        async def old(now: float) -> list[str]:
            limits = Limits(kept_jobs=2, kept_quick_jobs=1)
            jobs = JobRegistry(limits)
            for number in range(5):
                job = Job(str(number), "sat", limits, None, quick=number % 2 == 1)
                job.ended = number
                jobs._jobs[job.id] = job
            return [job.id for job in jobs._old(now)]

        # Kept: 2 and 4, and the quick search 3.
        assert sorted(asyncio.run(old(5))) == ["0", "1"]
        assert sorted(asyncio.run(old(3.5 + Limits().kept_seconds))) == ["0", "1", "2", "3"]

    def test_only_a_search_without_listeners_is_ended_when_it_is_idle(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stopped: list[Job] = []

        def stop(job: Job) -> None:
            stopped.append(job)

        monkeypatch.setattr(Job, "stop", stop)

        async def is_ended(listeners: int, seconds: float) -> bool:
            limits = Limits(idle_seconds=10)
            job = Job("1", "sat", limits, None)
            # A listener who has left counts as a request.
            with JobRegistry(limits).listening(job, ""):
                job.last_request -= 60
            job.listeners, job._deadline = listeners, job.started + 20
            job.tick(job.started + seconds)
            return job in stopped

        assert not asyncio.run(is_ended(listeners=1, seconds=11))
        assert asyncio.run(is_ended(listeners=1, seconds=21))
        assert not asyncio.run(is_ended(listeners=0, seconds=9))
        assert asyncio.run(is_ended(listeners=0, seconds=15))

    def test_a_worker_that_is_busy_after_its_answer_ends_with_its_search(self) -> None:
        async def is_killed(quick: bool) -> bool:
            killed = asyncio.Event()
            job = Job("1", "sat", Limits(), None, quick=quick)
            job._worker, job.ended = cast("Worker", SimpleNamespace(kill=killed.set)), job.started
            job.kill(ENDED())
            return killed.is_set()

        assert asyncio.run(is_killed(quick=False))
        assert not asyncio.run(is_killed(quick=True))

    def test_search_that_cannot_be_discarded_does_not_block_others(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        close = Job.close
        refused: list[str] = []

        async def broken(job: Job) -> None:
            if not refused:
                refused.append(job.id)
                raise OSError("the folder is gone")
            await close(job)

        limits = Limits(kept_seconds=0, tick_seconds=0.05)
        with TestClient(create_app(limits), base_url="http://localhost") as client:
            monkeypatch.setattr(Job, "close", broken)
            for _ in range(2):
                address = begin(client, scramble="R", size=2)
                while client.get(address).status_code != 404:
                    pass
        assert len(refused) == 1
        assert [record.message for record in caplog.records] == [
            (
                "A search could not be forgotten (OSError: the folder is gone). "
                "This is a bug in cubeproof, not in your request."
            )
        ]

    def test_certificates_are_forgotten_when_they_are_too_large_together(self) -> None:
        limits = Limits(kept_bytes=1, tick_seconds=0.05)
        with TestClient(create_app(limits), base_url="http://localhost") as client:
            plain = ended(client, scramble="R", size=2)
            first = begin(client, scramble="R", size=2, certify=True)
            while client.get(first).status_code != 404:
                pass
            assert client.get(f"/api/solve/{plain['id']}").status_code == 200

    def test_listener_does_not_keep_a_finished_search(self) -> None:
        limits = Limits(kept_seconds=0, tick_seconds=0.05)
        with TestClient(create_app(limits), base_url="http://localhost") as client:
            address = begin(client, scramble="R", size=2, engine="walk", pace=1)
            registry(client).find(address.rpartition("/")[2]).listeners += 1
            client.post(f"{address}/stop")
            while client.get(address).status_code != 404:
                pass


def test_a_search_that_asks_for_no_time_has_as_much_as_a_scrambled_cube_takes() -> None:
    def seconds(limits: Limits, **question: Any) -> float:
        return float(_check(SolveRequest(scramble="R U", **question), limits)[0]["search"]["timeout"])

    assert [seconds(Limits(), size=size) for size in (2, 3, 4, 5, 6)] == [120] * 5
    assert seconds(Limits(), size=4, engine="stages") == 300
    assert seconds(Limits(), size=4, engine="sat") == 120
    assert seconds(Limits(), size=4, timeout=7) == 7
    assert seconds(Limits(seconds=200), size=4, engine="stages") == 200
