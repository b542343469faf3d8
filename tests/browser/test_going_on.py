"""Follow-up actions: each control works after another control was used."""

from __future__ import annotations

import re
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
    intercept,
    link,
    play,
    shows,
    solution,
    step_forward,
    tape,
    turn_button,
    unfold_details,
    until,
)
from cubeproof import Alg, Cube, distance, random_cube_at, setup

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

KNOBS = "() => document.querySelector('.knobs').getBoundingClientRect().top"


@pytest.mark.check
def test_an_answer_waits_on_the_tape_for_the_transport(visit: Visitor) -> None:
    cube = random_cube_at(9, seed=1)
    page = visit(link("solve", 2, scramble=str(setup(cube))))
    shows(page, cube)
    page.get_by_test_id("solve-button").click()
    turns = solution(page).split()
    until(page, lambda: tape(page) == turns)
    assert address_fields(page)["made"] == "0"
    page.get_by_role("slider", name="Speed").fill("-1")
    play(page)
    expect(page.locator(".tape [aria-current=step]")).to_have_text(turns[0])
    # A step ends the run.
    step_forward(page)
    expect(page.get_by_role("group", name="Playback").get_by_role("button", name="Play")).to_be_visible()
    assert int(address_fields(page)["made"]) <= 2
    page.get_by_role("slider", name="Speed").fill("4")
    scrubber = page.get_by_test_id("scrubber")
    for count in (7, 0, 9):
        scrubber.fill(str(count))
        shows(page, cube.apply(" ".join(turns[:count])))
    scrubber.press("Home")
    shows(page, cube)
    scrubber.press("ArrowRight")
    shows(page, cube.apply(turns[0]))
    page.get_by_test_id("tape").get_by_role("button").nth(4).click()
    shows(page, cube.apply(" ".join(turns[:5])))
    button(page, "Undo").click()
    shows(page, cube.apply(" ".join(turns[:4])))


@pytest.mark.parametrize("pressed", ["tab", "slider", "slider by keys"])
def test_keys_turn_the_cube_also_after_a_press_on_a_tab_or_a_slider(pressed: str, visit: Visitor) -> None:
    page = visit(link("solve", 2), **STILL)
    shows(page, Cube(2))
    if pressed == "tab":
        page.get_by_role("tab", name="Turn").click()
    else:
        page.get_by_role("slider", name="Speed").click()
    if pressed == "slider by keys":
        before = page.get_by_role("slider", name="Speed").input_value()
        page.keyboard.press("ArrowRight")
        assert page.get_by_role("slider", name="Speed").input_value() != before
    page.keyboard.press("r")
    page.keyboard.press("Shift+D")
    shows(page, Cube(2).apply("R D'"))
    if pressed == "tab":
        page.keyboard.press("ArrowRight")  # the tabs handle this key
        expect(page.get_by_role("tab", name="Paint")).to_have_attribute("aria-selected", "true")
        shows(page, Cube(2).apply("R D'"))


WALKED = """(colours) => {
  const net = document.querySelector("[data-testid=walk-net]");
  const drawn = document.querySelector("[data-testid=picture] .player")?.player?.seen();
  return net && drawn && drawn.join() === [...net.dataset.facelets].map((letter) => colours[letter]).join();
}"""


def test_the_random_walk_turns_the_big_cube_and_twice_in_a_row(visit: Visitor) -> None:
    from cubeproof.draw.palette import STANDARD

    colours = {letter: int(STANDARD.colour(letter)[1:], 16) for letter in "URFDLB"}
    start = random_cube_at(11, seed=2)
    page = visit(link("walk", 2, scramble=str(setup(start))), **STILL)
    shows(page, start)
    page.get_by_test_id("walk").locator("summary").click()
    page.get_by_test_id("walk-pace").select_option("10")
    for _ in range(2):
        page.get_by_test_id("walk-button").click()
        before = int(page.get_by_test_id("walk-turns").get_attribute("data-value") or 0)
        expect(page.get_by_test_id("walk-live")).to_have_attribute("data-phase", "running")
        for _ in range(2):
            until(
                page,
                lambda: int(page.get_by_test_id("walk-turns").get_attribute("data-value") or 0) > before,  # noqa: B023
            )
            page.wait_for_function(WALKED, arg=colours)
        page.get_by_test_id("walk-button").click()
        expect(page.get_by_test_id("walk-live")).to_have_attribute("data-phase", "done")
        last = page.get_by_test_id("walk-net").get_attribute("data-facelets") or ""
        shows(page, last)
        until(page, lambda: address_fields(page).get("state") == last)  # noqa: B023
    # Each undo reverts one whole walk.
    button(page, "Undo").click()
    button(page, "Undo").click()
    shows(page, start)


