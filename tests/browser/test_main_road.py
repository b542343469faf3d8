"""From a cube in the hand to its answer, by what is visible: painted, typed or pasted, by touch and by keys."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    address_fields,
    button,
    choose_setting,
    current,
    link,
    net,
    shows,
    unfold_details,
    until,
)
from cubeproof import Cube
from patience import PATIENCE
from test_same_text import READINGS, SOLVED_3, is_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, Route

HELD = Cube(3).apply("R U F2 D'")
"""The cube in the hand: its answer is proved at once."""

FIRST = Cube(2).apply("F2 U F' U R' U R2 F' R' U R'")


def middle(place: Locator) -> tuple[float, float]:
    """The centre of an element; the test fails unless all of it is in the window and nothing covers its centre."""
    x, y = place.evaluate(
        """(element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
            if (!inside) throw new Error(`${element.outerHTML.slice(0, 90)} is not in the window`);
            if (!element.contains(document.elementFromPoint(x, y))) throw new Error("it is covered");
            return [x, y];
        }"""
    )
    return x, y


def tap(page: Page, place: Locator) -> None:
    from playwright.sync_api import Error

    place.wait_for()
    last = time.monotonic() + PATIENCE
    while True:
        try:
            middle(place)
            break
        except Error:
            # An answer of the server may move it for a moment.
            if time.monotonic() > last:
                raise
            page.wait_for_timeout(20)
    # This waits until the place no longer moves, and looks again what the finger meets.
    place.tap()


def expect_answer(page: Page, cube: Cube, length: int) -> None:
    answer = page.locator("[data-testid=answer][data-optimal=true]")
    answer.wait_for()
    turns = answer.get_attribute("data-solution") or ""
    assert len(turns.split()) == length
    assert cube.apply(turns).is_solved
    expect(page.get_by_test_id("claim")).not_to_contain_text("htm")


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        text,
    )


@pytest.mark.parametrize("screen", [(390, 844), (844, 390)], ids=["upright", "sideways"])
def test_a_cube_is_painted_by_touch_without_scrolling_and_solved_by_one_press(
    screen: tuple[int, int], visit: Visitor
) -> None:
    page = visit(viewport={"width": screen[0], "height": screen[1]}, has_touch=True, is_mobile=True, **STILL)
    shows(page, FIRST)
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    tap(page, button(page, "Paint my cube"))
    expect(page.get_by_test_id("hold")).to_have_text("Hold it so: white up, green in front.")
    page.get_by_test_id("paint-sticker-0").wait_for()
    page.evaluate("scrollTo(0, 0)")
    for letter in "URFDLB":
        tap(page, page.get_by_test_id(f"paint-colour-{letter}"))
        for sticker, shown in enumerate(HELD.facelets):
            if shown == letter and sticker % 9 != 4:
                tap(page, page.get_by_test_id(f"paint-sticker-{sticker}"))
    box = page.get_by_test_id("paint-sticker-0").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 32
    picture = page.get_by_test_id("picture").bounding_box()
    assert picture is not None
    assert picture["height"] <= 120
    shows(page, HELD)
    tap(page, button(page, "Solve this cube"))
    expect_answer(page, HELD, 4)
    assert address_fields(page)["state"] == HELD.facelets


@pytest.mark.parametrize(
    ("size", "screen"), [(4, (390, 844)), (7, (390, 844)), (7, (844, 390))], ids=["4", "7", "7 sideways"]
)
def test_a_large_cube_is_painted_by_touch_face_by_face(
    size: int, screen: tuple[int, int], visit: Visitor
) -> None:
    settings = {"width": screen[0], "height": screen[1]}
    page = visit(link("paint", size), viewport=settings, has_touch=True, is_mobile=True, **STILL)
    page.get_by_test_id("map").wait_for()
    page.evaluate("scrollTo(0, 0)")
    goal = Cube(size).apply("R2 F2").facelets
    for face in range(6):
        tap(page, page.get_by_test_id(f"face-{'URFDLB'[face]}"))
        for sticker in range(face * size**2, (face + 1) * size**2):
            if goal[sticker] != "URFDLB"[face]:
                tap(page, page.get_by_test_id(f"paint-colour-{goal[sticker]}"))
                tap(page, page.get_by_test_id(f"paint-sticker-{sticker}"))
        sides = page.get_by_role("gridcell").evaluate_all("all => all.map(cell => cell.clientWidth)")
        assert len(sides) == size**2
        assert min(sides) >= 32
    shows(page, goal)
    expect(page.get_by_test_id("verdict")).to_contain_text("This cube can be solved.")
    # Keys write over the faces in their order.
    page.get_by_test_id(f"paint-sticker-{6 * size**2 - 1}").press("w")
    expect(page.get_by_test_id("paint-sticker-0")).to_be_focused()


def test_a_cube_is_painted_and_solved_by_keys_only(visit: Visitor) -> None:
    page = visit(**STILL)
    shows(page, FIRST)

    def reach(name: str, key: str) -> None:
        for _ in range(80):
            page.keyboard.press(key)
            if page.evaluate("document.activeElement.dataset.testid") == name:
                return
        raise AssertionError(f"{key} does not lead to {name}")

    reach("way-paint", "Tab")
    page.keyboard.press("Enter")
    page.get_by_test_id("paint-sticker-0").wait_for()
    reach("paint-sticker-0", "Tab")
    for sticker, letter in enumerate(HELD.facelets):
        if sticker % 9 != 4:
            page.keyboard.press(letter)
    button(page, "Solve this cube").wait_for()
    reach("solve-painted", "Shift+Tab")
    page.keyboard.press("Enter")
    expect_answer(page, HELD, 4)


def test_a_text_pasted_anywhere_becomes_the_cube_and_undo_takes_it_back(visit: Visitor) -> None:
    page = visit(**STILL)
    shows(page, FIRST)
    paste(page, "R U F2 D'\n")
    expect(page.get_by_test_id("pasted")).to_contain_text("Pasted: a 3×3×3 with 4 turns.")
    shows(page, HELD)
    button(page.get_by_test_id("pasted"), "Undo").click()
    shows(page, FIRST)
    expect(page.get_by_test_id("pasted")).to_have_count(0)
    paste(page, "hello")
    expect(page.get_by_test_id("pasted")).to_contain_text("is not a turn")
    shows(page, FIRST)
    paste(page, HELD.facelets)
    shows(page, HELD)
    button(page, "Solve").click()
    expect_answer(page, HELD, 4)


def in_order(facelets: str, order: str) -> str:
    """The facelets with the faces listed in another order."""
    face = len(facelets) // 6
    start = {letter: "URFDLB".index(letter) * face for letter in order}
    return "".join(facelets[start[letter] : start[letter] + face] for letter in order)


def test_faces_in_another_order_become_the_cube_by_one_press(visit: Visitor) -> None:
    page = visit(**STILL)
    text = in_order(HELD.facelets, "ULFRBD")
    paste(page, text)
    shows(page, Cube.from_facelets(text))
    button(page, "Solve").click()
    button(page, "Read as U L F R B D").click()
    shows(page, HELD)
    button(page, "Solve").click()
    expect_answer(page, HELD, 4)
    page = visit(link("paint", size=3, state=in_order(HELD.facelets, "DLBURF")), **STILL)
    button(page, "Read as D L B U R F").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("This cube can be solved.")
    shows(page, HELD)


@pytest.mark.parametrize("entrance", ["paste", "scramble", "painting", "link"])
def test_refused_stickers_in_another_order_are_read_by_one_press(entrance: str, visit: Visitor) -> None:
    colours = in_order(HELD.facelets, "ULFRBD").translate(str.maketrans("URFDLB", "WRGYOB"))
    text = " ".join(colours) if entrance == "scramble" else colours
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = visit(link("solve", state=text) if entrance == "link" else link("paint"), **phone, **STILL)
    if entrance == "paste":
        paste(page, text)
    elif entrance == "scramble":
        page.get_by_role("tab", name="Solve").click()
        page.get_by_test_id("way-type").click()
        page.get_by_test_id("scramble").fill(text)
    elif entrance == "painting":
        page.get_by_test_id("paint-text").fill(text)
        button(page, "Read").click()
    button(page, "Read as U L F R B D").scroll_into_view_if_needed()
    tap(page, button(page, "Read as U L F R B D"))
    shows(page, HELD)
    expect(page.get_by_test_id("reorder")).to_have_count(0)
    assert current(page) == HELD


def test_a_pasted_text_means_what_it_means_at_every_other_entrance(visit: Visitor) -> None:
    page = visit(link("solve", 3), **STILL)
    before = SOLVED_3
    for text, meaning in READINGS.items():
        shows(page, before)
        paste(page, text)
        if is_state(meaning) or meaning == "turns":
            expect(page.locator("[data-testid=pasted]:not(.fault)")).to_be_visible()
            shows(page, meaning if is_state(meaning) else Cube(3).apply(text).facelets)
            button(page.get_by_test_id("pasted"), "Undo").click()
        else:
            # The cube stays, and the sentence names the readings or the order as the command does.
            expect(page.locator("[data-testid=pasted].fault")).to_contain_text(
                "two readings"
                if meaning.startswith("two")
                else "order"
                if "--order" in meaning
                else re.compile(".")
            )
            button(page.get_by_test_id("pasted"), "Close").click()


def waiting_for_a_link(visit: Visitor) -> tuple[Page, Callable[[], None]]:
    """Open the link of a 4×4×4 that the server does not read yet; return the page, and a function that lets it."""
    page = visit(**STILL)
    address = page.url.split("#")[0].rstrip("/") + link("turn", size=4)
    page.goto("about:blank")
    waiting: list[Route] = []
    released: list[bool] = []

    def hold(route: Route) -> None:
        if not released and (route.request.post_data_json or {}).get("size") == 4:
            waiting.append(route)
        else:
            route.continue_()

    def release() -> None:
        released.append(True)
        for route in waiting:
            route.continue_()

    page.route("**/api/apply", hold)
    page.goto(address)
    until(page, lambda: len(waiting) >= 2)
    return page, release


# The page knows single turns itself; the server reads brackets.
@pytest.mark.parametrize("text", ["R U", "(R U)"])
def test_turns_typed_before_the_cube_of_a_link_arrives_are_its_turns(text: str, visit: Visitor) -> None:
    page, release = waiting_for_a_link(visit)
    page.locator("#sequence").fill(text)
    release()
    shows(page, Cube(4).apply("R U"))
    expect(page.locator("#sequence")).to_have_value(text)


def test_reset_before_the_cube_of_a_link_arrives_takes_back_the_turns(visit: Visitor) -> None:
    page, release = waiting_for_a_link(visit)
    page.locator("#sequence").fill("R U")
    button(page, "Reset").click()
    expect(page.locator("#sequence")).to_have_value("")
    release()
    shows(page, Cube(4))
    expect(page.locator("#sequence")).to_have_value("")


def test_lower_case_turns_of_a_large_cube_are_read_in_the_other_way_by_one_press(visit: Visitor) -> None:
    page = visit(link("turn", size=4), **STILL)
    sequence, note = page.locator("#sequence"), page.get_by_test_id("lowercase")
    sequence.fill("r U")
    expect(note).to_contain_text("“r” was read as the wide turn Rw.")
    shows(page, Cube(4).apply("Rw U"))
    button(note, "Read as the inner layer 2R").click()
    shows(page, Cube(4).apply("2R U"))
    # The choice is kept, and every text that it changes says so.
    for text, turns, noted in (("R", "R", ""), ("f", "2F", "f"), ("Rw r", "Rw 2R", "r"), ("R U", "R U", "")):
        sequence.fill(text)
        shows(page, Cube(4).apply(turns))
        if noted:
            expect(note).to_contain_text(f"“{noted}” was read as the inner layer 2{noted.upper()}.")
        expect(note).to_have_count(1 if noted else 0)
    sequence.fill("")
    page.get_by_role("tab", name="Solve").click()
    paste(page, "u R")
    expect(note).to_contain_text("“u” was read as the inner layer 2U.")
    button(note, "Read as the wide turn Uw").click()
    shows(page, Cube(4).apply("Uw R"))
    assert address_fields(page)["scramble"] == "Uw R"
    button(page, "Scramble").click()
    expect(note).to_have_count(0)
    page.get_by_test_id("size").select_option("3")
    paste(page, "r U")
    shows(page, Cube(3).apply("Rw U"))
    expect(note).to_contain_text("“r” was read as the wide turn Rw.")


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("R U' F2 R' U2 R F' U R'", 2),
        ("R U' F2 D' L B2 Rw Uw'", 3),
        ("R Uw' F2 Rw D' Fw2 L Uw B2 Rw'", 4),
        ("R Uw' F2 Lw D' Fw2 L Bw B2 Dw'", 5),
        ("3Rw U F 3Uw' R", 6),
        ("3Rw U F 3Dw' R", 7),
    ],
)
def test_a_scramble_in_place_of_an_example_has_the_size_that_its_turns_suggest(
    text: str, size: int, visit: Visitor
) -> None:
    page = visit(**STILL)
    shows(page, FIRST)
    paste(page, text)
    shows(page, Cube(size).apply(text))
    # A size that the visitor chose stays.
    chosen = 4 if size == 5 else 5
    page.get_by_test_id("size").select_option(str(chosen))
    shows(page, Cube(chosen))
    paste(page, "R U F")
    shows(page, Cube(chosen).apply("R U F"))


def test_a_typed_scramble_is_solved_by_enter(visit: Visitor) -> None:
    page = visit(**STILL)
    shows(page, FIRST)
    button(page, "Type or paste a scramble").click()
    expect(page.get_by_test_id("scramble")).to_be_focused()
    page.keyboard.type("R U F2 D'")
    shows(page, HELD)
    page.keyboard.press("Enter")
    expect_answer(page, HELD, 4)


def changed(cube: Cube, **stickers: str) -> str:
    """The facelets of a cube with other letters on some stickers: `s8="R"`."""
    letters = list(cube.facelets)
    for place, letter in stickers.items():
        letters[int(place[1:])] = letter
    return "".join(letters)


SOLVED = Cube(3)
RED_AND_ORANGE = HELD.facelets.translate(str.maketrans("RL", "LR"))
IMPOSSIBLE = {
    "a piece twice": (
        changed(SOLVED, s10="L", s43="R"),
        "The white-orange edge occurs 2 times, at up-left and up-right",
        "L’arête blanc-orange apparaît 2 fois",
    ),
    "a flipped edge": (changed(SOLVED, s7="F", s19="U"), "An edge is flipped", "Une arête est retournée"),
    "centres": (changed(SOLVED, s4="F", s22="U"), "No cube has its centres", "Aucun cube n’a ses centres"),
    "two colours exchanged": (
        "".join(
            shown if place % 9 != 4 else HELD.facelets[place] for place, shown in enumerate(RED_AND_ORANGE)
        ),
        "Red and orange are exchanged",
        "Rouge et orange sont échangés",
    ),
}


@pytest.mark.parametrize("kind", IMPOSSIBLE)
def test_an_impossible_cube_is_explained_in_colours_in_both_languages_and_repaired(
    kind: str, visit: Visitor
) -> None:
    state, english, french = IMPOSSIBLE[kind]
    assert Cube.from_facelets(state).status()
    page = visit(link("paint", state=state), **STILL)
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_contain_text(english)
    expect(verdict).to_contain_text("This cube cannot exist.")
    causes = {"two colours exchanged": "Red and orange", "a flipped edge": "Every piece is there"}
    cause = causes.get(kind, "Most likely a sticker is copied wrongly")
    expect(verdict.locator("p").nth(1)).to_contain_text(cause)
    # Letters of faces would be a riddle beside colours.
    for text in (english, french):
        expect(verdict).to_contain_text(text)
        for words in (verdict.inner_text(), page.get_by_test_id("repair-sentence").inner_text()):
            assert not re.search(r"\b[URFDLB]{1,3}\b(?!’)", words), words
        choose_setting(page, "language", "fr")
    choose_setting(page, "language", "en")
    if kind != "centres":
        swatch = page.locator(".judgement .dot").first
        wide, high, text = swatch.evaluate(
            """dot => [dot.offsetWidth, dot.offsetHeight, parseFloat(getComputedStyle(dot.parentElement).fontSize)]"""
        )
        assert 0 < wide < text
        assert 0 < high < text
        assert swatch.evaluate("dot => getComputedStyle(dot, '::before').content") == "none"
    # Solve gives the same reasons, and leads back.
    page.get_by_role("tab", name="Solve").click()
    expect(page.get_by_test_id("missing")).to_contain_text("This cube cannot exist.")
    page.get_by_test_id("solve-button").click()
    expect(page.get_by_test_id("solve-fault")).to_contain_text(english)
    button(page, "See it in Paint").click()
    button(page, "Repair").click()
    expect(verdict).to_have_attribute("data-possible", "true")
    assert not Cube.from_facelets(net(page)).status()


def test_an_unfinished_painting_stays_and_solve_says_what_is_missing(visit: Visitor) -> None:
    page = visit(**STILL)
    shows(page, FIRST)
    button(page, "Paint my cube").click()
    for sticker in (0, 1, 2):
        page.get_by_test_id(f"paint-sticker-{sticker}").click()
    page.get_by_role("tab", name="Solve").click()
    expect(page.get_by_test_id("missing")).to_contain_text("45 stickers are not painted yet")
    page.reload()
    expect(page.get_by_test_id("missing")).to_contain_text("45 stickers are not painted yet")
    button(page, "See it in Paint").click()
    until(page, lambda: net(page)[:5] == "UUU?U")
    # Another size starts another empty net.
    page.get_by_test_id("size").select_option("2")
    until(page, lambda: net(page) == "?" * 24)


def test_back_goes_from_tab_to_tab_with_the_cube_of_now(visit: Visitor) -> None:
    page = visit(link("turn", 3, scramble="R U"), **STILL)
    shows(page, Cube(3).apply("R U"))
    for tab in ("Paint", "Explore"):
        page.get_by_role("tab", name=tab).click()
    page.get_by_test_id("size").select_option("2")
    shows(page, Cube(2))
    for tab in ("Paint", "Turn"):
        page.go_back()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        shows(page, Cube(2))
        assert (address_fields(page)["tab"], address_fields(page)["size"]) == (tab.lower(), "2")
    page.go_forward()
    expect(page.get_by_role("tab", name="Paint")).to_have_attribute("aria-selected", "true")
    shows(page, Cube(2))


@pytest.mark.parametrize(("size", "reason"), [("50", "cubes of 2 to 20 layers, not 50"), ("big", "'big'")])
def test_a_link_with_a_wrong_size_says_what_is_shown_instead(size: str, reason: str, visit: Visitor) -> None:
    page = visit(f"/#size={size}", **STILL)
    expect(page.get_by_test_id("said")).to_contain_text(reason)
    expect(page.get_by_test_id("said")).to_contain_text("A solved cube is shown instead.")
    shows(page, Cube(3))
    page.evaluate("address => location.assign(address)", link("turn", 3, scramble="R U"))
    shows(page, Cube(3).apply("R U"))
    page.evaluate(f"location.assign('#size={size}')")
    expect(page.get_by_test_id("said")).to_contain_text("The cube stays as it was.")
    shows(page, Cube(3).apply("R U"))


@pytest.mark.parametrize("screen", [(390, 844), (844, 390)], ids=["upright", "sideways"])
def test_language_and_colours_are_chosen_on_a_phone_without_scrolling(
    screen: tuple[int, int], visit: Visitor
) -> None:
    page = visit(viewport={"width": screen[0], "height": screen[1]}, has_touch=True, is_mobile=True, **STILL)
    shows(page, FIRST)
    tap(page, page.get_by_test_id("settings"))
    for name in ("language", "theme", "palette", "letters"):
        middle(page.get_by_test_id(name))
    page.get_by_test_id("language").select_option("fr")
    expect(page.get_by_role("heading", name="Quel cube avez-vous ?")).to_be_visible()


def test_answer_of_a_large_cube_is_also_written_in_small_blocks(visit: Visitor) -> None:
    page = visit(link("solve", size=4, scramble="R 3Uw F"), **STILL)
    page.get_by_test_id("solve-button").click()
    unfold_details(page)
    page.get_by_text("The turns in writing").click()
    text = page.get_by_test_id("small-blocks").inner_text().partition(":")[2]
    assert "3" not in text
    assert Cube(4).apply(f"R 3Uw F {text}").is_solved
