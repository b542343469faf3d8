"""A few long requests run at the same time; others wait, or are refused with a time to retry."""

from contextlib import AsyncExitStack

import anyio
import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from starlette.types import Message

from cubeproof import Cube
from cubeproof.web.admission import AdmissionQueue, LeftError
from cubeproof.web.app import create_app
from cubeproof.web.errors import RefusedError
from cubeproof.web.limits import Limits


def visitor_request(*, who: str = "192.0.2.1", there: bool = True) -> Request:
    """Return the request of a visitor who is still connected, or has left."""

    async def receive() -> Message:
        if there:
            await anyio.sleep_forever()
        return {"type": "http.disconnect"}

    return Request({"type": "http", "headers": [], "client": (who, 1)}, receive)


def test_number_of_waiting_requests_is_limited() -> None:
    async def visits() -> None:
        queue = AdmissionQueue(1, 1)
        async with AsyncExitStack() as first, anyio.create_task_group() as others:
            await first.enter_async_context(queue.taken(visitor_request()))
            served = anyio.Event()

            async def second() -> None:
                async with queue.taken(visitor_request()):
                    served.set()

            others.start_soon(second)
            await anyio.wait_all_tasks_blocked()
            with pytest.raises(RefusedError) as refused:
                async with queue.taken(visitor_request()):
                    pass
            assert (refused.value.status, served.is_set()) == (429, False)
            await first.aclose()
        assert served.is_set()

    anyio.run(visits)


def test_a_visitor_who_leaves_waits_no_more() -> None:
    async def visits() -> None:
        queue = AdmissionQueue(1, 1)
        async with queue.taken(visitor_request()):
            for _ in range(3):
                with pytest.raises(LeftError):
                    async with queue.taken(visitor_request(there=False)):
                        pass
        async with queue.taken(visitor_request()):
            pass

    anyio.run(visits)


def test_a_failure_leaves_its_place() -> None:
    async def visits() -> None:
        queue = AdmissionQueue(1, 0)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                async with queue.taken(visitor_request()):
                    raise ZeroDivisionError

    anyio.run(visits)


def test_waiting_visitors_are_served_in_turn() -> None:
    served: list[str] = []

    async def visits() -> None:
        queue = AdmissionQueue(1, 100)

        async def visit(who: str) -> None:
            async with queue.taken(visitor_request(who=who)):
                served.append(who[-1])

        async with AsyncExitStack() as first, anyio.create_task_group() as others:
            await first.enter_async_context(queue.taken(visitor_request()))
            for who in ["192.0.2.1"] * 4 + ["192.0.2.2"] * 2 + ["192.0.2.3"]:
                others.start_soon(visit, who)
                await anyio.wait_all_tasks_blocked()
            assert served == []
            await first.aclose()

    anyio.run(visits)
    assert served == ["1", "2", "3", "1", "2", "1", "1"]


def test_busy_visitor_leaves_room_for_others_to_wait() -> None:
    async def visits() -> None:
        queue = AdmissionQueue(1, 4)
        refused: list[tuple[str, int | None]] = []

        async def visit(who: str) -> None:
            try:
                async with queue.taken(visitor_request(who=who)):
                    pass
            except RefusedError as error:
                refused.append((who[-1], error.retry_seconds))

        async with AsyncExitStack() as first, anyio.create_task_group() as others:
            await first.enter_async_context(queue.taken(visitor_request()))
            for who in ["192.0.2.1"] * 9 + ["192.0.2.2", "192.0.2.3", "192.0.2.4"]:
                others.start_soon(visit, who)
                await anyio.wait_all_tasks_blocked()
            await first.aclose()
        assert refused == [("1", 1)] * 7 + [("4", 1)]

    anyio.run(visits)


def test_cancelled_waiting_visitor_frees_the_place() -> None:
    async def visits() -> None:
        queue = AdmissionQueue(1, 2)
        async with AsyncExitStack() as first, anyio.create_task_group() as others:
            await first.enter_async_context(queue.taken(visitor_request()))

            async def visit() -> None:
                async with queue.taken(visitor_request(who="192.0.2.2")):
                    raise AssertionError("it was cancelled before")

            others.start_soon(visit)
            await anyio.wait_all_tasks_blocked()
            # It has been admitted, but has not run since.
            await first.aclose()
            others.cancel_scope.cancel()
        with anyio.fail_after(60):
            async with queue.taken(visitor_request()):
                pass

    anyio.run(visits)


@pytest.mark.parametrize("kind", ["films", "drawings"])
def test_quick_requests_have_a_separate_place(kind: str) -> None:
    limits = Limits(**{kind: 0, f"{kind}_waiting": 0})
    slow = {"films": ["/api/animation?alg=R"], "drawings": ["/api/picture", "/api/scramble"]}
    with TestClient(create_app(limits), base_url="http://localhost") as client:
        for path in slow[kind]:
            refused = client.get(path)
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
        for path in ("/", "/api", "/api/turns"):
            assert client.get(path).status_code in (200, 503)
        for path in ("apply", "status", "explore/neighbours"):
            state = {} if path == "apply" else {"state": Cube(2).facelets}
            assert client.post(f"/api/{path}", json=state).status_code == 200


def test_page_does_not_wait_for_computations() -> None:
    app = create_app(Limits(computations=0, waiting=0))
    with TestClient(app, base_url="http://localhost") as client:
        assert client.get("/api/turns").status_code == 429
        assert client.get("/api").status_code == 200
        assert client.get("/").status_code in (200, 503)


def test_a_film_ends_with_its_visitor(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_: Request) -> bool:
        return True

    monkeypatch.setattr(Request, "is_disconnected", gone)
    film = client.get("/api/animation?alg=R&width=16")
    assert film.json()["error"] == "The visitor has left."
