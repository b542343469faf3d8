"""How smoothly the page's cube moves in headless Chromium, whose graphics are drawn by software, at 1280×800.

    python benchmarks/frames.py [--sizes 3 7 20] [--frames 240]

Prints for each size, in milliseconds: the median and the slowest twentieth of the frames while layers turn (for the
7×7×7 the target is a median of 33), the page's own work for one of them, and how long it takes from a finger's
move until the layer is painted there. On a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys

from playwright.sync_api import Page, sync_playwright

FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
TURNS = "R U' F2 D L' B"

TURNING = """async (frames) => {
    const player = document.querySelector("[data-testid=picture] .player").player;
    const paint = player.paint.bind(player);
    const own = [], between = [];
    player.paint = () => {
        const began = performance.now();
        paint();
        own.push(performance.now() - began);
    };
    await new Promise((done) => {
        let count = 0, last = null;
        requestAnimationFrame(function tick(now) {
            if (last !== null) between.push(now - last);
            last = now;
            player.show({ position: (count / 40) % 6 });
            count += 1;
            if (count < frames) requestAnimationFrame(tick);
            else done();
        });
    });
    player.paint = paint;
    player.show({ position: 0 });
    const rank = (all, share) => all.sort((a, b) => a - b)[Math.floor(all.length * share)];
    return [rank(between, 0.5), rank(between, 0.95), rank(own, 0.5)];
}"""

DRAGGING = """async () => {
    const area = document.querySelector("[data-testid=picture] .player"), { player } = area;
    const box = player.canvas.getBoundingClientRect();
    const send = (kind, x, y) => area.dispatchEvent(new PointerEvent(kind, {
        pointerId: 1, pointerType: "mouse", button: 0, bubbles: true,
        clientX: box.left + box.width * x, clientY: box.top + box.height * y,
    }));
    area.setPointerCapture = () => {};
    send("pointerdown", 0.4, 0.6);
    const times = [];
    for (let step = 1; step <= 60; step++) {
        const began = performance.now();
        send("pointermove", 0.4 + step / 400, 0.6);
        await new Promise((done) => requestAnimationFrame(() => done()));
        times.push(performance.now() - began);
    }
    send("pointercancel", 0.4, 0.6);
    return times.sort((a, b) => a - b)[30];
}"""


def main() -> None:
    """Measure, and print a line for each size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[3, 7, 20])
    parser.add_argument("--frames", type=int, default=240)
    parsed = parser.parse_args()
    program = shutil.which("chromium") or shutil.which("google-chrome")
    command = [sys.executable, "-m", "cubeproof", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        said = ""
        while not (found := re.search(r"http://\S+:\d+", said)):
            said = server.stderr.readline()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                for size in parsed.sizes:
                    print(line(page, found.group().rstrip("/"), size, parsed.frames), flush=True)
                browser.close()
        finally:
            server.terminate()


def line(page: Page, address: str, size: int, frames: int) -> str:
    """What was measured for a size."""
    page.goto("about:blank")
    page.goto(f"{address}/#size={size}&scramble=R+U2+F&turns={TURNS.replace(' ', '+')}&made=0&tab=turn")
    page.wait_for_function(
        "() => document.querySelector('[data-testid=picture] .player')?.player?.now.turns.length === 6"
    )
    median, slow, own = page.evaluate(TURNING, frames)
    drag = page.evaluate(DRAGGING)
    return (
        f"{size:>2} layers: a frame {median:5.1f} ms, the slowest twentieth {slow:5.1f} ms and more; "
        f"our own work {own:4.1f} ms; a drag is answered in {drag:5.1f} ms"
    )


if __name__ == "__main__":
    main()
