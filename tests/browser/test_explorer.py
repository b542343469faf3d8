"""The explorer of the 2×2×2: its layers, its cubes, its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import STILL, Visitor, button, current, link, number, shows, tape, until
from cubeproof import Cube, distance, neighbours, random_cube_at, setup
from ground_truth import LAYERS_2_HTM, LAYERS_2_QTM

if TYPE_CHECKING:
    from playwright.sync_api import Page


def layers(page: Page) -> list[int]:
    """The counts of the chart."""
    cells = page.get_by_test_id("layers").locator("td.number").all_inner_texts()
    return [int(text.replace(",", "")) for text in cells]


def test_explorer_layers_have_the_published_sizes(visit: Visitor) -> None:
    page = visit(link("explore", 2), **STILL)
    until(page, lambda: layers(page) == LAYERS_2_HTM)
    total = page.get_by_test_id("explore-total")
    expect(total).to_contain_text("3,674,160 cubes in all. 11 turns always suffice (14 quarter turns).")
    page.get_by_test_id("explore-qtm").check()
    until(page, lambda: layers(page) == LAYERS_2_QTM)
    page.get_by_test_id("explore-linear").check()
    widths = page.locator(".layers .bar").evaluate_all("bars => bars.map(bar => parseFloat(bar.style.width))")
    assert widths == pytest.approx([100 * count / max(LAYERS_2_QTM) for count in LAYERS_2_QTM], abs=0.01)


def test_explorer_depth_gives_a_cube_at_that_distance(visit: Visitor) -> None:
    page = visit(link("explore", 2), **STILL)
    shows(page, Cube(2))
    for metric, depth in (("htm", 11), ("htm", 4), ("qtm", 14), ("qtm", 1)):
        page.get_by_test_id(f"explore-{metric}").check()
        page.get_by_test_id(f"layer-{depth}").click()
        expect(page.get_by_test_id("distance")).to_have_attribute("data-distance", str(depth))
        cube = current(page)
        shows(page, cube)
        assert distance(cube, metric) == depth
        expect(page.get_by_test_id(f"layer-{depth}")).to_have_attribute("aria-current", "true")


def test_explorer_neighbours_show_distances_and_are_links(visit: Visitor) -> None:
    cube = random_cube_at(9, seed=3)
    page = visit(link("explore", 2, scramble=str(setup(cube))), **STILL)
    shows(page, cube)
    clicked_turns = []
    for _ in range(3):
        expect(page.get_by_test_id("distance")).to_have_attribute("data-distance", str(distance(cube)))
        all_neighbours = neighbours(cube)
        for neighbour in all_neighbours:
            card = page.get_by_test_id(f"neighbour-{neighbour.turn}")
            expect(card).to_have_attribute("data-distance", str(neighbour.distance))
            assert neighbour.cube.facelets in (card.get_by_role("presentation").get_attribute("src") or "")
        closer = min(all_neighbours, key=lambda neighbour: neighbour.distance)
        page.get_by_test_id(f"neighbour-{closer.turn}").click()
        clicked_turns.append(str(closer.turn))
        cube = closer.cube
        shows(page, cube)
    assert tape(page) == clicked_turns
    assert number(page.get_by_test_id("distance"), "data-distance") <= 9


def test_a_cube_that_is_not_known_has_no_neighbours_until_it_is_painted(visit: Visitor) -> None:
    page = visit(link("explore", 2, state="????" + Cube(2).facelets[4:]), **STILL)
    expect(page.get_by_test_id("explore-unknown")).to_contain_text("Stickers of the cube shown are unknown.")
    expect(page.get_by_role("heading", name="One turn away")).to_have_count(0)
    button(page, "See it in Paint").click()
    expect(page.get_by_test_id("paint-sticker-0")).to_have_attribute("data-colour", "?")
    page.get_by_role("tab", name="Turn").click()
    button(page, "Reset").click()
    page.get_by_role("tab", name="Explore").click()
    expect(page.get_by_test_id("distance")).to_have_text("The cube shown is solved.")


def test_a_cube_that_cannot_be_is_refused_with_the_reasons(visit: Visitor) -> None:
    page = visit(link("explore", 2, state="UUUR" + "URRR" + Cube(2).facelets[8:]), **STILL)
    fault = page.get_by_test_id("explore-fault")
    expect(fault).to_contain_text("This cube cannot exist.")
    expect(fault.get_by_role("listitem")).not_to_have_count(0)
    expect(page.get_by_role("heading", name="One turn away")).to_have_count(0)
    page.get_by_test_id("walk").locator("summary").click()
    page.get_by_test_id("walk-button").click()
    fault = page.get_by_test_id("walk-fault")
    expect(fault.get_by_role("listitem")).not_to_have_count(0)
    button(fault, "See it in Paint").click()
    expect(page.get_by_test_id("repair-button")).to_be_visible()
    page.get_by_role("tab", name="Turn").click()
    button(page, "Reset").click()
    expect(page.get_by_test_id("walk-fault")).to_have_count(0)
