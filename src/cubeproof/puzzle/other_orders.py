"""The other order of faces in which an impossible cube is possible."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import ImpossibleCubeError
from cubeproof.puzzle.colour_letters import are_colours
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.face_orders import (
    LETTERS_OF_FACES,
    READ_AS,
    number_letters,
    order_hint,
    sorted_blocks,
    symbols_in_order,
)
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.pieces import orbits
from cubeproof.sentences import Template

_SYMBOLS = Template("order.symbols", "The symbols {symbols} were read as the faces {order}.")

_MOST_LAYERS = 7


def refuse_wrong_order(letters: str, cube: Cube, order: str | None) -> None:
    """Refuse an impossible cube if it is possible in exactly one other order of faces, and has no other repair.

    Cubes in letters of faces and without a given order are accepted: their diagnosis names the other order.

    Raises:
        ImpossibleCubeError: the reason names the other order. Or a cube of an even size in other symbols is impossible.
    """
    in_colours = are_colours(letters)
    if order is None and not (in_colours and cube.size % 2):
        return
    if not in_colours and not set(letters) <= LETTERS_OF_FACES.keys():
        _refuse_impossible_symbols(letters, cube, order or FACES)
        return
    if (right := other_order(number_letters(letters), order or FACES)) is None:
        return
    diagnosis = cube.diagnose()
    if diagnosis.status and (diagnosis.repair is None or diagnosis.repair.sentence.code == READ_AS.code):
        raise ImpossibleCubeError((order_hint(right),))


def _refuse_impossible_symbols(letters: str, cube: Cube, order: str) -> None:
    """Refuse an impossible cube of an even size, whose symbols have their faces only from the order."""
    if cube.size % 2 == 0 and (reasons := cube.diagnose().reasons):
        symbols = " ".join(symbols_in_order(letters, cube.size))
        raise ImpossibleCubeError((*reasons, _SYMBOLS(symbols=symbols, order=" ".join(order))))


def other_order(stickers: NDArray[np.int8], order: str = FACES) -> str | None:
    """Return the only other order of faces in which an impossible cube is possible, or None.

    On odd sizes the order that the middle centres name comes first, so that a cube with symmetries has an order, too.

    Args:
        stickers: the faces in the order of the text, 0 to 5, −1 for unknown: shape (6·N²,).
        order: the order in which the cube is impossible.

    >>> blocks = Cube(3).apply("R U2 F").colours.reshape(6, 9)[["URFDLB".index(face) for face in "ULFRBD"]]
    >>> other_order(blocks.ravel())
    'ULFRBD'
    """
    fitting = possible_orders(stickers, order)
    return fitting[0] if len(fitting) == 1 else None


def possible_orders(stickers: NDArray[np.int8], order: str = "") -> list[str]:
    """Return the orders of faces in which a cube is possible, at most two; only one if the centres name it.

    Args:
        stickers: as for `other_order`; more than 7 layers, unknown stickers and wrong counts have no order.
        order: an order that is left out.
    """
    size = int(np.sqrt(len(stickers) // 6))
    if size > _MOST_LAYERS or stickers.min() < 0 or (np.bincount(stickers, minlength=6) != size * size).any():
        return []
    candidates = _orders_with_corners(stickers, size)
    named = "".join(FACES[face] for face in stickers[size * size // 2 :: size * size]) if size % 2 else ""
    fitting: list[str] = []
    for candidate in sorted(candidates, key=lambda candidate: candidate != named):
        if candidate != order and not Cube.from_colours(sorted_blocks(stickers, candidate)).status():
            fitting.append(candidate)
            if candidate == named or len(fitting) > 1:
                break
    return fitting


def _orders_with_corners(stickers: NDArray[np.int8], size: int) -> list[str]:
    """Return the orders of faces in which every corner occurs once and the twists cancel."""
    corners = orbits(size)[0]
    orders = np.array(list(permutations(range(6))))
    places = np.argsort(orders, axis=1)
    block, within = np.divmod(corners.stickers, size * size)
    # For each order the colours of the corners: shape (720, 8, 3).
    corner_colours = stickers.reshape(6, -1)[places[:, block], within]
    number = np.full((6, 6, 6), -1)
    for orientation in range(3):
        faces = corners.turned[:, orientation] // (size * size)
        number[tuple(faces.T)] = 3 * np.arange(8) + orientation
    corner_numbers = number[tuple(np.moveaxis(corner_colours, -1, 0))]
    fits = (np.sort(corner_numbers // 3, axis=1) == np.arange(8)).all(axis=1) & (
        (corner_numbers % 3).sum(axis=1) % 3 == 0
    )
    return ["".join(FACES[face] for face in row) for row in orders[fits]]
