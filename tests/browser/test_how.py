"""The chapters of "How it works", walked as a visitor walks them, and judged by programs of others."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

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

SCREENS = {"formula": 5, "proof": 5, "states": 4}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
USUAL = Cube(2).apply("R U F")
# One corner is twisted, at URF.
TWISTED = "UUUR" + "FRRR" + "FUFF" + "DDDDLLLLBBBB"
HOW_CUBE = "[data-testid=how-cube] .player"
# Of each chapter, of what one reads; buttons too.
WORDS = 300


def place(chapter: str, screen: int, cube: Cube | None = None, horizon: int | None = None) -> str:
    """The address of a screen."""
    query = [f"state={cube.facelets}"] if cube else []
    query += [] if horizon is None else [f"horizon={horizon}"]
    return f"/#how/{chapter}/{screen}" + ("?" + "&".join(query) if query else "")


def on_screen(page: Page, chapter: str, screen: int) -> None:
    """Wait until a screen has its parts."""
    expect(page.locator(f"main.how[data-chapter={chapter}][data-screen='{screen}']")).to_be_visible()
    expect(page.get_by_text("One moment…")).to_have_count(0)


def clauses_of(cube: Cube, horizon: int) -> list[list[int]]:
    """The clauses of a formula's file in the encoding of certificates, as PySAT reads them."""
    text = "\n".join(formula_lines(formula(cube_problem(cube), horizon, encoding="framed")))
    clauses: list[list[int]] = CNF(from_string=text).clauses
    return clauses


