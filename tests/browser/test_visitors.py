"""Several visitors at once, and the jobs of a visitor who leaves."""

from __future__ import annotations

import re
from time import sleep
from typing import TYPE_CHECKING

from browser.assertions import expect
from browser.seeing import STILL, Visitor, choose_engine, choose_setting, intercept, link, shows, until
from cubeproof import Cube
from ground_truth import SUPERFLIP
from web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request, Route


IDLE = 12.0
"""Seconds without a request after which a server ends a search."""


def hard_job(page: Page) -> str:
    """Start a long search; return the address of its job."""
    choose_engine(page, "sat")
    with page.expect_response("**/api/solve") as response:
        page.get_by_test_id("solve-button").click()
    expect(page.get_by_test_id("now")).to_be_visible()
    return str(response.value.json()["url"])


def state(page: Page, job: str) -> str:
    """The state of a job, requested by the visitor of `page`; "gone" if there is no such job."""
    answer = page.context.request.get(job)
    return "gone" if answer.status == 404 else str(answer.json()["state"])


def test_second_visitor_is_answered_during_a_search(visit: Visitor, server: str) -> None:
    first = visit(link("solve", 3, scramble=SUPERFLIP), **STILL)
    shows(first, Cube(3).apply(SUPERFLIP))
    job = server + hard_job(first)
    second = visit(link("solve", 2, scramble="R D2 B'"), **STILL)
    shows(second, Cube(2).apply("R D2 B'"))
    second.get_by_test_id("solve-button").click()
    expect(second.get_by_test_id("answer")).to_have_attribute("data-optimal", "true")
    assert state(second, job) == "running"
    first.get_by_test_id("stop-button").click()
    expect(first.get_by_test_id("live")).to_have_attribute("data-phase", "done")
    assert state(second, job) == "stopped"


def test_a_visitor_who_leaves_and_does_not_come_back_ends_the_job(chromium: Browser) -> None:
    # More than the page takes to come back on a busy machine.
    with serving(idle_seconds=IDLE, tick_seconds=0.2) as server:
        page = chromium.new_page(**STILL)  # type: ignore[arg-type]
        page.goto(str(server.client.base_url).rstrip("/") + link("solve", 3, scramble=SUPERFLIP))
        shows(page, Cube(3).apply(SUPERFLIP))
        job = hard_job(page)
        # A reload comes back.
        page.reload()
        expect(page.get_by_test_id("now")).to_be_visible()
        assert server.client.get(job).json()["state"] == "running"
        page.get_by_role("link", name="API").click()
        # A request keeps a search alive, so the test waits without a request.
        for _ in range(20):
            sleep(IDLE + 1)
            if server.client.get(job).json()["state"] != "running":
                break
        assert server.client.get(job).json()["state"] == "stopped"
        page.context.close()


def test_new_search_ends_the_previous_search(visit: Visitor, server: str) -> None:
    page = visit(link("solve", 3, scramble=SUPERFLIP), **STILL)
    shows(page, Cube(3).apply(SUPERFLIP))
    first = server + hard_job(page)
    page.keyboard.press("r")
    shows(page, Cube(3).apply(SUPERFLIP).apply("R"))
    second = server + hard_job(page)
    assert first != second
    until(page, lambda: state(page, first) != "running")
    assert state(page, second) == "running"
    page.get_by_test_id("stop-button").click()
    expect(page.get_by_test_id("live")).to_have_attribute("data-phase", "done")


def test_a_page_whose_events_are_refused_asks_again_after_a_while(visit: Visitor) -> None:
    page = visit(link("solve", 2, scramble="R D2 B'"), **STILL)
    shows(page, Cube(2).apply("R D2 B'"))
    # The clock of the page stands still, however slow the browser is.
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    request_urls: list[str] = []

    def refuse(route: Route) -> None:
        request_urls.append(route.request.url)
        if len(request_urls) > 1:
            route.continue_()
        else:
            # A browser closes a stream of events after any status but 200.
            route.fulfill(status=204)

    intercept(page, "**/events", refuse)
    # When asked about the search, the server says that it goes on.
    intercept(
        page,
        re.compile("/api/solve/[^/]+$"),
        lambda route: route.fulfill(json={"state": "running", "result": None}),
    )
    with page.expect_response(re.compile("/api/solve/[^/]+$")):
        page.get_by_test_id("solve-button").click()
    for _ in range(20):
        page.evaluate("fetch('/api').then((answer) => answer.text())")
    assert len(request_urls) == 1
    page.clock.run_for(2500)
    page.clock.resume()
    expect(page.get_by_test_id("answer")).to_have_attribute("data-optimal", "true")
    assert len(request_urls) == 2


def test_watching_page_requests_only_a_language_table(visit: Visitor, server: str) -> None:
    page = visit(link("turn", 2, scramble="R"), **STILL)
    shows(page, Cube(2).apply("R"))
    page.wait_for_load_state("networkidle")
    request_urls: list[str] = []

    def note(request: Request) -> None:
        request_urls.append(request.url)

    page.on("request", note)
    page.locator("#tab-solve").click()
    page.get_by_text("Goal, turns, time").click()
    assert request_urls == []
    choose_setting(page, "language", "fr")
    expect(page.get_by_role("tab", name="Résoudre")).to_be_visible()
    choose_setting(page, "language", "en")
    expect(page.get_by_role("tab", name="Solve")).to_be_visible()
    choose_setting(page, "language", "fr")
    expect(page.get_by_role("tab", name="Résoudre")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert request_urls == [f"{server}/api/languages/fr"]
