"""The chapters of "How it works", walked as a visitor walks them, and judged by programs of others."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from pysat.formula import CNF

from browser.assertions import expect
from browser.seeing import PICTURE, STILL, Visitor, intercept, link, number, shows, until
from browser.test_reading import english
from browser.test_views import faults
from cubeproof import Cube, cube_problem, distance, formula, random_cube_at, state_number
from cubeproof.formulas.text import formula_lines
from ground_truth import LAYERS_2_HTM
from judges import first_bad_lemma, minisat

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCREENS = {"formula": 6, "proof": 6, "states": 5}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
USUAL = Cube(2).apply("R U F")
# One corner is twisted, at URF.
TWISTED = "UUUR" + "FRRR" + "FUFF" + "DDDDLLLLBBBB"
HOW_CUBE = "[data-testid=how-cube] .player"


def place(chapter: str, screen: int, cube: Cube | None = None, horizon: int | None = None) -> str:
    """The address of a screen."""
    query = [f"state={cube.facelets}"] if cube else []
    query += [] if horizon is None else [f"horizon={horizon}"]
    return f"/#how/{chapter}/{screen}" + ("?" + "&".join(query) if query else "")


def on_screen(page: Page, chapter: str, screen: int) -> None:
    """Wait until a screen asks its question."""
    expect(page.locator(f"main.how[data-chapter={chapter}][data-screen='{screen}']")).to_be_visible()
    page.locator(".question").wait_for()


def answer_right(page: Page) -> None:
    """Answer the question of the screen."""
    page.locator(".question [data-right=true]").click()
    page.get_by_test_id("result").wait_for()


def clauses_of(cube: Cube, horizon: int, encoding: str) -> list[list[int]]:
    """The clauses of a formula's file, as PySAT reads them."""
    text = "\n".join(formula_lines(formula(cube_problem(cube), horizon, encoding=encoding)))
    clauses: list[list[int]] = CNF(from_string=text).clauses
    return clauses


def go(page: Page, path: str) -> None:
    """Open an address in a page that is open."""
    page.evaluate("hash => void (location.hash = hash)", path.removeprefix("/"))


WORDS = 350


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
@pytest.mark.parametrize("chapter", SCREENS)
def test_chapter_is_walked_with_wrong_and_right_answers(chapter: str, way: str, visit: Visitor) -> None:
    is_french = way == "keyboard"
    settings = {"locale": "fr-FR", **PHONE} if is_french else {}
    page = visit(f"/#how/{chapter}", **STILL, **settings)
    words = 0
    for screen in range(1, SCREENS[chapter] + 1):
        on_screen(page, chapter, screen)
        shows(page, USUAL, HOW_CUBE)
        text = page.locator(".text > p, .text > h2, .question > p, .question button").all_inner_texts()
        words += sum(len(re.findall(r"\w+", part)) for part in text)
        choices = page.locator(".question .choices button")
        assert choices.count() >= 3
        rights = [choice.get_attribute("data-right") == "true" for choice in choices.all()]
        assert rights.count(True) == 1
        assert "" not in choices.all_inner_texts()
        replies = set()
        for index in sorted(range(len(rights)), key=lambda index: rights[index]):
            if way == "mouse":
                choices.nth(index).click()
            else:
                choices.nth(index).focus()
                page.keyboard.press("Enter")
            expect(choices.nth(index)).to_have_attribute("aria-pressed", "true")
            reply = page.get_by_test_id("reply")
            expect(reply).to_have_class("good" if rights[index] else "fault")
            expect(page.get_by_test_id("result")).to_have_count(1 if rights[index] else 0)
            replies.add(reply.inner_text())
        assert len(replies) >= 2
        if is_french:
            assert english(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert list(faults(page)) == []
        if screen < SCREENS[chapter]:
            following = page.get_by_test_id("how-next")
            if way == "mouse":
                following.click()
            else:
                following.focus()
                page.keyboard.press("Enter")
    expect(page.get_by_test_id("how-next")).to_be_disabled()
    assert words <= WORDS


def test_first_page_links_to_the_chapters_with_its_cube(visit: Visitor) -> None:
    cube = random_cube_at(3, seed=4)
    page = visit(link("turn", 2, state=cube.facelets), **STILL)
    shows(page, cube, PICTURE)
    page.get_by_role("link", name="A cube becomes a formula").click()
    on_screen(page, "formula", 1)
    shows(page, cube, HOW_CUBE)
    page.get_by_test_id("how-next").click()
    on_screen(page, "formula", 2)
    page.reload()
    on_screen(page, "formula", 2)
    shows(page, cube, HOW_CUBE)
    page.go_back()
    on_screen(page, "formula", 1)
    page.go_back()
    expect(page.get_by_role("tab", name="Turn")).to_be_visible()
    shows(page, cube, PICTURE)
    page.go_forward()
    on_screen(page, "formula", 1)
    page.get_by_test_id("how-back").click()
    shows(page, cube, PICTURE)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("formula/99", "how-stray"),
        ("nothing", "how-stray"),
        ("proof/2?horizon=9", "how-stray"),
        ("states/2?state=UUU", "how-stray"),
        (f"formula/3?state={Cube(3).facelets}", "how-stray"),
        (f"formula/3?state={'U' * 24}", "how-refused"),
        (f"states/3?state=R{Cube(2).facelets[1:]}", "how-refused"),
        (f"states/5?state={TWISTED}", "how-refused"),
    ],
)
def test_wrong_link_shows_the_first_screen_with_a_sentence(address: str, said: str, visit: Visitor) -> None:
    page = visit(f"/#how/{address}", **STILL)
    expect(page.get_by_test_id(said)).to_be_visible()
    chapter = address.partition("/")[0]
    on_screen(page, chapter if chapter in SCREENS else "formula", 1)
    shows(page, USUAL, HOW_CUBE)


