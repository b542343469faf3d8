"""Turns for cubing.js's player, which draws cubes of two to seven layers and has a notation of its own."""

from __future__ import annotations

from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.move import Move

__all__ = ["MAX_TWISTY_SIZE", "twisty_turn"]

MAX_TWISTY_SIZE = 7
"""The largest cube that it knows by name."""

_ROTATIONS = {"R": ("x", 1), "L": ("x", -1), "U": ("y", 1), "D": ("y", -1), "F": ("z", 1), "B": ("z", -1)}
_SLICES = {"R": ("M", -1), "L": ("M", 1), "U": ("E", -1), "D": ("E", 1), "F": ("S", 1), "B": ("S", -1)}
_SUFFIXES = {1: "", 2: "2", 3: "'"}


def twisty_turn(move: Move, size: int) -> str:
    """A turn as the player reads it: it knows no `Rw` on a 2×2×2, and no `m` on a 3×3×3.

    Raises:
        UsageError: a cube of this size has no such layer.

    >>> [twisty_turn(Move("R", -1, 1, 2), size) for size in (2, 3)]
    ["x'", "Rw'"]
    >>> twisty_turn(Move("m"), 3), twisty_turn(Move("M"), 5)
    ('M', '3L')
    """
    slab = move.slab(size)
    face, first, last, sense = slab.face, slab.first, slab.last, 1
    if first > 1 and last == size:
        # What reaches the far side is turned from there.
        face, first, last, sense = FACES[(FACES.index(face) + 3) % 6], 1, size + 1 - first, -1
    if first == 1 and last == size:
        name, sense = _ROTATIONS[face]
    elif size == 3 and first == last == 2:
        name, sense = _SLICES[face]
    elif first == last:
        name = face if first == 1 else f"{first}{face}"
    elif first == 1:
        name = f"{face}w" if last == 2 else f"{last}{face}w"
    else:
        name = f"{first}-{last}{face}w"
    return name + _SUFFIXES[slab.turns * sense % 4]
