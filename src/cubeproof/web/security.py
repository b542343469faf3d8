"""`SecurityMiddleware`: refuses requests of other sites, and restricts what browsers do with the answers.

Every page in the browser can reach a server on the same machine. Three attacks are refused. A page of another site may
send requests; they have its address as `Origin`. It may show pictures of this server; these requests have no origin,
but browsers mark them in `Sec-Fetch-Site`. It may let its own name point to this machine (DNS rebinding); the request
then has that name as `Host`. A numeric address cannot be taken over in this way. Links from other sites are allowed.
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
from cubeproof.web.errors import failure_response

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
"""The content security policy: a page loads only from this server."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every answer."""

_ELSEWHERE = Template("request.elsewhere", "This server only answers its own page, not pages of other sites.")
_OTHER_NAME = Template(
    "request.other-name",
    "This server only answers requests for its own host name, to protect it from pages of other sites.",
)
_NO_HTTP = Template("request.no-http", "Invalid HTTP request received.")
_DEFECT = Template("web.defect", "The server failed with an internal error.")

# Errors after a visitor disconnects during an answer: FastAPI closes one end of its event stream while it still
# writes to the other.
_LEFT = (anyio.BrokenResourceError, ClientDisconnect)
# The number of last traceback entries that are logged.
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
        is_started = is_disconnected = False

        async def watched_receive() -> Message:
            nonlocal is_disconnected
            message = await receive()
            is_disconnected = is_disconnected or message["type"] == "http.disconnect"
            return message

        async def send_with_headers(message: Message) -> None:
            nonlocal is_started
            if message["type"] == "http.response.start":
                is_started = True
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if (refusal := self._refusal(Headers(scope=scope))) is not None:
            response = failure_response(*refusal)
            if refusal[0] == 400:
                # The next request would start at different places for this server and a proxy.
                response.headers["Connection"] = "close"
            await response(scope, receive, send_with_headers)
            return
        try:
            await self.app(scope, watched_receive, send_with_headers)
        except Exception as error:  # noqa: BLE001 - the visitor gets an answer in any case
            defect = _without_disconnects(error) if is_disconnected else error
            if defect is None:
                return
            logging.getLogger("uvicorn.error").log(
                logging.ERROR, "A request failed.\n%s", _traceback_text(defect)
            )
            # A started answer cannot be replaced: uvicorn closes the connection, which marks it as incomplete.
            if not is_started:
                await failure_response(500, our_defect(_DEFECT()))(scope, receive, send_with_headers)

    def _refusal(self, headers: Headers) -> tuple[int, Sentence] | None:
        host = headers.get("host", "")
        if not self._is_allowed(host):
            return 403, _OTHER_NAME()
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != host.lower():
            return 403, _ELSEWHERE()
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not _follows_link(
            headers
        ):
            return 403, _ELSEWHERE()
        if "content-length" in headers and "transfer-encoding" in headers:
            return 400, _NO_HTTP()
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:12]) > self.body_bytes:
            return 413, say("request.body", "A request has {bytes:,} bytes or fewer.", bytes=self.body_bytes)
        return None

    def _is_allowed(self, host: str) -> bool:
        """Whether a Host header is allowed: `name`, `name:port` or `[address]:port`."""
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


def _without_disconnects(error: Exception) -> Exception | None:
    """Return the error without parts that a disconnect causes, or None if nothing remains."""
    if isinstance(error, ExceptionGroup):
        return error.split(_LEFT)[1]
    return None if isinstance(error, _LEFT) else error


def _traceback_text(defect: BaseException) -> str:
    """Return the last entries of an error's traceback."""
    while isinstance(defect, BaseExceptionGroup):
        defect = defect.exceptions[0]
    return "".join(traceback.format_exception(defect, limit=-_STEPS, chain=False))


def _follows_link(headers: Headers) -> bool:
    """Whether a request navigates to a whole page, not to a frame or an embedded file."""
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
