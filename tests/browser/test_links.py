"""The address contains the cube and its question: links, reloads and invalid links."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    address_fields,
    bounds,
    button,
    choose_engine,
    current,
    link,
    play,
    press,
    scramble,
    shows,
    tape,
    turn_button,
    until,
)
from cubeproof import Cube

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_reload_restores_the_page(visit: Visitor) -> None:
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
    second = visit(copied[copied.index("/#") :])
    shows(second, cube)
    expect(button(second, "Undo")).to_be_disabled()


@pytest.mark.parametrize(
    ("selected", "outcome"),
    [(True, "Copied"), (False, "Not copied: your browser does not allow it")],
    ids=["selection", "nothing"],
)
def test_copy_button_reports_what_a_browser_that_denies_the_clipboard_allows(
    selected: bool, outcome: str, visit: Visitor
) -> None:
    page = visit(link("turn", 3), **STILL)
    shows(page, Cube(3))
    page.evaluate(
        """selected => {
          navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
          document.execCommand = () => (window.copied = document.activeElement.value) && selected;
        }""",
        selected,
    )
    share = page.get_by_test_id("share")
    press(share, outcome)
    assert page.evaluate("copied") == page.url
    expect(share).to_be_focused()


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


@pytest.mark.check
def test_a_broken_state_of_the_history_starts_from_the_address(visit: Visitor) -> None:
    page = visit(link("turn", 2, scramble="R", turns="U", made=1), **STILL)
    cube = Cube(2).apply("R U")
    shows(page, cube)
    kept = {"hash": page.evaluate("location.hash"), "base": {}, "tape": ["U"], "at": 1}
    base = {"size": 2, "setup": "R", "facelets": Cube(2).apply("R").facelets}
    broken = [
        "nonsense",
        7,
        {},
        kept,
        kept | {"base": base, "tape": "U"},
        kept | {"base": base, "at": 9},
        kept | {"base": base, "tape": [1]},
        kept | {"base": base | {"facelets": "U"}},
        kept | {"base": base | {"size": "2"}},
    ]
    for state in broken:
        page.evaluate("state => history.replaceState(state, '')", state)
        page.reload()
        shows(page, cube)
        assert tape(page) == ["U"]


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
    "size=1": "This server supports cubes of 2 to 20 layers, not 1.",
    "size=10000&scramble=R": "This server supports cubes of 2 to 20 layers, not 10000.",
    "size=2.5": "valid integer",
    "turns=R+Q&made=2": "Column 3: 'Q' is not a turn.",
    "size=2&scramble=M": "a cube of 2 layers has none",
    f"turns={quote('<script>window.harmed=1</script>')}&made=1": "Column 1: '<script>",
    f"scramble={quote('<img src=x onerror=window.harmed=1>')}": "'<img' is not a turn.",
    f"state={quote('<img src=x onerror=window.harmed=1>')}": "33 stickers make no cube",
    "state=UUUU": "4 stickers make no cube",
    "state=" + "X" * 54: "'X'",
    "scramble=" + "R" * 61_000: "60,000 characters",
    "turns=(R)99999": "this server allows 10,000",
}


@pytest.mark.parametrize("nonsense", list(NONSENSE)[:6:5])
def test_a_link_that_makes_no_sense_is_answered_by_a_sentence(nonsense: str, visit: Visitor) -> None:
    page = visit(f"/#{nonsense}")
    message = page.get_by_test_id("said")
    expect(message).to_contain_text(NONSENSE[nonsense])
    expect(message).to_have_class("fault")
    assert page.evaluate("window.harmed") is None
    # The visitor continues with a valid cube.
    button(page, "Reset").click()
    expect(message).to_have_text("The cube is solved.")
    assert address_fields(page)["size"] == "3"


def test_an_address_that_makes_no_sense_leaves_the_cube_as_it_was(visit: Visitor) -> None:
    page = visit(link("turn", 2, scramble="R"), **STILL)
    shows(page, Cube(2).apply("R"))
    for nonsense, sentence in NONSENSE.items():
        page.evaluate("hash => location.assign('#' + hash)", nonsense)
        expect(page.get_by_test_id("said")).to_contain_text(sentence)
        assert page.evaluate("window.harmed") is None
        shows(page, Cube(2).apply("R"))
        assert address_fields(page)["scramble"] == "R"


def test_nonsense_beside_the_cube_does_no_harm(visit: Visitor) -> None:
    page = visit("/#size=2&scramble=R&made=-7&turns=U&tab=%3Cb%3E&more=javascript:alert(1)&=&&%", **STILL)
    shows(page, Cube(2).apply("R"))
    assert tape(page) == ["U"]
    expect(page.get_by_role("tab", name="Solve")).to_have_attribute("aria-selected", "true")


def answer(page: Page) -> tuple[str, str]:
    """Press Solve; return the claim and the number of turns of the answer."""
    page.get_by_test_id("solve-button").click()
    page.get_by_test_id("answer").wait_for()
    return page.get_by_test_id("claim").inner_text(), f"{bounds(page)[1]} turn"


QUESTIONS: dict[str, Callable[[Page], object]] = {
    "an engine": lambda page: choose_engine(page, "sat"),
    "a metric": lambda page: page.get_by_test_id("solve-metric").select_option("qtm"),
    "a goal": lambda page: page.get_by_test_id("solve-goal").select_option("corners"),
    "some turns": lambda page: page.get_by_test_id("solve-moves").fill("R, U"),
    "a time": lambda page: page.get_by_label("Time limit, in seconds").fill("77"),
    "all answers": lambda page: page.get_by_test_id("solve-all").check(),
}
FIELDS = """() => [...document.querySelectorAll(".solve :is(input, select)")]
    .map((field) => field.type === "radio" || field.type === "checkbox" ? field.checked : field.value)"""


@pytest.mark.check
def test_a_link_carries_the_whole_question_and_proves_it_on_solve_and_not_before(visit: Visitor) -> None:
    cube = Cube(2).apply("R U2")
    page = visit(link("solve", 2, scramble="R U2"), **STILL)
    second = visit(**STILL)
    shows(page, cube)
    page.get_by_test_id("solve-options").click()
    for ask in QUESTIONS.values():
        # The choices accumulate, so that the last link contains all of them.
        before = address_fields(page).get("asked")
        ask(page)
        until(page, lambda: address_fields(page).get("asked", before) != before)  # noqa: B023
        result = answer(page)
        turns = tape(page)
        until(page, lambda: page.evaluate("location.hash.length") > 40)
        page.wait_for_timeout(100)
        # Without the name of the search, as on another server.
        address = page.evaluate("location.hash").partition("&job=")[0]
        second.goto("about:blank")
        second.goto(page.url.partition("#")[0] + address)
        shows(second, cube)
        assert tape(second) == turns
        expect(second.get_by_test_id("claimed")).to_contain_text(f"The link says: {result[1]}")
        expect(second.get_by_test_id("claimed")).to_contain_text("not proved here until you press Solve")
        for part in ("claim", "answer", "live"):
            expect(second.get_by_test_id(part)).to_have_count(0)
        second.get_by_test_id("solve-options").click()
        until(second, lambda: second.evaluate(FIELDS) == page.evaluate(FIELDS))
        assert answer(second) == result
        expect(second.get_by_test_id("claimed")).to_have_count(0)
    # The link claims nothing about another cube.
    second.goto("about:blank")
    second.goto(page.url.partition("#")[0] + address)
    expect(second.get_by_test_id("claimed")).to_be_visible()
    second.keyboard.press("r")
    expect(second.get_by_test_id("claimed")).to_have_count(0)
    # A text that holds no question is refused.
    for nonsense in ("nonsense", "q1Y", "*" * 99):
        second.goto("about:blank")
        second.goto(page.url.partition("#")[0] + f"#size=2&scramble=R&asked={nonsense}&tab=solve")
        shows(second, Cube(2).apply("R"))
        expect(second.get_by_test_id("said")).to_contain_text("asks a question that cannot be read")


@pytest.mark.check
def test_a_link_copied_after_the_answer_was_played_claims_its_length_only_of_the_cube_before(
    visit: Visitor,
) -> None:
    page = visit(link("solve", 2, scramble="R U2"), **STILL)
    shows(page, Cube(2).apply("R U2"))
    answer(page)
    play(page)
    until(page, lambda: address_fields(page).get("made") == "2" and "asked" in address_fields(page))
    page.wait_for_timeout(100)
    second = visit(page.evaluate("'/' + location.hash").partition("&job=")[0], **STILL)
    shows(second, current(page))
    expect(second.get_by_role("button", name="Solve", exact=True)).to_be_enabled()
    second.wait_for_timeout(300)
    expect(second.get_by_test_id("claimed")).to_have_count(0)
    second.get_by_role("button", name="To the start", exact=True).click()
    expect(second.get_by_test_id("claimed")).to_contain_text("The link says: 2 turns")
