"""Colour schemes: the colour of each letter of a state.

A state has only the letters of the six faces. A `Palette` has the colour, its name and an emoji square for each
letter, and the colours of unknown stickers, of the plastic between the stickers and of marks.

`standard` is the scheme of the World Cube Association. `colourblind` has six colours with the same names (white, red,
green, yellow, orange, blue) whose minimum distance, including unknown stickers, is maximal in CIELAB under simulated
protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009, severity 1): at least 34, compared with
9 for `standard`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cubeproof.errors import UsageError
from cubeproof.puzzle.colour_letters import SHAPES, SQUARES, UNKNOWN_SQUARE
from cubeproof.puzzle.geometry import FACES
from cubeproof.sentences import Template, say

_SIX = Template("draw.palette-size", "A palette has six colours, for {faces}, not {count}.")
_NO_PALETTE = Template(
    "draw.no-palette",
    "There is no palette called {name!r}; choose {names}, or give colours such as U=#ffffff,R=#bb0000.",
)
_NO_LETTER = Template(
    "draw.palette-letter", "A palette has colours for {faces}, ?, body and accent, not for {letter!r}."
)
_NO_COLOUR = Template("draw.colour", "A colour is written #rrggbb or #rgb, not {colour!r}.")

_WHITE = Template("colour.white", "white")()
_RED = Template("colour.red", "red")()
_DARK_RED = Template("colour.dark-red", "dark red")()
_GREEN = Template("colour.green", "green")()
_LIGHT_GREEN = Template("colour.light-green", "light green")()
_YELLOW = Template("colour.yellow", "yellow")()
_ORANGE = Template("colour.orange", "orange")()
_BLUE = Template("colour.blue", "blue")()
_UNKNOWN = Template("colour.unknown", "unknown")()

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a picture, each as `#rrggbb` or `#rgb`.

    Raises:
        UsageError: not six colours, names or emoji, or an invalid colour.

    >>> STANDARD.colour("F"), STANDARD.colour("?")
    ('#00a651', '#5a606a')
    """

    faces: tuple[str, ...]
    """The colours of the letters URFDLB, in this order."""
    names: tuple[str, ...] = (_WHITE, _RED, _GREEN, _YELLOW, _ORANGE, _BLUE)
    """Their names in descriptions: a `Sentence`, which is translated, or your own text."""
    emoji: tuple[str, ...] = SQUARES
    """An emoji square for each of them."""
    unknown: str = "#5a606a"
    """The colour of unknown stickers."""
    unknown_emoji: str = UNKNOWN_SQUARE
    """The emoji square of unknown stickers."""
    body: str = "#15171c"
    """The colour of the plastic between the stickers."""
    accent: str = "#ff2fd0"
    """The colour of marks around stickers, unlike all colours of faces."""

    def __post_init__(self) -> None:
        for values in (self.faces, self.names, self.emoji):
            if len(values) != 6:
                raise UsageError(_SIX(faces=tuple(FACES), count=len(values)))
        colours = [_hex(colour) for colour in (*self.faces, self.unknown, self.body, self.accent)]
        object.__setattr__(self, "faces", tuple(colours[:6]))
        for name, colour in zip(("unknown", "body", "accent"), colours[6:], strict=True):
            object.__setattr__(self, name, colour)

    @classmethod
    def named(cls, scheme: str | Palette | Mapping[str, str]) -> Palette:
        """Return the palette of a name or of given colours.

        Args:
            scheme: a name in `PALETTES`; or colours for some letters, as a mapping or as text like
                `U=#fff R=#b00`. Other letters keep their standard colours; `?`, `body` and `accent` count as letters.

        Raises:
            UsageError: an unknown name or letter, or an invalid colour.

        >>> Palette.named("F=#0a0, ?=#888").colour("F")
        '#00aa00'
        """
        if isinstance(scheme, Palette):
            return scheme
        if not isinstance(scheme, Mapping):
            scheme = str(scheme)
            if scheme.lower() in PALETTES:
                return PALETTES[scheme.lower()]
            if "=" not in scheme:
                raise UsageError(_NO_PALETTE(name=scheme[:40], names=tuple(PALETTES)))
            parts = scheme.replace(",", " ").split()
            scheme = {letter: colour for letter, _, colour in (part.partition("=") for part in parts)}
        faces, names = list(STANDARD.faces), list(STANDARD.names)
        others: dict[str, str] = {
            "unknown": STANDARD.unknown,
            "body": STANDARD.body,
            "accent": STANDARD.accent,
        }
        for letter, colour in scheme.items():
            if letter in tuple(FACES):
                faces[FACES.index(letter)] = colour
                names[FACES.index(letter)] = say("colour.own", "colour {letter}", letter=letter)
            elif letter in ("?", "unknown", "body", "accent"):
                others[letter.replace("?", "unknown")] = colour
            else:
                raise UsageError(_NO_LETTER(faces=tuple(FACES), letter=str(letter)[:40]))
        return Palette(
            tuple(faces),
            tuple(names),
            unknown=others["unknown"],
            body=others["body"],
            accent=others["accent"],
        )

    def colour(self, letter: str) -> str:
        """Return the colour of a letter of the state, or of `?`, as `#rrggbb`."""
        return self.unknown if letter == "?" else self.faces[FACES.index(letter)]

    def name(self, letter: str) -> str:
        """Return the name of a letter's colour, or of `?`."""
        return _UNKNOWN if letter == "?" else self.names[FACES.index(letter)]


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, from 0 to 255, of a colour `#rrggbb`.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    value = int(colour[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(colour: str, second: str, share: float) -> str:
    """Return a mixture of two colours; `share` is the share of the second, from 0 to 1.

    >>> mix("#ffffff", "#000000", 0.5)
    '#808080'
    """
    pairs = zip(rgb(colour), rgb(second), strict=True)
    return "#" + "".join(f"{round(mine + (theirs - mine) * share):02x}" for mine, theirs in pairs)


def ink(colour: str) -> str:
    """Return black or white: the more readable one on a colour (by the relative luminance of WCAG 2)."""
    linear = [((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#101216" if luminance > 0.18 else "#ffffff"


def _hex(colour: object) -> str:
    if not isinstance(colour, str) or not _HEX.match(colour):
        raise UsageError(_NO_COLOUR(colour=str(colour)[:40]))
    digits = colour[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


STANDARD = Palette(("#ffffff", "#c8102e", "#00a651", "#ffd500", "#ff6a00", "#0b4fc4"))
"""White up, red right, green in front, yellow down, orange left, blue behind."""

COLOURBLIND = Palette(
    ("#ffffff", "#7e0301", "#21d787", "#fccc00", "#e34700", "#1a70f1"),
    names=(_WHITE, _DARK_RED, _LIGHT_GREEN, _YELLOW, _ORANGE, _BLUE),
    emoji=SHAPES,
    unknown="#55585c",
    accent="#00f0ff",
)
"""The same names, with different lightness where hues look alike; in emoji also with different shapes."""

PALETTES: Mapping[str, Palette] = {"standard": STANDARD, "colourblind": COLOURBLIND}
"""The named palettes."""
