"""The parser: from text to the tree of an algorithm.

==============================  ===================================================================================
`R` `U` `F` `D` `L` `B`         a face turn
`M E S` `m e s` `x y z`         the middle layer; all inner layers; the whole cube
`Rw` `3Rw`                      a wide turn: the outer 2 layers; the outer 3
`r` `3r`                        the same; with lower case read as inner, the layers 2R and 3R
`2R` `2-3Rw` `2-3R`             layer 2; layers 2 to 3, with or without the `w`
`R'{1}`                         a turn of one layer, counted from 0 at the face
`R2` `R'` `R2'` `R'2` `R5`      an amount, counted modulo 4: `R5` is `R`; `R4` and `R0` turn nothing
`(A)3` `(A)'` `(A)'2`           a group, repeated; a prime inverts it
`[A, B]` `[A: B]`               a commutator, a conjugate; a side may be empty; amounts as for a group
`.`                             a pause, skipped like a blank
`// text`                       a comment to the end of the line
`(20f)` `(20f*)` `(18 HTM)`     the count that a solver prints: a comment at the end of the text, after a turn
==============================  ===================================================================================

A prime is any usual apostrophe. A number has no leading zeros.

Face turns may follow one another without blanks: `RUR'U'`. The depth form may, too: `R{1}U`. All other turns (slices,
rotations, lower-case and wide turns, turns with layer numbers) need a blank, a pause or a bracket between them and the
next turn. An amount takes all digits after a face letter or a bracket: `R2R` is `R2 R`, and `(A)2R` is `(A)2 R`. A text
without blanks is refused if its digits could belong to either side in another way: `R3Rw`, `F'2R`, `(A)3Rw`, `(A)x2`.

The output is canonical WCA and SiGN: see `Move.__str__`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn

from cubeproof.errors import OPEN, NotationError, UsageError
from cubeproof.puzzle.move import NAMES_ITS_LAYERS, Move
from cubeproof.sentences import Sentence, Template, say

if TYPE_CHECKING:
    from cubeproof.puzzle.alg import Node

MAX_TEXT = 1_000_000
"""The maximum length of a text, in characters."""
MAX_MOVES = 1_000_000
"""The maximum number of moves of an algorithm, with brackets expanded."""
MAX_DEPTH = 50
"""The maximum depth of nested brackets."""

_FACES = "URFDLB"
_FEWEST_FACELETS = 24
_LOWER_CASE = "urfdlb"
_BLANK = re.compile(r"(?:[\s.]|//[^\n]*)*")
_PRIME = "['’‘′`´ʼ]"
# Digits before a hyphen are the first layer of the next turn: `R 2-3Rw` without its blank.
_DIGITS = "[0-9]++(?!-[0-9])"
_AMOUNT = re.compile(
    rf"(?P<early_prime>{_PRIME})(?P<late_digits>{_DIGITS})|(?P<digits>(?:{_DIGITS})?)(?P<prime>{_PRIME}?)"
)
_TURN = re.compile(
    r"(?:(?P<first>[0-9]+)(?:-(?P<last>[0-9]+))?)?(?P<letter>[URFDLBurfdlbMESmesxyz])(?P<wide>w?)"
)
_END_OF_TURN = re.compile(rf"$|[\s()\[\],:/.]|{_TURN.pattern}")
_DEPTH = re.compile(r"\{\s*(?P<depth>[0-9]+)\s*\}")
_WHOLE_TURN = re.compile(rf"{_TURN.pattern}(?:{_AMOUNT.pattern})(?:{_DEPTH.pattern})?")
_TOKEN = re.compile(r"[^\s()\[\],:/.]+|/")
_COUNT = re.compile(r"\(\s*[0-9]+\s*(?:[fhqs]|(?i:[fhqs]tm|obtm))\*?\s*\)")
_CLOSING = {"(": ")", "[": "]"}
_SLICE_SUFFIXES = {"": ("", "'"), "'": ("'", ""), "2": ("2", "2")}

LONG_TEXT = Template("notation.long-text", "the text has more than {most:,} characters")
_MANY_MOVES = Template("notation.many-moves", "written out, this has more than {most:,} moves")
_DEEP = Template("notation.deep", "brackets are nested more than {most} deep")
_NOT_CLOSED = Template("notation.not-closed", "{bracket!r} is never closed")
_LARGE_NUMBER = Template("notation.large-number", "this number is too large")
_LEADING_ZERO = Template("notation.leading-zero", "{number!r} starts with a zero; write {reading!r}")
_NOT_WIDE = Template("notation.not-wide", "only a face turn can be wide, not {family!r}")
_CLOSES_NOTHING = Template("notation.closes-nothing", "{bracket!r} closes no bracket")
_OUT_OF_PLACE = Template("notation.out-of-place", "{separator!r} is allowed only inside [A, B] or [A: B]")
_NO_TURN = Template("notation.no-turn", "{token!r} is not a turn")
_LARGE_LAYER = Template("notation.large-layer", "this layer number is too large")
_DEPTH_ALONE = Template("notation.depth-alone", "a depth in braces excludes a layer number and 'w'")
_NO_BLANK = Template(
    "notation.no-blank", "only face turns may follow one another without a blank; write {reading!r}"
)
_TWO_READINGS = Template("notation.two-readings", "{written!r} has two readings; write {readings!r:or}")
_NO_LOWER_CASE = Template(
    "notation.no-lower-case", "Lower-case turns are read as wide or as inner, not as {lower_case}."
)


class LowerCase(StrEnum):
    """The meaning of a lower-case face letter. A range of layers, `2-3r`, has only one meaning."""

    WIDE = "wide"
    """`r` is Rw and `3r` is 3Rw, as in SiGN."""
    INNER = "inner"
    """`r` is the layer 2R and `3r` is 3R, as in the literature of the 4×4×4 and the 5×5×5."""

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise UsageError(_NO_LOWER_CASE(lower_case=str(value)))


def parse(text: str, lower_case: LowerCase | str | None = None) -> tuple[Node, ...]:
    """Read an algorithm's text.

    Args:
        text: the turns.
        lower_case: the meaning of lower-case face letters, "wide" or "inner"; None for wide.

    Raises:
        NotationError: the text has a fault, with its column.
        UsageError: `lower_case` has another value.

    Pauses, comments and turns by a multiple of 4 quarter turns have no node in the tree.

    >>> parse("3Rw2 . R’{1} U4 // set-up")
    (Move(family='R', amount=2, first=1, last=3), Move(family='R', amount=-1, first=2, last=2))
    >>> parse("r", lower_case="inner")
    (Move(family='R', amount=1, first=2, last=2),)
    >>> parse("R U Q2")
    Traceback (most recent call last):
        ...
    cubeproof.NotationError: column 5: 'Q2' is not a turn
    >>> parse("(R U)x2")
    Traceback (most recent call last):
        ...
    cubeproof.NotationError: column 6: ')x2' has two readings; write ')2' or ') x2'
    """
    return _NotationParser(text, LowerCase.WIDE if lower_case is None else LowerCase(lower_case)).parse()


def face_letters(text: str) -> list[str]:
    """Return the letters of turns with a `w` and of lower-case turns, in the order of the text.

    Layer numbers are kept if they are not a range. A lower-case turn of a range has the same meaning in both readings
    and is left out.

    >>> face_letters("Rw U r' 3r2 2-3Fw 2-3f // b")
    ['Rw', 'r', '3r', 'Fw']
    """
    parser = _NotationParser(text, LowerCase.WIDE)
    parser.parse()
    return parser.face_letters


class _NotationParser:
    def __init__(self, text: str, lower_case: LowerCase) -> None:
        self.text = text
        self.position = 0
        self.lower_case = lower_case
        self.face_letters: list[str] = []

    def parse(self) -> tuple[Node, ...]:
        if len(self.text) > MAX_TEXT:
            raise NotationError(LONG_TEXT(most=MAX_TEXT), self.text, MAX_TEXT)
        if len(self.text) >= _FEWEST_FACELETS:
            from cubeproof.puzzle.cube_text import refuse_facelets

            refuse_facelets(self.text)
        nodes = self.sequence("", 0)
        if sum(node.expanded_length for node in nodes) > MAX_MOVES:
            raise NotationError(_MANY_MOVES(most=MAX_MOVES), self.text, 0)
        return nodes

    def error(self, reason: Sentence, position: int | None = None) -> NotationError:
        return NotationError(reason, self.text, self.position if position is None else position)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def next(self) -> str:
        """Skip blanks, pauses and comments; return the next character, or "" at the end."""
        self.take(_BLANK)
        return self.text[self.position : self.position + 1]

    def sequence(self, end: str, depth: int) -> tuple[Node, ...]:
        """Read nodes up to a character in `end`, which is not consumed; for "", up to the end of the text."""
        nodes: list[Node] = []
        is_first = True
        while (character := self.next()) and character not in end:
            if character in _CLOSING:
                if depth == 0 and not is_first and self.skip_count():
                    break
                nodes.append(self.bracket(depth))
            elif (move := self.turn()) is not None:
                nodes.append(move)
            is_first = False
        return tuple(nodes)

    def skip_count(self) -> bool:
        """Skip a count of turns that ends the text, `(20f*)`; return whether it is there."""
        start = self.position
        if self.take(_COUNT) and not self.next():
            return True
        self.position = start
        return False

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
            raise self.error(say("notation.one-part", "'[' requires two parts: [A, B] or [A: B]"), start)
        end = self.position
        self.position += 1
        amount, written = self.amount()
        self.check_turn_after_bracket(end, written)
        if opening == "(":
            return Group(parts[0], amount)
        return (Commutator if separator == "," else Conjugate)(parts[0], parts[1], amount)

    def amount(self) -> tuple[int, re.Match[str]]:
        """Read an amount; return it, negative with a prime and 1 by default, and its match of `_AMOUNT`."""
        match = self.take(_AMOUNT)
        assert match is not None, "the pattern matches the empty text"
        group = _digits(match)
        amount = self.number(match[group], match.start(group), _LARGE_NUMBER) if match[group] else 1
        return (-amount if match["prime"] or match["early_prime"] else amount), match

    def number(self, digits: str, position: int, too_large: Template, start: int | None = None) -> int:
        """Return the number at `position`. A number that is too large is reported at `start`, if given."""
        if len(digits) > 7:
            raise self.error(too_large(), position if start is None else start)
        if len(digits) > 1 and digits[0] == "0":
            raise self.error(_LEADING_ZERO(number=digits, reading=digits.lstrip("0") or "0"), position)
        return int(digits)

    def turn(self) -> Move | None:
        """Read a turn; return None for a multiple of 4 quarter turns."""
        start = self.position
        match = self.take(_TURN)
        if match is None:
            raise self.unknown(start)
        amount, written = self.amount()
        depth = self.take(_DEPTH)
        letter, wide = match["letter"], match["wide"]
        if not _END_OF_TURN.match(self.text, self.position):
            raise self.unknown(start)
        if wide and letter not in _FACES:
            raise self.error(_NOT_WIDE(family=letter), start)
        if (match["first"] or depth) and letter in "MESmesxyz":
            raise self.error(OPEN(reason=NAMES_ITS_LAYERS(family=letter)), start)
        layers = self.layers(match, depth)
        family = letter.upper() if letter in _LOWER_CASE else letter
        try:
            move = Move(family, amount if amount % 4 else 1, *layers, position=start, end=self.position)
        except UsageError as error:
            raise self.error(OPEN(reason=error.sentence), start) from None
        self.check_next_turn(match, written)
        return move if amount % 4 else None

    def layers(self, turn: re.Match[str], depth: re.Match[str] | None) -> tuple[int, int]:
        """Return the first and the last layer of a turn."""
        start = turn.start()
        first, last = (
            self.number(turn[group], turn.start(group), _LARGE_LAYER, start) if turn[group] else None
            for group in ("first", "last")
        )
        wide = turn["wide"] or turn["letter"] in _LOWER_CASE
        if depth:
            layer = self.number(depth["depth"], depth.start("depth"), _LARGE_LAYER, start) + 1
            if first is not None or wide:
                raise self.error(_DEPTH_ALONE(), start)
            return layer, layer
        if turn["wide"]:
            self.face_letters.append(f"{turn['letter']}w")
        if last is not None:
            return 1 if first is None else first, last
        if wide:
            layer = 2 if first is None else first
            if not turn["wide"]:
                self.face_letters.append(turn[0])
                if self.lower_case is LowerCase.INNER:
                    return layer, layer
            return 1, layer
        return (1, 1) if first is None else (first, first)

    def check_next_turn(self, turn: re.Match[str], amount: re.Match[str]) -> None:
        """Refuse a turn directly after `turn`, unless both are face turns and the text has one reading."""
        start = turn.start()
        following = _WHOLE_TURN.match(self.text, self.position)
        if following is None:
            return
        if _is_face_turn(turn) and _is_face_turn(following):
            self.check_digits(start, amount, following)
            return
        reading = self.with_blanks(start)
        self.check_digits(start, amount, following)
        suffixes = _SLICE_SUFFIXES.get(re.sub(_PRIME, "'", following[0][1:]))
        if turn[0] in _FACES and following["letter"] == "s" and turn.end() == self.position and suffixes:
            # Singmaster's notation: Rs is R L'.
            opposite = _FACES[(_FACES.index(turn[0]) + 3) % 6]
            slice_turn = f"{turn[0]}{suffixes[0]} {opposite}{suffixes[1]}"
            raise self.two_readings(start, following, slice_turn, f"{turn[0]} {following[0]}")
        raise self.error(_NO_BLANK(reading=_shorten(reading, 40)))

    def check_turn_after_bracket(self, start: int, amount: re.Match[str]) -> None:
        """Refuse a turn after the bracket that ends at `start` if its digits could belong to the bracket."""
        following = _WHOLE_TURN.match(self.text, self.position)
        if following is None:
            return
        self.check_digits(start, amount, following)
        times = following[0][1:]
        if (
            following["letter"] == "x"
            and following[_digits(following)]
            and not amount[_digits(amount)]
            and _AMOUNT.fullmatch(amount[0] + times)
        ):
            bracket = self.text[start : self.position]
            raise self.two_readings(start, following, f"{bracket}{times}", f"{bracket} {following[0]}")

    def check_digits(self, start: int, amount: re.Match[str], following: re.Match[str]) -> None:
        """Refuse digits that could end the amount before them or be the layer number of the turn after them."""
        group = _digits(amount)
        if not amount[group] or amount.end(group) != self.position:
            return
        if following["letter"] not in _FACES + _LOWER_CASE or (
            group == "digits" and _is_face_turn(following)
        ):
            return
        cut = amount.start(group)
        readings = (f"{self.text[start:at]} {self.text[at : following.end()]}" for at in (self.position, cut))
        raise self.two_readings(start, following, *readings)

    def two_readings(self, start: int, following: re.Match[str], *readings: str) -> NotationError:
        written = _shorten(self.text[start : following.end()], 40)
        return self.error(_TWO_READINGS(written=written, readings=[_shorten(text, 40) for text in readings]))

    def with_blanks(self, start: int) -> str:
        """Return the turns from `start` to the next blank or bracket, with blanks between them."""
        turns: list[str] = []
        position = last = start
        while match := _WHOLE_TURN.match(self.text, position):
            turns.append(match[0])
            last, position = position, match.end()
        if not _END_OF_TURN.match(self.text, position):
            raise self.unknown(last)
        return " ".join(turns)

    def unknown(self, start: int) -> NotationError:
        character = self.text[start]
        if character in ")]":
            return self.error(_CLOSES_NOTHING(bracket=character), start)
        if character in ",:":
            return self.error(_OUT_OF_PLACE(separator=character), start)
        token = _TOKEN.match(self.text, start)
        excerpt = token[0] if token else character
        return self.error(_NO_TURN(token=_shorten(excerpt, 20)), start)


def _digits(amount: re.Match[str]) -> str:
    """Return the name of the group of `_AMOUNT` with the digits: after the prime, or before it."""
    return "late_digits" if amount["late_digits"] else "digits"


def _is_face_turn(turn: re.Match[str]) -> bool:
    return turn["letter"] in _FACES and not turn["first"] and not turn["wide"]


def _shorten(text: str, most: int) -> str:
    return f"{text[:most]}…" if len(text) > most else text
