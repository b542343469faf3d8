"""The server answers its own page and users of this machine, and no page from elsewhere."""

import anyio
import pytest
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from cubeproof.web.security import SecurityMiddleware


@pytest.mark.parametrize(
    "host",
    [
        *["localhost", "localhost:8000", "LOCALHOST", "localhost.", "127.0.0.1:1", "[::1]:8000"],
        *["192.168.1.7", "10.0.0.1:80"],
    ],
)
def test_local_host_names_are_accepted(client: TestClient, host: str) -> None:
    assert client.get("/api", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "evil.example:8000"],
        *["localhost@evil.example", "evil.example@localhost", "evil.example/localhost", "", "[::1"],
        *["localhost:8000:9", "local host", "127.1", "2130706433"],
    ],
)
def test_foreign_host_name_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api", headers={"Host": host})
    assert answer.status_code == 403
    assert answer.json()["error"].endswith(".")


def test_configured_host_name_is_accepted() -> None:
    with TestClient(
        create_app(Limits(), hosts=["Cubes.example."]), base_url="http://cubes.example"
    ) as client:
        assert client.get("/api").status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://localhost:9", "https://evil.example:80", "localhost", ""],
)
@pytest.mark.parametrize("path", ["/api/apply", "/api/solve"])
def test_a_page_from_elsewhere_is_refused(client: TestClient, origin: str, path: str) -> None:
    answer = client.post(path, json={}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


def test_request_of_its_own_page_is_accepted(client: TestClient) -> None:
    headers = {"Origin": "http://localhost:8000", "Host": "localhost:8000"}
    assert client.post("/api/apply", json={}, headers=headers).status_code == 200


def fetched(site: str, mode: str, dest: str) -> dict[str, str]:
    """The headers in which a browser states the origin and the purpose of a request."""
    return {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    ("mode", "dest"), [("no-cors", "image"), ("no-cors", "script"), ("navigate", "iframe"), ("cors", "empty")]
)
def test_a_page_from_elsewhere_embeds_nothing(client: TestClient, site: str, mode: str, dest: str) -> None:
    assert client.get("/api/picture", headers=fetched(site, mode, dest)).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        fetched("cross-site", "navigate", "document"),
        fetched("none", "navigate", "document"),
        fetched("same-origin", "no-cors", "image"),
    ],
)
def test_links_from_elsewhere_and_own_pictures_are_answered(
    client: TestClient, headers: dict[str, str]
) -> None:
    assert client.get("/api/picture", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/api", "/api/nothing", "/api/docs", "/assets/nothing.js", "/api/picture"]
)
def test_security_headers_forbid_foreign_content(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "http" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_refusals_have_the_security_headers(client: TestClient) -> None:
    answer = client.get("/api", headers={"Host": "evil.example"})
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def answered_in_part(error: Exception, *, there: bool) -> list[str]:
    """Return the messages of an answer during which an exception is raised."""
    sent: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await receive()
        raise error

    async def receive() -> Message:
        return {"type": "http.request" if there else "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message["type"])

    scope = {"type": "http", "headers": [(b"host", b"localhost")]}
    anyio.run(SecurityMiddleware(app), scope, receive, send)
    return sent


def test_client_that_leaves_is_no_internal_error(caplog: pytest.LogCaptureFixture) -> None:
    for error in (
        anyio.BrokenResourceError(),
        ExceptionGroup("tasks", [ExceptionGroup("more", [anyio.BrokenResourceError()])]),
    ):
        assert answered_in_part(error, there=False) == ["http.response.start"]
    assert caplog.text == ""


@pytest.mark.parametrize("there", [True, False])
def test_internal_error_during_an_answer_is_logged_once_and_short(
    there: bool, caplog: pytest.LogCaptureFixture
) -> None:
    error = ExceptionGroup("tasks", [anyio.BrokenResourceError(), ZeroDivisionError("secret")])
    if there:
        error = ExceptionGroup("tasks", [ZeroDivisionError("secret")])
    assert answered_in_part(error, there=there) == ["http.response.start"]
    assert caplog.text.count("ZeroDivisionError: secret") == len(caplog.records) == 1
    assert len(caplog.text.splitlines()) < 20
