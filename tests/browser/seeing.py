"""Helpers that read the page as a visitor sees it, and that operate it."""

from __future__ import annotations

import base64
import io
import re
from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import parse_qs, urlencode, urlsplit

from PIL import Image

from cubeproof import Cube
from cubeproof.draw.palette import STANDARD, rgb
from patience import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

Visitor: TypeAlias = "Callable[..., Page]"

_LETTERS = {int(STANDARD.colour(letter)[1:], 16): letter for letter in "URFDLB?"}

PICTURE = "[data-testid=picture][data-live=true] .player"
"""Selector of the page's cube in 3D."""

STILL = {"reduced_motion": "reduce"}
"""Settings of a visitor who prefers no motion: the picture shows each state at once, without animation."""


def link(tab: str, size: int = 3, **fields: object) -> str:
    """The address of a cube, as the page writes it."""
    return "/#" + urlencode({"size": size, **fields, "tab": tab})


def address_fields(page: Page) -> dict[str, str]:
    """The fields in the fragment of the page's address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).fragment).items()}


def shows(page: Page, cube: Cube | str, where: str = PICTURE) -> None:
    """Wait until every sticker of the cube in 3D has the colour that `cube` gives it."""
    from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

    facelets = cube if isinstance(cube, str) else cube.facelets
    drawn_colours = f"document.querySelector('{where}')?.player?.seen()"
    colours = [int(STANDARD.colour(letter)[1:], 16) for letter in facelets]
    try:
        page.wait_for_function(f"colours => {drawn_colours}?.join() === colours.join()", arg=colours)
    except PlaywrightTimeoutError:
        drawn = page.evaluate(drawn_colours) or []
        assert "".join(_LETTERS.get(colour, "!") for colour in drawn) == facelets
        raise


def current(page: Page) -> Cube:
    """The cube of the page, computed from its address: the start, then the turns already made."""
    fields = address_fields(page)
    start = fields.get("state") or Cube(int(fields["size"])).apply(fields.get("scramble", "")).facelets
    return Cube.from_facelets(start).apply(
        " ".join(fields.get("turns", "").split()[: int(fields.get("made", "0"))])
    )


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until a condition of the test holds; the time limit only ends a test that would hang."""
    last = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < last, "the condition did not become true in time"
        page.wait_for_timeout(50)


def intercept(page: Page, url: str | re.Pattern[str], handle: Callable[[Route], object]) -> None:
    """Handle every request to `url` that the page sends after this function returns.

    `page.route` returns before Chromium applies it to an open page: about one in 200 later requests escaped it.
    """
    page.route(url, lambda route: handle(route))  # noqa: PLW0108 - playwright requires a function
    probes: list[Route] = []

    def answer(route: Route) -> None:
        probes.append(route)
        route.fulfill(body="")

    page.route("**/api?probe", answer)
    while not probes:
        page.evaluate("fetch('/api?probe').then(answer => answer.text())")
    page.unroute("**/api?probe", answer)


def scramble(page: Page) -> Cube:
    """Press Scramble on a cube whose address has no scramble; return the new cube."""
    button(page, "Scramble").click()
    until(page, lambda: bool(address_fields(page).get("scramble")))
    return current(page)


def button(place: Page | Locator, name: str) -> Locator:
    """The button with this label."""
    return place.get_by_role("button", name=name, exact=True)


def press(button: Locator, text: str) -> None:
    """Press a button that shows its result for two seconds, and wait until it has shown this text."""
    button.evaluate(
        """button => {
          button.shownTexts = new Set();
          const listen = () => button.shownTexts.add(button.innerText);
          new MutationObserver(listen).observe(button, { subtree: true, childList: true, characterData: true });
        }"""
    )
    button.click()
    until(button.page, lambda: bool(button.evaluate("(button, text) => button.shownTexts.has(text)", text)))


def turn_button(page: Page, turn: str) -> Locator:
    """The button of a turn; its label starts with the turn and a colon."""
    return page.get_by_role("tabpanel").get_by_role("button", name=re.compile(f"^{re.escape(turn)}: "))


