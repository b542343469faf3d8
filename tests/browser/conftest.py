"""A real browser on the page that `cubeproof serve` shows: Debian's Chromium, driven by playwright."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.seeing import Visitor
from patience import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / "screenshots"  # kept by CI, ignored by git

# No network is available, so Chromium must not search for one; emulating a graphics card takes time.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


FAILED = pytest.StashKey[bool]()
"""Whether a test failed; its fixture then keeps a screenshot."""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser of all tests of this folder; it is closed before other tests start an event loop."""
    # The first has no windows: opening a page takes a third of the time.
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        pytest.skip("there is no Chromium (Debian: apt install chromium-headless-shell)")
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        expect.set_options(timeout=1000 * PATIENCE)
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server() -> Iterator[str]:
    """The address of a `cubeproof serve` on a free port."""
    if not ROOT.joinpath("src", "cubeproof", "web", "built", "index.html").is_file():
        pytest.skip("the page is not built (make page)")
    command = [sys.executable, "-m", "cubeproof", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ}) as process:
        assert process.stderr is not None
        output = ""
        for line in process.stderr:
            output += line
            if match := re.search(r"http://\S+:\d+", line):
                break
        else:
            pytest.fail(f"cubeproof serve ended: {output}")
        yield match.group().rstrip("/")
        process.send_signal(signal.SIGINT)
        process.communicate()


def is_fault(message: ConsoleMessage) -> bool:
    """Whether a line of the console reports a fault; a refusal of wrong input is not a fault."""
    return message.type == "error" and "status of 422" not in message.text


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record that a test failed; its fixture reads this when the test ends."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def visit(chromium: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Return a function that opens the page as a new visitor. A failed test leaves a screenshot.

    The test fails after an error in the console, an exception in a script, or a request to any other host.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []
    pages: list[Page] = []

    def open_page(path: str = "/", **settings: object) -> Page:
        settings.setdefault("locale", "en-GB")
        settings.setdefault("viewport", {"width": 1280, "height": 900})
        context = chromium.new_context(**settings)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda fault: faults.append(f"a script threw {fault}"))
        page.on("console", lambda message: faults.append(message.text) if is_fault(message) else None)
        page.on(
            "request",
            lambda sent: (
                None
                if sent.url.startswith((server, "data:", "blob:"))
                else faults.append(f"a request to {sent.url}")
            ),
        )
        page.goto(server + path)
        pages.append(page)
        return page

    yield open_page
    for page in pages:  # its answer arrives after the faults reported before
        if not page.is_closed():
            page.evaluate("0")
    # A screenshot takes the time of a short test, and `test_views.py` already saves one of each view.
    pages_to_save = pages if faults or request.node.stash.get(FAILED, False) else []
    SCREENSHOTS.mkdir(exist_ok=True)
    for number, page in enumerate(pages_to_save):
        name = re.sub(r"[^\w-]+", "-", request.node.name) + (f"-{number + 1}" if number else "")
        page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)
    for context in contexts:
        context.close()
    assert not faults, faults
