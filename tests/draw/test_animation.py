"""Films: their frames, what the first and the last show, and the page that plays them."""

import base64
import hashlib
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import pytest
from PIL import Image

from cubeproof.draw import FORMATS, Film, Look, Palette, animate
from cubeproof.draw.movie import frame_scene, movie
from cubeproof.draw.palette import rgb
from cubeproof.draw.player import player_page
from cubeproof.draw.png import png_net, png_view, raster
from cubeproof.draw.scene import Fill
from cubeproof.draw.svg_film import svg_film
from cubeproof.draw.view_scene import view_scene
from cubeproof.errors import NotationError, UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import Slab
from cubeproof.puzzle.scramble import random_moves
from draw.svg_reading import NAMESPACE

ALGS = {
    2: "R U2 F'",
    3: "R U2 M' Rw x S2",
    4: "Rw U' 2-3Fw2 z",
    5: "3Rw 2U E'",
    6: "3Rw D",
    7: "3-5Uw M2 3B'",
}
KINDS: tuple[Literal["gif", "webp", "apng"], ...] = ("gif", "webp", "apng")


def letters_in_picture(image: Image.Image, cube: Cube) -> str:
    """The letters that a picture of the cube in space shows at the middles of U, R and F's stickers."""
    palette = Look().palette
    colours = {letter: np.array(rgb(palette.colour(letter))) for letter in "URFDLB?"}
    pixels = np.asarray(image.convert("RGB")).astype(int)
    fills = [shape for shape in view_scene(cube, Look(size=image.width)).shapes if isinstance(shape, Fill)]
    letters = {}
    for shape in fills:
        if shape.sticker >= 0:
            x, y = shape.corners.mean(axis=(0, 1))
            pixel = pixels[int(y), int(x)]
            letters[shape.sticker] = min(
                colours, key=lambda letter: int(((colours[letter] - pixel) ** 2).sum())
            )
    return "".join(letters[sticker] for sticker in sorted(letters))


@pytest.mark.parametrize("size", range(2, 8))
@pytest.mark.parametrize("kind", KINDS)
def test_a_movie_has_all_its_frames_and_begins_and_ends_with_the_right_states(
    size: int, kind: Literal["gif", "webp", "apng"]
) -> None:
    cube = Cube(size).apply(random_moves(size, 20, seed=size))
    alg = ALGS[size]
    film = Film(cube, alg, rate=10)
    image = Image.open(io.BytesIO(movie(film, kind, Look(size=180, background="#ffffff"))))
    assert image.n_frames == len(film) == len(list(film))  # type: ignore[attr-defined]
    assert letters_in_picture(image, cube) == cube.facelets[: 3 * size * size]
    image.seek(len(film) - 1)
    after = cube.apply(alg)
    assert letters_in_picture(image, after) == after.facelets[: 3 * size * size]


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_and_last_frame_are_the_pictures_of_the_states(
    kind: Literal["gif", "webp", "apng"],
) -> None:
    cube, look = Cube(3).apply("R U F"), Look(size=200, background="#dddddd")
    image = Image.open(io.BytesIO(movie(Film(cube, "R' D", rate=10), kind, look)))
    for frame, state in ((0, cube), (image.n_frames - 1, cube.apply("R' D"))):  # type: ignore[attr-defined]
        image.seek(frame)
        still = np.asarray(Image.open(io.BytesIO(png_view(state, look))).convert("RGB")).astype(int)
        assert np.abs(np.asarray(image.convert("RGB")) - still).mean() < 3


def test_every_turn_ends_on_the_state_after_it() -> None:
    cube, alg = Cube(3).apply("F2"), Alg("R M' x2 Uw")
    resting = [frame.cube for frame in Film(cube, alg) if frame.move is None]
    states = [cube]
    for move in alg:
        states.append(states[-1].apply(move))
    assert resting == states


