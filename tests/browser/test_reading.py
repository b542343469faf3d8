"""The page in two languages, light and dark, on a phone, and without a mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    best_turns,
    button,
    choose_engine,
    choose_setting,
    link,
    shows,
)
from cubeproof import Cube, random_cube_at, setup

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABS = ("turn", "paint", "solve", "explore")

# Words that are frequent in English and that no French sentence contains.
ENGLISH = {"the", "and", "of", "turn", "turns", "is", "to", "with", "from", "answer", "solve"}


def texts(page: Page) -> list[str]:
    """Every visible text, and every text that replaces or explains an element."""
    results = page.evaluate(
        """() => {
            const texts = [];
            for (const element of document.body.querySelectorAll("*")) {
                if (!element.checkVisibility({ visibilityProperty: true })) continue;
                if (element.closest("[lang]:not(html), script, style, code, h1, .player")) continue;
                for (const name of ["aria-label", "title", "placeholder", "alt"])
                    texts.push(element.getAttribute(name) ?? "");
                for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
            }
            return texts;
        }"""
    )
    return [text for text in results if text.strip()]


def english(page: Page) -> list[str]:
    """The texts that are still in English."""
    return [text for text in texts(page) if ENGLISH & set(text.lower().replace("’", " ").split())]


def test_page_in_french_has_no_english(visit: Visitor) -> None:
    page = visit(link("turn", 3, scramble="R U2 F'", turns="D"), **STILL)
    shows(page, Cube(3).apply("R U2 F'"))
    assert english(page)
    choose_setting(page, "language", "fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator("details:not(.settings)").evaluate_all("all => all.forEach(item => item.open = true)")
    button(page, "Un pas en avant").click()
    expect(page.get_by_test_id("said")).to_contain_text("D :")
    for name in ("Tourner", "Peindre", "Résoudre", "Explorer"):
        page.get_by_role("tab", name=name).click()
        if name == "Résoudre":
            choose_engine(page, "search")
            page.get_by_test_id("solve-button").click()
            page.get_by_test_id("answer").wait_for()
            page.locator(".solve details").evaluate_all("all => all.forEach(item => item.open = true)")
            expect(page.get_by_test_id("claim")).to_contain_text("mouvements")
        if name == "Explorer":
            page.get_by_test_id("walk").locator("summary").click()
            button(page, "Passer au 2×2×2").click()
            expect(page.get_by_test_id("distance")).to_have_text("Le cube affiché est résolu.")
        assert english(page) == []
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("tab", name="Explorer")).to_be_visible()


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_colour_scheme_follows_the_system_or_the_choice(visit: Visitor) -> None:
    page = visit(color_scheme="light")
    light = background(page)
    page.emulate_media(color_scheme="dark")
    dark = background(page)
    assert light != dark
    choose_setting(page, "theme", "light")
    assert background(page) == light
    page.reload()
    assert background(page) == light
    page.emulate_media(color_scheme="light")
    choose_setting(page, "theme", "dark")
    assert background(page) == dark


def test_phone_page_has_nothing_wider_than_the_screen(visit: Visitor) -> None:
    page = visit(
        link("turn", 2, scramble=str(setup(random_cube_at(11, seed=5)))),
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        **STILL,
    )
    expect(page.get_by_test_id("picture")).to_have_attribute("data-live", "true")
    for size, language in (("2", "en"), ("2", "fr"), ("7", "fr")):
        page.get_by_test_id("size").select_option(size)
        choose_setting(page, "language", language)
        for tab in TABS:
            page.locator(f"#tab-{tab}").click()
            page.locator(f"#panel-{tab} details").evaluate_all("all => all.forEach(item => item.open = true)")
            if tab == "solve" and size == "2":
                page.get_by_test_id("solve-button").click()
                page.get_by_test_id("answer").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, (size, language, tab)


def overflowing(page: Page, where: str) -> list[str]:
    """The texts that are wider than their element."""
    return list(
        page.locator(where).evaluate_all(
            """all => all.filter((element) => {
                const text = document.createRange();
                text.selectNodeContents(element);
                const [inner, outer] = [text.getBoundingClientRect(), element.getBoundingClientRect()];
                return inner.width > 0 && (inner.left < outer.left || inner.right > outer.right);
            }).map((element) => element.innerText)"""
        )
    )


OVERLAPPING = """line => {
  const cells = [...line.children].filter((cell) => cell.innerText && !getComputedStyle(cell).color.endsWith(", 0)"));
  const boxes = cells.map((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect();
  });
  return cells.slice(1).filter((_, i) => boxes[i + 1].left < boxes[i].right + 1).map((cell) => cell.innerText);
}"""
"""The numbers of the line of bounds that touch the number before them."""


def test_phone_page_fits_the_turns_and_the_length_of_the_answer(visit: Visitor) -> None:
    page = visit(link("turn", 7), viewport={"width": 320, "height": 700}, **STILL)
    expect(page.get_by_role("group", name="Faces").get_by_role("button")).to_have_count(18)
    page.locator("#panel-turn details").evaluate_all("all => all.forEach(item => item.open = true)")
    assert overflowing(page, ".turns button") == []
    scramble = "R U2 F' D L2 B U R2 F D' L B2 U' R F2 D L' B U2"
    page = visit(link("solve", 3, scramble=scramble), viewport={"width": 390, "height": 844}, **STILL)
    choose_engine(page, "search")
    page.get_by_test_id("solve-button").click()
    best_turns(page)
    for width, height in ((844, 390), (320, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".line").evaluate(OVERLAPPING) == []
    page.get_by_test_id("stop-button").click()
    page.get_by_test_id("answer").wait_for()
    expect(page.locator(".line.many .best")).to_have_count(1)
    assert overflowing(page, ".line .best") == []


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.testid ?? document.activeElement.id"))


def go_to(page: Page, name: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        if focused(page) == name:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {name}")


def test_cube_is_solved_with_the_keyboard_only(visit: Visitor) -> None:
    page = visit(link("solve", 2), **STILL)
    shows(page, Cube(2))
    stops = []
    for _ in range(8):
        page.keyboard.press("Tab")
        stops.append(focused(page))
    assert "solve-button" in stops
    page.locator(".skip").press("Enter")
    assert focused(page) == "panel-solve"
    go_to(page, "tab-solve")
    for key, tab in (("End", "explore"), ("ArrowRight", "turn"), ("End", "explore"), ("Home", "turn")):
        page.keyboard.press(key)
        assert focused(page) == f"tab-{tab}"
    for key in ("r", "2", "d", "Shift+B"):
        page.keyboard.press(key)
    cube = Cube(2).apply("R D2 B'")
    shows(page, cube)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "tab-solve"
    expect(page.get_by_role("tabpanel")).to_have_id("panel-solve")
    go_to(page, "solve-button")
    # The element with the focus has an outline.
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    page.get_by_test_id("answer").wait_for()
    go_to(page, "play")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")
    solution = page.get_by_test_id("answer").get_attribute("data-solution") or ""
    shows(page, cube.apply(solution))


def test_turn_is_announced_to_screen_readers(visit: Visitor) -> None:
    page = visit(link("turn", 3), **STILL)
    shows(page, Cube(3))
    message = page.get_by_test_id("said")
    expect(message).to_have_attribute("aria-live", "polite")
    page.keyboard.press("Shift+R")
    expect(message).to_have_text("R': right face a quarter turn anticlockwise.")
