"""`draw`: a picture of a cube, by the names of its format and its view."""

from collections.abc import Callable, Iterable

from cubeproof.draw.look import Look
from cubeproof.draw.png import png_net, png_plan, png_view
from cubeproof.draw.svg import svg_net, svg_plan, svg_view
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move

_DRAWINGS: dict[tuple[str, str], Callable[..., str | bytes]] = {
    ("svg", "net"): svg_net,
    ("svg", "solid"): svg_view,
    ("svg", "plan"): svg_plan,
    ("png", "net"): png_net,
    ("png", "solid"): png_view,
    ("png", "plan"): png_plan,
}


def draw(
    cube: Cube, kind: str, view: str, look: Look, *, move: Move | None = None, emphasised: Iterable[int] = ()
) -> bytes:
    r"""Return the bytes of a picture.

    Args:
        cube: the cube.
        kind: the name of a format of `PICTURES`.
        view: `net`, `solid` or `plan`.
        look: the options of the picture.
        move: a turn that gets an arrow.
        emphasised: numbers of stickers that get a ring.

    >>> draw(Cube(2), "png", "net", Look(size=64))[:4]
    b'\x89PNG'
    """
    drawn = _DRAWINGS[kind, view](cube, look, move=move, emphasised=emphasised)
    return drawn.encode() if isinstance(drawn, str) else drawn
