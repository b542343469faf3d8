"""Chance in the explorer: how long it takes, and a random walk with its counters and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.assertions import expect
from browser.seeing import STILL, Visitor, button, intercept, link, number, shows, until
from cubeproof import Cube, random_cube_at, setup
from cubeproof.draw.palette import STANDARD, rgb

if TYPE_CHECKING:
    from playwright.sync_api import Page


def counts(page: Page) -> tuple[int, int, int]:
    """The number of turns, of returns to an earlier state, and of distinct states."""
    turns, returns, states = (page.get_by_test_id(f"walk-{name}") for name in ("turns", "again", "seen"))
    return number(turns), number(returns), number(states)


def start_walk(page: Page, pace: str) -> None:
    page.get_by_test_id("walk").locator("summary").click()
    page.get_by_test_id("walk-pace").select_option(pace)
    page.get_by_test_id("walk-button").click()


def test_walk_counters_grow_until_it_is_stopped(visit: Visitor) -> None:
    far = str(setup(random_cube_at(11, seed=2)))
    page = visit(link("explore", 2, scramble=far), **STILL)
    shows(page, Cube(2).apply(far))
    start_walk(page, "10")
    page.get_by_test_id("walk-live").wait_for()
    before = 0
    for _ in range(3):
        until(page, lambda: counts(page)[0] > before)  # noqa: B023
        before = counts(page)[0]
    # The net beside the counters has the colours of its `data-facelets`, sticker by sticker.
    drawn = page.get_by_test_id("walk-net").evaluate(
        "net => [net.dataset.facelets, [...net.querySelectorAll('rect')].map(cell => getComputedStyle(cell).fill)]"
    )
    facelets, fills = drawn
    assert fills == [f"rgb{rgb(STANDARD.colour(letter))}" for letter in facelets]
    page.get_by_test_id("walk-button").click()
    expect(page.get_by_test_id("walk-live")).to_have_attribute("data-phase", "done")
    turns, returns, states = counts(page)
    assert turns >= before
    assert states == turns - returns + 1
    expect(page.get_by_test_id("walk-end")).to_contain_text("Stopped after")


def test_explorer_has_the_time_that_chance_takes(visit: Visitor) -> None:
    # A link to the former tab opens the explorer. 3,674,160 states at 10 turns a second are 4.25 days.
    page = visit(link("walk", 2), **STILL)
    expect(page.get_by_role("tab", name="Explore")).to_have_attribute("aria-selected", "true")
    figure = page.get_by_test_id("walk").locator("summary")
    expect(figure).to_have_text("By chance, at 10 turns a second: about 4\u00a0days")
    figure.click()
    page.get_by_test_id("walk-pace").select_option("1000")
    expect(figure).to_have_text("By chance, at 1,000 turns a second: about 61\u00a0minutes")
    page.get_by_test_id("size").select_option("3")
    expect(figure).to_contain_text("about 1.4×10⁹\u00a0years")


def test_walk_meets_known_states_and_shows_the_odds(visit: Visitor) -> None:
    page = visit(link("explore", 3, scramble="R U F2"), **STILL)
    shows(page, Cube(3).apply("R U F2"))
    start_walk(page, "")
    until(page, lambda: counts(page)[1] > 0)
    expect(page.get_by_test_id("walk-odds")).to_contain_text("of 4.3×10¹⁹ states seen")
    page.get_by_test_id("walk-button").click()
    expect(page.get_by_test_id("walk-live")).to_have_attribute("data-phase", "done")


def test_walk_from_near_solved_arrives_and_its_path_is_played(visit: Visitor) -> None:
    page = visit(link("explore", 2, scramble="R"), **STILL)
    shows(page, Cube(2).apply("R"))
    # A walk with this seed arrives soon; with other seeds most walks never arrive.
    intercept(
        page,
        "**/api/solve",
        lambda route: route.continue_(post_data={**(route.request.post_data_json or {}), "seed": 8}),
    )
    start_walk(page, "")
    expect(page.get_by_test_id("walk-end")).to_contain_text("Arrived, after 3 turns! Without all detours")
    assert counts(page)[0] == 3
    page.get_by_test_id("walk-play").click()
    expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")


def test_walk_from_a_solved_cube_is_empty(visit: Visitor) -> None:
    page = visit(link("explore", 2))
    shows(page, Cube(2))
    start_walk(page, "10")
    expect(page.get_by_test_id("walk-fault")).to_contain_text("scramble it first")
    assert button(page, "Start").is_enabled()
