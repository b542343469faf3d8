"""The server stops and comes back: what it had sent stays, and every press on Solve asks again."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import STILL, best_turns, bounds, button, current, link, play, shows, tape, until
from cubeproof import Cube
from ground_truth import SUPERFLIP

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class FailingServer:
    """A server that a test kills and starts again at the same address."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = str(probe.getsockname()[1])
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "cubeproof", "serve", "--port", self.port]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        assert re.search(r"http://", self.process.stderr.readline())

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def failing() -> Iterator[FailingServer]:
    server = FailingServer()
    yield server
    server.process.send_signal(signal.SIGINT)
    server.process.communicate()


@pytest.fixture
def page(chromium: Browser, failing: FailingServer) -> Iterator[Page]:
    """A page whose requests may fail, without the check of the console."""
    context = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}, **STILL)  # type: ignore[arg-type]
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://127.0.0.1:{failing.port}" + link("solve", 3, scramble=SUPERFLIP))
    shows(page, Cube(3).apply(SUPERFLIP))
    yield page
    context.close()
    assert errors == []


def solve_until_answered(page: Page) -> str:
    page.get_by_test_id("solve-button").click()
    return best_turns(page)


def test_a_cube_scrambled_during_an_outage_is_solved_after_it(page: Page, failing: FailingServer) -> None:
    # Scramble needs no server if a random cube has been drawn in advance.
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/random'))"
    )
    failing.kill()
    button(page, "Scramble").click()
    until(page, lambda: current(page).facelets != Cube(3).apply(SUPERFLIP).facelets)
    page.get_by_test_id("solve-button").click()
    expect(page.get_by_test_id("solve-fault")).to_have_text("The server does not answer.")
    failing.start()
    turns = solve_until_answered(page)
    assert current(page).apply(turns).is_solved
    expect(page.get_by_test_id("solve-fault")).to_have_count(0)


def test_a_server_that_stops_during_the_proof_leaves_its_bounds_and_its_answer(
    page: Page, failing: FailingServer
) -> None:
    turns = solve_until_answered(page)
    failing.kill()
    trouble = page.get_by_test_id("trouble")
    expect(trouble).to_contain_text("The connection to the server is lost; trying again.")
    lower, best = bounds(page)
    assert 1 < lower <= best <= len(turns.split())
    failing.start()
    expect(trouble).to_have_text("The server stopped: this is the last that it sent.")
    assert bounds(page) == (lower, best)
    assert Cube(3).apply(SUPERFLIP).apply(" ".join(tape(page))).is_solved
    play(page)
    expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")
    # The new server knows nothing of the search.
    button(page, "Go on for 5 minutes").click()
    expect(page.get_by_test_id("restarted")).to_contain_text("this one starts from nothing")
    expect(button(page, "Stop")).to_be_visible()


def test_stop_during_an_outage_ends_the_search(page: Page, failing: FailingServer) -> None:
    solve_until_answered(page)
    failing.kill()
    button(page, "Stop").click()
    expect(page.get_by_test_id("trouble")).to_have_text("The server stopped: this is the last that it sent.")
    button(page, "Go on for 5 minutes").click()
    expect(page.get_by_test_id("solve-fault")).to_have_text("The server does not answer.")
    assert bounds(page)[1] >= 20
    failing.start()
    button(page, "Go on for 5 minutes").click()
    expect(button(page, "Stop")).to_be_visible()


def test_an_answer_stays_when_its_server_is_gone(page: Page, failing: FailingServer) -> None:
    solve_until_answered(page)
    button(page, "Stop").click()
    claim = page.get_by_test_id("claim").inner_text()
    failing.kill()
    failing.start()
    play(page)
    expect(page.get_by_test_id("said")).to_contain_text("The cube is solved.")
    expect(page.get_by_test_id("claim")).to_have_text(claim)
    page.reload()
    expect(page.get_by_test_id("solve-fault")).to_have_text(
        "There is no such search, or it has been forgotten."
    )
    assert len(tape(page)) >= 20
    button(page, "To the start").click()
    expect(page.get_by_test_id("claimed")).to_contain_text("not proved here until you press Solve")
