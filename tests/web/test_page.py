"""The page's files, whether they have been built or not."""

import gzip
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from cubeproof.draw import PALETTES
from cubeproof.web.app import create_app
from web.page_code import PAGE


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("secret")
    folder = tmp_path / "built"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>the page</title>")
    (folder / "assets" / "page-1a2b.js").write_text("let cube = 'cube';\n" * 100)
    return folder


@pytest.fixture
def site(built: Path) -> Iterator[TestClient]:
    with TestClient(create_app(built=built), base_url="http://localhost") as client:
        yield client


def test_page_is_revalidated_and_its_files_are_cached(site: TestClient) -> None:
    page = site.get("/")
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
    assert "the page" in page.text
    script = site.get("/assets/page-1a2b.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-encoding"] == "gzip"
    assert site.head("/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        *["/assets/../index.html", "/assets/../../secret.txt", "/assets/..%2f..%2fsecret.txt"],
        *["/assets/%2e%2e/%2e%2e/secret.txt", "/assets/....//....//secret.txt"],
        *["/assets/..\\..\\secret.txt", "/assets//etc/passwd", "/assets/%00"],
        *["/assets/page-1a2b.js%00.png", "/assets/", "/assets", "/assets/" + "a" * 5000, "/secret.txt"],
        *["/index.html"],
    ],
)
def test_other_files_cannot_be_read(site: TestClient, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"].endswith(".")


def test_unbuilt_page_explains_the_build_and_the_api_works(tmp_path: Path) -> None:
    with TestClient(create_app(built=tmp_path / "built"), base_url="http://localhost") as site:
        page = site.get("/")
        assert page.status_code == 503
        assert 'The page has not been built: run "make page".' in page.text
        assert site.get("/api/docs").status_code == 200
        assert site.get("/assets/page.js").status_code == 404
        assert site.get("/api").status_code == 200


def test_the_page_is_small() -> None:
    built = files("cubeproof").joinpath("web", "built")
    if not built.joinpath("index.html").is_file():
        pytest.skip("the page is not built (make page)")
    parts = [built.joinpath("index.html"), *built.joinpath("assets").iterdir()]
    assert sum(len(gzip.compress(part.read_bytes())) for part in parts) < 350_000


def test_page_has_the_colours_of_all_pictures() -> None:
    source = PAGE.joinpath("src", "facts.ts").read_text(encoding="utf-8")
    for name, palette in PALETTES.items():
        line = re.search(rf'^  "{name}": ({{"colours".*}}),$', source, re.MULTILINE)
        assert line, name
        assert json.loads(line[1])["colours"] == {letter: palette.colour(letter) for letter in "URFDLB?"}
