"""The page of the API's document has every part of it, and its links and commands work."""

import json
import re
import shlex
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from cubeproof.web.app import create_app


@pytest.fixture(scope="module")
def site() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url="http://localhost") as site:
        yield site


@pytest.fixture(scope="module")
def page(site: TestClient) -> str:
    return site.get("/api/docs").text


def names(part: Any) -> Iterator[str]:
    """The names of the fields, parameters, models and statuses of a part of the document, and its descriptions."""
    if isinstance(part, list):
        for item in part:
            yield from names(item)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key in ("properties", "responses"):
                yield from value
            elif key in ("description", "summary", "name") and isinstance(value, str):
                yield value
            if key not in ("example", "examples", "default"):
                yield from names(value)


def test_document_page_has_every_name_and_description_of_the_document(site: TestClient, page: str) -> None:
    document = site.get("/api/openapi.json").json()
    text = re.sub(r"\s+", "", unescape(re.sub(r"<[^>]+>", "", page)))
    for name in {*names(document), *document["paths"], *document["components"]["schemas"]}:
        for paragraph in name.split("\n\n"):
            assert re.sub(r"[`\s]+", "", paragraph) in text, name


def test_links_of_the_document_page_lead_to_its_parts(page: str) -> None:
    targets = re.findall(r" id='([^']+)'", page)
    assert len(targets) == len({*targets})
    assert {*re.findall(r"href='#([^']+)'", page)} <= {*targets}


def test_document_page_loads_no_file_and_has_no_script(page: str) -> None:
    assert not re.search(r"<script|<link[^>]*stylesheet|\ssrc=|\son\w+=|url\(|@import", page)
    assert {*re.findall(r"href='([^#'][^']*)'", page)} == {"data:,", "/", "/api/openapi.json"}


def test_every_command_of_the_document_page_is_answered(site: TestClient, page: str) -> None:
    request = {"size": 2, "scramble": "R U", "certify": True}
    commands = re.findall(r"<pre>(curl .*?)</pre>", page)
    operations = re.findall(r"<h3 id='[^']+'><code>([A-Z]+) ", page)
    assert len(commands) == len(operations) > 20
    for method, command in zip(operations, commands, strict=True):
        _, url, *options = shlex.split(unescape(command))
        if "/ID" in url:
            search = site.post("/api/solve", json=request).json()
            if "certificate" in url:
                site.get(search["events"])
            url = url.replace("ID", search["id"])
        assert urlsplit(url).netloc == "localhost"
        sent = {"-X": None, "--json": "POST"}.get(options[0]) if options else None
        assert (sent or (options[1] if "-X" in options else "GET")) == method
        body = json.loads(options[1]) if "--json" in options else None
        assert site.request(method, url, json=body).is_success, command


def test_document_page_shows_a_hostile_host_as_text(site: TestClient) -> None:
    for host in ("<script>", "localhost:<script>", "localhost'$(reboot)'"):
        assert "<script>" not in site.get("/api/docs", headers={"Host": host}).text
