"""The letters of a facelet string as numbers of faces: letters of faces, of colours, or other symbols.

Letters of faces and of colours are read in either case. Other symbols have a meaning only if the caller gives the
order of the faces (see `puzzle/face_orders.py`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import FaceletsError, ImpossibleCubeError
from cubeproof.puzzle.colour_letters import COLOURS, are_colours, read_colours
from cubeproof.puzzle.face_orders import READ_AS, order_hint, other_order, read_symbols, sorted_blocks
from cubeproof.puzzle.geometry import FACES
from cubeproof.sentences import Template

if TYPE_CHECKING:
    from cubeproof.puzzle.alg import Alg
    from cubeproof.puzzle.cube import Cube

_NO_COLOUR = Template(
    "state.no-colour",
    "Sticker {number} is {letter!r}; stickers are the letters {letters} of faces, or {colours} of colours, "
    "and ? for unknown.",
)

_LETTERS = re.compile(r"[A-Za-z?\s]*")
# Selectors of the style of an emoji are no symbols.
_NO_SYMBOLS = str.maketrans({",": " ", "\ufe0e": None, "\ufe0f": None})
_FACES = {
    letter: face for face, pair in enumerate(zip(FACES, FACES.lower(), strict=True)) for letter in pair
} | {"?": -1}


class FaceletSymbols(NamedTuple):
    """The symbols of a text of facelets."""

    symbols: str
    """The symbols, face by face, without blanks."""
    are_sorted: bool = False
    """Whether they are in URFDLB order in any case, as in a net, which shows its faces."""


def facelet_symbols(text: str) -> FaceletSymbols:
    r"""Return the symbols of a text that gives a cube.

    The text is a link to Twizzle, a net, a list as programs print it, or letters with blanks, line breaks and commas.

    Raises:
        FaceletsError: a net with a fault.
        UsageError: a link with a fault.

    >>> facelet_symbols("U, U\nR").symbols
    'UUR'
    """
    if (link := read_link(text)) is not None:
        return FaceletSymbols(link.cube.facelets, are_sorted=True)
    # Most texts are plain letters, so the readers of other forms are loaded when they are needed.
    if "\n" in text:
        from cubeproof.puzzle.net_text import read_net

        if (net := read_net(text)) is not None:
            return FaceletSymbols(net, are_sorted=True)
    if not _LETTERS.fullmatch(text):
        from cubeproof.puzzle.quoted_facelets import unquoted_facelets

        text = unquoted_facelets(text) or text
    return FaceletSymbols("".join(text.translate(_NO_SYMBOLS).split()))


class LinkedCube(NamedTuple):
    """The cube of a link to Twizzle."""

    cube: Cube
    """The cube after the setup and the turns of the link."""
    turns: Alg
    """The setup and the turns."""


def read_link(text: str) -> LinkedCube | None:
    """Return the cube of a link to Twizzle or alg.cubing.net, or None for another text.

    Raises:
        UsageError: a link with a fault.

    >>> read_link("https://alpha.twizzle.net/edit/?alg=U%27&puzzle=2x2x2&setup-alg=R+U").turns
    Alg("R U U'")
    """
    if ".net" not in text.lower():
        return None
    from cubeproof.puzzle.cube import Cube
    from cubeproof.puzzle.twizzle import read_twizzle

    if (link := read_twizzle(text)) is None:
        return None
    setup, played, size = link
    return LinkedCube(Cube(size).apply(setup + played), setup + played)


def read_letters(letters: str, size: int, order: str | None = None) -> NDArray[np.int8]:
    """Read facelets as numbers of faces: 0 to 5 in URFDLB order, −1 for unknown, shape (6·size²,).

    Args:
        letters: the symbols, without blanks.
        size: the number of layers.
        order: the order of the faces in the text, as `check_order` returns it; None for URFDLB.

    Raises:
        FaceletsError: a symbol without a meaning, or centres that do not determine it.
        ImpossibleCubeError: other symbols that make an impossible cube.
    """
    if are_colours(letters):
        return read_colours(letters if order is None else _sorted_text(letters, size, order), size)
    if set(letters) <= _FACES.keys():
        codes = np.array([_FACES[letter] for letter in letters], dtype=np.int8)
        return codes if order is None else sorted_blocks(codes, order)
    if order is not None:
        return read_symbols(letters, size, order)
    index = next(index for index, letter in enumerate(letters) if letter not in _FACES)
    raise FaceletsError(_NO_COLOUR(number=index + 1, letter=letters[index], letters=FACES, colours=COLOURS))


def refuse_wrong_order(letters: str, cube: Cube, order: str | None) -> None:
    """Refuse an impossible cube if it is possible in exactly one other order of faces, and has no other repair.

    Cubes in letters of faces and without a given order are accepted: their diagnosis names the other order.

    Raises:
        ImpossibleCubeError: the reason names the other order.
    """
    in_colours = are_colours(letters)
    if order is None and not (in_colours and cube.size % 2):
        return
    table = {colour: face for face, colour in enumerate(COLOURS)} | {"?": -1} if in_colours else _FACES
    symbols = letters.upper() if in_colours else letters
    if not set(symbols) <= table.keys():
        return
    stickers = np.array([table[symbol] for symbol in symbols], dtype=np.int8)
    if (right := other_order(stickers, order or FACES)) is None:
        return
    diagnosis = cube.diagnose()
    if diagnosis.status and (diagnosis.repair is None or diagnosis.repair.sentence.code == READ_AS.code):
        raise ImpossibleCubeError((order_hint(right),))


def _sorted_text(letters: str, size: int, order: str) -> str:
    starts = (order.index(face) * size * size for face in FACES)
    return "".join(letters[start : start + size * size] for start in starts)
