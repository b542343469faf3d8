"""The picture of the cube, sticker by sticker, against the state that the library computes."""

from random import Random
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from browser.seeing import STILL, Visitor, button, faces, link, nearest, shows, tape, until
from cubeproof import Alg, Cube, random_moves
from cubeproof.puzzle.turns import named_turns
from draw.svg_reading import stickers

SIZES = range(2, 8)

# Layers that only a size has that is large enough, in every way to write them.
MORE = {
    2: "L U' F2 Rw",
    3: "r 2R M2 2-3Rw",
    4: "2R' r 2-3Rw 3Rw m 2U2 d'",
    5: "3Rw2 2-3Fw' 2-4Uw M s 4R",
    6: "2-3Rw 3-5Uw' 5Fw2 3L m2 4D'",
    7: "2-3Rw' 3-5Uw 6Fw 4R2 3Dw' M e2",
}


def scrambled(size: int) -> str:
    return str(random_moves(size, 25, seed=size))


def painted(size: int) -> str:
    """A cube that nobody can turn: any colours anywhere, some of them unknown."""
    return "".join(Random(size).choices("URFDLB?", k=6 * size * size))


def test_every_kind_of_turn_is_seen_on_every_sticker(visit: Visitor) -> None:
    page = visit(**STILL)
    for size in SIZES:
        # Of every block one of the three amounts in turn.
        offered = named_turns(size)
        named = (offered[3 * block + block % 3] for block in range(len(offered) // 3))
        alg = Alg(" ".join(map(str, named)) + " " + MORE[size])
        cube = Cube(size).apply(scrambled(size))
        page.evaluate("address => location.assign(address)", link("turn", size, scramble=scrambled(size)))
        shows(page, cube)
        page.get_by_role("textbox", name="Sequence").fill(str(alg))
        button(page, "Step by step").click()
        for move in alg.nodes:
            cube = cube.apply(Alg([move]))
            shows(page, cube)
            button(page, "One step forward").dispatch_event("click")
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


def test_another_size_another_cube(visit: Visitor) -> None:
    page = visit(**STILL)
    for size in (*SIZES, 3):
        page.get_by_test_id("size").select_option(str(size))
        shows(page, Cube(size))
        expect(page.get_by_test_id("said")).to_have_text("The cube is solved.")


@pytest.mark.parametrize("size", [3, 9])
def test_the_drawing_is_that_of_the_state(size: int, visit: Visitor) -> None:
    # Of nine layers there is no player, and without WebGL there is none of three.
    page = visit(link("turn", size, scramble=scrambled(size)))
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    page.reload()
    cube = Cube(size).apply(scrambled(size))
    drawing = page.get_by_test_id("picture").get_by_role("img", name="The cube")
    until(page, lambda: cube.facelets in (drawing.get_attribute("src") or ""))
    expect(page.get_by_test_id("picture")).to_have_attribute("data-live", "false")
    # The drawing laid over the page: at the middle of every sticker the browser has painted its colour.
    document = page.evaluate(
        """async (source) => {
            const drawn = await (await fetch(source)).text();
            const sheet = document.documentElement.appendChild(document.createElement("dialog"));
            sheet.innerHTML = drawn;
            sheet.showModal();
            return drawn;
        }""",
        drawing.get_attribute("src"),
    )
    found = stickers(document)
    assert len(found) == 3 * size * size
    for sticker in found:
        there = page.evaluate(
            """([x, y]) => {
                const place = new DOMPoint(x, y).matrixTransform(document.querySelector("dialog svg").getScreenCTM());
                const { fill } = getComputedStyle(document.elementFromPoint(place.x, place.y));
                return fill.match(/\\d+/g).map(Number);
            }""",
            [sticker.x, sticker.y],
        )
        assert sticker.letter == cube.facelets[sticker.sticker]
        assert nearest(there) == sticker.letter


def test_drawings_and_downloads_have_the_colours_and_letters_of_the_choice(visit: Visitor) -> None:
    page = visit(link("paint", 9))
    page.get_by_test_id("paint-letters").check()
    page.get_by_test_id("paint-palette").select_option("colourblind")
    sources = [page.get_by_test_id("picture").get_by_role("img", name="The cube").get_attribute("src")]
    page.evaluate("address => location.assign(address)", link("solve", 2, scramble="R D"))
    expect(page.get_by_test_id("size")).to_have_value("2")
    page.get_by_test_id("solve-button").click()
    downloads = ("gif", "svg", "html", "png")
    sources += [page.get_by_test_id(f"download-{name}").get_attribute("href") for name in downloads]
    page.get_by_role("tab", name="Explore").click()
    sources.append(page.get_by_test_id("neighbour-R").get_by_role("presentation").get_attribute("src"))
    for source in sources:
        chosen = parse_qs(urlsplit(source or "").query)
        assert (chosen["palette"], chosen["letters"]) == (["colourblind"], ["true"])
    assert page.request.get(urljoin(page.url, sources[2])).ok


def test_three_faces_are_painted_and_the_mouse_shows_the_others(visit: Visitor) -> None:
    state = "".join(letter * 9 for letter in "DRFBL?")
    page = visit(link("turn", state=state), color_scheme="dark")
    shows(page, state)
    until(page, lambda: faces(page.locator(".player")) == {"D", "R", "F"})
    box = page.locator(".player").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    seen: set[str] = set()
    for _ in range(20):
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] + 60, middle[1] - 60, steps=5)
        page.mouse.up()
        seen |= faces(page.locator(".player"))
        if {"B", "L"} <= seen:
            return
    pytest.fail(f"nothing but {seen} is seen")
