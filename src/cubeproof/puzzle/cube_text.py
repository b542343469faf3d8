"""Whether a text is a cube or turns: the only place where this is decided.

`read_cube_text` returns the cube of a text that gives one, and None for a text that is to be read as turns. A text
that is both is refused with both readings. Where only turns have a meaning, `refuse_facelets` refuses a cube.

Links to Twizzle, nets, and lists of stickers in quotes give a cube. Another text is facelets, with or without blanks,
line breaks and commas, if it has

- each of the six letters of faces, or of colours, exactly N² times, in either case, and nothing else; or
- 24 or more capital letters `U R F D L B ?`, or letters of colours in one case, that start with two letters without
  a blank between them. A letter too many or too few is a fault of the facelets; or
- 6·N² letters that cannot be turns: because of `?`, or of lower-case letters without blanks; or
- six other symbols, each N² times, if the caller gives the order of the faces.

The letters of the first kind may stand apart, `U U R F …`, so that they could also be turns. Then they are a cube if
these facelets are possible and no other size is given, and otherwise the text has two readings.
"""

from __future__ import annotations

import re
from math import isqrt
from typing import Literal, NamedTuple

from cubeproof.errors import CubeproofError, FaceletsError, NotationError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.colour_letters import COLOURS, are_colours
from cubeproof.puzzle.cube import Cube, size_of
from cubeproof.puzzle.face_orders import other_order
from cubeproof.puzzle.facelet_letters import facelet_symbols, read_link
from cubeproof.puzzle.geometry import FACES, MAX_SIZE, MIN_SIZE
from cubeproof.puzzle.net_text import read_net
from cubeproof.puzzle.notation import FEWEST_FACELETS
from cubeproof.puzzle.quoted_facelets import unquoted_facelets
from cubeproof.sentences import Template

Entrance = Literal["python", "state", "field", "player"]
"""Where only turns are read, and so what is named for facelets."""

_TWO_READINGS = Template(
    "cube.two-readings",
    "this text has two readings: {letters} turns, or the facelets of "
    "{fault?impossible:an impossible cube|size:a cube} of {layers} layers; put turns in brackets, (…), and write "
    "facelets without blanks{order?none:|other:; read as {faces} it is a possible cube: add --order {order}}",
)
_NOT_TURNS = Template(
    "cube.not-turns",
    "these are {letters} facelets of a cube, not turns; "
    "{entrance?python:Cube.from_facelets reads them|state:give them with --state|field:give them as state|"
    "player:give Cube.from_facelets(…) as start}"
    "{apart?true:, or put turns in brackets, (…)|false:}",
)
_NAME_ORDER = Template(
    "cube.name-order",
    "These are the facelets of a cube of {layers} layers in the symbols {symbols}; name the order of its faces, such "
    "as --order URFDLB (in Python and the API: order).",
)

_LETTERS = re.compile(r"[URFDLBWGYO?\s,]+", re.IGNORECASE)
_TURNS = set("URFDLBurfdlbMESmesxyz")
# Longer than any cube's text, with room for blanks.
_LONGEST = 4 * 6 * MAX_SIZE**2


class _Facelets(NamedTuple):
    symbols: str
    """The symbols without blanks and commas."""
    are_turns: bool = False
    """Whether the text can be read as turns, too."""


def are_facelets(text: str, order: str | None = None) -> bool:
    """Whether a text gives a cube, perhaps with a fault or with a second reading, and is not only turns.

    >>> are_facelets("UUUU RRRR FFFF DDDD LLLL BBBB"), are_facelets("U R F D " * 6), are_facelets("RU'R'U'")
    (True, False, False)
    """
    try:
        return read_cube_text(text, order=order) is not None
    except CubeproofError:
        return True


class CubeText(NamedTuple):
    """The cube of a text."""

    cube: Cube
    """The cube."""
    turns: Alg | None = None
    """Turns that lead to the cube, if the text is a link, else None."""