class HeldRequests:
    """Requests that are held until the test releases them."""

    def __init__(self, page: Page, path: str) -> None:
        self.waiting: list[Route] = []
        self.free = Event()
        intercept(page, re.compile(path), self._hold)

    def _hold(self, route: Route) -> None:
        if self.free.is_set():
            route.continue_()
        else:
            self.waiting.append(route)

    def release(self) -> None:
        self.free.set()
        for route in self.waiting:
            route.continue_()


@pytest.mark.parametrize("size", [2, 3])
def test_scramble_is_shown_before_its_turns_are_computed(size: int, visit: Visitor) -> None:
    page = visit(link("solve", size), **STILL)
    shows(page, Cube(size))
    turns = HeldRequests(page, r"/api/(scramble|setup)\?")
    button(page, "Scramble").click()
    until(page, lambda: "state" in address_fields(page))
    drawn = Cube.from_facelets(address_fields(page)["state"])
    assert not drawn.is_solved
    shows(page, drawn)
    expect(page.get_by_test_id("said")).to_contain_text("Turns that lead here are being found")
    assert turns.waiting
    # A cube without known turns can be turned and solved too.
    page.keyboard.press("r")
    shows(page, drawn.apply("R"))
    button(page, "Undo").click()
    turns.release()
    until(page, lambda: "scramble" in address_fields(page))
    assert Cube(size).apply(address_fields(page)["scramble"]).facelets == drawn.facelets
    expect(page.get_by_test_id("said")).to_have_text(f"Scrambled with {address_fields(page)['scramble']}.")
    shows(page, drawn)


DRAWN = "n => performance.getEntriesByType('resource').filter((item) => item.name.includes('/api/random')).length >= n"
"""Whether at least n random cubes have arrived."""


@pytest.mark.parametrize("size", [2, 3])
def test_a_scramble_is_on_the_screen_without_the_server(size: int, visit: Visitor) -> None:
    page = visit(link("solve", size), **STILL)
    shows(page, Cube(size))
    for scrambles in (1, 2):
        # The next cube is drawn in advance, after the server has described the current cube.
        page.wait_for_function(DRAWN, arg=scrambles)
        before = address_fields(page)
        server = HeldRequests(page, "/api/")
        button(page, "Scramble").click()
        until(page, lambda: address_fields(page) != before)  # noqa: B023
        shows(page, address_fields(page)["state"])
        assert server.waiting
        server.release()


def test_turn_pressed_during_a_scramble_applies_to_the_new_cube(visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble="R"), **STILL)
    shows(page, Cube(2).apply("R"))
    # The browser adds an entry when an answer is complete.
    arrived = "() => performance.getEntriesByType('resource').some(item => item.name.includes('/api/random'))"
    page.wait_for_function(arrived)
    cube = HeldRequests(page, r"/api/random\?")
    # The page requested the first random cube in advance; the second must come from the server.
    button(page, "Scramble").click()
    until(page, lambda: "state" in address_fields(page) or address_fields(page).get("scramble", "R") != "R")
    first = address_fields(page)
    button(page, "Scramble").click()
    page.get_by_test_id("solve-button").click()
    assert cube.waiting
    cube.release()
    answer = solution(page)
    until(page, lambda: "scramble" in address_fields(page) and address_fields(page) != first)
    drawn = Cube(2).apply(address_fields(page)["scramble"])
    assert drawn.apply(answer).is_solved
    assert len(Alg(answer)) == distance(drawn)
    shows(page, drawn)


def test_the_first_turn_moves_no_knobs(visit: Visitor) -> None:
    page = visit(link("turn", 3), **STILL)
    shows(page, Cube(3))
    before = page.evaluate(KNOBS)
    for turn in ("R", "U"):
        turn_button(page, turn).click()
    shows(page, Cube(3).apply("R U"))
    assert page.evaluate(KNOBS) == before


CUT = """() => [...document.querySelectorAll("select")].filter((select) => select.checkVisibility())
  .flatMap((select) => {
  const chosen = select.selectedIndex;
  const cut = [...select.options].map((option) => option.label).filter((label, index) => {
    select.selectedIndex = index;
    const style = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
    return pen.measureText(label).width > room;
  });
  select.selectedIndex = chosen;
  return cut;
})"""
"""The options that are wider than the space beside the arrow of their select."""


