"""A service of SFTP on the loopback, by asyncssh."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import asyncssh

from places.services import PASSWORD, USER


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
        url: the URL of its folder, with a user and a password.
        root: the folder that it serves.
        known: the line of `known_hosts` for it.
        files: the class of what it serves, whose `broken` a test may set.
    """

    def __init__(self, port: int, root: Path, key: str) -> None:
        self.host, self.root = f"127.0.0.1:{port}", root
        self.url = f"sftp://{USER}:{PASSWORD.replace(' ', '%20').replace('@', '%40')}@{self.host}"
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
