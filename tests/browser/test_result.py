"""The result: what is played is what is claimed, and a certificate, a search or a pasted text is not lost."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import (
    STILL,
    Visitor,
    address_fields,
    best_turns,
    bounds,
    button,
    link,
    play,
    shows,
    step_forward,
    tape,
    unfold_details,
    until,
)
from cubeproof import Cube
from ground_truth import SUPERFLIP

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEARD = """() => {
  window.heard = [];
  new MutationObserver(() => {
    const text = document.querySelector("[data-testid=bounds-said]")?.textContent;
    if (text && text !== heard.at(-1)) heard.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Records what a screen reader is told about the bounds."""

LONG = "D2 R' D' F2 B D R2 D2 R' F2 D' F2 U' B2 L2 U2 D2 R2 U2 B2 L2 F' U"
"""A scramble of 23 turns."""


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


@pytest.mark.check
def test_a_better_answer_has_its_button_and_is_on_the_tape_after_the_play(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble="R U"), **STILL)
    cube = Cube(3).apply("R U")
    shows(page, cube)
    sent: list[str] = []

    def send(turns: str) -> None:
        length = len(turns.split())
        state = {"activity": None, "seconds": 0, "length": length, "turns": turns, "lower_bound": 1}
        sent.append(
            f"id: {len(sent)}\nevent: improved\ndata: {json.dumps({'length': length, 'state': state})}\n\n"
        )

    page.route(
        "**/events",
        lambda route: route.fulfill(content_type="text/event-stream", body="retry: 100\n\n" + "".join(sent)),
    )
    send("U' R2 R")
    page.get_by_test_id("solve-button").click()
    until(page, lambda: tape(page) == ["U'", "R2", "R"])
    expect(page.get_by_test_id("heading")).to_have_text("At most 3 turns")
    step_forward(page)
    shows(page, cube.apply("U'"))
    send("U' R'")
    until(page, lambda: bounds(page)[1] == 2)
    expect(button(page, "Play the 2 turns")).to_be_visible()
    assert tape(page) == ["U'", "R2", "R"]
    # Played to its end, the old answer gives way to the better one; the cube stays as it is.
    play(page)
    until(page, lambda: tape(page) == ["U'", "R'"])
    shows(page, Cube(3))
    button(page, "Play").first.click()
    shows(page, Cube(3))
    button(page, "To the start").click()
    shows(page, cube)


@pytest.mark.check
def test_a_search_that_went_on_is_recognised_after_a_reload_beside_its_played_answer(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble=SUPERFLIP), **STILL)
    shows(page, Cube(3).apply(SUPERFLIP))
    page.get_by_test_id("solve-button").click()
    best_turns(page)
    until(page, lambda: bounds(page)[0] > 8)
    button(page, "Stop").click()
    page.get_by_test_id("answer").wait_for()
    play(page)
    expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")
    before, turns = bounds(page), tape(page)
    button(page, "Go on for 5 minutes").click()
    button(page, "Stop").click()
    page.get_by_test_id("claim").wait_for()
    page.reload()
    expect(page.get_by_test_id("claim")).to_contain_text("Interrupted")
    expect(page.get_by_test_id("elsewhere")).to_have_count(0)
    after = bounds(page)
    assert after[0] >= before[0]
    assert after[1] <= before[1]
    assert tape(page) == turns


@pytest.mark.check
def test_a_certificate_is_checked_where_it_was_made_and_stays_beside_all_answers(visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble="R U F"), **STILL)
    page.evaluate(HEARD)
    button(page, "Solve").click()
    page.locator("[data-testid=answer][data-optimal=true]").wait_for()
    expect(page.get_by_test_id("heading")).to_have_text("3 turns. None shorter.")
    until(page, lambda: page.evaluate("heard.length > 0"))
    assert page.evaluate("heard") == ["3 turns. None shorter."]
    if page.get_by_test_id("check-here").count() == 0:
        pytest.skip("the page was built without the checker (`make -C formal browser`, then `make page`)")
    # One press makes the certificate and checks it.
    page.get_by_test_id("check-here").click()
    verdict = page.locator("[data-testid=check-verdict][data-kind=proved]")
    expect(verdict).to_contain_text("solves this cube in 3 turns (htm), and nothing shorter does.")
    with page.expect_download() as waiting:
        page.get_by_test_id("certificate-link").click()
    digest = hashlib.sha256(Path(waiting.value.path()).read_bytes()).hexdigest()
    expect(page.get_by_test_id("check-digests")).to_contain_text(f"{digest} certificate.zip")
    unfold_details(page)
    address = page.get_by_test_id("certificate-link").get_attribute("href")
    page.get_by_test_id("all-shortest").click()
    page.get_by_test_id("all-answers").wait_for()
    expect(page.get_by_test_id("certificate-link")).to_have_attribute("href", address or "")
    assert page.request.get(page.url.partition("/#")[0] + (address or "")).ok


@pytest.mark.check
def test_pasted_turns_are_seen_and_their_size_is_a_question(visit: Visitor) -> None:
    page = visit(**STILL)
    page.get_by_test_id("intro").wait_for()
    setup = page.get_by_test_id("tape").locator(".setup")
    page.get_by_test_id("way-type").click()
    page.get_by_test_id("scramble").fill("R U R' U' F2")
    chip = page.get_by_test_id("pasted-sizes")
    expect(button(chip, "2×2×2")).to_have_attribute("aria-pressed", "true")
    expect(setup).to_have_text(["R", "U", "R'", "U'", "F2"])
    button(chip, "3×3×3").click()
    shows(page, Cube(3).apply("R U R' U' F2"))
    expect(button(chip, "3×3×3")).to_have_attribute("aria-pressed", "true")
    expect(setup).to_have_text(["R", "U", "R'", "U'", "F2"])
    # A scramble that is pasted into a 2×2×2 may be one for a 3×3×3.
    page = visit(link("turn", 2), **STILL)
    shows(page, Cube(2))
    paste(page, LONG)
    shows(page, Cube(2).apply(LONG))
    expect(page.get_by_test_id("tape").locator(".setup")).to_have_text(LONG.split())
    button(page.get_by_test_id("pasted-sizes"), "3×3×3").click()
    shows(page, Cube(3).apply(LONG))
    # A turn of the visitor starts the tape.
    page.keyboard.press("r")
    until(page, lambda: tape(page) == ["R"])
    expect(page.get_by_test_id("tape").locator(".setup")).to_have_count(0)
    # A link says its size, and has two parts.
    paste(page, "https://alg.cubing.net/?setup=R_U2_F-&alg=L_D-")
    shows(page, Cube(3).apply("R U2 F' L D'"))
    until(page, lambda: tape(page) == ["L", "D'"])
    assert address_fields(page)["scramble"] == "R U2 F'"
    expect(page.get_by_test_id("pasted-sizes")).to_have_count(0)


@pytest.mark.check
def test_links_are_large_enough_and_the_preview_is_not_faint(visit: Visitor) -> None:
    for width, height in ((1280, 900), (390, 844)):
        page = visit(viewport={"width": width, "height": height}, **STILL)
        page.get_by_test_id("preview").wait_for()
        assert (
            page.locator("[data-testid=preview] > div").evaluate("bar => getComputedStyle(bar).opacity")
            == "1"
        )
        small = (
            "all => all.filter(link => link.offsetParent && link.getBoundingClientRect().height < 24).length"
        )
        assert page.locator(".trust a").count() > 3
        assert page.locator(".trust a").evaluate_all(small) == 0
