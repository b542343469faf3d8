"""The server lists the languages for the page, and sends their tables."""

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from cubeproof import languages
from cubeproof.languages import VARIABLE


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, str]]:
    """A further language, from a separate folder."""
    table = {
        "language": {"name": "Deutsch", "decimal": ",", "grouping": ".", "conjunction": " und "},
        "templates": {"page.page.solve": "Lösen"},
    }
    (tmp_path / "de.json").write_text(json.dumps(table), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return table


def test_the_languages_are_those_that_the_command_speaks(client: TestClient) -> None:
    data = client.get("/api/languages").json()["languages"]
    assert data[:2] == [{"tag": "en", "name": "English"}, {"tag": "fr", "name": "Français"}]
    assert [item["tag"] for item in data] == [*languages.tags()]


def test_a_table_is_sent_as_its_file_is(client: TestClient) -> None:
    data = client.get("/api/languages/fr").json()
    file = json.loads(Path(languages.__file__).with_name("fr.json").read_text(encoding="utf-8"))
    assert data["language"] == {"comma": ", ", **file["language"]}
    assert data["templates"].items() >= file["templates"].items()


def test_english_is_in_the_sources(client: TestClient) -> None:
    data = client.get("/api/languages/en").json()
    assert data["templates"] == {}
    assert (data["language"]["name"], data["language"]["decimal"]) == ("English", ".")


def test_a_further_language_needs_one_file(client: TestClient, german: dict[str, dict[str, str]]) -> None:
    assert {"tag": "de", "name": "Deutsch"} in client.get("/api/languages").json()["languages"]
    data = client.get("/api/languages/de").json()
    assert data["templates"] == german["templates"]
    # Texts that are missing in its file are in English.
    assert data["language"]["conjunction"] == " und "
    assert data["language"]["disjunction"] == " or "
    assert data["language"]["one"] == [1, 1]


def test_a_table_is_sent_again_only_when_it_has_changed(client: TestClient) -> None:
    first = client.get("/api/languages/fr")
    assert first.headers["cache-control"] == "no-cache"
    # A proxy that compresses makes the tag weak.
    again = client.get("/api/languages/fr", headers={"If-None-Match": f"W/{first.headers['etag']}"})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    second = client.get("/api/languages/en", headers={"If-None-Match": first.headers["etag"]})
    assert second.status_code == 200


@pytest.mark.parametrize("tag", ["xx", "fr.json", "FR", "%2e%2e%2ffr"])
def test_a_language_that_is_not_there_is_refused(client: TestClient, tag: str) -> None:
    answer = client.get(f"/api/languages/{tag}")
    assert answer.status_code in (404, 422)
    assert answer.json()["error"].endswith(".")
