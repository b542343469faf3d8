"""A server in this process, without a socket: sufficient for requests that are answered at once."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits

ADDRESS = "http://localhost"


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """A client of a server with the usual limits, but with places for many searches."""
    with TestClient(create_app(Limits(jobs=128, quick_jobs=128)), base_url=ADDRESS) as client:
        yield client
