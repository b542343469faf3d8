"""Painting a cube: the verdict during painting, the repair, and the use of the painted cube."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import (
    PICTURE,
    STILL,
    Visitor,
    address_fields,
    button,
    choose_setting,
    link,
    net,
    shows,
    until,
)
from cubeproof import Cube
from ground_truth import SUPERFLIP

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOLVED = Cube(3).facelets


def choose(page: Page, letter: str) -> None:
    page.get_by_test_id(f"paint-colour-{letter}").click()


def paint(page: Page, sticker: int, letter: str) -> None:
    choose(page, letter)
    page.get_by_test_id(f"paint-sticker-{sticker}").click()


def test_suspected_stickers_are_marked_on_the_net_and_on_the_picture(visit: Visitor) -> None:
    page = visit(link("paint", 2))
    until(page, lambda: net(page) == Cube(2).facelets)
    paint(page, 0, "R")
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-possible", "false")
    suspects = set(Cube.from_facelets("R" + Cube(2).facelets[1:]).diagnose().suspects)
    until(
        page,
        lambda: (
            suspects
            == set(
                page.locator(".sticker.suspect").evaluate_all(
                    "cells => cells.map(cell => +cell.dataset.sticker)"
                )
            )
        ),
    )
    assert "suspected" in (page.get_by_test_id("paint-sticker-0").get_attribute("aria-label") or "")
    # The big cube marks the same stickers with rings.
    shows(page, "R" + Cube(2).facelets[1:])
    ringed = f"[...document.querySelector('{PICTURE}').player.now.rung]"
    until(page, lambda: set(page.evaluate(ringed)) == suspects)


def test_a_stroke_paints_all_it_meets_and_is_taken_back_as_one(visit: Visitor) -> None:
    page = visit(link("paint"))
    until(page, lambda: net(page) == SOLVED)
    # The verdict is above the net, and its text moves the net.
    expect(page.get_by_test_id("verdict")).not_to_be_empty()
    choose(page, "B")
    page.get_by_test_id("paint-sticker-18").hover()
    page.mouse.down()
    page.get_by_test_id("paint-sticker-20").hover()
    page.mouse.move(1, 1)
    page.mouse.up()
    until(page, lambda: net(page)[18] == "B" and net(page)[20] == "B")
    button(page, "Undo").click()
    until(page, lambda: net(page) == SOLVED)


def test_painting_has_one_undo_on_every_screen(visit: Visitor) -> None:
    for width, height in ((1280, 900), (390, 844), (844, 390)):
        page = visit(link("paint"), viewport={"width": width, "height": height}, **STILL)
        expect(page.get_by_test_id("verdict")).not_to_be_empty()
        expect(button(page, "Undo")).to_have_count(1)


def test_unknown_stickers_are_allowed_and_the_painting_becomes_the_cube(visit: Visitor) -> None:
    page = visit(link("paint", 2, scramble="R U"), **STILL)
    until(page, lambda: net(page) == Cube(2).apply("R U").facelets)
    paint(page, 5, "?")
    paint(page, 9, "?")
    expect(page.get_by_test_id("verdict")).to_contain_text("Nothing is wrong so far; 2 stickers are unknown.")
    painted = net(page)
    assert painted.count("?") == 2
    shows(page, painted)
    assert address_fields(page)["state"] == painted
    page.reload()
    shows(page, painted)


def test_a_painting_becomes_the_goal_of_a_search(visit: Visitor) -> None:
    page = visit(link("paint", 2), **STILL)
    shows(page, Cube(2))
    goal = Cube(2).apply("R D2").facelets
    page.get_by_test_id("paint-text").fill(goal)
    button(page, "Read").click()
    until(page, lambda: net(page) == goal)
    button(page, "Use as goal").click()
    # The cube that was painted over comes back.
    shows(page, Cube(2))
    expect(page.get_by_test_id("paint-said")).to_contain_text("The painting is now the goal")
    page.get_by_role("tab", name="Solve").click()
    page.get_by_test_id("solve-options").click()
    assert page.get_by_test_id("solve-goal").input_value() == "painted"
    page.get_by_test_id("solve-button").click()
    answer = page.get_by_test_id("answer")
    expect(answer).to_be_visible()
    solution = answer.get_attribute("data-solution") or ""
    assert len(solution.split()) == 2
    assert Cube(2).apply(solution).equals_up_to_rotation(Cube.from_facelets(goal))


def test_undo_brings_back_the_size_that_was_painted(visit: Visitor) -> None:
    page = visit(link("paint"), **STILL)
    until(page, lambda: net(page) == SOLVED)
    paint(page, 0, "R")
    page.get_by_test_id("size").select_option("2")
    until(page, lambda: net(page) == Cube(2).facelets)
    button(page, "Undo").click()
    until(page, lambda: net(page) == "R" + SOLVED[1:])
    assert page.get_by_test_id("size").input_value() == "3"
    button(page, "Undo").click()
    until(page, lambda: net(page) == SOLVED)
    expect(button(page, "Undo")).to_be_disabled()


@pytest.mark.check
def test_a_cube_is_painted_at_typing_speed_by_its_faces_or_its_colours(visit: Visitor) -> None:
    cube = Cube(3).apply(SUPERFLIP).apply("R U F2")
    colours = dict(zip("URFDLB", "wrgyob", strict=True))
    page = visit(link("paint"), **STILL)
    until(page, lambda: net(page) == SOLVED)
    for write in (str.lower, lambda letter: colours[letter]):
        page.get_by_test_id("paint-unknown").click()
        # The centres keep the colours of the usual orientation.
        until(page, lambda: net(page) == "".join(4 * "?" + letter + 4 * "?" for letter in "URFDLB"))
        page.get_by_test_id("paint-sticker-0").focus()
        keys = [write(letter) for place, letter in enumerate(cube.facelets) if place % 9 != 4]
        assert len(keys) == 48
        for key in keys:
            page.keyboard.press(key)
        until(page, lambda: net(page) == cube.facelets)
    expect(page.get_by_test_id("verdict")).to_have_text("This cube can be solved.")
    shows(page, cube)


@pytest.mark.check
def test_colours_as_text_are_read_and_two_that_are_exchanged_are_put_right(visit: Visitor) -> None:
    cube = Cube(3).apply("R U2 F' L D B2")
    colours = dict(zip("URFDLB", "WRGYOB", strict=True))
    page = visit(link("paint"), **STILL)
    until(page, lambda: net(page) == SOLVED)

    def read(text: str) -> None:
        page.get_by_test_id("paint-text").fill(text)
        button(page, "Read").click()

    read("".join(colours[letter] for letter in cube.facelets).lower())
    until(page, lambda: net(page) == cube.facelets)
    # Red and orange are exchanged except on the centres: the colours of a cube with the mirrored scheme.
    scheme = {"R": "L", "L": "R"}
    mirrored = "".join(
        letter if place % 9 == 4 else scheme.get(letter, letter) for place, letter in enumerate(cube.facelets)
    )
    read(mirrored)
    until(page, lambda: net(page) == mirrored)
    expect(page.get_by_test_id("repair-sentence")).to_contain_text("Red and orange are exchanged")
    choose_setting(page, "palette", "colourblind")
    expect(page.get_by_test_id("repair-sentence")).to_contain_text("Dark red and orange")
    choose_setting(page, "palette", "standard")
    button(page, "Repair").click()
    until(page, lambda: net(page) == cube.facelets)
    expect(page.get_by_test_id("verdict")).to_have_text("This cube can be solved.")
    # If the centres are exchanged too, the mirror image is a possible cube of another scheme.
    read("".join(colours[letter] for letter in cube.facelets).translate(str.maketrans("RO", "OR")))
    expect(page.get_by_test_id("verdict-note")).to_contain_text("the mirror image of the usual one")
    until(page, lambda: net(page) == cube.facelets)
    read("".join(colours[letter] for letter in cube.facelets))
    expect(page.get_by_test_id("verdict-note")).to_have_count(0)


def test_the_net_is_painted_by_keys(visit: Visitor) -> None:
    page = visit(link("paint", 2))
    until(page, lambda: net(page) == Cube(2).facelets)
    page.get_by_test_id("paint-sticker-0").focus()
    for key in ("r", "?", "ArrowDown", "b", "Space"):
        page.keyboard.press(key)
    painted = {0: "R", 1: "?", 8: "B", 9: "B"}
    assert net(page) == "".join(painted.get(i, letter) for i, letter in enumerate(Cube(2).facelets))
    for _ in range(4):
        page.keyboard.press("Control+z")
    assert net(page) == Cube(2).facelets
    page.keyboard.press("f")
    page.keyboard.press("Backspace")
    assert net(page) == Cube(2).facelets
    assert page.evaluate("Number(document.activeElement.dataset.sticker)") == 9
    # A letter typed outside the net paints too; it turns nothing.
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("o")
    until(page, lambda: net(page)[9] == "L")
    assert "turns" not in address_fields(page)


def test_text_that_is_no_cube_is_refused_in_words(visit: Visitor) -> None:
    page = visit(link("paint"))
    until(page, lambda: net(page) == SOLVED)
    refusals = {"UUUU": "4 stickers make no cube", "X" * 54: "'X'", "<img src=x onerror=alert(1)>": "no cube"}
    for text, sentence in refusals.items():
        page.get_by_test_id("paint-text").fill(text)
        page.get_by_test_id("paint-text").press("Enter")
        expect(page.get_by_test_id("paint-text-said")).to_contain_text(sentence)
        assert net(page) == SOLVED


def test_letters_and_colours_for_colour_blind_eyes_stay_chosen(visit: Visitor) -> None:
    page = visit(link("paint"))
    until(page, lambda: net(page) == SOLVED)
    choose_setting(page, "letters", True)
    choose_setting(page, "palette", "colourblind")
    sticker = page.get_by_test_id("paint-sticker-9")
    expect(sticker).to_have_text("R")
    expect(sticker).to_have_css("background-color", "rgb(126, 3, 1)")
    page.reload()
    expect(sticker).to_have_text("R")
    expect(sticker).to_have_css("background-color", "rgb(126, 3, 1)")
