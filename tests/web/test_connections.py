"""Slow, broken and stalled connections."""

import asyncio
import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path

import pytest

from cubeproof.web.serve import serve
from patience import PATIENCE, until
from web.serving import Server, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")

HALF = {
    "nothing": b"",
    "half a head": b"GET /api HTTP/1.1\r\nHost: local",
    "half a body": b"POST /api/apply HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 100\r\n\r\n{"size": 3',
    "half a second request": b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\nGET",
}


QUESTION = b"GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
# More answers than the buffers of a connection hold.
UNREAD = 60 * b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"


def address_of(server: Server) -> tuple[str, int | None]:
    """Return the host and the port of a server."""
    return server.client.base_url.host, server.client.base_url.port


@pytest.fixture(scope="module")
def impatient() -> Iterator[Server]:
    with serving(arrival_seconds=0.05) as server:
        yield server


@pytest.mark.parametrize("half", HALF)
def test_unfinished_request_is_not_waited_for(half: str, impatient: Server) -> None:
    with socket.create_connection(address_of(impatient), timeout=PATIENCE) as visitor:
        visitor.sendall(HALF[half])
        with suppress(ConnectionResetError):
            while visitor.recv(65_536):
                pass


@pytest.mark.parametrize("start", [HALF["half a head"], HALF["half a body"]], ids=["head", "body"])
def test_a_byte_now_and_then_does_not_prolong_a_request(start: bytes, impatient: Server) -> None:
    with socket.create_connection(address_of(impatient), timeout=PATIENCE) as visitor:
        visitor.sendall(start)
        with suppress(ConnectionError):
            # The server reads a head of 64 kB and the body of 100 bytes, if the connection stays open.
            while visitor.send(b"1"):
                time.sleep(0.01)


def answers_to_new_visitors(server: Server) -> list[bytes]:
    """The first bytes of the answers to three visitors, one after the other."""
    answers = []
    for _ in range(3):
        with socket.create_connection(address_of(server), timeout=PATIENCE) as visitor:
            answers.append(b"")
            # A full server closes the connection, also one with a question that it has not read.
            with suppress(ConnectionError):
                visitor.sendall(QUESTION)
                answers[-1] = visitor.recv(12)
    return answers


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(
            HALF["half a head"],
            marks=pytest.mark.guards("half requests keep every other visitor out and fill the log"),
        ),
        *(HALF[half] for half in HALF if half != "half a head"),
        UNREAD,
    ],
    ids=["half a head", *(half for half in HALF if half != "half a head"), "answers that are not read"],
)
def test_a_storm_of_connections_keeps_no_visitor_out(sent: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(connections=4, arrival_seconds=PATIENCE) as server, ExitStack() as storm:
        for _ in range(12):
            stalled = storm.enter_context(socket.socket())
            stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stalled.connect(address_of(server))
            with suppress(ConnectionError):
                stalled.sendall(sent)
        until(lambda: answers_to_new_visitors(server) == [b"HTTP/1.1 200"] * 3)
    assert capfd.readouterr().err == ""


@pytest.mark.guards("a server without file descriptors writes megabytes of tracebacks")
def test_a_server_without_file_descriptors_writes_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with serving() as server, ExitStack() as storm:
        resource = pytest.importorskip("resource")
        server.client.get("/api")
        most = len([*Path(f"/proc/{server.process.pid}/fd").iterdir()]) + 10
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (most, most))
        for _ in range(40):
            storm.enter_context(socket.create_connection(address_of(server))).sendall(HALF["half a head"])
        assert answers_to_new_visitors(server) == [b"HTTP/1.1 200"] * 3
    assert capfd.readouterr().err == ""


def test_a_full_server_refuses_visitors_and_keeps_its_listener() -> None:
    with serving(connections=1) as server:
        search = server.begin(scramble="R U F", engine="walk", pace=1, timeout=500)
        with server.listening(search) as events:
            next(events)
            with (
                socket.create_connection(address_of(server), timeout=PATIENCE) as visitor,
                suppress(ConnectionError),
            ):
                visitor.sendall(QUESTION)
                assert visitor.recv(1) == b""
            assert next(events)


def test_long_listener_is_not_disconnected() -> None:
    # Longer than a request takes to arrive on a busy machine, and shorter than a client listens.
    with serving(arrival_seconds=2, tick_seconds=0.1) as server:
        address = server.begin(scramble="R U F", engine="walk", pace=1, timeout=500)
        with server.listening(address) as events:
            reported = (event.data["seconds"] for event in events if event.name == "bounds")
            first = next(reported)
            assert next(seconds for seconds in reported if seconds > first + 3)
        server.client.delete(address)


@pytest.fixture(scope="module")
def patient() -> Iterator[Server]:
    with serving() as server:
        yield server


@pytest.mark.parametrize(
    "sent", [b"\0\1\2 nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"], ids=["bytes", "no host"]
)
def test_non_http_request_is_answered(sent: bytes, patient: Server) -> None:
    with socket.create_connection(address_of(patient), timeout=PATIENCE) as visitor:
        visitor.sendall(sent)
        answer = visitor.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "lengths",
    ["Content-Length: 3\r\nTransfer-Encoding: chunked", "transfer-encoding: Chunked\r\nCONTENT-LENGTH: 0"],
)
@pytest.mark.parametrize(
    "before", [b"", b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n"], ids=["first", "second"]
)
def test_a_request_with_two_lengths_is_refused_and_the_connection_closed(
    before: bytes, lengths: str, patient: Server
) -> None:
    head = "POST /api/apply HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
    request = f"{head}\r\n{lengths}\r\n\r\n"
    with socket.create_connection(address_of(patient), timeout=PATIENCE) as visitor:
        hidden = b"0\r\n\r\nGET /api HTTP/1.1\r\nHost: localhost\r\n\r\n"
        visitor.sendall(before + request.encode() + hidden)
        answers = visitor.makefile("rb").read()
    *_, last = answers.split(b"HTTP/1.1 ")
    assert answers.count(b"HTTP/1.1 ") == 1 + bool(before)
    assert last.startswith(b"400 ")
    assert b"\r\nconnection: close" in last
    assert json.loads(last.partition(b"\r\n\r\n")[2])["error"].endswith(".")


def test_client_that_leaves_during_an_event_leaves_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with serving() as server:
        address = address_of(server)
        search = server.begin(scramble="R U F L D B", engine="walk", pace=1000, timeout=500)
        question = f"GET {search}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        # A visitor who listens now gets many events, and leaves after the first event.
        with server.listening(search) as events:
            assert len(list(islice(events, 40))) == 40
        for _ in range(40):
            with socket.create_connection(address, timeout=PATIENCE) as visitor:
                visitor.sendall(question)
                assert visitor.recv(1) == b"H"
        server.client.delete(search)
    assert capfd.readouterr().err == ""


def test_end_of_an_answer_is_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # asyncio turns Nagle's algorithm off for each socket that it recognises as TCP.
    accepted: list[int] = []

    async def accept(listening: socket.socket) -> None:
        with socket.create_connection(listening.getsockname(), timeout=PATIENCE):
            visitor, _ = listening.accept()
            with visitor:
                accepted.append(visitor.proto)

    monkeypatch.setattr("uvicorn.Server.run", lambda _, sockets: asyncio.run(accept(*sockets)))
    serve("127.0.0.1", 0, lambda _: None)
    assert accepted == [socket.IPPROTO_TCP]
