"""The picture of the cube, sticker by sticker, against the state that the library computes."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from browser.assertions import expect
from browser.seeing import PICTURE, STILL, Visitor, button, choose_setting, link, shows, tape, until
from cubeproof import Alg, Cube, random_moves
from cubeproof.draw import Look
from cubeproof.draw.png import png_view
from cubeproof.puzzle.turns import named_turns

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = (*range(2, 8), 11)

# Turns of layers that only cubes of this size or more have, in every notation.
MORE = {
    2: "L U' F2 Rw",
    3: "r 2R M2 2-3Rw",
    4: "2R' r 2-3Rw 3Rw m 2U2 d'",
    5: "3Rw2 2-3Fw' 2-4Uw M s 4R",
    6: "2-3Rw 3-5Uw' 5Fw2 3L m2 4D'",
    7: "2-3Rw' 3-5Uw 6Fw 4R2 3Dw' M e2",
    11: "2-3Rw' 7-9Uw 10Fw 4R2 3Dw' M e2",
}


def scrambled(size: int) -> str:
    return str(random_moves(size, 25, seed=size))


def painted(size: int) -> str:
    """The facelets of an impossible cube: random colours, some of them unknown."""
    return "".join(Random(size).choices("URFDLB?", k=6 * size * size))


def test_every_kind_of_turn_is_seen_on_every_sticker(visit: Visitor) -> None:
    see_turns(visit(**STILL), SIZES, most=16)


@pytest.mark.soak
def test_every_turn_of_large_cubes_is_seen_on_every_sticker(visit: Visitor) -> None:
    see_turns(visit(**STILL), (6, 7, 11), most=100)


def see_turns(page: Page, sizes: Iterable[int], most: int) -> None:
    """Turn cubes step by step, by one turn of every block; by a sample of the blocks if there are more than `most`."""
    for size in sizes:
        offered = named_turns(size)
        blocks = range(len(offered) // 3)
        # On large cubes half of `most`, since each step takes longer to draw.
        chosen = blocks if len(blocks) <= most else sorted(Random(size).sample(blocks, most // 2))
        named = (offered[3 * block + block % 3] for block in chosen)
        alg = Alg(" ".join(map(str, named)) + " " + MORE[size])
        cube = Cube(size).apply(scrambled(size))
        page.evaluate("address => location.assign(address)", link("turn", size, scramble=scrambled(size)))
        shows(page, cube)
        page.get_by_role("textbox", name="Sequence").fill(str(alg))
        shows(page, cube.apply(alg))
        button(page, "To the start").click()
        for move in alg.nodes:
            button(page, "One step forward").dispatch_event("click")
            cube = cube.apply(Alg([move]))
            shows(page, cube)
        assert tape(page) == [str(move) for move in alg.nodes]


def test_a_cube_that_cannot_be_is_shown_and_turned_as_it_was_painted(visit: Visitor) -> None:
    page = visit(**STILL)
    for size in SIZES:
        turns = f"R U' F2 {MORE[size]} x B"
        page.evaluate(
            "address => location.assign(address)", link("turn", size, state=painted(size), turns=turns)
        )
        cube = Cube.from_facelets(painted(size))
        shows(page, cube)
        button(page, "To the end").click()
        shows(page, cube.apply(turns))


@pytest.mark.parametrize(
    ("size", "colours"), [(2, "standard"), (3, "colourblind"), (5, "standard"), (11, "standard")]
)
def test_the_cube_looks_as_it_does_in_all_our_pictures(size: int, colours: str, visit: Visitor) -> None:
    page = visit(link("turn", size, scramble=scrambled(size)), device_scale_factor=2, **STILL)
    choose_setting(page, "palette", colours)
    choose_setting(page, "letters", True)
    until(page, lambda: bool(page.evaluate(f"document.querySelector('{PICTURE}')?.player.now.lettered")))

    def difference() -> Image.Image:
        source = page.locator(PICTURE).locator("canvas").evaluate("canvas => canvas.toDataURL()")
        page_image = Image.open(io.BytesIO(base64.b64decode(source.partition(",")[2])))
        now = page.evaluate(f"document.querySelector('{PICTURE}').player.now.view")
        look = Look(colours, page_image.width, letters=True, **now)
        library_image = Image.open(io.BytesIO(png_view(Cube(size).apply(scrambled(size)), look)))
        return ImageChops.difference(*(over_white(image) for image in (page_image, library_image)))

    # The page applies the colours and the letters one after the other. Edges are smoothed by different methods: few
    # pixels differ much, and only at edges.
    until(page, lambda: ImageStat.Stat(difference()).mean[0] < 1 + size / 8)
    large_differences = difference().point(lambda value: 255 * (value > 60)).filter(ImageFilter.MinFilter(3))
    assert large_differences.getbbox() is None


def over_white(image: Image.Image) -> Image.Image:
    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA")).convert("L")


def test_drawings_and_downloads_have_the_colours_and_letters_of_the_choice(visit: Visitor) -> None:
    page = visit(link("paint", 9))
    choose_setting(page, "letters", True)
    choose_setting(page, "palette", "colourblind")
    sources: list[str | None] = []
    page.evaluate("address => location.assign(address)", link("solve", 2, scramble="R D"))
    expect(page.get_by_test_id("size")).to_have_value("2")
    page.get_by_test_id("solve-button").click()
    page.get_by_test_id("save").click()
    downloads = ("gif", "svg", "html", "png")
    sources += [page.get_by_test_id(f"download-{name}").get_attribute("href") for name in downloads]
    page.get_by_role("tab", name="Explore").click()
    sources.append(page.get_by_test_id("neighbour-R").get_by_role("presentation").get_attribute("src"))
    for source in sources:
        chosen = parse_qs(urlsplit(source or "").query)
        assert (chosen["palette"], chosen["letters"]) == (["colourblind"], ["true"])
    assert page.request.get(urljoin(page.url, sources[1] or "")).ok
