"""The order in which a text lists the faces, if it is not URFDLB.

An order such as ULFRBD names the face of each block of N² stickers. Letters of faces and of colours keep their
meaning. Other symbols (digits, letters, emoji) get it from the order:

- On odd sizes the middle sticker of a block names the block's face.
- On even sizes the k-th symbol to appear, or the k-th digit by value, is the k-th face of the order. A cube that is
  impossible in this reading is refused.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.argument_checks import expect
from cubeproof.errors import FaceletsError, ImpossibleCubeError, UsageError
from cubeproof.puzzle.geometry import FACES
from cubeproof.sentences import Sentence, Template, say

if TYPE_CHECKING:
    from cubeproof.puzzle.cube import Cube

_NO_ORDER = Template(
    "order.unknown",
    "An order of faces has each of the letters U R F D L B once, such as ULFRBD, not {order!r}.",
)
_SIX = Template(
    "order.six-symbols",
    "A cube in symbols other than letters of faces and colours has six, not {count}: {symbols}.",
)
_SYMBOLS = Template("order.symbols", "The symbols {symbols} were read as the faces {order}.")
_SAME_CENTRES = Template("order.same-centres", "Two centres have the symbol {symbol}.")
READ_AS = Template(
    "order.read-as",
    "The faces seem to be in another order; read as {faces} it is a possible cube: add --order {order} "
    "(in Python and the API: order).",
)
"""The sentence for a cube that is possible in exactly one other order of faces."""

_MOST_LAYERS = 7
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
        ImpossibleCubeError: an impossible cube of an even size.

    >>> read_symbols("111122223333444455556666", 2, "ULFRBD")[::4].tolist()
    [0, 1, 2, 3, 4, 5]
    """
    symbols = list(dict.fromkeys(text.replace("?", "")))
    if len(symbols) != 6:
        raise FaceletsError(_SIX(count=len(symbols), symbols=" ".join(symbols[:_SHOWN])))
    if size % 2:
        symbols = list(text[size * size // 2 :: size * size])
        for symbol in symbols:
            if symbol == "?" or symbols.count(symbol) > 1:
                raise FaceletsError(
                    say("order.unknown-centre", "The symbols of all centres are required.")
                    if symbol == "?"
                    else _SAME_CENTRES(symbol=symbol)
                )
    elif all(symbol in "0123456789" for symbol in symbols):
        symbols.sort()
    faces = {symbol: FACES.index(face) for symbol, face in zip(symbols, order, strict=True)} | {"?": -1}
    colours = sorted_blocks(np.array([faces[symbol] for symbol in text], dtype=np.int8), order)
    if size % 2 == 0:
        from cubeproof.puzzle.status import diagnose

        if reasons := diagnose(_cube(colours)).reasons:
            raise ImpossibleCubeError((*reasons, _SYMBOLS(symbols=" ".join(symbols), order=" ".join(order))))
    return colours


def other_order(stickers: NDArray[np.int8], order: str = FACES) -> str | None:
    """Return the only other order of faces in which an impossible cube is possible, or None.

    On odd sizes the order that the middle centres name comes first, so that a cube with symmetries has an order, too.

    Args:
        stickers: the faces in the order of the text, 0 to 5, −1 for unknown: shape (6·N²,).
        order: the order in which the cube is impossible.

    >>> from cubeproof.puzzle.cube import Cube
    >>> blocks = Cube(3).apply("R U2 F").colours.reshape(6, 9)[["URFDLB".index(face) for face in "ULFRBD"]]
    >>> other_order(blocks.ravel())
    'ULFRBD'
    """
    size = int(np.sqrt(len(stickers) // 6))
    if size > _MOST_LAYERS or stickers.min() < 0 or (np.bincount(stickers, minlength=6) != size * size).any():
        return None
    candidates = _orders_with_corners(stickers, size)
    named = "".join(FACES[face] for face in stickers[size * size // 2 :: size * size]) if size % 2 else ""
    fitting: list[str] = []
    for candidate in sorted(candidates, key=lambda candidate: candidate != named):
        if candidate != order and not _cube(sorted_blocks(stickers, candidate)).status():
            if candidate == named:
                return candidate
            fitting.append(candidate)
            if len(fitting) > 1:
                return None
    return fitting[0] if fitting else None


def order_hint(order: str) -> Sentence:
    """Return the sentence for a cube that is possible in another order of faces."""
    return READ_AS(faces=" ".join(order), order=order)


def _orders_with_corners(stickers: NDArray[np.int8], size: int) -> list[str]:
    """Return the orders of faces in which every corner occurs once and the twists cancel."""
    from cubeproof.puzzle.pieces import orbits

    corners = orbits(size)[0]
    orders = np.array(list(permutations(range(6))))
    places = np.argsort(orders, axis=1)
    block, within = np.divmod(corners.stickers, size * size)
    # For each order the colours of the corners: shape (720, 8, 3).
    shown = stickers.reshape(6, -1)[places[:, block], within]
    number = np.full((6, 6, 6), -1)
    for orientation in range(3):
        faces = corners.turned[:, orientation] // (size * size)
        number[tuple(faces.T)] = 3 * np.arange(8) + orientation
    found = number[tuple(np.moveaxis(shown, -1, 0))]
    fits = (np.sort(found // 3, axis=1) == np.arange(8)).all(axis=1) & ((found % 3).sum(axis=1) % 3 == 0)
    return ["".join(FACES[face] for face in row) for row in orders[fits]]


def _cube(colours: NDArray[np.int8]) -> Cube:
    from cubeproof.puzzle.cube import Cube

    return Cube.from_colours(colours)
