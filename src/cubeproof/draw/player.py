"""The player: an algorithm as one `.html` file that plays, steps and turns about, without a network.

Python computes the data: where stickers are, what a turn moves where, how things look, and every text in
every language (`in_all_languages`). The script in `player.js`, ours and small, rotates, projects and paints,
and picks the language of the browser. The page forbids itself every connection and every script but its own
(`Content-Security-Policy`).
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from cubeproof import languages
from cubeproof.draw.camera import FLOAT, Camera
from cubeproof.draw.descriptions import describe_cube, describe_move
from cubeproof.draw.film import HALF_MS, PAUSE_MS, QUARTER_MS, Film
from cubeproof.draw.look import Look
from cubeproof.draw.marks import glyph
from cubeproof.draw.palette import ink
from cubeproof.draw.view_scene import LIGHT, SHADE, solid
from cubeproof.errors import UsageError
from cubeproof.puzzle.geometry import FACES, NORMALS, Slab, geometry
from cubeproof.sentences import Sentence, Template

__all__ = ["CONTROLS", "MAX_MOVED", "in_all_languages", "player_page"]

_TOO_MUCH = Template(
    "player.too-large",
    "So many different turns of so large a cube make too large a page; choose fewer turns or a GIF.",
)
_TITLE = Template("player.title", "{size}×{size}×{size} cube: {turns}")
_STATE = Template("player.state", "{size}×{size}×{size} cube. At the start: {state}")

_PLAY_OR_PAUSE = Template("player.play-or-pause", "Play or pause")()
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
}
"""The names of a player's buttons and sliders, which the notebook's player has too."""

_PAGE: Mapping[str, Sentence] = {
    **CONTROLS,
    "first": _KEYED(button=CONTROLS["first"], key=_HOME),
    "back": _KEYED(button=CONTROLS["back"], key=_LEFT),
    "back-title": _KEYED(button=CONTROLS["back"], key="←"),
    "play": _KEYED(button=CONTROLS["play"], key=_SPACE),
    "pause": _KEYED(button=CONTROLS["pause"], key=_SPACE),
    "play-title": _KEYED(button=_PLAY_OR_PAUSE, key=_SPACE),
    "step": _KEYED(button=CONTROLS["step"], key=_RIGHT),
    "step-title": _KEYED(button=CONTROLS["step"], key="→"),
    "last": _KEYED(button=CONTROLS["last"], key=_END),
    "drag": Template("player.drag", "Drag to look from elsewhere, double-click to come back")(),
    "start": Template("player.start", "The start")(),
    "nothing": Template("player.nothing", "Nothing to turn")(),
    # The script fills in these fields, so their values are the fields themselves.
    "after": Template("player.after", "{step}: {move}, {description}")(
        step="{step}", move="{move}", description="{description}"
    ),
    "place": Template("player.place", "after turn {step}, {move}")(step="{step}", move="{move}"),
    "place-start": Template("player.place-start", "the start")(),
    "factor": Template("player.factor", "{speed} times")(speed="{speed}"),
}
"""What stands on the page besides the title and the descriptions."""

MAX_MOVED = 2_000_000
"""The most stickers that the different turns of a page may move, in all."""


def player_page(film: Film, look: Look | None = None, title: str = "") -> str:
    """A page that plays a film, with buttons, keys, sliders, and a view that can be dragged.

    It is in the language of the browser that shows it, if there was a table for it when the page was made;
    else in English.

    Args:
        film: the state at the start, the turns, and the speed at first.
        look: colours, viewer; `size` is the largest width of the picture; not `background` and `language`.
        title: the title of the page; by default the size of the cube and the turns.

    Raises:
        UsageError: so many different turns of so large a cube that the page would be too large.

    >>> from cubeproof.puzzle.cube import Cube
    >>> page = player_page(Film(Cube(3), "R U"), title="<script>")
    >>> "&lt;script&gt;</h1>" in page, "http" in page.replace("http-equiv", "")
    (True, False)
    """
    look, size = look or Look(), film.cube.size
    script, style = _file("player.js"), _file("player.css").replace("{{size}}", str(look.size))
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}"
    heading = title or _TITLE(size=size, turns=film.summary)
    description = _STATE(size=size, state=describe_cube(film.cube, look.palette))
    data = _data(film, look, {"title": heading, "description": description})
    parts = {
        "policy": escape(policy),
        "title": escape(heading),
        "description": escape(description),
        "style": style,
        # Within a script element only "<" could end it.
        "data": json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _file("player.html"))


def in_all_languages(texts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Texts in every language there is, for a script that picks one of them.

    Args:
        texts: by names that the script has for them: sentences, or text that is the same in all languages.

    Returns:
        for each language the texts, and as `decimal` its decimal point; of languages other than English only
        what differs from English.

    >>> said = in_all_languages({"play": CONTROLS["play"], "pause": CONTROLS["pause"]})
    >>> said["en"], said["fr"]
    ({'decimal': '.', 'play': 'Play', 'pause': 'Pause'}, {'decimal': ',', 'play': 'Jouer'})
    """
    found: dict[str, dict[str, str]] = {}
    for tag in languages.tags():
        spoken = languages.language(tag)
        said = {"decimal": spoken.conventions.decimal} | {
            name: spoken.say(text) for name, text in texts.items()
        }
        english = found.get("en", {})
        found[tag] = {name: text for name, text in said.items() if text != english.get(name)}
    return found