def test_refusal_of_a_cube_ends_with_the_next_screen(visit: Visitor) -> None:
    page = visit(f"/#how/states/5?state={TWISTED}", **STILL)
    refused = page.get_by_test_id("how-refused")
    expect(refused).to_be_visible()
    page.get_by_test_id("how-next").click()
    on_screen(page, "states", 2)
    expect(refused).to_have_count(0)


def test_another_horizon_begins_the_screen_again(visit: Visitor) -> None:
    page = visit(place("formula", 5, USUAL, 4), **STILL)
    for horizon in (4, 1, 3):
        go(page, place("formula", 5, USUAL, horizon))
        expect(page.get_by_test_id("result")).to_have_count(0)
        answer_right(page)
        expect(page.locator(".steps-of select")).to_have_count(horizon)
        expect(page.get_by_test_id("judged")).to_be_visible()


def test_silent_server_leaves_the_text_and_says_that_it_cannot_compute(visit: Visitor) -> None:
    page = visit("/", **STILL)
    intercept(page, re.compile("/api/formula"), lambda route: route.fulfill(body="no"))
    go(page, "/#how/formula/4")
    expect(page.get_by_role("heading", name="The whole formula")).to_be_visible()
    expect(page.get_by_test_id("how-down")).to_contain_text("cannot compute now")
    page.unroute(re.compile("/api/formula"))
    page.get_by_test_id("how-down").get_by_role("button").click()
    on_screen(page, "formula", 4)


@pytest.mark.parametrize("seed", range(3))
def test_formula_on_screen_is_the_formula_of_the_cube(seed: int, visit: Visitor, tmp_path: Path) -> None:
    random = Random(seed)
    page = visit("/", **STILL)
    for depth in random.sample(range(12), 3):
        cube, horizon = random_cube_at(depth, seed=seed), random.randint(1, 4)
        clauses = clauses_of(cube, horizon, "cubie-onehot")
        go(page, place("formula", 4, cube, horizon))
        on_screen(page, "formula", 4)
        shows(page, cube, HOW_CUBE)
        figures = re.findall(r"\d[\d,]*", page.get_by_test_id("how-counts").inner_text())
        variables = max(abs(literal) for clause in clauses for literal in clause)
        assert [int(figure.replace(",", "")) for figure in figures] == [horizon, variables, len(clauses)]
        answer_right(page)
        counts = [number(group, "data-count") for group in page.locator("[data-kind]").all()]
        assert sum(counts) == len(clauses)

        go(page, place("formula", 5, cube, horizon))
        on_screen(page, "formula", 5)
        answer_right(page)
        turns = random.choices(["R", "U2", "F'", "R'", "U", "F2"], k=horizon)
        for step, turn in enumerate(turns, 1):
            page.get_by_test_id(f"step-{step}").select_option(turn)
        after = cube.apply(" ".join(turns))
        shows(page, after, HOW_CUBE)
        judged = page.get_by_test_id("judged")
        until(page, lambda: (judged.get_attribute("data-total") == "0") == after.is_solved)  # noqa: B023

        go(page, place("formula", 6, cube))
        on_screen(page, "formula", 6)
        answer_right(page)
        for horizon in range(5):
            page.get_by_test_id("horizon").fill(str(horizon))
            expect(page.locator(".slider output")).to_have_text(str(horizon))
            turns_shown = page.get_by_test_id("decided").get_attribute("data-turns")
            assert minisat(clauses_of(cube, horizon, "cubie-onehot"), tmp_path) == (turns_shown is not None)
            if turns_shown is not None:
                assert len(turns_shown.split()) <= horizon
                assert cube.apply(turns_shown).is_solved
                shows(page, cube.apply(turns_shown), HOW_CUBE)
        assert page.get_by_test_id("how-far").count() == (distance(cube) > 4)


