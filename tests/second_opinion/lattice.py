"""A second model of the cube: stickers as points of a lattice. It shares no code with the product: never import that.

Cubies stand at coordinates 1−N, 3−N, …, N−1; x goes to the right, y upwards, z towards the viewer. A sticker
is the point of its cubie with the coordinate of its face moved out to ±N, so a sticker is one point and a turn
is a rotation of points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

FACES = "URFDLB"
Array = NDArray[np.integer]

# For every face its outward direction, and the directions of its letters: along a row, and down a column.
_OUT = {"U": "+y", "R": "+x", "F": "+z", "D": "-y", "L": "-x", "B": "-z"}
_ROW = {"U": "+x", "R": "-z", "F": "+x", "D": "+x", "L": "+z", "B": "-x"}
_COLUMN = {"U": "+z", "R": "-y", "F": "-y", "D": "-z", "L": "-y", "B": "-y"}

_MIDDLES = {"M": "L", "E": "D", "S": "F"}
_WHOLE = {"x": "R", "y": "U", "z": "F"}
_TOKEN = re.compile(r"(?:(\d+)-)?(\d+)?([URFDLBMESxyz])(w?)(2|')?")


def _vector(text: str) -> Array:
    way: Array = np.eye(3, dtype=np.intp)["xyz".index(text[1])]
    return way if text[0] == "+" else -way


@cache
def points(size: int) -> Array:
    """Return the point of every sticker, in the order of facelet strings, shape (6·N², 3)."""
    steps = np.arange(1 - size, size, 2)
    return np.array([
        size * _vector(_OUT[face]) + column * _vector(_ROW[face]) + row * _vector(_COLUMN[face])
        for face in FACES
        for row in steps
        for column in steps
    ])  # fmt: skip


def cubies(size: int) -> Array:
    """Return the cubie of every sticker, shape (6·N², 3)."""
    return np.clip(points(size), 1 - size, size - 1)


@dataclass(frozen=True)
class Turn:
    """Some quarter turns clockwise of the layers first to last, counted from 1 at a face."""

    face: str
    first: int
    last: int
    quarters: int

    @property
    def name(self) -> str:
        if self.first == self.last:
            layers = self.face if self.first == 1 else f"{self.first}{self.face}"
        elif self.first == 1:
            layers = f"{self.last if self.last > 2 else ''}{self.face}w"
        else:
            layers = f"{self.first}-{self.last}{self.face}w"
        return layers + ["", "2", "'"][self.quarters - 1]

    def cost(self, metric: str, size: int) -> int:
        """Cost of the turn: 0 for the whole cube, 1 for a block at the surface, 2 for an inner slab (in stm 1)."""
        if self.first == 1 and self.last == size:
            return 0
        inner = self.first > 1 and self.last < size
        return (2 if inner and metric != "stm" else 1) * (2 if metric == "qtm" and self.quarters == 2 else 1)


def read(text: str, size: int) -> list[Turn]:
    """Turns by their names: `R U2 3Fw' 2-3Rw M x`."""
    turns = []
    for word in text.replace(",", " ").split():
        match = _TOKEN.fullmatch(word)
        assert match, word
        low, high, letter, wide, amount = match.groups()
        quarters = {None: 1, "2": 2, "'": 3}[amount]
        if letter in _WHOLE:
            turns.append(Turn(_WHOLE[letter], 1, size, quarters))
        elif letter in _MIDDLES:
            assert size % 2, word
            turns.append(Turn(_MIDDLES[letter], (size + 1) // 2, (size + 1) // 2, quarters))
        else:
            last = int(high or (2 if wide else 1))
            first = int(low) if low else 1 if wide else last
            assert 1 <= first <= last <= size, word
            turns.append(Turn(letter, first, last, quarters))
    return turns


@cache
def permutation(turn: Turn, size: int) -> Array:
    """Effect of the turn: afterwards place i shows what place permutation[i] showed."""
    out = _vector(_OUT[turn.face])
    before = points(size)
    after = before
    for _ in range(turn.quarters):
        # A clockwise quarter turn, seen from outside, about the outward direction n: v becomes n(n·v) − n×v.
        after = np.outer(after @ out, out) - np.cross(out, after)
    layer = (size + 1 - cubies(size) @ out) // 2
    after = np.where(((turn.first <= layer) & (layer <= turn.last))[:, None], after, before)
    # A point as one number.
    digits = (4 * size) ** np.arange(3)
    order = np.argsort(before @ digits)
    result = np.empty(len(before), dtype=np.intp)
    result[order[np.searchsorted((before @ digits)[order], after @ digits)]] = np.arange(len(before))
    return result


def slabs(size: int) -> list[Turn]:
    """Every turn of neighbouring layers that are not the whole cube, each once."""
    blocks = [(first, last) for last in range(1, size + 1) for first in range(1, last + 1)]
    blocks.remove((1, size))
    return [Turn(face, *block, quarters) for face in "URF" for block in blocks for quarters in (1, 2, 3)]


@cache
def rotations(size: int) -> tuple[tuple[str, Array], ...]:
    """Return the 24 rotations of the whole cube: the turns that make each, and their permutation."""
    results: dict[bytes, tuple[str, Array]] = {}
    for words in product(["", "x", "x2", "x'", "z", "z'"], ["", "y", "y2", "y'"]):
        text = " ".join(words).strip()
        result = after(np.arange(6 * size * size), text, size)
        results.setdefault(result.tobytes(), (text, result))
    assert len(results) == 24
    return tuple(results.values())


def after(state: Array, text: str, size: int) -> Array:
    """Return a state after turns, shape (6·N²,)."""
    for turn in read(text, size):
        state = state[permutation(turn, size)]
    return state


def solved(size: int) -> Array:
    """The colours of the solved cube, 0 to 5 in the order URFDLB."""
    return np.repeat(np.arange(6), size * size)


def colours(facelets: str) -> Array:
    """The numbers of the letters; 6 for `?`."""
    return np.array([(FACES + "?").index(letter) for letter in facelets])


def letters(state: Array) -> str:
    """The letters of the numbers."""
    return "".join((FACES + "?")[colour] for colour in state)
