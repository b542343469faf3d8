"""Reads cubes in plain text: a line each, with comments and numbers, or a net or facelets of several lines.

A net of N layers has 3·N lines: N lines of the upper face, N lines of four faces, N lines of the lower face, as
`cubeproof show` prints them. Facelets may have a line for each face, or for each row of a face.
"""

from __future__ import annotations

import math
import re
from collections import Counter, deque
from collections.abc import Iterator

from cubeproof.cli.solve.cube_line import CubeLine
from cubeproof.cli.solve.file_lines import FileText, Line
from cubeproof.errors import FaceletsError, UsageError
from cubeproof.puzzle import MAX_SIZE
from cubeproof.puzzle.bare_text import LIST_HEADING, is_session, solve_of_line
from cubeproof.puzzle.colour_letters import COLOURS, EMOJI
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.net_text import read_net

# A link is passed over whole: it contains // and perhaps #.
_COMMENT = re.compile(r"(?:https?://|\b[a-z0-9.-]+\.net[/?])\S*|(//|#)", re.IGNORECASE)
_NUMBER = re.compile(r"\s*[0-9]{1,9}[.)](?![0-9])\s*")
# What surrounds the cells of a net: codes for colours of a terminal, blanks, and selectors of emoji.
_AROUND_CELLS = re.compile("\x1b\\[[0-9;]*m|\\s|[\ufe0e\ufe0f]")
_LETTERS = frozenset(FACES + COLOURS + "?")


def without_comment(line: str) -> str:
    """Return a line without its comment; `//` and `#` of a link start no comment.

    >>> without_comment("R U // first"), without_comment("https://example.org/#x # link")
    ('R U ', 'https://example.org/#x ')
    """
    if "//" not in line and "#" not in line:
        return line
    comment = next((match for match in _COMMENT.finditer(line) if match[1]), None)
    return line if comment is None else line[: comment.start()]


def read_text(text: FileText, *, is_patient: bool) -> Iterator[CubeLine]:
    """Yield the cubes of a text.

    Args:
        text: the file.
        is_patient: whether every line of only letters of faces may wait for the lines that make it a cube. Otherwise
            only a line that looks like the first line of a net, with its blanks, waits; other lines are compared with
            the lines that have arrived.
    """
    return _TextReader(text, is_patient).read()


class _TextReader:
    """The lines of a text, of which some were read in search of the end of a net."""

    def __init__(self, text: FileText, is_patient: bool) -> None:
        self._text, self._lines, self._is_patient = text, text.lines(), is_patient
        self._waiting: deque[Line] = deque()

    def read(self) -> Iterator[CubeLine]:
        """Yield the cubes."""
        starts_block = True
        in_session = False  # before the solves of a session that was copied from csTimer
        while (line := self._next()) is not None:
            number, text = line
            content = _content(line)
            if isinstance(text, UsageError):
                yield CubeLine(number, fault=text)
            elif in_session or is_session(content):
                in_session = LIST_HEADING.fullmatch(content) is None
            elif content:
                net = self._net(content, starts_block=starts_block)
                yield CubeLine(number, net or _without_number(content))
            starts_block = content == ""

    def _next(self, *, waits: bool = True) -> Line | None:
        """Return the next line, or None at the end; if it does not wait, also if no line has arrived."""
        if self._waiting:
            return self._waiting.popleft()
        return next(self._lines, None) if waits or self._text.has_next_line else None

    def _net(self, first: str, *, starts_block: bool) -> str | None:
        """Return the lines of the net or the facelets that start with this line, or None without reading a line."""
        width = len(_cells(first))
        waits = self._is_patient or _starts_net(first)
        if 1 < width <= MAX_SIZE:
            widths = [width] * (width - 1) + [4 * width] * width + [width] * width
            if (net := self._rows(first, widths, waits=waits)) is not None:
                return net
        if starts_block and (block := self._damaged_net(first, waits=waits)) is not None:
            return block
        # A line for each row of a face, or for each face.
        for size in (width, math.isqrt(width)):
            if 1 < size <= MAX_SIZE and width in (size, size**2):
                widths = [width] * (6 * size**2 // width - 1)
                if (facelets := self._rows(first, widths, size**2, waits=waits)) is not None:
                    return facelets
        return None

    def _rows(self, first: str, widths: list[int], of_each: int | None = None, *, waits: bool) -> str | None:
        """Return the first line and the next ones, if these have the given numbers of cells.

        Args:
            first: the first line.
            widths: the numbers of cells of the next lines.
            of_each: the number of cells of each of six kinds, or None for any.
            waits: whether to wait for lines.
        """
        rows, taken = [first], list[Line]()
        for width in widths:
            if (line := self._next(waits=waits)) is None:
                break
            taken.append(line)
            row = _content(line)
            # Lines that are 2×2×2 cubes each have the letters of the rows of a 24×24×24.
            if len(_cells(row)) != width or (len(rows) == 1 and _is_2x2x2(first) and _is_2x2x2(row)):
                break
            rows.append(row)
        counts = Counter("".join(map(_cells, rows)))
        is_whole = len(rows) == len(widths) + 1
        if is_whole and (of_each is None or (len(counts) == 6 and set(counts.values()) == {of_each})):
            return "\n".join(rows)
        self._waiting.extendleft(reversed(taken))
        return None

    def _damaged_net(self, first: str, *, waits: bool) -> str | None:
        """Return the lines up to the next blank one, if they are a net with a fault."""
        rows, taken = [first], list[Line]()
        while len(rows) <= 3 * MAX_SIZE and (line := self._next(waits=waits)) is not None:
            taken.append(line)
            if not (row := _content(line)):
                break
            rows.append(row)
        text = "\n".join(rows)
        try:
            is_net = read_net(text) is not None
        except FaceletsError:
            is_net = True
        if is_net:
            return text
        self._waiting.extendleft(reversed(taken))
        return None


def _without_number(content: str) -> str:
    """Return a line without the number at its start, unless there is nothing else, and without csTimer's time."""
    if solve := solve_of_line(content):
        return solve["scramble"]
    number = _NUMBER.match(content)
    return (content[number.end() :] if number else content).strip() or content.strip()


def _content(line: Line) -> str:
    """Return a line without comment and blanks at its end; a line with a fault has none."""
    return "" if isinstance(line[1], UsageError) else without_comment(line[1]).rstrip()


def _cells(content: str) -> str:
    """Return the cells of a row, one character each, or an empty text if it is not a row of a net or of facelets."""
    cells = _AROUND_CELLS.sub("", content)
    return cells if all(cell in EMOJI or cell.upper() in _LETTERS for cell in cells) else ""


def _is_2x2x2(content: str) -> bool:
    return sorted(Counter(_cells(content)).values()) == [4] * 6


def _starts_net(content: str) -> bool:
    """Whether a line has what turns lack: emoji, codes for colours, or as many blanks as the first line of a net."""
    cells = _cells(content)
    indentation = len(content) - len(content.lstrip())
    return len(cells) > 1 and (not cells.isascii() or "\x1b" in content or indentation >= 2 * len(cells))
