"""Services for the tests, each on the loopback: S3 by moto, HTTP by the standard library."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

USER, PASSWORD = "ann", "pa55 w@rd"
QUOTED = PASSWORD.replace(" ", "%20").replace("@", "%40")
BUCKET = "cubes"


class S3:
    """moto's S3, with a bucket, and with answers that a test puts before its own.

    Attributes:
        url: the address of the service.
        answer: called with the method and the path of each request; what it gives is the answer, a status and a text.
        after: called with the method and the path after a request was answered.
        headers: those of the last request, as WSGI names them.
    """

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.answer: Callable[[str, str], tuple[str, bytes] | None] = lambda method, path: None
        self.after: Callable[[str, str], None] = lambda method, path: None
        self.headers: dict[str, Any] = {}
        # S3 looks at the condition of a request and writes in one step; moto does not.
        self._step = threading.Lock()

    def app(self, moto: Any) -> Callable[[Any, Any], Any]:
        def called(environ: Any, start: Any) -> Any:
            method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
            self.headers = environ
            if (found := self.answer(method, path)) is not None:
                # All of it, or the client does not hear the answer.
                environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
                start(found[0], [("Content-Type", "application/xml"), ("Content-Length", str(len(found[1])))])
                return [b"" if method == "HEAD" else found[1]]
            with self._step:
                done = [*moto(environ, start)]
            self.after(method, path)
            return done

        return called


@contextlib.contextmanager
def s3_server() -> Iterator[S3]:
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import make_server

    moto = DomainDispatcherApplication(create_backend_app)
    service = S3(0)
    server = make_server("127.0.0.1", 0, service.app(moto), threaded=True)
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def error(code: str, message: str) -> bytes:
    """An error as S3 says it."""
    return f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>{message}</Message></Error>".encode()


class Pages(SimpleHTTPRequestHandler):
    """Files of a folder; `after` is called after each request, `wanted` decides which requests need the password."""

    wanted: str | None = None
    after: Callable[[str, str], None] = staticmethod(lambda method, path: None)

    def do_GET(self) -> None:
        if self._let_in():
            super().do_GET()
            type(self).after("GET", self.path)

    def do_HEAD(self) -> None:
        if self._let_in():
            super().do_HEAD()
            type(self).after("HEAD", self.path)

    def _let_in(self) -> bool:
        if self.wanted is None or self.headers.get("Authorization") == self.wanted:
            return True
        self.send_error(401)
        return False

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def http_server(root: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextlib.contextmanager
def silent_server() -> Iterator[str]:
    """A service that takes what comes, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
