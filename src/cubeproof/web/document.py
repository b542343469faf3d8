"""`DocumentedApp`: FastAPI with examples and streams of events in `/api/openapi.json`, and with answers to HEAD."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

EXAMPLES = Path(__file__).with_name("examples.json")
"""For each operation what is `asked` and what is answered, as a server did; `page/examples.py` writes it."""


@cache
def examples() -> dict[str, dict[str, Any]]:
    """The examples, by operations such as `"POST /api/apply"`."""
    by_operation: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return by_operation


class DocumentedApp(FastAPI):
    """An application of FastAPI with a better document, which answers HEAD wherever it answers GET."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. The HTTP server omits the body for HEAD; `headers_only` is for routes that never end."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET", "headers_only": True}
        await super().__call__(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        """The document, made when it is first asked for."""
        if self.openapi_schema is None:
            document = super().openapi()
            for path, operations in document["paths"].items():
                for method, operation in operations.items():
                    _streamed(operation)
                    _with_examples(operation, examples().get(f"{method.upper()} {path}", {}))
            self.openapi_schema = document
        return self.openapi_schema


def _streamed(operation: dict[str, Any]) -> None:
    """Have the schema of a stream say what each of its events is, as OpenAPI 3.2 does."""
    for answer in operation["responses"].values():
        stream = answer.get("content", {}).get("text/event-stream")
        if stream is not None:
            item = stream.pop("schema")
            stream["itemSchema"] = {name: item[name] for name in ("oneOf", "discriminator")}


def _with_examples(operation: dict[str, Any], example: dict[str, Any]) -> None:
    """Put an example into the document of an operation."""
    request = example.get("asked", {})
    if "requestBody" in operation:
        operation["requestBody"]["content"]["application/json"]["example"] = request
    else:
        for parameter in operation.get("parameters", []):
            if parameter["name"] in request:
                parameter["example"] = request[parameter["name"]]
    for status, answer in operation["responses"].items():
        for content in answer.get("content", {}).values():
            if status.startswith("2") and "answer" in example:
                content["example"] = example["answer"]
