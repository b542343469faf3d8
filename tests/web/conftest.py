"""A server in this process, without a socket: sufficient for requests that are answered at once."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from fastapi.testclient import TestClient

from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from cubeproof.web.search_answers import EVENTS
from cubeproof.web.searches.job import Job

ADDRESS = "http://localhost"


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """A client of a server with the usual limits, but with places for many searches."""
    with TestClient(create_app(Limits(jobs=128, quick_jobs=128)), base_url=ADDRESS) as client:
        yield client


@pytest.fixture(autouse=True)
def _described_events(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test in which a server of this process sends an event that the document does not describe."""
    send, sent = Job._send, list[tuple[str, Mapping[str, Any]]]()

    def noted(job: Job, name: str, data: Mapping[str, Any]) -> None:
        sent.append((name, data))
        send(job, name, data)

    monkeypatch.setattr(Job, "_send", noted)
    yield
    for name, data in sent:
        assert EVENTS[name].model_validate(data).model_dump(mode="json", exclude_unset=True) == data
