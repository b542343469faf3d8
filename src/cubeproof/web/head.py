"""`HeadMiddleware`: HEAD is answered as GET is, without what comes after the head."""

from __future__ import annotations

import anyio
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadMiddleware:
    """Answers HEAD as GET without a body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif scope["method"] == "HEAD":
            await self._head({**scope, "method": "GET"}, receive, send)
        else:
            await self.app(scope, receive, lambda message: send(_allowing_head(message)))

    async def _head(self, scope: Scope, receive: Receive, send: Send) -> None:
        ended = False
        # A long or endless answer is abandoned after its head.
        with anyio.CancelScope() as answering:

            async def send_head(message: Message) -> None:
                nonlocal ended
                if message["type"] == "http.response.start":
                    await send(_allowing_head(message))
                elif not ended:
                    ended = True
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
                    if message.get("more_body", False):
                        answering.cancel()

            await self.app(scope, receive, send_head)


def _allowing_head(message: Message) -> Message:
    """The same message; where GET is allowed, HEAD is too."""
    if message["type"] == "http.response.start":
        headers = MutableHeaders(scope=message)
        allowed = headers.get("allow", "").split(", ")
        if "GET" in allowed and "HEAD" not in allowed:
            headers["allow"] = ", ".join([*allowed, "HEAD"])
    return message
