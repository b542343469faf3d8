"""Turning the cube by hand: by buttons, by keys, and by the text of its turns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    address_fields,
    button,
    intercept,
    link,
    scramble,
    shows,
    tape,
    turn_button,
    until,
)
from cubeproof import Cube, neighbours
from cubeproof.puzzle.turns import named_turns

if TYPE_CHECKING:
    from playwright.sync_api import Route


def test_the_2x2x2_has_nine_buttons_and_each_turns_the_cube(visit: Visitor) -> None:
    page = visit(link("turn", 2), **STILL)
    shows(page, Cube(2))
    cube = Cube(2)
    for turn in ("R", "R2", "R'", "U", "U2", "U'", "F", "F2", "F'"):
        turn_button(page, turn).click()
        cube = cube.apply(turn)
        shows(page, cube)
    expect(page.get_by_test_id("said")).to_contain_text("F': front face a quarter turn anticlockwise.")
    assert [str(move) for move in named_turns(2)] == tape(page)
    assert (
        len(neighbours(cube))
        == page.get_by_role("tabpanel").get_by_role("button", name=re.compile(": ")).count()
    )


def test_larger_cubes_have_buttons_for_faces_slices_wide_turns_and_rotations(visit: Visitor) -> None:
    page = visit(link("turn", 5), **STILL)
    for kind in ("Slices", "Wide turns", "Whole cube"):
        page.get_by_text(kind, exact=True).click()
    turn_names = ["U", "F2", "L'", "2R", "M'", "E2", "Rw", "Dw2", "x", "y'"]
    for turn in turn_names:
        turn_button(page, turn).click()
    shows(page, Cube(5).apply(" ".join(turn_names)))
    assert tape(page) == turn_names
    assert page.get_by_role("group", name="Whole cube").get_by_role("button").count() == 9


def test_keys_turn_slices_wide_layers_and_the_whole_cube(visit: Visitor) -> None:
    page = visit(link("turn", 4), **STILL)
    shows(page, Cube(4))
    for key in ("r", "Shift+U", "2", "f", "w", "d", "w", "2", "l", "w", "Shift+B", "x", "Shift+Y", "2", "z"):
        page.keyboard.press(key)
    turn_names = ["R", "U'", "F2", "Dw", "Lw2", "Bw'", "x", "y'", "z2"]
    shows(page, Cube(4).apply(" ".join(turn_names)))
    assert tape(page) == turn_names
    page.keyboard.press("Backspace")
    shows(page, Cube(4).apply(" ".join(turn_names[:-1])))
    assert tape(page) == turn_names[:-1]
    page.get_by_test_id("size").select_option("3")
    shows(page, Cube(3))
    for key in ("m", "Shift+E", "2", "s"):
        page.keyboard.press(key)
    shows(page, Cube(3).apply("M E' S2"))


@pytest.mark.parametrize(
    ("size", "letters"), [(2, "r, u, f; d, l, b; x, y, z"), (4, "u, r, f, d, l, b; x, y, z")]
)
def test_keys_turn_what_the_buttons_offer_and_nothing_else(size: int, letters: str, visit: Visitor) -> None:
    page = visit(link("turn", size), **STILL)
    shows(page, Cube(size))
    expect(page.get_by_text("Letters turn: ")).to_contain_text(f"Letters turn: {letters}. Shift")
    turning = letters.replace(";", ",").split(", ")
    for key in sorted(set("urfdlbmesxyz") - set(turning)):
        for keys in ((key,), ("2", key), ("w", key), (f"Shift+{key.upper()}",)):
            for item in keys:
                page.keyboard.press(item)
    page.keyboard.press("r")
    shows(page, Cube(size).apply("R"))
    assert tape(page) == ["R"]


def test_page_continues_after_a_thousand_turns(visit: Visitor) -> None:
    page = visit(link("turn", turns="(R U)500", made=1000), **STILL)
    cube = Cube(3).apply("(R U)500")
    shows(page, cube)
    for turn in ("F", "D2"):
        turn_button(page, turn).click()
        cube = cube.apply(turn)
        shows(page, cube)
    expect(page.get_by_test_id("said")).to_have_text("D2: down face a half turn.")
    page.get_by_test_id("share").click()
    page.reload()
    shows(page, cube)
    assert tape(page)[-3:] == ["U", "F", "D2"]
    expect(page.get_by_test_id("scrubber")).to_have_attribute("max", "1002")
    page.get_by_role("tab", name="Explore").click()
    expect(page.get_by_test_id("said")).to_have_text("D2: down face a half turn.")


def test_space_and_the_arrows_run_and_step(visit: Visitor) -> None:
    page = visit(link("turn", turns="R U F", made=0), **STILL)
    shows(page, Cube(3))
    page.keyboard.press("ArrowRight")
    shows(page, Cube(3).apply("R"))
    page.keyboard.press("ArrowRight")
    shows(page, Cube(3).apply("R U"))
    page.keyboard.press("ArrowLeft")
    shows(page, Cube(3).apply("R"))
    page.keyboard.press("Space")
    shows(page, Cube(3).apply("R U F"))


TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class UnreadText:
    """The page with the turns R U2, and a newer text that the server has received but not read."""

    def __init__(self, visit: Visitor) -> None:
        self.page = visit(link("turn"), **STILL)
        shows(self.page, Cube(3))
        self.field = self.page.get_by_role("textbox", name="Sequence")
        self.field.press_sequentially("R U2 ")
        shows(self.page, Cube(3).apply("R U2"))
        self._held: list[Route] = []
        intercept(self.page, "**/api/apply", self._held.append)

    def write(self, letters: str) -> None:
        """Type at the cursor; the server reads a text that has brackets."""
        self.field.press_sequentially(letters)
        until(self.page, lambda: any(map(self._is_newest, self._held)))

    def read(self) -> None:
        """Let the server read the text."""
        next(filter(self._is_newest, self._held)).continue_()
        expect(self.page.get_by_test_id("sequence-said")).to_have_text("3 turns")

    def _is_newest(self, route: Route) -> bool:
        return f'"{self.field.input_value()}"' in (route.request.post_data or "")


@pytest.mark.check
def test_cursor_that_moves_before_the_text_is_read_leads_the_cube(visit: Visitor) -> None:
    text = UnreadText(visit)
    text.write("(F)")
    text.field.press("Control+Home")
    shows(text.page, Cube(3))
    text.read()
    shows(text.page, Cube(3))
    assert tape(text.page) == ["R", "U2", "F"]


@pytest.mark.check
def test_step_back_before_the_text_is_read_is_kept(visit: Visitor) -> None:
    text = UnreadText(visit)
    text.write("(F)")
    button(text.page, "One step back").click()
    shows(text.page, Cube(3).apply("R"))
    until(text.page, lambda: text.field.evaluate("area => area.selectionEnd") == 1)
    text.read()
    shows(text.page, Cube(3).apply("R"))
    assert tape(text.page) == ["R", "U2", "F"]


@pytest.mark.check
def test_cursor_stays_where_letters_are_typed_before_the_text_is_read(visit: Visitor) -> None:
    text = UnreadText(visit)
    text.field.press("Control+Home")
    text.field.press("ArrowRight")
    shows(text.page, Cube(3).apply("R"))
    text.write(" (F)")
    # A wrong cursor would be set in the next frame.
    text.page.evaluate(TWO_FRAMES)
    assert text.field.evaluate("area => area.selectionEnd") == len("R (F)")
    text.read()
    assert text.field.evaluate("area => area.selectionEnd") == len("R (F)")
    assert tape(text.page) == ["R", "F", "U2"]


@pytest.mark.check
def test_cursor_that_moves_again_before_the_browser_reports_it_stays(visit: Visitor) -> None:
    page = visit(link("turn"), **STILL)
    shows(page, Cube(3))
    field = page.get_by_role("textbox", name="Sequence")
    field.press_sequentially("R U2 ")
    shows(page, Cube(3).apply("R U2"))
    field.evaluate(
        """area => {
          addEventListener("selectionchange", (event) => window.late && event.stopImmediatePropagation(), true);
          const next = () => { window.late = true; area.setSelectionRange(1, 1); };
          document.addEventListener("selectionchange", next, { once: true });
          area.setSelectionRange(0, 0);
        }"""
    )
    shows(page, Cube(3))
    page.evaluate(TWO_FRAMES)
    assert field.evaluate("area => area.selectionEnd") == 1
    page.evaluate("() => { window.late = false; document.dispatchEvent(new Event('selectionchange')); }")
    shows(page, Cube(3).apply("R"))


@pytest.mark.check
def test_turns_that_are_typed_are_made_and_the_cursor_is_where_the_cube_is(visit: Visitor) -> None:
    page = visit(link("turn"), **STILL)
    shows(page, Cube(3))
    field = page.get_by_role("textbox", name="Sequence")
    field.press_sequentially("R U2 ")
    shows(page, Cube(3).apply("R U2"))
    field.press_sequentially("[F: [R, U]]2 // twice")
    cube = Cube(3).apply("R U2 F R U R' U' F' F R U R' U' F'")
    shows(page, cube)
    assert " ".join(tape(page)) == "R U2 F R U R' U' F' F R U R' U' F'"
    expect(page.get_by_test_id("sequence-said")).to_have_text("14 turns")
    # The cursor moves the cube, and the cube moves the cursor.
    field.press("Control+Home")
    shows(page, Cube(3))
    for _ in range(4):
        field.press("ArrowRight")
    shows(page, Cube(3).apply("R U2"))
    expect(page.get_by_test_id("current-turn")).to_have_text("U2")
    button(page, "One step back").click()
    shows(page, Cube(3).apply("R"))
    until(page, lambda: field.evaluate("area => area.selectionEnd") == 1)
    # A turn made outside the field is written after the turns already made, in place of the rest.
    field.blur()
    page.keyboard.press("d")
    expect(field).to_have_value("R D")
    button(page, "Inverse").click()
    shows(page, Cube(3).apply("D' R'"))
    expect(field).to_have_value("D' R'")
    button(page, "Clear").click()
    shows(page, Cube(3))
    assert tape(page) == []
    # A letter typed into the field, or while the keys are off, makes no other turn.
    field.press_sequentially("R u")
    page.get_by_label("Turn with the keyboard").uncheck()
    page.keyboard.press("r")
    shows(page, Cube(3).apply("R Uw"))


@pytest.mark.check
def test_live_text_is_read_as_the_api_reads_it(visit: Visitor) -> None:
    page = visit(link("turn", 5), **STILL)
    shows(page, Cube(5))
    field = page.get_by_role("textbox", name="Sequence")
    for text in ("RUR'U'", "2-3Rw' (M E)2 x", "[Fw, 2U2] R’ // R\nL", "R2' 3Rw2 y"):
        answer = page.request.post(page.url.partition("#")[0] + "api/apply", data={"size": 5, "alg": text})
        field.fill(text)
        shows(page, str(answer.json()["facelets"]))


@pytest.mark.check
def test_undo_takes_back_one_turn_of_many_that_were_played(visit: Visitor) -> None:
    page = visit(link("turn", turns="R U F", made=0), **STILL)
    shows(page, Cube(3))
    expect(button(page, "Undo")).to_be_disabled()
    button(page, "To the end").click()
    shows(page, Cube(3).apply("R U F"))
    turn_button(page, "D").click()
    for left in ("R U F", "R U", "R", ""):
        button(page, "Undo").click()
        shows(page, Cube(3).apply(left))
    assert tape(page) == ["R", "U", "F"]
    field = page.get_by_role("textbox", name="Sequence")
    # The cursor comes first: it takes the cube to the end of the text, which is what Undo returns to.
    field.press("Control+End")
    shows(page, Cube(3).apply("R U F"))
    field.fill("L B2 D'")
    for left in ("L B2 D'", "L B2", "L", "R U F"):
        shows(page, Cube(3).apply(left))
        button(page, "Undo").click()


def test_an_error_is_marked_at_its_column(visit: Visitor) -> None:
    page = visit(link("turn"), **STILL)
    shows(page, Cube(3))
    field = page.get_by_role("textbox", name="Sequence")
    field.fill("L")
    shows(page, Cube(3).apply("L"))
    for text, column in (("R U Q F", 5), ("R 9Rw", 3), ("(U F", 1), ("R F <b>", 5), ("R 🙂 F", 3)):
        field.fill(text)
        expect(page.get_by_test_id("mark")).to_have_attribute("data-column", str(column))
        expect(page.get_by_test_id("sequence-said")).to_contain_text(f"Column {column}:")
        expect(field).to_have_attribute("aria-invalid", "true")
        # The underline is at the wrong letter.
        assert page.get_by_test_id("mark").locator("mark").inner_text() == text[column - 1]
    shows(page, Cube(3).apply("L"))
    field.fill("R")
    expect(page.get_by_test_id("mark")).to_have_count(0)
    shows(page, Cube(3).apply("R"))


def test_run_pause_and_steps_work_together(visit: Visitor) -> None:
    page = visit(link("turn", turns="R U F D L B", made=0))
    shows(page, Cube(3))
    speed = page.get_by_role("slider", name="Speed")
    speed.fill("0")
    assert speed.get_attribute("aria-valuetext") == "1"
    knobs = page.get_by_role("group", name="Playback")
    button(knobs, "Play").click()
    # Pause after at least one turn: the cube stays at the position that the tape shows.
    page.locator("[data-testid=tape] button.made").first.wait_for()
    button(page, "Pause").click()
    expect(button(page, "Pause")).to_have_count(0)
    turn_count = int(address_fields(page)["made"])
    assert 0 < turn_count <= 6
    turns = ["R", "U", "F", "D", "L", "B"]
    shows(page, Cube(3).apply(" ".join(turns[:turn_count])))
    speed.fill("4")
    button(page, "To the end").click()
    shows(page, Cube(3).apply(" ".join(turns)))
    expect(page.locator("[aria-current=step]")).to_have_text("B")
    button(page, "One step back").click()
    shows(page, Cube(3).apply(" ".join(turns[:5])))
    button(page, "To the start").click()
    shows(page, Cube(3))
    page.get_by_test_id("tape").get_by_role("button", name="D").click()
    shows(page, Cube(3).apply(" ".join(turns[:4])))


def test_a_run_is_cut_short_at_once(visit: Visitor) -> None:
    # At two seconds per turn the whole run takes too long to wait for.
    page = visit(link("turn", turns="R " + "U F " * 60, made=0))
    shows(page, Cube(3))
    page.get_by_role("slider", name="Speed").fill("-1")
    knobs = page.get_by_role("group", name="Playback")
    message = page.get_by_test_id("said")
    button(knobs, "Play").click()
    expect(message).to_have_text("R: right face a quarter turn clockwise.")
    button(knobs, "One step forward").click()
    expect(button(knobs, "Pause")).to_have_count(0)
    expect(page.locator("[aria-current=step]")).to_have_text("R")
    assert address_fields(page)["made"] == "1"
    button(knobs, "Play").click()
    button(knobs, "To the end").click()
    expect(page.locator("[aria-current=step]")).to_have_text("F")
    expect(message).to_have_text("F: front face a quarter turn clockwise.")
    for name in ("One step forward", "To the end"):
        expect(button(knobs, name)).to_be_disabled()
    button(knobs, "To the start").click()
    for name in ("One step back", "To the start"):
        expect(button(knobs, name)).to_be_disabled()
    shows(page, Cube(3))


def test_scramble_undo_and_reset_change_the_cube(visit: Visitor) -> None:
    page = visit(link("turn"), **STILL)
    shows(page, Cube(3))
    expect(button(page, "Undo")).to_be_disabled()
    turn_button(page, "R").click()
    shows(page, Cube(3).apply("R"))
    mixed = scramble(page)
    assert tape(page) == []
    assert not mixed.is_solved
    expect(page.get_by_test_id("said")).to_have_text(f"Scrambled with {address_fields(page)['scramble']}.")
    shows(page, mixed)
    turn_button(page, "U").click()
    shows(page, mixed.apply("U"))
    button(page, "Reset").click()
    shows(page, Cube(3))
    for before in (mixed.apply("U"), mixed, Cube(3).apply("R"), Cube(3)):
        button(page, "Undo").click()
        shows(page, before)
