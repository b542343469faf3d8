"""Twelve views by facts of their layout: no text is cut, nothing overlaps, and the claim is the largest text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browser.assertions import expect
from browser.seeing import STILL, Visitor, button, choose_setting, link, step_forward, unfold_details
from browser.test_mistakes import MISTAKES, turned

if TYPE_CHECKING:
    from playwright.sync_api import Page

FACTS = """() => {
  const seen = (item) => {
    const unseen = ".hidden, .skip, .mark, [hidden], [aria-hidden=true] svg, details:not([open]) > :not(summary)";
    if (item.closest(unseen)) return false;
    const box = item.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && item.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const all = [...document.querySelectorAll("body *")].filter(seen);
  const words = (item) => [...item.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== "");
  const texts = all.flatMap((item) => words(item).map((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return { item, boxes: [...range.getClientRects()], text: node.data.trim().slice(0, 40) };
  }));
  const cut = [];
  for (const { item, boxes, text } of texts) {
    for (let around = item; around && around !== document.documentElement; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      const beyond = (box) => overflowX !== "visible" && overflowX !== "auto" && overflowX !== "scroll"
        && (box.left < edge.left - 1 || box.right > edge.right + 1)
        || overflowY === "hidden" && (box.top < edge.top - 3 || box.bottom > edge.bottom + 3);
      if (boxes.some(beyond)) cut.push(text);
      if (overflowX === "auto" || overflowX === "scroll") break;
    }
    const scrolls = item.closest(".tape, .scroll, textarea");
    if (!scrolls && boxes.some((box) => box.left < -1 || box.right > innerWidth + 1)) cut.push(text);
  }
  // What stays in place while the page scrolls covers what is below it.
  const stays = (item) => {
    for (let around = item; around; around = around.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(around).position)) return around;
    return null;
  };
  const parts = [
    ...texts.flatMap(({ item, boxes, text }) => boxes.map((box) => ({ item, box, text }))),
    ...all.filter((item) => item.matches("button, input:not([type=radio]), select, textarea, a.button"))
      .map((item) => ({ item, box: item.getBoundingClientRect(), text: `<${item.tagName}> ${item.textContent}` })),
  ].map((part) => ({ ...part, stays: stays(part.item) }));
  const overlapping = [];
  parts.forEach((one, index) => parts.slice(index + 1).forEach((other) => {
    if (one.stays !== other.stays || one.item.contains(other.item) || other.item.contains(one.item)) return;
    const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (wide > 2 && high > 4) overlapping.push(`${one.text} / ${other.text}`);
  }));
  const sizes = texts.map(({ item, text }) =>
    [parseFloat(getComputedStyle(item).fontSize), text, item.dataset.testid ?? ""]);
  return { cut, overlapping, sizes };
}"""

SCREENS = {"desktop": (1280, 900), "phone": (390, 844), "200 %": (640, 450)}


def _go(page: Page, address: str) -> None:
    page.evaluate("address => location.assign(address)", address)


def start(page: Page) -> None:
    page.get_by_test_id("intro").wait_for()


def typed(page: Page) -> None:
    page.get_by_test_id("way-type").click()
    page.get_by_test_id("scramble").fill("R U R' U' F2")
    page.get_by_test_id("pasted-sizes").wait_for()


def examples(page: Page) -> None:
    page.get_by_test_id("way-show").click()
    page.get_by_test_id("example-superflip").wait_for()


def turning(page: Page) -> None:
    _go(page, link("turn", 3, scramble="R U F", turns="F' U'", made=1))
    expect(page.get_by_test_id("said")).to_contain_text("F'")


def twisted(page: Page) -> None:
    _go(page, link("paint", 3, state=MISTAKES["a twisted corner"].state))
    page.get_by_test_id("alike").wait_for()


def turned_back(page: Page) -> None:
    _go(page, link("paint", 3, state=turned("B", 2)))
    expect(page.locator(".face-name.turned")).to_have_count(1)


def proved(page: Page) -> None:
    _go(page, link("solve", 3, scramble="R U F2 D' L B2 R2"))
    button(page, "Solve").click()
    page.locator("[data-testid=answer][data-optimal=true]").wait_for()


def checked(page: Page) -> None:
    page.get_by_test_id("check-here").click()
    page.locator("[data-testid=check-verdict][data-kind=proved]").wait_for()


def details(page: Page) -> None:
    unfold_details(page)
    page.get_by_test_id("lengths").wait_for()


def played(page: Page) -> None:
    step_forward(page)
    page.get_by_test_id("about-net").wait_for()


def elsewhere(page: Page) -> None:
    page.keyboard.press("u")
    page.get_by_test_id("elsewhere").wait_for()


def exploring(page: Page) -> None:
    _go(page, link("explore", 2, scramble="R U F"))
    page.locator(".card[data-distance]").first.wait_for()


VIEWS: tuple[Callable[[Page], None], ...] = (
    start, typed, examples, turning, twisted, turned_back, proved, checked, details, played, elsewhere, exploring,
)  # fmt: skip
"""The views in the order of one visit; a view starts where the last one ended."""

WITH_A_CLAIM = {proved, checked, details, played}


def settle(page: Page) -> None:
    """Wait until the page has its layout for a new size or language."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def facts(page: Page) -> dict[str, Any]:
    """The texts that are cut, the texts that overlap, and the size of each text."""
    settle(page)
    layout: dict[str, Any] = page.evaluate(FACTS)
    return layout


@pytest.mark.check
def test_twelve_views_are_neither_cut_nor_overlapping_and_the_claim_is_the_largest_text(
    visit: Visitor,
) -> None:
    assert len(VIEWS) == 12
    page = visit(**STILL)
    faults = []
    for view in VIEWS:
        page.set_viewport_size({"width": 1280, "height": 900})
        choose_setting(page, "language", "en")
        page.locator("html[lang=en]").wait_for()
        settle(page)
        view(page)
        for language in ("en", "fr"):
            choose_setting(page, "language", language)
            page.locator(f"html[lang={language}]").wait_for()
            for screen, (wide, high) in SCREENS.items():
                page.set_viewport_size({"width": wide, "height": high})
                layout = facts(page)
                where = f"{view.__name__}, {language}, {screen}"
                faults += [f"{where}: cut: {text}" for text in layout["cut"]]
                faults += [f"{where}: overlapping: {texts}" for texts in layout["overlapping"]]
                if view in WITH_A_CLAIM:
                    (claim,) = [size for size, _, testid in layout["sizes"] if testid == "heading"]
                    others = [size for size, _, testid in layout["sizes"] if testid != "heading"]
                    faults += [f"{where}: {claim} px of {max(others)}"] if claim <= max(others) else []
                    faults += [f"{where}: only {claim} px"] if screen == "desktop" and claim < 40 else []
    assert not faults, "\n".join(faults)


def test_the_facts_of_a_layout_find_what_is_cut_and_what_overlaps(visit: Visitor) -> None:
    page = visit(**STILL)
    start(page)
    before = facts(page)
    assert (before["cut"], before["overlapping"]) == ([], [])
    page.evaluate(
        """document.querySelector("main").insertAdjacentHTML("beforeend",
          "<div><p style='width: 3rem; overflow: hidden; white-space: nowrap'>a text that is cut</p>"
          + "<p style='height: 2rem'>below</p><p style='margin-top: -2rem'>over</p></div>")"""
    )
    after = facts(page)
    assert after["cut"] == ["a text that is cut"]
    assert any("below / over" in texts for texts in after["overlapping"])
