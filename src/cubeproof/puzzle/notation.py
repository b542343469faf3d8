"""From text to the tree of an algorithm.

What is read: WCA and SiGN turns (`R`, `U2`, `F'`, `R2'`, `Rw`, `r`, `3Rw`, `3r`, `2R`, `2-3Rw`, `M E S`,
`m e s`, `x y z`), the depth form `R'{1}` (the layer counted from 0 at the face), groups `(A)3`, commutators
`[A,B]`, conjugates `[A:B]`, typographic apostrophes, and comments from `//` to the end of a line. Between
turns there may be white space, or none. What is written is canonical WCA and SiGN: see `Move.__str__`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cubeproof.errors import OPEN, NotationError, UsageError
from cubeproof.puzzle.move import NAMES_ITS_LAYERS, Move
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from cubeproof.puzzle.alg import Node

__all__ = ["LONG_TEXT", "MAX_DEPTH", "MAX_MOVES", "MAX_TEXT", "parse"]

MAX_TEXT = 1_000_000
"""The longest text that is read, in characters."""
MAX_MOVES = 1_000_000
"""The most moves that an algorithm may have when its brackets are written out."""
MAX_DEPTH = 50
"""The most brackets that may stand inside one another."""

_BLANK = re.compile(r"(?:\s|//[^\n]*)*")
_AMOUNT = re.compile(r"([0-9]*)(['’‘′`´ʼ]?)")
_TURN = re.compile(r"(?:([0-9]+)(?:-([0-9]+))?)?([URFDLBurfdlbMESmesxyz])(w?)")
_END_OF_TURN = re.compile(rf"$|[\s()\[\],:/]|{_TURN.pattern}")
_DEPTH = re.compile(r"\{\s*([0-9]+)\s*\}")
_TOKEN = re.compile(r"[^\s()\[\],:/]+|/")
_CLOSING = {"(": ")", "[": "]"}

LONG_TEXT = Template("notation.long-text", "the text goes on for more than {most:,} characters")
_MANY_MOVES = Template("notation.many-moves", "written out, this has more than {most:,} moves")
_DEEP = Template("notation.deep", "more than {most} brackets stand inside one another")
_NOT_CLOSED = Template("notation.not-closed", "{bracket!r} is never closed")
_ONE_PART = Template("notation.one-part", "'[' wants two parts: [A, B] or [A: B]")
_EMPTY_SIDE = Template("notation.empty-side", "one side of the {separator!r} is empty")
_LARGE_NUMBER = Template("notation.large-number", "this number is too large")
_QUARTER_TURNS = Template("notation.quarter-turns", "a turn is 1, 2 or 3 quarter turns, not {turns}")
_NOT_WIDE = Template("notation.not-wide", "only a face turns wide, not {family!r}")
_CLOSES_NOTHING = Template("notation.closes-nothing", "{bracket!r} closes no bracket")
_OUT_OF_PLACE = Template("notation.out-of-place", "{separator!r} stands only inside [A, B] or [A: B]")
_NO_TURN = Template("notation.no-turn", "{token!r} is not a turn")
_LARGE_LAYER = Template("notation.large-layer", "this layer number is too large")
_DEPTH_ALONE = Template("notation.depth-alone", "a depth in braces stands alone: no layer number, no 'w'")
_RANGE_WIDE = Template("notation.range-wide", "a range of layers is written with 'w', as in 2-3Rw")


def parse(text: str) -> tuple[Node, ...]:
    """Read an algorithm's text.

    Raises:
        NotationError: with the position of the fault.

    >>> parse("3Rw2 R’{1}")
    (Move(family='R', amount=2, first=1, last=3), Move(family='R', amount=-1, first=2, last=2))
    >>> parse("R U Q2")
    Traceback (most recent call last):
        ...
    cubeproof.errors.NotationError: column 5: 'Q2' is not a turn
    """
    if len(text) > MAX_TEXT:
        raise NotationError(LONG_TEXT(most=MAX_TEXT), text, MAX_TEXT)
    parser = _Parser(text)
    nodes = parser.sequence("", 0)
    if sum(node.expanded_length for node in nodes) > MAX_MOVES:
        raise NotationError(_MANY_MOVES(most=MAX_MOVES), text, 0)
    return nodes


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def error(self, reason: Sentence, position: int | None = None) -> NotationError:
        return NotationError(reason, self.text, self.position if position is None else position)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def next(self) -> str:
        """The next character that counts, or "" at the end."""
        self.take(_BLANK)
        return self.text[self.position : self.position + 1]

    def sequence(self, end: str, depth: int) -> tuple[Node, ...]:
        """Nodes up to one of the characters in `end`, which is left unread; all of the text for ""."""
        nodes: list[Node] = []
        while (character := self.next()) and character not in end:
            nodes.append(self.bracket(depth) if character in _CLOSING else self.turn())
        return tuple(nodes)

    def bracket(self, depth: int) -> Node:
        from cubeproof.puzzle.alg import Alg, Commutator, Conjugate, Group

        start = self.position
        opening = self.text[start]
        closing = _CLOSING[opening]
        if depth >= MAX_DEPTH:
            raise self.error(_DEEP(most=MAX_DEPTH))
        self.position += 1
        parts = [Alg(self.sequence(closing if opening == "(" else ",:]", depth + 1))]
        separator = ""
        if opening == "[" and self.next() in (",", ":"):
            separator = self.next()
            self.position += 1
            parts.append(Alg(self.sequence("]", depth + 1)))
        if self.next() != closing:
            raise self.error(_NOT_CLOSED(bracket=opening), start)
        if opening == "[" and not separator:
            raise self.error(_ONE_PART(), start)
        if separator and not all(part.nodes for part in parts):
            raise self.error(_EMPTY_SIDE(separator=separator), start)
        self.position += 1
        amount = self.amount()
        if opening == "(":
            return Group(parts[0], amount)
        return (Commutator if separator == "," else Conjugate)(parts[0], parts[1], amount)

    def amount(self) -> int:
        start = self.position
        match = self.take(_AMOUNT)
        assert match is not None, "the pattern matches the empty text"
        digits, prime = match.groups()
        if len(digits) > 7:
            raise self.error(_LARGE_NUMBER(), start)
        return int(digits or 1) * (-1 if prime else 1)

    def turn(self) -> Move:
        start = self.position
        match = self.take(_TURN)
        if match is None:
            raise self.unknown(start)
        first, last, letter, wide = match.groups()
        amount = self.amount()
        depth = self.take(_DEPTH)
        if not _END_OF_TURN.match(self.text, self.position):
            raise self.unknown(start)
        if not 1 <= abs(amount) <= 3:
            raise self.error(_QUARTER_TURNS(turns=abs(amount)), start)
        if wide and letter not in "URFDLB":
            raise self.error(_NOT_WIDE(family=letter), start)
        if (first or depth) and letter in "MESmesxyz":
            raise self.error(OPEN(reason=NAMES_ITS_LAYERS(family=letter)), start)
        if letter in "urfdlb":
            letter, wide = letter.upper(), "w"
        layers = self.layers(start, first, last, wide, depth)
        try:
            return Move(letter, amount, *layers, position=start, end=self.position)
        except UsageError as problem:
            raise self.error(OPEN(reason=problem.sentence), start) from None

    def layers(
        self, start: int, first: str | None, last: str | None, wide: str, depth: re.Match[str] | None
    ) -> tuple[int, int]:
        """The first and the last layer that the numbers of the turn at `start` name."""
        if any(len(number or "") > 7 for number in (first, last, depth and depth[1])):
            raise self.error(_LARGE_LAYER(), start)
        if depth:
            if first or wide:
                raise self.error(_DEPTH_ALONE(), start)
            return int(depth[1]) + 1, int(depth[1]) + 1
        if last:
            if not wide:
                raise self.error(_RANGE_WIDE(), start)
            return int(first or 1), int(last)
        if wide:
            return 1, int(first or 2)
        return int(first or 1), int(first or 1)

    def unknown(self, start: int) -> NotationError:
        character = self.text[start]
        if character in ")]":
            return self.error(_CLOSES_NOTHING(bracket=character), start)
        if character in ",:":
            return self.error(_OUT_OF_PLACE(separator=character), start)
        token = _TOKEN.match(self.text, start)
        shown = token[0] if token else character
        return self.error(_NO_TURN(token=f"{shown[:20]}…" if len(shown) > 20 else shown), start)
