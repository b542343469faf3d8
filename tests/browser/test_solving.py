"""Solving with each engine: the bounds during the search, the answer, and its uses."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    best_turns,
    bounds,
    button,
    choose_engine,
    intercept,
    link,
    play,
    press,
    shows,
    solution,
    tape,
    unfold_details,
    until,
)
from cubeproof import (
    Alg,
    Cube,
    Options,
    distance,
    random_cube,
    random_cube_at,
    setup,
    solve,
)
from cubeproof.draw import Look, describe_move, png_plan, png_view
from ground_truth import SUPERFLIP

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route


def start_search(page: Page, engine: str = "auto") -> None:
    choose_engine(page, engine)
    page.get_by_test_id("solve-button").click()


def proved(page: Page) -> Locator:
    return page.locator("[data-testid=answer][data-optimal=true]")


@pytest.mark.parametrize(
    ("engine", "size", "scramble", "length"),
    [
        ("table", 2, None, 11),
        ("sat", 2, None, 6),
        ("search", 3, "R U F2", 3),
        ("auto", 3, "M U Rw2", 4),
        ("sat", 4, "Rw U Fw", 3),
    ],
)
def test_each_engine_finds_a_shortest_answer_and_proves_it(
    engine: str, size: int, scramble: str | None, length: int, visit: Visitor
) -> None:
    scramble = scramble or str(setup(random_cube_at(length, seed=1)))
    page = visit(link("solve", size, scramble=scramble), **STILL)
    cube = Cube(size).apply(scramble)
    shows(page, cube)
    start_search(page, engine)
    outcome = solution(page)
    assert cube.apply(outcome).is_solved
    assert len(outcome.split()) == length
    expect(proved(page)).to_be_visible()
    assert bounds(page) == (length, length)
    expect(page.get_by_test_id("claim")).to_contain_text(str(length))
    unfold_details(page)
    page.get_by_test_id("deeds").locator("summary").first.click()
    expect(page.get_by_test_id("statistics")).to_contain_text("Engine")
    play(page)
    shows(page, cube.apply(outcome))
    expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")


@pytest.mark.parametrize(("engine", "size"), [("search", 3), ("stages", 2)])
def test_engines_that_promise_no_shortest_answer_solve_any_cube(
    engine: str, size: int, visit: Visitor
) -> None:
    cube = random_cube(size, seed=0)
    page = visit(link("solve", size, state=cube.facelets), **STILL)
    shows(page, cube)
    start_search(page, engine)
    if engine == "search":
        # The proof takes longer than a test.
        best_turns(page)
        button(page, "Stop").click()
    assert cube.apply(solution(page)).is_solved
    lower, best = bounds(page)
    assert lower <= best == len(solution(page).split())


def test_quick_switch_gives_a_quick_answer_and_the_table_still_proves(visit: Visitor) -> None:
    cube = random_cube(3, seed=1)
    page = visit(link("solve", 3, state=cube.facelets), **STILL)
    shows(page, cube)
    page.get_by_test_id("solve-options").click()
    page.get_by_test_id("solve-quick").check()
    start_search(page)
    assert cube.apply(solution(page)).is_solved
    expect(page.get_by_test_id("claim")).to_contain_text("No proof was requested")
    lower, best = bounds(page)
    assert lower < best == len(solution(page).split())
    page = visit(link("solve", 2, scramble="R U F"), **STILL)
    shows(page, Cube(2).apply("R U F"))
    expect(page.get_by_test_id("solve-quick")).to_have_count(0)
    start_search(page)
    expect(proved(page)).to_be_visible()


def test_all_shortest_answers_agree_with_the_library(visit: Visitor) -> None:
    cube = random_cube_at(8, seed=4)
    expected = solve(cube, engine="table", options=Options(every=True)).solutions
    page = visit(link("solve", 2, scramble=str(setup(cube))), **STILL)
    shows(page, cube)
    page.get_by_test_id("solve-options").click()
    page.get_by_test_id("solve-all").check()
    start_search(page, "table")
    everything = page.get_by_test_id("all-answers")
    expect(everything).to_have_attribute("data-count", str(len(expected or ())))
    listed = everything.get_by_role("listitem")
    answers = [text.removeprefix("▶").strip() for text in listed.all_inner_texts()]
    assert set(answers) <= {str(alg) for alg in expected or ()}
    for answer in answers[:3]:
        button(everything, f"Play {answer}").click()
        assert cube.apply(answer).is_solved
        shows(page, cube.apply(answer))
        assert tape(page) == answer.split()
        description = describe_move([*Alg(answer).expand()][-1], 2)
        expect(page.get_by_test_id("said")).to_contain_text(f": {description}.")


def test_answer_counts_quarter_turns_on_request(visit: Visitor) -> None:
    cube = random_cube_at(7, "qtm", seed=2)
    page = visit(link("solve", 2, scramble=str(setup(cube))), **STILL)
    shows(page, cube)
    page.get_by_test_id("solve-options").click()
    page.get_by_test_id("solve-metric").select_option("qtm")
    start_search(page)
    assert cube.apply(solution(page)).is_solved
    assert bounds(page) == (distance(cube, "qtm"), 7)


def test_too_short_a_length_is_reported_at_its_field(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble="F"), **STILL)
    shows(page, Cube(3).apply("F"))
    page.get_by_test_id("solve-options").click()
    page.get_by_test_id("solve-moves").fill("R, Q")
    start_search(page, "sat")
    expect(page.get_by_test_id("fault-moves")).to_contain_text("Q")
    page.get_by_test_id("solve-metric").select_option("qtm")
    expect(page.get_by_test_id("fault-moves")).to_contain_text("Q")
    page.get_by_test_id("solve-moves").fill("R, U")
    expect(page.get_by_test_id("fault-moves")).to_have_count(0)
    start_search(page, "sat")
    expect(page.get_by_test_id("solve-fault")).not_to_be_empty()
    expect(page.get_by_test_id("answer")).to_have_count(0)


def test_solver_question_is_shown_and_the_proved_bound_stays(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble=SUPERFLIP), **STILL)
    shows(page, Cube(3).apply(SUPERFLIP))
    start_search(page, "sat")
    expect(page.get_by_test_id("now")).to_contain_text(
        re.compile(r"Is there an answer in \d+ turns\? [\d,]+ variables")
    )
    button(page, "Stop").click()
    assert solution(page) == ""
    lower, best = bounds(page)
    assert lower > 1
    assert best == 0
    expect(page.get_by_test_id("claim")).to_contain_text(str(lower))


def test_log_distinguishes_the_tables(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble="R"), **STILL)
    shows(page, Cube(3).apply("R"))
    layers = [(0, 1), (1, 4), (0, 1), (1, 1234)]
    events = "".join(
        f'id: {number}\nevent: layer-counted\ndata: {{"depth": {depth}, "states": {states}, "state": {{}}}}\n\n'
        for number, (depth, states) in enumerate(layers)
    )
    intercept(page, "**/events", lambda route: route.fulfill(content_type="text/event-stream", body=events))
    start_search(page, "search")
    unfold_details(page)
    page.get_by_test_id("log").locator("summary").click()
    lines = page.get_by_test_id("log").get_by_role("listitem")
    table = "A table is filled, distance by distance:"
    distances = ("0: 1 state", "1: 4 states", "0: 1 state", "1: 1,234 states")
    patterns = [re.compile(f"Distance {distance}$") for distance in distances]
    expect(lines).to_have_text([table, *patterns[:2], table, *patterns[2:]])


def test_getting_ready_is_one_bar_and_no_search_time(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble="R"), **STILL)
    shows(page, Cube(3).apply("R"))
    sent: list[str] = []
    stream_count = 0

    def send(event: str, activity: str) -> None:
        data = f'{{"state": {{"activity": {activity}, "seconds": 0}}}}'
        sent.append(f"id: {len(sent)}\nevent: {event}\ndata: {data}\n\n")

    def answer(route: Route) -> None:
        nonlocal stream_count
        stream_count += 1
        # The stream ends, and the browser requests the rest.
        route.fulfill(content_type="text/event-stream", body="retry: 100\n\n" + "".join(sent))

    def wait_for_streams(count: int) -> None:
        last = stream_count + count
        until(page, lambda: stream_count >= last)

    intercept(page, "**/events", answer)
    send("started", "null")
    send("preparing", '{"event": "preparing", "step": 2, "steps": 4, "seconds_left": 12}')
    start_search(page, "search")
    bar, now, elapsed = (page.get_by_test_id(name) for name in ("readying", "now", "elapsed"))
    expect(now).to_have_text("Getting ready (only once): step 2 of 4, about 12 s")
    expect(bar).to_have_js_property("position", 0.25)
    wait_for_streams(4)
    expect(elapsed).to_have_text("0.00 s")
    table = '{"event": "table-building", "table": "a table", "share": 0.5, "seconds_left": 6}'
    send("table-building", table)
    expect(now).to_have_text("Getting ready (only once): step 2 of 4, about 6 s")
    expect(bar).to_have_count(1)
    expect(bar).to_have_js_property("position", 0.375)
    wait_for_streams(4)
    expect(elapsed).to_have_text("0.00 s")
    depth = (
        '{"event": "depth-searched", "length": 14, "share": 0.5, "cubes": 9, "rate": 1, "seconds_left": null}'
    )
    send("depth-searched", depth)
    expect(now).to_contain_text("Is there an answer in 14 turns?")
    expect(bar).to_have_count(0)
    until(page, lambda: elapsed.inner_text() != "0.00 s")


def downloaded(page: Page, what: str) -> bytes:
    """The bytes of a download from the menu Save, or of the certificate beside it."""
    if what.startswith("download-"):
        page.locator(".save").evaluate_all("all => all.forEach(item => item.open = true)")
    with page.expect_download() as waiting:
        page.get_by_test_id(what).click()
    return Path(waiting.value.path()).read_bytes()


def test_the_answer_is_downloaded_as_film_as_picture_and_as_player(visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble="R D"), **STILL)
    shows(page, Cube(2).apply("R D"))
    start_search(page)
    assert len(solution(page).split()) == 2
    film = Image.open(io.BytesIO(downloaded(page, "download-gif")))
    expect(page.get_by_test_id("download-png")).to_be_visible()
    page.get_by_test_id("claim").click()
    expect(page.get_by_test_id("download-png")).to_be_hidden()
    assert film.format == "GIF"
    assert getattr(film, "n_frames", 1) > 10
    assert re.match(rb"(<\?xml.*?\?>\s*)?<svg\b", downloaded(page, "download-svg"))
    picture = Image.open(io.BytesIO(downloaded(page, "download-png")))
    assert (picture.format, picture.width) == ("PNG", 800)
    hidden, plan = (downloaded(page, f"download-{name}") for name in ("hidden", "plan"))
    cube, look = Cube(2).apply("R D"), Look(size=800)
    assert hidden == png_view(cube, Look(size=800, hidden=True))
    assert plan == png_plan(cube, look)
    player = downloaded(page, "download-html")
    assert player.startswith(b"<!DOCTYPE html>")
    assert b'createElement("canvas")' in player


def test_an_answer_can_be_followed_to_another_site_which_is_asked_for_nothing_before(visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble="R U Rw"), **STILL)
    start_search(page)
    outcome = solution(page)
    unfold_details(page)
    elsewhere = page.get_by_test_id("twizzle").get_attribute("href") or ""
    question = parse_qs(urlsplit(elsewhere).query)
    assert elsewhere.startswith("https://alpha.twizzle.net/edit/?")
    assert Alg(question["alg"][0]) == Alg(outcome)
    assert Cube(2).apply(question["setup-alg"][0]) == Cube(2).apply("R U Rw")
    # That site has no cube of eight layers.
    page = visit(link("solve", 8, scramble="R"), **STILL)
    start_search(page, "sat")
    solution(page)
    expect(page.get_by_test_id("twizzle")).to_have_count(0)


def test_an_answer_is_copied_and_shared(visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble="R D"), permissions=["clipboard-read", "clipboard-write"], **STILL)
    shows(page, Cube(2).apply("R D"))
    start_search(page)
    outcome = solution(page)
    press(page.get_by_test_id("copy-answer"), "Copied")
    assert page.evaluate("navigator.clipboard.readText()") == outcome
    press(page.get_by_test_id("share"), "Copied")
    shared = str(page.evaluate("navigator.clipboard.readText()"))
    second = visit(shared[shared.index("/#") :], **STILL)
    shows(second, Cube(2).apply("R D"))
    assert tape(second) == outcome.split()
    button(second, "To the end").click()
    shows(second, Cube(2).apply("R D").apply(outcome))
