"""`Look`: the options of a picture, the same for every kind of picture."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof import languages
from cubeproof.base.argument_checks import expect
from cubeproof.draw.palette import STANDARD, Palette
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template

_WIDTH = Template("draw.width", "A picture is {least} to {most} pixels wide, not {size}.")
_VIEWER = Template(
    "draw.viewer",
    "The viewer's latitude must be from −90 to 90 and the longitude a number, not {latitude} and "
    "{longitude}.",
)
_NO_STICKER = Template("draw.no-sticker", "This cube has the stickers 0 to {last}, no sticker {sticker}.")

MIN_PIXELS, MAX_PIXELS = 16, 4096
"""The minimum and the maximum width of a picture."""


@dataclass(frozen=True, slots=True)
class Look:
    """The options of a picture.

    Raises:
        UsageError: a size, an angle or a colour out of range, or an unknown language.

    >>> Look(size=200, palette="colourblind").palette.name("R")
    'dark red'
    """

    palette: Palette = STANDARD
    """The colours; a name, a text or a mapping is read by `Palette.named`."""
    size: int = 400
    """The picture's width in pixels, from 16 to 4096. The view has the same height; the net is less high."""
    letters: bool = False
    """Whether stickers have the letters of their colours on them."""
    hidden: bool = False
    """Whether the view also shows the hidden faces, floating behind the cube."""
    background: str | None = None
    """The colour behind the cube as `#rrggbb`; None for transparent."""
    latitude: float = 30.0
    """The viewer's latitude above the middle, in degrees, from −90 to 90."""
    longitude: float = 34.0
    """The viewer's longitude to the right of the front, in degrees."""
    language: str = "en"
    """The tag of the language of title and description; see `cubeproof.languages`."""

    def __init__(
        self,
        palette: Palette | str | Mapping[str, str] = STANDARD,
        size: int = 400,
        *,
        letters: bool = False,
        hidden: bool = False,
        background: str | None = None,
        latitude: float = 30.0,
        longitude: float = 34.0,
        language: str = "en",
    ) -> None:
        if not MIN_PIXELS <= size <= MAX_PIXELS:
            raise UsageError(_WIDTH(least=MIN_PIXELS, most=MAX_PIXELS, size=size))
        if not (math.isfinite(longitude) and -90 <= latitude <= 90):
            raise UsageError(_VIEWER(latitude=latitude, longitude=longitude))
        if background is not None:
            # The constructor of a palette validates and normalises the colour.
            background = Palette(STANDARD.faces, unknown=background).unknown
        tag = languages.language(language).tag
        values = (Palette.named(palette), int(size), letters, hidden, background, latitude, longitude, tag)
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)


def checked_look(cube: Cube, look: Look | None, move: Move | None, emphasised: Iterable[int]) -> Look:
    """Return the look of a picture, by default `Look()`; a wrong type of an argument raises a TypeError."""
    expect("cube", cube, Cube, "a Cube")
    expect("look", look, (Look, type(None)), "a Look")
    expect("move", move, (Move, type(None)), "a Move")
    expect("emphasised", emphasised, Iterable, "numbers of stickers")
    return look or Look()


def sticker_mask(cube: Cube, stickers: Iterable[int]) -> NDArray[np.bool_]:
    """Return the mask of some stickers of a cube, bool, shape (6·N²,).

    >>> sticker_mask(Cube(2), [0, 3])[:4].tolist()
    [True, False, False, True]
    """
    mask = np.zeros(len(cube.colours), dtype=bool)
    for sticker in stickers:
        if not 0 <= sticker < len(mask):
            raise UsageError(_NO_STICKER(last=len(mask) - 1, sticker=sticker))
        mask[sticker] = True
    return mask
