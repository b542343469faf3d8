"""A worker ends a search with an event that the document does not describe."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from cubeproof.errors import StoppedError
from cubeproof.solving.report import failure_as_json
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from cubeproof.web.searches.worker_pool import Hear, Worker

WorkerEvents = list[tuple[str, dict[str, Any]]]

STARTED = ("started", {"engine": "table", "state": {}})
STOPPED = ("failed", failure_as_json(StoppedError()))
DEFECT = "This is a bug in cubeproof, not in your request."


@pytest.fixture
def worker_events() -> WorkerEvents:
    """The events of the worker; each test defines them."""
    return []


@pytest.fixture
def site(worker_events: WorkerEvents, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    async def run(worker: Worker, _: object, hear: Hear) -> None:
        for name, data in worker_events:
            hear({"event": name, "data": data})
        worker.reusable = True

    monkeypatch.setattr(Worker, "run", run)
    with TestClient(create_app(Limits()), base_url="http://localhost") as site:
        yield site


def search(site: TestClient) -> tuple[list[str], dict[str, Any]]:
    """Return the names of the events of a search, without the bounds of each tick, and its state at the end."""
    address = site.post("/api/solve", json={"size": 2, "scramble": "R"}).json()["url"]
    blocks = site.get(f"{address}/events").text.split("\n\n")
    results = [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks if block]
    answer = site.get(address)
    assert answer.status_code == 200
    last = json.loads(results[-1]["data"])
    assert last == {name: value for name, value in answer.json()["failure"].items() if name in last}
    return [item["event"] for item in results if item["event"] != "bounds"], answer.json()


@pytest.mark.parametrize("name", ["result", "failed"])
def test_broken_end_is_reported_as_an_internal_error(
    site: TestClient, worker_events: WorkerEvents, name: str
) -> None:
    worker_events += [STARTED, (name, {"length": "long"}), STOPPED]
    names, job = search(site)
    assert names == ["started", "failed"]
    assert (job["state"], job["result"]) == ("failed", None)
    assert job["failure"]["error"].endswith(DEFECT)
    assert "\n" not in job["failure"]["error"]
