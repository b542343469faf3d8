"""Cubes of more than three layers: the time limit of a search, and the result of a stopped search."""

import re

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    choose_engine,
    link,
    play,
    shows,
)
from cubeproof import Cube
from cubeproof.puzzle.scramble import random_moves


def test_scrambled_cubes_of_every_size_have_the_usual_time_limit(visit: Visitor) -> None:
    for size in (3, 4, 5):
        page = visit(link("solve", size, scramble="R U"), **STILL)
        shows(page, Cube(size).apply("R U"))
        expect(page.get_by_label("Time limit, in seconds")).to_have_value("60")


def test_stopped_search_keeps_and_plays_its_finished_stages(
    visit: Visitor,
) -> None:
    scramble = str(random_moves(4, seed=6))
    cube = Cube(4).apply(scramble)
    page = visit(link("solve", 4, scramble=scramble), **STILL)
    shows(page, cube)
    choose_engine(page, "stages")
    page.get_by_test_id("solve-button").click()
    page.get_by_test_id("live").locator(".chips li").nth(1).wait_for()
    page.get_by_test_id("stop-button").click()
    reached = page.get_by_test_id("reached")
    expect(reached).to_contain_text(re.compile(r"\d of 9 stages are finished"))
    expect(page.get_by_test_id("claim")).to_contain_text("Interrupted before there was an answer")
    turns = reached.get_attribute("data-turns") or ""
    assert len(turns.split()) >= 2
    for _ in range(2):
        play(page)
        shows(page, cube.apply(turns))
    # The search is still the search for this cube.
    expect(reached).to_be_visible()
