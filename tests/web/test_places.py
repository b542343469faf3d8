"""What takes long is done for a few at once; the rest wait while they want to, or are told to come again."""

from contextlib import AsyncExitStack

import anyio
import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from starlette.types import Message

from cubeproof.web.app import create_app
from cubeproof.web.errors import RefusedError
from cubeproof.web.limits import Limits
from cubeproof.web.places import LeftError, Places


def asked(*, there: bool = True) -> Request:
    """The request of a visitor who is still there, or has left."""

    async def receive() -> Message:
        if there:
            await anyio.sleep_forever()
        return {"type": "http.disconnect"}

    return Request({"type": "http", "headers": []}, receive)


def test_only_so_many_wait() -> None:
    async def visits() -> None:
        places = Places(1, 1)
        async with AsyncExitStack() as first, anyio.create_task_group() as others:
            await first.enter_async_context(places.taken(asked()))
            served = anyio.Event()

            async def second() -> None:
                async with places.taken(asked()):
                    served.set()

            others.start_soon(second)
            await anyio.wait_all_tasks_blocked()
            with pytest.raises(RefusedError) as refused:
                async with places.taken(asked()):
                    pass
            assert (refused.value.status, served.is_set()) == (429, False)
            await first.aclose()
        assert served.is_set()

    anyio.run(visits)


def test_whoever_leaves_waits_no_more() -> None:
    async def visits() -> None:
        places = Places(1, 1)
        async with places.taken(asked()):
            for _ in range(3):
                with pytest.raises(LeftError):
                    async with places.taken(asked(there=False)):
                        pass
        async with places.taken(asked()):
            pass

    anyio.run(visits)


def test_a_failure_leaves_its_place() -> None:
    async def visits() -> None:
        places = Places(1, 0)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                async with places.taken(asked()):
                    raise ZeroDivisionError

    anyio.run(visits)


def test_what_is_quick_does_not_wait_for_films() -> None:
    with TestClient(create_app(Limits(films=0, films_waiting=0)), base_url="http://localhost") as client:
        film = client.get("/api/animation?alg=R")
        assert (film.status_code, film.json()["error"][-1]) == (429, ".")
        assert client.get("/api/picture?alg=R").status_code == 200


def test_the_page_does_not_wait_for_pictures() -> None:
    app = create_app(Limits(computations=0, waiting=0))
    with TestClient(app, base_url="http://localhost") as client:
        assert client.get("/api/picture").status_code == 429
        assert client.get("/api").status_code == 200
        assert client.get("/").status_code in (200, 503)


def test_a_film_ends_with_its_visitor(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_: Request) -> bool:
        return True

    monkeypatch.setattr(Request, "is_disconnected", gone)
    film = client.get("/api/animation?alg=R&width=16")
    assert film.json() == {"error": "Whoever asked has left."}
