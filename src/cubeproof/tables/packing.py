"""Compact storage of distances: in 4 or 2 bits, or modulo 3.

If a turn changes a distance by at most 1, distances modulo 3 are enough: a neighbour of a state is nearer if its
remainder is one less, and the number of steps to the goal is the distance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse

UNREACHED = 3
"""The remainder of a state from which no goal can be reached."""

# The number of entries that are written at once.
_CHUNK = 1 << 22


def packed(entries: NDArray[np.uint8], bits: int) -> NDArray[np.uint8]:
    """Pack entries below 2^bits with `bits` bits each, the first in the lowest bits of a byte.

    >>> packed(np.array([1, 2, 3, 0, 2], dtype=np.uint8), 2).tolist()
    [57, 2]
    """
    share = 8 // bits
    flat = entries.reshape(-1)
    content = np.zeros(-(-len(flat) // share), dtype=np.uint8)
    for first in range(0, len(flat), _CHUNK):
        pulse()
        for place in range(share):
            part = flat[first + place : first + _CHUNK : share]
            content[first // share :][: len(part)] |= part << np.uint8(bits * place)
    return content


def unpacked(content: NDArray[np.uint8], bits: int, places: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Read the entries at some places.

    >>> unpacked(np.array([57, 2], dtype=np.uint8), 2, np.arange(5)).tolist()
    [1, 2, 3, 0, 2]
    """
    share = 8 // bits
    shift = (places % share * bits).astype(np.uint8)
    entries: NDArray[np.uint8] = content[places // share] >> shift & np.uint8((1 << bits) - 1)
    return entries


def modulo_3(table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the remainders of distances, `UNREACHED` for unknown distances.

    >>> modulo_3(np.array([0, 4, 255], dtype=np.uint8)).tolist()
    [0, 1, 3]
    """
    return np.array([*(depth % 3 for depth in range(255)), UNREACHED], dtype=np.uint8)[table]
