"""`view_scene`: the scene of the cube in space, at rest or during a turn.

Lengths: the cube extends from −1 to 1. The camera looks at its middle from a distance, in perspective.

Occlusion is exact without a depth buffer. A turning slab divides the cube along its axis into at most three boxes.
Planes across the axis separate them at any angle, so a box can only hide boxes that are farther from the eye along the
axis: boxes are drawn in order of decreasing distance. Each box is convex, so exactly its stickers that face the eye are
visible, and they never overlap.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubeproof.draw.camera import FLOAT, Camera, rotation
from cubeproof.draw.descriptions import describe_cube, describe_move
from cubeproof.draw.flat_scene import DIMMED, RADIUS, STICKER, outside
from cubeproof.draw.look import Look, checked_look, sticker_mask
from cubeproof.draw.marks import arrow, glyph
from cubeproof.draw.palette import Palette, ink, mix
from cubeproof.draw.scene import Fill, Floats, Line, Scene, Shape, convex_hull, rounded, square
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES, NORMALS, Slab, geometry
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template, say

_TITLE_TURNING = Template("draw.view-turning", "{size}×{size}×{size} cube, turning the {turn}")

LIGHT = np.array([0.25, 0.86, 0.44])
"""The direction of the light: from above, from the front, slightly from the right."""

SHADE = 0.13
"""The share of black on unlit stickers."""

EDGE = 0.2
"""The share of the plastic's colour at the bevelled edge of a sticker."""

EDGE_WIDTH = 0.055
"""The width of that edge, in cells."""

GLOSS = 0.25
"""The share of white on the two edges of a sticker that face the light."""

GROUND = -1.0
"""The height of the ground."""

GROUND_MIDDLE = (-0.05, -0.09)
"""The middle of the shadow on the ground, to the right and to the front: away from the light."""

GROUND_RADII = (1.36, 1.29, 1.22, 1.15, 1.08)
"""The radii of the discs of the shadow, which is softer where fewer discs overlap."""

GROUND_OPACITY = 0.05
"""The opacity of each disc."""

_CORNERS = {(-1, -1): 0, (1, -1): 1, (1, 1): 2, (-1, 1): 3}
_ROUNDING = np.array([[(1 - t) ** 2, 2 * t * (1 - t), t**2] for t in (0.0, 0.25, 0.5, 0.75, 1.0)])

LETTER = 0.4
"""Half the size of a letter on its sticker, in half cells."""


@dataclass(frozen=True, slots=True)
class Part:
    """A box of layers that moves as one."""

    shapes: tuple[Shape, ...]
    """Its shapes, from back to front."""
    behind: tuple[Shape, ...]
    """The shapes of its hidden faces, floating behind the cube."""
    turning: bool
    """Whether it is the turning part."""


def view_scene(
    cube: Cube,
    look: Look | None = None,
    *,
    move: Move | None = None,
    emphasised: Iterable[int] = (),
    angle: float = 0.0,
) -> Scene:
    """Return the scene of the cube in space.

    >>> scene = view_scene(Cube(3), move=Move("R"), angle=0.5)
    >>> sum(shape.sticker >= 0 for shape in scene.shapes if isinstance(shape, Fill))
    27
    """
    look, size = checked_look(cube, look, move, emphasised), cube.size
    camera = Camera.of(look)
    slab = move.slab(size) if move else None
    drawn_parts = parts(cube, look, slab if angle else None, angle, emphasised, dim=slab)
    shapes = [shape for part in drawn_parts for shape in part.behind]
    shapes += [shape for part in drawn_parts for shape in part.shapes]
    title = say("draw.view", "{size}×{size}×{size} cube", size=size)
    if move and slab:
        title = _TITLE_TURNING(size=size, turn=describe_move(move, size))
        if not angle:
            path = camera.project(_way(slab, size, camera))
            width = look.size * 0.11 / (size + 1.5)
            shapes += arrow(path, width, "#ffffff", look.palette.body, double=slab.turns == 2)
    description = describe_cube(cube, look.palette)
    shadow = tuple(ground(camera, look))
    return Scene(
        look.size, look.size, tuple(shapes), title, description, look.background, look.language, shadow
    )


def ground(camera: Camera, look: Look) -> list[Fill]:
    """Return the shadow on the ground; empty as seen from below, and with floating hidden faces."""
    if look.hidden or camera.eye[1] <= GROUND:
        return []
    angles = np.arange(32) * (2 * math.pi / 32)
    circle = np.stack([np.cos(angles), np.zeros(32), np.sin(angles)], axis=1)
    middle = np.array([GROUND_MIDDLE[0], GROUND, GROUND_MIDDLE[1]])
    return [
        Fill(
            rounded(camera.project(middle + radius * circle), math.inf),
            look.palette.body,
            opacity=GROUND_OPACITY,
        )
        for radius in GROUND_RADII
    ]