def proof_lemmas(text: str) -> list[tuple[int, list[int], list[int]]]:
    """The lemmas of a proof in LRAT without deletions."""
    lemmas = []
    for line in text.strip().splitlines():
        lemma, *rest = map(int, line.split())
        end = rest.index(0)
        lemmas.append((lemma, rest[:end], rest[end + 1 : -1]))
    return lemmas


@pytest.mark.parametrize("seed", range(3))
def test_refutation_on_screen_is_a_refutation(seed: int, visit: Visitor) -> None:
    random = Random(seed)
    page = visit("/", **STILL)
    for _ in range(2):
        horizon = random.randint(1, 4)
        cube = random_cube_at(random.randint(horizon + 1, 11), seed=seed)
        clauses = dict(enumerate(clauses_of(cube, horizon, "framed"), 1))
        go(page, place("proof", 5, cube, horizon))
        expect(page.locator(".question, [data-testid=how-unsuitable]")).to_be_visible()
        if page.get_by_test_id("how-unsuitable").count():
            continue  # more lemmas than the server sends
        answer_right(page)
        proof, checked = page.get_by_test_id("proof"), page.get_by_test_id("checked")
        text = proof.input_value()
        lemmas = proof_lemmas(text)
        assert first_bad_lemma(clauses, lemmas) is None
        expect(checked).to_have_class("good")
        for _ in range(8):
            at = random.randrange(len(lemmas))
            lemma, literals, hints = lemmas[at]
            forged = [*lemmas]
            variant = random.choice(["drop a hint", "drop a literal", "other hint"])
            if variant == "drop a hint":
                forged[at] = (lemma, literals, hints[1:])
            elif variant == "drop a literal":
                forged[at] = (lemma, literals[1:], hints)
            else:
                forged[at] = (lemma, literals, [*hints[:-1], random.choice([*clauses])])
            bad = first_bad_lemma(clauses, forged)
            proof.fill("\n".join(" ".join(map(str, [n, *lits, 0, *hs, 0])) for n, lits, hs in forged))
            if bad is None:
                expect(checked).to_have_class("good")
            else:
                expect(checked).to_have_class("fault")
                assert number(checked, "data-line") == bad + 1
        # The proved checker is not built everywhere.
        if (second := page.get_by_test_id("second")).count():
            second.click()
            kind = "proved" if bad is None else "refused"
            expect(page.get_by_test_id("second-verdict")).to_have_attribute("data-kind", kind)
        proof.fill(text)
        expect(page.get_by_test_id("restore")).to_be_disabled()
        expect(checked).to_have_class("good")
        page.get_by_test_id("forge").click()
        bad = first_bad_lemma(clauses, proof_lemmas(proof.input_value()))
        expect(checked).to_have_class("good" if bad is None else "fault")

        go(page, place("proof", 3, cube, horizon))
        on_screen(page, "proof", 3)
        answer_right(page)
        stepper = page.get_by_test_id("stepper")
        lemma, literals, hints = next(row for row in lemmas if row[0] == number(stepper, "data-lemma"))
        known = clauses | {earlier: clause for earlier, clause, _ in lemmas}
        true = {-literal for literal in literals}
        for step in range(1, number(stepper, "data-steps") + 1):
            page.get_by_test_id("hint-after").click()
            expect(stepper).to_have_attribute("data-step", str(step))
            left = [literal for literal in known[hints[step - 1]] if -literal not in true]
            assert number(page.get_by_test_id("forced"), "data-forced") == (left[0] if left else 0)
            true |= {*left}
        assert not left


