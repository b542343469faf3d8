"""`cubeproof show`."""

import argparse
import sys
from pathlib import PurePath

from cubeproof.base.picture_formats import PICTURES, TEXTS, names_by_ending
from cubeproof.cli.inputs import cube_and_scramble
from cubeproof.cli.output.streams import colours_are_shown
from cubeproof.cli.statuses import OK
from cubeproof.draw.emphasis import masked, wanted
from cubeproof.draw.look import Look
from cubeproof.draw.palette import Palette
from cubeproof.draw.text import net
from cubeproof.errors import UsageError
from cubeproof.places import delivered_file, name_of
from cubeproof.problem import read_goal
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.lower_case import read_turns
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.twizzle import twizzle_link
from cubeproof.sentences import Template, say

_FORMATS = (*TEXTS, *PICTURES, "twizzle")
_ENDINGS = names_by_ending(PICTURES, TEXTS)

_NO_FORMAT = Template("command.no-format", "There is no format {format!r}; there are {formats}.")
_SOLID = Template("command.solid", "The {view?plan:plan|other:solid cube} is drawn as svg or png.")
_HIDDEN = Template("command.hidden", "Hidden faces are only drawn on the solid cube: use --view solid.")
_LINK = Template(
    "command.twizzle", "A link to Twizzle shows only the cube, without a view, marks, mask or letters."
)
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
    chosen = parsed.format or _default_format(parsed.output)
    if chosen not in _FORMATS:
        raise UsageError(_NO_FORMAT(format=chosen, formats=_FORMATS))
    cube, turns = cube_and_scramble(parsed)
    if parsed.hidden and parsed.view != "solid":
        raise UsageError(_HIDDEN())
    if chosen == "twizzle":
        picture = _link(cube, turns, parsed)
    elif chosen in PICTURES:
        picture = _picture(cube, chosen, parsed)
    elif parsed.view != "net":
        raise UsageError(_SOLID(view=parsed.view))
    elif parsed.move or parsed.goal or parsed.suspects:
        raise UsageError(say("command.marks", "Arrows and rings are drawn as svg or png."))
    elif parsed.letters and chosen == "emoji":
        raise UsageError(say("command.emoji", "Emoji squares have no letters: use ansi, svg or png."))
    else:
        marked = _mask(cube, parsed)
        picture = (net(marked, chosen, Palette.named(parsed.palette)) + "\n").encode()  # type: ignore[arg-type]
    if parsed.output is not None and parsed.output != "-":
        with delivered_file(parsed.output) as path:
            path.write_bytes(picture)
    elif chosen == "png" and sys.stdout.isatty():
        raise UsageError(
            say("command.png", "A PNG picture cannot be printed on a terminal: name a file with -o.")
        )
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(picture)
    return OK


def _default_format(output: str | None) -> str:
    """Return the format for a file name, or for stdout."""
    if output is None or output == "-":
        return "ansi" if output is None and colours_are_shown() else "letters"
    suffix = PurePath(name_of(output)).suffix
    if suffix.lower() not in _ENDINGS:
        endings = tuple(_ENDINGS)
        raise UsageError(_ENDING(endings=endings, ending=suffix) if suffix else _NO_ENDING(endings=endings))
    return _ENDINGS[suffix.lower()]


def _link(cube: Cube, turns: Alg | None, parsed: argparse.Namespace) -> bytes:
    """Return a link to the cube on twizzle.net; if the cube was given as facelets, find turns that lead to it."""
    marks = (parsed.move, parsed.goal, parsed.mask, parsed.suspects, parsed.letters)
    if parsed.view != "net" or any(marks):
        raise UsageError(_LINK())
    if turns is None:
        from cubeproof.solving.scramble import setup

        turns = setup(cube)
    return (twizzle_link(setup=turns, size=cube.size) + "\n").encode()


def _picture(cube: Cube, chosen: str, parsed: argparse.Namespace) -> bytes:
    from cubeproof.draw.pictures import draw

    look = Look(parsed.palette, size=parsed.pixels, letters=parsed.letters, hidden=parsed.hidden)
    move = None if parsed.move is None else _move(parsed.move, cube.size, parsed.lower_case)
    ringed, masked_cube = _stickers_with_rings(cube, parsed), _mask(cube, parsed)
    return draw(masked_cube, chosen, parsed.view, look, move=move, emphasised=ringed)


def _mask(cube: Cube, parsed: argparse.Namespace) -> Cube:
    aim = read_goal(parsed.mask, cube.size, parsed.order)
    return cube if aim is None else masked(cube, aim)


def _move(text: str, size: int, lower_case: str | None) -> Move:
    moves = list(read_turns(text, size, lower_case)[0])
    if len(moves) != 1:
        raise UsageError(_ONE_TURN(count=len(moves), turns=text))
    return moves[0]


def _stickers_with_rings(cube: Cube, parsed: argparse.Namespace) -> frozenset[int]:
    """Return the stickers that get a ring."""
    ringed = cube.diagnose().suspects if parsed.suspects else frozenset[int]()
    goal = read_goal(parsed.goal, cube.size, parsed.order)
    return ringed if goal is None else ringed | wanted(cube, goal)
