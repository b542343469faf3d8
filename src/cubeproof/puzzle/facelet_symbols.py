"""The symbols of a text of facelets, and whether a text is facelets: no cube is made here.

`puzzle/cube_text.py` describes which texts are facelets.
"""

from __future__ import annotations

import re
from math import isqrt
from typing import Literal, NamedTuple

from cubeproof.errors import NotationError
from cubeproof.puzzle import MAX_SIZE, MIN_SIZE
from cubeproof.puzzle.bare_text import bare_text, without_comments
from cubeproof.puzzle.colour_letters import COLOURS, are_colours
from cubeproof.puzzle.facelet_mistakes import (
    FEWEST_TOGETHER,
    are_listed_stickers,
    find_mistake,
    stand_together,
)
from cubeproof.puzzle.geometry import FACES, FEWEST_FACELETS, size_of
from cubeproof.sentences import Template

Entrance = Literal["python", "state", "field", "player"]
"""Where only turns are read, and so what is named for facelets."""

_NOT_TURNS = Template(
    "cube.not-turns",
    "these are {letters} facelets of a cube, not turns; "
    "{entrance?python:Cube.from_facelets reads them|state:give them with --state|field:give them as state|"
    "player:give Cube.from_facelets(…) as start}"
    "{apart?true:, or put turns in brackets, (…)|false:}",
)
_LINK_NOT_TURNS = Template(
    "cube.link-not-turns",
    "this is a link to a cube, not turns; "
    "{entrance?python:Cube.from_facelets reads it|state:give it with --state|field:give it as state|"
    "player:give Cube.from_facelets(…) as start}",
)
_SITES = re.compile(r"(?:https?://)?(?:[a-z0-9-]+\.)?(?:twizzle|cubing)\.net(?:[/?].*)?\Z", re.IGNORECASE)
_LETTERS = re.compile(r"[URFDLBWGYO?\s,]+", re.IGNORECASE)
_TURNS = set("URFDLBurfdlbMESmesxyz")
# Longer than any cube's text, with room for blanks.
_LONGEST = 4 * 6 * MAX_SIZE**2
_PLAIN = re.compile(r"[A-Za-z?\s]*")
# Selectors of the style of an emoji are no symbols.
_NO_SYMBOLS = str.maketrans({",": " ", "\ufe0e": None, "\ufe0f": None})


class Facelets(NamedTuple):
    """A text that is facelets."""

    symbols: str
    """The symbols without blanks and commas."""
    are_turns: bool = False
    """Whether the text can be read as turns, too."""


class FaceletSymbols(NamedTuple):
    """The symbols of a text of facelets."""

    symbols: str
    """The symbols, face by face, without blanks."""
    have_order: bool = False
    """Whether the text has its own order of faces, as a net."""


def facelet_symbols(text: str) -> FaceletSymbols:
    r"""Return the symbols of a text that gives a cube.

    The text is a net, a list as programs print it, or letters with blanks, line breaks and commas.

    Raises:
        FaceletsError: a net with a fault.

    >>> facelet_symbols("U, U\nR").symbols
    'UUR'
    """
    text = without_comments(bare_text(text))
    # Most texts are plain letters, so the readers of other forms are loaded when they are needed.
    if "\n" in text:
        from cubeproof.puzzle.net_text import read_net

        if (net := read_net(text)) is not None:
            return FaceletSymbols(net, have_order=True)
    if not _PLAIN.fullmatch(text):
        from cubeproof.puzzle.quoted_facelets import unquoted_facelets

        text = unquoted_facelets(text) or text
    return FaceletSymbols("".join(text.translate(_NO_SYMBOLS).split()))


def refuse_facelets(text: str, entrance: Entrance = "python") -> None:
    """Refuse facelets, and a link to a cube, where only turns are read.

    Raises:
        NotationError: the text is facelets or a link; the reason names what reads them.

    >>> refuse_facelets("R U F2")
    >>> refuse_facelets("UUUURRRRFFFFDDDDLLLLBBBB")
    Traceback (most recent call last):
        ...
    cubeproof.NotationError: column 1: these are 24 facelets of a cube, not turns; Cube.from_facelets reads them
    """
    if len(text) < FEWEST_TOGETHER:
        return
    if is_link(text):
        raise NotationError(_LINK_NOT_TURNS(entrance=entrance), text, 0)
    if (facelets := find_facelets(text) or net_or_list(text)) is not None:
        count = len(facelets.symbols)
        raise NotationError(_NOT_TURNS(letters=count, entrance=entrance, apart=facelets.are_turns), text, 0)
    refuse_mistake(text)


