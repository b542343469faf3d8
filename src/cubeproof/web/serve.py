"""`serve`: run the server until Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import socket
from collections.abc import Callable, Iterator

import uvicorn
from fastapi import FastAPI

from cubeproof.errors import UsageError
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits

__all__ = ["serve"]


def serve(host: str, port: int, ready: Callable[[str], object], limits: Limits | None = None) -> None:
    """Serve page and API until Ctrl-C; every search ends with it.

    Args:
        host: the address to be reached at; `0.0.0.0` for all that this machine has.
        port: the port; 0 for any that is free.
        ready: called with the address, once it can be asked.
        limits: what a visitor may ask for.

    Raises:
        UsageError: nothing can be served there, and why.
    """
    with _bound(host, port) as listening:
        app = create_app(limits, hosts=(host, socket.gethostname()))
        shown = f"[{host}]" if ":" in host else host
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, timeout_graceful_shutdown=3, server_header=False
        )
        server = _Server(config, app)
        ready(f"http://{shown}:{listening.getsockname()[1]}/")
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that ends the searches first: whoever listens to one would keep it waiting."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all searches, then the rest."""
        await self.app.state.book.close()
        await super().shutdown(sockets)


@contextlib.contextmanager
def _bound(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens there.

    Raises:
        UsageError: it cannot.
    """
    if not 0 <= port <= 65_535:
        raise UsageError(f"A port is a number from 0 to 65535, not {port}.")
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.create_server(address[:2], family=family, backlog=2048, reuse_port=False)
    except (OSError, UnicodeError) as problem:
        if isinstance(problem, OSError) and problem.errno == errno.EADDRINUSE:
            raise UsageError(
                f"The port {port} of {host} is in use already: choose another with --port."
            ) from None
        reason = getattr(problem, "strerror", None) or problem
        raise UsageError(f"Nothing can be served at {host}, port {port}: {reason}.") from None
    with listening:
        yield listening
