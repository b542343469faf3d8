"""The page is in any language that the server has a table for, from its first frame on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from browser.assertions import expect
from browser.seeing import Visitor, choose_setting, intercept, link

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

GERMAN = {
    "language": {"name": "Deutsch", "decimal": ",", "grouping": ".", "conjunction": " und "},
    "templates": {
        "page.page.explore": "Erkunden",
        "page.page.solve": "Lösen",
        "page.explore.total": "Insgesamt {total:,} Würfel.",
    },
}
LANGUAGES = [
    {"tag": tag, "name": name} for tag, name in (("en", "English"), ("fr", "Français"), ("de", "Deutsch"))
]

# Records every label that a tab ever had.
WATCH = """
window.labels = new Set();
new MutationObserver(() => document.querySelectorAll("[role=tab]").forEach((tab) => {
    if (tab.checkVisibility({ visibilityProperty: true })) labels.add(tab.textContent);
})).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
"""


def answer(page: Page, path: str, body: object) -> None:
    intercept(page, f"**{path}", lambda route: route.fulfill(json=body))


@contextmanager
def held(page: Page, path: str) -> Iterator[list[Route]]:
    """Hold the requests to this address until the end of the block."""
    waiting: list[Route] = []
    intercept(page, f"**{path}", waiting.append)
    yield waiting
    for route in waiting:
        route.continue_()


def test_a_third_language_needs_nothing_in_the_page(visit: Visitor) -> None:
    page = visit(link("explore", 2), locale="de-AT")
    expect(page.get_by_role("tab", name="Solve")).to_be_visible()
    answer(page, "/api/languages", {"languages": LANGUAGES})
    answer(page, "/api/languages/de", GERMAN)
    page.reload()
    expect(page.get_by_role("tab", name="Lösen")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_test_id("language").locator("option")).to_have_text(["English", "Français", "Deutsch"])
    expect(page.get_by_test_id("explore-total")).to_contain_text("Insgesamt 3.674.160 Würfel.")
    # Sentences that the table lacks are in English.
    expect(page.get_by_role("tab", name="Paint")).to_be_visible()


def test_a_choice_changes_what_is_on_the_screen_and_is_kept(visit: Visitor) -> None:
    page = visit("/#turns=R+Q", locale="en-GB")
    expect(page.get_by_test_id("said")).to_have_text(
        "Column 3: 'Q' is not a turn. A solved cube is shown instead."
    )
    choose_setting(page, "language", "fr")
    expect(page.get_by_test_id("said")).to_have_text(
        "Colonne 3 : « Q » n’est pas un mouvement. Un cube résolu est montré à la place."
    )
    choose_setting(page, "language", "en")
    expect(page.get_by_test_id("said")).to_have_text(
        "Column 3: 'Q' is not a turn. A solved cube is shown instead."
    )
    choose_setting(page, "language", "fr")
    expect(page.get_by_role("tab", name="Tourner")).to_be_visible()
    page.reload()
    expect(page.get_by_role("tab", name="Tourner")).to_be_visible()


def test_page_never_shows_another_language_first(visit: Visitor) -> None:
    page = visit(locale="fr-FR")
    page.add_init_script(WATCH)
    page.reload()
    expect(page.get_by_role("tab", name="Tourner")).to_be_visible()
    labels = set(page.evaluate("[...labels]"))
    assert "Tourner" in labels
    assert "Turn" not in labels


def test_page_uses_the_first_available_language(visit: Visitor) -> None:
    page = visit(locale="fr-FR")
    languages = json.dumps(["xx-XX", "fr-CA", "en"])
    page.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ get: () => {languages} }})")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_test_id("language")).to_have_value("fr")


def test_language_table_that_does_not_arrive_is_given_up(visit: Visitor) -> None:
    page = visit(locale="fr-FR")
    with held(page, "/api/languages/fr") as waiting:
        page.reload(wait_until="commit")
        expect(page.get_by_role("tab", name="Paint")).to_be_visible()
        assert waiting
    expect(page.get_by_role("tab", name="Peindre")).to_be_visible()
