"""`movie`: films as GIF, WebP and APNG.

A GIF has 256 colours for all its frames. The other formats use the same palette, since few colours give small files.
The frames are not dithered: dithering would shimmer and enlarge the file. Every sticker borders on the body, so the
palette consists of ramps from each used colour to the body, and from the body to the background: antialiased edges
have colours on these ramps.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from cubeproof.draw.film import Film, Frame, Progress
from cubeproof.draw.look import Look
from cubeproof.draw.palette import Palette, mix, rgb
from cubeproof.draw.png import raster
from cubeproof.draw.scene import Scene
from cubeproof.draw.view_scene import GLOSS, GROUND_OPACITY, GROUND_RADII, view_scene
from cubeproof.errors import UsageError
from cubeproof.sentences import Template

if TYPE_CHECKING:
    from PIL.Image import Image

_NO_KIND = Template("draw.film-kind", "A film is written as gif, webp or apng, not {kind!r}.")
_TOO_LARGE = Template(
    "draw.film-memory",
    "{frames:,} frames of {pixels} pixels would take {megabytes:,.0f} MB of memory; choose a smaller size, "
    "a higher speed, or fewer turns.",
)

Kind = Literal["gif", "webp", "apng"]

MAX_BYTES = 400_000_000
"""Maximum memory in bytes for the frames of a film: one byte per pixel with a background, four without."""

MAX_STICKERS = 4_000_000
"""Maximum number of stickers in all frames of a film: about a minute of computation."""

_SAMPLES = 3
_LIT = (0, 0.06, 0.12)
_STEPS = (0, 0.03, 0.06, 0.09, 0.12, 0.3, 0.5, 0.75, 1)


def movie(
    film: Film, kind: Kind = "gif", look: Look | None = None, progress: Progress | None = None
) -> bytes:
    """Return the bytes of a file that plays the film in an endless loop.

    >>> from cubeproof.puzzle.cube import Cube
    >>> movie(Film(Cube(2), "R"), "gif", Look(size=64))[:6]
    b'GIF89a'
    """
    if kind not in ("gif", "webp", "apng"):
        raise UsageError(_NO_KIND(kind=kind))
    film.check_work(MAX_STICKERS)
    look = look or Look()
    if kind == "gif" and look.background is None:
        look = replace(look, background="#ffffff")
    need = len(film) * look.size**2 * (1 if look.background else 4)
    if need > MAX_BYTES:
        raise UsageError(_TOO_LARGE(frames=len(film), pixels=look.size, megabytes=need / 1e6))
    colours = _ramps(look.palette, look.background or "#ffffff")
    durations: list[int] = []
    images = _images(film, look, colours, durations, progress)
    first, rest, file = next(images), list(images), io.BytesIO()
    if kind == "gif":
        # `optimize` with an additional transparent colour omits unchanged pixels.
        first.save(
            file,
            "GIF",
            save_all=True,
            append_images=rest,
            duration=durations,
            loop=0,
            palette=bytes(part for colour in (*colours, "#000000") for part in rgb(colour)),
            transparency=len(colours),
            optimize=True,
            disposal=1,
        )
    elif kind == "webp":
        first.save(
            file,
            "WEBP",
            save_all=True,
            append_images=rest,
            duration=durations,
            lossless=True,
            # A third smaller than with 20 and 1, in half a second more. Higher values only take more time.
            quality=60,
            method=4,
        )
    else:
        first.save(file, "PNG", save_all=True, append_images=rest, duration=durations, loop=0)
    return file.getvalue()


def frame_scene(frame: Frame, look: Look) -> Scene:
    """Return the scene of a frame."""
    marked = np.flatnonzero(frame.stickers).tolist()
    return view_scene(frame.cube, look, move=frame.move, angle=frame.angle, emphasised=marked)


def _images(
    film: Film, look: Look, colours: list[str], durations: list[int], progress: Progress | None
) -> Iterator[Image]:
    """Yield the frames as images; the duration of each is appended to `durations` before."""
    from PIL import Image

    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in rgb(colour)])
    for number, frame in enumerate(film, 1):
        image = raster(frame_scene(frame, look), _SAMPLES)
        chosen = image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)
        if look.background is None:
            # Few colours and few opacities give small files.
            opacity = image.getchannel("A").point([round(level / 17) * 17 for level in range(256)])
            image = chosen.convert("RGB")
            image.putalpha(opacity)
        else:
            image = chosen
        durations.append(frame.milliseconds)
        yield image
        if progress:
            progress(number, len(film))


def _ramps(palette: Palette, background: str) -> list[str]:
    """Return the colours of the frames, at most 255: ramps from each used colour to the body."""
    # Few steps give small files, so only the ramps of lit stickers are fine.
    stickers = [*palette.faces, palette.unknown]
    colours = [*stickers, palette.accent, "#ffffff", background]
    ramps = [mix(colour, palette.body, step) for colour in colours for step in _STEPS]
    # The lit sides of stickers, and the discs of the shadow.
    ramps += [mix(mix(colour, palette.body, step), "#ffffff", GLOSS) for colour in stickers for step in _LIT]
    ramps += [
        mix(background, palette.body, 1 - (1 - GROUND_OPACITY) ** discs)
        for discs in range(1, len(GROUND_RADII) + 1)
    ]
    return list(dict.fromkeys(ramps))
