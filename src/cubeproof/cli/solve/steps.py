"""Prints the net after every turn, for `apply --steps` and `solve --steps`."""

import argparse
import re
import shutil
from collections.abc import Iterator, Sequence
from itertools import islice

from cubeproof.cli.output.streams import colours_are_shown, print_on_stdout
from cubeproof.draw.palette import Palette
from cubeproof.draw.text import Style, net, net_steps
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template

_WITHOUT_STEPS = Template(
    "command.without-steps", "These options are for the nets of --steps; leave out {options}."
)

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_GAP = "   "


def check_steps(parsed: argparse.Namespace) -> None:
    """Refuse invalid options of the nets, before anything else is done."""
    options = [f"--{name}" for name in ("format", "palette") if getattr(parsed, name) is not None]
    if options and not parsed.steps:
        raise UsageError(_WITHOUT_STEPS(options=options))
    if parsed.steps:
        net(Cube(2), _style(parsed), _palette(parsed))


def show_steps(parsed: argparse.Namespace, cube: Cube, alg: Alg) -> None:
    """Print the net after every turn under its number and turn, side by side if the terminal has room."""
    nets = _add_titles(net_steps(cube, alg, _style(parsed), _palette(parsed)))
    first = next(nets, None)
    if first is None:
        return
    width = max(map(_columns, first))
    abreast = max(1, (shutil.get_terminal_size().columns + len(_GAP)) // (width + len(_GAP)))
    row = [first, *islice(nets, abreast - 1)]
    while row:
        for lines in zip(*row, strict=True):
            print_on_stdout(_GAP.join(line + " " * (width - _columns(line)) for line in lines).rstrip(" "))
        print_on_stdout("")
        row = list(islice(nets, abreast))


def steps_as_json(cube: Cube, alg: Alg) -> dict[str, list[str]]:
    """Return the turns and the facelets after each.

    >>> steps_as_json(Cube(2), Alg("(R U)2"))["turns"]
    ['R', 'U', 'R', 'U']
    """
    turns, steps = [], []
    for move in alg:
        cube = cube.apply(move)
        turns.append(str(move))
        steps.append(cube.facelets)
    return {"turns": turns, "steps": steps}


def _add_titles(nets: Iterator[tuple[object, str]]) -> Iterator[Sequence[str]]:
    for number, (move, picture) in enumerate(nets, 1):
        yield [f"{number}. {move}", *picture.splitlines()]


def _columns(line: str) -> int:
    """Return the width of a line in columns of a terminal."""
    if line.isascii() and "\x1b" not in line:
        return len(line)
    from rich.cells import cell_len

    return cell_len(_ESCAPES.sub("", line))


def _style(parsed: argparse.Namespace) -> Style:
    # `net` refuses unknown styles.
    return parsed.format or ("ansi" if colours_are_shown() else "letters")


def _palette(parsed: argparse.Namespace) -> Palette:
    return Palette.named(parsed.palette or "standard")
