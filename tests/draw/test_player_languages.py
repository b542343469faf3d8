"""The player's page brings its texts along in every language there is."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from cubeproof.draw.film import Film
from cubeproof.draw.look import Look
from cubeproof.draw.palette import STANDARD, Palette
from cubeproof.draw.player import player_page
from cubeproof.languages import language
from cubeproof.puzzle.cube import Cube
from toy_language import speak


def data(page: str) -> Any:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert match
    return json.loads(match[1])


def texts(page: str, tag: str) -> dict[str, str]:
    """As the script puts them together."""
    results = data(page)["languages"]
    return {name: text.replace("\u00a0", " ") for name, text in (results["en"] | results[tag]).items()}


def source(name: str) -> str:
    return files("cubeproof.draw").joinpath(name).read_text(encoding="utf-8")


def test_player_texts_are_all_in_english_once() -> None:
    results = data(player_page(Film(Cube(3).apply("F"), "R U R2 M R U")))["languages"]
    scripts = source("player.js") + source("film_page.js")
    spoken = re.findall(r"\b(?:text|button)\((.*?)[;\n]", scripts)
    used_keys = {name for call in spoken for name in re.findall(r'"([\w-]+)"', call)} | {"pause"}
    assert len(used_keys) > 15
    # Each of the four turns has its text once, however often it is made.
    turns = {f"turn-{number}" for number in range(4)}
    assert set(results["en"]) == used_keys | turns | {"decimal"}
    assert set(results["fr"]) == set(results["en"])
    assert all(results["fr"][name] != results["en"][name] for name in results["fr"])


def test_a_table_is_enough_for_a_third_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    templates = {
        "player.keyed": "{key} > {button}",
        "player.home": "HOME",
        "player.first": "komenco",
        "player.place": "{move} = {step}",
        "player.title": "{turns} @ {size}",
        "description.turn": "{turns}/{what}",
        "description.face": "</script>{face}",
    }
    tag = speak(monkeypatch, tmp_path, templates, decimal="'")
    page = player_page(Film(Cube(3), "R"))
    assert data(page)["languages"][tag] == {
        "decimal": "'",
        "first": "HOME > komenco",
        "back": "left arrow > One turn back",
        "play": "space > Play",
        "pause": "space > Pause",
        "step": "right arrow > One turn forward",
        "last": "End > To the end",
        "place": "{move} = {step}",
        "title": "R @ 3",
        "turn-0": "1/</script>R",
    }
    assert page.count("</script>") == 2


def test_custom_title_and_names_are_not_translated() -> None:
    palette = Palette(STANDARD.faces, names=("ivory",) * 6)
    results = texts(player_page(Film(Cube(2), "U"), Look(palette), title="{step} Mine"), "fr")
    assert results["title"] == "{step} Mine"
    assert "dessus ivory" in results["description"]


@pytest.mark.parametrize("size", [3, 7])
def test_further_language_makes_a_page_little_larger(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = Film(Cube(size).apply("R U F"), "(R U R' U')100")
    before = len(player_page(film))
    speak(monkeypatch, tmp_path, language("fr").templates)
    assert 1_000 < len(player_page(film)) - before < 8_000
