"""`net_scene`: the six faces unfolded into a cross; `plan_scene`: the last layer from above."""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.draw.descriptions import describe_cube, describe_last_layer, describe_move
from cubeproof.draw.look import Look, checked_look, sticker_mask
from cubeproof.draw.marks import arrow, glyph
from cubeproof.draw.palette import ink, mix
from cubeproof.draw.scene import Fill, Floats, Line, Scene, Shape, rounded, square
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES, NORMALS, Slab, geometry
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template

_NET = Template("draw.net", "{size}×{size}×{size} cube, net")
_NET_TURNING = Template("draw.net-turning", "{size}×{size}×{size} cube, net, turning the {turn}")
_PLAN = Template("draw.plan", "{size}×{size}×{size} cube, last layer from above")
_PLAN_TURNING = Template(
    "draw.plan-turning", "{size}×{size}×{size} cube, last layer from above, turning the {turn}"
)

NET = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}
"""The column and row of each face in the net."""

STICKER, RADIUS = 0.43, 0.15
"""Half the side of a sticker and the radius of its corners, in cubies."""

DIMMED = 0.5
"""The share of the body's colour in stickers outside the turning layer."""

_GAP = 0.08  # between faces, in faces
_MARGIN = 0.06

# In faces: how deep a side is drawn, how far from the face, and what is left free around it all.
_SIDE_DEPTH, _SIDE_GAP, _PLAN_MARGIN = 0.13, 0.025, 0.04

_CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


