"""Failures as one sentence of JSON, whatever failed, and never a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from cubeproof.errors import CubeproofError, InternalError
from cubeproof.solving.report import failure_as_json

__all__ = ["RefusedError", "add_handlers", "failure", "field"]

_STATUSES = {
    400: "The request's body cannot be read: JSON is wanted.",
    404: "There is nothing here; /api/docs tells what there is.",
    405: "This cannot be done here; /api/docs tells what can.",
    413: "The request is too large.",
}


class RefusedError(Exception):
    """A request that is answered with a failure.

    Attributes:
        status: the status of HTTP.
        sentence: what is wrong.
        retry_seconds: after how long it may be worth while to ask again, None if it is not.
    """

    def __init__(self, status: int, sentence: str, retry_seconds: int | None = None) -> None:
        self.status, self.sentence, self.retry_seconds = status, sentence, retry_seconds
        super().__init__(sentence)


class _FieldError(Exception):
    def __init__(self, problem: CubeproofError, name: str) -> None:
        self.problem, self.name = problem, name
        super().__init__(str(problem))


@contextmanager
def field(name: str) -> Iterator[None]:
    """Within it, whatever cubeproof refuses is put down to a field of the request."""
    try:
        yield
    except CubeproofError as problem:
        raise _FieldError(problem, name) from None


def failure(status: int, content: Mapping[str, Any] | str) -> Response:
    """The answer that tells of a failure. Only ASCII, so that text which is no Unicode can be told of too."""
    body = {"error": content} if isinstance(content, str) else content
    return Response(json.dumps(body), status, media_type="application/json")


def add_handlers(app: FastAPI) -> None:
    """Let every failure of an application be answered so."""

    @app.exception_handler(RefusedError)
    def refused(_: Request, problem: RefusedError) -> Response:
        told = failure(problem.status, problem.sentence)
        if problem.retry_seconds is not None:
            told.headers["Retry-After"] = str(problem.retry_seconds)
        return told

    @app.exception_handler(CubeproofError)
    def unsound(_: Request, problem: CubeproofError) -> Response:
        return failure(_status(problem), failure_as_json(problem))

    @app.exception_handler(_FieldError)
    def unsound_field(_: Request, problem: _FieldError) -> Response:
        return failure(_status(problem.problem), failure_as_json(problem.problem) | {"field": problem.name})

    @app.exception_handler(RequestValidationError)
    def invalid(_: Request, problem: RequestValidationError) -> Response:
        return _invalid(problem.errors())

    @app.exception_handler(HTTPException)
    def http(_: Request, problem: HTTPException) -> Response:
        told = failure(problem.status_code, _STATUSES.get(problem.status_code, f"{problem.detail}."))
        told.headers.update(problem.headers or {})
        return told


def _status(problem: CubeproofError) -> int:
    return 500 if isinstance(problem, InternalError) else 422


def _invalid(errors: Sequence[Any]) -> Response:
    """What is wrong with the form of a request: the first fault, in a sentence."""
    first = errors[0]
    where, *names = first["loc"]
    name = ".".join(map(str, names))
    text = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    match first["type"]:
        case "json_invalid":
            reason = str(first["ctx"]["error"])
            place = f"at character {names[0] + 1}" if names else "somewhere"
            return failure(400, f"The request is no JSON: {reason[0].lower()}{reason[1:]}, {place}.")
        case "missing" if name:
            sentence = f'The request lacks "{name}".'
        case "missing" | "model_attributes_type" | "dict_type":
            sentence = "The request's body must be a JSON object, sent as application/json."
        case "extra_forbidden":
            sentence = f'There is no option "{name[:60]}".'
        case "value_error":
            sentence = f"{text}."
        case _:
            sentence = f'"{name}" is wrong: {text[0].lower()}{text[1:]}.'
    return failure(
        422, {"error": sentence, "field": name} if name and where != "path" else {"error": sentence}
    )
