"""The page in headless Chromium (Debian's `chromium`), which draws with the processor, on a server of this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Figure, Options, Sample
from cubeproof import random_cube_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
VISITS = 5
SIZES = (2, 3, 5, 7)
KEYS = "rufrufrufrufrufrufruf"

PICTURE = """
window.pictured = new Promise((done) => {
  (function look() {
    const player = document.querySelector("[data-testid=picture] .player")?.player;
    if (player?.seen().length) done(performance.now());
    else requestAnimationFrame(look);
  })();
});
"""
"""The time from the beginning of the visit to the first frame with the cube."""

SIZES_OF_FILES = """() => performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
    .filter(({ name }) => !name.includes("/api/")).map(({ name, encodedBodySize }) => [name, encodedBodySize])"""

TYPED = """async (keys) => {
    const player = document.querySelector("[data-testid=picture] .player").player;
    const paint = player.paint.bind(player);
    let painted = () => {};
    player.paint = () => (paint(), painted());
    const first = [];
    const start = performance.now();
    for (const [made, key] of [...keys].entries()) {
        const pressed = performance.now();
        const framed = new Promise((done) => {
            painted = () => player.now.position > made && done(performance.now() - pressed);
        });
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        first.push(await framed);
        await new Promise((done) => setTimeout(done, pressed + 100 - performance.now()));
    }
    const typed = performance.now() - start;
    while (player.now.position < keys.length) await new Promise(requestAnimationFrame);
    return [first, performance.now() - start - typed];
}"""
"""Ten keys a second: the time to the first frame of each turn, and from the last key to the end of the turns."""

TURNING = """async () => {
    const player = document.querySelector("[data-testid=picture] .player").player;
    const start = performance.now();
    let frames = 0;
    while (performance.now() - start < 2000) {
        player.show({ position: (frames / 40) % 6 }, true);
        await new Promise(requestAnimationFrame);
        frames += 1;
    }
    return (1000 * frames) / (performance.now() - start);
}"""
"""Frames a second while layers turn."""


HIGHLIGHT = """async () => {
    const player = document.querySelector("[data-testid=how-cube] .player").player;
    const paint = player.paint.bind(player);
    const pressed = performance.now();
    const framed = new Promise((done) => { player.paint = () => (paint(), done(performance.now() - pressed)); });
    document.querySelector("[data-testid=slot-DFR]").click();
    return await framed;
}"""
"""The time from a tap in a chapter to the painted highlight, in milliseconds."""

ANSWER = """async (state) => {
    const start = performance.now();
    const body = JSON.stringify({ state, horizon: 2 });
    const headers = { "content-type": "application/json" };
    await (await fetch("/api/formula/refutation", { method: "POST", headers, body })).json();
    return (performance.now() - start) / 1000;
}"""
"""The time of a computed answer of a chapter, in seconds."""


def chapter_figures(page: Page, address: str) -> Iterator[Figure]:
    """Yield the figures of the chapters of "How it works"."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_load_state("networkidle")
    before = dict(page.evaluate(SIZES_OF_FILES))
    page.evaluate("location.hash = 'how/formula'")
    page.locator(".question [data-right=true]").click()
    page.wait_for_load_state("networkidle")
    loaded = sum(size for name, size in page.evaluate(SIZES_OF_FILES) if name not in before)
    yield Figure("page: all chapters, compressed", loaded / 1000, "kB", at_most=60)
    page.locator(".variable").first.wait_for()
    yield Figure("page: highlight after a tap", page.evaluate(HIGHLIGHT) / 1000, at_most=0.017)
    cubes = [random_cube_at(3, seed=seed).facelets for seed in range(VISITS)]
    answers = [page.evaluate(ANSWER, cube) for cube in cubes]
    yield Sample(answers).figure("page: refutation of two turns", at_most=0.3)


def figures(_options: Options) -> Iterator[Figure]:
    with opened() as (page, address):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        files: dict[str, int] = dict(page.evaluate(SIZES_OF_FILES))
        font = sum(size for name, size in files.items() if name.endswith(".woff2"))
        yield Figure(
            "page: all but the font, compressed", (sum(files.values()) - font) / 1000, "kB", at_most=90
        )
        scripts = sum(size for name, size in files.items() if name.endswith(".js"))
        yield Figure("page: the first script, compressed", scripts / 1000, "kB", at_most=62)
        yield Figure("page: the font", font / 1000, "kB", at_most=55)
        yield from chapter_figures(page, address)
        page.add_init_script(PICTURE)
        pictured = [visit(page, address) for _ in range(VISITS)]
        yield Sample(pictured).figure("page: first picture of the cube", at_most=0.3)
        for size in SIZES:
            page.goto("about:blank")
            page.goto(f"{address}/#size={size}&tab=turn")
            page.locator(".turns button").first.wait_for()
            first, after = page.evaluate(TYPED, KEYS)
            median = sorted(first)[len(first) // 2] / 1000
            note = f"{max(first):.0f} ms at most; the last turn ends {after:.0f} ms after the last key"
            yield Figure(
                f"page, {size} layers: first frame of a turn, median", median, at_most=0.03, note=note
            )
            page.goto("about:blank")
            page.goto(f"{address}/#size={size}&turns=R+U'+F2+R'+U+F'&made=0&tab=turn")
            page.wait_for_function(
                "() => document.querySelector('[data-testid=picture] .player')?.player?.now.turns.length === 6"
            )
            yield Figure(f"page, {size} layers: frames a second", page.evaluate(TURNING), "fps", at_least=30)


def visit(page: Page, address: str) -> float:
    """Return the seconds until the cube is visible."""
    page.goto("about:blank")
    page.goto(address)
    return float(page.evaluate("window.pictured")) / 1000


@contextmanager
def opened() -> Iterator[tuple[Page, str]]:
    """Yield a page in Chromium, and the address of a server."""
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    command: list[Any] = [sys.executable, "-m", "cubeproof", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ}) as server:
        assert server.stderr is not None
        said = ""
        while not (found := re.search(r"http://\S+:\d+", said)):
            said = server.stderr.readline()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=program, args=["--no-sandbox", "--disable-gpu"]
                )
                yield browser.new_page(viewport={"width": 1280, "height": 900}), found.group().rstrip("/")
                browser.close()
        finally:
            server.terminate()
