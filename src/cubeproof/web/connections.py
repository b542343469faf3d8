"""`BoundedListener`: a listening socket with a limit for its connections and for the time that a request may take.

A visitor who sends half a request, or does not read the answer, holds a connection; a thousand of them exhaust the
server, and uvicorn has no limit for either. So the socket on which it listens ends connections on which the server
waits for the visitor: after some seconds if a request is incomplete, and the one that waited longest if there is no
place for another visitor. This uses only public methods of sockets and ASGI. asyncio asks the socket for each
connection, except on Windows, where these limits do not hold.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import select
import socket
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_BODY_HEADERS = (b"content-length", b"transfer-encoding")
# The process or the system has no file descriptor left.
_NO_DESCRIPTOR = (errno.EMFILE, errno.ENFILE)


class _Connection:
    """A connection of a visitor; after each step it is known whether the server waits for the visitor."""

    def __init__(self, accepted: socket.socket, seconds: float) -> None:
        self._socket, self._seconds = accepted, seconds
        self.answering = 0
        self.is_ending = False
        self.waiting_since: float | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self.await_request()

    @property
    def is_open(self) -> bool:
        return self._socket.fileno() != -1

    def await_request(self) -> None:
        self.await_reader()
        self._deadline = asyncio.get_running_loop().call_later(self._seconds, self.end)

    def await_reader(self) -> None:
        self.work()
        self.waiting_since = asyncio.get_running_loop().time()

    def work(self) -> None:
        self.waiting_since = None
        if self._deadline is not None:
            self._deadline.cancel()

    def end(self) -> None:
        self.work()
        self.is_ending = True
        # asyncio then reads the end of the connection, and closes it.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)


class BoundedListener(socket.socket):
    """A listening socket that replaces another.

    Args:
        listening: the other socket, which becomes unusable.
        most: maximum number of connections.
        seconds: seconds from the start of a connection, or the end of the previous answer, to a complete request.
    """

    def __init__(self, listening: socket.socket, most: int, seconds: float) -> None:
        # asyncio switches off Nagle's algorithm, which delays the end of each answer on a reused connection by 40 ms,
        # if the protocol of a connection is TCP. Connections inherit it.
        super().__init__(listening.family, listening.type, socket.IPPROTO_TCP, fileno=listening.detach())
        self._most, self._seconds = most, seconds
        self._connections: dict[tuple[Any, ...], _Connection] = {}

    def accept(self) -> tuple[socket.socket, Any]:
        """Return a new connection and its address.

        Raises:
            BlockingIOError: there is no new connection, or no place until another connection has ended.
        """
        while True:
            is_full = self._is_full()
            if is_full and (not self._has_visitor() or self._makes_room()):
                raise BlockingIOError
            try:
                accepted, address = super().accept()
            except OSError as error:
                if error.errno not in _NO_DESCRIPTOR:
                    raise
                # asyncio would log a traceback for each connection that may wait, each second.
                self._makes_room()
                raise BlockingIOError from None
            if not is_full:
                self._connections[address[:2]] = _Connection(accepted, self._seconds)
                return accepted, address
            # The server works for all other visitors.
            accepted.close()

    def _has_visitor(self) -> bool:
        return bool(select.select([self], [], [], 0)[0])

    def _is_full(self) -> bool:
        if len(self._connections) < self._most:
            return False
        self._connections = {
            address: connection for address, connection in self._connections.items() if connection.is_open
        }
        return len(self._connections) >= self._most

    def _makes_room(self) -> bool:
        """Whether a connection ends: one that was asked to end, or the one on which the server waits longest."""
        connections = [connection for connection in self._connections.values() if connection.is_open]
        if any(connection.is_ending for connection in connections):
            return True
        waiting = [connection for connection in connections if connection.waiting_since is not None]
        if waiting:
            min(waiting, key=lambda connection: connection.waiting_since or 0).end()
        return bool(waiting)

    def serving(self, app: ASGIApp) -> ASGIApp:
        """Return an application that answers as `app`, and notes when the server waits for a visitor."""

        async def serve(scope: Scope, receive: Receive, send: Send) -> None:
            connection = self._connections.get(tuple(scope.get("client") or ()))
            if scope["type"] != "http" or connection is None:
                await app(scope, receive, send)
                return

            async def receive_request() -> Message:
                message = await receive()
                if not message.get("more_body"):
                    connection.work()
                return message

            async def send_answer(message: Message) -> None:
                connection.await_reader()
                await send(message)
                connection.work()

            # A visitor may send the next request before the answer.
            connection.answering += 1
            if not any(name in _BODY_HEADERS for name, _ in scope["headers"]):
                connection.work()
            try:
                await app(scope, receive_request, send_answer)
            finally:
                connection.answering -= 1
                if not connection.answering:
                    connection.await_request()

        return serve