def parts(
    cube: Cube,
    look: Look,
    slab: Slab | None = None,
    angle: float = 0.0,
    emphasised: Iterable[int] = (),
    *,
    dim: Slab | None = None,
) -> list[Part]:
    """Return the boxes of a cube from back to front: one at rest, up to three during a turn."""
    painter = _Painter(cube, look, emphasised, None if slab else dim)
    everything = np.arange(len(cube.colours))
    if slab is None:
        return [painter.part(everything, np.eye(3), -np.ones(3), np.ones(3), turning=False)]
    size, normal = cube.size, NORMALS[FACES.index(slab.face)]
    layers = geometry(size).layers(slab.face)
    boxes = []
    for first, last in ((1, slab.first - 1), (slab.first, slab.last), (slab.last + 1, size)):
        if first > last:
            continue
        # Along the normal the layers extend from 1 − 2·last/N to 1 − 2·(first − 1)/N.
        ends = np.array([1 - 2 * last / size, 1 - 2 * (first - 1) / size])
        distance = max(0.0, *(np.array([1, -1]) * (ends - painter.camera.eye @ normal)))
        boxes.append((distance, first, last, ends))
    shapes = []
    for _, first, last, ends in sorted(boxes, key=lambda box: -box[0]):
        turning = first == slab.first
        inside = everything[(first <= layers) & (layers <= last)]
        along = np.abs(normal)
        sides = np.sort(np.outer(ends, normal), axis=0)
        low, high = np.where(along, sides.min(axis=0), -1.0), np.where(along, sides.max(axis=0), 1.0)
        turn = rotation(normal, slab.turns, angle) if turning else np.eye(3)
        shapes.append(painter.part(inside, turn, low, high, turning=turning))
    return shapes


@dataclass(frozen=True, slots=True)
class Solid:
    """The stickers of an N×N×N cube in space."""

    centres: Floats
    """The middles of the stickers, shape (6·N², 3)."""
    normals: Floats
    """The normals of the stickers, shape (6·N², 3)."""
    frames: Floats
    """The directions of a row and of a column, shape (6·N², 2, 3)."""
    outline: Floats
    """The outline of a sticker around its middle, by row and column, shape (4, 3, 2)."""
    outlines: Floats
    """The outlines of all stickers in space, with rounded corners as in `scene`, shape (6·N², 4, 3, 3)."""


@cache
def solid(size: int) -> Solid:
    """Return the stickers of a cube of this size in space; cached."""
    cube = geometry(size)
    first = cube.points.reshape(6, size, size, 3)
    frames = np.stack([first[:, 0, 1] - first[:, 0, 0], first[:, 1, 0] - first[:, 0, 0]], axis=1) / 2
    centres = cube.points / size
    outline = square(2 * STICKER / size, 2 * RADIUS / size)
    outlines = centres[:, None, None] + (outline @ frames[:, None])[cube.faces]
    return Solid(centres, NORMALS[cube.faces].astype(np.float64), frames[cube.faces], outline, outlines)


