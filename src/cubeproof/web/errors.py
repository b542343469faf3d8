"""Every failure is answered as one object of JSON, with a sentence, and never as a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from cubeproof.errors import CubeproofError, InternalError
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.report import failure_as_json
from cubeproof.web.invalid import fault

_STATUSES = {
    400: Template("request.no-body", "The request's body cannot be read: JSON is required."),
    404: Template("request.nothing-here", "Nothing exists at this address; /api/docs lists the addresses."),
    405: Template(
        "request.not-here", "This address does not support this method; /api/docs lists the methods."
    ),
    413: Template("request.too-large", "The request is too large."),
}
_OTHER = Template("request.other", "{reason}.")


class RefusedError(Exception):
    """A request that is answered with a failure.

    Attributes:
        status: the status of HTTP.
        sentence: what is wrong.
        retry_seconds: after how long it may be worth while to ask again, None if it is not.
    """

    def __init__(self, status: int, sentence: Sentence, retry_seconds: int | None = None) -> None:
        self.status, self.sentence, self.retry_seconds = status, sentence, retry_seconds
        super().__init__(sentence)


class WorkerFailedError(Exception):
    """A worker failed to answer a request.

    Attributes:
        failure: the members of the failure, as `failure_as_json` returns them.
        field: the field of the request that caused it, or None.
    """

    def __init__(self, failure: Mapping[str, object], field: str | None) -> None:
        self.failure, self.field = failure, field
        super().__init__(failure)


class _FieldError(Exception):
    def __init__(self, problem: CubeproofError, name: str) -> None:
        self.problem, self.name = problem, name
        super().__init__(str(problem))


@contextmanager
def field(name: str) -> Iterator[None]:
    """Within it, what cubeproof refuses is put down to a field of the request."""
    try:
        yield
    except CubeproofError as error:
        raise _FieldError(error, name) from None


def failure(status: int, content: Mapping[str, object] | Sentence) -> Response:
    """Return the response for a failure.

    Args:
        status: the status of HTTP.
        content: the members, or only a sentence.
    """
    body = failure_as_json(CubeproofError(content)) if isinstance(content, Sentence) else content
    # Only ASCII, so that text with lone surrogates can be sent too.
    return Response(json.dumps(body), status, media_type="application/json")


def add_handlers(app: FastAPI) -> None:
    """Let every failure of an application be answered so."""

    @app.exception_handler(RefusedError)
    def refused(_: Request, problem: RefusedError) -> Response:
        response = failure(problem.status, problem.sentence)
        if problem.retry_seconds is not None:
            response.headers["Retry-After"] = str(problem.retry_seconds)
        return response

    @app.exception_handler(CubeproofError)
    def unsound(_: Request, problem: CubeproofError) -> Response:
        return failure(_status(problem), failure_as_json(problem))

    @app.exception_handler(_FieldError)
    def unsound_field(_: Request, problem: _FieldError) -> Response:
        return failure(_status(problem.problem), failure_as_json(problem.problem) | {"field": problem.name})

    @app.exception_handler(WorkerFailedError)
    def failed(_: Request, error: WorkerFailedError) -> Response:
        return failure(422, {**error.failure, **({"field": error.field} if error.field else {})})

    @app.exception_handler(RequestValidationError)
    def invalid(_: Request, problem: RequestValidationError) -> Response:
        status, sentence, name = fault(problem.errors())
        response = failure_as_json(CubeproofError(sentence))
        return failure(status, response | {"field": name} if name else response)

    @app.exception_handler(HTTPException)
    def http(_: Request, problem: HTTPException) -> Response:
        template = _STATUSES.get(problem.status_code)
        response = failure(problem.status_code, template() if template else _OTHER(reason=problem.detail))
        response.headers.update(problem.headers or {})
        return response


def _status(problem: CubeproofError) -> int:
    return 500 if isinstance(problem, InternalError) else 422
