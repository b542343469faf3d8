"""Start searches on a server of this process, and wait for their ends."""

import json
from typing import Any, cast

from fastapi import FastAPI
from fastapi.testclient import TestClient

from cubeproof.web.searches.job_registry import JobRegistry


def registry(client: TestClient) -> JobRegistry:
    """Return the registry of all searches of a server."""
    job_registry = cast("FastAPI", client.app).state.registry
    assert isinstance(job_registry, JobRegistry)
    return job_registry


def begin(client: TestClient, **question: object) -> str:
    answer = client.post("/api/solve", json=question)
    assert answer.status_code == 202, answer.text
    data = answer.json()
    assert data["events"] == f"{data['url']}/events"
    assert data["url"] == f"/api/solve/{data['id']}"
    return str(data["url"])


def events(client: TestClient, address: str, after: str = "") -> list[tuple[int, str, Any]]:
    """Wait for the end of a search; return all its events."""
    headers = {"Last-Event-ID": after} if after else {}
    results = []
    for block in client.get(f"{address}/events", headers=headers).text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line and line[0] != ":")
        if fields:
            results.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return results


def ended(client: TestClient, **question: object) -> dict[str, Any]:
    """Start a search, wait for its end, and return it."""
    address = begin(client, **question)
    events(client, address)
    data: dict[str, Any] = client.get(address).json()
    assert data["state"] != "running"
    return data
