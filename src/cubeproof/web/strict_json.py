"""Request bodies in which an entry occurs twice are refused; FastAPI itself would ignore the first."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute

from cubeproof.base.json_objects import parse_json
from cubeproof.errors import UsageError


class AmbiguousBodyError(HTTPException):
    """A request whose body has an entry twice; an HTTPException, since FastAPI replaces others.

    Attributes:
        error: the fault, with the pointer of the entry.
    """

    def __init__(self, error: UsageError) -> None:
        self.error = error
        super().__init__(400)


class _StrictRequest(Request):
    async def json(self) -> Any:
        """Return the content of the body."""
        try:
            return parse_json("request", await self.body())
        except UsageError as error:
            raise AmbiguousBodyError(error) from None
        except (ValueError, RecursionError):
            return await super().json()


class StrictRoute(APIRoute):
    """A route that refuses ambiguous bodies."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the function that answers a request."""
        answer = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            return await answer(_StrictRequest(request.scope, request.receive))

        return strictly
