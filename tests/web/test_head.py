"""HEAD gets the answer of GET without the body."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from cubeproof import Cube
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from ground_truth import SUPERFLIP
from web.serving import serving

PATHS = [
    *["/", "/assets/part.js", "/assets/nothing.js", "/api", "/api/", "/api/docs", "/api/openapi.json"],
    *["/api/turns?size=3", "/api/turns?size=1", "/api/picture?alg=R", "/api/picture?format=png&width=64"],
    *["/api/explore", "/api/languages", "/api/languages/fr", "/api/nothing", "/api/solve/nothing"],
    *["/api/solve/nothing/events", "/api/apply"],
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with a page of two files."""
    built = tmp_path_factory.mktemp("built")
    Path(built, "assets").mkdir()
    Path(built, "index.html").write_text("<p>A page.", encoding="utf-8")
    Path(built, "assets", "part.js").write_text("1;" * 100_000, encoding="utf-8")
    with TestClient(create_app(Limits(), built=built), base_url="http://localhost") as site:
        yield site


@pytest.mark.parametrize("path", PATHS)
def test_head_returns_the_headers_of_get(site: TestClient, path: str) -> None:
    got, head = site.get(path), site.head(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert head.headers == got.headers
    if path != "/api/apply":
        assert head.status_code != 405


@pytest.mark.parametrize("headers", [{}, {"Host": "evil.example"}])
def test_head_is_guarded_as_get(site: TestClient, headers: dict[str, str]) -> None:
    got, head = site.get("/api", headers=headers), site.head("/api", headers=headers)
    assert (head.status_code, head.content, head.headers) == (got.status_code, b"", got.headers)


def test_head_is_allowed_where_get_is(site: TestClient) -> None:
    assert site.post("/api").headers["allow"] == "GET, HEAD"
    assert site.get("/api/apply").headers["allow"] == "POST"


def test_head_over_the_network_does_not_listen() -> None:
    with serving(listeners=1) as server:
        address = server.begin(scramble=SUPERFLIP, engine="walk", pace=1, timeout=500)
        for _ in range(3):
            answer = server.client.head(f"{address}/events")
            assert (answer.status_code, answer.content) == (200, b"")
            assert answer.headers["content-type"].startswith("text/event-stream")
            picture = server.client.head("/api/picture", params={"state": Cube(2).facelets})
            assert picture.status_code == 200
            assert int(picture.headers["content-length"]) > 1000
        with server.listening(address) as events:
            assert next(events).name == "started"
        server.client.delete(address)
