"""Photographs the page for the README: starts `cubeproof serve`, and solves and plays its first cube in Chromium.

python docs/pictures/photograph.py docs/pictures/page.png
"""

import io
import re
import shutil
import subprocess
import sys

from PIL import Image
from playwright.sync_api import sync_playwright

PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")


def photograph(path: str) -> None:
    """Write the picture."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise SystemExit("There is no Chromium here (Debian: apt install chromium).")
    command = [sys.executable, "-m", "cubeproof", "serve", "--port", "0"]
    with (
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        assert server.stderr is not None
        try:
            address = re.search(r"http://\S+:\d+", server.stderr.readline())
            if address is None:
                raise SystemExit("cubeproof serve did not start.")
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            page = browser.new_page(
                viewport={"width": 1200, "height": 880}, locale="en-GB", color_scheme="light"
            )
            page.goto(address.group())
            page.wait_for_selector("[data-live=true]")
            page.get_by_test_id("solve-button").click()
            page.get_by_test_id("answer").wait_for()
            for _ in range(11):
                page.get_by_role("button", name="One step forward").click()
                page.wait_for_timeout(1000)
            page.evaluate("window.scrollTo(0, 0)")
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            # 128 colours take a third of the bytes.
            picture.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    photograph(sys.argv[1])
