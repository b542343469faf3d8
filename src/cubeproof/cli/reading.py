"""From the words of a command line to cubes and problems."""

from __future__ import annotations

import argparse
import gzip
import sys
import zlib
from pathlib import Path

from cubeproof.errors import UsageError
from cubeproof.problem import GOALS, named_goal
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


def goal(text: str | None, size: int) -> Cube | str | None:
    """What `--goal` means: the name of a goal, or facelets to be reached just so; None for the solved cube."""
    if text is None or text in GOALS:
        return text
    if len(text) >= 6 * size * size or set(text) <= set("URFDLB?"):
        return Cube.from_facelets(text, size)
    return named_goal(text).name


def text_of(name: str) -> str:
    """The text of a file, compressed by gzip or not, or of stdin for `-`.

    Raises:
        UsageError: it is no text, or a compressed file is damaged.
        OSError: it cannot be read.
    """
    try:
        if name == "-":
            return sys.stdin.read()
        found = Path(name).read_bytes()
        text = (gzip.decompress(found) if found.startswith(b"\x1f\x8b") else found).decode()
        return text.replace("\r\n", "\n")
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise UsageError(f"{name} is a damaged gzip file.") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} is no text file.") from None
