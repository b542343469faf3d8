"""The player: an algorithm as one `.html` file that plays, steps and turns about, from a disk and without a network.

Python computes the data: where stickers are, what a turn moves where, how things look. The script in `player.js`, ours and small, rotates,
projects and paints them; `player_words.js` has its words, French where the browser speaks it. The page forbids itself every connection
and every script but its own (`Content-Security-Policy`).
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from cubeproof.draw.camera import FLOAT, Camera
from cubeproof.draw.descriptions import describe_cube, describe_move
from cubeproof.draw.film import HALF_MS, PAUSE_MS, QUARTER_MS, Film
from cubeproof.draw.look import Look
from cubeproof.draw.marks import glyph
from cubeproof.draw.palette import ink
from cubeproof.draw.view_scene import LIGHT, SHADE, solid
from cubeproof.errors import UsageError
from cubeproof.puzzle.geometry import FACES, NORMALS, Slab, geometry

__all__ = ["MAX_MOVED", "player_page"]

MAX_MOVED = 2_000_000
"""The most stickers that the different turns of a page may move, in all."""


def player_page(film: Film, look: Look | None = None, title: str = "") -> str:
    """A page that plays a film, with buttons, keys, a slider, a choice of speed, and a view to be dragged; in French for who speaks it.

    Args:
        film: the state at the start, the turns, and the speed at first.
        look: colours, viewer; `size` is the largest width of the picture, `background` is left to the page.
        title: what the page is called; by default the size of the cube and the turns.

    Raises:
        UsageError: so many different turns of so large a cube that the page would be unwieldy.

    >>> from cubeproof.puzzle.cube import Cube
    >>> page = player_page(Film(Cube(3), "R U"), title="<script>")
    >>> "<h1>&lt;script&gt;</h1>" in page, "http" in page.replace("http-equiv", "")
    (True, False)
    """
    look, size = look or Look(), film.cube.size
    script, style = (
        _text("player_words.js") + _text("player.js"),
        _text("player.css").replace("{{size}}", str(look.size)),
    )
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}"
    parts = {
        "policy": escape(policy),
        "title": escape(title or f"{size}×{size}×{size} cube: {film.summary}"),
        "description": escape(
            f"{size}×{size}×{size} cube. At the start: {describe_cube(film.cube, look.palette)}"
        ),
        "style": style,
        # Within a script element only "<" could end it.
        "data": json.dumps(_data(film, look), separators=(",", ":")).replace("<", "\\u003c"),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _text("player.html"))


def _data(film: Film, look: Look) -> dict[str, Any]:
    size, palette, shape = film.cube.size, look.palette, solid(film.cube.size)
    camera = Camera.of(look)
    cube = geometry(size)
    numbers: dict[Slab, int] = {}
    turns, moves = [], []
    for move in film.alg:
        slab = move.slab(size)
        if slab not in numbers:
            numbers[slab] = len(numbers)
            if len(numbers) * len(film.stickers) > MAX_MOVED:
                raise UsageError(
                    "So many different turns of so large a cube make too large a page; choose fewer turns or a GIF."
                )
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
        moves.append({"name": str(move), "description": describe_move(move, size), "turn": numbers[slab]})
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
    }


@cache
def _text(name: str) -> str:
    return files("cubeproof.draw").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """How a policy names the one script or style that it allows."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
