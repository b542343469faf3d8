"""Texts with two readings: turns without a blank between them, and what follows a bracket.

Each check returns the sentence of the fault, or None if the text has one reading.
"""

from __future__ import annotations

import re

from cubeproof.puzzle.text_parts import (
    AMOUNT,
    BLANKS,
    FACE_LETTERS,
    LOWER_CASE_LETTERS,
    PRIME,
    WHOLE_TURN,
    digits_group,
    is_face_turn,
    shorten,
)
from cubeproof.sentences import Sentence, Template

_LONGEST = 40
_SLICE_SUFFIXES = {"": ("", "'"), "'": ("'", ""), "2": ("2", "2")}
# A number after a bracket: `(A) x6`, `(A) x 6`, `(A) (x6)`; `(A)*3 R`; `(A) (6)`.
_TIMES_X = re.compile(
    rf"(?P<blanks>{BLANKS})(?P<open>\(\s*)?x(?P<gap>\s*)(?P<times>(?P<number>[0-9]++){PRIME}?|{PRIME}[0-9]++)"
    rf"(?(open)\s*\)(?![0-9]|{PRIME})|(?!-))"
)
_END = re.compile(r"$|[\s()\[\],:/.]")
_TIMES_STAR = re.compile(
    rf"[^\S\n]*\*[^\S\n]*(?P<number>[0-9]++){BLANKS}(?P<turn>[{FACE_LETTERS}{LOWER_CASE_LETTERS}]w?)"
)
_BARE_COUNT = re.compile(r"\(\s*(?P<number>[0-9]+)\s*\)")

TWO_READINGS = Template("notation.two-readings", "{written!r} has two readings; write {readings!r:or}")


def two_readings(written: str, *readings: str) -> Sentence:
    """Return the sentence that shows the readings of a text."""
    return TWO_READINGS(
        written=shorten(written, _LONGEST), readings=[shorten(text, _LONGEST) for text in readings]
    )


def fault_of_digits(text: str, start: int, end: int, amount: re.Match[str]) -> Sentence | None:
    """Return the fault if digits before `end` could also be the layer number of the turn after `end`.

    Args:
        text: the whole text.
        start: the start of a turn, or the closing bracket of a group.
        end: the end of its amount.
        amount: the match of the amount.
    """
    following = WHOLE_TURN.match(text, end)
    group = digits_group(amount)
    if following is None or not amount[group].isascii() or not amount[group] or amount.end(group) != end:
        return None
    if following["letter"] not in FACE_LETTERS + LOWER_CASE_LETTERS or (
        group == "digits" and is_face_turn(following)
    ):
        return None
    readings = (f"{text[start:at]} {text[at : following.end()]}" for at in (end, amount.start(group)))
    return two_readings(text[start : following.end()], *readings)


def fault_of_slice(text: str, start: int, end: int, turn: re.Match[str]) -> Sentence | None:
    """Return the fault if a face turn and an `s` could be a slice in Singmaster's notation: `Rs` is R L'."""
    following = WHOLE_TURN.match(text, end)
    if following is None or following["letter"] != "s" or turn[0] not in FACE_LETTERS or turn.end() != end:
        return None
    suffixes = _SLICE_SUFFIXES.get(re.sub(PRIME, "'", following[0][1:]))
    if suffixes is None:
        return None
    opposite = FACE_LETTERS[(FACE_LETTERS.index(turn[0]) + 3) % 6]
    slice_turn = f"{turn[0]}{suffixes[0]} {opposite}{suffixes[1]}"
    return two_readings(text[start : following.end()], slice_turn, f"{turn[0]} {following[0]}")


def fault_after_bracket(text: str, start: int, end: int, amount: re.Match[str]) -> Sentence | None:
    """Return the fault if the text after a bracket could also be its amount.

    Args:
        text: the whole text.
        start: the closing bracket.
        end: the end of its amount.
        amount: the match of the amount.
    """
    if amount[digits_group(amount)]:
        return fault_of_digits(text, start, end, amount)
    bracket = text[start:end]
    if star := _TIMES_STAR.match(text, end):
        number, turn = star["number"], star["turn"]
        return two_readings(
            f"{bracket}*{number} {turn}", f"{bracket}{number} {turn}", f"{bracket} {number}{turn}"
        )
    match = _TIMES_X.match(text, end)
    if match is None or not AMOUNT.fullmatch(amount[0] + match["times"]):
        return None
    if match["gap"] and not _END.match(text, match.end()):
        return None
    is_adjacent = not (match["blanks"] or match["open"] or match["gap"])
    is_repeated = match["number"] is not None and match["number"].lstrip("0") not in ("", "1")
    if not (is_adjacent or is_repeated):
        return None
    rotation = f"x{_modulo_4(match['times'])}"
    if match["open"]:
        rotation = f"({rotation})"
    written = f"{bracket}{' ' if match['blanks'] else ''}{text[match.end('blanks') : match.end()]}"
    return two_readings(written, f"{bracket}{match['times']}", f"{bracket}1 {rotation}")


def _modulo_4(amount: str) -> str:
    """Return the amount of a rotation with a number below 4: `6` is `2`."""
    return re.sub(r"[0-9]+", lambda digits: str(int(digits[0][-2:]) % 4), amount)


def fault_of_bare_count(text: str, position: int, bracket: str, turns: int) -> Sentence | None:
    """Return the fault of `(A) (6)`, unless the algorithm has that number of turns.

    Args:
        text: the whole text.
        position: the start of the count.
        bracket: the closing bracket before the count.
        turns: the number of turns before the count.
    """
    count = _BARE_COUNT.match(text, position)
    if count is None or count["number"] == str(turns):
        return None
    number = count["number"]
    return two_readings(f"{bracket} ({number})", f"{bracket}{number}", f"{bracket} // {number}")


def spaced_turns(text: str, position: int) -> tuple[str, int, int]:
    """Return turns without blanks between them with blanks, the start of the last turn, and the end."""
    turns: list[str] = []
    last = end = position
    while match := WHOLE_TURN.match(text, end):
        turns.append(match[0])
        last, end = end, match.end()
    return " ".join(turns), last, end
