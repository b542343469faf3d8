"""`SlowRequestProtocol`: uvicorn's HTTP with a time limit for the arrival of a request.

Without it, a visitor who sends half a request holds a connection indefinitely, and a thousand connections exhaust the
server. Input that is not HTTP gets an answer in JSON. uvicorn has no option for either. Its `H11Protocol` is not
documented, so pyproject.toml allows no newer minor version than the tested one. The documented limits of other servers
are not enough: `read_timeout` of Hypercorn limits each read, so that a byte now and then keeps a connection, and
`http1_header_read_timeout` of Granian does not limit a body.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from cubeproof.errors import CubeproofError
from cubeproof.sentences import Template
from cubeproof.solving.report import failure_as_json
from cubeproof.web.security import HEADERS

_LENGTHS = {b"content-length", b"transfer-encoding"}
_NO_HTTP = Template("request.no-http", "Invalid HTTP request received.")


class _StrictConnection(h11.Connection):
    """h11 without requests that have two lengths."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event."""
        event = super().next_event()
        if isinstance(event, h11.Request) and {name for name, _ in event.headers} >= _LENGTHS:
            raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")
        return event


class SlowRequestProtocol(H11Protocol):
    """A connection that is closed if a request takes too long to arrive."""

    arrival_seconds: float = 10
    """Seconds after which an incomplete request may be refused; after twice this time it is."""
    farewell_seconds: float = 0.3
    """Seconds for a running answer when the server ends."""

    _waited_for: RequestResponseCycle | str | None = "not yet looked"
    _look_again: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        most = self.config.h11_max_incomplete_event_size
        self.conn = _StrictConnection(
            h11.SERVER, **({} if most is None else {"max_incomplete_event_size": most})
        )

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the checks of a connection."""
        super().connection_made(transport)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the checks."""
        super().connection_lost(exc)
        if self._look_again is not None:
            self._look_again.cancel()

    def _look(self) -> None:
        """Close the connection if it waits for the same request as at the previous check."""
        # None before the first request, contrary to uvicorn's types.
        cycle = cast("RequestResponseCycle | None", self.cycle)
        waiting = cycle is None or cycle.response_complete or cycle.more_body
        if waiting and cycle is self._waited_for:
            self.transport.abort()
            return
        self._waited_for = cycle if waiting else "an answer"
        self._look_again = self.loop.call_later(self.arrival_seconds, self._look)

    def shutdown(self) -> None:
        """End with the server; drop answers that take longer than `farewell_seconds`."""
        super().shutdown()
        self.loop.call_later(self.farewell_seconds, self.transport.abort)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - as uvicorn has it
        """Answer input that is not HTTP with a failure in JSON."""
        # uvicorn calls this only for input that h11 cannot read, so `msg` is ignored.
        body = json.dumps(failure_as_json(CubeproofError(_NO_HTTP()))).encode()
        headers = {"Content-Type": "application/json", "Connection": "close", **HEADERS}
        answer = h11.Response(
            status_code=HTTPStatus.BAD_REQUEST,
            headers=[*headers.items(), ("Content-Length", str(len(body)))],
            reason=HTTPStatus.BAD_REQUEST.phrase,
        )
        events: tuple[h11.Event, ...] = (answer, h11.Data(data=body), h11.EndOfMessage())
        self.transport.write(b"".join(filter(None, map(self.conn.send, events))))
        self.transport.close()
