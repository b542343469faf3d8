"""`cubeproof show`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cubeproof.cli.inputs import cube_and_scramble
from cubeproof.cli.statuses import OK
from cubeproof.cli.streams import colours_are_shown
from cubeproof.draw.emphasis import wanted
from cubeproof.draw.look import Look
from cubeproof.draw.palette import Palette
from cubeproof.draw.text import net
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template
from cubeproof.solving.asking import read_goal

__all__ = ["run"]

_FORMATS = ("ansi", "emoji", "letters", "svg", "png")
_ENDINGS = {".svg": "svg", ".png": "png", ".txt": "letters"}

_NO_FORMAT = Template("command.no-format", "There is no format {format!r}; there are {formats}.")
_SOLID = Template("command.solid", "The solid cube is drawn as svg or png.")
_MARKS = Template("command.marks", "Arrows and rings are drawn as svg or png.")
_EMOJI = Template("command.emoji", "Squares of emoji bear no letters: take ansi, svg or png.")
_PNG = Template("command.png", "A PNG picture is no text for a terminal: name a file with -o.")
_ENDING = Template(
    "command.picture-ending",
    "A cube is drawn as {endings}, not as {ending}; --format chooses for a file of any name.",
)
_NO_ENDING = Template(
    "command.picture-no-ending",
    "A cube is drawn as {endings}, not as a file without ending; --format chooses for a file of any name.",
)
_ONE_TURN = Template("command.one-turn", "Arrows are for one turn, not for {count}: {turns!r}.")


def run(parsed: argparse.Namespace) -> int:
    """Draw a cube to the terminal or a file."""
    chosen = parsed.format or _usual(parsed.output)
    if chosen not in _FORMATS:
        raise UsageError(_NO_FORMAT(format=chosen, formats=_FORMATS))
    cube, _ = cube_and_scramble(parsed)
    if chosen in ("svg", "png"):
        picture = _picture(cube, chosen, parsed)
    elif parsed.view == "solid":
        raise UsageError(_SOLID())
    elif parsed.move or parsed.goal or parsed.suspects:
        raise UsageError(_MARKS())
    elif parsed.letters and chosen == "emoji":
        raise UsageError(_EMOJI())
    else:
        picture = (net(cube, chosen, Palette.named(parsed.palette)) + "\n").encode()  # type: ignore[arg-type]
    if parsed.output is not None and parsed.output != "-":
        Path(parsed.output).write_bytes(picture)
    elif chosen == "png" and sys.stdout.isatty():
        raise UsageError(_PNG())
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(picture)
    return OK


def _usual(output: str | None) -> str:
    """The format that a file's name asks for, or that suits where the picture goes.

    Raises:
        UsageError: the name asks for none that there is.
    """
    if output is None or output == "-":
        return "ansi" if output is None and colours_are_shown() else "letters"
    suffix = Path(output).suffix
    if suffix.lower() not in _ENDINGS:
        endings = tuple(_ENDINGS)
        raise UsageError(_ENDING(endings=endings, ending=suffix) if suffix else _NO_ENDING(endings=endings))
    return _ENDINGS[suffix.lower()]


def _picture(cube: Cube, chosen: str, parsed: argparse.Namespace) -> bytes:
    from cubeproof.draw import png_net, png_view, svg_net, svg_view

    look = Look(parsed.palette, size=parsed.pixels, letters=parsed.letters)
    move = None if parsed.move is None else _move(parsed.move)
    ringed = _ringed(cube, parsed)
    if chosen == "svg":
        svg = svg_view if parsed.view == "solid" else svg_net
        return svg(cube, look, move=move, emphasised=ringed).encode()
    png = png_view if parsed.view == "solid" else png_net
    return png(cube, look, move=move, emphasised=ringed)


def _move(text: str) -> Move:
    moves = list(Alg(text))
    if len(moves) != 1:
        raise UsageError(_ONE_TURN(count=len(moves), turns=text))
    return moves[0]


def _ringed(cube: Cube, parsed: argparse.Namespace) -> frozenset[int]:
    """The stickers that get a ring."""
    ringed = cube.diagnose().suspects if parsed.suspects else frozenset[int]()
    goal = read_goal(parsed.goal, cube.size)
    return ringed if goal is None else ringed | wanted(cube, goal)
