"""`number` and `numbered`: numbers for the 3,674,160 configurations of the 2×2×2 whose corner DBL is fixed.

A configuration is (p1…p7, o1…o7): the piece in place i, and its orientation, 1 to 3. The places are 1 DRB,
2 UBR, 3 ULB, 4 DFR, 5 URF, 6 UFL, 7 DLF, so that clockwise turns of R, F and U are

    r: (p2 p5 p3 p1 p4 p6 p7,  o2+ o5− o3 o1− o4+ o6 o7)
    f: (p1 p2 p3 p5 p6 p7 p4,  o1 o2 o3 o5+ o6− o7+ o4−)
    u: (p1 p3 p6 p4 p2 p5 p7,  o1 o3 o6 o4 o2 o5 o7)

These are the numbers of the article and of the proofs in Coq. There the cube is rotated by x2: the corner ULF is
fixed, f has the name b and u the name d, and the places are 1 URF, 2 DFR, 3 DLF, 4 UBR, 5 DRB, 6 DBL, 7 ULB.

The number of a configuration is n = 3⁶·n1 + n2. For n1 the pieces are swapped home in order: d_i is the distance of
piece i to the right of place i before its swap, and n1 = d6 + 2(d5 + 3(d4 + 4(d3 + 5(d2 + 6·d1)))). For n2 the first
six orientations are digits in base 3, o1 − 1 the lowest; the seventh follows from them, since their sum is invariant.
The solved configuration is number 0.

All functions work on arrays of configurations.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cubeproof.errors import UsageError
from cubeproof.sentences import Template, say

NUMBERED = Template("table.numbered", "Configurations are numbered from 0 to {last:,}.")
_TWISTS = Template("table.twists", "Orientations are 1 to 3, and the twists of a configuration cancel.")

PLACES = ("DRB", "UBR", "ULB", "DFR", "URF", "UFL", "DLF")
"""The slots of the places 1 to 7."""

PERMUTATIONS, ORIENTATIONS = 5040, 729
CONFIGURATIONS = PERMUTATIONS * ORIENTATIONS

_POWERS = 3 ** np.arange(6)


def number(pieces: ArrayLike, orientations: ArrayLike) -> NDArray[np.int64]:
    """Return the numbers of configurations.

    Args:
        pieces: shape (…, 7), the piece in each place, 1 to 7.
        orientations: shape (…, 7), their orientations, 1 to 3.

    Raises:
        UsageError: the pieces are not a permutation, or the orientations are impossible.

    >>> int(number([4, 1, 7, 2, 6, 5, 3], [1] * 7)) // ORIENTATIONS
    1058
    """
    order = np.array(pieces, dtype=np.int64)
    turned = np.array(orientations, dtype=np.int64)
    if order.shape[-1:] != (7,) or turned.shape != order.shape:
        raise UsageError(say("table.seven", "A configuration has seven pieces and seven orientations."))
    if not (np.sort(order, axis=-1) == np.arange(1, 8)).all():
        raise UsageError(say("table.pieces", "The pieces of a configuration are 1 to 7, each once."))
    if (turned < 1).any() or (turned > 3).any() or ((turned - 1).sum(axis=-1) % 3).any():
        raise UsageError(_TWISTS())
    first = np.zeros(order.shape[:-1], dtype=np.int64)
    for place in range(6):
        distance = np.argmax(order[..., place:] == place + 1, axis=-1)
        first = first * (7 - place) + distance if place else distance
        displaced = order[..., place].copy()
        np.put_along_axis(order, (distance + place)[..., None], displaced[..., None], axis=-1)
    return first * ORIENTATIONS + (turned[..., :6] - 1) @ _POWERS


def numbered(numbers: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the configurations with these numbers: pieces and orientations, each of shape (…, 7).

    Raises:
        UsageError: a number outside 0 to 3,674,159.

    >>> [part.tolist() for part in numbered(0)]
    [[1, 2, 3, 4, 5, 6, 7], [1, 1, 1, 1, 1, 1, 1]]
    """
    configurations = np.asarray(numbers, dtype=np.int64)
    if (configurations < 0).any() or (configurations >= CONFIGURATIONS).any():
        raise UsageError(NUMBERED(last=CONFIGURATIONS - 1))
    first, second = np.divmod(configurations, ORIENTATIONS)
    pieces = np.broadcast_to(np.arange(1, 8), (*configurations.shape, 7)).copy()
    for place in range(5, -1, -1):
        first, distance = np.divmod(first, 7 - place)
        sources = (distance + place)[..., None]
        displaced = np.take_along_axis(pieces, sources, axis=-1)
        np.put_along_axis(pieces, sources, pieces[..., place, None].copy(), axis=-1)
        pieces[..., place] = displaced[..., 0]
    turned = second[..., None] // _POWERS % 3
    last = -turned.sum(axis=-1, keepdims=True) % 3
    return pieces, np.concatenate([turned, last], axis=-1) + 1
