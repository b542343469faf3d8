"""`serve`: runs the server until Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import logging
import re
import socket
import tempfile
from collections.abc import Callable, Iterable, Iterator

import uvicorn
from fastapi import FastAPI

from cubeproof.base.system_errors import system_reason
from cubeproof.errors import UsageError
from cubeproof.sentences import Template, say
from cubeproof.web.app import create_app
from cubeproof.web.connections import BoundedListener
from cubeproof.web.limits import Limits

_NO_NAME = Template("web.no-name", "A name is one like cubes.example, without scheme and port, not {name!r}.")
_NO_PROXY = Template(
    "web.no-proxy",
    "A proxy is an address such as 127.0.0.1, or a network such as 10.0.0.0/8, not {proxy!r}.",
)
_IN_USE = Template("web.in-use", "The port {port} of {host} is already in use: choose another with --port.")
_CANNOT_SERVE = Template("web.cannot-serve", "The server cannot use {host}, port {port}: {reason}.")

# A host name: letters, digits and hyphens between dots.
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?", re.ASCII | re.IGNORECASE)


def serve(
    host: str,
    port: int,
    ready: Callable[[str], object],
    limits: Limits | None = None,
    names: Iterable[str] = (),
    proxies: Iterable[str] = (),
) -> None:
    """Serve the page and the API until Ctrl-C; searches end with the server."""
    names, proxies = tuple(names), tuple(proxies)
    for name in names:
        if not _NAME.fullmatch(name):
            raise UsageError(_NO_NAME(name=name))
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise UsageError(_NO_PROXY(proxy=proxy)) from None
    # Searches need it. On a full disk it fails, so call it before the address is printed.
    tempfile.gettempdir()
    limits = limits or Limits()
    with _bound(host, port, limits) as listening:
        app = create_app(limits, hosts=(host, socket.gethostname(), *names), proxies=proxies)
        address = f"[{host}]" if ":" in host else host
        config = uvicorn.Config(
            listening.serving(app),
            # Others may be installed: this parser is strict, and this loop asks `listening` for each connection.
            http="h11",
            loop="asyncio",
            ws="none",
            # Visitors could cause any number of warnings.
            log_level="error",
            access_log=False,
            # The application reads proxy headers itself, only of the named proxies.
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        server = _Server(config, app)
        ready(f"http://{address}:{listening.getsockname()[1]}/")
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that ends the searches first, since it waits for their listeners."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all searches, then the rest."""
        await self.app.state.registry.close()
        # Otherwise each cancelled request would be logged as a failure.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)


@contextlib.contextmanager
def _bound(host: str, port: int, limits: Limits) -> Iterator[BoundedListener]:
    """Yield a socket that listens at an address."""
    if not 0 <= port <= 65_535:
        raise UsageError(say("web.no-port", "A port is a number from 0 to 65535, not {port}.", port=port))
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = BoundedListener(
            socket.create_server(address[:2], family=family, backlog=2048, reuse_port=False),
            limits.connections,
            limits.arrival_seconds,
        )
    except (OSError, UnicodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise UsageError(_IN_USE(port=port, host=host)) from None
        reason = system_reason(error) if isinstance(error, OSError) else str(error)
        raise UsageError(_CANNOT_SERVE(host=host, port=port, reason=reason)) from None
    with listening:
        yield listening
