"""The formats of pictures and films, as data: the command, the API and its document read them here.

The functions that draw them are in `cubeproof.draw`. This module is loaded with the options of the command, so it
imports none of them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PictureFormat:
    """A format of pictures or films."""

    name: str
    """Its name in options and requests."""
    endings: tuple[str, ...] = ()
    """The endings of its files, the usual one first; without one, it is chosen only by name."""
    media_type: str = "text/plain; charset=utf-8"
    """Its media type."""


TEXTS = {
    text.name: text
    for text in (PictureFormat("ansi"), PictureFormat("emoji"), PictureFormat("letters", (".txt",)))
}
"""The formats of nets as text, by name."""

PICTURES = {
    picture.name: picture
    for picture in (
        PictureFormat("svg", (".svg",), "image/svg+xml"),
        PictureFormat("png", (".png",), "image/png"),
    )
}
"""The formats of pictures, by name."""

FILMS = {
    film.name: film
    for film in (
        PictureFormat("gif", (".gif",), "image/gif"),
        PictureFormat("webp", (".webp",), "image/webp"),
        PictureFormat("apng", (".png", ".apng"), "image/png"),
        PictureFormat("svg", (".svg",), "image/svg+xml"),
        PictureFormat("html", (".html",), "text/html; charset=utf-8"),
    )
}
"""The formats of films, by name."""


def names_by_ending(*kinds: dict[str, PictureFormat]) -> dict[str, str]:
    """Return the name of the format for each ending of a file.

    >>> names_by_ending(TEXTS, PICTURES)
    {'.txt': 'letters', '.svg': 'svg', '.png': 'png'}
    """
    formats = [entry for kind in kinds for entry in kind.values()]
    return {ending: entry.name for entry in formats for ending in entry.endings}
