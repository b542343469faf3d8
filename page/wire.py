"""Writes src/wire.ts: the types of the server's requests and answers, from the document of its API.

python page/wire.py            write it
python page/wire.py --check    fail if the file is not up to date
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from cubeproof.web.app import create_app

WIRE = Path(__file__).resolve().parent / "src" / "wire.ts"
STREAM = "/api/solve/{id}/events"

_HEAD = (
    "// What the server answers and is asked, as the document of its API has it. "
    "Made by `make wire`: nothing here is written by hand.\n"
)
# Keywords that constrain or describe a value, and have no effect on its TypeScript type.
_IGNORED = {
    *("title", "description", "examples", "example", "default", "discriminator"),
    *(
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
    ),
}
_KINDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def types(document: dict[str, Any]) -> str:
    """The types of a document, as TypeScript.

    Raises:
        ValueError: a schema has a keyword or a kind that this module does not support.
    """
    schemas = document["components"]["schemas"]
    parts = [_HEAD, *(_declared(name, schema) for name, schema in schemas.items())]
    stream = document["paths"][STREAM]["get"]["responses"]["200"]["content"]["text/event-stream"][
        "itemSchema"
    ]
    parts.append(
        f"/** An event of a search: what `data` is goes by `event`. */\nexport type SolveEvent = {_type(stream)};\n"
    )
    return "\n".join(parts)


def _declared(name: str, schema: dict[str, Any]) -> str:
    """The declaration of a named type."""
    comment = _comment(schema.get("description"), "")
    if schema.get("type") != "object" or "properties" not in schema:
        return f"{comment}export type {name} = {_type(schema)};\n"
    return f"{comment}export interface {name} {_members(schema, '')}\n"


def _members(schema: dict[str, Any], indent: str) -> str:
    """The members of an object, in braces."""
    _check_keywords(schema, "type", "properties", "required", "additionalProperties")
    if schema.get("additionalProperties", False) is not False:
        raise ValueError(f"An object with fields and others besides: {schema}")
    inner = indent + "  "
    lines = []
    for name, member in schema["properties"].items():
        key = name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)
        sign = "" if name in schema.get("required", ()) else "?"
        lines.append(
            f"{_comment(member.get('description'), inner)}{inner}{key}{sign}: {_type(member, inner)};\n"
        )
    return f"{{\n{''.join(lines)}{indent}}}" if lines else "Record<string, never>"


def _type(schema: dict[str, Any], indent: str = "") -> str:
    """The type that a schema denotes."""
    if schema is True:
        return "unknown"
    if "$ref" in schema:
        _check_keywords(schema, "$ref")
        return str(schema["$ref"]).removeprefix("#/components/schemas/")
    for union in ("anyOf", "oneOf"):
        if union in schema:
            _check_keywords(schema, union)
            return " | ".join(dict.fromkeys(_type(member, indent) for member in schema[union]))
    if "const" in schema:
        _check_keywords(schema, "const", "type")
        return json.dumps(schema["const"])
    if "enum" in schema:
        _check_keywords(schema, "enum", "type")
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind in _KINDS:
        _check_keywords(schema, "type")
        return _KINDS[kind]
    if kind == "array":
        return _list(schema, indent)
    if kind == "object" and "properties" in schema:
        return _members(schema, indent)
    if kind == "object":
        _check_keywords(schema, "type", "additionalProperties")
        member = schema["additionalProperties"]
        return f"Readonly<Record<string, {'unknown' if member is True else _type(member, indent)}>>"
    raise ValueError(f"A schema of a kind that is not known here: {schema}")


def _list(schema: dict[str, Any], indent: str) -> str:
    if "prefixItems" in schema:
        _check_keywords(schema, "type", "prefixItems")
        return f"readonly [{', '.join(_type(item, indent) for item in schema['prefixItems'])}]"
    _check_keywords(schema, "type", "items")
    member = _type(schema["items"], indent)
    return f"readonly ({member})[]" if " " in member else f"readonly {member}[]"


def _check_keywords(schema: dict[str, Any], *names: str) -> None:
    """Raise ValueError if a schema has keywords besides `names` that affect its type."""
    if more := schema.keys() - _IGNORED - {*names}:
        raise ValueError(f"What {', '.join(sorted(more))} says is not known here: {schema}")


def _comment(text: str | None, indent: str) -> str:
    if not text:
        return ""
    words = " ".join(text.split())
    if "*/" in words:
        raise ValueError(f"A description that ends a comment: {words}")
    return f"{indent}/** {words} */\n"


def main() -> None:
    """Write the file, or fail if it is stale."""
    text = types(create_app().openapi())
    if sys.argv[1:] != ["--check"]:
        WIRE.write_text(text, encoding="utf-8")
    elif not WIRE.is_file() or WIRE.read_text(encoding="utf-8") != text:
        raise SystemExit("page/src/wire.ts is not what the document of the API says: run `make wire`.")


if __name__ == "__main__":
    main()
