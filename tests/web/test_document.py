"""The API's document is true: whatever it allows is answered as it says, or refused with a sentence."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits

# Searches that are begun by chance find no place after the first two, and end with the server.
APP = create_app(Limits(jobs=2))
SCHEMA = schemathesis.openapi.from_dict(APP.openapi())

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def site() -> Iterator[TestClient]:
    with TestClient(APP, base_url="http://localhost") as site:
        yield site


@SCHEMA.parametrize()
@settings(
    max_examples=25,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_what_it_allows_is_answered_as_it_says(case: Case[Any], site: TestClient) -> None:
    asked = case.as_transport_kwargs(base_url="http://localhost")
    del asked["cookies"]
    if isinstance(asked.get("data"), bytes | str):
        asked["content"] = asked.pop("data")
    answer = site.request(**asked)
    case.validate_response(schemathesis.Response.from_any(answer), checks=CHECKS)
    if answer.status_code >= 400:
        assert answer.json()["error"].endswith(".")


def test_every_way_to_fail_is_the_same_object(site: TestClient) -> None:
    document = site.get("/api/openapi.json").json()
    for path in document["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    reference = {"$ref": "#/components/schemas/Failure"}
                    assert answer["content"]["application/json"]["schema"] == reference


def test_it_names_nothing_of_ours_that_a_reader_cannot_know(site: TestClient) -> None:
    document = json.dumps(site.get("/api/openapi.json").json())
    assert "HTTPValidationError" not in document
    assert "/assets" not in document
