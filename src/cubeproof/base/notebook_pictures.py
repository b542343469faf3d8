"""The pictures that values show of themselves in a notebook.

What draws is a floor above the values and is not imported by them. The package names it once, by `drawn_by`; a
value asks for its picture by the name of the function that draws it, and the first picture imports the module.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_drawing: list[str] = []


def drawn_by(module: str) -> None:
    """Say which module draws values, in place of any named before.

    Args:
        module: its full name; it is not imported yet.
    """
    _drawing[:] = [module]


def drawn_text(picture: str, value: object) -> str | None:
    """The picture of a value as text, such as SVG or HTML.

    Args:
        picture: the name of the function that draws it.
        value: what is drawn.

    Returns:
        The picture, None where nothing draws or the value has no such picture.
    """
    found: str | None = _drawn(picture, value)
    return found


def drawn_bytes(picture: str, value: object) -> bytes | None:
    """The picture of a value as bytes, such as PNG: see `drawn_text`."""
    found: bytes | None = _drawn(picture, value)
    return found


def _drawn(picture: str, value: object) -> Any:
    return getattr(import_module(_drawing[0]), picture)(value) if _drawing else None
