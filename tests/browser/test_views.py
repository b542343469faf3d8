"""Every view: axe-core finds no fault in it, in both languages and colour schemes, and screenshots are kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.assertions import expect
from browser.judging import letters
from browser.seeing import Visitor
from browser.views import TWISTED, VIEWS, WIDTHS, fit, open_view, photograph, translate

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "page" / "node_modules" / "axe-core" / "axe.min.js"

LANGUAGES = ("en-GB", "fr-FR")

SCREENS = [("en", "light", "1920"), ("fr", "dark", "phone")]
"""The language, the colour scheme and the screen of each check in `make check`."""

MORE_SCREENS = [("en", "dark", "phone"), ("fr", "light", "phone"), ("fr", "dark", "1280")]
"""The same for `make soak`."""


def faults(page: Page) -> Iterator[str]:
    """The faults that axe-core finds, one line per element, by its rules for WCAG 2 and for good practice."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    axe_options = "{ resultTypes: ['violations'] }"
    results: list[dict[str, Any]] = page.evaluate(
        f"async () => (await axe.run(document, {axe_options})).violations"
    )
    for violation in results:
        for node in violation["nodes"]:
            why = " ".join(item["message"] for item in node["any"] + node["all"] + node["none"])
            yield f"{violation['id']}: {node['target']} {node['html'][:200]} {why}"


@pytest.mark.check
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "screens",
    [pytest.param(SCREENS, id="some"), pytest.param(MORE_SCREENS, id="more", marks=pytest.mark.soak)],
)
def test_axe_finds_no_fault_in_any_view(
    view: str, screens: list[tuple[str, str, str]], visit: Visitor
) -> None:
    results: list[str] = []
    # `test_reading.py` opens the page in French; in this test the visitor chooses French, without a reload.
    page = open_view(visit, view, locale="en-GB")
    for language, scheme, width in screens:
        translate(page, language)
        fit(page, scheme, width)
        page.locator("details.settings").evaluate("(menu, open) => (menu.open = open)", view == "start")
        results += [f"{language}, {scheme}, {width}: {fault}" for fault in faults(page)]
        photograph(page, view, language)
    assert not results, "\n".join(results)


@pytest.mark.soak
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_fits_on_every_screen(view: str, language: str, visit: Visitor) -> None:
    page = open_view(visit, view, locale=language)
    for width, scheme in product(WIDTHS, ("light", "dark")):
        fit(page, scheme, width)
        photograph(page, view, language)


def test_bars_bounds_and_stickers_are_seen_where_the_system_chooses_the_colours(visit: Visitor) -> None:
    # `forced-colors` replaces the colours of the page: without a rule for it, a bar has the colour of its background.
    background = "getComputedStyle(document.body).backgroundColor"
    bars = open_view(visit, "explore", forced_colors="active").locator(".layers .bar")
    expect(bars).to_have_count(12)
    for bar in bars.all():
        assert bar.evaluate(f"item => getComputedStyle(item).backgroundColor !== {background}")
    best = open_view(visit, "solve", forced_colors="active").locator(".line .best")
    assert best.evaluate(f"item => getComputedStyle(item).backgroundColor !== {background}")
    cells = open_view(visit, "paint", forced_colors="active").get_by_role("gridcell")
    colours = cells.evaluate_all(
        "cells => cells.map(cell => [Number(cell.dataset.sticker), getComputedStyle(cell).backgroundColor])"
    )
    assert letters([colour for _, colour in sorted(colours)]) == TWISTED


def test_document_page_of_the_api_has_no_fault_and_fits_without_a_script(visit: Visitor) -> None:
    for scheme, width in (("light", 1280), ("dark", 390)):
        page = visit("/api/docs", color_scheme=scheme, viewport={"width": width, "height": 800})
        assert not list(faults(page))
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.get_by_role("link", name="Failure").first.click()
        expect(page.get_by_role("heading", name="Failure")).to_be_in_viewport()


def test_axe_finds_a_fault_where_there_is_one(visit: Visitor) -> None:
    page = visit()
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<button id=mute></button>')")
    assert any(fault.startswith("button-name: ['#mute']") for fault in faults(page))