@pytest.mark.parametrize("width", [390, 1280, 1920])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_selects_show_their_texts_whole(width: int, language: str, visit: Visitor) -> None:
    page = visit(
        link("solve", 3, scramble="R"), viewport={"width": width, "height": 900}, locale=language, **STILL
    )
    expect(page.locator("html")).to_have_attribute("lang", language)
    shows(page, Cube(3).apply("R"))
    for tab in ("solve", "paint", "explore"):
        page.locator(f"#tab-{tab}").click()
        page.locator(f"#panel-{tab} details").evaluate_all("all => all.forEach(item => item.open = true)")
        assert page.evaluate(CUT) == [], tab


def test_the_times_of_the_log_do_not_contradict_the_time_of_the_engine(visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble=str(setup(random_cube_at(11, seed=1)))), **STILL)
    events = HeldRequests(page, r"/events$")
    choose_engine(page, "sat")
    page.get_by_test_id("solve-button").click()
    page.wait_for_timeout(2000)  # the page waits for the events; the engine does not wait
    events.release()
    solution(page)
    took = float((page.get_by_test_id("elapsed").text_content() or "").split()[0])
    unfold_details(page)
    page.get_by_test_id("log").locator("summary").click()
    hints = page.get_by_test_id("log").locator("li .hint")
    hints.first.wait_for()
    lines = hints.all_text_contents()
    times = [float(line.split()[0]) for line in lines if re.match(r"[\d.]+\ss", line)]
    assert times == sorted(times)
    assert len(times) > 5
    assert times[0] == 0
    assert times[-1] <= took


def test_steps_list_shows_a_net_per_step_and_jumps_to_it(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble="R U F2"), **STILL)
    cube = Cube(3).apply("R U F2")
    shows(page, cube)
    page.get_by_test_id("solve-button").click()
    turns = solution(page).split()
    expect(page.get_by_test_id("step-net-0")).to_have_count(0)
    unfold_details(page)
    page.get_by_test_id("steps").locator("summary").click()
    step_forward(page)
    nets = page.locator("[data-testid=steps] svg")
    expect(nets).to_have_count(len(turns) + 1)
    for count in range(len(turns) + 1):
        expected = cube.apply(" ".join(turns[:count]))
        expect(nets.nth(count)).to_have_attribute("data-facelets", expected.facelets)
    marked = page.locator("[data-testid=steps] [aria-current]")
    expect(marked).to_have_attribute("data-testid", "step-1")
    page.get_by_test_id("step-3").click()
    shows(page, cube.apply(" ".join(turns)))
    expect(marked).to_have_attribute("data-testid", "step-3")
    page.get_by_test_id("step-1").click()
    shows(page, cube.apply(turns[0]))
    expect(marked).to_have_attribute("data-testid", "step-1")
    page.get_by_test_id("step-0").click()
    shows(page, cube)


def test_scrambles_and_cubes_turned_by_hand_are_solved_one_after_the_other(visit: Visitor) -> None:
    page = visit(link("solve", 2), **STILL)
    shows(page, Cube(2))
    for _ in range(2):
        before = address_fields(page)
        button(page, "Scramble").click()
        until(page, lambda: "scramble" in address_fields(page) and address_fields(page) != before)  # noqa: B023
        cube = Cube(2).apply(address_fields(page)["scramble"])
        shows(page, cube)
        page.get_by_test_id("solve-button").click()
        until(page, lambda: page.locator("[data-testid=answer][data-optimal=true]").count() == 1)
        turns = solution(page)
        assert len(turns.split()) == distance(cube)
        play(page)
        shows(page, cube.apply(turns))
        expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")
        for key in ("r", "d", "Shift+B"):
            page.keyboard.press(key)
        cube = cube.apply(turns).apply("R D B'")
        shows(page, cube)
        page.get_by_test_id("solve-button").click()
        expect(page.get_by_test_id("bounds-best")).to_have_attribute("data-value", str(distance(cube)))
        turns = solution(page)
        for count in range(1, len(turns.split()) + 1):
            step_forward(page)
            shows(page, cube.apply(" ".join(turns.split()[:count])))
        expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")


def test_solve_button_works_before_the_server_lists_its_engines(
    visit: Visitor,
) -> None:
    page = visit(link("solve", 4, scramble="R U"), **STILL)
    offers = HeldRequests(page, r"/api$")
    page.reload()
    shows(page, Cube(4).apply("R U"))
    page.get_by_test_id("solve-button").click()
    until(page, lambda: bool(offers.waiting))
    expect(page.get_by_test_id("live")).to_have_count(0)
    offers.release()
    assert Cube(4).apply("R U").apply(solution(page)).is_solved
