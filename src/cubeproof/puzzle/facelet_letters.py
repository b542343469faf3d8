"""The letters of a facelet string as numbers of faces: letters of faces, of colours, or other symbols.

Letters of faces and of colours are read in either case. Other symbols have a meaning only if the caller gives the
order of the faces (see `puzzle/face_orders.py`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import FaceletsError
from cubeproof.puzzle.colour_letters import COLOURS, are_colours, read_colours
from cubeproof.puzzle.face_orders import read_symbols, sorted_blocks
from cubeproof.puzzle.geometry import FACES
from cubeproof.sentences import Template

_NO_COLOUR = Template(
    "state.no-colour",
    "Sticker {number} is {letter!r}; stickers are the letters {letters} of faces, or {colours} of colours, "
    "and ? for unknown.",
)

LETTERS_OF_FACES = {
    letter: face for face, pair in enumerate(zip(FACES, FACES.lower(), strict=True)) for letter in pair
} | {"?": -1}
"""The face of each letter in either case, 0 to 5, and −1 for `?`."""


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


def _sorted_text(letters: str, size: int, order: str) -> str:
    starts = (order.index(face) * size * size for face in FACES)
    return "".join(letters[start : start + size * size] for start in starts)
