"""`Contents`: the contents of one orbit of pieces in patterns, and their images under turns.

The goal is moved here, not the start: a *pattern* is a goal after turns undone, with the stickers that the
goal leaves unknown still unknown, and a word solves a start if and only if the start fits the pattern that
this word carries into a goal. Pieces that a goal does not distinguish are alike in its patterns, and those
that it leaves unknown are not there, so that patterns are few: 190,080 for a cross, one for its corners.

In one orbit a pattern is a row of *contents*, one for every slot: the colours that the slot shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem import PieceOrbit
from cubeproof.problem.reach import StabiliserChain

_Colours = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Contents:
    """The contents of one orbit's slots in patterns."""

    bodies: NDArray[np.intp]
    """Shape (slots, stickers of a piece): the sticker places of every slot, in the order in which it is read."""
    place: NDArray[np.intp]
    """Shape (generators, slots): the slot that each slot is carried to."""
    way: NDArray[np.intp]
    """Shape (generators, slots): the way in which its content is turned."""
    colours: NDArray[np.intp]
    """Shape (contents, stickers of a piece): the colours of each content, −1 for unknown."""
    turned: NDArray[np.intp]
    """Shape (ways, contents): what a content becomes when it is turned in one of the ways."""
    goals: NDArray[np.intp]
    """Shape (goals, slots): the contents in every goal."""
    piece: tuple[int, ...]
    """For every content a number that those have in common that turns make of each other."""
    turn: tuple[int, ...]
    """For every content how it is turned, in the same numbers for all pieces where that makes sense."""
    turnings: int
    """Number of orientations of a piece in a slot."""
    orbit: PieceOrbit
    """The orbit."""

    @classmethod
    def read(cls, orbit: PieceOrbit, goals: Iterable[NDArray[np.integer]]) -> Contents:
        """Read an orbit's contents in goals, and every content that turns lead to."""
        homes = orbit.homes
        bodies = orbit.placements[homes]
        images = orbit.images[:, homes]
        place = orbit.slots[images]
        # After a turn a slot's stickers are read in another order: the places of the old ones in the new slot.
        arriving = orbit.placements[images]
        order = (bodies[place][..., :, None] == arriving[..., None, :]).argmax(axis=-1)
        ways, way = np.unique(order.reshape(-1, bodies.shape[1]), axis=0, return_inverse=True)
        readings = _closed(tuple(range(bodies.shape[1])), ways.tolist())
        shown = [[tuple(colours) for colours in goal[bodies].tolist()] for goal in goals]
        numbers: dict[_Colours, int] = {}
        piece: list[int] = []
        turn: list[_Colours] = []
        for first in dict.fromkeys(content for row in shown for content in row):
            if first not in numbers:
                number = len(numbers)
                made = {tuple(first[index] for index in reading): reading for reading in readings}
                for content, reading in made.items():
                    numbers[content] = len(numbers)
                    piece.append(number)
                    # Where a piece looks the same after some turns, its orientation is defined by its appearance only.
                    turn.append(reading if len(made) == len(readings) else (-1, *content))
        names = {name: number for number, name in enumerate(dict.fromkeys(turn))}
        return cls(
            bodies=bodies,
            place=place,
            way=way.reshape(place.shape),
            colours=np.array(list(numbers)),
            turned=np.array(
                [
                    [numbers[tuple(content[index] for index in one)] for content in numbers]
                    for one in ways.tolist()
                ]
            ),
            goals=np.array([[numbers[content] for content in row] for row in shown]),
            piece=tuple(piece),
            turn=tuple(names[name] for name in turn),
            turnings=len(readings),
            orbit=orbit,
        )

    @cached_property
    def states(self) -> int:
        """The number of states that the generators make of the orbit's pieces, if all pieces differ."""
        return StabiliserChain([tuple(row) for row in self.orbit.images.tolist()]).order

    @cached_property
    def after(self) -> NDArray[np.intp]:
        """Return the image of each content on its way from a slot, shape (generators, slots, contents)."""
        return self.turned[self.way]

    @property
    def whole(self) -> tuple[int, ...]:
        """Return labels that distinguish all contents."""
        return tuple(range(len(self.colours)))

    @cached_property
    def pieces(self) -> tuple[int, ...]:
        """The pieces of which something is known, in the order of the slots of the goals."""
        known = set(np.flatnonzero((self.colours >= 0).any(axis=1)).tolist())
        return tuple(
            dict.fromkeys(self.piece[content] for content in self.goals.ravel().tolist() if content in known)
        )

    def only(self, pieces: Iterable[int]) -> tuple[int, ...]:
        """Return labels that distinguish these pieces and ignore the others."""
        kept = set(pieces)
        return tuple(
            content if piece in kept else len(self.colours) for content, piece in enumerate(self.piece)
        )

    def fitting(self, start: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Which contents a start fits in every slot, shape (slots, contents): they agree wherever both are known."""
        shown = start[self.bodies][:, None, :]
        agree = (self.colours == shown) | (self.colours < 0) | (shown < 0)
        fitting: NDArray[np.bool_] = agree.all(axis=-1)
        return fitting


def _closed(first: _Colours, ways: Sequence[Sequence[int]]) -> list[_Colours]:
    """All orders of stickers that turning in these ways leads to."""
    found = [first]
    for reading in found:
        for way in ways:
            after = tuple(reading[index] for index in way)
            if after not in found:
                found.append(after)
    return found
