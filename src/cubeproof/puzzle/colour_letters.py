"""States written in colours, `W R G Y O B`: converting the colours to faces.

A text is in colours if it has only these letters and `?`, in either case, and has a W, Y, G or O. A text of faces
has a U, F, D or L, so a text of a complete cube has one meaning. Which colour belongs to which face:

- On odd sizes the middle centres determine it, in every colour scheme. One unknown centre has the remaining colour.
  If more centres are unknown, the usual scheme is assumed: white opposite yellow, green opposite blue, red opposite
  orange, and red on the right if white is up and green in front. Exactly one of its rotations must agree with the
  known centres.
- On even sizes no centre determines it. The text is read in the usual scheme with white as U and green as F. A cube
  of another scheme then has impossible corners, and is refused.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import FaceletsError
from cubeproof.puzzle.geometry import FACES, rotated_faces
from cubeproof.sentences import Template, say

COLOURS = "WRGYOB"
"""The letters of the colours, in the order of the faces that have them in the usual scheme."""

SQUARES = ("⬜", "🟥", "🟩", "🟨", "🟧", "🟦")
"""The emoji squares of the faces URFDLB."""
SHAPES = ("⬜", "🟥", "🟢", "🟡", "🔶", "🟦")
"""The same, with different shapes where hues look alike."""
UNKNOWN_SQUARE = "⬛"
"""The emoji square of unknown stickers."""
EMOJI = {emoji: face for row in (SQUARES, SHAPES) for emoji, face in zip(row, FACES, strict=True)} | {
    UNKNOWN_SQUARE: "?"
}
"""The letter of the face, or `?`, that each emoji square means."""

MIRRORED_SCHEME = say(
    "state.mirrored-scheme",
    "This is another colour scheme, the mirror image of the usual one; do you hold the cube as painted?",
)
"""The hint for a cube for which `is_mirrored` holds."""

_SAME_CENTRES = Template("state.same-centres", "Two centres have the colour {colour}.")


def are_colours(text: str) -> bool:
    """Return whether a text without blanks means colours, not faces.

    >>> are_colours("wrgyob?"), are_colours("RBRB"), are_colours("WRF")
    (True, False, False)
    """
    letters = set(text.upper())
    return letters <= set(COLOURS + "?") and not letters.isdisjoint("WYGO")


def read_colours(text: str, size: int) -> NDArray[np.int8]:
    """Read a text of colours as numbers of faces: 0 to 5 in URFDLB order, −1 for unknown, shape (6·size²,).

    >>> "".join("URFDLB"[face] for face in read_colours("wwwwrrrrggggyyyyoooobbbb", 2)) == "UUUURRRRFFFFDDDDLLLLBBBB"
    True
    """
    letters = text.upper()
    scheme = _scheme_of(letters[size * size // 2 :: size * size]) if size % 2 else COLOURS
    faces = {colour: face for face, colour in enumerate(scheme)} | {"?": -1}
    return np.array([faces[letter] for letter in letters], dtype=np.int8)


def is_mirrored(text: str) -> bool:
    """Return whether the centres of a text of colours show the mirror image of the usual scheme, in any rotation.

    Even sizes have no centres in the middle, so no text of theirs is mirrored.

    >>> [is_mirrored("".join(9 * colour for colour in scheme)) for scheme in ("WRGYOB", "WOGYRB", "RWGYOB")]
    [False, True, False]
    """
    letters = "".join(text.split()).upper()
    size = math.isqrt(len(letters) // 6)
    if size % 2 == 0 or 6 * size * size != len(letters) or not are_colours(letters):
        return False
    # Red and orange exchanged: one pair of opposite colours makes the mirror image.
    mirrored = _scheme_of(letters[size * size // 2 :: size * size]).translate(str.maketrans("RO", "OR"))
    return mirrored in _usual_holds()


def _usual_holds() -> set[str]:
    """Return the colours of the faces URFDLB in the usual scheme, for each way to hold the cube."""
    return {"".join(COLOURS[face] for face in hold) for hold in rotated_faces()}


def _scheme_of(centres: str) -> str:
    """Return the colours of the faces URFDLB, given the known centres."""
    letters = centres.replace("?", "")
    for colour in letters:
        if letters.count(colour) > 1:
            raise FaceletsError(_SAME_CENTRES(colour=colour))
    missing = sorted(set(COLOURS) - set(letters))
    if len(missing) <= 1:
        return centres.replace("?", "".join(missing))
    fitting = [
        hold for hold in _usual_holds() if all(a in ("?", b) for a, b in zip(centres, hold, strict=True))
    ]
    if len(fitting) != 1:
        raise FaceletsError(
            say(
                "state.unknown-centres",
                "The known centres do not determine which colour belongs to which face. Give the colours "
                "of all centres.",
            )
        )
    return fitting[0]
