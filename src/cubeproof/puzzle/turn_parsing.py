"""The parser of one turn: its letter, layers and amount."""

from __future__ import annotations

import re

from cubeproof.errors import OPEN, NotationError, UsageError
from cubeproof.puzzle.letter_case import LowerCase
from cubeproof.puzzle.move import NAMES_ITS_LAYERS, Move
from cubeproof.puzzle.text_parts import (
    AMOUNT,
    DEPTH,
    END_OF_TURN,
    FACE_LETTERS,
    LOWER_CASE_LETTERS,
    TOKEN,
    TURN,
    WHOLE_TURN,
    digits_group,
    fault_of_aside,
    is_face_turn,
    plain_digits,
    shorten,
)
from cubeproof.puzzle.two_readings import fault_of_digits, fault_of_slice, spaced_turns
from cubeproof.sentences import Sentence, Template

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


class TurnParser:
    """A text, and a position in it that moves on with every part that is read."""

    def __init__(self, text: str, lower_case: LowerCase) -> None:
        self.written = text
        self.text = text  # the same with lists and labels replaced, of the same length
        self.position = 0
        self.lower_case = lower_case
        self.face_letters: list[str] = []

    def error(self, reason: Sentence, position: int | None = None) -> NotationError:
        """Return the exception of a fault at a position, by default the current one."""
        return NotationError(reason, self.written, self.position if position is None else position)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move on over a pattern; return its match, or None if the pattern is not there."""
        match = pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def amount(self) -> tuple[int, re.Match[str]]:
        """Read an amount; return it, negative with a prime and 1 by default, and its match of `AMOUNT`."""
        match = self.take(AMOUNT)
        assert match is not None, "the pattern matches the empty text"
        group = digits_group(match)
        amount = self.number(match[group], match.start(group), _LARGE_NUMBER) if match[group] else 1
        return (-amount if match["prime"] or match["early_prime"] else amount), match

    def number(self, digits: str, position: int, too_large: Template, start: int | None = None) -> int:
        """Return the number at `position`. A number that is too large is reported at `start`, if given."""
        if len(digits) > 7:
            raise self.error(too_large(), position if start is None else start)
        if len(digits) > 1 and digits[0] == "0":
            raise self.error(_LEADING_ZERO(number=digits, reading=digits.lstrip("0") or "0"), position)
        return int(plain_digits(digits))

    def turn(self) -> Move | None:
        """Read a turn; return None for a multiple of 4 quarter turns."""
        start = self.position
        match = self.take(TURN)
        if match is None:
            raise self.unknown(start)
        amount, written = self.amount()
        depth = self.take(DEPTH)
        letter, wide = match["letter"], match["wide"]
        if not END_OF_TURN.match(self.text, self.position):
            raise self.unknown(start)
        if wide and letter not in FACE_LETTERS:
            raise self.error(_NOT_WIDE(family=letter), start)
        if (match["first"] or depth) and letter in "MESmesxyz":
            raise self.error(OPEN(reason=NAMES_ITS_LAYERS(family=letter)), start)
        layers = self.layers(match, depth)
        family = letter.upper() if letter in LOWER_CASE_LETTERS else letter
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
        is_lower_case = turn["letter"] in LOWER_CASE_LETTERS
        if depth:
            layer = self.number(depth["depth"], depth.start("depth"), _LARGE_LAYER, start) + 1
            if first is not None or turn["wide"] or is_lower_case:
                raise self.error(_DEPTH_ALONE(), start)
            return layer, layer
        if turn["wide"]:
            self.face_letters.append(f"{turn['letter']}w")
        if last is not None:
            return 1 if first is None else first, last
        if not (turn["wide"] or is_lower_case):
            return (1, 1) if first is None else (first, first)
        layer = 2 if first is None else first
        if is_lower_case:
            self.face_letters.append(turn[0])
            if self.lower_case is LowerCase.INNER:
                return layer, layer
        return 1, layer

    def check_next_turn(self, turn: re.Match[str], amount: re.Match[str]) -> None:
        """Refuse a turn directly after `turn`, unless both are face turns and the text has one reading."""
        start, end = turn.start(), self.position
        following = WHOLE_TURN.match(self.text, end)
        if following is None:
            return
        reading = ""
        if not (is_face_turn(turn) and is_face_turn(following)):
            reading, last, stop = spaced_turns(self.text, start)
            if not END_OF_TURN.match(self.text, stop):
                raise self.unknown(last)
        if fault := fault_of_digits(self.text, start, end, amount):
            raise self.error(fault)
        if reading:
            fault = fault_of_slice(self.text, start, end, turn)
            raise self.error(fault or _NO_BLANK(reading=shorten(reading, 40)))

    def unknown(self, start: int) -> NotationError:
        """Return the exception of a character that does not start a turn."""
        character = self.text[start]
        if character in ")]":
            return self.error(_CLOSES_NOTHING(bracket=character), start)
        if character in ",:":
            return self.error(_OUT_OF_PLACE(separator=character), start)
        if fault := fault_of_aside(self.text, start):
            return self.error(fault, start)
        token = TOKEN.match(self.text, start)
        excerpt = token[0] if token else character
        return self.error(_NO_TURN(token=shorten(excerpt, 20)), start)
