"""Services for the tests, each on the loopback: S3 by moto, SFTP by asyncssh, HTTP by the standard library."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import asyncssh
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

USER, PASSWORD = "ann", "pa55 w@rd"
BUCKET = "cubes"


class S3:
    """moto's S3, with a bucket, and with answers that a test puts before its own.

    Attributes:
        url: the address of the service.
        answer: called with the method and the path of each request; what it gives is the answer, a status and a text.
        after: called with the method and the path after a request was answered.
    """

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.answer: Callable[[str, str], tuple[str, bytes] | None] = lambda method, path: None
        self.after: Callable[[str, str], None] = lambda method, path: None

    def app(self, moto: Any) -> Callable[[Any, Any], Any]:
        def called(environ: Any, start: Any) -> Any:
            method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
            if (found := self.answer(method, path)) is not None:
                # All of it, or the client does not hear the answer.
                environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
                start(found[0], [("Content-Type", "application/xml"), ("Content-Length", str(len(found[1])))])
                return [found[1]]
            done = [*moto(environ, start)]
            self.after(method, path)
            return done

        return called


@contextlib.contextmanager
def s3_server() -> Iterator[S3]:
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


class _Files(asyncssh.SFTPServer):
    """Files of a folder; `broken` says what becomes of a write to a file."""

    broken: Callable[[str], Exception | None] = staticmethod(lambda name: None)

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes], root: str) -> None:
        super().__init__(channel, chroot=os.fsencode(root))

    def write(self, file_obj: Any, offset: int, data: bytes) -> Any:
        if (problem := type(self).broken(os.fsdecode(file_obj.name))) is not None:
            raise problem
        return super().write(file_obj, offset, data)


class _Login(asyncssh.SSHServer):
    here: ClassVar[list[asyncssh.SSHServerConnection]] = []

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.here.append(conn)

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        return (username, password) == (USER, PASSWORD)


class SFTP:
    """A server of SFTP.

    Attributes:
        host: its address and port.
        root: the folder that it serves.
        known: the line of `known_hosts` for it.
        files: the class of what it serves, whose `broken` a test may set.
    """

    def __init__(self, port: int, root: Path, key: str) -> None:
        self.host, self.root = f"127.0.0.1:{port}", root
        self.known = f"[127.0.0.1]:{port} {key}"
        self.files = _Files


@contextlib.contextmanager
def sftp_server(root: Path) -> Iterator[SFTP]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    key = asyncssh.generate_private_key("ssh-ed25519")

    def run(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(20)

    async def begin() -> Any:
        return await asyncssh.create_server(
            _Login, "127.0.0.1", 0, server_host_keys=[key], sftp_factory=partial(_Files, root=str(root))
        )

    async def end(server: Any) -> None:
        server.close()
        for connection in _Login.here:
            connection.abort()
            await connection.wait_closed()
        await server.wait_closed()

    server = run(begin())
    try:
        yield SFTP(server.get_port(), root, key.export_public_key().decode().strip())
    finally:
        run(end(server))
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Pages(SimpleHTTPRequestHandler):
    """Files of a folder; `after` is called after each request, `wanted` says whether one needs the password."""

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
