"""Places are shared: no visitor can exclude others, and quick requests do not wait for searches."""

import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from fastapi import Request
from fastapi.testclient import TestClient

from cubeproof import Cube
from cubeproof.errors import StoppedError
from cubeproof.sentences import Sentence
from cubeproof.solving.report import failure_as_json
from cubeproof.web.admission import visitor
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from cubeproof.web.searches.job import _KEPT, Job
from ground_truth import SUPERFLIP
from patience import PATIENCE, until
from web.serving import Server, serving

HEAVY: dict[str, object] = {"scramble": SUPERFLIP, "engine": "walk", "pace": 1, "timeout": 500}
PROXY, STRANGER = "192.0.2.250", "198.51.100.7"


def site(limits: Limits, asking: str = PROXY) -> TestClient:
    """A client of a server that trusts a proxy."""
    app = create_app(limits, proxies=[PROXY])
    return TestClient(app, base_url="http://localhost", client=(asking, 1))


def begin(client: TestClient, who: str, **asked: object) -> httpx2.Response:
    """Request a search for a visitor."""
    return client.post("/api/solve", json=asked, headers={"X-Forwarded-For": who})


class TestSearches:
    def test_visitor_cannot_take_all_searches(self) -> None:
        with site(Limits(jobs=4)) as client:
            questions = [begin(client, "10.0.0.1", **HEAVY) for _ in range(4)]
            assert [item.status_code for item in questions] == [202, 202, 429, 429]
            assert "stop one of yours" in questions[3].json()["error"]
            assert int(questions[3].headers["retry-after"]) > 0
            assert begin(client, "10.0.0.2", **HEAVY).status_code == 202
            # The last place is reserved for a visitor without a search.
            assert begin(client, "10.0.0.1", **HEAVY).status_code == 429
            assert begin(client, "10.0.0.2", **HEAVY).status_code == 429
            assert begin(client, "10.0.0.3", **HEAVY).status_code == 202
            full = begin(client, "10.0.0.4", **HEAVY)
            assert (full.status_code, "try again when one has ended." in full.json()["error"]) == (429, True)
            # A search that ends makes room first for visitors without a search.
            client.delete(questions[0].json()["url"])
            assert begin(client, "10.0.0.1", **HEAVY).status_code == 429
            assert begin(client, "10.0.0.4", **HEAVY).status_code == 202

    def test_quick_request_is_answered_while_all_places_are_taken(self) -> None:
        limits = Limits(jobs=2, quick_jobs=1, films=0, films_waiting=0, drawings=0, drawings_waiting=0)
        with site(limits) as client:
            for who in ("10.0.0.1", "10.0.0.2"):
                assert begin(client, who, **HEAVY).status_code == 202
            assert begin(client, "10.0.0.3", **HEAVY).status_code == 429
            # These require solvers, so they are not quick.
            for request in ({"engine": "sat"}, {"certify": True}, {"moves": "R,U", "goal": "U" * 24}):
                refused = begin(client, "10.0.0.3", scramble="R U", size=2, **request)
                assert refused.status_code == (422 if "goal" in request else 429)
            # Also for visitors who have a search.
            for who, engine in (("10.0.0.3", "auto"), ("10.0.0.1", "table")):
                begun = begin(client, who, scramble="R U", size=2, engine=engine)
                assert begun.status_code == 202
                data = client.get(begun.json()["events"]).text
                assert json.loads(data.split("data: ")[-1].splitlines()[0])["length"] == 2
            for path in ("/api", "/api/turns", "/api/explore"):
                assert client.get(path).status_code == 200
            for path in ("apply", "status", "explore/neighbours"):
                body = {} if path == "apply" else {"state": Cube(2).facelets}
                assert client.post(f"/api/{path}", json=body).status_code == 200

    def test_pictures_are_drawn_while_all_places_are_taken(self) -> None:
        with site(Limits(jobs=0, quick_jobs=0, films=0, films_waiting=0)) as client:
            assert begin(client, "10.0.0.3", scramble="R", size=2).status_code == 429
            assert client.get("/api/picture").status_code == 200
            assert client.get("/api/scramble?size=2").status_code == 200


