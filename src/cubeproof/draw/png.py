"""PNG: the same scenes as SVG, in pixels.

Pillow fills polygons without antialiasing, so a picture is drawn larger and averaged, with 4 × 4 samples per pixel.
Pillow is loaded by the first picture.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from cubeproof.draw.flat_scene import net_scene, plan_scene
from cubeproof.draw.look import Look
from cubeproof.draw.palette import rgb
from cubeproof.draw.scene import Fill, Floats, Scene
from cubeproof.draw.view_scene import view_scene
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_CURVE = np.linspace(0, 1, 5)[:, None]
_BEZIER = np.concatenate([(1 - _CURVE) ** 2, 2 * _CURVE * (1 - _CURVE), _CURVE**2], axis=1)


def png_net(
    cube: Cube, look: Look | None = None, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> bytes:
    r"""Return the net of a cube as a PNG file; for arguments and errors see `svg_net`.

    >>> png_net(Cube(2), Look(size=64))[:4]
    b'\x89PNG'
    """
    return png(net_scene(cube, look, move=move, emphasised=emphasised))


def png_view(
    cube: Cube, look: Look | None = None, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> bytes:
    r"""Return the cube in space as a PNG file; for arguments and errors see `svg_view`.

    >>> png_view(Cube(2), Look(size=64))[:4]
    b'\x89PNG'
    """
    return png(view_scene(cube, look, move=move, emphasised=emphasised))


def png_plan(
    cube: Cube, look: Look | None = None, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> bytes:
    r"""Return the last layer from above as a PNG file; for arguments and errors see `svg_plan`.

    >>> png_plan(Cube(2), Look(size=64))[:4]
    b'\x89PNG'
    """
    return png(plan_scene(cube, look, move=move, emphasised=emphasised))


def png(scene: Scene) -> bytes:
    """Return a scene as a PNG file, with its title and description as text chunks."""
    from PIL.PngImagePlugin import PngInfo

    title, description = scene.texts
    text = PngInfo()
    text.add_itxt("Title", title)
    text.add_itxt("Description", description)
    file = io.BytesIO()
    raster(scene).save(file, "PNG", pnginfo=text)
    return file.getvalue()


def raster(scene: Scene, samples: int = 4) -> Image:
    """Return a scene as an image, in mode RGB with a background, else RGBA."""
    from PIL import Image, ImageDraw

    # At 4 × 4 samples a picture of 4096 pixels would take a gigabyte, so large pictures have fewer samples.
    while samples > 1 and samples * max(scene.width, scene.height) > 8192:
        samples -= 1
    size = (scene.width * samples, scene.height * samples)
    if scene.background:
        image = Image.new("RGB", size, scene.background)
    else:
        image = Image.new("RGBA", size, (0, 0, 0, 0))
    for fill in scene.ground:
        _blend(image, _flatten(fill.corners * samples), fill)
    draw = ImageDraw.Draw(image)
    for shape in scene.shapes:
        if isinstance(shape, Fill):
            points = _flatten(shape.corners * samples)
            if shape.fill:
                draw.polygon(points, fill=rgb(shape.fill))
            if shape.stroke:
                _line(draw, [*points, *points[:2]], shape.stroke, shape.width * samples)
        else:
            _line(draw, (shape.points * samples).ravel().tolist(), shape.colour, shape.width * samples)
    return image.reduce(samples) if samples > 1 else image


def _blend(image: Image, points: list[float], fill: Fill) -> None:
    """Blend a transparent outline into a picture; Pillow's polygons would replace its pixels."""
    from PIL import Image, ImageDraw

    left, top = int(min(points[::2])), int(min(points[1::2]))
    size = (int(max(points[::2])) + 2 - left, int(max(points[1::2])) + 2 - top)
    moved = [place - (top if index % 2 else left) for index, place in enumerate(points)]
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).polygon(moved, fill=round(255 * fill.opacity))
    layer = Image.new("RGB", size, fill.fill)
    if image.mode == "RGB":
        image.paste(layer, (left, top), mask)
    else:
        layer.putalpha(mask)
        image.alpha_composite(layer, (left, top))


def _flatten(corners: Floats) -> list[float]:
    """Return the points of a rounded outline as x, y, x, y …, with its curves as short lines."""
    # The last point of a curve and the first point of the next curve form a side of the outline.
    points: list[float] = (_BEZIER @ corners).reshape(-1).tolist()
    return points


def _line(draw: ImageDraw, points: list[float], colour: str, width: float) -> None:
    """Draw a line with round ends and joints, which Pillow's lines do not have."""
    draw.line(points, fill=rgb(colour), width=max(1, round(width)))
    radius = width / 2
    if radius > 1:
        for x, y in zip(points[::2], points[1::2], strict=True):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=rgb(colour))
