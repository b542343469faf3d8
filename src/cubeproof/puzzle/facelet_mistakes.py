"""Facelets with something among them that is no facelet, such as a prime or a letter of another key.

Turns are written apart, or with primes and digits. So a text with many letters of which most stand together, of five
or six faces, is a cube with a mistake, and never turns.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cubeproof.puzzle.colour_letters import COLOURS
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.text_parts import shorten
from cubeproof.sentences import Sentence, Template

FEWEST_TOGETHER = 20
"""The least number of letters of a text that is facelets because its letters stand together."""
_FEWEST_FACES = 5
# At most one foreign part for this number of letters; turns without blanks have one for two letters.
_LETTERS_PER_MISTAKE = 4

_MISTAKE = Template(
    "facelets.mistake",
    "{part!r} is among {letters} facelets of a cube; stickers are the letters {faces} of faces, or {colours} of "
    "colours, and ? for unknown",
)
_PART = re.compile(r"\"(?P<double>[^\"\n]*)\"|'(?P<single>[^'\n]*)'|[^\s,\[\]()\"]+")
_ALPHABETS = {
    letters: (re.compile(f"[{letters}?]", re.IGNORECASE), re.compile(f"[^{letters}?\\s,]+", re.IGNORECASE))
    for letters in (FACES, COLOURS)
}


def are_listed_stickers(parts: list[str]) -> bool:
    """Whether 20 or more parts of a list are almost all single letters of five or six faces.

    >>> are_listed_stickers([*"URFDLB" * 4, "R'"]), are_listed_stickers(["R", "U'", "F2", "D'", "L"] * 5)
    (True, False)
    """
    letters = [part.strip().upper() for part in parts if len(part.strip()) == 1]
    return (
        len(letters) >= FEWEST_TOGETHER
        and len({*letters} & {*FACES}) >= _FEWEST_FACES
        and _LETTERS_PER_MISTAKE * (len(parts) - len(letters)) <= len(letters)
    )


class Mistake(NamedTuple):
    """A character among facelets that is none."""

    reason: Sentence
    """The fault, as for `NotationError`."""
    position: int
    """The index of the character in the text, from 0."""


def stand_together(text: str) -> bool:
    """Whether a text without comments has 20 or more letters of five or six faces, of which most stand together.

    >>> stand_together("UUUURRRRFFFF'DDDDLLLLBBB"), stand_together("RUR'U'R'F2LDB" * 4), stand_together("U R F D " * 6)
    (True, False, False)
    """
    return _alphabet(text) is not None


def find_mistake(text: str) -> Mistake | None:
    """Return the first part of such a text, or of a list of letters, that is no facelet, or None.

    >>> find_mistake("UUUURRRRFFFF'DDDDLLLLBBB").position
    12
    """
    alphabet = _alphabet(text)
    if alphabet is None:
        return _mistake_in_list(text)
    letter, foreign = _ALPHABETS[alphabet]
    first = foreign.search(text)
    return None if first is None else _mistake(first[0][0], len(letter.findall(text)), first.start())


def _mistake_in_list(text: str) -> Mistake | None:
    """Return the first part of a list of letters that is no letter, or None."""
    if len(text) < FEWEST_TOGETHER or not ("," in text or '"' in text):
        return None
    matches = list(_PART.finditer(text))
    parts = [match["double"] or match["single"] or match[0] for match in matches]
    if not are_listed_stickers(parts):
        return None
    odd = [place for place, part in enumerate(parts) if len(part) != 1]
    return _mistake(parts[odd[0]], len(parts) - len(odd), matches[odd[0]].start()) if odd else None


def _mistake(part: str, letters: int, position: int) -> Mistake:
    reason = _MISTAKE(part=shorten(part, 20), letters=letters, faces=FACES, colours=COLOURS)
    return Mistake(reason, position)


def _alphabet(text: str) -> str | None:
    """Return the letters of which the text is made, those of faces or of colours."""
    if len(text) < FEWEST_TOGETHER:
        return None
    for alphabet, (letter, foreign) in _ALPHABETS.items():
        letters = letter.findall(text)
        if len(letters) < FEWEST_TOGETHER or len({*"".join(letters).upper()} - {"?"}) < _FEWEST_FACES:
            continue
        together = sum(len(run) for run in re.findall(f"{letter.pattern}{{2,}}", text, re.IGNORECASE))
        mistakes = len(foreign.findall(text))
        if 2 * together > len(letters) and _LETTERS_PER_MISTAKE * mistakes <= len(letters):
            return alphabet
    return None