class TestVisitors:
    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            ("192.0.2.1", "192.0.2.2", False),
            ("192.0.2.1", "::ffff:192.0.2.1", True),
            ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
            ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
            ("unknown", "", True),
        ],
    )
    def test_visitor_is_an_ipv4_address_or_ipv6_network(self, one: str, other: str, same: bool) -> None:
        names = [visitor(Request({"type": "http", "client": (host, 1)})) for host in (one, other)]
        assert (names[0] == names[1]) is same

    def test_visitors_of_unknown_address_count_as_one(self) -> None:
        assert visitor(Request({"type": "http", "client": None})) == ""

    @pytest.mark.parametrize("asking", [STRANGER, PROXY])
    def test_only_a_configured_proxy_is_trusted(self, asking: str) -> None:
        with site(Limits(jobs=2), asking) as client:
            questions = [begin(client, f"10.0.0.{number}", **HEAVY).status_code for number in (1, 2)]
        assert questions == ([202, 202] if asking == PROXY else [202, 429])

    def test_forwarded_address_from_a_visitor_is_not_trusted(self) -> None:
        # The proxy adds the address of its client to the header that it received.
        with site(Limits(jobs=2)) as client:
            questions = [
                begin(client, f"10.0.0.{number}, 203.0.113.5", **HEAVY).status_code for number in (1, 2)
            ]
        assert questions == [202, 429]


def batches(job: Job) -> "asyncio.Task[list[bytes]]":
    """Listen until the end."""

    async def listen() -> list[bytes]:
        return [event async for event in job.events()]

    return asyncio.create_task(listen())


class TestListeners:
    def test_simultaneous_events_are_sent_together_and_serialised_once(self, tmp_path: Path) -> None:
        async def search() -> list[list[bytes]]:
            job = Job("name", "walk", Limits(), tmp_path)
            listeners = [batches(job) for _ in range(3)]
            await asyncio.sleep(0)
            for number in range(100):
                job._hear(
                    {"event": "note", "data": {"sentence": Sentence(f"{number}.").to_dict(), "state": {}}}
                )
            job._hear({"event": "failed", "data": failure_as_json(StoppedError())})
            return await asyncio.gather(*listeners)

        reported = asyncio.run(search())
        assert [len(item) for item in reported] == [1, 1, 1]
        assert reported[0][0].count(b"event: note\n") == 100
        assert reported[0][0].endswith(b"\n\n")

    def test_late_listener_gets_the_events_after_the_last_seen(self, tmp_path: Path) -> None:
        async def search() -> list[bytes]:
            job = Job("name", "walk", Limits(), tmp_path)
            for number in range(3):
                job._hear(
                    {"event": "note", "data": {"sentence": Sentence(f"{number}.").to_dict(), "state": {}}}
                )
            for _ in range(_KEPT + 1):
                job._add("walked", "{}")
            job._hear({"event": "failed", "data": failure_as_json(StoppedError())})
            return [reported async for reported in job.events(2)]

        (reported,) = asyncio.run(search())
        numbers = [int(line[4:]) for line in reported.split(b"\n") if line.startswith(b"id: ")]
        # Of the steps of a walk, the first is no longer kept.
        assert numbers == [3, *range(5, 5 + _KEPT + 1)]


@pytest.fixture(scope="class")
def small() -> Iterator[Server]:
    with serving(listeners=2, all_listeners=6, tick_seconds=0.05) as server:
        yield server


@pytest.mark.skipif(sys.platform != "linux", reason="all of 127.0.0.0/8 is this machine")
class TestListening:
    def test_number_of_listeners_of_a_search_is_limited(self, small: Server) -> None:
        address = small.begin(**HEAVY)
        with small.listening(address) as first, small.listening(address) as second:
            assert next(first).name == next(second).name == "started"
            with small.client.stream("GET", f"{address}/events") as refused:
                assert refused.status_code == 429
                assert int(refused.headers["retry-after"]) > 0
                assert json.loads(refused.read())["error"].startswith("Too many listeners to this search")
            assert small.client.get(address).json()["state"] == "running"
        # A visitor who leaves makes room.
        until(lambda: first_event(small.client, address) == "event: started")
        small.client.delete(address)

    def test_visitor_cannot_take_all_listener_places(self, small: Server) -> None:
        searches = [small.begin(**HEAVY) for _ in range(3)]
        with ExitStack() as listening:
            streams = [
                listening.enter_context(small.listening(search))
                for search in (searches[0], searches[0], searches[1])
            ]
            assert {next(stream).name for stream in streams} == {"started"}
            assert first_event(small.client, searches[2]) == "refused"
            transport = httpx2.HTTPTransport(local_address="127.0.0.2")
            with httpx2.Client(
                base_url=small.client.base_url, transport=transport, timeout=PATIENCE
            ) as second:
                assert first_event(second, searches[2]) == "event: started"
        for search in searches:
            small.client.delete(search)


def first_event(client: httpx2.Client, address: str) -> str:
    """Return the first event of a search that a visitor receives."""
    with client.stream("GET", f"{address}/events") as answer:
        return next(answer.iter_lines()) if answer.status_code == 200 else "refused"
