"""The formats of the registry are those that are drawn."""

from typing import get_args

from cubeproof.base.picture_formats import FILMS, PICTURES, TEXTS
from cubeproof.draw import Look, net
from cubeproof.draw.animation import Format
from cubeproof.draw.pictures import draw
from cubeproof.draw.text import Style
from cubeproof.puzzle.cube import Cube


def test_each_format_of_the_registry_is_drawn() -> None:
    assert (set(get_args(Style)), set(get_args(Format))) == (set(TEXTS), set(FILMS))
    pictures = {
        draw(Cube(2), kind, view, Look(size=48)) for kind in PICTURES for view in ("net", "solid", "plan")
    }
    assert len(pictures) == 3 * len(PICTURES)
    assert len({net(Cube(2), style) for style in get_args(Style)}) == len(TEXTS)