def go(page: Page, path: str) -> None:
    """Open an address in a page that is open."""
    page.evaluate("hash => void (location.hash = hash)", path.removeprefix("/"))


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag on the cube, from and to shares of its picture."""
    box = page.locator(f"{HOW_CUBE} canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + start[0] * box["width"], box["y"] + start[1] * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + end[0] * box["width"], box["y"] + end[1] * box["height"], steps=8)
    page.mouse.up()


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
@pytest.mark.parametrize("chapter", SCREENS)
def test_chapter_is_read_and_walked_to_its_end(chapter: str, way: str, visit: Visitor) -> None:
    is_french = way == "keyboard"
    settings = {"locale": "fr-FR", **PHONE} if is_french else {}
    page = visit(f"/#how/{chapter}", **STILL, **settings)
    words = 0
    for screen in range(1, SCREENS[chapter] + 1):
        on_screen(page, chapter, screen)
        if is_french:
            expect(page.get_by_text("Un instant")).to_have_count(0)
        text = page.locator(".text > p, .text > h2, .text > .buttons button, .end li").all_inner_texts()
        words += sum(len(re.findall(r"\w+", part)) for part in text)
        assert page.locator("main.how select").count() == 0
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
    following = page.get_by_test_id("how-following")
    name = (following.get_attribute("href") or "").split("/")[1].split("?")[0]
    following.click()
    on_screen(page, name, 1)


@pytest.mark.parametrize("chapter", SCREENS)
def test_chapter_starts_with_a_hand_on_the_picture(chapter: str, visit: Visitor) -> None:
    page = visit(f"/#how/{chapter}", **STILL)
    on_screen(page, chapter, 1)
    if chapter == "formula":
        # The right column of F upwards.
        drag(page, (0.46, 0.53), (0.46, 0.28))
        expect(page.get_by_test_id("made")).to_have_attribute("data-turns", "R")
        shows(page, USUAL.apply("R"), HOW_CUBE)
        expect(page.get_by_test_id("said")).to_have_attribute("data-count", re.compile("[1-9]"))
    else:
        slider = page.locator(".text input[type=range]").first
        status = page.locator(".text [role=status], .layer-counts li").last
        before = status.inner_text()
        slider.focus()
        page.keyboard.press("ArrowRight")
        until(page, lambda: page.locator(".text [role=status], .layer-counts li").last.inner_text() != before)


def test_layer_of_the_fixed_corner_is_a_turn_of_the_opposite_layer(visit: Visitor) -> None:
    page = visit(place("formula", 1), **STILL)
    on_screen(page, "formula", 1)
    # The left column of F downwards is L, which with DBL in its place is R.
    drag(page, (0.25, 0.42), (0.26, 0.7))
    expect(page.get_by_test_id("made")).to_have_attribute("data-turns", "R")
    shows(page, USUAL.apply("R"), HOW_CUBE)


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


def test_end_of_a_chapter_leads_to_a_certificate_of_its_cube(visit: Visitor) -> None:
    cube = random_cube_at(3, seed=8)
    page = visit(place("states", 4, cube), **STILL)
    page.get_by_test_id("how-certify").click()
    shows(page, cube, PICTURE)
    expect(page.get_by_test_id("certify-button")).to_be_visible()


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
        (f"states/4?state={TWISTED}", "how-refused"),
    ],
)
def test_wrong_link_shows_the_first_screen_with_a_sentence(address: str, said: str, visit: Visitor) -> None:
    page = visit(f"/#how/{address}", **STILL)
    expect(page.get_by_test_id(said)).to_be_visible()
    chapter = address.partition("/")[0]
    on_screen(page, chapter if chapter in SCREENS else "formula", 1)
    shows(page, USUAL, HOW_CUBE)


def test_refusal_of_a_cube_ends_with_the_next_screen(visit: Visitor) -> None:
    page = visit(f"/#how/states/4?state={TWISTED}", **STILL)
    refused = page.get_by_test_id("how-refused")
    expect(refused).to_be_visible()
    page.get_by_test_id("how-next").click()
    on_screen(page, "states", 2)
    expect(refused).to_have_count(0)


def test_silent_server_leaves_the_text_and_says_that_it_cannot_compute(visit: Visitor) -> None:
    page = visit("/", **STILL)
    intercept(page, re.compile("/api/formula"), lambda route: route.fulfill(body="no"))
    go(page, "/#how/formula/3")
    expect(page.get_by_role("heading", name="The whole formula")).to_be_visible()
    expect(page.get_by_test_id("how-down")).to_contain_text("cannot compute now")
    page.unroute(re.compile("/api/formula"))
    page.get_by_test_id("how-down").get_by_role("button").click()
    on_screen(page, "formula", 3)


@pytest.mark.parametrize("seed", range(3))
def test_formula_on_screen_is_the_formula_of_the_cube(seed: int, visit: Visitor, tmp_path: Path) -> None:
    random = Random(seed)
    page = visit("/", **STILL)
    for depth in random.sample(range(12), 2):
        cube, horizon = random_cube_at(depth, seed=seed), random.randint(1, 4)
        clauses = clauses_of(cube, horizon)
        go(page, place("formula", 3, cube, horizon))
        on_screen(page, "formula", 3)
        shows(page, cube, HOW_CUBE)
        figures = re.findall(r"\d[\d,]*", page.get_by_test_id("how-counts").inner_text())
        variables = max(abs(literal) for clause in clauses for literal in clause)
        assert [int(figure.replace(",", "")) for figure in figures] == [horizon, variables, len(clauses)]
        assert sum(number(bar, "data-count") for bar in page.locator(".bars [data-kind]").all()) == len(
            clauses
        )

        go(page, place("formula", 4, cube, horizon))
        on_screen(page, "formula", 4)
        turns = random.sample(["R", "U2", "F'"], k=min(3, horizon))
        for turn in turns:
            page.get_by_test_id(f"hand-{turn}").click()
        after = cube.apply(" ".join(turns))
        shows(page, after, HOW_CUBE)
        judged = page.get_by_test_id("judged")
        until(page, lambda: (judged.get_attribute("data-total") == "0") == after.is_solved)  # noqa: B023

        go(page, place("formula", 5, cube))
        on_screen(page, "formula", 5)
        for horizon in range(5):
            page.get_by_test_id("horizon").fill(str(horizon))
            expect(page.locator(".slider output")).to_have_text(str(horizon))
            turns_shown = page.get_by_test_id("decided").get_attribute("data-turns")
            assert minisat(clauses_of(cube, horizon), tmp_path) == (turns_shown is not None)
            if turns_shown is not None:
                assert len(turns_shown.split()) <= horizon
                assert cube.apply(turns_shown).is_solved
                shows(page, cube.apply(turns_shown), HOW_CUBE)
        assert page.get_by_test_id("how-far").count() == (distance(cube) > 4)


def test_answer_by_hand_breaks_no_clause_and_a_lie_does(visit: Visitor) -> None:
    page = visit(place("formula", 4, USUAL, 4), **STILL)
    on_screen(page, "formula", 4)
    for turn in ("F'", "U'", "R'"):
        page.get_by_test_id(f"hand-{turn}").click()
    shows(page, Cube(2), HOW_CUBE)
    expect(page.get_by_test_id("judged")).to_have_attribute("data-total", "0")
    page.get_by_test_id("lie").check()
    expect(page.get_by_test_id("judged")).not_to_have_attribute("data-total", "0")
    expect(page.locator("details[data-kind=moves]")).to_have_count(1)


def test_statements_of_a_piece_follow_the_hand(visit: Visitor) -> None:
    page = visit(place("formula", 2), **STILL)
    on_screen(page, "formula", 2)
    expect(page.get_by_test_id("statements")).to_have_attribute("data-count", "21")
    true = page.locator(".state.is-true")
    expect(true).to_have_count(1)
    assert (true.get_attribute("title") or "").startswith("at0(0,U4,")
    page.get_by_test_id("hand-R").click()
    expect(true).to_have_count(1)
    # R takes the sticker at U4 to B1.
    expect(true).to_have_attribute("title", "at0(1,U4,B1)")


def test_pointed_statement_lights_its_stickers(visit: Visitor) -> None:
    page = visit(place("formula", 1), **STILL)
    on_screen(page, "formula", 1)
    page.get_by_test_id("hand-R").click()
    literal = page.locator(".clause li", has_text=re.compile(r"at0\(1,U4,B1\)")).last
    literal.hover()
    expect(page.get_by_test_id("how-cube")).not_to_have_attribute("data-rung", "")


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
        clauses = dict(enumerate(clauses_of(cube, horizon), 1))
        go(page, place("proof", 4, cube, horizon))
        expect(page.get_by_test_id("dominoes").or_(page.get_by_test_id("how-unsuitable"))).to_be_visible()
        if page.get_by_test_id("how-unsuitable").count():
            continue  # more lemmas than the server sends
        page.locator(".text summary").click()
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
                expect(page.locator(".is-fallen")).to_have_count(max(0, len(lemmas) - bad))
        # The proved checker is not built everywhere.
        if page.get_by_test_id("second-verdict").count() and proof.input_value() != text:
            kind = "proved" if bad is None else "refused"
            expect(page.get_by_test_id("second-verdict")).to_have_attribute("data-kind", kind)
        page.get_by_test_id(f"domino-{random.randrange(len(lemmas))}").click()
        bad = first_bad_lemma(clauses, proof_lemmas(proof.input_value()))
        expect(checked).to_have_class("good" if bad is None else "fault")
        expect(page.get_by_test_id("score")).to_have_attribute("data-tries", "1")
        expect(page.get_by_test_id("score")).to_have_attribute("data-fooled", "0")

        go(page, place("proof", 3, cube, horizon))
        on_screen(page, "proof", 3)
        page.get_by_test_id(f"domino-{random.randrange(len(lemmas))}").click()
        stepper = page.get_by_test_id("stepper")
        lemma, literals, hints = next(row for row in lemmas if row[0] == number(stepper, "data-lemma"))
        known = clauses | {earlier: clause for earlier, clause, _ in lemmas}
        true = {-literal for literal in literals}
        for step in range(1, number(stepper, "data-steps") + 1):
            page.get_by_test_id("hints").fill(str(step))
            expect(stepper).to_have_attribute("data-step", str(step))
            left = [literal for literal in known[hints[step - 1]] if -literal not in true]
            assert number(page.get_by_test_id("forced"), "data-forced") == (left[0] if left else 0)
            true |= {*left}
        assert not left


def test_tree_is_cut_where_propagation_excludes_a_way(visit: Visitor) -> None:
    cube = random_cube_at(4, seed=2)
    page = visit(place("proof", 2, cube, 2), **STILL)
    on_screen(page, "proof", 2)
    go(page, place("proof", 4, cube, 2))
    page.locator(".text summary").click()
    lemmas = proof_lemmas(page.get_by_test_id("proof").input_value())
    go(page, place("proof", 2, cube, 2))
    clauses = clauses_of(cube, 2)
    turns = [face + amount for face in "RUF" for amount in ("", "2", "'")]
    ways = page.locator("[data-way]")
    expect(ways).to_have_count(54)
    for played in (0, len(lemmas) // 2, len(lemmas)):
        # Variables are numbered as in the file: turn(step, action) first, ten to a step.
        open_ways = set()
        with Solver(
            "m22", bootstrap_with=[*clauses, *(literals for _, literals, _ in lemmas[:played])]
        ) as solver:
            for number_of_first, first in enumerate(turns, 1):
                holds, forced = solver.propagate([number_of_first])
                left = [turn for index, turn in enumerate(turns, 11) if holds and -index not in forced]
                open_ways |= {f"{first} {second}" for second in left if first[0] != second[0]}
        page.get_by_test_id("played").fill(str(played))
        expect(page.get_by_test_id("ways-left")).to_have_attribute("data-left", str(len(open_ways)))
        cut = page.locator("button.is-cut").evaluate_all("all => all.map((one) => one.dataset.way)")
        assert {way.get_attribute("data-way") for way in ways.all()} - {*cut} == open_ways


def test_ways_are_counted_beside_the_lemmas(visit: Visitor) -> None:
    page = visit(place("proof", 1), **STILL)
    words = {""}
    for turns in range(1, 5):
        words = {word + face for word in words for face in "RUF" if not word.endswith(face)}
        page.get_by_test_id("ways").fill(str(turns))
        expect(page.get_by_test_id("how-ways")).to_have_attribute("data-count", str(len(words) * 3**turns))


@pytest.mark.parametrize("scramble", ["", "R", "R U"])
def test_cube_without_a_no_is_replaced_by_a_farther_one(scramble: str, visit: Visitor) -> None:
    page = visit(place("proof", 3, Cube(2).apply(scramble)), **STILL)
    expect(page.get_by_test_id("how-unsuitable")).to_be_visible()
    page.get_by_test_id("how-nearer").click()
    expect(page.get_by_test_id("dominoes")).to_be_visible()


def test_browser_visits_all_cubes_and_a_point_shows_its_cube(visit: Visitor) -> None:
    page = visit(place("states", 1), **STILL)
    page.get_by_test_id("layers").wait_for()
    expect(page.get_by_test_id("exploring")).to_have_count(0)
    page.get_by_test_id("layers").fill("11")
    counts = [number(row, "data-count") for row in page.locator(".layer-counts li").all()]
    assert counts == LAYERS_2_HTM
    # True to scale: a distance's share of the painted points is its share of the cubes.
    colours = page.evaluate(
        """() => { const canvas = document.querySelector('[data-testid=field]');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const counts = {};
        for (let at = 0; at < data.length; at += 4) if (data[at + 3]) { const key = data.slice(at, at + 3).join();
          counts[key] = (counts[key] ?? 0) + 1; }
        return Object.values(counts); }"""
    )
    shares = sorted(colours, reverse=True)[:3]
    for count, expected in zip(shares, sorted(LAYERS_2_HTM, reverse=True), strict=False):
        assert abs(count / 480**2 - expected / 1917**2) < 0.01
    page.get_by_test_id("zoom").fill("100")
    distance_text, field = page.get_by_test_id("picked"), page.get_by_test_id("field")
    for column in (0, 3, 11):
        box = field.bounding_box()
        assert box is not None
        side = box["width"] * float(field.get_attribute("data-size") or "0") / 480
        page.mouse.click(box["x"] + (column + 0.5) * side, box["y"] + 0.5 * side)
        # The solved cube, then its nine neighbours, then those after two turns.
        expect(distance_text).to_have_attribute("data-distance", str((column > 0) + (column > 9)))
        cube = Cube.from_facelets(page.get_by_test_id("how-cube").get_attribute("data-facelets") or "")
        assert distance(cube) == number(distance_text, "data-distance")


def test_visitor_walks_down_by_two_bits(visit: Visitor) -> None:
    cube = random_cube_at(6, seed=1)
    page = visit(place("states", 2, cube), **STILL)
    walked = page.get_by_test_id("walked")
    for left in range(6, 0, -1):
        expect(walked).to_have_attribute("data-distance", str(left))
        right = page.locator(f".text .choices [data-remainder='{(left - 1) % 3}']").first
        turn = (right.get_attribute("data-testid") or "").removeprefix("next-")
        page.get_by_test_id(f"hand-{turn}").click()
    expect(walked).to_contain_text("Solved in 6 turns. Each made")


LATE_FIRST = """
    window.messages = 0;
    const { addEventListener } = Worker.prototype;
    Worker.prototype.addEventListener = function (kind, listener) {
        if (kind !== "message") return addEventListener.call(this, kind, listener);
        addEventListener.call(this, kind, (event) => {
            if (event.data.kind !== "ended") return listener(event);
            window.messages += 1;
            if (window.messages === 1) return void (window.late = () => listener(event));
            listener(event);
            setTimeout(window.late);
        });
    };
