"""States written in colours, `W R G Y O B`, as faces.

A text means colours if it has only these letters and `?`, in either case, and has a W, Y, G or O: a text of
faces has a U, F, D or L, so no whole cube can be read in both ways. Which colour belongs to which face:

- On odd sizes the middle centres say it, in every colour scheme. One unknown centre has the colour that is left over.
  With more unknown centres the known ones must agree with the usual scheme (white opposite yellow, green opposite blue,
  red opposite orange; white up and green in front, red is on the right) in one hold only.
- On even sizes no centre says it. There the text is read in the usual scheme with white as U and green as F. A cube of
  another scheme has corners that do not exist then, and is refused.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import FaceletsError
from cubeproof.puzzle.geometry import rotated_faces
from cubeproof.sentences import Template, say

COLOURS = "WRGYOB"
"""The letters of the colours, in the order of the faces that have them in the usual scheme."""

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


def _scheme_of(centres: str) -> str:
    """The colours of the faces URFDLB, of which the centres may show only some."""
    shown = centres.replace("?", "")
    for colour in shown:
        if shown.count(colour) > 1:
            raise FaceletsError(_SAME_CENTRES(colour=colour))
    missing = sorted(set(COLOURS) - set(shown))
    if len(missing) <= 1:
        return centres.replace("?", "".join(missing))
    holds = {"".join(COLOURS[face] for face in hold) for hold in rotated_faces()}
    fitting = [hold for hold in holds if all(a in ("?", b) for a, b in zip(centres, hold, strict=True))]
    if len(fitting) != 1:
        raise FaceletsError(
            say(
                "state.unknown-centres",
                "The known centres do not say which colour belongs to which face. Give the colours of all centres.",
            )
        )
    return fitting[0]
