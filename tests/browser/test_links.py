"""The address holds the cube: a link, a reload, and links that make no sense."""

from urllib.parse import quote

import pytest

from browser.assertions import expect
from browser.seeing import STILL, Visitor, button, link, press, scramble, shows, tape, told, turn_button
from cubeproof import Cube


def test_after_a_reload_all_is_as_it_was(visit: Visitor) -> None:
    page = visit(link("turn", 4, scramble="Rw U"), **STILL)
    shows(page, Cube(4).apply("Rw U"))
    for turn in ("F", "L2", "B'"):
        turn_button(page, turn).click()
    button(page, "One step back").click()
    shows(page, Cube(4).apply("Rw U F L2"))
    page.reload()
    shows(page, Cube(4).apply("Rw U F L2"))
    assert tape(page) == ["F", "L2", "B'"]
    assert page.get_by_test_id("size").input_value() == "4"
    expect(page.get_by_role("tab", name="Turn")).to_have_attribute("aria-selected", "true")
    button(page, "To the end").click()
    shows(page, Cube(4).apply("Rw U F L2 B'"))


def test_a_link_is_copied_and_opened_by_another_visitor(visit: Visitor) -> None:
    page = visit(link("turn", 3), permissions=["clipboard-read", "clipboard-write"], **STILL)
    cube = scramble(page).apply("M")
    page.keyboard.press("m")
    shows(page, cube)
    press(page.get_by_test_id("share"), "Copied")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    other = visit(copied[copied.index("/#") :])
    shows(other, cube)
    expect(button(other, "Undo")).to_be_disabled()


DRAWN = """
  window.drawn = new Set();
  window.pictured = new Set();
  (function look() {
    const size = document.querySelector("[data-testid=size]");
    if (size) window.drawn.add(size.value);
    const picture = document.querySelector("[data-testid=picture] img");
    if (picture) window.pictured.add(new URL(picture.src).searchParams.get("state"));
    requestAnimationFrame(look);
  })();
"""


def test_a_link_draws_no_other_cube_first(visit: Visitor) -> None:
    page = visit(link("turn", 5, scramble="R"), **STILL)
    page.add_init_script(DRAWN)
    page.reload()
    shows(page, Cube(5).apply("R"))
    assert page.evaluate("[...window.drawn]") == ["5"]
    assert page.evaluate("[...window.pictured]") in ([], [Cube(5).apply("R").facelets])


def test_an_address_changed_by_hand_is_followed(visit: Visitor) -> None:
    page = visit(link("turn", 3), **STILL)
    shows(page, Cube(3))
    page.evaluate("location.hash = 'size=2&scramble=R+U&turns=(B+D)2&made=3&tab=explore'")
    shows(page, Cube(2).apply("R U B D B"))
    assert tape(page) == ["B", "D", "B", "D"]
    expect(page.get_by_test_id("layers")).to_be_visible()


NONSENSE = {
    "size=1": "Cubes here have 2 to 20 layers, not 1.",
    "size=10000&scramble=R": "Cubes here have 2 to 20 layers, not 10000.",
    "size=2.5": "valid integer",
    "turns=R+Q&made=2": "Column 3: 'Q' is not a turn.",
    "size=2&scramble=M": "a cube of 2 layers has none",
    f"turns={quote('<script>window.harmed=1</script>')}&made=1": "Column 1: '<script>",
    f"scramble={quote('<img src=x onerror=window.harmed=1>')}": "'<img' is not a turn.",
    f"state={quote('<img src=x onerror=window.harmed=1>')}": "33 stickers make no cube",
    "state=UUUU": "4 stickers make no cube",
    "state=" + "X" * 54: "'X'",
    "scramble=" + "R" * 30_000: "20,000 characters",
    "turns=(R)9999": "1,000 are the most here",
}


@pytest.mark.parametrize("nonsense", list(NONSENSE)[:6:5])
def test_a_link_that_makes_no_sense_is_answered_by_a_sentence(nonsense: str, visit: Visitor) -> None:
    page = visit(f"/#{nonsense}")
    said = page.get_by_test_id("said")
    expect(said).to_contain_text(NONSENSE[nonsense])
    expect(said).to_have_class("fault")
    assert page.evaluate("window.harmed") is None
    # And one goes on with a cube that is one.
    button(page, "Reset").click()
    expect(said).to_have_text("The cube is solved.")
    assert told(page)["size"] == "3"


def test_an_address_that_makes_no_sense_leaves_the_cube_as_it_was(visit: Visitor) -> None:
    page = visit(link("turn", 2, scramble="R"), **STILL)
    shows(page, Cube(2).apply("R"))
    for nonsense, sentence in NONSENSE.items():
        page.evaluate("hash => location.assign('#' + hash)", nonsense)
        expect(page.get_by_test_id("said")).to_contain_text(sentence)
        assert page.evaluate("window.harmed") is None
        shows(page, Cube(2).apply("R"))
        assert told(page)["scramble"] == "R"


def test_nonsense_beside_the_cube_does_no_harm(visit: Visitor) -> None:
    page = visit("/#size=2&scramble=R&made=-7&turns=U&tab=%3Cb%3E&more=javascript:alert(1)&=&&%", **STILL)
    shows(page, Cube(2).apply("R"))
    assert tape(page) == ["U"]
    expect(page.get_by_role("tab", name="Solve")).to_have_attribute("aria-selected", "true")