def test_a_film_eases_in_and_out_and_a_half_turn_takes_longer() -> None:
    frames = [frame for frame in Film(Cube(3), "R U2") if frame.move]
    by_move = {name: [f.angle for f in frames if str(f.move) == name] for name in ("R", "U2")}
    assert len(by_move["U2"]) > len(by_move["R"])
    steps = np.diff([0, *by_move["R"], 1])
    assert steps.min() > 0
    assert steps[0] < steps[len(steps) // 2] > steps[-1]
    assert (
        len(Film(Cube(3), "R U2", speed=2))
        < len(Film(Cube(3), "R U2"))
        < len(Film(Cube(3), "R U2", speed=0.5))
    )


def test_durations_reach_the_file() -> None:
    film = Film(Cube(2), "R U", rate=20)
    image = Image.open(io.BytesIO(movie(film, "gif", Look(size=64))))
    results = []
    for index in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(index)
        results.append(image.info["duration"])
    assert results == [frame.milliseconds for frame in film]
    assert image.info["loop"] == 0


def test_a_gif_has_one_palette_for_all_of_its_frames() -> None:
    data = movie(Film(Cube(3), "R U2 F'"), "gif", Look(size=120))
    assert data[10] & 0x80, "a palette of the whole file"
    place, frames = 13 + 3 * (2 << (data[10] & 7)), 0
    while data[place] != 0x3B:
        if data[place] == 0x2C:
            frames += 1
            assert not data[place + 9] & 0x80, "none of a frame"
            place += 11
        else:
            place += 2
        while data[place]:
            place += data[place] + 1
        place += 1
    assert frames == len(Film(Cube(3), "R U2 F'"))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
@pytest.mark.parametrize("background", [None, "#204060"])
def test_a_webp_is_smaller_than_a_gif_and_shows_the_same(size: int, background: str | None) -> None:
    look = Look(size=240, background=background)
    gif, webp = (animate(Cube(size), "R U'", kind, look) for kind in ("gif", "webp"))
    assert len(webp) < len(gif)
    with Image.open(io.BytesIO(gif)) as first, Image.open(io.BytesIO(webp)) as second:
        assert first.n_frames == second.n_frames  # type: ignore[attr-defined]
        middle = first.n_frames // 2  # type: ignore[attr-defined]
        first.seek(middle)
        second.seek(middle)
        ground = Image.new("RGBA", second.size, background or "#ffffff")
        displayed = Image.alpha_composite(ground, second.convert("RGBA")).convert("RGB")
        apart = np.abs(np.asarray(first.convert("RGB")).astype(int) - np.asarray(displayed).astype(int)).max(
            axis=2
        )
    # Without a background only the smoothed edges of the cube may differ by a shade.
    assert (apart > 40).mean() < 0.01
    assert (apart == 0).mean() > (0.999 if background else 0.9)


def test_a_gif_of_20_turns_stays_below_2_mb() -> None:
    assert len(animate(Cube(3), random_moves(3, 20, seed=3), "gif", Look(size=400))) < 2_000_000


def test_film_without_a_background_is_transparent_except_gif() -> None:
    film = Film(Cube(2), "R", rate=10)
    for kind, alpha in (("webp", 0), ("apng", 0), ("gif", 255)):
        image = Image.open(io.BytesIO(movie(film, kind, Look(size=64)))).convert("RGBA")  # type: ignore[arg-type]
        assert image.getpixel((0, 0))[3] == alpha  # type: ignore[index]
        assert image.getpixel((32, 32))[3] == 255  # type: ignore[index]


def test_rings_travel_with_their_stickers() -> None:
    frames = list(Film(Cube(3), "U R2 x", emphasised=frozenset({0, 20})))
    marked = np.flatnonzero(frames[-1].stickers).tolist()
    assert sorted(permutation("U R2 x", 3)[marked].tolist()) == [0, 20]
    scene = frame_scene(frames[0], Look())
    assert [s.sticker for s in scene.shapes if isinstance(s, Fill) and s.emphasised] == [0, 20]


@pytest.mark.parametrize("kind", sorted(set(FORMATS.values())))
def test_film_reports_progress_up_to_the_last_frame(
    kind: Literal["gif", "webp", "apng", "svg", "html"],
) -> None:
    reported: list[tuple[int, int]] = []
    animate(
        Cube(2),
        "R U",
        kind,
        Look(size=48),
        rate=10,
        progress=lambda done, total: reported.append((done, total)),
    )
    assert reported[-1] == (len(Film(Cube(2), "R U", rate=10)),) * 2
    assert reported == sorted(reported)


@pytest.mark.parametrize("kind", sorted(set(FORMATS.values())))
def test_an_algorithm_without_turns_shows_the_state(
    kind: Literal["gif", "webp", "apng", "svg", "html"],
) -> None:
    assert len(animate(Cube(2), "", kind, Look(size=48))) > 100


def test_an_animated_svg_shows_one_group_at_any_time_and_starts_with_the_state() -> None:
    cube = Cube(3).apply("R U F2")
    film = Film(cube, "R M2 y'", rate=10)
    root = ET.fromstring(svg_film(film))
    letters = [element.attrib["data-colour"] for element in root.iter() if "data-sticker" in element.attrib]
    assert "".join(letters) == cube.facelets[:27], "without animation it is a picture of the start"
    total = sum(frame.milliseconds for frame in film)
    groups = [group for group in root.iter(f"{NAMESPACE}g") if group.find(f"{NAMESPACE}animate") is not None]
    inner = [group for group in groups if not list(group.iter(f"{NAMESPACE}g"))[1:]]
    assert len(inner) == len(film)
    for time in np.linspace(0, 1, 200, endpoint=False):
        assert sum(visible(group, float(time), total) for group in inner) == 1
    assert not [element for element in root.iter() if "id" in element.attrib]


def visible(group: ET.Element, time: float, total: int) -> bool:
    animation = group.find(f"{NAMESPACE}animate")
    assert animation is not None
    assert animation.attrib["dur"] == f"{total}ms"
    times = [float(part) for part in animation.attrib["keyTimes"].split(";")]
    values = animation.attrib["values"].split(";")
    return [value for start, value in zip(times, values, strict=True) if start <= time][-1] == "inline"


def page_data(page: str) -> Any:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert match
    return json.loads(match[1])


def test_the_page_carries_the_film() -> None:
    cube = Cube(5).apply(random_moves(5, 20, seed=2))
    data = page_data(player_page(Film(cube, ALGS[5])))
    assert data["letters"] == cube.facelets
    for move, entry in zip(Alg(ALGS[5]), data["moves"], strict=True):
        turn = data["turns"][entry["turn"]]
        slab = Slab(**turn["slab"], turns=turn["quarters"] % 4)
        assert slab == move.slab(5)
        assert entry["name"] == str(move)


def test_the_page_allows_its_own_script_and_style_and_nothing_else() -> None:
    page = player_page(Film(Cube(3), "R U"))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    for tag in ("script", "style"):
        (text,) = re.findall(rf"<{tag}(?: type=.module.)?>(.*?)</{tag}>", page, re.S)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src &#x27;sha256-{digest}&#x27;" in policy[1]
    assert "default-src &#x27;none&#x27;" in policy[1]
    assert not re.search(r"https?://|//\w+\.|@import|url\(", page.replace("http-equiv", ""))
    assert not re.search(r"{{\w+}}", page)


def test_page_escapes_its_texts() -> None:
    nasty = "</title></script><script>alert(1)</script>{{data}}&"
    palette = Palette(Look().palette.faces, names=(nasty,) * 6)
    page = player_page(Film(Cube(2).apply("R"), "U"), Look(palette), title=nasty)
    assert "<script>alert" not in page
    assert page.count("<script") == 2
    assert page_data(page)["size"] == 2


def test_unknown_stickers_can_be_animated() -> None:
    cube = Cube.from_facelets("?" * 20 + "BBBB")
    image = Image.open(io.BytesIO(animate(cube, "R U", "gif", Look(size=100), rate=10)))
    assert letters_in_picture(image, cube) == "?" * 12
    assert set(page_data(player_page(Film(cube, "R")))["letters"]) == {"?", "B"}


@pytest.mark.parametrize(
    ("alg", "choices"),
    [
        ("R", {"speed": 0}),
        ("R", {"speed": float("nan")}),
        ("R", {"speed": 100}),
        ("R", {"rate": 0}),
        ("R", {"rate": 1000}),
        ("R", {"kind": "avi"}),
        ("R", {"emphasised": [99]}),
        ("(R U)2000", {}),
        ("((((R)1000)1000)1000)1000", {}),
        pytest.param("(R U)900", {"look": Look(size=4000)}, id="4000 pixels"),
        pytest.param("(R U)900", {"kind": "webp", "look": Look(size=400)}, id="400 pixels in webp"),
    ],
)
def test_a_film_out_of_range_is_refused_in_a_sentence(alg: str, choices: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"[.]$|moves$"):
        animate(Cube(3), alg, **choices)


@pytest.mark.parametrize("kind", ["gif", "svg"])
def test_a_large_cube_with_many_turns_is_refused_before_the_work(kind: Literal["gif", "svg"]) -> None:
    alg = " ".join(
        f"{layer}{face}{amount}" for layer in range(2, 50) for face in "URF" for amount in ("", "2", "'")
    )
    with pytest.raises(UsageError, match="fewer turns"):
        animate(Cube(50), alg, kind, Look(size=100))


def test_a_turn_that_the_size_lacks_is_shown_with_its_column() -> None:
    with pytest.raises(NotationError) as caught:
        animate(Cube(6), "R U M")
    assert caught.value.column == 5


@pytest.mark.parametrize("draw", [png_net, png_view])
def test_a_png_shows_what_the_svg_shows(draw: Callable[..., bytes]) -> None:
    cube = Cube(3).apply("R U F")
    image = Image.open(io.BytesIO(draw(cube, Look(size=300))))
    assert image.format == "PNG"
    assert image.mode == "RGBA"
    assert image.width == 300
    assert image.info["Title"].startswith("3×3×3 cube")
    if draw is png_view:
        on_white = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
        assert letters_in_picture(on_white, cube) == cube.facelets[:27]


def test_the_largest_picture_keeps_within_memory() -> None:
    assert raster(view_scene(Cube(2), Look(size=4096))).size == (4096, 4096)
