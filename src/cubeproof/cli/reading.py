"""From the words of a command line to cubes and problems."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube

__all__ = ["cube_and_scramble", "goal", "text_of"]


def cube_and_scramble(parsed: argparse.Namespace) -> tuple[Cube, Alg | None]:
    """The cube that a verb is about, and the scramble that leads there, if it was given as one.

    Raises:
        UsageError: neither a scramble nor a state was given, or what was given is none.
    """
    if parsed.scramble is None and parsed.state is None:
        raise UsageError('A cube is wanted: turns such as "R U F2", or --state and its facelets.')
    if parsed.state is not None:
        cube = Cube.from_facelets(parsed.state, parsed.size)
    else:
        cube = Cube(3 if parsed.size is None else parsed.size)
    if parsed.scramble is None:
        return cube, None
    alg = Alg(parsed.scramble)
    cube = cube.apply(parsed.scramble)
    return cube, alg if parsed.state is None else None


def goal(text: str | None, size: int) -> Cube | None:
    """The goal that `--goal` names; None for the solved cube, held in any way."""
    if text is None or text == "solved":
        return None
    return Cube.from_facelets(text, size)


def text_of(name: str) -> str:
    """The text of a file, or of stdin for `-`.

    Raises:
        UsageError: it is no text.
        OSError: it cannot be read.
    """
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{name} is no text file.") from None