def refuse_mistake(text: str) -> None:
    """Refuse facelets with something among them that is no facelet.

    Raises:
        NotationError: at the first such character.
    """
    mistake = find_mistake(without_comments(bare_text(text)))
    if mistake and find_facelets(text) is None and net_or_list(text) is None:
        raise NotationError(mistake.reason, text, mistake.position)


def is_link(text: str) -> bool:
    """Whether a text is a link to one of these sites, without a password.

    >>> is_link("https://alpha.twizzle.net/edit/?alg=U"), is_link("https://me:secret@twizzle.net/?alg=U")
    (True, False)
    """
    return _SITES.match(text.strip().strip("<>\ufeff")) is not None


def as_turns(text: str) -> str:
    """Return a text of turns, in brackets if it would be read as facelets.

    >>> as_turns("R U F D L B"), as_turns("R U F D L B " * 4)[:6]
    ('R U F D L B', '(R U F')
    """
    return f"({text.strip()})" if find_facelets(text) is not None else text


def find_facelets(text: str, order: str | None = None) -> Facelets | None:
    """Return the symbols of a text of facelets; None for other texts."""
    if len(text) < FEWEST_TOGETHER:
        return None
    text = without_comments(bare_text(text))
    if not _LETTERS.fullmatch(text):
        return None if order is None else other_symbols(text)
    tokens = text.replace(",", " ").split()
    letters = "".join(tokens)
    if (
        stand_together(text) or (text.count(",") > len(tokens) - 2 and are_listed_stickers(tokens))
    ) and not find_mistake(text):
        return Facelets(letters)
    if len(letters) < FEWEST_FACELETS:
        return None
    capitals = letters.upper()
    if set(capitals) in (set(FACES), set(COLOURS)) and _occur_equally(capitals):
        return Facelets(letters, _stand_apart(text) and set(letters) <= _TURNS)
    are_faces, in_colours = set(capitals) <= set(FACES + "?"), are_colours(letters)
    in_one_case = letters == capitals or (in_colours and letters.islower())
    if len(tokens[0]) > 1 and in_one_case and (are_faces or in_colours):
        return Facelets(letters)
    if size_of(len(letters)) is not None and (are_faces or in_colours):
        # No turn has a `?`, and lower-case turns cannot follow one another without a blank.
        are_adjacent = are_faces and any(len(token) > 1 and token != token.upper() for token in tokens)
        if "?" in letters or (are_adjacent and len(tokens[0]) > 1):
            return Facelets(letters)
    return None if order is None else other_symbols(text)


def net_or_list(text: str) -> Facelets | None:
    """Return the symbols of a net, or of a list as programs print it; None for other texts."""
    from cubeproof.puzzle.net_text import read_net
    from cubeproof.puzzle.quoted_facelets import unquoted_facelets

    text = without_comments(bare_text(text))
    if "\n" in text and (net := read_net(text)) is not None:
        return Facelets(net, _stand_apart(text) and set(net) <= _TURNS)
    listed = unquoted_facelets(text)
    return None if listed is None else Facelets(listed)


def other_symbols(text: str) -> Facelets | None:
    """Return six symbols that are only letters, only digits or only emoji, each N² times, or fewer with `?`."""
    if not FEWEST_FACELETS <= len(text) <= _LONGEST:
        return None
    symbols = facelet_symbols(text).symbols
    colours = symbols.replace("?", "")
    is_uniform = colours.isalpha() or colours.isdecimal() or not any(map(str.isascii, colours))
    if size_of(len(symbols)) is None or len(set(colours)) != 6 or not is_uniform:
        return None
    if len(colours) == len(symbols) and not _occur_equally(symbols):
        return None
    return Facelets(symbols, _stand_apart(text) and set(symbols) <= _TURNS)


def _occur_equally(symbols: str) -> bool:
    """Whether six symbols occur equally often, N² times."""
    counts = {symbols.count(symbol) for symbol in set(symbols)}
    return len(counts) == 1 and isqrt(each := counts.pop()) ** 2 == each >= MIN_SIZE**2


def _stand_apart(text: str) -> bool:
    """Whether every symbol is between blanks, as turns are."""
    return all(len(token) == 1 for token in text.split())
