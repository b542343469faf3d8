"""`DocumentedApp`: FastAPI with examples and event streams in `/api/openapi.json`, and with HEAD."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

EXAMPLES = Path(__file__).with_name("examples.json")
"""For each operation a recorded request (`asked`) and its answer; `page/generate/examples.py` writes the file."""


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Return the examples, by operations such as `"POST /api/apply"`."""
    by_operation: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return by_operation


class DocumentedApp(FastAPI):
    """A FastAPI application with a more complete document, which answers HEAD wherever it answers GET."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. The HTTP server omits the body for HEAD; `headers_only` is for routes that never end."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET", "headers_only": True}
        await super().__call__(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        """Return the document, built at the first call."""
        if self.openapi_schema is None:
            document = super().openapi()
            for path, operations in document["paths"].items():
                for method, operation in operations.items():
                    _describe_events(operation)
                    _add_examples(operation, examples().get(f"{method.upper()} {path}", {}))
            self.openapi_schema = document
        return self.openapi_schema


def _describe_events(operation: dict[str, Any]) -> None:
    """Describe each event of a stream in its schema, as in OpenAPI 3.2."""
    for answer in operation["responses"].values():
        stream = answer.get("content", {}).get("text/event-stream")
        if stream is not None:
            item = stream.pop("schema")
            stream["itemSchema"] = {name: item[name] for name in ("oneOf", "discriminator")}


def _add_examples(operation: dict[str, Any], example: dict[str, Any]) -> None:
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
