"""Whether a text is a cube or turns: the only place where this is decided.

`read_cube_text` returns the cube of a text that gives one, and None for a text that is to be read as turns. A text
that is both is refused with both readings. Where only turns have a meaning, `refuse_facelets` in
`puzzle/facelet_symbols.py` refuses a cube.

Links to Twizzle, nets, and lists of stickers in quotes give a cube, and so does a scramble with its answer,
`R U | U' R'`. A comment, a label and quotation marks are left out (see `puzzle/bare_text.py`). Another text is
facelets, with or without blanks, line breaks and commas, if it has

- each of the six letters of faces, or of colours, exactly N² times, in either case, and nothing else; or
- 20 or more letters of five or six faces, of which most stand together. Anything else among them, such as a prime, is
  refused with its column (see `puzzle/facelet_mistakes.py`); or
- 24 or more capital letters `U R F D L B ?`, or letters of colours in one case, that start with two letters without
  a blank between them. A letter too many or too few is a fault of the facelets; or
- 6·N² letters that cannot be turns: because of `?`, or of lower-case letters without blanks; or
- six other symbols, each N² times, if the caller gives the order of the faces.

The letters of the first kind may stand apart, `U U R F …`, so that they could also be turns. Then they are a cube if
these facelets are possible and no other size is given, and otherwise the text has two readings.
"""

from __future__ import annotations

from typing import NamedTuple

from cubeproof.errors import CubeproofError, FaceletsError, NotationError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.bare_text import bare_text, without_comments
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.facelet_mistakes import FEWEST_TOGETHER
from cubeproof.puzzle.facelet_symbols import (
    find_facelets,
    is_link,
    net_or_list,
    other_symbols,
    refuse_mistake,
)
from cubeproof.puzzle.geometry import size_of
from cubeproof.sentences import Sentence, Template

_TWO_READINGS = Template(
    "cube.two-readings",
    "this text has two readings: {letters} turns, or the facelets of "
    "{fault?impossible:an impossible cube|size:a cube} of {layers} layers; put turns in brackets, (…), and write "
    "facelets without blanks{order?none:|other:; read as {faces} it is a possible cube: add --order {order}}",
)
_NO_ANSWER = Template(
    "cube.no-answer",
    "the turns after '|' do not solve the cube of {layers} layers that the turns before it give; write one of them",
)
_NAME_ORDER = Template(
    "cube.name-order",
    "These are the facelets of a cube of {layers} layers in the symbols {symbols}; name the order of its faces, such "
    "as --order URFDLB (in Python and the API: order).",
)


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
    """Turns that lead to the cube, if the text is a link or a scramble with its answer, else None."""
    note: Sentence | None = None
    """A sentence about lower-case turns whose meaning was chosen for the user, or None."""


def read_cube_text(
    text: str, size: int | None = None, order: str | None = None, lower_case: str | None = None
) -> CubeText | None:
    """Return the cube of a text that gives a cube, or None for a text that is to be read as turns.

    Args:
        text: facelets in any form that `Cube.from_facelets` reads, or turns.
        size: the number of layers if it is given.
        order: the order of the faces, as for `Cube.from_facelets`.
        lower_case: the meaning of lower-case turns in a scramble with its answer, as for `Cube.apply`.

    Raises:
        NotationError: the text has two readings, or a character among its facelets is none.
        FaceletsError: facelets with a fault.
        ImpossibleCubeError: facelets in another order of faces.

    >>> read_cube_text("U U U U R R R R F F F F D D D D L L L L B B B B").cube == Cube(2)
    True
    >>> read_cube_text("R U R' U'") is None
    True
    """
    if len(text) < FEWEST_TOGETHER:
        return _read_with_answer(text, size, lower_case)
    if is_link(text):
        from cubeproof.puzzle.twizzle import read_link

        return CubeText(Cube.from_facelets(text, size), read_link(text).turns)
    facelets = find_facelets(text, order) or net_or_list(text)
    if facelets is None:
        if order is None and (others := other_symbols(text)) is not None and not others.are_turns:
            symbols = " ".join(dict.fromkeys(others.symbols))
            raise FaceletsError(_NAME_ORDER(layers=size_of(len(others.symbols)), symbols=symbols))
        refuse_mistake(text)
        return _read_with_answer(text, size, lower_case)
    if not facelets.are_turns:
        return CubeText(Cube.from_facelets(text, size, order=order))
    cube = Cube.from_facelets(text, order=order)
    is_other_size = size not in (None, cube.size)
    if not is_other_size and not cube.status():
        return CubeText(cube)
    from cubeproof.puzzle.other_orders import other_order

    right = None if is_other_size or order is not None else other_order(cube.colours)
    reason = _TWO_READINGS(
        letters=len(facelets.symbols),
        fault="size" if is_other_size else "impossible",
        layers=cube.size,
        faces=" ".join(right or ""),
        order=right or "none",
    )
    raise NotationError(reason, text, 0)


def _read_with_answer(text: str, size: int | None, lower_case: str | None) -> CubeText | None:
    """Return the cube of a scramble with `|` and an answer that solves it; None for a text without one `|`."""
    scramble, bar, answer = (
        without_comments(bare_text(text)).partition("|") if "|" in text else (text, "", "")
    )
    if not (bar and scramble.strip() and answer.strip()) or "|" in answer:
        return None
    from cubeproof.puzzle.lower_case import read_turns

    cube = Cube(3 if size is None else size)
    start = 0
    try:
        alg, note = read_turns(scramble, cube.size, lower_case)
        scrambled = cube.apply(scramble, lower_case)
        start = len(scramble) + 1
        is_solved = scrambled.apply(answer, lower_case).is_solved
    except NotationError as error:
        raise NotationError(error.reason, text, start + error.position) from None
    if not is_solved:
        raise NotationError(_NO_ANSWER(layers=cube.size), text, len(scramble))
    return CubeText(scrambled, alg, note)
