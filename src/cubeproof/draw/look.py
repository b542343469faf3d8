"""`Look`: how a picture looks, the same choices for every kind of picture."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof import languages
from cubeproof.draw.palette import STANDARD, Palette
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template

_WIDTH = Template("draw.width", "A picture is {least} to {most} pixels wide, not {size}.")
_VIEWER = Template(
    "draw.viewer",
    "The viewer stands at a latitude from −90 to 90 and at any longitude, not at {latitude} and {longitude}.",
)
_NO_STICKER = Template("draw.no-sticker", "This cube has the stickers 0 to {last}, no sticker {sticker}.")

MIN_PIXELS, MAX_PIXELS = 16, 4096
"""The narrowest and the widest picture that is drawn."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture looks.

    Raises:
        UsageError: a size, an angle or a colour out of range, or a language that there is no table for.

    >>> Look(size=200, palette="colourblind").palette.name("R")
    'dark red'
    """

    palette: Palette = STANDARD
    """The colours; a name, a text or a mapping is read by `Palette.named`."""
    size: int = 400
    """The picture's width in pixels, from 16 to 4096. The view is as high; the net is less high."""
    letters: bool = False
    """Whether stickers have the letters of their colours on them."""
    hidden: bool = False
    """Whether the view shows the faces on the far side too, floating behind the cube."""
    background: str | None = None
    """The colour behind the cube as `#rrggbb`; None leaves it transparent."""
    latitude: float = 30.0
    """How far above the middle the viewer stands, in degrees, from −90 to 90."""
    longitude: float = 34.0
    """How far to the right of the front the viewer stands, in degrees."""
    language: str = "en"
    """The tag of the language of title and description, as in `cubeproof.languages`."""

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
            # A palette reads colours, and refuses other texts.
            background = Palette(STANDARD.faces, unknown=background).unknown
        tag = languages.language(language).tag
        values = (Palette.named(palette), int(size), letters, hidden, background, latitude, longitude, tag)
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)


def sticker_mask(cube: Cube, stickers: Iterable[int]) -> NDArray[np.bool_]:
    """For every sticker of a cube whether it is one of these, shape (6·N²,).

    >>> sticker_mask(Cube(2), [0, 3])[:4].tolist()
    [True, False, False, True]
    """
    mask = np.zeros(len(cube.colours), dtype=bool)
    for sticker in stickers:
        if not 0 <= sticker < len(mask):
            raise UsageError(_NO_STICKER(last=len(mask) - 1, sticker=sticker))
        mask[sticker] = True
    return mask