class _Painter:
    """Draws the boxes of one picture."""

    def __init__(self, cube: Cube, look: Look, emphasised: Iterable[int], dim: Slab | None) -> None:
        self.look, self.size, self.camera = look, cube.size, Camera.of(look)
        self.letters = cube.facelets
        self.marked = sticker_mask(cube, emphasised)
        self.dimmed = outside(dim, cube.size) if dim else np.zeros(len(self.marked), dtype=bool)
        self.solid = solid(cube.size)
        distance = math.sqrt(float(self.camera.eye @ self.camera.eye))
        self.cell = self.camera.scale / distance * 2 / cube.size

    def part(
        self, stickers: NDArray[np.intp], turn: Floats, low: Floats, high: Floats, *, turning: bool
    ) -> Part:
        """Return the box from corner `low` to corner `high` with these stickers, turned by a matrix."""
        centres = self.solid.centres[stickers] @ turn.T
        normals = self.solid.normals[stickers] @ turn.T
        front = self.camera.sees(centres, normals)
        shapes = self._box(turn, low, high) + self._stickers(stickers[front], turn)
        behind: list[Shape] = []
        if self.look.hidden:
            floating = ~front & ~self.camera.sees(centres + FLOAT * normals, normals)
            behind = self._stickers(stickers[floating], turn, FLOAT)
        return Part(tuple(shapes), tuple(behind), turning)

    def _box(self, turn: Floats, low: Floats, high: Floats) -> list[Shape]:
        body, camera = self.look.palette.body, self.camera
        bits = np.array([(i & 1, i >> 1 & 1, i >> 2) for i in range(8)])
        corners = camera.project(np.where(bits, high, low) @ turn.T)
        radius = 0.16 * self.cell
        shapes: list[Shape] = [Fill(rounded(convex_hull(corners), radius), body)]
        for axis in range(3):
            for end, sign in ((low, -1), (high, 1)):
                normal = np.eye(3)[axis] * sign
                middle = np.where(np.eye(3)[axis], end, (low + high) / 2)
                if not camera.sees(turn @ middle, turn @ normal):
                    continue
                side = corners[bits[:, axis] == (sign > 0)][[0, 1, 3, 2]]
                cut = abs(float(end[axis])) < 1 - 1e-9
                light = 0.02 if cut else 0.03 + 0.07 * max(0.0, float(turn @ normal @ LIGHT))
                shapes.append(Fill(rounded(side, radius), mix(body, "#ffffff", light)))
        return shapes

    def _stickers(self, stickers: NDArray[np.intp], turn: Floats, away: float = 0.0) -> list[Shape]:
        solid, palette, camera = self.solid, self.look.palette, self.camera
        lift = away * solid.normals[stickers]
        outlines = camera.project((solid.outlines[stickers] + lift[:, None, None]) @ turn.T)
        light = (solid.normals[stickers] @ turn.T @ LIGHT).tolist()
        shapes: list[Shape] = []
        rings: list[Shape] = []
        rim_width = (0.05 if away else EDGE_WIDTH) * self.cell
        fills: dict[tuple[str, float, bool], str] = {}
        for sticker, outline, lit in zip(stickers.tolist(), outlines, light, strict=True):
            letter, dimmed = self.letters[sticker], bool(self.dimmed[sticker])
            key = (letter, lit, dimmed)
            if key not in fills:
                fills[key] = _shade(palette, letter, 1.0 if away else lit, dimmed=dimmed)
            marked = bool(self.marked[sticker])
            # Floating white stickers need an outline to be visible on white paper.
            rim = palette.body if away else mix(fills[key], palette.body, EDGE)
            shapes.append(Fill(outline, fills[key], rim, rim_width, sticker, letter, marked))
            if not away:
                lit_edges = _lit_edges(outline, solid.frames[sticker] @ turn.T @ LIGHT)
                shapes.append(Line(lit_edges, mix(fills[key], "#ffffff", GLOSS), rim_width))
            if self.look.letters:
                frame = solid.frames[sticker] * LETTER / self.size
                middle = solid.centres[sticker] + away * solid.normals[sticker]
                colour = ink(fills[key] if dimmed else palette.colour(letter))
                for stroke in glyph(letter):
                    points = camera.project((middle + stroke @ frame) @ turn.T)
                    shapes.append(Line(points, colour, 0.07 * self.cell))
            if marked:
                rings.append(Fill(outline, "", palette.accent, 0.1 * self.cell))
        return shapes + rings


def _shade(palette: Palette, letter: str, lit: float, *, dimmed: bool) -> str:
    """Return a sticker's colour under the light, in few shades, so that a GIF has room for them."""
    shade = SHADE * (1 - min(1.0, max(0.0, lit / float(LIGHT.max()))))
    colour = mix(palette.colour(letter), "#000000", round(shade * 50) / 50)
    return mix(colour, palette.body, DIMMED) if dimmed else colour


def _lit_edges(outline: Floats, light: Floats) -> Floats:
    """Return the two lit sides of a sticker's outline, shape (7, 2); `light` is along its row and column."""
    across, down = (1 if part > 0 else -1 for part in light.tolist())
    corner = _CORNERS[across, down]
    return np.concatenate(
        [outline[corner - 1, 2:], _ROUNDING @ outline[corner], outline[(corner + 1) % 4, :1]]
    )


def _way(slab: Slab, size: int, camera: Camera) -> Floats:
    """Return the path of an arrow around a slab, over the edge between the two most visible faces that it crosses."""
    normal = NORMALS[FACES.index(slab.face)].astype(np.float64)
    around = [face for face in NORMALS.astype(np.float64) if not face @ normal]
    start, end = sorted(around, key=lambda face: -float(camera.eye @ face))[:2]
    # A clockwise turn about the normal n maps the face m to −n × m; see `Geometry.turn`.
    if (-np.cross(normal, start) @ end > 0) == (slab.turns == 3):
        start, end = end, start
    steps = np.linspace(-0.45, 1.02, 25)[:, None]
    path = np.concatenate([1.02 * start + steps * end, 1.02 * end + steps[::-1] * start])
    path += normal * (1 - (slab.first - 1 + slab.last) / size)
    return path
