"""`animate`: draws an algorithm from a state as a film file of any kind."""

from collections.abc import Iterable, Mapping
from typing import Literal, cast

from cubeproof.base.argument_checks import expect
from cubeproof.base.picture_formats import FILMS, names_by_ending
from cubeproof.draw.film import Film, Progress
from cubeproof.draw.look import Look
from cubeproof.draw.movie import movie
from cubeproof.draw.player import player_page
from cubeproof.draw.svg_film import svg_film
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template

_NO_KIND = Template("draw.animation-kind", "An animation is one of {kinds}, not {kind!r}.")

Format = Literal["gif", "webp", "apng", "svg", "html"]

FORMATS = cast(Mapping[str, Format], names_by_ending(FILMS))
"""The kind of animation by file ending."""


def animate(
    cube: Cube,
    alg: Alg | str,
    kind: Format = "gif",
    look: Look | None = None,
    *,
    speed: float = 1.0,
    rate: int = 25,
    emphasised: Iterable[int] = (),
    progress: Progress | None = None,
) -> bytes:
    """Return the bytes of a film file of an algorithm from a state, in which layers turn smoothly.

    Args:
        cube: the state at the start; unknown stickers are grey.
        alg: the turns, at most 2000: of faces, slices, blocks, or the whole cube.
        kind: `gif`, `webp`, `apng`; `svg`, an animated SVG; `html`, a page that plays without a network.
        look: colours, size in pixels, viewer, language of the texts of an SVG; the page has all languages.
        speed: 1 is a quarter turn in 0.42 s; from 0.1 to 10.
        rate: frames per second, from 5 to 50; the page has the frame rate of the screen.
        emphasised: numbers of stickers that get a ring, which moves with them.
        progress: called after each frame with the number of finished frames and of all frames.

    Raises:
        NotationError: the algorithm's text has a fault, or a turn that this size does not have, with the column.
        UsageError: an `Alg` with such a turn, another argument out of range, or a film too large for memory.

    >>> animate(Cube(2), "R U R' U'", "gif", Look(size=64), rate=10)[:6]
    b'GIF89a'
    """
    expect("look", look, (Look, type(None)), "a Look")
    expect("emphasised", emphasised, Iterable, "numbers of stickers")
    film = Film(cube, alg, speed=speed, rate=rate, emphasised=frozenset(emphasised))
    if kind == "svg":
        return svg_film(film, look, progress).encode()
    if kind == "html":
        page = player_page(film, look)
        if progress:
            progress(len(film), len(film))
        return page.encode()
    if kind in ("gif", "webp", "apng"):
        return movie(film, kind, look, progress)
    raise UsageError(_NO_KIND(kinds=sorted(FILMS), kind=kind))
