"""Marks on pictures: the letters of stickers, and arrows for the turning layer.

Letters are strokes instead of text in a font, so that they lie on their stickers in perspective and are equal in every
kind of picture and on every machine.
"""

from functools import cache

import numpy as np

from cubeproof.draw.scene import Fill, Floats, Line, Shape, rounded


def _arc(
    x: float, y: float, across: float, down: float, start: float, end: float
) -> list[tuple[float, float]]:
    """Return points on an ellipse around (x, y) between two angles, in degrees clockwise from the right."""
    angles = np.radians(np.linspace(start, end, 9))
    return [(x + across * float(np.cos(a)), y + down * float(np.sin(a))) for a in angles]


@cache
def glyph(letter: str) -> tuple[Floats, ...]:
    """Return the strokes of a letter URFDLB or `?`: polylines in a box from −1 to 1, y downwards.

    >>> [stroke.shape for stroke in glyph("L")]
    [(3, 2)]
    """
    w = 0.62
    bowl = [(-w, -1.0), (0.0, -1.0), *_arc(0.08, -0.48, w - 0.12, 0.52, -90, 90), (-w, 0.04)]
    strokes: dict[str, list[list[tuple[float, float]]]] = {
        "U": [[(-w, -1.0), (-w, 0.36), *_arc(0, 0.38, w, 0.62, 180, 0), (w, -1.0)]],
        "R": [[(-w, 1.0), *bowl], [(0.02, 0.04), (w, 1.0)]],
        "F": [[(w, -1.0), (-w, -1.0), (-w, 1.0)], [(-w, -0.05), (0.4, -0.05)]],
        "D": [[(-w, -1.0), *_arc(-0.1, 0, w + 0.14, 1.0, -90, 90), (-w, 1.0), (-w, -1.0)]],
        "L": [[(-w, -1.0), (-w, 1.0), (w, 1.0)]],
        "B": [[*bowl, (-w, 1.0), *_arc(0.1, 0.52, w - 0.08, 0.48, 90, -90)], [(-w, -1.0), (-w, 0.1)]],
        "?": [[*_arc(0, -0.5, 0.55, 0.5, 190, 390), (0.0, 0.2), (0.0, 0.42)], [(0.0, 0.97), (0.0, 1.0)]],
    }
    return tuple(np.array(stroke) for stroke in strokes[letter])


def arrow(path: Floats, width: float, colour: str, halo: str, *, double: bool = False) -> list[Shape]:
    """Return the shapes of an outlined arrow along a path, with two heads (`double`) for a half turn."""
    # `path` has shape (k, 2), in pixels, as is `width`; `halo` is the colour of the outline.
    steps = np.hypot(*np.diff(path, axis=0).T)
    along = np.concatenate([[0], np.cumsum(steps)])
    length = min(3.2 * width, along[-1] * (0.4 if double else 0.55))

    def point(distance: float) -> Floats:
        return np.array([np.interp(distance, along, path[:, axis]) for axis in (0, 1)])

    tips = [along[-1], along[-1] - 0.75 * length] if double else [along[-1]]
    heads = []
    for tip in tips:
        base, end = point(tip - length), point(tip)
        way = (end - base) / max(float(np.hypot(*(end - base))), 1e-9)
        side = np.array([-way[1], way[0]]) * length * 0.62
        heads.append(rounded(np.array([base + side, end, base - side]), width * 0.25))
    kept = along < tips[-1] - length * 0.6
    shaft = np.concatenate([path[kept], point(tips[-1] - length * 0.6)[None]])
    rim = width * 0.55
    shapes: list[Shape] = [Line(shaft, halo, width + 2 * rim)]
    shapes += [Fill(head, halo, halo, 2 * rim) for head in heads]
    shapes.append(Line(shaft, colour, width))
    shapes += [Fill(head, colour, colour, width * 0.2) for head in heads]
    return shapes
