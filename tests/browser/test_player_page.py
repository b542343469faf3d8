"""The page that `cubeproof animate … -o x.html` writes: one file, which asks for nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import SCREENSHOTS
from browser.seeing import button, faces, until
from cubeproof.cli import main

TURNS = ["R", "U2", "F'", "x", "M"]


@pytest.fixture
def page(chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The file, opened from the disk; nothing may be asked for, and nothing may fail."""
    path = tmp_path / "cube <b>.html"
    assert main(["animate", " ".join(TURNS), "-o", str(path)]) == 0
    context = chromium.new_context(viewport={"width": 800, "height": 900}, color_scheme="dark")
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda fault: faults.append(str(fault)))
    opened.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    opened.on("request", lambda asked: None if asked.url == path.as_uri() else faults.append(asked.url))
    opened.goto(path.as_uri())
    yield opened
    SCREENSHOTS.mkdir(exist_ok=True)
    opened.screenshot(path=SCREENSHOTS / f"{request.node.name}.png")
    context.close()
    assert faults == []


def made(page: Page) -> int:
    """How many turns are made, by the count below the cube."""
    return int(page.locator("#count").inner_text().split("/")[0])


def looks(page: Page) -> bytes:
    return page.locator("#cube").screenshot()


def test_it_plays_to_the_end_and_begins_again(page: Page) -> None:
    expect(page.locator("#said")).to_have_text("The start")
    start = looks(page)
    page.get_by_label("Speed").fill("2")
    page.get_by_role("button", name="Play").click()
    until(page, lambda: made(page) == len(TURNS))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert looks(page) != start
    page.keyboard.press("Home")
    assert made(page) == 0
    until(page, lambda: looks(page) == start)


def test_it_steps_by_buttons_by_keys_and_by_the_list_of_turns(page: Page) -> None:
    page.get_by_label("Speed").fill("2")
    forward = page.get_by_role("button", name="One turn forward")
    for number, turn in enumerate(TURNS, 1):
        forward.click()
        expect(page.locator("#said")).to_contain_text(f"{number}: {turn}, ")
    page.keyboard.press("ArrowLeft")
    until(page, lambda: made(page) == len(TURNS) - 1)
    page.get_by_role("button", name="To the start").click()
    assert made(page) == 0
    page.get_by_label("Turns").get_by_role("button", name="F'").click()
    assert made(page) == 3
    expect(page.locator("[aria-current=step]")).to_have_text("F'")
    page.get_by_role("slider", name=re.compile("^Turn")).fill("1")
    assert made(page) == 1
    button(page, "To the end (End)").click()
    assert made(page) == len(TURNS)


def test_the_mouse_shows_the_cube_from_behind(page: Page) -> None:
    assert faces(page.locator("#cube")) == {"U", "R", "F"}
    box = page.locator("#cube").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    # The width of the picture is half a turn around; and then below.
    page.mouse.move(middle[0] + box["width"], middle[1], steps=5)
    page.mouse.move(middle[0] + box["width"], middle[1] - box["height"] / 3, steps=5)
    page.mouse.up()
    until(page, lambda: faces(page.locator("#cube")) == {"D", "L", "B"})
    page.locator("#cube").dblclick()
    until(page, lambda: faces(page.locator("#cube")) == {"U", "R", "F"})
