"""`in_small_blocks`: turns of at most half of the layers, as cubers write them, in place of deeper blocks."""

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle import MIN_SIZE
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.geometry import FACES, Slab, geometry
from cubeproof.puzzle.move import Move

_Places = NDArray[np.intp]
"""The face whose place each face takes, shape (6,), in `FACES` order."""


def in_small_blocks(alg: Alg, size: int) -> Alg:
    """Return the same turns with no block of more than half of the layers; turns of the whole cube come last.

    A turn of three of four layers moves the fourth against the others: `3Rw` is `L x`. So the turns after it have
    other names.

    Raises:
        UsageError: the cube has no such layer.

    >>> str(in_small_blocks(Alg("3Rw' U Rw2"), 4)), str(in_small_blocks(Alg("4Rw U"), 5))
    ("L' B Rw2 x'", 'L F x')
    """
    places = np.arange(6)
    turns = []
    for move in alg:
        slab = move.slab(size)
        face = int(places[FACES.index(slab.face)])
        depth = slab.last if slab.first == 1 else 0
        if depth < size:
            if 2 * depth > size:
                turns.append(Move(FACES[(face + 3) % 6], slab.turns, 1, size - depth))
            else:
                turns.append(Move(FACES[face], slab.turns, slab.first, slab.last))
        if 2 * depth > size:
            places = _rotated(FACES[face], slab.turns)[places]
    return Alg(turns) + _rotation(tuple(places.tolist()))


@cache
def _rotated(face: str, turns: int) -> _Places:
    """Return the face that a turn of the whole cube brings to each place."""
    rotation = geometry(MIN_SIZE).turn(Slab(face, 1, MIN_SIZE, turns))
    return (rotation[:: MIN_SIZE**2] // MIN_SIZE**2).astype(np.intp)


@cache
def _rotation(places: tuple[int, ...]) -> Alg:
    """Return the fewest turns of the whole cube that bring these faces to their places."""
    turns = [
        (Move(axis, amount), _rotated(face, amount % 4))
        for axis, face in zip("xyz", "RUF", strict=True)
        for amount in (1, 2, -1)
    ]
    words = [((), np.arange(6)), *(((move,), way) for move, way in turns)]
    words += [
        ((*first, second), before[after]) for (first, before), (second, after) in product(words[1:], turns)
    ]
    return next(Alg(word) for word, way in words if tuple(way.tolist()) == places)
