"""Facts for the painter in `solid.js`: positions of faces, shapes of stickers and letters, light and camera.

The page and the notebook's player have these facts in `page/src/facts.ts` (`make wire` writes it), the film's
page in its data.
"""

from typing import Any

import numpy as np

from cubeproof.draw.camera import EYE, FLOAT, MARGIN
from cubeproof.draw.flat_scene import DIMMED, RADIUS, STICKER
from cubeproof.draw.marks import glyph
from cubeproof.draw.palette import Palette
from cubeproof.draw.view_scene import (
    EDGE,
    EDGE_WIDTH,
    GLOSS,
    GROUND,
    GROUND_MIDDLE,
    GROUND_OPACITY,
    GROUND_RADII,
    LETTER,
    LIGHT,
    SHADE,
    solid,
)
from cubeproof.puzzle.geometry import FACES, NORMALS
from cubeproof.puzzle.move import Move

_LETTERS = FACES + "?"


def facts() -> dict[str, Any]:
    """Return the facts of all cubes, as JSON values; `Facts` in `solid.js` describes them.

    >>> facts()["faces"][1]["normal"]
    [1, 0, 0]
    """
    frames = solid(2).frames[::4].astype(int).tolist()
    return {
        "letters": _LETTERS,
        "faces": [
            {"normal": normal, "right": right, "down": down}
            for normal, (right, down) in zip(NORMALS.tolist(), frames, strict=True)
        ],
        "sticker": {
            "half": STICKER,
            "radius": RADIUS,
            "letter": LETTER,
            "glyphs": {
                letter: [np.round(stroke, 4).tolist() for stroke in glyph(letter)] for letter in _LETTERS
            },
        },
        "light": LIGHT.tolist(),
        "shade": SHADE,
        "edge": {"share": EDGE, "width": EDGE_WIDTH, "gloss": GLOSS},
        "ground": {
            "middle": [GROUND_MIDDLE[0], GROUND, GROUND_MIDDLE[1]],
            "radii": list(GROUND_RADII),
            "opacity": GROUND_OPACITY,
        },
        "dimmed": DIMMED,
        "eye": EYE,
        "float": FLOAT,
        "margin": MARGIN,
    }


def paints(palette: Palette) -> dict[str, Any]:
    """Return the colours of a palette, as JSON values; see `Paints` in `solid.js`.

    >>> from cubeproof.draw.palette import STANDARD
    >>> paints(STANDARD)["colours"]["R"]
    '#c8102e'
    """
    colours = {letter: palette.colour(letter) for letter in _LETTERS}
    return {"colours": colours, "body": palette.body, "accent": palette.accent}


def turn_data(move: Move, size: int) -> dict[str, Any]:
    """Return a turn as layers and quarter turns, as JSON values; see `Turn` in the page's `player.ts`.

    >>> turn_data(Move("M", -1), 3)
    {'slab': {'face': 'L', 'first': 2, 'last': 2}, 'quarters': -1}
    """
    slab = move.slab(size)
    return {
        "slab": {"face": slab.face, "first": slab.first, "last": slab.last},
        "quarters": {1: 1, 2: 2, 3: -1}[slab.turns],
    }