"""


def test_late_verdict_on_an_earlier_proof_does_not_replace_the_next(visit: Visitor) -> None:
    page = visit(place("proof", 4), **STILL)
    page.add_init_script(LATE_FIRST)
    page.reload()
    expect(page.get_by_test_id("dominoes")).to_be_visible()
    second = page.get_by_test_id("second-verdict")
    if not second.count():
        return  # the proved checker is not built everywhere
    page.locator(".text summary").click()
    proof = page.get_by_test_id("proof")
    text = proof.input_value()
    proof.fill("1" + text)
    until(page, lambda: page.evaluate("window.messages") == 1)
    proof.fill(text + "\n")
    until(page, lambda: page.evaluate("window.messages") == 2)
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
    expect(second).to_have_attribute("data-kind", "proved")


@pytest.mark.parametrize("depth", [0, 4, 11])
def test_cube_has_the_published_number_and_a_single_twist_none(depth: int, visit: Visitor) -> None:
    cube = random_cube_at(depth, seed=depth)
    page = visit(place("states", 3, cube), **STILL)
    status = page.get_by_test_id("number")
    expect(status).to_have_attribute("data-number", str(state_number(cube)))
    page.get_by_test_id("wanted").fill("1234567")
    expect(status).to_have_attribute("data-number", "1234567")
    facelets = page.get_by_test_id("how-cube").get_attribute("data-facelets") or ""
    assert state_number(Cube.from_facelets(facelets)) == 1234567
    page.get_by_test_id("number-slider").fill("3674159")
    expect(status).to_have_attribute("data-number", "3674159")
    for turns in range(1, 4):
        page.get_by_test_id("twist-URF").click()
        assert (number(status, "data-number") >= 0) == (turns == 3)


def test_hidden_corner_is_seen_from_behind(visit: Visitor) -> None:
    page = visit(place("formula", 1), **STILL)
    view = f"document.querySelector('{HOW_CUBE}')?.player?.now.view"
    until(page, lambda: bool(page.evaluate(view)))
    before = page.evaluate(view)
    page.get_by_test_id("see-hidden").click()
    until(
        page,
        lambda: (
            page.evaluate(view) == {"latitude": -before["latitude"], "longitude": before["longitude"] - 180}
        ),
    )
    page.get_by_test_id("see-hidden").click()
    until(page, lambda: page.evaluate(view) == before)
