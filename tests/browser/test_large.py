"""An answer to a large cube: its parts, its length in every metric, and what is too long for it."""

import re

from browser.assertions import expect
from browser.seeing import STILL, Visitor, address_fields, link, shows, unfold_details
from cubeproof import Alg
from cubeproof.puzzle.scramble import random_cube
from second_opinion import lattice


def test_a_large_answer_has_parts_and_counts_and_its_link_has_only_the_cube(visit: Visitor) -> None:
    # Its first answer has three parts.
    size, cube = 7, random_cube(7, 2)
    page = visit(link("solve", size, state=cube.facelets), **STILL)
    shows(page, cube)
    page.get_by_text("engine, goal, turns, time").click()
    page.get_by_test_id("solve-quick").check()
    page.get_by_test_id("solve-button").click()
    answer = page.get_by_test_id("answer")
    turns = Alg(answer.get_attribute("data-solution") or "")
    parts = page.get_by_test_id("parts").get_by_role("button")
    expect(parts).to_have_text(
        [re.compile("corners and middle edges"), re.compile("parity"), re.compile("3-cycles")]
    )
    lengths = [int(text.rpartition("· ")[2]) for text in parts.all_inner_texts()]
    assert sum(lengths) == len(turns)
    costs = {
        metric: sum(turn.cost(metric, size) for turn in lattice.read(str(turns), size))
        for metric in ("htm", "qtm", "stm")
    }
    unfold_details(page)
    for metric, cost in costs.items():
        expect(page.get_by_test_id("lengths")).to_contain_text(f"{cost:,} {metric.upper()}")
    # The corners and the middle edges of this cube are solved.
    parts.nth(1).click()
    after = cube.apply(" ".join(str(turn) for turn in list(turns)[: lengths[0]]))
    shows(page, after)
    page.get_by_test_id("save").click()
    expect(page.locator(".save")).to_contain_text("at most 200 turns")
    expect(page.get_by_test_id("download-gif")).to_have_count(0)
    expect(page.get_by_test_id("steps")).to_have_count(0)
    assert address_fields(page).keys() >= {"state", "tab"}
    assert "turns" not in address_fields(page)
    # A long tape is not listed in full; the last turns are, at its end.
    page.get_by_label("To the end").click()
    shows(page, cube.apply(turns))
    expect(page.get_by_test_id("tape").locator("[aria-current]")).to_have_text(str(list(turns)[-1]))
    second = visit(page.url[page.url.index("/#") :], **STILL)
    shows(second, cube)


def test_every_size_of_the_server_is_offered_and_its_link_opens(visit: Visitor) -> None:
    cube = random_cube(20, 1)
    page = visit(link("turn", 20, state=cube.facelets), **STILL)
    shows(page, cube)
    assert page.get_by_test_id("size").locator("option").count() == 19
