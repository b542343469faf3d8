"""SVG: scenes as SVG text.

Every sticker is a `path` with `data-sticker`, its number, and `data-colour`, its letter. `title` and `desc` describe
the picture in the language of the `Look`. No `id` is used, so that a page can contain any number of pictures.
"""

from collections.abc import Iterable
from html import escape

from cubeproof.draw.flat_scene import net_scene, plan_scene
from cubeproof.draw.look import Look
from cubeproof.draw.scene import Fill, Floats, Scene, Shape
from cubeproof.draw.view_scene import view_scene
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move


def svg_net(
    cube: Cube, look: Look | None = None, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> str:
    """Return the net of a cube as SVG.

    Args:
        cube: the state; any size, unknown stickers are grey.
        look: colours, size, letters, language.
        move: the next turn: its layers are highlighted, and arrows show its direction.
        emphasised: numbers of stickers that get a ring, such as the pieces of a goal or the suspects of a diagnosis.

    Raises:
        UsageError: a turn or a sticker that this cube does not have.

    >>> svg_net(Cube(2)).count("data-sticker")
    24
    """
    return svg(net_scene(cube, look, move=move, emphasised=emphasised))


def svg_view(
    cube: Cube, look: Look | None = None, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> str:
    """Return the cube in space as SVG, by default with U, F and R visible.

    Args:
        cube: the state; any size, unknown stickers are grey.
        look: colours, size, letters, language, position of the viewer, floating hidden faces.
        move: the next turn: its layers are highlighted, and an arrow shows its direction.
        emphasised: numbers of stickers that get a ring, such as the pieces of a goal or the suspects of a diagnosis.

    Raises:
        UsageError: a turn or a sticker that this cube does not have.

    >>> svg_view(Cube(2)).count("data-sticker"), svg_view(Cube(2), Look(hidden=True)).count("data-sticker")
    (12, 24)
    """
    return svg(view_scene(cube, look, move=move, emphasised=emphasised))


def svg_plan(
    cube: Cube, look: Look | None = None, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> str:
    """Return the last layer from above as SVG: the face U, around it the adjacent rows of F, R, B and L.

    Args:
        cube: the state; any size, unknown stickers are grey.
        look: colours, size, letters, language.
        move: the next turn: its layers are highlighted, and arrows on U show its direction.
        emphasised: numbers of stickers that get a ring.

    Raises:
        UsageError: a turn or a sticker that this cube does not have.

    >>> svg_plan(Cube(3)).count("data-sticker")
    21
    """
    return svg(plan_scene(cube, look, move=move, emphasised=emphasised))


def svg(scene: Scene) -> str:
    """Return a scene as an SVG document, which can also be embedded in HTML."""
    return "\n".join([opening(scene), *map(shape_element, scene.shapes), "</svg>"])


def opening(scene: Scene) -> str:
    """Return the start tag with title, description, background and ground."""
    box = f'width="{scene.width}" height="{scene.height}" viewBox="0 0 {scene.width} {scene.height}"'
    title, description = scene.texts
    joints = 'stroke-linejoin="round" stroke-linecap="round"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {box} {joints}>',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description)}</desc>",
    ]
    if scene.background:
        lines.append(f'<rect width="100%" height="100%" fill="{escape(scene.background)}"/>')
    lines += map(shape_element, scene.ground)
    return "\n".join(lines)


def shape_element(shape: Shape) -> str:
    """Return the SVG element of a shape."""
    if not isinstance(shape, Fill):
        points = " ".join(f"{x:.5g},{y:.5g}" for x, y in shape.points.tolist())
        colour, width = escape(shape.colour), f"{shape.width:.4g}"
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
    text = f'<path d="{outline_path(shape.corners)}" fill="{escape(shape.fill or "none")}"'
    if shape.stroke:
        text += f' stroke="{escape(shape.stroke)}" stroke-width="{shape.width:.4g}"'
    if shape.opacity < 1:
        text += f' fill-opacity="{shape.opacity:.4g}"'
    if shape.sticker >= 0:
        text += f' data-sticker="{shape.sticker}" data-colour="{escape(shape.letter)}"'
    if shape.emphasised:
        text += ' data-emphasised="true"'
    return text + "/>"


def outline_path(corners: Floats) -> str:
    """Return the path data of a rounded outline, shape (k, 3, 2)."""
    parts = [
        f"{ax:.5g},{ay:.5g}Q{bx:.5g},{by:.5g} {cx:.5g},{cy:.5g}"
        for (ax, ay), (bx, by), (cx, cy) in corners.tolist()
    ]
    return "M" + "L".join(parts) + "Z"
