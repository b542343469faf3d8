"""Nets as text: reading what `cubeproof show` prints in letters, in coloured cells and in emoji squares.

A net of N layers has N rows of N stickers (U), N rows of 4·N (L F R B) and N rows of N (D), without blank rows between
them. The number of stickers in each row identifies it, so blanks may be lost or changed on the way through a
terminal, an editor or a web page.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from cubeproof.errors import FaceletsError
from cubeproof.puzzle import MAX_SIZE, MIN_SIZE
from cubeproof.puzzle.colour_letters import COLOURS, EMOJI, are_colours
from cubeproof.puzzle.geometry import FACES
from cubeproof.sentences import Template

_ROW_LENGTH = Template(
    "net.row-length",
    "Line {line} of this net has {count} {count?one:sticker|other:stickers}, but {expected} are expected there: the "
    "net of {size} layers has {size} rows of {size}, {size} rows of {wide}, and {size} rows of {size}.",
)
_ROW_COUNT = Template(
    "net.row-count", "This net of {size} layers has {count} {count?one:row|other:rows}, not {expected}."
)
_NO_STICKER = Template(
    "net.no-sticker",
    "Line {line} of this net has {letter!r}; stickers are the letters {letters} of faces, {colours} of colours, or "
    "emoji squares, and ? for unknown.",
)
_OTHER_NET = Template(
    "net.other-layout",
    "In this net, {face} is not above or below the second face of the middle rows; the net is read as U above, then "
    "L F R B, then D below, with U and D beside F.",
)
_NETS = Template("net.several", "This text has {count} nets; give one of them.")

_COLOUR_CODES = re.compile(r"\x1b?\[[0-9;]*m")
_RING = re.compile(r"\[([A-Za-z?])\]")
_INVISIBLE = re.compile("[\ufe0e\ufe0f\ufeff\u200b]")
_MIDDLE = "LFRB"


class _NetRow(NamedTuple):
    line: int
    cells: str
    columns: tuple[int, ...]


def read_net(text: str) -> str | None:
    r"""Return the facelets of a net in URFDLB order, row by row; None if the text is not a net.

    Colour codes of terminals, brackets around single letters and blank lines are ignored, and blanks
    matter only if U or D is visibly beside another face than F.

    Args:
        text: the letters of faces or of colours in either case, or the emoji squares of a palette.

    Returns:
        The letters of faces in upper case; or of colours, if the net has these.

    Raises:
        FaceletsError: a net with a wrong row or letter or with another arrangement of faces, or several nets.

    >>> read_net("     U F \n     U F \nL L  F D  R R  U B\nL L  F D  R R  U B\n     D B\n     D B")
    'UFUFRRRRFDFDDBDBLLLLUBUB'
    >>> read_net("R U R' U'") is None
    True
    """
    rows = _rows(text)
    size = _size_of(text, rows)
    if size is None:
        return None
    letters = "".join(row.cells for row in rows)
    alphabet = set((COLOURS if are_colours(letters) else FACES) + "?")
    _check_rows(rows, size, alphabet)
    _check_layout(rows, size)
    middle = rows[size : 2 * size]
    faces = {"U": rows[:size], "D": rows[2 * size :]} | {
        face: [_NetRow(row.line, row.cells[place * size : (place + 1) * size], row.columns) for row in middle]
        for place, face in enumerate(_MIDDLE)
    }
    return "".join(row.cells for face in FACES for row in faces[face])


def _rows(text: str) -> list[_NetRow]:
    """Return the lines of a text that are not blank."""
    plain = _INVISIBLE.sub("", _COLOUR_CODES.sub("", text))
    rows = []
    for number, line in enumerate(plain.expandtabs().splitlines(), 1):
        cells, columns, column = [], [], 0
        for character in _RING.sub(r" \1 ", line):
            if not character.isspace():
                cells.append(EMOJI.get(character, character.upper() if character.isascii() else character))
                columns.append(column)
            column += 2 if unicodedata.east_asian_width(character) in "FW" else 1
        if cells:
            rows.append(_NetRow(number, "".join(cells), tuple(columns)))
    return rows


def _size_of(text: str, rows: list[_NetRow]) -> int | None:
    """Return the layers of a net, which may have faults; None if the rows are something else, such as turns.

    Rows of exactly the right lengths are a net. Otherwise most rows must be right; all but one if the text has no sign
    of a net.
    """
    lengths = [len(row.cells) for row in rows]
    counts = Counter(lengths)
    sizes = [size for size in counts if MIN_SIZE <= size <= MAX_SIZE and counts[4 * size]]
    if not sizes:
        return None
    size = max(sizes, key=lambda size: counts[size] + counts[4 * size])
    right = [length for length in lengths if length in (size, 4 * size)]
    wide = counts[4 * size]
    first_wide = right.index(4 * size)
    in_order = right[first_wide : first_wide + wide] == [4 * size] * wide
    wrong = len(rows) - len(right) + sum(not _is_readable(row) for row in rows if len(row.cells) in right)
    expected = _expected(size)
    if lengths == expected and not wrong:
        return size
    count = len(lengths) // len(expected)
    if count > 1 and lengths == expected * count:
        raise FaceletsError(_NETS(count=count))
    if not in_order or first_wide == 0:
        return None
    if _has_signs(text, rows, size):
        return size if 2 * wrong < len(rows) else None
    return size if wide >= 2 and abs(len(rows) - 3 * size) + wrong <= 1 else None


def _expected(size: int) -> list[int]:
    return [size] * size + [4 * size] * size + [size] * size


def _is_readable(row: _NetRow) -> bool:
    return set(row.cells) <= set(FACES + COLOURS + "?")


def _has_signs(text: str, rows: list[_NetRow], size: int) -> bool:
    """Return whether a text has what lists of turns lack: emoji, `?`, rows of four blocks, or indented short rows."""
    if not {*EMOJI, "?"}.isdisjoint(text) or any(_has_blocks(row, size) for row in rows):
        return True
    edge = min(row.columns[0] for row in rows if len(row.cells) == 4 * size)
    short = [row for row in rows if len(row.cells) == size]
    return 2 * sum(row.columns[0] > edge + 1 for row in short) > len(short)


def _has_blocks(row: _NetRow, size: int) -> bool:
    """Return whether a row has four faces with wider blanks between them than within them."""
    if len(row.cells) != 4 * size:
        return False
    gaps = [right - left for left, right in pairwise(row.columns)]
    return min(gaps[size - 1 :: size]) > max(gap for place, gap in enumerate(gaps, 1) if place % size)


def _check_rows(rows: list[_NetRow], size: int, alphabet: set[str]) -> None:
    lengths = _expected(size)
    for row, length in zip(rows, lengths, strict=False):
        if len(row.cells) != length:
            raise FaceletsError(
                _ROW_LENGTH(line=row.line, count=len(row.cells), expected=length, size=size, wide=4 * size)
            )
        for letter in row.cells:
            if letter not in alphabet:
                raise FaceletsError(_NO_STICKER(line=row.line, letter=letter, letters=FACES, colours=COLOURS))
    if len(rows) != len(lengths):
        raise FaceletsError(_ROW_COUNT(size=size, count=len(rows), expected=len(lengths)))


def _check_layout(rows: list[_NetRow], size: int) -> None:
    """Refuse a net whose U or D is beside R or B. Without indentation, it was lost on the way."""
    starts = rows[size].columns[::size]
    for face, block in (("U", rows[:size]), ("D", rows[2 * size :])):
        column = max(row.columns[0] for row in block)
        if min(range(4), key=lambda place: abs(starts[place] - column)) > _MIDDLE.index("F"):
            raise FaceletsError(_OTHER_NET(face=face))
