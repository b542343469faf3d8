"""Responses for failures: a JSON object with a sentence, never a traceback."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from cubeproof.errors import CubeproofError, InternalError
from cubeproof.sentences import Sentence, Template, fields_of, say
from cubeproof.solving.report import failure_as_json
from cubeproof.web.strict_json import AmbiguousBodyError

_STATUSES = {
    400: Template("request.no-body", "The request's body cannot be read: JSON is required."),
    404: Template("request.nothing-here", "Nothing exists at this address; /api/docs lists the addresses."),
    405: Template(
        "request.not-here", "This address does not support this method; /api/docs lists the methods."
    ),
    413: Template("request.too-large", "The request is too large."),
}
_OTHER = Template("request.other", "{reason}.")
_NO_JSON = Template("request.no-json", "The request is not JSON: {reason}, somewhere.")
_NO_JSON_AT = Template("request.no-json-at", "The request is not JSON: {reason}, at character {character}.")
_NO_OBJECT = Template(
    "request.no-object", "The request's body must be a JSON object, sent as application/json."
)
_NO_OPTION = Template("request.no-option", 'There is no option "{option}".')
_WRONG = Template("request.wrong", '"{field}" is wrong: {reason:open}.')

# By pydantic's error types; the fields are those of its context.
_REASONS = {
    "int_type": Template("request.whole", "input should be a valid integer"),
    "int_parsing": Template(
        "request.whole-parsed",
        "input should be a valid integer, unable to parse string as an integer",
    ),
    "int_parsing_size": Template(
        "request.whole-size", "unable to parse input string as an integer, exceeded maximum size"
    ),
    "int_from_float": Template(
        "request.whole-fraction", "input should be a valid integer, got a number with a fractional part"
    ),
    "float_type": Template("request.number", "input should be a valid number"),
    "float_parsing": Template(
        "request.number-parsed",
        "input should be a valid number, unable to parse string as a number",
    ),
    "finite_number": Template("request.finite", "input should be a finite number"),
    "string_type": Template("request.text", "input should be a valid string"),
    "string_too_long": Template(
        "request.text-length",
        "string should have at most {max_length} {max_length?one:character|other:characters}",
    ),
    "too_long": Template(
        "request.list-length", "list should have at most {max_length} items, not {actual_length}"
    ),
    "bool_type": Template("request.flag", "input should be a valid boolean"),
    "bool_parsing": Template(
        "request.flag-parsed", "input should be a valid boolean, unable to interpret input"
    ),
    "greater_than": Template("request.above", "input should be greater than {gt}"),
    "greater_than_equal": Template("request.least", "input should be greater than or equal to {ge}"),
    "less_than": Template("request.below", "input should be less than {lt}"),
    "less_than_equal": Template("request.most", "input should be less than or equal to {le}"),
    "literal_error": Template("request.one-of", "input should be {expected!r:or}"),
}

# By the messages of Python's `json`; its messages about control characters and escapes are used unchanged.
_JSON_FAULTS = {
    "Expecting value": Template("request.json-value", "expecting value"),
    "Expecting property name enclosed in double quotes": Template(
        "request.json-name", "expecting property name enclosed in double quotes"
    ),
    "Expecting ':' delimiter": Template("request.json-colon", "expecting ':' delimiter"),
    "Expecting ',' delimiter": Template("request.json-comma", "expecting ',' delimiter"),
    "Extra data": Template("request.json-extra", "extra data"),
    "Unterminated string starting at": Template("request.json-string", "unterminated string starting at"),
    "Illegal trailing comma before end of object": Template(
        "request.json-object-comma", "illegal trailing comma before end of object"
    ),
    "Illegal trailing comma before end of array": Template(
        "request.json-array-comma", "illegal trailing comma before end of array"
    ),
}

# pydantic lists the allowed texts of a field as Python literals.
_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")

# Maximum length of an option that is quoted in an answer.
_SHOWN = 60


class RefusedError(Exception):
    """A refused request.

    Attributes:
        status: the HTTP status.
        sentence: the reason.
        retry_seconds: seconds after which a retry may succeed, or None.
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
    def __init__(self, error: CubeproofError, name: str) -> None:
        self.error, self.name = error, name
        super().__init__(str(error))


@contextmanager
def errors_of_field(name: str) -> Iterator[None]:
    """Assign errors inside the `with` block to a field of the request."""
    try:
        yield
    except CubeproofError as error:
        raise _FieldError(error, name) from None


