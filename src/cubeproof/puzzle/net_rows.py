"""Facelets listed by the rows of a net: U, then N rows of L F R B, then D, without the line breaks of a net.

A text of 6·N² letters does not show whether its faces follow one another or its rows do. The rows are read only where
no order of faces makes a possible cube.
"""

from __future__ import annotations

from cubeproof.errors import FaceletsError
from cubeproof.puzzle.colour_letters import are_colours
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.face_orders import LETTERS_OF_FACES, number_letters, read_letters
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.other_orders import possible_orders
from cubeproof.sentences import Template

_TWO_READINGS = Template(
    "net.two-readings",
    "This text has two readings: six faces in the order {faces}, or the rows of a net (U, rows of L F R B, D). Add "
    "--order {order} (in Python and the API: order), or write the net with its line breaks.",
)
_MIDDLE = "LFRB"


def read_rows(letters: str, size: int) -> Cube | None:
    """Return the cube of letters listed by the rows of a net; None if these make no possible cube.

    Args:
        letters: letters of faces or colours, without blanks.
        size: the number of layers.

    Raises:
        FaceletsError: an order of faces makes a possible cube, too, and another one.

    >>> read_rows("UUUULLFFRRBBLLFFRRBBDDDD", 2) == Cube(2)
    True
    >>> read_rows("UUUURRRRFFFFDDDDLLLLBBBB", 2) is None
    True
    """
    if "?" in letters or not (are_colours(letters) or set(letters) <= LETTERS_OF_FACES.keys()):
        return None
    cube = _possible_cube(_by_faces(letters, size), size)
    if cube is None:
        return None
    in_order = _possible_cube(letters, size)
    orders = [FACES] if in_order is not None else possible_orders(number_letters(letters))
    if not orders or in_order == cube:
        return cube
    raise FaceletsError(_TWO_READINGS(faces=" ".join(orders[0]), order=orders[0]))


def _by_faces(letters: str, size: int) -> str:
    """Return the letters of the rows face by face, in URFDLB order."""
    area = size * size
    middle = letters[area : 5 * area]
    faces = {"U": letters[:area], "D": letters[5 * area :]}
    for place, face in enumerate(_MIDDLE):
        rows = (middle[row * 4 * size + place * size :][:size] for row in range(size))
        faces[face] = "".join(rows)
    return "".join(faces[face] for face in FACES)


def _possible_cube(letters: str, size: int) -> Cube | None:
    try:
        cube = Cube.from_colours(read_letters(letters, size))
    except FaceletsError:
        return None
    return None if cube.status() else cube
