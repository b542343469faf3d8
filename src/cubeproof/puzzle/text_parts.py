"""The parts of a text of turns, as regular expressions: turns and amounts, and what turns nothing.

Blanks, comments, insertion marks, and counts at the end turn nothing. An insertion mark shows where turns were inserted
into a solution: `*`, `+` or a word in braces, with blanks around it. If the text goes on with a legend, `* = R U R'`,
the inserted turns are missing at the mark, so the text is refused.
"""

import re

from cubeproof.sentences import Sentence, Template

FACE_LETTERS = "URFDLB"
LOWER_CASE_LETTERS = "urfdlb"

PRIME = "['’‘‛′`´ʹʼ＇]"
_SUPERSCRIPTS = "²³⁴⁵⁶⁷⁸⁹"
# Digits before a hyphen are the first layer of the next turn: `R 2-3Rw` without its blank.
_DIGITS = f"(?:[0-9]++(?!-[0-9])|[{_SUPERSCRIPTS}])"
AMOUNT = re.compile(
    rf"(?P<early_prime>{PRIME})(?P<late_digits>{_DIGITS})|(?P<digits>{_DIGITS}?)(?P<prime>{PRIME}?)"
)
TURN = re.compile(
    r"(?:(?P<first>[0-9]+)(?:-(?P<last>[0-9]+))?)?(?P<letter>[URFDLBurfdlbMESmesxyz])(?P<wide>w?)"
)
END_OF_TURN = re.compile(rf"$|[\s()\[\],:/.]|{TURN.pattern}")
DEPTH = re.compile(r"\{\s*(?P<depth>[0-9]+)\s*\}")
WHOLE_TURN = re.compile(rf"{TURN.pattern}(?:{AMOUNT.pattern})(?:{DEPTH.pattern})?")
TOKEN = re.compile(r"[^\s()\[\],:/.]+|/")

_TO_DIGITS = str.maketrans(_SUPERSCRIPTS, "23456789")

COMMENT = r"//[^\n]*+|/\*(?s:.*?)\*/"
"""A comment, to the end of the line or to `*/`."""
BLANKS = rf"(?:\s|{COMMENT})*+"
"""Blanks and comments."""
_SKIPPED = re.compile(rf"(?:[\s.]|{COMMENT})*+")
_MARK = re.compile(r"(?<!\S)[*+](?!\S)|(?<=\s)\{(?P<words>[^{}\n]*)\}(?!\S)")
_LEGEND = re.compile(r"(?:[*+]|\{[^{}\n]*\})\s*(?:[=:→]|->)")
_METRIC = r"(?i:[efhqs]tm|obtm|moves?|turns?)"
_NUMBER = rf"[0-9]+\s*(?:[fhqs]|{_METRIC})?\*?"
_COUNT = re.compile(
    rf"\(\s*{_NUMBER}(?:\s*,\s*{_NUMBER})*\s*\)|(?<=\s)[-–—]\s*[0-9]+\s*(?:[fhqs](?![a-z])|{_METRIC})\*?"
)
_BYTE_ORDER_MARK = "\ufeff"

NOT_CLOSED = Template("notation.not-closed", "{bracket!r} is never closed")
_INSERTED = Template(
    "notation.legend", "{mark!r} has a legend; write the inserted turns at their place in the solution"
)


def skip_blanks(text: str, position: int) -> int:
    """Return the position after blanks, pauses, comments and a byte order mark.

    >>> skip_blanks("R // right U2", 1), skip_blanks("R /* a */ . U", 1)
    (13, 12)
    """
    if position == 0 and text.startswith(_BYTE_ORDER_MARK):
        position = 1
    match = _SKIPPED.match(text, position)
    return match.end() if match else position


def insertion_mark(text: str, position: int) -> re.Match[str] | None:
    """Return the match of an insertion mark without a legend; its group `words` is the text in braces."""
    mark = _MARK.match(text, position)
    return None if mark is None or _has_legend(text, position) else mark


def skip_count(text: str, position: int) -> int | None:
    """Return the end of the text if only a count of turns is left, `(20f*)` or `- 21 moves`, else None.

    >>> skip_count("R U (2q*, 2f)", 4), skip_count("R U (2f) R", 4)
    (13, None)
    """
    count = _COUNT.match(text, position)
    return len(text) if count and skip_blanks(text, count.end()) == len(text) else None


def fault_of_aside(text: str, position: int) -> Sentence | None:
    """Return the fault of a comment or an insertion mark at this position, or None."""
    if text.startswith("/*", position):
        return NOT_CLOSED(bracket="/*")
    if _has_legend(text, position):
        return _INSERTED(mark=text[position : position + 1])
    return None


def _has_legend(text: str, position: int) -> bool:
    """Whether a legend starts here: a mark with a sign after it, or a mark at the start of a line but the first."""
    if _LEGEND.match(text, position):
        return True
    before = position - 1
    while before >= 0 and text[before] != "\n" and text[before].isspace():
        before -= 1
    is_later_line = before >= 0 and text[before] == "\n" and bool(text[:before].strip())
    return is_later_line and _MARK.match(text, position) is not None


def digits_group(amount: re.Match[str]) -> str:
    """Return the name of the group of `AMOUNT` with the digits: after the prime, or before it."""
    return "late_digits" if amount["late_digits"] else "digits"


def is_face_turn(turn: re.Match[str]) -> bool:
    """Whether a match of `TURN` or `WHOLE_TURN` is a turn of an outer layer without a layer number."""
    return turn["letter"] in FACE_LETTERS and not turn["first"] and not turn["wide"]


def plain_digits(digits: str) -> str:
    """Return digits with superscripts replaced.

    >>> plain_digits("²")
    '2'
    """
    return digits.translate(_TO_DIGITS)


def shorten(text: str, most: int) -> str:
    """Return the text, cut to a maximum length for a message."""
    return f"{text[:most]}…" if len(text) > most else text