def failure_response(status: int, content: Mapping[str, object] | Sentence) -> Response:
    """Return the response for a failure with its HTTP status; `content` is the members or a sentence."""
    body = failure_as_json(CubeproofError(content)) if isinstance(content, Sentence) else content
    # Only ASCII, so that text with lone surrogates can be sent too.
    return Response(json.dumps(body), status, media_type="application/json")


def add_handlers(app: FastAPI) -> None:
    """Register the responses for all failures of an application."""

    @app.exception_handler(RefusedError)
    def refused(_: Request, error: RefusedError) -> Response:
        response = failure_response(error.status, error.sentence)
        if error.retry_seconds is not None:
            response.headers["Retry-After"] = str(error.retry_seconds)
        return response

    @app.exception_handler(CubeproofError)
    def unsound(_: Request, error: CubeproofError) -> Response:
        return failure_response(_status(error), failure_as_json(error))

    @app.exception_handler(_FieldError)
    def unsound_field(_: Request, fault: _FieldError) -> Response:
        return failure_response(_status(fault.error), failure_as_json(fault.error) | {"field": fault.name})

    @app.exception_handler(WorkerFailedError)
    def failed(_: Request, error: WorkerFailedError) -> Response:
        return failure_response(422, {**error.failure, **({"field": error.field} if error.field else {})})

    @app.exception_handler(RequestValidationError)
    def invalid(_: Request, error: RequestValidationError) -> Response:
        status, sentence, name = request_fault(error.errors())
        response = failure_as_json(CubeproofError(sentence))
        return failure_response(status, response | {"field": name} if name else response)

    @app.exception_handler(AmbiguousBodyError)
    def ambiguous(_: Request, error: AmbiguousBodyError) -> Response:
        return failure_response(400, error.error.sentence)

    @app.exception_handler(HTTPException)
    def http(_: Request, error: HTTPException) -> Response:
        template = _STATUSES.get(error.status_code)
        response = failure_response(
            error.status_code, template() if template else _OTHER(reason=error.detail)
        )
        response.headers.update(error.headers or {})
        if response.headers.get("Allow") == "GET":
            response.headers["Allow"] = "GET, HEAD"
        return response


def _status(error: CubeproofError) -> int:
    return 500 if isinstance(error, InternalError) else 422


def request_fault(errors: Sequence[Any]) -> tuple[int, Sentence, str]:
    """Return the status, the sentence and the field of the first fault that pydantic finds in a request."""
    first = errors[0]
    source, *names = first["loc"]
    name = "" if source == "path" else ".".join(map(str, names))
    context = first.get("ctx", {})
    match first["type"]:
        case "json_invalid":
            template = _JSON_FAULTS.get(str(context["error"]))
            reason = template() if template else Sentence(_lower_first_letter(str(context["error"])))
            at = _NO_JSON_AT(reason=reason, character=names[0] + 1) if names else _NO_JSON(reason=reason)
            return 400, at, ""
        case "missing" if names:
            sentence = say("request.lacks", 'The request lacks "{field}".', field=".".join(map(str, names)))
        case "missing" | "model_attributes_type" | "dict_type":
            sentence = _NO_OBJECT()
        case "extra_forbidden":
            sentence = _NO_OPTION(option=".".join(map(str, names))[:_SHOWN])
        case "value_error" if isinstance(context.get("error"), CubeproofError):
            sentence = context["error"].sentence
        case _:
            sentence = _WRONG(field=".".join(map(str, names)), reason=_reason(first, context))
    return 422, sentence, name


def _reason(error: Mapping[str, Any], context: Mapping[str, Any]) -> Sentence:
    """Return the fault of a field's value as the end of a sentence; by default in pydantic's words."""
    template = _REASONS.get(error["type"])
    fields = fields_of(template.english) if template else {}
    if template is None or not context.keys() >= fields.keys():
        return Sentence(_lower_first_letter(str(error["msg"])))
    # Newer versions of pydantic may have more members.
    return template.fill({name: _context_value(name, context[name]) for name in fields})


def _context_value(key: str, value: object) -> object:
    """Convert a value of pydantic's context for a sentence."""
    if key == "expected":
        return [literal_eval(name) for name in _QUOTED.findall(str(value))]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _lower_first_letter(text: str) -> str:
    return text[:1].lower() + text[1:]
