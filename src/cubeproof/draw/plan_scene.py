"""The scene of the plan: the last layer from above, the face U with the row of each side around it."""

from collections.abc import Iterable

import numpy as np

from cubeproof.base.argument_checks import expect
from cubeproof.draw.descriptions import describe_last_layer, describe_move
from cubeproof.draw.look import Look, sticker_mask
from cubeproof.draw.marks import arrow, glyph
from cubeproof.draw.net_scene import DIMMED, RADIUS, STICKER, outside, ways
from cubeproof.draw.palette import ink, mix
from cubeproof.draw.scene import Fill, Floats, Line, Scene, Shape, rounded
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template

_TITLE = Template("draw.plan", "{size}×{size}×{size} cube, last layer from above")
_TITLE_TURNING = Template(
    "draw.plan-turning", "{size}×{size}×{size} cube, last layer from above, turning the {turn}"
)

# In faces: how deep a side is drawn, how far from the face, and what is left free around it all.
_DEPTH, _GAP, _MARGIN = 0.13, 0.025, 0.04

_CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


def plan_scene(
    cube: Cube, look: Look | None = None, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> Scene:
    """The last layer as cubers print it: U as seen from above, F below it, B above it, L and R beside it.

    >>> scene = plan_scene(Cube(3))
    >>> scene.width, scene.height, sum(getattr(shape, "sticker", -1) >= 0 for shape in scene.shapes)
    (400, 400, 21)
    """
    expect("cube", cube, Cube, "a Cube")
    expect("look", look, (Look, type(None)), "a Look")
    expect("move", move, (Move, type(None)), "a Move")
    expect("emphasised", emphasised, Iterable, "numbers of stickers")
    look, size = look or Look(), cube.size
    palette = look.palette
    face_width = look.size / (1 + 2 * (_GAP + _DEPTH + _MARGIN))
    cell = face_width / size
    marked = sticker_mask(cube, emphasised)
    slab = move.slab(size) if move else None
    dim = outside(slab, size) if slab else np.zeros(len(marked), dtype=bool)

    seen = geometry(size).layers("U") == 1
    outwards = _outwards(size)
    centres = _centres(size, face_width) + look.size / 2
    # A sticker of a side is as wide as the others and as deep as there is room.
    halves = np.where(outwards != 0, _DEPTH / 2 * face_width, STICKER * cell)
    radius = min(RADIUS * cell, 0.35 * _DEPTH * face_width)

    shapes: list[Shape] = []
    for index in range(6):
        box = np.flatnonzero(seen & (geometry(size).faces == index))
        if len(box):
            low, high = (centres[box] - halves[box]).min(axis=0), (centres[box] + halves[box]).max(axis=0)
            corners = (low + high) / 2 + _CORNERS * ((high - low) / 2 + 0.09 * cell)
            shapes.append(Fill(rounded(corners, 0.2 * cell), palette.body))
    rings: list[Shape] = []
    facelets = cube.facelets
    for sticker in np.flatnonzero(seen).tolist():
        letter, middle = facelets[sticker], centres[sticker]
        colour = palette.colour(letter)
        fill = mix(colour, palette.body, DIMMED) if dim[sticker] else colour
        corners = rounded(middle + _CORNERS * halves[sticker], radius)
        shapes.append(Fill(corners, fill, "", 0, sticker, letter, bool(marked[sticker])))
        if look.letters:
            high = min(0.2 * cell, 0.6 * float(halves[sticker].min()))
            shapes += [Line(stroke * high + middle, ink(fill), 0.375 * high) for stroke in glyph(letter)]
        if marked[sticker]:
            rings.append(Fill(corners, "", palette.accent, min(cell * 0.1, _DEPTH * face_width * 0.2)))
    shapes += rings
    if slab:
        for path in ways(slab, size, centres, "U"):
            shapes += arrow(path, 0.13 * cell, "#ffffff", palette.body, double=slab.turns == 2)
    title = _TITLE_TURNING(size=size, turn=describe_move(move, size)) if move else _TITLE(size=size)
    description = describe_last_layer(cube, palette)
    return Scene(look.size, look.size, tuple(shapes), title, description, look.background, look.language)


def _outwards(size: int) -> Floats:
    """For every sticker the direction away from the middle of the plan: of a side its normal, of U and D none."""
    points = geometry(size).points[:, [0, 2]]
    return np.where(np.abs(points) == size, np.sign(points), 0).astype(np.float64)


def _centres(size: int, face_width: float) -> Floats:
    """The middle of every sticker as seen from above, the sides folded outwards, in pixels, shape (6·N², 2)."""
    outwards = _outwards(size)
    # x points to the right and z towards the reader, who holds F below.
    points = geometry(size).points[:, [0, 2]] / (2 * size)
    return (points + outwards * (_GAP + _DEPTH / 2)) * face_width
