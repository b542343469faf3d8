"""A server in this process, without a socket: enough for all that is answered at once."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits

ADDRESS = "http://localhost"


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """The server with its usual limits, but with room for many searches."""
    with TestClient(create_app(Limits(jobs=128, quick_jobs=128)), base_url=ADDRESS) as client:
        yield client
