"""The meaning of lower-case turns in a text for a cube of a known size.

`r` is the wide turn Rw in SiGN. In the literature of the 4×4×4 and the 5×5×5 it is the inner layer 2R. The text `r`
does not show which of the two its author meant. The default is wide, and on three or more layers there is a note for
the user. On four or more layers, a text that has both `Rw` and `r` has another name for the wide turn, so its `r` is
the inner layer.
"""

from __future__ import annotations

from typing import NamedTuple

from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.notation import LowerCase, face_letters
from cubeproof.puzzle.text_parts import LOWER_CASE_LETTERS
from cubeproof.sentences import Sentence, Template

# The fewest layers with an inner layer, and of the cubes in whose literature `r` is the inner layer.
_LEAST_SIZE, _LEAST_INNER = 3, 4

_READ_AS_WIDE = Template(
    "lower-case.wide",
    "{turn!r} was read as the wide turn {wide}; --lower-case inner reads it as the inner layer {inner}.",
)
_READ_AS_INNER = Template(
    "lower-case.inner",
    "The text has both {letter}w and {turn!r}, so {turn!r} was read as the inner layer {inner}; "
    "--lower-case wide reads it as the wide turn {wide}.",
)


class LowerCaseReading(NamedTuple):
    """The meaning of the lower-case turns of a text."""

    lower_case: LowerCase
    """The reading, for `Alg(text, lower_case)`."""
    note: Sentence | None
    """A sentence for the user if cubeproof chose the reading and the choice changes the turns, else None."""


def lower_case_reading(text: str, size: int, lower_case: LowerCase | str | None = None) -> LowerCaseReading:
    """Return the meaning of the lower-case turns of `text` on a cube of `size` layers.

    Args:
        text: turns.
        size: the number of layers.
        lower_case: the user's choice, which comes first on every size; None without a choice.

    Raises:
        NotationError: the reading depends on `text`, which has a fault.
        UsageError: `lower_case` is not a reading.

    >>> lower_case_reading("r U r'", 2)
    LowerCaseReading(lower_case=<LowerCase.WIDE: 'wide'>, note=None)
    >>> print(lower_case_reading("r U r'", 3).note)
    'r' was read as the wide turn Rw; --lower-case inner reads it as the inner layer 2R.
    >>> lower_case_reading("Rw U r'", 4).lower_case, lower_case_reading("Rw U r'", 4, "wide").note
    (<LowerCase.INNER: 'inner'>, None)
    """
    if lower_case is not None:
        return LowerCaseReading(LowerCase(lower_case), None)
    depends_on_text = size >= _LEAST_SIZE and any(letter in text for letter in LOWER_CASE_LETTERS)
    letters = face_letters(text) if depends_on_text else []
    turns = [letter for letter in letters if not letter.endswith("w")]
    if not turns:
        return LowerCaseReading(LowerCase.WIDE, None)
    inner = [turn for turn in turns if f"{turn[-1].upper()}w" in letters and size >= _LEAST_INNER]
    turn = (inner or turns)[0]
    letter = turn[-1].upper()
    layers = turn[:-1]
    as_wide, as_inner = f"{layers}{letter}w", f"{layers or 2}{letter}"
    if inner:
        note = _READ_AS_INNER(letter=letter, turn=turn, wide=as_wide, inner=as_inner)
        return LowerCaseReading(LowerCase.INNER, note)
    return LowerCaseReading(LowerCase.WIDE, _READ_AS_WIDE(turn=turn, wide=as_wide, inner=as_inner))


def read_turns(
    text: str, size: int, lower_case: LowerCase | str | None = None
) -> tuple[Alg, Sentence | None]:
    """Return the turns of a text for a cube of `size` layers, and the note for the user if one is due.

    >>> str(read_turns("r U", 4, "inner")[0]), read_turns("r U", 4)[1].code
    ('2R U', 'lower-case.wide')
    """
    reading = lower_case_reading(text, size, lower_case)
    return Alg(text, reading.lower_case), reading.note
