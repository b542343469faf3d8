"""The page that `cubeproof animate … -o x.html` writes: one file that sends no requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.conftest import FAILED, SCREENSHOTS
from browser.seeing import button, faces, until
from cubeproof.cli import main
from toy_language import speak

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TURNS = ["R", "U2", "F'", "x", "M"]


@pytest.fixture
def page(chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The file in a browser whose language is English."""
    with open_player(chromium, tmp_path, request, "en-GB") as page:
        yield page


@contextmanager
def open_player(
    chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest, locale: str
) -> Iterator[Page]:
    """Open the file from the disk; fail after a request to another address or an error in a script."""
    path = tmp_path / "cube <b>.html"
    assert main(["animate", " ".join(TURNS), "-o", str(path)]) == 0
    context = chromium.new_context(viewport={"width": 800, "height": 900}, color_scheme="dark", locale=locale)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("request", lambda sent: None if sent.url == path.as_uri() else faults.append(sent.url))
    page.goto(path.as_uri())
    yield page
    if faults or request.node.stash.get(FAILED, False):
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{request.node.name}.png")
    context.close()
    assert faults == []


def turns_made(page: Page) -> int:
    """The number of turns made, by the count below the cube."""
    return int(page.locator("output").first.inner_text().split("/")[0])


def looks(page: Page) -> bytes:
    return page.locator(".cube").screenshot()


def test_player_plays_to_the_end_and_starts_again(page: Page) -> None:
    expect(page.locator(".said")).to_have_text("The start")
    start = looks(page)
    page.get_by_label("Speed").fill("2")
    page.get_by_role("button", name="Play").click()
    until(page, lambda: turns_made(page) == len(TURNS))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert looks(page) != start
    page.keyboard.press("Home")
    assert turns_made(page) == 0
    until(page, lambda: looks(page) == start)


def test_player_steps_by_buttons_keys_and_the_list_of_turns(page: Page) -> None:
    page.get_by_label("Speed").fill("2")
    forward = page.get_by_role("button", name="One turn forward")
    for number, turn in enumerate(TURNS, 1):
        forward.click()
        expect(page.locator(".said")).to_contain_text(f"{number}: {turn}, ")
    page.keyboard.press("ArrowLeft")
    until(page, lambda: turns_made(page) == len(TURNS) - 1)
    page.get_by_role("button", name="To the start").click()
    assert turns_made(page) == 0
    page.get_by_label("Turns").get_by_role("button", name="F'").click()
    assert turns_made(page) == 3
    expect(page.locator("[aria-current=step]")).to_have_text("F'")
    page.get_by_role("slider", name=re.compile("^Turn")).fill("1")
    assert turns_made(page) == 1
    button(page, "To the end (End)").click()
    assert turns_made(page) == len(TURNS)


def test_the_mouse_shows_the_cube_from_behind(page: Page) -> None:
    assert faces(page.locator(".cube")) == {"U", "R", "F"}
    box = page.locator(".cube").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    # A drag by the width of the picture moves the viewpoint half the way around; the second drag moves it below.
    page.mouse.move(middle[0] + box["width"], middle[1], steps=5)
    page.mouse.move(middle[0] + box["width"], middle[1] - box["height"] / 3, steps=5)
    page.mouse.up()
    until(page, lambda: faces(page.locator(".cube")) == {"D", "L", "B"})
    page.locator(".cube").dblclick()
    until(page, lambda: faces(page.locator(".cube")) == {"U", "R", "F"})


def test_player_in_french_has_every_text_in_french(
    chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with open_player(chromium, tmp_path, request, "fr-CA") as page:
        assert page.evaluate("document.documentElement.lang") == "fr"
        expect(page).to_have_title("Cube 3×3×3\u00a0: R U2 F' x M")
        expect(page.locator("h1")).to_have_text("Cube 3×3×3\u00a0: R U2 F' x M")
        assert str(page.locator(".cube").get_attribute("aria-label")).startswith("Cube 3×3×3. Au départ")
        expect(page.locator(".said")).to_have_text("Le départ")
        assert button(page, "Au début (Début)").get_attribute("title") == "Au début (Début)"
        assert button(page, "Jouer (espace)").get_attribute("title") == "Jouer (espace)"
        page.get_by_label("Vitesse").fill("-2")
        expect(page.locator("output").last).to_have_text("0,25×")
        assert page.get_by_label("Vitesse").get_attribute("aria-valuetext") == "0,25 fois"
        page.get_by_label("Mouvements").get_by_role("button", name="U2").click()
        expect(page.locator(".said")).to_have_text("2\u00a0: U2, face du dessus, un demi-tour")
        place = page.get_by_role("slider", name=re.compile("^Mouvement"))
        assert place.get_attribute("aria-valuetext") == "après le mouvement 2, U2"
        text = page.content().split("<script", 1)[0]
        assert not re.search(
            r"\b(turn|start|Speed|Play|white|clockwise)\b",
            re.sub(
                '<style.*?</style>|<noscript.*?</noscript>|data-[a-z]+="[^"]*"|id="[^"]*"',
                "",
                text,
                flags=re.S,
            ),
        )


def test_a_table_is_enough_for_a_third_language(
    chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    templates = {
        "player.speed": "rapido",
        "player.after": "[{move}] {step}. {description}",
        "player.factor": "oble {speed}",
        "player.title": "{turns} de {size}",
        "description.turn": "{turns} kvaronoj: {what}",
        "description.face": "flanko {face}",
    }
    speak(monkeypatch, tmp_path, templates, "eo", decimal="'")
    with open_player(chromium, tmp_path, request, "eo") as page:
        assert page.evaluate("document.documentElement.lang") == "eo"
        expect(page).to_have_title("R U2 F' x M de 3")
        page.get_by_label("rapido").fill("1.75")
        assert page.get_by_label("rapido").get_attribute("aria-valuetext") == "oble 3'36"
        button(page, "One turn forward (right arrow)").click()
        expect(page.locator(".said")).to_have_text("[R] 1. 1 kvaronoj: flanko R")


def test_a_browser_whose_language_has_no_table_is_shown_english(
    chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with open_player(chromium, tmp_path, request, "ja") as page:
        assert page.evaluate("document.documentElement.lang") == "en"
        expect(page).to_have_title("3×3×3 cube: R U2 F' x M")
