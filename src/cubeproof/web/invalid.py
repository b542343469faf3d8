"""The first fault that pydantic finds in a request, as a sentence."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Mapping, Sequence
from typing import Any

from cubeproof.errors import CubeproofError
from cubeproof.sentences import Sentence, Template, fields_of, say

_NO_JSON = Template("request.no-json", "The request is not JSON: {reason}, somewhere.")
_NO_JSON_AT = Template("request.no-json-at", "The request is not JSON: {reason}, at character {character}.")
_NO_OBJECT = Template(
    "request.no-object", "The request's body must be a JSON object, sent as application/json."
)
_NO_OPTION = Template("request.no-option", 'There is no option "{option}".')
_WRONG = Template("request.wrong", '"{field}" is wrong: {reason:open}.')

# By pydantic's names for what it finds; the fields are those of its context.
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

# By the messages of Python's `json`; what it says of control characters and escapes stays in its words.
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


def fault(errors: Sequence[Any]) -> tuple[int, Sentence, str]:
    """Return the fault of a request."""
    first = errors[0]
    where, *names = first["loc"]
    name = "" if where == "path" else ".".join(map(str, names))
    context = first.get("ctx", {})
    match first["type"]:
        case "json_invalid":
            template = _JSON_FAULTS.get(str(context["error"]))
            reason = template() if template else Sentence(_begun_small(str(context["error"])))
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
    """Return the fault of a field's value as the end of a sentence, in pydantic's words if there are no others."""
    template = _REASONS.get(error["type"])
    fields = fields_of(template.english) if template else {}
    if template is None or not context.keys() >= fields.keys():
        return Sentence(_begun_small(str(error["msg"])))
    # A newer pydantic may report more.
    return template(**{name: _known(name, context[name]) for name in fields})


def _known(key: str, value: object) -> object:
    """A value of pydantic's context as a sentence has it."""
    if key == "expected":
        return [literal_eval(name) for name in _QUOTED.findall(str(value))]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _begun_small(text: str) -> str:
    return text[:1].lower() + text[1:]