def tape(page: Page) -> list[str]:
    """The turns on the tape."""
    return page.get_by_test_id("tape").get_by_role("button").all_inner_texts()


def number(place: Locator, attribute: str = "data-value") -> int:
    """A number that the page shows."""
    return int(place.get_attribute(attribute) or 0)


def bounds(page: Page) -> tuple[int, int]:
    """The proved bound and the length of the best answer."""
    return number(page.get_by_test_id("bounds-lower")), number(page.get_by_test_id("bounds-best"))


def solution(page: Page) -> str:
    """Wait for the end of a search, and return its answer."""
    answer = page.get_by_test_id("answer")
    answer.wait_for()
    return answer.get_attribute("data-solution") or ""


def nearest(colour: Sequence[int]) -> str:
    """The letter of this colour, which may be slightly shaded; "" if no sticker has the colour."""

    def difference(letter: str) -> int:
        return max(abs(a - b) for a, b in zip(colour, rgb(STANDARD.colour(letter)), strict=True))

    letter = min("URFDLB?", key=difference)
    return letter if difference(letter) <= 48 else ""


def faces(place: Locator) -> set[str]:
    """The letters whose colours fill a large part of an element, by its pixels; of a canvas, by its painted pixels."""
    canvas = place.locator("canvas")
    if canvas.count():
        # The lit ground under the cube belongs to the page.
        pixels = base64.b64decode(canvas.evaluate("canvas => canvas.toDataURL().split(',')[1]"))
    else:
        pixels = place.screenshot()
    picture = Image.open(io.BytesIO(pixels)).convert("RGBA").resize((100, 100), Image.Resampling.NEAREST)
    colours = (picture.getpixel((x, y)) for x in range(100) for y in range(100))
    areas = Counter(nearest(colour[:3]) for colour in colours if colour[3] == 255)  # type: ignore[index]
    return {letter for letter, count in areas.items() if letter and count > 300}


def net(page: Page) -> str:
    """The colours of the net as facelets, in the order of the faces."""
    cells = page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map(cell => [Number(cell.dataset.sticker), cell.dataset.colour])"
    )
    return "".join(letter for _, letter in sorted(cells))


def unfold_details(page: Page) -> None:
    """Unfold what the page says about a search or its choices."""
    page.locator("details:has(> [data-testid=solve-options])").evaluate("fold => (fold.open = true)")


def choose_engine(page: Page, name: str) -> None:
    """Unfold the options, and choose an engine."""
    from playwright.sync_api import expect

    unfold_details(page)
    # Click the label, which covers the input: a forced click misses the input while the page moves.
    page.locator("label", has=page.get_by_test_id(f"engine-{name}")).click()
    expect(page.get_by_test_id(f"engine-{name}")).to_be_checked()


def play(page: Page) -> None:
    """Press Play below the cube."""
    button(page.get_by_role("group", name="Playback"), "Play").click()


def best_turns(page: Page) -> str:
    """Wait until an answer is on the tape, and return its turns."""
    until(page, lambda: bool(tape(page)))
    return " ".join(tape(page))


def choose_setting(page: Page, name: str, value: str | bool) -> None:
    """Open the settings, choose a value, and close them."""
    menu = page.locator("details.settings")
    menu.evaluate("menu => (menu.open = true)")
    choice = page.get_by_test_id(name)
    if isinstance(value, bool):
        choice.set_checked(value)
    else:
        choice.select_option(value)
    menu.evaluate("menu => (menu.open = false)")


def open_example(page: Page, name: str) -> None:
    """Go to Solve, and press an example."""
    page.locator("#tab-solve").click()
    if not page.get_by_test_id(f"example-{name}").is_visible():
        page.get_by_test_id("way-show").click()
    page.get_by_test_id(f"example-{name}").click()


def step_forward(page: Page) -> None:
    """Press the button for one step forward."""
    button(page, "One step forward").click()
