"""`player_page`: an algorithm as one `.html` file that plays without a network.

Python computes the data: the appearance of cubes (`solid.facts`), the film, and the texts in every language
(`in_all_languages`). The script is small: `solid.js` rotates, projects and paints; `canvas.js`, `hand.js` and
`player.js` are the player, also of the notebook; `film_page.js` starts it with the film's data. The page's
`Content-Security-Policy` forbids connections and other scripts.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from cubeproof import languages
from cubeproof.draw.descriptions import describe_cube, describe_move
from cubeproof.draw.film import HALF_MS, PAUSE_MS, QUARTER_MS, Film
from cubeproof.draw.look import Look
from cubeproof.draw.solid import facts, paints, turn_data
from cubeproof.puzzle.geometry import Slab
from cubeproof.sentences import Sentence, Template

_TITLE = Template("player.title", "{size}×{size}×{size} cube: {turns}")
_STATE = Template("player.state", "{size}×{size}×{size} cube. At the start: {state}")

_KEYED = Template("player.keyed", "{button} ({key})")
_HOME = Template("player.home", "Home")()
_END = Template("player.end", "End")()
_SPACE = Template("player.space", "space")()
_LEFT = Template("player.left", "left arrow")()
_RIGHT = Template("player.right", "right arrow")()

CONTROLS: Mapping[str, Sentence] = {
    "playback": Template("player.playback", "Playback")(),
    "first": Template("player.first", "To the start")(),
    "back": Template("player.back", "One turn back")(),
    "play": Template("player.play", "Play")(),
    "pause": Template("player.pause", "Pause")(),
    "step": Template("player.step", "One turn forward")(),
    "last": Template("player.last", "To the end")(),
    "turn": Template("player.turn", "Turn")(),
    "turns": Template("player.turns", "Turns")(),
    "speed": Template("player.speed", "Speed")(),
    # The script fills in these fields, so each value is the field itself.
    "place": Template("player.place", "after turn {step}, {move}")(step="{step}", move="{move}"),
    "place-start": Template("player.place-start", "the start")(),
    "factor": Template("player.factor", "{speed} times")(speed="{speed}"),
}
"""The names of a player's buttons and sliders and their values, also for the notebook's player."""

_PAGE: Mapping[str, Sentence] = {
    **CONTROLS,
    "first": _KEYED(button=CONTROLS["first"], key=_HOME),
    "back": _KEYED(button=CONTROLS["back"], key=_LEFT),
    "play": _KEYED(button=CONTROLS["play"], key=_SPACE),
    "pause": _KEYED(button=CONTROLS["pause"], key=_SPACE),
    "step": _KEYED(button=CONTROLS["step"], key=_RIGHT),
    "last": _KEYED(button=CONTROLS["last"], key=_END),
    "drag": Template("player.drag", "Drag to look from elsewhere, double-click to come back")(),
    "start": Template("player.start", "The start")(),
    "nothing": Template("player.nothing", "Nothing to turn")(),
    "after": Template("player.after", "{step}: {move}, {description}")(
        step="{step}", move="{move}", description="{description}"
    ),
}
"""The texts of the page besides the title and the descriptions."""


def player_page(film: Film, look: Look | None = None, title: str = "") -> str:
    """Return a page that plays a film, with buttons, keys, sliders, and a view that can be dragged.

    Its language is the language of the browser if a table for it existed when the page was made, else English.

    >>> from cubeproof.puzzle.cube import Cube
    >>> page = player_page(Film(Cube(3), "R U"), title="<script>")
    >>> "&lt;script&gt;</h1>" in page, "http" in page.replace("http-equiv", "")
    (True, False)
    """
    look, size = look or Look(), film.cube.size
    script = _script()
    style = _file("player.css") + _file("film_page.css").replace("{{size}}", str(look.size))
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}"
    heading = title or _TITLE(size=size, turns=film.summary)
    description = _STATE(size=size, state=describe_cube(film.cube, look.palette))
    data = _data(film, look, {"title": heading, "description": description})
    parts = {
        "policy": escape(policy),
        "title": escape(heading),
        "description": escape(description),
        "style": style,
        # In a script element only "<" could end the element.
        "data": json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _file("film_page.html"))


def in_all_languages(texts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the texts in every available language, for a script that selects one.

    >>> said = in_all_languages({"play": CONTROLS["play"], "pause": CONTROLS["pause"]})
    >>> said["en"], said["fr"]
    ({'decimal': '.', 'play': 'Play', 'pause': 'Pause'}, {'decimal': ',', 'play': 'Jouer'})
    """
    tables: dict[str, dict[str, str]] = {}
    for tag in languages.tags():
        spoken = languages.language(tag)
        phrases = {"decimal": spoken.conventions.decimal} | {
            name: spoken.say(text) for name, text in texts.items()
        }
        english = tables.get("en", {})
        tables[tag] = {name: text for name, text in phrases.items() if text != english.get(name)}
    return tables


def _data(film: Film, look: Look, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the data for the script; `texts` are the title and the description."""
    size = film.cube.size
    numbers: dict[Slab, int] = {}
    descriptions: dict[str, Sentence] = {}
    turns, moves = [], []
    for move in film.alg:
        slab = move.slab(size)
        if slab not in numbers:
            numbers[slab] = len(numbers)
            descriptions[f"turn-{numbers[slab]}"] = describe_move(move, size)
            turns.append(turn_data(move, size))
        moves.append({"name": str(move), "turn": numbers[slab]})
    return {
        "facts": facts(),
        "size": size,
        "letters": film.cube.facelets,
        "rings": np.flatnonzero(film.stickers).tolist(),
        "turns": turns,
        "moves": moves,
        "paints": paints(look.palette),
        "lettered": look.letters,
        "hidden": look.hidden,
        "view": {"latitude": look.latitude, "longitude": look.longitude},
        "speed": film.speed,
        "lasts": {"quarter": QUARTER_MS, "half": HALF_MS, "pause": PAUSE_MS},
        "languages": in_all_languages({**_PAGE, **texts, **descriptions}),
    }


@cache
def _script() -> str:
    """Return all scripts as one without comments, because a page opened from a disk may not load another file."""
    text = "".join(map(_file, ("solid.js", "canvas.js", "hand.js", "player.js", "film_page.js")))
    return re.sub(r"^ *(?:import [^\n]*|//[^\n]*|/\*\*.*?\*/ *)\n", "", text, flags=re.M | re.S)


@cache
def _file(name: str) -> str:
    return files("cubeproof.draw").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return the hash by which a content security policy allows a script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
