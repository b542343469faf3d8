"""Checks of JSON from users: it is an object with the required entries and no unknown ones."""

import json
from collections.abc import Mapping
from typing import Any

from cubeproof.base.argument_checks import expect
from cubeproof.errors import UsageError
from cubeproof.sentences import Template

_NO_OBJECT = Template("json.not-an-object", "The {what} is not a JSON object.")
_MISSING_ENTRY = Template("json.missing-entry", "The {what} has no entry {entry!r}.")
_UNKNOWN_ENTRY = Template("json.unknown-entry", "The {what} has an unknown entry {entry!r}.")
_UNKNOWN_SCHEMA = Template(
    "json.schema", "The {what} has the schema {schema}; this version of cubeproof reads schema {known}."
)


def json_object(what: str, text: str) -> dict[str, Any]:
    """Read a JSON object."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise UsageError(_NO_OBJECT(what=what)) from None
    if not isinstance(data, dict):
        raise UsageError(_NO_OBJECT(what=what))
    return data


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
