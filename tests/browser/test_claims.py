"""The page's statements match the cube that it shows: an answer its question, a verdict the painting."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    address_fields,
    button,
    choose_engine,
    current,
    intercept,
    link,
    shows,
    step_forward,
    tape,
    unfold_details,
    until,
)
from cubeproof import Cube
from ground_truth import SUPERFLIP

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

MIXED = "R D2 B'"


def solve_page_cube(page: Page, scramble: str = MIXED) -> Cube:
    """Solve the cube of the page's link, and return that cube."""
    cube = Cube(int(address_fields(page)["size"])).apply(scramble)
    shows(page, cube)
    page.get_by_test_id("solve-button").click()
    page.get_by_test_id("claim").wait_for()
    return cube


def expect_no_answer(page: Page) -> None:
    """Expect no part of an answer: no claim, bounds, mark, downloads or certificate."""
    for part in (
        "claim",
        "answer",
        "about",
        "live",
        "bounds-lower",
        "deeds",
        "download-png",
        "certify-button",
    ):
        expect(page.get_by_test_id(part)).to_have_count(0)


def turn(page: Page) -> None:
    page.keyboard.press("r")


def follow_link(page: Page) -> None:
    page.evaluate("address => location.assign(address)", link("solve", 2, scramble="B"))


def use_painting(page: Page) -> None:
    page.get_by_role("tab", name="Paint").click()
    page.get_by_test_id("paint-solved").click()
    page.get_by_role("tab", name="Solve").click()


CHANGES: dict[str, Callable[[Page], object]] = {
    "a scramble": lambda page: button(page, "Scramble").click(),
    "a turn": turn,
    "a reset": lambda page: button(page, "Reset").click(),
    "a link": follow_link,
    "a painting": use_painting,
    "a size": lambda page: page.get_by_test_id("size").select_option("3"),
    "a goal": lambda page: page.get_by_test_id("solve-goal").select_option("corners"),
    "a metric": lambda page: page.get_by_test_id("solve-metric").select_option("qtm"),
    "some turns": lambda page: page.get_by_test_id("solve-moves").fill("R, D, B"),
    "an engine": lambda page: choose_engine(page, "sat"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_answer_goes_with_its_question_and_comes_back_with_it(change: str, visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble=MIXED), **STILL)
    page.get_by_test_id("solve-options").click()
    cube = solve_page_cube(page)
    claim = page.get_by_test_id("claim").inner_text()
    assert claim == "3 turns. None shorter."
    expect(page.get_by_test_id("about")).to_have_attribute("data-made", "0")
    CHANGES[change](page)
    expect_no_answer(page)
    second = page.get_by_test_id("elsewhere")
    expect(second).to_contain_text("The last answer is for another cube or for other choices")
    expect(second.get_by_test_id("about-net")).to_have_attribute("data-facelets", cube.facelets)
    expect(second).not_to_contain_text("None shorter")
    page.get_by_test_id("back-to-question").click()
    shows(page, cube)
    expect(page.get_by_test_id("claim")).to_have_text(claim)
    expect(page.get_by_test_id("elsewhere")).to_have_count(0)
    expect(page.get_by_test_id("live")).to_be_visible()


def test_a_turn_that_is_taken_back_brings_the_answer_back(visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble=MIXED), **STILL)
    cube = solve_page_cube(page)
    turn(page)
    expect_no_answer(page)
    button(page, "Undo").click()
    shows(page, cube)
    expect(page.get_by_test_id("claim")).to_contain_text("3 turns")
    turn(page)
    expect_no_answer(page)
    page.keyboard.press("Shift+R")
    shows(page, cube)
    expect(page.get_by_test_id("claim")).to_contain_text("3 turns")


def test_answer_being_played_refers_to_its_start(visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble=MIXED), **STILL)
    cube = solve_page_cube(page)
    unfold_details(page)
    page.get_by_test_id("deeds").locator("summary").first.click()
    marked = page.get_by_test_id("deeds").locator("tr.marked")
    expect(marked).to_contain_text("3 ← this cube")
    about = page.get_by_test_id("about")
    # The cube is repeated only where the screen shows another.
    expect(about.get_by_test_id("about-net")).to_have_count(0)
    for count in (1, 2, 3):
        step_forward(page)
        expect(about).to_have_attribute("data-made", str(count))
        expect(about).to_contain_text(f"The answer is for this cube; {count} of 3 turns made since.")
        expect(about.get_by_test_id("about-net")).to_have_attribute("data-facelets", cube.facelets)
        expect(marked).to_contain_text("3 ← before the answer")
        expect(page.get_by_test_id("claim")).to_contain_text("3 turns")
    # After any other turn, the answer no longer applies.
    button(page, "One step back").click()
    expect(about).to_have_attribute("data-made", "2")
    turn(page)
    expect_no_answer(page)


