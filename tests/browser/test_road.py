"""The road of a person with a cube: its answer at once, its proof while one watches, and more time for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    address_fields,
    best_turns,
    bounds,
    button,
    choose_engine,
    link,
    play,
    shows,
    step_forward,
    tape,
    turn_button,
    unfold_details,
    until,
)
from cubeproof import Cube, crosses, random_cube, random_cube_at, setup
from ground_truth import SUPERFLIP

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request


def asked(request: Request) -> dict[str, Any]:
    """The question that the page has sent."""
    parameters: dict[str, Any] = json.loads(request.post_data or "{}")
    return parameters


def open_superflip(visit: Visitor, **settings: object) -> tuple[Page, Cube]:
    cube = Cube(3).apply(SUPERFLIP)
    page = visit(link("solve", 3, scramble=SUPERFLIP), **{**STILL, **settings})
    shows(page, cube)
    return page, cube


def test_an_answer_is_played_while_its_proof_goes_on(visit: Visitor) -> None:
    page, cube = open_superflip(visit)
    page.get_by_test_id("solve-button").click()
    turns = best_turns(page).split()
    assert cube.apply(" ".join(turns)).is_solved
    for count in (1, 2, 3):
        step_forward(page)
        shows(page, cube.apply(" ".join(turns[:count])))
    # The search is for the cube before these turns, and its answer is not exchanged now.
    expect(page.get_by_test_id("about")).to_contain_text(f"3 of {len(turns)} turns made since")
    expect(page.get_by_test_id("live")).to_have_attribute("data-phase", "running")
    assert tape(page) == turns
    play(page)
    expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")
    button(page, "To the start").click()
    shows(page, cube)
    # Every press on the blue button during a search stops it.
    button(page, "Stop").click()
    page.get_by_test_id("answer").wait_for()


def test_a_better_answer_replaces_the_one_on_the_tape_but_not_while_it_is_played(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble="R U"), **STILL)
    cube = Cube(3).apply("R U")
    shows(page, cube)
    answers = {4: "U' R2 R2 R'", 3: "U' R2 R", 2: "U' R'"}
    sent: list[str] = []

    def send(length: int) -> None:
        state = {"activity": None, "seconds": 0, "length": length, "turns": answers[length], "lower_bound": 1}
        data = json.dumps({"length": length, "state": state})
        sent.append(f"id: {len(sent)}\nevent: improved\ndata: {data}\n\n")

    page.route(
        "**/events",
        lambda route: route.fulfill(content_type="text/event-stream", body="retry: 100\n\n" + "".join(sent)),
    )
    send(4)
    page.get_by_test_id("solve-button").click()
    until(page, lambda: tape(page) == answers[4].split())
    send(3)
    until(page, lambda: tape(page) == answers[3].split())
    step_forward(page)
    shows(page, cube.apply("U'"))
    send(2)
    until(page, lambda: bounds(page)[1] == 2)
    assert tape(page) == answers[3].split()
    better = button(page, "Play the 2 turns")
    expect(better).to_be_visible()
    button(page, "To the start").click()
    until(page, lambda: tape(page) == answers[2].split())
    shows(page, cube)


def test_a_stopped_search_goes_on_for_five_minutes_from_where_it_was(visit: Visitor) -> None:
    page, cube = open_superflip(visit)
    page.get_by_test_id("solve-button").click()
    best_turns(page)
    until(page, lambda: bounds(page)[0] > 8)
    button(page, "Stop").click()
    page.get_by_test_id("answer").wait_for()
    before, elapsed = bounds(page), page.get_by_test_id("elapsed").inner_text()
    assert before[0] < before[1]
    assert float(elapsed.split()[0]) > 0
    with page.expect_request("**/api/solve") as request:
        button(page, "Go on for 5 minutes").click()
    assert (asked(request.value)["timeout"], "continues" in asked(request.value)) == (300, True)
    expect(button(page, "Stop")).to_be_visible()
    # The bound and the answer stay all the time.
    after = bounds(page)
    assert (after[0] >= before[0], after[1] <= before[1]) == (True, True)
    expect(page.get_by_test_id("restarted")).to_have_count(0)
    assert cube.apply(" ".join(tape(page))).is_solved
    button(page, "Stop").click()
    expect(page.get_by_test_id("claim")).to_contain_text("Interrupted")


@pytest.mark.parametrize("only_the_job", [False, True])
def test_a_search_survives_a_reload_and_has_an_address(only_the_job: bool, visit: Visitor) -> None:
    page, cube = open_superflip(visit)
    choose_engine(page, "search")
    page.get_by_test_id("solve-metric").select_option("qtm")
    page.get_by_test_id("solve-button").click()
    best_turns(page)
    before = bounds(page)
    until(page, lambda: "job" in address_fields(page))
    job = address_fields(page)["job"]
    if only_the_job:
        page = visit(f"/#job={job}", **STILL)
    else:
        page.reload()
    shows(page, cube)
    expect(button(page, "Stop")).to_be_visible()
    expect(page.get_by_test_id("live")).to_have_attribute("data-phase", "running")
    until(page, lambda: bounds(page)[0] >= before[0] and 0 < bounds(page)[1] <= before[1])
    assert cube.apply(best_turns(page)).is_solved
    expect(page.get_by_test_id("solve-metric")).to_have_value("qtm")
    button(page, "Stop").click()
    expect(page.get_by_test_id("claim")).to_contain_text("Interrupted")
    page.reload()
    expect(page.get_by_test_id("claim")).to_contain_text("Interrupted")
    assert address_fields(page)["job"] == job


def test_the_turns_made_by_hand_become_the_scramble_of_the_tape(visit: Visitor) -> None:
    page = visit(link("turn", 2), **STILL)
    shows(page, Cube(2))
    field = page.get_by_role("textbox", name="Scramble")
    field.fill("F2")
    shows(page, Cube(2).apply("F2"))
    for turn in ("R", "U"):
        turn_button(page, turn).click()
    cube = Cube(2).apply("F2 R U")
    shows(page, cube)
    assert tape(page) == ["R", "U"]
    page.get_by_role("tab", name="Solve").click()
    page.get_by_test_id("solve-button").click()
    page.get_by_test_id("answer").wait_for()
    assert address_fields(page)["scramble"] == "F2 R U"
    assert address_fields(page)["turns"].split() == tape(page)
    play(page)
    expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")
    button(page, "To the start").click()
    shows(page, cube)
    # Undo takes back the turns by hand, one by one.
    button(page, "Undo").click()
    shows(page, Cube(2).apply("F2 R"))
    page.get_by_role("tab", name="Turn").click()
    # Another scramble keeps the turns of the visitor.
    field.fill("F' D")
    shows(page, Cube(2).apply("F' D R"))
    field.fill("F' (")
    expect(page.get_by_test_id("setup-said")).not_to_be_empty()
    shows(page, Cube(2).apply("F' D R"))


def test_the_scrubber_stops_inside_a_turn(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble="R", turns="R' U F", made=0), **STILL)
    cube = Cube(3).apply("R")
    shows(page, cube)
    page.get_by_test_id("scrubber").fill("1.4")
    position = "document.querySelector('[data-testid=scrubber]').valueAsNumber"
    page.wait_for_timeout(300)
    assert page.evaluate(position) == pytest.approx(1.4)
    # The turn counts as made.
    until(page, lambda: address_fields(page)["made"] == "2")
    expect(page.get_by_test_id("said")).to_contain_text("U: ")
    button(page, "One step back").click()
    shows(page, Cube(3))
    page.get_by_test_id("scrubber").fill("1.6")
    button(page, "One step forward").click()
    shows(page, Cube(3).apply("U"))
    page.get_by_test_id("scrubber").fill("2.5")
    play(page)
    shows(page, Cube(3).apply("U F"))


def test_the_six_crosses_are_beside_a_3x3x3_that_is_turned_and_a_press_plays_one(visit: Visitor) -> None:
    cube = random_cube(3, seed=4)
    page = visit(link("turn", 3, state=cube.facelets), **STILL)
    shows(page, cube)
    # They come with the first turn of the visitor.
    expect(page.get_by_test_id("crosses")).to_have_count(0)
    for key in ("r", "Shift+R"):
        page.keyboard.press(key)
    shows(page, cube)
    for cross in crosses(cube):
        expect(page.get_by_test_id(f"cross-{cross.colour}")).to_have_text(str(cross.length))
    cross = crosses(cube)[0]
    page.get_by_test_id(f"cross-{cross.colour}").click()
    shows(page, cube.apply(str(cross.alg)))
    expect(page.get_by_test_id(f"cross-{cross.colour}")).to_have_text("0")
    page.get_by_role("tab", name="Paint").click()
    expect(page.get_by_test_id("crosses")).to_have_count(0)
    page.get_by_role("tab", name="Solve").click()
    page.get_by_test_id("size").select_option("2")
    expect(page.get_by_test_id("crosses")).to_have_count(0)


def test_another_answer_and_all_answers_stand_below_the_answer(visit: Visitor) -> None:
    cube = random_cube_at(11, seed=1)
    page = visit(link("solve", 2, scramble=str(setup(cube))), **STILL)
    shows(page, cube)
    page.get_by_test_id("solve-button").click()
    page.get_by_test_id("answer").wait_for()
    first = best_turns(page)
    unfold_details(page)
    with page.expect_request("**/api/solve") as request:
        button(page, "Another answer").click()
    assert "continues" in asked(request.value)
    listed = page.get_by_test_id("all-answers")
    listed.wait_for()
    until(page, lambda: " ".join(tape(page)) != first)
    second = " ".join(tape(page))
    assert cube.apply(second).is_solved
    assert len(second.split()) == len(first.split())
    expect(page.get_by_test_id("answer")).to_have_attribute("data-solution", second)
    # The choices of the visitor are as before.
    assert not page.get_by_test_id("solve-all").is_checked()
    order = page.evaluate(
        "['claim', 'play-answer', 'live', 'certify-button', 'solve-options', 'all-answers', 'log'].map(name => "
        "document.querySelector(`[data-testid=${name}]`).getBoundingClientRect().top)"
    )
    assert order == sorted(order)
