"""The real server: its answers, the files that it leaves, and how it ends."""

import errno
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import httpx2
import pytest

from cubeproof import Cube
from cubeproof.cli import main
from ground_truth import SUPERFLIP
from patience import PATIENCE, until
from web.serving import Event, Server, alive, children, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")

# Hours of work for two solvers.
HEAVY: dict[str, object] = {"scramble": SUPERFLIP, "engine": "sat", "timeout": 500, "jobs": 2}

# An incomplete request, and a request whose answer takes long to draw.
HALF = (
    b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{"
)
FILM = (
    b"GET /api/animation?size=7&width=700&speed=2&alg=" + 90 * b"R" + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


def at_work(server: Server, address: str, horizon: int = 9) -> int:
    """Wait until solvers are at work on a horizon, and return the number of the last event seen."""
    with server.listening(address) as events:
        for event in events:
            if event.name == "horizon-opened" and event.data["length"] >= horizon:
                break
    until(lambda: len(server.processes()) >= 2)
    return event.id


@contextmanager
def listening_to_search(server: Server, **asked: object) -> Iterator[tuple[str, Iterator[Event]]]:
    """Listen to a running search; start it again if it ended before the test listened."""
    while True:
        address = server.begin(**asked)
        with server.listening(address) as events:
            next(events)
            if server.client.get(address).json()["state"] == "running":
                yield address, events
                return


class TestEvents:
    def test_events_are_live_and_resume_at_the_last_one(self, server: Server) -> None:
        address = server.begin(**HEAVY)
        last = at_work(server, address)
        with server.listening(address, last) as events:
            following = [next(events).id for _ in range(2)]
        assert following == sorted(following)
        assert following[0] > last
        with server.listening(address) as events:
            assert next(events).name == "started"
        assert server.client.get(address).json()["state"] == "running"
        assert server.client.delete(address).status_code == 204

    def test_events_report_progress_repeatedly(self, server: Server) -> None:
        address = server.begin(**HEAVY)
        with server.listening(address) as events:
            bounds = list(islice((event.data for event in events if event.name == "bounds"), 3))
        assert [event["seconds"] for event in bounds] == sorted(event["seconds"] for event in bounds)
        assert set(bounds[0]) == {"seconds", "length", "lower_bound", "horizon"}
        lower = [event["lower_bound"] for event in bounds]
        assert lower == sorted(lower)
        server.client.delete(address)


class TestStopping:
    def test_stop_keeps_the_best_answer(self, server: Server) -> None:
        # A quick answer arrives first. The proof that no shorter answer exists never ends.
        address = server.begin(scramble=SUPERFLIP, timeout=500)
        with server.listening(address) as events:
            for event in events:
                if event.name == "improved":
                    break
            best = server.client.get(address).json()
            assert server.client.post(f"{address}/stop").json()["id"] == best["id"]
            rest = list(events)
        assert [event.name for event in rest if event.name in ("result", "failed")] == ["result"]
        result = rest[-1].data
        data = server.client.get(address).json()
        assert (data["state"], result["stopped"]) == ("stopped", "interrupted")
        assert Cube(3).apply(SUPERFLIP).apply(result["solution"]).is_solved
        assert Cube(3).apply(SUPERFLIP).apply(best["best"]).is_solved
        assert result["length"] <= best["length"]
        assert "Interrupted: it is proved that" in result["claim"]["text"]
        assert server.client.post(f"{address}/stop").json()["state"] == "stopped"

    def test_stop_before_the_start_is_applied(self, server: Server) -> None:
        address = server.begin(**HEAVY)
        server.client.post(f"{address}/stop")
        with server.listening(address) as events:
            last = list(events)[-1]
        assert (last.name, last.data["stopped"]) == ("result", "interrupted")

    def test_stop_kills_a_process_that_does_not_respond(self) -> None:
        with serving(grace_seconds=0, tick_seconds=0.05) as server:
            address = server.begin(**HEAVY)
            at_work(server, address, 5)
            job = server.processes()
            # The worker is stopped and handles no signal; its solvers do.
            (search,) = children(server.process.pid) & job
            os.kill(search, signal.SIGSTOP)
            server.client.post(f"{address}/stop")
            with server.listening(address) as events:
                last = list(events)[-1]
            assert last.name == "failed"
            assert last.data["error"] == "The search did not stop when requested, so it was killed."
            until(lambda: not alive(job))


class TestProcesses:
    def test_processes_of_a_cancelled_search_end(self, server: Server) -> None:
        until(lambda: not server.processes())
        address = server.begin(**HEAVY)
        at_work(server, address)
        until(lambda: len(server.processes()) >= 3)
        job = server.processes()
        assert server.client.delete(address).status_code == 204
        until(lambda: not alive(job))
        assert server.processes() == set()

    def test_a_visitor_who_leaves_ends_the_search(self) -> None:
        with serving(idle_seconds=0.2, tick_seconds=0.05) as server:
            with listening_to_search(server, **HEAVY) as (address, _):
                until(lambda: len(server.processes()) >= 2)
            until(lambda: not server.processes())
            assert server.client.get(address).json()["state"] == "stopped"

    def test_a_visitor_who_listens_keeps_it(self) -> None:
        with serving(idle_seconds=2, tick_seconds=0.02) as server:
            parameters = {"scramble": SUPERFLIP, "engine": "walk", "pace": 1, "timeout": 500}
            with listening_to_search(server, **parameters) as (address, events):
                reported = (event.data["seconds"] for event in events if event.name == "bounds")
                begun = next(reported)
                assert next(seconds for seconds in reported if seconds > begun + 3)
                assert server.client.get(address).json()["state"] == "running"
            until(lambda: not server.processes())

    def test_a_search_that_takes_too_long_is_ended(self) -> None:
        with serving(slack_seconds=-500, tick_seconds=0.05) as server:
            address = server.begin(**HEAVY)
            with server.listening(address) as events:
                last = list(events)[-1]
            assert last.name == "result"
            assert server.client.get(address).json()["state"] == "stopped"

    def test_search_whose_process_is_killed_is_reported(self, server: Server) -> None:
        until(lambda: not server.processes())
        address = server.begin(**HEAVY)
        at_work(server, address)
        for process in server.processes():
            os.kill(process, signal.SIGKILL)
        with server.listening(address) as events:
            last = list(events)[-1]
        assert last.name == "failed"
        assert server.client.get(address).json()["failure"]["error"] == last.data["error"]
        assert last.data["error"].endswith(".")

    def test_processes_end_with_the_server_even_if_killed(self) -> None:
        with serving() as server:
            address = server.begin(**HEAVY)
            at_work(server, address)
            light = server.begin(scramble="R U", size=2)
            with server.listening(light) as events:
                assert list(events)[-1].name == "result"
            # Also connections that wait for a search.
            until(lambda: len(children(server.process.pid)) == 4)
            left = server.all_processes()
            assert server.processes() < left
            server.process.kill()
            until(lambda: not alive(left))


def serve(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "cubeproof", "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def unserved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a server in this process end at once, so that a test fails if wrong arguments are not refused."""
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: pytest.fail("it is served"))


@pytest.fixture(scope="module")
def configured() -> Iterator[str]:
    """The address of a server with configured host names and proxies."""
    names = ["--allow-host", "cubes.example", "--allow-host", "B.example."]
    process = serve("--port", "0", *names, "--proxy", "127.0.0.0/8", "--proxy", "2001:db8::1")
    assert process.stderr is not None
    yield process.stderr.readline().split()[1]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)


class TestCommand:
    @pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
    def test_serve_prints_its_address_and_ends_quietly(self, ending: signal.Signals) -> None:
        process = serve("--port", "0")
        assert process.stderr is not None
        reported = process.stderr.readline()
        assert reported.startswith("cubeproof: http://127.0.0.1:")
        assert reported.endswith("(Ctrl-C ends it)\n")
        port = int(reported.split(":")[3].split("/")[0])
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as visitor:
            visitor.sendall(b"GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert visitor.recv(15) == b"HTTP/1.1 200 OK"
        process.send_signal(ending)
        output, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, output, errors) == (0, "", "")

    @pytest.mark.parametrize("asked", [HALF, FILM], ids=["half a request", "a film"])
    def test_serve_ends_quietly_with_a_waiting_visitor(self, asked: bytes) -> None:
        process = serve("--port", "0")
        assert process.stderr is not None
        port = int(process.stderr.readline().split(":")[3].split("/")[0])
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as visitor:
            visitor.sendall(asked)
            # The server has read the request when it has answered a second visitor.
            httpx2.get(f"http://127.0.0.1:{port}/api", timeout=PATIENCE)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, output, errors) == (0, "", "")

    def test_serve_answers_under_configured_names(self, configured: str) -> None:
        answers = {
            name: httpx2.get(f"{configured}api", headers={"Host": name}, timeout=PATIENCE).status_code
            for name in ("cubes.example", "b.example", "localhost", "c.example")
        }
        assert answers == {"cubes.example": 200, "b.example": 200, "localhost": 200, "c.example": 403}

    def test_serve_trusts_configured_proxies(self, configured: str) -> None:
        parameters = {"scramble": SUPERFLIP, "engine": "walk", "pace": 1, "timeout": 500}
        answers = [
            httpx2.post(
                f"{configured}api/solve", json=parameters, headers={"X-Forwarded-For": who}, timeout=PATIENCE
            ).status_code
            for who in ["2001:db8:5::1"] * 4 + ["2001:db8:5::2", "2001:db8:6::1"]
        ]
        # All addresses of a household count as one visitor, who gets half of the places.
        assert answers == [202, 202, 202, 202, 429, 202]

    def test_serve_ends_its_searches_and_informs_listeners(self) -> None:
        with serving() as server:
            address = server.begin(**HEAVY)
            at_work(server, address)
            until(lambda: len(children(server.process.pid)) == 4)
            left = server.all_processes()
            with server.listening(address, 10**9) as events:
                server.process.send_signal(signal.SIGINT)
                received = list(events)
            assert [event.name for event in received] == ["failed"] or not received
            assert server.process.wait(PATIENCE) == 0
            until(lambda: not alive(left))

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--port", "70000"], "A port is a number from 0 to 65535, not 70000."),
            (["--port", "-1"], "not -1."),
            (["--host", "no.such.host.invalid"], "The server cannot use no.such.host.invalid, port 8000: "),
            (["--host", "192.0.2.1"], "The server cannot use 192.0.2.1, port 8000: "),
            (["--host", "a" * 300], "The server cannot use aaa"),
            (["--allow-host", "http://a.example"], "without scheme and port, not 'http://a.example'"),
            (["--allow-host", ""], "A name is one like cubes.example"),
            (["--proxy", "*"], "A proxy is an address such as 127.0.0.1, or a network"),
            (["--proxy", "proxy.example"], "not 'proxy.example'."),
            (["--proxy", "10.0.0.1/8"], "not '10.0.0.1/8'."),
        ],
    )
    @pytest.mark.usefixtures("unserved")
    def test_serve_reports_what_it_cannot_serve(
        self, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["serve", *arguments]) == 2
        output, errors = capsys.readouterr()
        assert output == ""
        assert errors.startswith("cubeproof: ")
        assert message in errors
        assert "Traceback" not in errors

    @pytest.mark.usefixtures("unserved")
    def test_serve_reports_a_port_in_use(self, capsys: pytest.CaptureFixture[str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            assert main(["serve", "--port", str(port)]) == 2
        assert (
            capsys.readouterr().err
            == f"cubeproof: The port {port} of 127.0.0.1 is already in use: choose another with --port.\n"
        )

    @pytest.mark.usefixtures("unserved")
    def test_serve_reports_a_full_temporary_disk(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def refuse() -> str:
            raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")

        monkeypatch.setattr("tempfile.gettempdir", refuse)
        assert main(["serve", "--port", "0"]) == 2
        assert capsys.readouterr() == ("", "cubeproof: No usable temporary directory found in ['/tmp'].\n")
