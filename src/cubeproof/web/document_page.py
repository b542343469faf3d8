"""`document_page`: the API's document as one HTML page without scripts, with links between its models."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlencode

Schema: TypeAlias = dict[str, Any]

_STYLE = Path(__file__).with_name("document_page.css")
_LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
}


def document_page(document: Schema, address: str) -> str:
    """Return the page of an OpenAPI document; its commands call the server at `address`."""
    operations = [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    models = document["components"]["schemas"]
    bodies = {_body(operation).get("schema", {}).get("$ref") for _, _, operation in operations}
    parts = [
        f"<header><h1>The API of cubeproof {escape(document['info']['version'])}</h1>",
        _prose(f"{document['info']['summary']}\n\n{document['info']['description'].strip()}"),
        "<p><a href='/api/openapi.json'>The document itself</a> (OpenAPI) · <a href='/'>The page</a></p>",
        "</header><nav aria-label='Contents'>",
        *_contents(operations),
        "<h2><a href='#models'>Models</a></h2></nav><main>",
    ]
    for tag, group in groupby(operations, key=lambda operation: operation[2]["tags"][0]):
        parts.append(f"<h2 id='{_anchor(tag)}'>{_heading(tag)}</h2>")
        parts.extend(_operation(*operation, models, address) for operation in group)
    parts.append("<h2 id='models'>Models</h2>")
    for name, schema in sorted(models.items()):
        if f"#/components/schemas/{name}" not in bodies:
            parts.append(f"<section><h3 id='{name}'>{name}</h3>{_model(schema)}</section>")
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<title>The API of cubeproof</title><link rel='icon' href='data:,'>"
        f"<style>{_style()}</style><body>{''.join(parts)}</main></body></html>\n"
    )


@cache
def _style() -> str:
    return _STYLE.read_text(encoding="utf-8")


def _contents(operations: list[tuple[str, str, Schema]]) -> Iterator[str]:
    """The list of contents: the operations by their tags."""
    for tag, group in groupby(operations, key=lambda operation: operation[2]["tags"][0]):
        yield f"<h2><a href='#{_anchor(tag)}'>{_heading(tag)}</a></h2><ul>"
        for method, path, _ in group:
            yield f"<li><a href='#{_anchor(f'{method} {path}')}'>{method} {path}</a>"
        yield "</ul>"


def _operation(method: str, path: str, operation: Schema, models: dict[str, Schema], address: str) -> str:
    body = _body(operation)
    parts = [
        f"<section><h3 id='{_anchor(f'{method} {path}')}'><code>{method} {path}</code></h3>",
        f"<p><strong>{_inline(operation['summary'])}</strong></p>{_prose(operation['description'])}",
        f"<pre>{escape(_command(method, path, operation, address))}</pre>",
    ]
    if parameters := operation.get("parameters"):
        fields = ((field["name"], field["required"], field | field["schema"]) for field in parameters)
        parts.append(f"<h4>Parameters</h4>{_fields(fields)}")
    if body:
        name = body["schema"]["$ref"].rpartition("/")[2]
        parts.append(f"<h4 id='{name}'>Body: {name}</h4>{_model(models[name])}")
    parts.append(f"<h4>Answers</h4><dl>{''.join(_answers(operation['responses']))}</dl></section>")
    return "".join(parts)


def _body(operation: Schema) -> Schema:
    content: Schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return content


def _command(method: str, path: str, operation: Schema, address: str) -> str:
    """Return a command that sends the example of an operation; the id of a search is written `ID`."""
    examples = {
        field["name"]: field["example"] for field in operation.get("parameters", []) if "example" in field
    }
    path = re.sub(r"\{(\w+)\}", lambda name: str(examples.pop(name[1], name[1].upper())), path)
    query = f"?{urlencode(examples)}" if examples else ""
    words = [shlex.quote(f"{address.rstrip('/')}{path}{query}")]
    kinds = [kind for answer in operation["responses"].values() for kind in answer.get("content", {})]
    if body := _body(operation).get("example"):
        words += ["--json", shlex.quote(json.dumps(body, ensure_ascii=False))]
    elif method != "GET":
        words.append(f"-X {method}")
    if "text/event-stream" in kinds:
        words.append("-N")
    elif "application/json" not in kinds[:1] and kinds[0].partition("/")[0] in ("image", "application"):
        words.append("-OJ" if "zip" in kinds[0] else "-o picture")
    return " ".join(["curl", *words])


def _answers(answers: dict[str, Schema]) -> Iterator[str]:
    for status, answer in answers.items():
        yield f"<dt><code>{status}</code></dt><dd>{_prose(answer['description'])}"
        for kind, content in answer.get("content", {}).items():
            schema = content.get("schema") or content.get("itemSchema")
            yield f"<p><code>{kind}</code>{f': {_type(schema)}' if schema else ''}</p>"
            if "example" in content:
                text = content["example"]
                if not isinstance(text, str):
                    text = json.dumps(text, indent=2, ensure_ascii=False)
                yield f"<details><summary>Example</summary><pre>{escape(text)}</pre></details>"
        yield "</dd>"


def _model(schema: Schema) -> str:
    about = _prose(schema.get("description", ""))
    if "properties" not in schema:
        return f"{about}<p>{_type(schema)}</p>"
    required = schema.get("required", ())
    return about + _fields((name, name in required, field) for name, field in schema["properties"].items())


def _fields(fields: Iterable[tuple[str, bool, Schema]]) -> str:
    """Return a list of fields, each given by its name, whether it is required, and its schema."""
    parts = ["<dl>"]
    for name, required, schema in fields:
        kinds = [schema, *schema.get("anyOf", ())]
        about = next((kind["description"] for kind in kinds if "description" in kind), "")
        notes = [
            text.format(kind[limit]) for kind in kinds for limit, text in _LIMITS.items() if limit in kind
        ]
        if schema.get("default") not in (None, ""):
            notes.append(f"by default <code>{escape(json.dumps(schema['default']))}</code>")
        examples = next((kind["examples"] for kind in kinds if "examples" in kind), ())
        notes += [
            f"for example <code>{escape(json.dumps(each, ensure_ascii=False))}</code>" for each in examples
        ]
        mark = "" if required else " <span class='faint'>optional</span>"
        parts.append(f"<dt><code>{escape(name)}</code>{mark}</dt><dd><p>{_type(schema)}</p>{_prose(about)}")
        parts.append(f"<p class='faint'>{'; '.join(notes)}</p></dd>" if notes else "</dd>")
    return "".join([*parts, "</dl>"]) if len(parts) > 1 else "<p>No fields.</p>"


def _type(schema: Schema) -> str:
    """Return the type of a value in words, with links to models."""
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        return f"<a href='#{name}'>{name}</a>"
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"<code>{escape(json.dumps(value))}</code>" for value in values)
    if kinds := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(map(_type, kinds))
    if "prefixItems" in schema:
        return f"array of {', '.join(map(_type, schema['prefixItems']))}"
    if "items" in schema:
        return f"array of {_type(schema['items'])}"
    if isinstance(values := schema.get("additionalProperties"), dict):
        return f"object with values of {_type(values)}"
    return "bytes" if schema.get("format") == "binary" else escape(schema.get("type", "any value"))


def _prose(text: str) -> str:
    return "".join(f"<p>{_inline(part)}</p>" for part in text.strip().split("\n\n") if part)


def _inline(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _heading(tag: str) -> str:
    return escape(tag[0].upper() + tag[1:])


def _anchor(name: str) -> str:
    return re.sub(r"\W+", "-", name).strip("-").lower()
