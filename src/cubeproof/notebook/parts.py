"""The script of the player: two files of the built page."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

__all__ = ["is_built", "library", "library_key", "script"]

_BUILT = files("cubeproof").joinpath("web", "built")
_SCRIPT, _LIBRARY = _BUILT.joinpath("widget.js"), _BUILT.joinpath("cubing.js")


def is_built() -> bool:
    """Whether the files are there; in a working copy they are after `make page`."""
    return _SCRIPT.is_file() and _LIBRARY.is_file()


def script() -> str:
    """The script of a widget: small, as a notebook sends it with every widget. Empty if it is not built."""
    return _SCRIPT.read_text(encoding="utf-8") if is_built() else ""


@cache
def library() -> bytes:
    """What draws the cube in 3D: a megabyte that a notebook asks for once. Empty if it is not built."""
    return _LIBRARY.read_bytes() if is_built() else b""


@cache
def library_key() -> str:
    """The name under which the browser keeps the library; another version has another one."""
    return hashlib.sha256(library()).hexdigest()[:16]
