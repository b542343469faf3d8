"""`cubeproof show`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from cubeproof.cli.main import OK
from cubeproof.cli.reading import cube_and_scramble
from cubeproof.draw.text import net
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube

__all__ = ["run"]

_FORMATS = ("ansi", "emoji", "letters", "svg", "png")


def run(parsed: argparse.Namespace) -> int:
    """Draw a cube to the terminal or a file."""
    chosen = parsed.format or _usual(parsed.output)
    if chosen not in _FORMATS:
        raise UsageError(f"There is no format {chosen!r}; there are {', '.join(_FORMATS)}.")
    cube, _ = cube_and_scramble(parsed)
    if parsed.view == "solid" and chosen not in ("svg", "png"):
        raise UsageError("The solid cube is drawn as svg or png.")
    picture = _picture(cube, chosen, solid=parsed.view == "solid")
    if parsed.output is not None and parsed.output != "-":
        Path(parsed.output).write_bytes(picture)
    elif chosen == "png" and sys.stdout.isatty():
        raise UsageError("A PNG picture is no text for a terminal: name a file with -o.")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(picture)
    return OK


def _usual(output: str | None) -> str:
    """The format that a file's name asks for, or that suits where the picture goes."""
    suffix = Path(output).suffix.lstrip(".").lower() if output else ""
    if suffix in _FORMATS:
        return suffix
    coloured = output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return "ansi" if coloured else "letters"


def _picture(cube: Cube, chosen: str, *, solid: bool) -> bytes:
    if chosen == "svg":
        from cubeproof.draw import svg_net, svg_view

        return (svg_view if solid else svg_net)(cube).encode()
    if chosen == "png":
        from cubeproof.draw import png_net, png_view

        return (png_view if solid else png_net)(cube)
    return (net(cube, chosen) + "\n").encode()  # type: ignore[arg-type]