def _data(film: Film, look: Look, texts: Mapping[str, str]) -> dict[str, Any]:
    """What the script reads; `texts` are the title and the description."""
    size, palette, shape = film.cube.size, look.palette, solid(film.cube.size)
    camera = Camera.of(look)
    cube = geometry(size)
    numbers: dict[Slab, int] = {}
    descriptions: dict[str, Sentence] = {}
    turns, moves = [], []
    for move in film.alg:
        slab = move.slab(size)
        if slab not in numbers:
            numbers[slab] = len(numbers)
            if len(numbers) * len(film.stickers) > MAX_MOVED:
                raise UsageError(_TOO_MUCH())
            descriptions[f"turn-{numbers[slab]}"] = describe_move(move, size)
            gather = cube.turn(slab)
            places = np.flatnonzero(gather != np.arange(len(gather)))
            turns.append(
                {
                    "axis": NORMALS[FACES.index(slab.face)].tolist(),
                    "first": slab.first,
                    "last": slab.last,
                    "quarters": {1: 1, 2: 2, 3: -1}[slab.turns],
                    "face": slab.face,
                    "to": places.tolist(),
                    "from": gather[places].tolist(),
                }
            )
        moves.append({"name": str(move), "turn": numbers[slab]})
    letters = FACES + "?"
    return {
        "size": size,
        "letters": film.cube.facelets,
        "rings": film.stickers.astype(int).tolist(),
        "layers": {face: cube.layers(face).tolist() for face in sorted({slab.face for slab in numbers})},
        "turns": turns,
        "moves": moves,
        "centres": np.round(shape.centres, 5).tolist(),
        "normals": NORMALS.tolist(),
        "frames": shape.frames[:: size * size].tolist(),
        "outline": np.round(shape.outline, 5).reshape(-1, 2).tolist(),
        "glyphs": {
            letter: [np.round(stroke * 0.4 / size, 4).tolist() for stroke in glyph(letter)]
            for letter in letters
        }
        if look.letters
        else None,
        "colours": {letter: palette.colour(letter) for letter in letters},
        "inks": {letter: ink(palette.colour(letter)) for letter in letters},
        "body": palette.body,
        "accent": palette.accent,
        "light": LIGHT.tolist(),
        "shade": SHADE,
        "float": FLOAT if look.hidden else 0,
        "latitude": look.latitude,
        "longitude": look.longitude,
        "eye": math.sqrt(float(camera.eye @ camera.eye)),
        "scale": camera.scale / look.size,
        "speed": film.speed,
        "quarter": QUARTER_MS,
        "half": HALF_MS,
        "pause": PAUSE_MS,
        "languages": in_all_languages({**_PAGE, **texts, **descriptions}),
    }


@cache
def _file(name: str) -> str:
    return files("cubeproof.draw").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """How a policy names the one script or style that it allows."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
