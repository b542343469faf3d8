"""Options that several verbs have, and readers of their values."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cubeproof.base.picture_formats import TEXTS
from cubeproof.cli.usage import Parser
from cubeproof.problem.goals import GOALS
from cubeproof.puzzle.letter_case import LowerCase
from cubeproof.sentences import say


def whole_number(text: str) -> int:
    """Read a whole number in the digits 0 to 9; `int` also accepts `1_0` and digits of other scripts."""
    if not re.fullmatch(r"[-+]?[0-9]+", text.strip(" ")):
        raise ValueError(text)
    return int(text)


def layers(text: str) -> int:
    """Read the size of a cube, such as `3` or `3x3x3`.

    Raises:
        ValueError: neither of these.

    >>> layers("3x3x3"), layers("4")
    (3, 4)
    """
    with suppress(ValueError):
        return whole_number(text)
    from cubeproof.puzzle.events import layers_of_size

    if (size := layers_of_size(text)) is None:
        raise ValueError(text)
    return size


def number(text: str) -> float:
    """Read a number in the digits 0 to 9, or `inf` or `nan`, which the library refuses with a message.

    Raises:
        ValueError: not a number.
    """
    if "_" in text or not text.isascii():
        raise ValueError(text)
    return float(text)


_PART = r"(?:(?P<{name}>[0-9]+(?:\.[0-9]+)?) *{unit} *)?"
_CLOCK = re.compile(r"(?:(?P<hours>[0-9]+):)?(?P<minutes>[0-9]+):(?P<seconds>[0-9]+(?:\.[0-9]+)?)")
_UNITS = re.compile(
    _PART.format(name="hours", unit="h(?:ours?|rs?)?")
    # The last unit may be missing: 1h30, 1m30.
    + _PART.format(name="minutes", unit="(?:m(?:in(?:ute)?s?)?|(?<=h[0-9][0-9])$)")
    + _PART.format(name="seconds", unit="(?:s(?:ec(?:ond)?s?)?|(?<=m[0-9][0-9])$)")
)


def duration(text: str) -> float:
    """Read a time as seconds: a number, or hours, minutes and seconds in this order, also 1:30 and 0:01:30.

    Raises:
        ValueError: not a time.

    >>> [duration(text) for text in ("90", "90s", "2.5m", "1h30m", "1 min 5 sec", "1h30", "1m30", "1:30")]
    [90.0, 90.0, 150.0, 5400.0, 65.0, 5400.0, 90.0, 90.0]
    """
    with suppress(ValueError):
        return number(text)
    plain = text.strip().lower()
    match = _CLOCK.fullmatch(plain) or _UNITS.fullmatch(plain)
    if match is None or not any(match.groups()):
        raise ValueError(text)
    hours, minutes, seconds = (float(part or 0) for part in match.group("hours", "minutes", "seconds"))
    return 3600 * hours + 60 * minutes + seconds


# argparse puts these names into its messages.
duration.__name__ = "time"
whole_number.__name__ = layers.__name__ = "int"
number.__name__ = "float"
READERS: dict[type, Callable[[str], Any]] = {int: whole_number, float: number}
"""The readers of numbers, by type."""


def add_size(parser: Parser, default: int = 3) -> None:
    """Add the option of the size of a solved cube."""
    text = say("help.size", "layers of the cube: 3 or 3x3x3 (default {default})", default=default)
    parser.option("--size", "N", text, type=layers, default=default)


def add_given_cube(parser: Parser) -> None:
    """Add the options of a cube, and how its text is read."""
    parser.option(
        "--state",
        "FACELETS",
        say(
            "help.state",
            "a cube as a facelet string, in URFDLB order: letters of faces, or of colours (WRGYOB); or a net of "
            "`show`, or a link to Twizzle",
        ),
    )
    parser.option(
        "--size",
        "N",
        say("help.size-or-state", "layers of the cube: 3 or 3x3x3 (default 3, or what --state has)"),
        type=layers,
    )
    parser.option(
        "--order",
        "FACES",
        say(
            "help.order",
            "the order of the faces in facelets, such as ULFRBD (default URFDLB); with it, the facelets may be six "
            "digits, letters or emoji",
        ),
    )
    parser.add_argument(
        "--lower-case",
        choices=[choice.value for choice in LowerCase],
        help=say(
            "help.lower-case",
            "the meaning of r: wide, Rw, or inner, the layer 2R (default wide; inner if the turns have Rw as well)",
        ),
    )


def add_cube(parser: Parser) -> None:
    """Add a cube: its scramble, and the options of a cube."""
    parser.add_argument(
        "scramble",
        nargs="*",
        metavar="SCRAMBLE",
        help=say(
            "help.start",
            "turns that lead from solved to the cube; or the cube, as for --state: a text with N² of each of the "
            "letters U R F D L B, or of 24 or more letters that are not all separated by blanks, is never read as "
            "turns",
        ),
    )
    add_given_cube(parser)


def add_metric(parser: Parser) -> None:
    """Add the option of the metric."""
    parser.option(
        "--metric", "NAME", say("help.metric", "how turns are counted: htm, qtm or stm"), default="htm"
    )


def add_moves(parser: Parser) -> None:
    """Add the option of the allowed turns."""
    parser.option(
        "--moves",
        '"R,U,F2"',
        say("help.moves", "the allowed turns; R allows R2 and R' as well (default for the 2×2×2: R,U,F)"),
    )


def add_problem(parser: Parser) -> None:
    """Add the options of a question: metric, turns and goal."""
    add_metric(parser)
    add_moves(parser)
    parser.option(
        "--goal",
        "GOAL",
        say(
            "help.goal",
            "{goals}, or facelets with ? for stickers that do not matter (default solved)",
            goals=tuple(GOALS),
        ),
    )


def add_look(parser: Parser) -> None:
    """Add the options of a picture."""
    parser.option(
        "--pixels",
        "N",
        say("help.pixels", "width of the picture (default 400)"),
        type=whole_number,
        default=400,
    )
    parser.option(
        "--palette",
        "NAME",
        say("help.palette", "standard, colourblind, or U=#fff R=#b00 …"),
        default="standard",
    )
    parser.flag("--letters", say("help.letters", "letters on the stickers"))
    parser.flag(
        "--hidden",
        say("help.hidden", "show the faces on the far side of the solid cube too, floating behind it"),
    )
    parser.option("--mask", "GOAL", say("help.mask", "grey every sticker that does not matter to this goal"))


def add_steps(parser: Parser) -> None:
    """Add the options of the nets after every turn."""
    parser.flag("--steps", say("help.steps", "print the net after every turn; with --json, the facelets"))
    parser.option(
        "--format",
        "FORMAT",
        say(
            "help.steps-format",
            "of the nets: {formats:or} (by default ansi on a terminal, else letters)",
            formats=tuple(TEXTS),
        ),
    )
    parser.option(
        "--palette",
        "NAME",
        say("help.steps-palette", "of the nets: standard, colourblind, or U=#fff R=#b00 …"),
    )


def add_json(parser: Parser) -> None:
    """Add the option of JSON output."""
    parser.flag("--json", say("help.json", "print one JSON object, and nothing else, on stdout"))
