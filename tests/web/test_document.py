"""The API's document is true: every allowed request gets a described answer, or is refused with a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, settings

from cubeproof.solving.registry import ENGINES
from cubeproof.web.app import create_app
from cubeproof.web.document import examples
from cubeproof.web.limits import Limits

if TYPE_CHECKING:
    from schemathesis import Case
    from schemathesis.specs.openapi.schemas import OpenApiSchema

# There are places for two of the randomly started searches. They end with the server.
APP = create_app(Limits(jobs=2))
DOCUMENT = APP.openapi()
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
}


@pytest.fixture(scope="module")
def site() -> Iterator[TestClient]:
    with TestClient(APP, base_url="http://localhost") as site:
        yield site


@pytest.fixture(scope="module")
def roomy() -> Iterator[TestClient]:
    """A client of a server with a place for every search that a test starts."""
    with TestClient(create_app(Limits(jobs=64)), base_url="http://localhost") as site:
        yield site


@pytest.fixture(scope="module")
def schema() -> OpenApiSchema:
    """The document, read by schemathesis. This takes seconds, so it happens in the tests, not during collection."""
    import schemathesis
    from schemathesis.checks import load_all_checks

    load_all_checks()
    return schemathesis.openapi.from_dict(DOCUMENT)


@pytest.mark.parametrize("name", OPERATIONS)
def test_documented_requests_are_answered_as_documented(
    name: str, schema: OpenApiSchema, site: TestClient
) -> None:
    from schemathesis import Response
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.result import Ok
    from schemathesis.pytest.lazy import get_all_tests
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]

    @settings(
        # A film takes longer than everything else.
        max_examples=3 if name == "GET /api/animation" else 15,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def is_answered_as_it_says(case: Case[Any]) -> None:
        question = case.as_transport_kwargs(base_url="http://localhost")
        del question["cookies"]
        if isinstance(question.get("data"), bytes | str):
            question["content"] = question.pop("data")
        answer = site.request(**question)
        case.validate_response(Response.from_any(answer), checks=checks)
        if answer.status_code >= 400:
            assert answer.json()["error"].endswith(".")

    (result,) = get_all_tests(
        schema=schema.include(name=name), test_func=is_answered_as_it_says, settings=None, given_kwargs=None
    )
    assert isinstance(result, Ok)
    _, test = result.ok()
    test()


def faults(schema: dict[str, Any], value: object) -> list[str]:
    """Return the faults of a value according to a schema of the document."""
    validator = jsonschema_rs.validator_for({**schema, "components": DOCUMENT["components"]})
    return [fault.message for fault in validator.iter_errors(value)]


def documented_answer(operation: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the media type of the successful answer of an operation, and its description in the document."""
    (status,) = [status for status in operation["responses"] if status.startswith("2")]
    contents: dict[str, dict[str, Any]] = operation["responses"][status].get("content", {"": {}})
    return next(iter(contents.items()))


def test_every_request_has_an_example_and_every_answer_in_json() -> None:
    for name, operation in OPERATIONS.items():
        kind, content = documented_answer(operation)
        if kind in ("application/json", "text/event-stream"):
            assert content["example"], name
        if "requestBody" in operation:
            assert operation["requestBody"]["content"]["application/json"]["example"], name


@pytest.mark.parametrize("name", [name for name in OPERATIONS if "DELETE" not in name])
def test_an_example_is_answered_as_the_document_says_and_so_is_the_one_it_has(
    roomy: TestClient, name: str
) -> None:
    operation = OPERATIONS[name]
    method, path = name.split()
    question = examples()[name]["asked"] if name in examples() else {}
    if "{id}" in path:
        fields = {"size": 2, "scramble": "R U", "certify": "certificate" in path}
        path = path.replace("/api/solve/{id}", roomy.post("/api/solve", json=fields).json()["url"])
        roomy.get(f"{path.removesuffix('/events').removesuffix('/certificate').removesuffix('/stop')}/events")
    if method == "POST":
        answer = roomy.post(path, json=question)
    else:
        answer = roomy.get(path.format(**question), params=question if "{" not in path else {})
    assert answer.is_success, answer.text
    kind, content = documented_answer(operation)
    if kind == "application/json":
        assert faults(content["schema"], answer.json()) == []
        assert faults(content["schema"], content["example"]) == []
        assert faults(content["schema"], {"nothing": "of that kind"})


def test_every_event_is_one_that_the_document_describes(roomy: TestClient) -> None:
    events = OPERATIONS["GET /api/solve/{id}/events"]
    _, content = documented_answer(events)
    seen: set[str] = set()
    for request in (
        {"size": 2, "scramble": "R U F2", "certify": True},
        {"size": 3, "scramble": "R U", "engine": "stages"},
        {"size": 2, "scramble": "R2 D2", "moves": "R2,D2", "engine": "walk", "seed": 3},
        {"size": 3, "scramble": "R", "engine": "table"},
    ):
        search = roomy.post("/api/solve", json=request).json()
        for block in filter(None, roomy.get(search["events"]).text.split("\n\n")):
            event: dict[str, Any] = dict(line.split(": ", 1) for line in block.splitlines())
            event["data"] = json.loads(event["data"])
            assert faults(content["itemSchema"], event) == []
            assert faults(content["itemSchema"], event | {"event": "nothing"})
            assert faults(content["itemSchema"], event | {"data": event["data"] | {"length": "long"}}) or (
                "length" not in event["data"]
            )
            seen.add(event["event"])
    assert seen >= {"started", "improved", "stage-closed", "walked", "part-proved", "result", "failed"}
    assert seen <= {*content["itemSchema"]["discriminator"]["mapping"]}


def test_statistics_have_the_fields_of_the_engines() -> None:
    results = DOCUMENT["components"]["schemas"]
    for row in ENGINES.values():
        if row.statistics is not None:
            model = results[row.statistics.__name__]
            assert [*model["properties"]] == [statistic.name for statistic in fields(row.statistics)]
            assert all(statistic["description"] for statistic in model["properties"].values())


@pytest.mark.parametrize("name", [name for name in OPERATIONS if not name.startswith("GET")])
def test_refusal_of_a_large_body_is_in_the_document(site: TestClient, name: str) -> None:
    method, path = name.split()
    headers = {"Content-Type": "application/json", "Content-Length": str(10**9)}
    answer = site.request(method, re.sub(r"{\w+}", "nothing", path), content=b"", headers=headers)
    assert answer.status_code == 413
    assert "413" in OPERATIONS[name]["responses"]


@pytest.mark.parametrize("name", [name for name in OPERATIONS if "{" in name])
def test_refusal_of_an_address_with_a_slash_is_in_the_document(site: TestClient, name: str) -> None:
    method, path = name.split()
    answer = site.request(method, re.sub(r"{\w+}", "one%2Ftwo", path))
    assert answer.status_code == 404
    assert "404" in OPERATIONS[name]["responses"]


def test_every_summary_is_a_sentence() -> None:
    for name, operation in OPERATIONS.items():
        assert operation["summary"][0].isupper(), name
        assert operation["summary"].endswith("."), name
        assert operation["description"].endswith("."), name


def test_errors_are_all_of_one_object(site: TestClient) -> None:
    document = site.get("/api/openapi.json").json()
    for path in document["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    reference = {"$ref": "#/components/schemas/Failure"}
                    assert answer["content"]["application/json"]["schema"] == reference


def test_document_names_no_internals(site: TestClient) -> None:
    document = json.dumps(site.get("/api/openapi.json").json())
    assert "HTTPValidationError" not in document
    assert "/assets" not in document