@pytest.mark.parametrize("scramble", ["", "R", "R U"])
def test_cube_without_a_no_is_replaced_by_a_farther_one(scramble: str, visit: Visitor) -> None:
    page = visit(place("proof", 3, Cube(2).apply(scramble)), **STILL)
    expect(page.get_by_test_id("how-unsuitable")).to_be_visible()
    page.get_by_test_id("how-nearer").click()
    on_screen(page, "proof", 3)


@pytest.mark.parametrize("depth", [0, 4, 11])
def test_states_on_screen_have_the_published_numbers(depth: int, visit: Visitor) -> None:
    cube = random_cube_at(depth, seed=depth)
    page = visit(place("states", 3, cube), **STILL)
    answer_right(page)
    assert number(page.get_by_test_id("number"), "data-number") == state_number(cube)
    page.get_by_test_id("wanted").fill("1234567")
    page.get_by_test_id("show-number").click()
    answer_right(page)
    assert number(page.get_by_test_id("number"), "data-number") == 1234567
    page.get_by_test_id("wanted").fill("3674160")
    expect(page.get_by_test_id("digits")).to_contain_text("from 0 to 3,674,159")

    go(page, place("states", 2, cube))
    answer_right(page)
    assert number(page.get_by_test_id("first"), "data-number") == state_number(cube) // 729
    page.get_by_test_id("example").click()
    answer_right(page)
    assert number(page.get_by_test_id("first"), "data-number") == 1058

    go(page, place("states", 1, cube))
    answer_right(page)
    for turns in range(1, 4):
        page.get_by_test_id("twist").click()
        assert (number(page.get_by_test_id("twists"), "data-sum") % 3 == 0) == (turns == 3)

    go(page, place("states", 4, cube))
    answer_right(page)
    assert [number(row, "data-count") for row in page.locator(".dots > li").all()] == LAYERS_2_HTM
    expect(page.get_by_test_id("shown")).to_have_attribute("data-distance", str(depth))
    page.get_by_test_id("dots-9").click()
    expect(page.get_by_test_id("shown")).to_have_attribute("data-distance", "9")
    cube = Cube.from_facelets(page.get_by_test_id("how-cube").get_attribute("data-facelets") or "")
    assert distance(cube) == 9


def test_visitor_walks_down_by_two_bits(visit: Visitor) -> None:
    cube = random_cube_at(6, seed=1)
    page = visit(place("states", 5, cube), **STILL)
    answer_right(page)
    walked = page.get_by_test_id("walked")
    for left in range(6, 0, -1):
        expect(walked).to_have_attribute("data-distance", str(left))
        if left == 4:
            page.locator(
                f".result [data-remainder='{(left + 1) % 3}'], .result [data-remainder='{left % 3}']"
            ).first.click()
            expect(walked).to_contain_text("not nearer")
        page.locator(f".result [data-remainder='{(left - 1) % 3}']").first.click()
    expect(walked).to_contain_text("Solved in 6 turns.")


def test_sticker_lights_its_variables_and_a_variable_its_sticker(visit: Visitor) -> None:
    page = visit(place("formula", 1), **STILL)
    answer_right(page)
    # The sticker in the middle of the picture is one of the slot URF, above it are those of UFL and ULB.
    true = page.locator(".variable[data-true=true]")
    expect(true).to_have_count(2)
    page.get_by_test_id("slot-DFR").click()
    rung = page.get_by_test_id("how-cube")
    expect(rung).to_have_attribute("data-rung", "6 11 13")
    expect(true.first).to_contain_text("the piece from DFR is in DFR")
    box = page.locator(f"{HOW_CUBE} canvas").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.3 * box["width"], box["y"] + 0.3 * box["height"])
    expect(rung).to_have_attribute("data-rung", "2 8 17")
    expect(true.first).to_contain_text("the piece from UFL is in UFL")
    page.locator(".variable", has_text="from ULB").click()
    expect(rung).to_have_attribute("data-rung", "0 16 21")
