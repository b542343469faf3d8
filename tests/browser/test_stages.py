"""Cubes of more than three layers: the expected time before a search, and the result of a stopped search."""

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


def test_expected_time_of_a_scrambled_cube_is_shown_and_suffices(visit: Visitor) -> None:
    for size, sentence, seconds in (
        (3, None, "60"),
        (4, None, "60"),
        (5, None, "60"),
    ):
        page = visit(link("solve", size, scramble="R U"), **STILL)
        shows(page, Cube(size).apply("R U"))
        expect(page.get_by_label("Time limit, in seconds")).to_have_value(seconds)
        beforehand = page.get_by_test_id("beforehand")
        if sentence is None:
            expect(beforehand).to_have_count(0)
        else:
            expect(beforehand).to_contain_text(sentence)
            # A chosen engine keeps its usual time limit, and the page shows no expected time.
            choose_engine(page, "sat")
            expect(beforehand).to_have_count(0)
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
