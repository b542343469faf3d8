"""Six ways to look at a cube that is to be solved: along each of the three axes, and at its inverse.

Seen along another axis, or undone instead of done, a scramble has equally long answers, but other orientations and
another middle layer: where one view needs many turns for the first phase, another may need few.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.engine import Word
from cubeproof.puzzle.cubies import Cubies, face_turns
from cubeproof.puzzle.geometry import geometry

__all__ = ["View", "views"]


@dataclass(frozen=True, eq=False)
class View:
    """A scramble, seen in one of the six ways.

    Attributes:
        cube: the cube as it is seen.
        turns: shape (18,), which turn of the scramble makes up for a turn of the view.
        inverted: whether an answer for the view solves the scramble when it is read backwards.
    """

    cube: Cubies
    turns: NDArray[np.intp]
    inverted: bool

    def answer(self, word: NDArray[np.integer]) -> Word:
        """What solves the scramble, from the turns that solve the view."""
        return tuple(self.turns[word[::-1] if self.inverted else word].tolist())


def views(scramble: NDArray[np.int16]) -> tuple[View, ...]:
    """All views of a permutation of stickers in gather form, each different one once.

    >>> len(views(face_turns()[0])), len(views(face_turns()[1]))
    (6, 3)
    """
    turns = face_turns()
    number = {turn.tobytes(): index for index, turn in enumerate(turns)}
    found: dict[bytes, View] = {}
    for inverted in (False, True):
        seen = np.argsort(scramble) if inverted else scramble
        for rotation in _rotations():
            undo = np.argsort(rotation)
            # In gather form p[q] is p, then q; the view of p is undo, p, rotation.
            view = undo[seen[rotation]].astype(np.int16)
            meant = rotation[turns[:, undo]]
            meant = np.argsort(meant, axis=1).astype(np.int16) if inverted else meant
            renamed = np.array([number[turn.tobytes()] for turn in meant])
            found.setdefault(view.tobytes(), View(Cubies.read(view[None]), renamed, inverted))
    return tuple(found.values())


def _rotations() -> tuple[NDArray[np.int16], ...]:
    """Rotations of the whole cube that bring each of the three axes upright; the first changes nothing."""
    rotations = geometry(3).rotations
    third = next(turn for turn in rotations[1:] if (turn[turn[turn]] == rotations[0]).all())
    return rotations[0], third, third[third]
