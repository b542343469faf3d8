"""`Scene`: shapes in a plane, from which SVG and pixels are drawn.

A `Scene` is a list of shapes from back to front, in pixels with y downwards. There are two kinds of shapes: filled
outlines with rounded corners (`Fill`), and lines (`Line`). `flat_scene` and `view_scene` create scenes of cubes; `svg`
and `png` draw any scene.

A rounded outline is an array of corners, shape (k, 3, 2): for each corner the end of the straight side, the corner
itself as the control point of a quadratic Bézier curve, and the start of the next side.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof import languages
from cubeproof.sentences import Sentence

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled outline with rounded corners."""

    corners: Floats
    """The outline in pixels, shape (k, 3, 2)."""
    fill: str
    """The colour, `#rrggbb`."""
    stroke: str = ""
    """The colour of a line around it, or ""."""
    width: float = 0.0
    """The width of that line in pixels."""
    sticker: int = -1
    """The number of its sticker, or −1."""
    letter: str = ""
    """The sticker's letter, `?` if unknown; "" for other shapes."""
    emphasised: bool = False
    """Whether it is an emphasised sticker."""
    opacity: float = 1.0
    """The opacity of the fill, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line with round ends and joints."""

    points: Floats
    """The points in pixels, shape (k, 2)."""
    colour: str
    """The colour, `#rrggbb`."""
    width: float
    """The width in pixels."""


Shape = Fill | Line


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: shapes from back to front."""

    width: int
    """The width in pixels."""
    height: int
    """The height in pixels."""
    shapes: tuple[Shape, ...]
    """The shapes, from back to front."""
    title: Sentence
    """Short description of the picture."""
    description: Sentence
    """Full description, for people who cannot see the picture."""
    background: str | None = None
    """The colour behind everything as `#rrggbb`, or None."""
    language: str = "en"
    """The tag of the language of the title and the description."""
    ground: tuple[Fill, ...] = ()
    """The shadow on the ground, behind all shapes. It does not move in films."""

    @property
    def texts(self) -> tuple[str, str]:
        """Return the title and the description in the scene's language."""
        translate = languages.language(self.language).say
        return translate(self.title), translate(self.description)


def square(half: float, radius: float) -> Floats:
    """Return a square around the origin with rounded corners, shape (4, 3, 2).

    >>> square(1, 0.5)[0].tolist()
    [[-1.0, -0.5], [-1.0, -1.0], [-0.5, -1.0]]
    """
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return rounded(signs * half, radius)


def rounded(points: Floats, radius: float) -> Floats:
    """Return a polygon, shape (k, 2), as an outline with rounded corners, shape (k, 3, 2)."""
    before, after = np.roll(points, 1, axis=0) - points, np.roll(points, -1, axis=0) - points
    ways = []
    for way in (before, after):
        length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
        ways.append(points + way / length * np.minimum(radius, length / 2))
    return np.stack([ways[0], points, ways[1]], axis=1).astype(np.float64)


def convex_hull(points: Floats) -> Floats:
    """Return the corners of the convex hull of points in the plane, in order (Andrew's monotone chain).

    >>> convex_hull(np.array([[0.0, 0], [2, 0], [1, 1], [2, 2], [0, 2]])).tolist()
    [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]
    """
    ordered = sorted(map(tuple, points.tolist()))
    chains = []
    for run in (ordered, ordered[::-1]):
        chain: list[tuple[float, ...]] = []
        for x, y in run:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                chain.pop()
            chain.append((x, y))
        chains += chain[:-1]
    return np.array(chains)