def test_a_search_that_goes_on_says_nothing_of_another_cube(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble=SUPERFLIP), **STILL)
    cube = Cube(3).apply(SUPERFLIP)
    shows(page, cube)
    page.get_by_test_id("solve-button").click()
    page.get_by_test_id("bounds-lower").wait_for()
    turn(page)
    expect_no_answer(page)
    expect(page.get_by_test_id("elsewhere")).to_contain_text("A search goes on for another cube")
    page.get_by_test_id("back-to-question").click()
    shows(page, cube)
    expect(page.get_by_test_id("live")).to_have_attribute("data-phase", "running")
    turn(page)
    page.get_by_test_id("stop-button").click()
    expect(page.get_by_test_id("elsewhere")).to_contain_text("The last answer is for another cube")
    expect_no_answer(page)


def test_random_walk_ends_and_is_not_shown_once_the_cube_is_turned(visit: Visitor) -> None:
    page = visit(link("explore", 2, scramble=MIXED), **STILL)
    shows(page, Cube(2).apply(MIXED))
    page.get_by_test_id("walk").locator("summary").click()
    page.get_by_test_id("walk-button").click()
    page.locator("[data-testid=walk-turns]:not([data-value='0'])").wait_for()
    page.keyboard.press("r")
    expect(page.get_by_test_id("walk-live")).to_have_count(0)
    expect(page.get_by_test_id("walk-button")).to_have_text("Start")


def test_painting_is_the_cube_in_every_tab(visit: Visitor) -> None:
    page = visit(link("paint", 2, turns="R", made=0), **STILL)
    message = page.get_by_test_id("said")
    expect(message).to_have_text("The cube is solved.")
    page.get_by_test_id("paint-colour-R").click()
    page.get_by_test_id("paint-sticker-0").click()
    painted = "R" + Cube(2).facelets[1:]
    shows(page, painted)
    expect(message).to_have_text("")
    assert tape(page) == []
    expect(page.get_by_test_id("described")).to_contain_text("red")
    page.get_by_role("tab", name="Turn").click()
    shows(page, painted)
    page.reload()
    shows(page, painted)
    page.get_by_role("tab", name="Paint").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("This cube cannot exist.")


def test_undo_takes_back_strokes_and_other_cubes(visit: Visitor) -> None:
    page = visit(link("paint", 2, turns="R", made=0), **STILL)
    shows(page, Cube(2))
    page.get_by_test_id("paint-colour-R").click()
    page.get_by_test_id("paint-sticker-0").click()
    painted = "R" + Cube(2).facelets[1:]
    shows(page, painted)
    page.get_by_role("tab", name="Turn").click()
    button(page, "Scramble").click()
    until(page, lambda: bool(address_fields(page).get("scramble")))
    shows(page, current(page))
    page.get_by_role("tab", name="Paint").click()
    expect(page.get_by_test_id("verdict")).to_have_text("This cube can be solved.")
    button(page, "Undo").click()
    shows(page, painted)
    expect(page.get_by_test_id("verdict")).to_contain_text("This cube cannot exist.")
    button(page, "Undo").click()
    shows(page, Cube(2))
    page.get_by_role("tab", name="Turn").click()
    assert tape(page) == ["R"]


def test_page_hides_old_results_while_the_server_works(visit: Visitor) -> None:
    page = visit(link("explore", 2), **STILL)
    shows(page, Cube(2))
    distance = page.get_by_test_id("distance")
    expect(distance).to_have_text("The cube shown is solved.")
    expect(page.get_by_test_id("layer-0")).to_have_attribute("aria-current", "true")
    waiting: list[Route] = []
    released = Event()
    intercept(
        page, "**/api/apply", lambda route: route.continue_() if released.is_set() else waiting.append(route)
    )
    turn(page)
    until(page, lambda: bool(waiting))
    shows(page, Cube(2).apply("R"))
    expect(page.get_by_test_id("said")).to_have_text("")
    expect(distance).not_to_have_attribute("data-distance", "0")
    expect(page.locator(".layers [aria-current]")).to_have_count(0)
    expect(page.locator(".card[data-distance]")).to_have_count(0)
    assert page.get_by_test_id("described").text_content() == ""
    released.set()
    for route in waiting:
        route.continue_()
    expect(distance).to_have_text("The cube shown is 1 turn from solved.")


# Records at every change of the page: the current step, its message, and the cube's distance from solved.
_WATCH = """() => {
  const text = (where) => document.querySelector(where)?.textContent ?? "";
  window.announced = [];
  const look = () => window.announced.push([
    text("[aria-current=step]"),
    text("[data-testid=said]"),
    document.querySelector("[data-testid=distance]").dataset.distance ?? "",
  ]);
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
}"""


def test_run_does_not_announce_its_end_early(visit: Visitor) -> None:
    page = visit(link("explore", 2, scramble="R D", turns="D' R'", made=0))
    shows(page, Cube(2).apply("R D"))
    expect(page.get_by_test_id("distance")).to_have_attribute("data-distance", "2")
    # At this speed the page announces the first step even on a busy machine.
    page.get_by_role("slider", name="Speed").fill("0")
    page.evaluate(_WATCH)
    button(page.get_by_role("group", name="Playback"), "Play").click()
    expect(page.get_by_test_id("distance")).to_have_attribute("data-distance", "0")
    announced = page.evaluate("window.announced")
    assert ["D'", "D': down face a quarter turn anticlockwise."] in [
        [step, message] for step, message, _ in announced
    ]
    assert {distance for step, _, distance in announced if step == "D'"} <= {"", "1", "2"}
