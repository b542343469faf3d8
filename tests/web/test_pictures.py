"""Pictures and films from the server are files that other programs can read."""

import io
import platform
import re
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from cubeproof import Cube
from cubeproof.draw import Look, masked, svg_plan, svg_view
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from cubeproof.web.routes import pictures
from programs import run_python


def sticker_letters(document: str) -> dict[int, str]:
    """Return the stickers of an SVG picture, with the letters of their colours."""
    tree = ElementTree.fromstring(document)
    marked = [element for element in tree.iter() if "data-sticker" in element.attrib]
    return {int(element.get("data-sticker", "")): element.get("data-colour", "") for element in marked}


def test_a_net_shows_every_sticker(client: TestClient) -> None:
    answer = client.get("/api/picture", params={"size": 3, "alg": "R U"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert (
        "".join(letter for _, letter in sorted(sticker_letters(answer.text).items()))
        == Cube(3).apply("R U").facelets
    )


def test_a_solid_cube_looks_as_it_does_elsewhere(client: TestClient) -> None:
    parameters: dict[str, str | int] = {
        "state": Cube(2).apply("R").facelets,
        "view": "solid",
        "palette": "colourblind",
    }
    answer = client.get("/api/picture", params=parameters | {"letters": "true", "width": 300})
    assert answer.text == svg_view(Cube(2).apply("R"), Look("colourblind", 300, letters=True))


def test_picture_of_the_greatest_width_is_drawn(client: TestClient) -> None:
    answer = client.get("/api/picture", params={"size": 2, "width": Limits().picture_pixels})
    assert answer.status_code == 200, answer.text


def test_a_png_has_the_width_that_was_asked_for(client: TestClient) -> None:
    answer = client.get("/api/picture", params={"format": "png", "view": "solid", "width": 123})
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (123, 123)


def test_rings_show_suspects_and_goals(client: TestClient) -> None:
    doubled = "UU" + Cube(2).facelets[2:8] + "U" + Cube(2).facelets[9:]
    suspects = client.post("/api/status", json={"state": doubled}).json()["suspects"]
    plain = client.get("/api/picture", params={"state": doubled}).text
    ringed = client.get("/api/picture", params={"state": doubled, "suspects": "true"}).text
    assert suspects
    assert ringed != plain
    crossed = client.get("/api/picture", params={"goal": "cross"}).text
    assert crossed != client.get("/api/picture").text
    assert client.get("/api/picture", params={"size": 2, "goal": "cross"}).status_code == 422


def test_the_last_layer_hidden_faces_and_masks_look_as_they_do_elsewhere(client: TestClient) -> None:
    cube = Cube(3).apply("R U F")
    parameters: dict[str, str] = {"size": "3", "alg": "R U F"}
    plan = client.get("/api/picture", params=parameters | {"view": "plan", "mask": "oll"})
    assert plan.text == svg_plan(masked(cube, "oll"))
    hidden = client.get("/api/picture", params=parameters | {"view": "solid", "hidden": "true"})
    assert len(sticker_letters(hidden.text)) == 54
    assert client.get("/api/picture", params={"view": "plan", "format": "png"}).content[:4] == b"\x89PNG"
    for mask in ("nonsense", "centres"):
        refused = client.get("/api/picture", params={"size": 2, "mask": mask})
        assert refused.status_code == 422
        assert refused.json()["field"] == "mask"


def test_a_film_may_be_masked(client: TestClient) -> None:
    parameters: dict[str, str | int] = {
        "from": "F2",
        "alg": "U",
        "format": "svg",
        "width": 64,
        "mask": "cross",
    }
    drawn = client.get("/api/animation", params=parameters).text
    assert set(re.findall('data-colour="(.)"', drawn)) > {"?", "D"}
    assert "?" not in re.findall(
        'data-colour="(.)"', client.get("/api/animation", params=parameters | {"mask": "solved"}).text
    )


@pytest.mark.parametrize(
    ("kind", "name", "prefix"),
    [
        ("gif", "cube-2x2x2.gif", b"GIF89a"),
        ("webp", "cube-2x2x2.webp", b"RIFF"),
        ("apng", "cube-2x2x2.png", b"\x89PNG"),
        ("svg", "cube-2x2x2.svg", b"<svg"),
        ("html", "cube-2x2x2.html", b"<!"),
    ],
    ids=["gif", "webp", "apng", "svg", "html"],
)
def test_a_film_comes_as_a_file_with_a_name(client: TestClient, kind: str, name: str, prefix: bytes) -> None:
    parameters: dict[str, str | int] = {
        "size": 2,
        "from": "U",
        "alg": "R",
        "format": kind,
        "width": 64,
        "speed": 4,
    }
    answer = client.get("/api/animation", params=parameters)
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert answer.content.lower().startswith(prefix.lower())
    if kind in ("gif", "webp", "apng"):
        film = Image.open(io.BytesIO(answer.content))
        assert getattr(film, "n_frames", 1) > 2


@pytest.mark.parametrize(
    ("asked", "field", "message"),
    [
        ({"alg": "R " * 201}, "alg", "201 turns, but this server allows 200"),
        ({"alg": "R", "width": "801"}, "width", "800 pixels"),
        ({"alg": "R Q"}, "alg", "Column 3: 'Q' is not a turn."),
        ({"alg": "R", "from": "M Q"}, "from", "Column 3"),
        ({"alg": "R", "from": "R " * 10_001}, "from", "10,001 turns, but this server allows 10,000"),
        ({"alg": "R", "speed": "0"}, "speed", '"speed" is wrong'),
        ({"alg": "R", "speed": "nan"}, "speed", '"speed" is wrong'),
        ({"alg": "R", "format": "mpeg"}, "format", "There is no format 'mpeg'; there are gif, webp"),
        ({"alg": "R", "palette": "U=red"}, "palette", "#rrggbb"),
    ],
)
def test_impossible_film_is_refused(
    client: TestClient, asked: dict[str, str], field: str, message: str
) -> None:
    answer = client.get("/api/animation", params=asked)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert message in answer.json()["error"]


@pytest.mark.parametrize(("alg", "status"), [("R", 200), ("R Q", 422)])
def test_memory_of_a_film_is_released(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, alg: str, status: int
) -> None:
    given: list[bool] = []
    monkeypatch.setattr(pictures, "give_back_memory", lambda: given.append(True))
    monkeypatch.setattr(Limits, "alg", lambda *_: None)
    answer = client.get("/api/animation", params={"alg": alg, "format": "svg", "width": 64})
    assert (answer.status_code, given) == (status, [True])


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others give it back by themselves")
def test_free_memory_returns_to_the_system() -> None:
    program = """
from pathlib import Path
from cubeproof.web.routes.pictures import give_back_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1])

before = resident()
many = [bytes(2000) for _ in range(50_000)]
kept = many[::1000]
del many
free = resident() - before
give_back_memory()
print(free, resident() - before)
"""
    done = run_python(program)
    kept, left = map(int, done.stdout.split())
    assert left < kept / 2


def test_a_film_that_takes_too_long_is_given_up() -> None:
    with TestClient(create_app(Limits(film_seconds=0)), base_url="http://localhost") as client:
        answer = client.get("/api/animation", params={"alg": "R U R' U'", "width": 64})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("Drawing this takes more than 0 seconds: use fewer turns")


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        *[({"size": "1"}, "size"), ({"state": "U"}, "state"), ({"width": "2001"}, "width")],
        *[({"width": "3"}, "width"), ({"goal": "nonsense"}, "goal"), ({"view": "inside"}, "view")],
        *[({"palette": "pink"}, "palette"), ({"nonsense": "1"}, "nonsense")],
    ],
)
def test_impossible_picture_is_refused(client: TestClient, asked: dict[str, str], field: str) -> None:
    answer = client.get("/api/picture", params=asked)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert re.match(r"[A-Z\"\d].*\.$", answer.json()["error"])
