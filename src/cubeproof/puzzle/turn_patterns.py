"""The regular expressions of turns and amounts."""

import re

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
