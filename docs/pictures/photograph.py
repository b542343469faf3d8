"""Photographs the page for the README: starts `cubeproof serve`, and solves its first cube in Chromium.

python docs/pictures/photograph.py docs/pictures/page.png
"""

import re
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright


def photograph(path: str) -> None:
    """Write the picture."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("There is no Chromium here (Debian: apt install chromium).")
    command = [sys.executable, "-m", "cubeproof", "serve", "--port", "0"]
    with (
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        assert server.stderr is not None
        try:
            found = re.search(r"http://\S+:\d+", server.stderr.readline())
            if found is None:
                raise SystemExit("cubeproof serve did not start.")
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            page = browser.new_page(
                viewport={"width": 1640, "height": 940}, locale="en-GB", color_scheme="light"
            )
            page.goto(found.group())
            page.wait_for_selector("[data-live=true]")
            page.get_by_test_id("solve-button").click()
            page.get_by_test_id("answer").wait_for()
            for _ in range(2):
                page.get_by_test_id("step-answer").click()
                page.wait_for_timeout(1000)
            page.screenshot(path=path)
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    photograph(sys.argv[1])
