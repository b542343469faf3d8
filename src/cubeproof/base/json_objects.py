"""Reading JSON from users: no name occurs twice in an object, and an object has the required entries and no others."""

import json
from collections.abc import Iterable, Iterator, Mapping
from numbers import Integral
from reprlib import repr as short
from typing import Any, NoReturn

from cubeproof.base.argument_checks import expect
from cubeproof.errors import UsageError
from cubeproof.sentences import Template

_NO_OBJECT = Template("json.not-an-object", "The {what} is not a JSON object.")
_MISSING_ENTRY = Template("json.missing-entry", "The {what} has no entry {entry!r}.")
_UNKNOWN_ENTRY = Template("json.unknown-entry", "The {what} has an unknown entry {entry!r}.")
_TWICE = Template("json.twice", "The {what} has the entry {pointer!r} twice.")
_NO_NUMBER = Template(
    "json.not-a-number", "The {what} has {value} at {pointer!r}, where a whole number belongs."
)
_UNKNOWN_SCHEMA = Template(
    "json.schema", "The {what} has the schema {schema}; this version of cubeproof reads schema {known}."
)

_SHOWN = 60


def json_object(what: str, text: str) -> dict[str, Any]:
    """Read a JSON object; see `parse_json`."""
    try:
        data = parse_json(what, text)
    except UsageError:
        raise
    except (ValueError, RecursionError):
        raise UsageError(_NO_OBJECT(what=what)) from None
    if not isinstance(data, dict):
        raise UsageError(_NO_OBJECT(what=what))
    return data


def parse_json(what: str, text: str | bytes) -> Any:
    """Read JSON of which every part has one meaning.

    Args:
        what: the thing that the text describes, for the message.
        text: the text.

    Raises:
        UsageError: an object has two entries of the same name; `json` itself would ignore the first. The message has
            the JSON pointer (RFC 6901) of the entry.
        ValueError: other text than JSON, or NaN or an infinity.
        RecursionError: brackets nested too deeply.

    >>> parse_json("problem", '{"goals": [{"a/b": 1, "a/b": 2}]}')
    Traceback (most recent call last):
        ...
    cubeproof.UsageError: The problem has the entry '/goals/0/a~1b' twice.
    """
    # By identity; the objects stay alive here, also if another entry of the same name replaces them.
    doubled: dict[int, tuple[object, str]] = {}

    def entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for name, value in pairs:
            if name in members:
                doubled[id(members)] = members, name
            members[name] = value
        return members

    data = json.loads(text, object_pairs_hook=entries, parse_constant=_refuse_constant)
    if doubled:
        pointer = next(
            f"{pointer}/{_escape(doubled[id(item)][1])}"
            for pointer, item in _items(data)
            if id(item) in doubled
        )
        raise UsageError(_TWICE(what=what, pointer=pointer[:_SHOWN]))
    return data


def check_whole_numbers(what: str, pointer: str, values: Iterable[object]) -> None:
    """Raise a UsageError if a value of a list is not a whole number; `false` is not 0.

    >>> check_whole_numbers("problem", "/start", [1, False])
    Traceback (most recent call last):
        ...
    cubeproof.UsageError: The problem has false at '/start/1', where a whole number belongs.
    """
    for index, value in enumerate(values):
        check_whole_number(what, f"{pointer}/{index}", value)


def check_whole_number(what: str, pointer: str, value: object) -> None:
    """Raise a UsageError if a value of JSON is not a whole number."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        is_simple = value is None or isinstance(value, bool | str | float)
        excerpt = json.dumps(value) if is_simple else short(value)
        raise UsageError(_NO_NUMBER(what=what, value=excerpt[:_SHOWN], pointer=pointer))


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _items(data: Any) -> Iterator[tuple[str, Any]]:
    """Yield all parts of a value of JSON with their pointers, outer parts first."""
    parts = [("", data)]
    for pointer, item in parts:
        yield pointer, item
        if isinstance(item, dict):
            parts += [(f"{pointer}/{_escape(name)}", value) for name, value in item.items()]
        elif isinstance(item, list):
            parts += [(f"{pointer}/{index}", value) for index, value in enumerate(item)]


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def check_entries(what: str, data: Mapping[str, Any], required: set[str], optional: set[str]) -> None:
    """Raise a UsageError if a required entry is missing, or if an entry is neither required nor optional."""
    expect(what, data, Mapping, "a dictionary with its entries")
    if missing := sorted(required - data.keys()):
        raise UsageError(_MISSING_ENTRY(what=what, entry=missing[0]))
    if unknown := sorted(map(str, data.keys() - required - optional)):
        raise UsageError(_UNKNOWN_ENTRY(what=what, entry=unknown[0][:40]))


def check_schema(what: str, data: Mapping[str, Any], supported: int) -> None:
    """Raise a UsageError if the entry `schema`, the version of the format, is not `supported`; it may be missing."""
    expect(what, data, Mapping, "a dictionary with its entries")
    if (schema := data.get("schema", supported)) != supported:
        raise UsageError(_UNKNOWN_SCHEMA(what=what, schema=str(schema)[:20], known=supported))
