"""Reads cubes in JSON: an object per line, or one document, which is an array, an object or csTimer's export."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from cubeproof.base.json_objects import parse_json
from cubeproof.cli.solve.cstimer import is_export, read_export
from cubeproof.cli.solve.cube_line import NO_ID, CubeLine, line_of_fields
from cubeproof.cli.solve.file_lines import Line
from cubeproof.cli.text_files import text_of_bytes
from cubeproof.errors import UsageError
from cubeproof.puzzle.facelet_mistakes import are_listed_stickers
from cubeproof.puzzle.geometry import size_of
from cubeproof.puzzle.listed_turns import spaced_list
from cubeproof.puzzle.quoted_facelets import unquoted_facelets
from cubeproof.sentences import Template

_NO_JSON = Template("cubes.no-json", "This is not JSON (column {column}: {reason}).")
_NO_DOCUMENT = Template("cubes.no-document", "{file} is not JSON (line {line}, column {column}: {reason}).")
_NO_OBJECT = Template("cubes.no-object", "This is not a JSON object with a scramble or a state.")
_NO_ENTRY = Template("cubes.no-entry", "This is not a text or a JSON object with a scramble or a state.")
_NAME_TWICE = Template("cubes.name-twice", "The name {name} occurs twice in this object.")
_TOO_LONG = Template(
    "cubes.long-document", "{file} is one JSON document of more than {most:,} bytes, the maximum."
)

# A document is held in memory, unlike a file of lines.
_MOST = 200_000_000
_SHOWN = 40
_DOCUMENT = re.compile(r'\s*(\[\s*(["{\]]|$)|\{\s*($|"(session[0-9]+|properties)"\s*:))')


def is_document(first_line: str, *, in_json_file: bool) -> bool:
    """Whether a file with this first line is one JSON document rather than an object per line or turns.

    Args:
        first_line: the first line that is not blank, or its first part.
        in_json_file: whether the file's name says that it is JSON.

    >>> is_document('["R U", "F2"]', in_json_file=False), is_document("[R, U]", in_json_file=False)
    (True, False)
    """
    if _DOCUMENT.match(first_line):
        return True
    if not in_json_file or first_line.lstrip()[:1] not in ("{", "["):
        return False
    try:
        return not isinstance(json.loads(first_line), dict)
    except (ValueError, RecursionError):
        # An object that goes on in the next line.
        return True


def read_document(chunks: Iterable[bytes], file: str) -> Iterator[CubeLine]:
    """Return an iterator of the cubes of a document, numbered from 1.

    Raises:
        UsageError: it is too long or not JSON.
    """
    value = _parsed(_joined(chunks, file), file)
    if isinstance(value, dict) and is_export(value):
        return read_export(value)
    if isinstance(value, list) and _is_one_cube(value):
        return iter([CubeLine(1, json.dumps(value))])
    entries = value if isinstance(value, list) else [value]
    return (
        CubeLine(number, entry) if isinstance(entry, str) else _cube_of(number, entry, _NO_ENTRY)
        for number, entry in enumerate(entries, 1)
    )


def _is_one_cube(entries: list[object]) -> bool:
    """Whether a list is the stickers of one cube, or its turns one by one, as on the command line."""
    text = json.dumps(entries)
    texts = [entry for entry in entries if isinstance(entry, str)]
    if (symbols := unquoted_facelets(text)) is not None:
        # A list of letters, or of rows or faces; a list of whole cubes has several.
        is_letters = all(len(entry) == 1 for entry in texts)
        has_cubes = any(size_of(len(entry)) for entry in texts)
        return is_letters or (size_of(len(symbols)) is not None and not has_cubes)
    is_turns = spaced_list(text) != text or are_listed_stickers(texts)
    return 1 < len(entries) == len(texts) and is_turns


def read_objects(lines: Iterable[Line]) -> Iterator[CubeLine]:
    """Yield the cubes of lines with an object each."""
    for number, line in lines:
        try:
            if isinstance(line, UsageError):
                raise line
            if line.strip():
                yield _cube_of(number, _value(line), _NO_OBJECT)
        except UsageError as error:
            yield CubeLine(number, fault=error)


def _cube_of(number: int, value: object, fault: Template) -> CubeLine:
    if not isinstance(value, dict):
        return CubeLine(number, fault=UsageError(fault()))
    fields = {}
    for name, entry in value.items():
        if name.lower() in fields:
            return CubeLine(number, fault=UsageError(_NAME_TWICE(name=name[:_SHOWN])))
        fields[name.lower()] = entry
    cube_id = fields.get("id", NO_ID)
    try:
        # A number that is too large for JSON.
        if cube_id is not NO_ID:
            json.dumps(cube_id, allow_nan=False)
    except ValueError:
        return CubeLine(number, fault=UsageError(fault()))
    return line_of_fields(number, fields, cube_id)


def _joined(chunks: Iterable[bytes], file: str) -> bytes:
    data = bytearray()
    for chunk in chunks:
        data += chunk
        if len(data) > _MOST:
            raise UsageError(_TOO_LONG(file=file, most=_MOST))
    return bytes(data)


def _parsed(data: bytes, file: str) -> object:
    try:
        return _loads("text", text_of_bytes(data, file))
    except json.JSONDecodeError as error:
        raise UsageError(
            _NO_DOCUMENT(file=file, line=error.lineno, column=error.colno, reason=error.msg)
        ) from None


def _value(line: str) -> object:
    try:
        return _loads("line", line)
    except json.JSONDecodeError as error:
        raise UsageError(_NO_JSON(column=error.colno, reason=error.msg)) from None


def _loads(what: str, text: str) -> object:
    try:
        value: object = parse_json(what, text)
    except (json.JSONDecodeError, UsageError):
        raise
    except (ValueError, RecursionError):
        # A number with too many digits, NaN, or brackets nested too deeply.
        raise UsageError(_NO_OBJECT()) from None
    return value