def net_scene(
    cube: Cube, look: Look | None = None, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> Scene:
    """Return the scene of a cube's net.

    >>> scene = net_scene(Cube(3))
    >>> scene.width, scene.height, sum(getattr(shape, "letter", "") == "U" for shape in scene.shapes)
    (400, 301, 9)
    """
    look, size = checked_look(cube, look, move, emphasised), cube.size
    palette = look.palette
    # In units of a face's width: four faces, three gaps, two margins.
    face_width = look.size / (4 + 3 * _GAP + 2 * _MARGIN)
    cell = face_width / size
    height = round(face_width * (3 + 2 * _GAP + 2 * _MARGIN))
    marked = sticker_mask(cube, emphasised)
    slab = move.slab(size) if move else None
    dim = outside(slab, size) if slab else np.zeros(len(marked), dtype=bool)
    centres = sticker_centres(size, face_width)
    outline = square(STICKER * cell, RADIUS * cell)
    panel = square(face_width / 2 + 0.04 * cell, 0.2 * cell)

    shapes: list[Shape] = [
        Fill(panel + centres[index * size**2 :][: size**2].mean(axis=0), palette.body) for index in range(6)
    ]
    rings: list[Shape] = []
    for sticker, (letter, corners) in enumerate(
        zip(cube.facelets, centres[:, None, None] + outline, strict=True)
    ):
        colour = palette.colour(letter)
        fill = mix(colour, palette.body, DIMMED) if dim[sticker] else colour
        shapes.append(Fill(corners, fill, "", 0, sticker, letter, bool(marked[sticker])))
        if look.letters:
            strokes = (stroke * cell * 0.2 + centres[sticker] for stroke in glyph(letter))
            shapes += [Line(stroke, ink(fill), cell * 0.075) for stroke in strokes]
        if marked[sticker]:
            rings.append(Fill(corners, "", palette.accent, cell * 0.1))
    shapes += rings
    if slab:
        for path in ways(slab, size, centres):
            shapes += arrow(path, 0.13 * cell, "#ffffff", palette.body, double=slab.turns == 2)
    title = _NET_TURNING(size=size, turn=describe_move(move, size)) if move else _NET(size=size)
    description = describe_cube(cube, palette)
    return Scene(look.size, height, tuple(shapes), title, description, look.background, look.language)


def sticker_centres(size: int, face_width: float) -> Floats:
    """Return the middles of the stickers in the net, in pixels, shape (6·N², 2)."""
    cells = (np.arange(size) + 0.5) / size
    within = np.stack(np.meshgrid(cells, cells), axis=-1).reshape(-1, 2)
    corners = np.array([NET[face] for face in FACES]) * (1 + _GAP) + _MARGIN
    return ((corners[:, None] + within) * face_width).reshape(-1, 2)


def outside(slab: Slab, size: int) -> NDArray[np.bool_]:
    """Return which stickers a slab's turn does not move, bool, shape (6·N²,)."""
    layers = geometry(size).layers(slab.face)
    return (layers < slab.first) | (layers > slab.last)


def ways(slab: Slab, size: int, centres: Floats, faces: str = FACES) -> Iterator[Floats]:
    """Yield the paths of arrows: along the slab's strip on each face that it crosses, and around its outer faces."""
    cube, normal = geometry(size), NORMALS[FACES.index(slab.face)]
    moving = ~outside(slab, size)
    for index in map(FACES.index, faces):
        face_normal = NORMALS[index]
        strip = np.flatnonzero(moving & (cube.faces == index))
        if side := int(normal @ face_normal):
            if len(strip):
                middle = centres[strip].mean(axis=0)
                radius = 0.3 * float(np.ptp(centres[strip, 0])) * size / (size - 1)
                turn = np.radians(np.linspace(-90, 150, 24)) * (side if slab.turns != 3 else -side)
                yield middle + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
            continue
        # Clockwise about the normal, like `Geometry.turn`.
        way = -np.cross(normal, face_normal) * (-1 if slab.turns == 3 else 1)
        along = cube.points[strip] @ way
        ends = np.stack([centres[strip[along == end]].mean(axis=0) for end in (along.min(), along.max())])
        yield ends + (ends.mean(axis=0) - ends) * 0.12


def plan_scene(
    cube: Cube, look: Look | None = None, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> Scene:
    """Return the scene of the last layer in the usual form: U from above, F below it, B above it, L and R beside it.

    >>> scene = plan_scene(Cube(3))
    >>> scene.width, scene.height, sum(getattr(shape, "sticker", -1) >= 0 for shape in scene.shapes)
    (400, 400, 21)
    """
    look, size = checked_look(cube, look, move, emphasised), cube.size
    palette = look.palette
    face_width = look.size / (1 + 2 * (_SIDE_GAP + _SIDE_DEPTH + _PLAN_MARGIN))
    cell = face_width / size
    marked = sticker_mask(cube, emphasised)
    slab = move.slab(size) if move else None
    dim = outside(slab, size) if slab else np.zeros(len(marked), dtype=bool)

    in_top_layer = geometry(size).layers("U") == 1
    outwards = _outwards(size)
    centres = _plan_centres(size, face_width) + look.size / 2
    # A sticker of a side has the width of the others and the depth of the side.
    halves = np.where(outwards != 0, _SIDE_DEPTH / 2 * face_width, STICKER * cell)
    radius = min(RADIUS * cell, 0.35 * _SIDE_DEPTH * face_width)

    shapes: list[Shape] = []
    for index in range(6):
        box = np.flatnonzero(in_top_layer & (geometry(size).faces == index))
        if len(box):
            low, high = (centres[box] - halves[box]).min(axis=0), (centres[box] + halves[box]).max(axis=0)
            corners = (low + high) / 2 + _CORNERS * ((high - low) / 2 + 0.09 * cell)
            shapes.append(Fill(rounded(corners, 0.2 * cell), palette.body))
    rings: list[Shape] = []
    facelets = cube.facelets
    for sticker in np.flatnonzero(in_top_layer).tolist():
        letter, middle = facelets[sticker], centres[sticker]
        colour = palette.colour(letter)
        fill = mix(colour, palette.body, DIMMED) if dim[sticker] else colour
        corners = rounded(middle + _CORNERS * halves[sticker], radius)
        shapes.append(Fill(corners, fill, "", 0, sticker, letter, bool(marked[sticker])))
        if look.letters:
            high = min(0.2 * cell, 0.6 * float(halves[sticker].min()))
            shapes += [Line(stroke * high + middle, ink(fill), 0.375 * high) for stroke in glyph(letter)]
        if marked[sticker]:
            rings.append(Fill(corners, "", palette.accent, min(cell * 0.1, _SIDE_DEPTH * face_width * 0.2)))
    shapes += rings
    if slab:
        for path in ways(slab, size, centres, "U"):
            shapes += arrow(path, 0.13 * cell, "#ffffff", palette.body, double=slab.turns == 2)
    title = _PLAN_TURNING(size=size, turn=describe_move(move, size)) if move else _PLAN(size=size)
    description = describe_last_layer(cube, palette)
    return Scene(look.size, look.size, tuple(shapes), title, description, look.background, look.language)


def _outwards(size: int) -> Floats:
    """Return the direction of each sticker away from the middle: the normal for sides, zero for U and D."""
    points = geometry(size).points[:, [0, 2]]
    return np.where(np.abs(points) == size, np.sign(points), 0).astype(np.float64)


def _plan_centres(size: int, face_width: float) -> Floats:
    """Return the middles of the stickers from above, with the sides folded outwards, in pixels, shape (6·N², 2)."""
    outwards = _outwards(size)
    # x points to the right, z downwards on the page: F is below.
    points = geometry(size).points[:, [0, 2]] / (2 * size)
    return (points + outwards * (_SIDE_GAP + _SIDE_DEPTH / 2)) * face_width