def read_cube_text(text: str, size: int | None = None, order: str | None = None) -> CubeText | None:
    """Return the cube of a text that gives a cube, or None for a text that is to be read as turns.

    Args:
        text: facelets in any form that `Cube.from_facelets` reads, or turns.
        size: the number of layers if it is given.
        order: the order of the faces, as for `Cube.from_facelets`.

    Raises:
        NotationError: the text has two readings.
        FaceletsError: facelets with a fault.
        ImpossibleCubeError: facelets in another order of faces.

    >>> read_cube_text("U U U U R R R R F F F F D D D D L L L L B B B B").cube == Cube(2)
    True
    >>> read_cube_text("R U R' U'") is None
    True
    """
    if len(text) < FEWEST_FACELETS:
        return None
    if (link := read_link(text)) is not None:
        return CubeText(Cube.from_facelets(text, size), link.turns)
    facelets = _facelets(text, order) or _net_or_list(text)
    if facelets is None:
        if order is None and (others := _other_symbols(text)) is not None and not others.are_turns:
            symbols = " ".join(dict.fromkeys(others.symbols))
            raise FaceletsError(_NAME_ORDER(layers=size_of(len(others.symbols)), symbols=symbols))
        return None
    if not facelets.are_turns:
        return CubeText(Cube.from_facelets(text, size, order=order))
    cube = Cube.from_facelets(text, order=order)
    is_other_size = size not in (None, cube.size)
    if not is_other_size and not cube.status():
        return CubeText(cube)
    right = None if is_other_size or order is not None else other_order(cube.colours)
    reason = _TWO_READINGS(
        letters=len(facelets.symbols),
        fault="size" if is_other_size else "impossible",
        layers=cube.size,
        faces=" ".join(right or ""),
        order=right or "none",
    )
    raise NotationError(reason, text, 0)


def refuse_facelets(text: str, entrance: Entrance = "python") -> None:
    """Refuse a text of facelets where only turns are read.

    Raises:
        NotationError: the text is facelets; the reason names what reads them.

    >>> refuse_facelets("R U F2")
    >>> refuse_facelets("UUUURRRRFFFFDDDDLLLLBBBB")
    Traceback (most recent call last):
        ...
    cubeproof.NotationError: column 1: these are 24 facelets of a cube, not turns; Cube.from_facelets reads them
    """
    if len(text) >= FEWEST_FACELETS and (facelets := _facelets(text) or _net_or_list(text)) is not None:
        count = len(facelets.symbols)
        raise NotationError(_NOT_TURNS(letters=count, entrance=entrance, apart=facelets.are_turns), text, 0)


def as_turns(text: str) -> str:
    """Return a text of turns, in brackets if it would be read as facelets.

    >>> as_turns("R U F D L B"), as_turns("R U F D L B " * 4)[:6]
    ('R U F D L B', '(R U F')
    """
    return f"({text.strip()})" if _facelets(text) is not None else text


def _facelets(text: str, order: str | None = None) -> _Facelets | None:
    """Return the symbols of a text of facelets; None for other texts."""
    if len(text) < FEWEST_FACELETS:
        return None
    if not _LETTERS.fullmatch(text):
        return None if order is None else _other_symbols(text)
    tokens = text.replace(",", " ").split()
    letters = "".join(tokens)
    if len(letters) < FEWEST_FACELETS:
        return None
    capitals = letters.upper()
    if set(capitals) in (set(FACES), set(COLOURS)) and _occur_equally(capitals):
        return _Facelets(letters, _stand_apart(text) and set(letters) <= _TURNS)
    are_faces, in_colours = set(capitals) <= set(FACES + "?"), are_colours(letters)
    in_one_case = letters == capitals or (in_colours and letters.islower())
    if len(tokens[0]) > 1 and in_one_case and (are_faces or in_colours):
        return _Facelets(letters)
    if size_of(len(letters)) is not None and (are_faces or in_colours):
        # No turn has a `?`, and lower-case turns cannot follow one another without a blank.
        are_adjacent = are_faces and any(len(token) > 1 and token != token.upper() for token in tokens)
        if "?" in letters or (are_adjacent and len(tokens[0]) > 1):
            return _Facelets(letters)
    return None if order is None else _other_symbols(text)


def _net_or_list(text: str) -> _Facelets | None:
    """Return the symbols of a net, or of a list as programs print it; None for other texts."""
    if "\n" in text and (net := read_net(text)) is not None:
        return _Facelets(net, _stand_apart(text) and set(net) <= _TURNS)
    listed = unquoted_facelets(text)
    return None if listed is None else _Facelets(listed)


def _other_symbols(text: str) -> _Facelets | None:
    """Return six symbols that are only letters, only digits or only emoji, each N² times, or fewer with `?`."""
    if not FEWEST_FACELETS <= len(text) <= _LONGEST:
        return None
    symbols = facelet_symbols(text).symbols
    known = symbols.replace("?", "")
    is_uniform = known.isalpha() or known.isdecimal() or not any(map(str.isascii, known))
    if size_of(len(symbols)) is None or len(set(known)) != 6 or not is_uniform:
        return None
    if len(known) == len(symbols) and not _occur_equally(symbols):
        return None
    return _Facelets(symbols, _stand_apart(text) and set(symbols) <= _TURNS)


def _occur_equally(symbols: str) -> bool:
    """Whether six symbols occur equally often, N² times."""
    counts = {symbols.count(symbol) for symbol in set(symbols)}
    return len(counts) == 1 and isqrt(each := counts.pop()) ** 2 == each >= MIN_SIZE**2


def _stand_apart(text: str) -> bool:
    """Whether every symbol is between blanks, as turns are."""
    return all(len(token) == 1 for token in text.split())
