"""Photographs the page for the README: starts `cubeproof serve`, solves a cube in Chromium, and keeps what one sees.

python docs/pictures/photograph.py docs/pictures/page.png
"""

import re
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

CUBE = "/#size=3&scramble=R+U2+F'+D+L2+B+R2+U'+F+L"


def photograph(path: str) -> None:
    """Write the picture, twice as fine as it is wide on the page."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("There is no Chromium here (Debian: apt install chromium).")
    command = [sys.executable, "-m", "cubeproof", "serve", "--port", "0"]
    with (
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        assert server.stderr is not None
        found = re.search(r"http://\S+:\d+", server.stderr.readline())
        if found is None:
            raise SystemExit("cubeproof serve did not start.")
        flags = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        page = browser.new_page(viewport={"width": 1280, "height": 860}, locale="en-GB", color_scheme="light")
        page.goto(found.group() + CUBE)
        page.wait_for_selector("[data-live=true]")
        page.get_by_test_id("solve-button").click()
        page.get_by_test_id("answer").wait_for()
        page.wait_for_timeout(1000)
        page.screenshot(path=path)
        browser.close()
        server.terminate()


if __name__ == "__main__":
    photograph(sys.argv[1])
