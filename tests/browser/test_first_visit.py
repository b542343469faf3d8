"""The first view: the picture appears at once, the download is small, no other host is contacted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    best_turns,
    choose_engine,
    choose_setting,
    intercept,
    link,
    open_example,
    play,
    shows,
    until,
)
from cubeproof import Cube, crosses, distance, solve
from cubeproof.draw import wanted
from ground_truth import SUPERFLIP
from web.test_page_examples import question

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

MOST_BYTES = 350_000

SMALL = [(390, 844), (320, 640), (844, 390), (720, 450)]

FIRST = Cube(2).apply("F2 U F' U R' U R2 F' R' U R'")
EXAMPLES = {
    "seven": Cube(3).apply("R U F2 D' L B2 U'"),
    "superflip": Cube(3).apply(SUPERFLIP),
    "cross": Cube(3).apply("R D2 F' U L2 B' R2 D L' F U2 R'"),
}


def test_the_cube_is_there_and_turns_before_the_server_has_said_anything(visit: Visitor) -> None:
    page = visit()
    page.wait_for_load_state("networkidle")
    waiting: list[Route] = []
    intercept(page, "**/api/**", waiting.append)
    page.reload(wait_until="commit")
    shows(page, FIRST)
    expect(page.get_by_role("tab", name="Solve")).to_be_visible()
    page.get_by_test_id("picture").locator(".player").focus()
    before = drawn(page)
    page.keyboard.press("Shift+ArrowLeft")
    until(page, lambda: drawn(page) != before)
    assert waiting
    page.unroute_all()


def test_a_link_is_drawn_as_far_as_it_says_itself_before_the_server_has_read_it(visit: Visitor) -> None:
    page = visit(link("turn", 3, state=Cube(3).apply("R U").facelets))
    page.wait_for_load_state("networkidle")
    waiting: list[Route] = []
    intercept(page, "**/api/**", waiting.append)
    page.reload(wait_until="commit")
    shows(page, Cube(3).apply("R U"))
    page.evaluate("address => location.assign(address)", link("turn", 5, scramble="R"))
    page.reload(wait_until="commit")
    shows(page, "?" * 150)
    page.unroute_all()


@pytest.mark.guards("a choice made before the server has read the link is lost")
def test_a_choice_made_before_the_server_has_read_the_link_is_kept(visit: Visitor) -> None:
    page = visit(link("turn", 3))
    page.wait_for_load_state("networkidle")
    waiting: list[Route] = []
    intercept(page, "**/api/apply*", waiting.append)
    page.evaluate("address => location.assign(address)", link("turn", 3, scramble="R U"))
    page.reload(wait_until="commit")
    waiting.clear()
    shows(page, "?" * 54)
    page.get_by_test_id("size").select_option("2")
    until(page, lambda: len(waiting) >= 2)
    page.unroute_all()  # the held requests go on
    page.wait_for_load_state("networkidle")
    shows(page, Cube(2))


@pytest.mark.guards("a page that does not solve")
def test_first_button_leads_to_a_proved_shortest_answer(visit: Visitor) -> None:
    page = visit()
    page.add_init_script(
        """window.lower = new Set();
        new MutationObserver(() => {
            const bound = document.querySelector("[data-testid=bounds-lower]");
            if (bound) window.lower.add(Number(bound.dataset.value));
        }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });"""
    )
    page.reload()
    shows(page, FIRST)
    expect(page.get_by_test_id("intro")).to_contain_text("No 2×2×2 is farther from solved")
    page.get_by_role("slider", name="Speed").fill("4")
    for _ in range(2):
        with page.expect_request("**/api/solve") as request:
            page.get_by_test_id("solve-button").click()
        assert request.value.post_data_json == question("far")
        answer = page.locator("[data-testid=answer][data-optimal=true]")
        answer.wait_for()
        turns = answer.get_attribute("data-solution") or ""
        assert len(turns.split()) == distance(FIRST) == 11
        assert FIRST.apply(turns).is_solved
        # The page showed the lower bound rise, length by length.
        assert len(page.evaluate("[...window.lower]")) > 3
        play(page)
        expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")
        open_example(page, "far")
        shows(page, FIRST)


def test_each_example_shows_what_it_promises_twice(visit: Visitor) -> None:
    page = visit(**STILL)
    for _ in range(2):
        for name in ("seven", "superflip"):
            open_example(page, name)
            shows(page, EXAMPLES[name])
            with page.expect_request("**/api/solve") as request:
                page.get_by_test_id("solve-button").click()
            assert request.value.post_data_json == question(name)
            # An answer comes before its proof, for which tables may have to be built.
            assert EXAMPLES[name].apply(best_turns(page)).is_solved
        open_example(page, "cross")
        cross = EXAMPLES["cross"]
        shows(page, cross)
        relevant = wanted(cross, "cross")
        until(page, lambda: set(marked(page, "dimmed")) == set(range(54)) - relevant)  # noqa: B023
        for shortest in crosses(cross):
            button = page.get_by_test_id(f"cross-{shortest.colour}")
            expect(button).to_have_attribute("data-length", str(shortest.length))
        # The goal is the yellow cross; while the white cross is played, its stickers are not dimmed.
        page.get_by_test_id("cross-U").click()
        until(page, lambda: marked(page, "dimmed") == [])
        open_example(page, "cross")
        until(page, lambda: set(marked(page, "dimmed")) == set(range(54)) - relevant)  # noqa: B023
        with page.expect_request("**/api/solve") as request:
            page.get_by_test_id("solve-button").click()
        assert request.value.post_data_json == question("cross")
        answer = page.locator("[data-testid=answer][data-optimal=true]")
        answer.wait_for()
        results = answer.get_attribute("data-solution") or ""
        solution = solve(cross, goal="cross")
        assert (len(results.split()), solution.optimal) == (solution.length, True)
        open_example(page, "wrong")
        expect(page.get_by_test_id("verdict")).to_have_attribute("data-possible", "false")
        # Any corner may be the twisted one: all have a soft ring, none a ring on the big cube.
        expect(page.locator(".sticker.maybe")).to_have_count(24)
        assert marked(page, "rung") == []
        assert marked(page, "dimmed") == []
        page.get_by_test_id("repair-button").click()
        expect(page.get_by_test_id("verdict")).to_have_attribute("data-possible", "true")
        expect(page.get_by_test_id("solve-painted")).to_be_visible()


def test_the_engine_of_an_example_is_not_asked_about_another_cube(visit: Visitor) -> None:
    page = visit(**STILL)
    expect(page.get_by_test_id("engine-sat")).to_be_checked()
    page.get_by_role("button", name="Scramble", exact=True).click()
    expect(page.get_by_test_id("engine-auto")).to_be_checked()
    open_example(page, "far")
    expect(page.get_by_test_id("engine-sat")).to_be_checked()
    choose_engine(page, "table")
    page.get_by_test_id("solve-button").click()
    page.get_by_test_id("answer").wait_for()
    expect(page.get_by_test_id("engine-table")).to_be_checked()


def test_the_page_says_what_to_believe_and_leads_further(visit: Visitor, server: str) -> None:
    page = visit()
    expect(page.get_by_role("heading", name="How it works: what to believe, and why")).to_be_visible()
    expect(page.locator(".chapter-cards li")).to_have_count(3)
    for name, first_bytes in (
        ("A notebook to try", b"{"),
        ("Licence", b"MIT License"),
        ("Third-party licences", b""),
        ("The API", b"<!doctype html>"),
    ):
        address = page.get_by_role("link", name=name, exact=True).get_attribute("href")
        answer = page.request.get(f"{server}{address}")
        assert answer.ok
        assert answer.body().lower().startswith(first_bytes.lower())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_phone_screen_shows_cube_buttons_and_tabs_together(language: str, visit: Visitor) -> None:
    page = visit(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale=language, **STILL
    )
    shows(page, FIRST)
    always_visible = [
        page.get_by_test_id("picture"),
        page.get_by_test_id("share"),
        page.locator("#tab-turn"),
        page.locator("#tab-explore"),
    ]
    for item in (*always_visible, page.get_by_test_id("solve-button")):
        until(page, lambda: whole(page, item))  # noqa: B023 - the lambda is called at once
    # They stay visible while the visitor reads on.
    page.get_by_test_id("solve-button").click()
    page.get_by_test_id("answer").wait_for()
    # The claim is visible without scrolling on small screens: upright, narrow, sideways, and enlarged twice.
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        until(page, lambda: page.evaluate("document.documentElement.scrollWidth") <= width)  # noqa: B023
        until(page, lambda: whole(page, page.get_by_test_id("claim")))
        tops = page.get_by_role("tab").evaluate_all("all => all.map(tab => tab.getBoundingClientRect().top)")
        assert len(set(tops)) == 1
        box = page.get_by_test_id("picture").bounding_box()
        assert box is not None
        if width > height:
            assert box["width"] > 0.42 * width
            assert box["height"] > 0.4 * height
    # The current turn stays visible on the tape, and its description is not cut.
    page.get_by_test_id("scrubber").press("End")
    for width, height in SMALL[::-1]:
        page.set_viewport_size({"width": width, "height": height})
        until(page, lambda: whole(page, page.locator(".tape [aria-current]")))
        expect(page.get_by_test_id("said")).to_be_visible()
        assert page.get_by_test_id("said").evaluate("said => said.scrollHeight <= said.clientHeight + 1")
    page.get_by_test_id("scrubber").press("Home")
    page.get_by_test_id("certify-button").scroll_into_view_if_needed()
    for item in always_visible:
        until(page, lambda: whole(page, item))  # noqa: B023 - the lambda is called at once
    page.locator("#tab-turn").click()
    page.get_by_role("button", name=re.compile(r"^R\s?: ")).click()
    shows(page, FIRST.apply("R"))
    until(page, lambda: whole(page, always_visible[0]))


def test_a_large_screen_is_used(visit: Visitor) -> None:
    page = visit(viewport={"width": 1920, "height": 1080}, **STILL)
    shows(page, FIRST)
    boxes = [page.locator(where).bounding_box() for where in (".trust", ".stage", ".doing")]
    for box in boxes:
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 1920
        assert box["y"] + box["height"] <= 1080
    left = min(box["x"] for box in boxes if box)
    right = max(box["x"] + box["width"] for box in boxes if box)
    assert right - left > 1700


def whole(page: Page, place: Locator) -> bool:
    """Whether the whole element is on the screen and nothing covers its centre."""
    return bool(
        place.evaluate(
            """(element) => {
                const { left, top, right, bottom } = element.getBoundingClientRect();
                const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
                return inside && element.contains(there);
            }"""
        )
    )


def drawn(page: Page) -> str:
    return str(page.locator("[data-testid=picture] canvas").evaluate("canvas => canvas.toDataURL()"))


def marked(page: Page, mark: str) -> list[int]:
    """The stickers that the big cube marks in this way: "dimmed", or "rung" with a ring around."""
    results: list[int] = page.locator(".picture .player").evaluate(f"parent => [...parent.player.now.{mark}]")
    return results


def test_reset_button_restores_the_usual_view(visit: Visitor) -> None:
    page = visit(link("turn", 3, scramble="R U"), **STILL)
    shows(page, Cube(3).apply("R U"))
    usual = page.get_by_role("button", name="Back to the usual view")
    expect(usual).to_be_disabled()
    before = drawn(page)
    box = page.get_by_test_id("picture").bounding_box()
    assert box is not None
    for _ in range(2):
        # Below the crosses.
        bottom = box["y"] + box["height"]
        page.mouse.move(box["x"] + 4, bottom - 70)
        page.mouse.down()
        page.mouse.move(box["x"] + 90, bottom - 10, steps=5)
        page.mouse.up()
        until(page, lambda: drawn(page) != before)
        usual.click()
        until(page, lambda: drawn(page) == before)
        expect(usual).to_be_disabled()


def test_the_chosen_goal_is_marked_on_the_big_cube(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble="R U F2", turns="L D"), **STILL)
    cube = Cube(3).apply("R U F2")
    shows(page, cube)
    assert marked(page, "dimmed") == []
    page.get_by_test_id("solve-options").click()
    for goal in ("cross", "corners"):
        page.get_by_label("Goal", exact=True).select_option(goal)
        relevant = wanted(cube, goal)
        until(page, lambda: set(marked(page, "dimmed")) == set(range(54)) - relevant)  # noqa: B023
    page.get_by_role("tab", name="Turn").click()
    until(page, lambda: marked(page, "dimmed") == [])
    page.get_by_role("tab", name="Solve").click()
    page.get_by_label("Goal", exact=True).select_option("solved")
    until(page, lambda: marked(page, "dimmed") == [])


def test_the_first_visit_loads_less_than_350_kilobytes(visit: Visitor) -> None:
    page = visit()
    shows(page, FIRST)
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        """() => Object.fromEntries(
            ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
                .map((entry) => [entry.name, entry.encodedBodySize])
        )"""
    )
    assert any("/assets/main-" in url for url in sizes)
    assert 20_000 < sum(sizes.values()) < MOST_BYTES, sizes


def test_page_works_without_browser_storage(visit: Visitor) -> None:
    page = visit(link("paint", scramble="R U"))
    page.add_init_script(
        """Object.defineProperty(window, "localStorage", { get() { throw new DOMException("", "SecurityError"); } })"""
    )
    page.reload()
    shows(page, Cube(3).apply("R U"))
    choose_setting(page, "palette", "colourblind")
    expect(page.get_by_test_id("paint-sticker-22")).to_have_css("background-color", "rgb(33, 215, 135)")
    choose_setting(page, "theme", "dark")
    choose_setting(page, "language", "fr")
    expect(page.get_by_role("tab", name="Peindre")).to_be_visible()


def test_stored_values_that_are_no_choice_are_ignored(visit: Visitor) -> None:
    page = visit()
    page.evaluate(
        "for (const name of ['theme', 'language', 'palette', 'letters']) localStorage.setItem(name, 'nonsense')"
    )
    page.reload()
    for name, usual in (("theme", "auto"), ("language", "en")):
        assert page.get_by_test_id(name).input_value() == usual


def test_page_without_javascript_shows_a_sentence(visit: Visitor) -> None:
    page = visit(java_script_enabled=False)
    assert "This page needs JavaScript." in page.locator("noscript").inner_text()
