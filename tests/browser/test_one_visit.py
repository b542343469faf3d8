"""One visit that walks the page: turn, paint, solve, certificate. `make test` runs it."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from browser.assertions import expect
from browser.seeing import STILL, Visitor, button, link, number, shows
from cubeproof import Cube, check_certificate

HELD = Cube(3).apply("R U F2 D'")


@pytest.mark.promise("turn or paint a cube, solve it, watch the bounds meet")
def test_a_visit_turns_paints_solves_and_takes_a_certificate_that_holds(
    visit: Visitor, tmp_path: Path
) -> None:
    page = visit(link("turn", 3), **STILL)
    shows(page, Cube(3))
    page.keyboard.press("r")
    shows(page, Cube(3).apply("R"))
    page.locator("#tab-paint").click()
    page.get_by_test_id("paint-sticker-0").focus()
    for sticker, letter in enumerate(HELD.facelets):
        if sticker % 9 != 4:
            page.keyboard.press(letter)
    button(page, "Solve this cube").click()
    answer = page.locator("[data-testid=answer][data-optimal=true]")
    answer.wait_for()
    turns = answer.get_attribute("data-solution") or ""
    assert len(turns.split()) == 4
    assert HELD.apply(turns).is_solved
    assert number(page.get_by_test_id("bounds-lower")) == number(page.get_by_test_id("bounds-best")) == 4
    page.get_by_test_id("certify-button").click()
    with page.expect_download() as waiting:
        page.get_by_test_id("certificate-link").click()
    with zipfile.ZipFile(io.BytesIO(Path(waiting.value.path()).read_bytes())) as archive:
        archive.extractall(tmp_path)
    certificate = check_certificate(next(path.parent for path in tmp_path.rglob("*.json")))
    assert HELD.apply(str(certificate.alg)).is_solved
    assert certificate.length == 4
    expect(page.get_by_test_id("certificate-link")).to_be_visible()
