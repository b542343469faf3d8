"""`svg_film`: films as animated SVG, without script or style.

The file is small because only moving parts are drawn again: a turn has one group with the boxes at rest, and one group
for each frame of the turning box. SMIL animations show each group during its time; all have the same total duration, so
that the film repeats as a whole. Coordinates are whole tenths of a pixel, relative to the previous point.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

import numpy as np

from cubeproof.draw.descriptions import describe_move
from cubeproof.draw.film import Film, Progress
from cubeproof.draw.look import Look
from cubeproof.draw.movie import frame_scene
from cubeproof.draw.scene import Floats, Line, Shape
from cubeproof.draw.svg import opening, shape_element
from cubeproof.draw.view_scene import Part, parts
from cubeproof.sentences import Template

_TITLE = Template("draw.film-title", "{picture}: {turns}")
_DESCRIPTION = Template("draw.film", "At the start: {state} Turns: {turns:semicolons}.")

MAX_STICKERS = 1_000_000
"""Maximum number of stickers in all frames of a film."""

_FINE = 10  # units per pixel


def svg_film(film: Film, look: Look | None = None, progress: Progress | None = None) -> str:
    """Return a film as an SVG document that repeats endlessly; viewers without animation show the start.

    >>> from cubeproof.puzzle.cube import Cube
    >>> document = svg_film(Film(Cube(3), "R U", rate=10), Look(size=200))
    >>> document.startswith("<svg"), document.count("<animate ")
    (True, 11)
    """
    look = look or Look()
    film.check_work(MAX_STICKERS)
    frames = list(film)
    ends = np.cumsum([frame.milliseconds for frame in frames])
    total = int(ends[-1])
    start = frame_scene(frames[0], look)
    title, description = _TITLE(picture=start.title, turns=film.summary), start.description
    if film.alg:
        turns = [describe_move(move, film.cube.size) for move in film.alg]
        description = _DESCRIPTION(state=start.description, turns=turns)
    lines = [opening(replace(start, title=title, description=description))]
    tail = "</svg>"
    if film.alg:
        lines.append(f"<g>{_visibility(0, int(ends[0]), total)}")
        lines += map(shape_element, start.shapes)
        lines += ["</g>", f'<g transform="scale({1 / _FINE})">']
        tail = "</g></svg>"
    else:
        lines += map(shape_element, start.shapes)
    if progress:
        progress(1, len(film))
    done = 1
    for turn, count in zip(film.turns(), film.counts, strict=True):
        slab = turn.move.slab(film.cube.size)
        marked = np.flatnonzero(turn.stickers).tolist()
        begin = int(ends[done - 1])
        lines.append(f'<g display="none">{_visibility(begin, int(ends[done + count - 1]), total)}')
        resting: list[Part] = []
        moving: list[Part] = []
        for angle in (*film.angles(turn.move), 1.0):
            boxes = parts(turn.cube, look, slab, angle, marked)
            moving += [box for box in boxes if box.turning]
            resting = resting or boxes
            done += 1
            if progress:
                progress(done, len(film))
        spans = list(
            zip(ends[done - count - 1 : done - 1].tolist(), ends[done - count : done].tolist(), strict=True)
        )
        place = next(index for index, box in enumerate(resting) if box.turning)
        still = [box.behind for box in resting if not box.turning]
        lines.append(_merge(shape for shapes in still for shape in shapes))
        if look.hidden:
            lines += _frames([box.behind for box in moving], spans, total)
        lines += [_merge(box.shapes) for box in resting[:place]]
        lines += _frames([box.shapes for box in moving], spans, total)
        lines += [_merge(box.shapes) for box in resting[place + 1 :]]
        lines.append("</g>")
    return "\n".join(line for line in [*lines, tail] if line)


def _frames(frames: list[tuple[Shape, ...]], spans: Sequence[tuple[int, int]], total: int) -> list[str]:
    """Return the groups of frames, each shown during its span of milliseconds."""
    return [
        f'<g display="none">{_visibility(begin, end, total)}{_merge(shapes)}</g>'
        for shapes, (begin, end) in zip(frames, spans, strict=True)
    ]


def _visibility(begin: int, end: int, total: int) -> str:
    """Return the animation that shows the parent from `begin` to `end` of `total` milliseconds, repeatedly."""
    times, values = ["0"], ["inline" if begin == 0 else "none"]
    if begin > 0:
        times.append(f"{begin / total:.6f}")
        values.append("inline")
    if end < total:
        times.append(f"{end / total:.6f}")
        values.append("none")
    return (
        f'<animate attributeName="display" calcMode="discrete" dur="{total}ms" repeatCount="indefinite" '
        f'values="{";".join(values)}" keyTimes="{";".join(times)}"/>'
    )


def _merge(shapes: Iterable[Shape]) -> str:
    """Return shapes in few elements: stickers of one colour, which never overlap within a box, form one path."""
    below: list[str] = []
    above: list[str] = []
    lines: dict[tuple[str, float], list[str]] = {}
    stickers: dict[tuple[str, str, str, float], list[str]] = {}
    for shape in shapes:
        if isinstance(shape, Line):
            lines.setdefault((shape.colour, shape.width), []).append(_relative_line(shape.points))
        elif shape.sticker >= 0:
            kind = (shape.letter, shape.fill, shape.stroke, shape.width)
            stickers.setdefault(kind, []).append(_relative(shape.corners))
        elif shape.stroke:
            above.append(
                shape_element(
                    replace(shape, corners=np.rint(shape.corners * _FINE), width=shape.width * _FINE)
                )
            )
        else:
            below.append(f'<path d="{_relative(shape.corners)}" fill="{escape(shape.fill)}"/>')
    merged = []
    for (letter, fill, stroke, width), paths in stickers.items():
        rim = f' stroke="{escape(stroke)}" stroke-width="{width * _FINE:.4g}"' if stroke else ""
        merged.append(
            f'<path d="{"".join(paths)}" fill="{escape(fill)}"{rim} data-colour="{escape(letter)}"/>'
        )
    merged += [
        f'<path d="{"".join(paths)}" fill="none" stroke="{escape(colour)}" stroke-width="{width * _FINE:.4g}"/>'
        for (colour, width), paths in lines.items()
    ]
    return "".join([*below, *merged, *above])


def _relative_line(points: Floats) -> str:
    """Return the path data of a line in whole units, each point relative to the previous point."""
    rounded = np.rint(points * _FINE).astype(int)
    steps = np.diff(rounded, axis=0).tolist()
    return f"M{rounded[0, 0]} {rounded[0, 1]}l" + " ".join(f"{x} {y}" for x, y in steps)


def _relative(corners: Floats) -> str:
    """Return the path data of a rounded outline in whole units, each point relative to the previous point."""
    rounded = np.rint(corners * _FINE).astype(int).tolist()
    (x, y), *_ = rounded[0]
    text = f"M{x} {y}"
    for (ax, ay), (bx, by), (cx, cy) in rounded:
        if (ax, ay) != (x, y):
            text += f"l{ax - x} {ay - y}"
        text += f"q{bx - ax} {by - ay} {cx - ax} {cy - ay}"
        x, y = cx, cy
    return text + "z"
