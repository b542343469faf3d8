"""The notation of certificates for turns and stickers, with a separate short parser.

A turn is a token of WCA and SiGN: `R`, `3R`, `Rw`, `3Rw`, `2-3Rw`, `M E S`, `m e s` or `x y z`, then nothing, `2` or
`'`. There are no brackets, comments or other spellings; the writer of certificates converts turns to this form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.puzzle.geometry import FACES, Permutation, Slab, geometry
from cubeproof.sentences import Template

Colours = NDArray[np.int8]
"""The colour of each sticker, shape (stickers,): 0 to 5 in URFDLB order, −1 for unknown."""

# Letters of a text. The longest known answers have some hundreds.
_LONGEST = 1_000_000
_LETTERS = f"{FACES}?"
_TURN = re.compile(
    r"(?:(?:(?:([1-9][0-9]?)-)?([1-9][0-9]?))?([URFDLB])w|([1-9][0-9]?)?([URFDLB])|([MESmesxyz]))([2']?)"
)
_QUARTERS = {"": 1, "2": 2, "'": 3}
_LEADERS = dict(zip("MESmesxyz", "LDFLDFRUF", strict=True))
_POSITIVE = {"U": ("U", 1), "R": ("R", 1), "F": ("F", 1), "D": ("U", -1), "L": ("R", -1), "B": ("F", -1)}
_OPPOSITE = {"U": "D", "R": "L", "F": "B"}

_TOO_LONG = Template("certificate.too-long", "The turns have more than {most:,} letters.")
_NO_TURN = Template(
    "certificate.no-turn",
    "{token!r} is not a turn of a cube of {size} layers in the notation of certificates.",
)
_NO_STICKERS = Template(
    "certificate.no-stickers", "The stickers of a cube of {size} layers are {count} letters of {letters}."
)


class Block(NamedTuple):
    """A turn of neighbouring layers, normalized: equal turns are equal blocks."""

    face: str
    """U, R or F, from which layers are counted."""
    first: int
    """The first layer that turns, from 1."""
    last: int
    """The last layer that turns."""
    turns: int
    """Quarter turns clockwise as seen from that face, 1 to 3."""

    @classmethod
    def of(cls, slab: Slab, size: int) -> Block:
        """Return the block of a slab.

        >>> Block.of(Slab("L", 1, 2, 1), 3)
        Block(face='R', first=2, last=3, turns=3)
        """
        face, sense = _POSITIVE[slab.face]
        if sense > 0:
            return cls(face, slab.first, slab.last, slab.turns % 4)
        return cls(face, size + 1 - slab.last, size + 1 - slab.first, -slab.turns % 4)

    def is_rotation(self, size: int) -> bool:
        """Whether all layers turn."""
        return (self.first, self.last) == (1, size)

    def name(self, size: int) -> str:
        """Return the usual notation: from the nearer face, if an outer layer turns.

        >>> Block("R", 2, 3, 3).name(3), Block("U", 2, 2, 2).name(4), Block("U", 2, 3, 1).name(4)
        ('Lw', '2U2', '2-3Uw')
        """
        face, first, last, turns = self
        if last == size and first > 1:
            face, first, last, turns = _OPPOSITE[face], 1, size + 1 - first, -turns % 4
        if first == last:
            layers = f"{first}{face}" if first > 1 else face
        else:
            layers = f"{first}-{last}{face}w" if first > 1 else f"{last}{face}w" if last > 2 else f"{face}w"
        return layers + next(sign for sign, quarters in _QUARTERS.items() if quarters == turns)

    def permutation(self, size: int) -> Permutation:
        """Return the permutation of the stickers, in gather form."""
        return geometry(size).turn(Slab(*self))


def read_turns(text: str, size: int) -> list[Block]:
    """Return the turns of a text for a cube of this size; spaces separate the tokens.

    >>> read_turns("Rw2 M x'", 3)[1]
    Block(face='R', first=2, last=2, turns=3)
    """
    if len(text) > _LONGEST:
        raise UsageError(_TOO_LONG(most=_LONGEST))
    return [_read(token, size) for token in text.split()]


@cache
def _read(token: str, size: int) -> Block:
    if match := _TURN.fullmatch(token):
        first, last, wide, layer, face, letter, sign = match.groups()
        middle = (size + 1) // 2 if size % 2 else 0
        if wide:
            layers = int(first or 1), int(last or 2)
        elif face:
            layers = int(layer or 1), int(layer or 1)
        else:
            layers = (1, size) if letter in "xyz" else (2, size - 1) if letter in "mes" else (middle, middle)
        if 1 <= layers[0] <= layers[1] <= size:
            return Block.of(Slab(wide or face or _LEADERS[letter], *layers, _QUARTERS[sign]), size)
    raise UsageError(_NO_TURN(token=token[:20], size=size))


def permutation_of(blocks: Iterable[Block], size: int) -> Permutation:
    """Return the permutation of the stickers by the turns in order, in gather form."""
    total = np.arange(6 * size * size, dtype=np.int16)
    for block in blocks:
        total = total[block.permutation(size)]
    return total


def colours_of(facelets: str, size: int) -> Colours:
    """Return the colours of a cube's stickers from their letters.

    >>> colours_of("U" * 12 + "?" * 12, 2)[10:14].tolist()
    [0, 0, -1, -1]
    """
    if len(facelets) != len(geometry(size).faces) or not set(facelets) <= set(_LETTERS):
        raise UsageError(_NO_STICKERS(size=size, count=6 * size * size, letters=_LETTERS))
    return np.array([FACES.find(letter) for letter in facelets], dtype=np.int8)


def facelets_of(colours: NDArray[np.integer]) -> str:
    """Return the letters of stickers."""
    return "".join(_LETTERS[colour] for colour in colours.tolist())
