"""`SecurityMiddleware`: who may ask, and what browsers may do with the answers.

A server on one's own machine can be reached by every page that is open in the browser. Three ways are closed. A
page elsewhere may send requests, which have its address as their `Origin`. It may show our pictures, whose
requests have no origin, but browsers mark them in `Sec-Fetch-Site`. It may let its own name point to this
machine (DNS rebinding), which then is the `Host` that is asked for; an address made of numbers cannot be taken
over in this way. A link from elsewhere is allowed.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.report import our_defect
from cubeproof.web.errors import failure

_SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "font-src": "'self' data:",
    "worker-src": "'self' blob:",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}

POLICY = "; ".join(f"{kind} {sources}" for kind, sources in _SOURCES.items())
"""The content security policy: a page only loads from this server."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every answer."""

_ELSEWHERE = Template("request.elsewhere", "This server only answers its own page, not one from elsewhere.")
_OTHER_NAME = Template(
    "request.other-name",
    "This server only answers under its own name, so that no other page can borrow it.",
)
_DEFECT = Template("web.defect", "The server failed where it should not.")

# What comes of a visitor who leaves in the middle of an answer: FastAPI closes one end of its stream of events
# while it still writes into the other.
_LEFT = (anyio.BrokenResourceError, ClientDisconnect)
# Number of traceback entries that are logged, the last ones.
_STEPS = 5


class SecurityMiddleware:
    """Checks requests before the application sees them."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), body_bytes: int = 65_536) -> None:
        self.app = app
        self.hosts = {"localhost", *(host.lower().rstrip(".") for host in hosts)}
        self.body_bytes = body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = gone = False

        async def receive_noted() -> Message:
            nonlocal gone
            message = await receive()
            gone = gone or message["type"] == "http.disconnect"
            return message

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if (refusal := self._refusal(Headers(scope=scope))) is not None:
            await failure(*refusal)(scope, receive, send_guarded)
            return
        try:
            await self.app(scope, receive_noted, send_guarded)
        except Exception as error:  # noqa: BLE001 - the visitor gets an answer in any case
            defect = _without_leaving(error) if gone else error
            if defect is None:
                return
            logging.getLogger("uvicorn.error").log(
                logging.ERROR, "A request failed.\n%s", _traceback_text(defect)
            )
            # A started answer cannot be taken back: uvicorn closes the connection, which shows that it
            # is cut off.
            if not started:
                await failure(500, our_defect(_DEFECT()))(scope, receive, send_guarded)

    def _refusal(self, headers: Headers) -> tuple[int, Sentence] | None:
        host = headers.get("host", "")
        if not self._known(host):
            return 403, _OTHER_NAME()
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != host.lower():
            return 403, _ELSEWHERE()
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not _follows_link(
            headers
        ):
            return 403, _ELSEWHERE()
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:12]) > self.body_bytes:
            return 413, say("request.body", "A request has {bytes:,} bytes or fewer.", bytes=self.body_bytes)
        return None

    def _known(self, host: str) -> bool:
        """Whether a host may be asked for: `name`, `name:port`, `[address]:port`."""
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname, parts.port
        except ValueError:
            return False
        if name is None or port == 0 or parts.netloc != host or "@" in host:
            return False
        if name.rstrip(".") in self.hosts:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


def _without_leaving(problem: Exception) -> Exception | None:
    """Return the error without those of a visitor who has left, or None if no other remains."""
    if isinstance(problem, ExceptionGroup):
        return problem.split(_LEFT)[1]
    return None if isinstance(problem, _LEFT) else problem


def _traceback_text(defect: BaseException) -> str:
    """A defect and the last steps of the way to it, in a few lines."""
    while isinstance(defect, BaseExceptionGroup):
        defect = defect.exceptions[0]
    return "".join(traceback.format_exception(defect, limit=-_STEPS, chain=False))


def _follows_link(headers: Headers) -> bool:
    """Return whether a request navigates to a whole page: not in a frame, and not embedded."""
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
