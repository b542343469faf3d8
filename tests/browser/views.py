"""Every view of the page in its final state, and screenshots of the views."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from browser.conftest import SCREENSHOTS
from browser.seeing import STILL, Visitor, choose_setting, link, open_example

if TYPE_CHECKING:
    from playwright.sync_api import Page

TWISTED = "UUURURRRFFFFDDDDLLLLBBBB"
"""A 2×2×2 with a corner twisted: the verdict has reasons and a repair, and suspects are marked."""

FAR = "F2 U F' U R' U R2 F' R' U R'"
"""A 2×2×2 that needs 11 turns: a walk does not arrive before it is stopped, however slow the machine is."""

WIDTHS = {"phone": (390, 844), "1280": (1280, 900), "1920": (1920, 1080)}
"""Width and height in pixels of each screen that the tests use."""


def start(page: Page) -> None:
    """The introduction of a first visit."""
    page.get_by_test_id("intro").wait_for()


def turn(page: Page) -> None:
    """A tape of turns, the first of them made."""
    page.get_by_test_id("tape").get_by_role("button").first.wait_for()


def paint(page: Page) -> None:
    """A cube that cannot exist, with the reasons."""
    page.get_by_test_id("repair-button").wait_for()


def solve(page: Page) -> None:
    """A proved shortest answer."""
    page.get_by_test_id("solve-button").click()
    page.locator("[data-testid=answer][data-optimal=true]").wait_for()


def cross(page: Page) -> None:
    """The shortest cross of each colour."""
    open_example(page, "cross")
    page.locator("[data-testid=cross-B][data-length]").wait_for()


def walk(page: Page) -> None:
    """A stopped random walk in the explorer."""
    page.get_by_test_id("walk").locator("summary").click()
    page.get_by_test_id("walk-button").click()
    # A search stopped while its process starts may be killed; the page then has no walk.
    page.locator("[data-testid=walk-turns]:not([data-value='0'])").wait_for()
    page.get_by_test_id("walk-button").click()
    page.locator("[data-testid=walk-live][data-phase=done]").wait_for()


def explore(page: Page) -> None:
    """The neighbours of a cube."""
    page.locator(".card[data-distance]").first.wait_for()


VIEWS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "start": ("/", start),
    "turn": (link("turn", 3, scramble="R U F", turns="F' U'", made=1), turn),
    "paint": (link("paint", 2, state=TWISTED), paint),
    "solve": (link("solve", 2, scramble="R U F"), solve),
    "cross": ("/", cross),
    "walk": (link("explore", 2, scramble=FAR), walk),
    "explore": (link("explore", 2, scramble="R U F"), explore),
}
"""The address of each view, and the function that brings the page to its final state."""


def open_view(visit: Visitor, view: str, **settings: object) -> Page:
    """Open a view in its final state, with every `<details>` unfolded but the settings, which cover other parts."""
    address, reach = VIEWS[view]
    page = visit(address, **STILL, **settings)
    reach(page)
    unfold(page)
    return page


def unfold(page: Page) -> None:
    """Wait for the texts of the language, and unfold every `<details>` but the settings."""
    # Parts of a view may exist before the texts of its language; they are hidden until then.
    page.locator("html:not([data-words=coming])").wait_for()
    page.evaluate(
        "() => document.querySelectorAll('details:not(.settings)').forEach(item => (item.open = true))"
    )


def translate(page: Page, language: str) -> None:
    """Choose a language on the page, and wait until the whole page is in that language."""
    choose_setting(page, "language", language)
    page.locator(f"html[lang={language}]").wait_for()
    unfold(page)


def fit(page: Page, scheme: str, width: str) -> None:
    """Set the colour scheme and the screen width; wait until the page is no wider than the screen."""
    wide, high = WIDTHS[width]
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": wide, "height": high})
    # The picture is resized a frame later.
    page.wait_for_function("most => document.documentElement.scrollWidth <= most", arg=wide)


def photograph(page: Page, view: str, language: str) -> None:
    """Save a screenshot of the whole page."""
    SCREENSHOTS.mkdir(exist_ok=True)
    scheme = "dark" if page.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches") else "light"
    wide = page.evaluate("() => innerWidth")
    name = f"view-{view}-{language[:2]}-{scheme}-{wide}.png"
    page.screenshot(path=SCREENSHOTS / name, full_page=True)
