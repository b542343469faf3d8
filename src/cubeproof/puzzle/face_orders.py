"""The letters of a facelet string as numbers of faces, and the order in which a text lists the faces.

Letters of faces and of colours are read in either case. An order other than URFDLB, such as ULFRBD, names the face of
each block of N² stickers. Letters of faces and of colours keep their meaning. Other symbols (digits, letters, emoji)
get it from the order:

- On odd sizes the middle sticker of a block names the block's face.
- On even sizes the k-th symbol to appear, or the k-th digit by value, is the k-th face of the order. A cube that is
  impossible in this reading is refused.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.argument_checks import expect
from cubeproof.errors import FaceletsError, UsageError
from cubeproof.puzzle.colour_letters import COLOURS, are_colours, read_colours
from cubeproof.puzzle.geometry import FACES
from cubeproof.sentences import Sentence, Template, say

_NO_COLOUR = Template(
    "state.no-colour",
    "Sticker {number} is {letter!r}; stickers are the letters {letters} of faces, or {colours} of colours, "
    "and ? for unknown.",
)
_NO_ORDER = Template(
    "order.unknown",
    "An order of faces has each of the letters U R F D L B once, such as ULFRBD, not {order!r}.",
)
_SIX = Template(
    "order.six-symbols",
    "A cube in symbols other than letters of faces and colours has six, not {count}: {symbols}.",
)
_SAME_CENTRES = Template("order.same-centres", "Two centres have the symbol {symbol}.")
READ_AS = Template(
    "order.read-as",
    "The faces seem to be in another order; read as {faces} it is a possible cube: add --order {order} "
    "(in Python and the API: order).",
)
"""The sentence for a cube that is possible in exactly one other order of faces."""

LETTERS_OF_FACES = {
    letter: face for face, pair in enumerate(zip(FACES, FACES.lower(), strict=True)) for letter in pair
} | {"?": -1}
"""The face of each letter in either case, 0 to 5, and −1 for `?`."""

# Maximum number of symbols in a message.
_SHOWN = 8


def check_order(order: str) -> str:
    """Return an order of faces as six capital letters.

    Raises:
        UsageError: not an order of the six faces.

    >>> check_order("u l f r b d")
    'ULFRBD'
    """
    expect("order", order, str, "a text of six letters")
    faces = "".join(order.replace(",", " ").split()).upper()
    if len(faces) != 6 or set(faces) != set(FACES):
        raise UsageError(_NO_ORDER(order=order[:40]))
    return faces


def sorted_blocks(stickers: NDArray[np.int8], order: str) -> NDArray[np.int8]:
    """Return the values of the stickers, listed in an order of faces, in URFDLB order: shape (6·N²,).

    >>> sorted_blocks(np.repeat(np.arange(6, dtype=np.int8), 4), "ULFRBD")[::4].tolist()
    [0, 3, 2, 5, 1, 4]
    """
    return stickers.reshape(6, -1)[[order.index(face) for face in FACES]].ravel()


def read_symbols(text: str, size: int, order: str) -> NDArray[np.int8]:
    """Read symbols without blanks as numbers of faces in URFDLB order, −1 for `?`: shape (6·N²,).

    Raises:
        FaceletsError: not six symbols, or two equal centres.

    >>> read_symbols("111122223333444455556666", 2, "ULFRBD")[::4].tolist()
    [0, 1, 2, 3, 4, 5]
    """
    symbols = symbols_in_order(text, size)
    faces = {symbol: FACES.index(face) for symbol, face in zip(symbols, order, strict=True)} | {"?": -1}
    return sorted_blocks(np.array([faces[symbol] for symbol in text], dtype=np.int8), order)


def symbols_in_order(text: str, size: int) -> list[str]:
    """Return the six symbols of a text without blanks, in the order of the faces that they mean.

    Raises:
        FaceletsError: not six symbols, or two equal centres.

    >>> symbols_in_order("bbbb1111222233334444aaaa", 2), symbols_in_order("202055553333444411110202", 2)
    (['b', '1', '2', '3', '4', 'a'], ['0', '1', '2', '3', '4', '5'])
    """
    symbols = list(dict.fromkeys(text.replace("?", "")))
    if len(symbols) != 6:
        raise FaceletsError(_SIX(count=len(symbols), symbols=" ".join(symbols[:_SHOWN])))
    if size % 2:
        symbols = list(text[size * size // 2 :: size * size])
        if "?" in symbols:
            raise FaceletsError(say("order.unknown-centre", "The symbols of all centres are required."))
        for symbol in symbols:
            if symbols.count(symbol) > 1:
                raise FaceletsError(_SAME_CENTRES(symbol=symbol))
    elif set(symbols) <= set("0123456789"):
        symbols.sort()
    return symbols


def order_hint(order: str) -> Sentence:
    """Return the sentence for a cube that is possible in another order of faces."""
    return READ_AS(faces=" ".join(order), order=order)


def read_letters(letters: str, size: int, order: str | None = None) -> NDArray[np.int8]:
    """Read facelets as numbers of faces: 0 to 5 in URFDLB order, −1 for unknown, shape (6·size²,).

    Args:
        letters: the symbols, without blanks.
        size: the number of layers.
        order: the order of the faces in the text, as `check_order` returns it; None for URFDLB.

    Raises:
        FaceletsError: a symbol without a meaning, or centres that do not determine it.
    """
    if are_colours(letters):
        return read_colours(letters if order is None else _sorted_text(letters, size, order), size)
    if set(letters) <= LETTERS_OF_FACES.keys():
        codes = np.array([LETTERS_OF_FACES[letter] for letter in letters], dtype=np.int8)
        return codes if order is None else sorted_blocks(codes, order)
    if order is not None:
        return read_symbols(letters, size, order)
    index = next(index for index, letter in enumerate(letters) if letter not in LETTERS_OF_FACES)
    raise FaceletsError(_NO_COLOUR(number=index + 1, letter=letters[index], letters=FACES, colours=COLOURS))


def number_letters(letters: str) -> NDArray[np.int8]:
    """Return letters of faces or of colours, in the usual scheme, as numbers of faces, in the order of the text.

    >>> number_letters("URB?").tolist(), number_letters("wrb").tolist()
    ([0, 1, 5, -1], [0, 1, 5])
    """
    if are_colours(letters):
        letters = letters.upper().translate(str.maketrans(COLOURS, FACES))
    return np.array([LETTERS_OF_FACES[letter] for letter in letters], dtype=np.int8)


def _sorted_text(letters: str, size: int, order: str) -> str:
    starts = (order.index(face) * size * size for face in FACES)
    return "".join(letters[start : start + size * size] for start in starts)
