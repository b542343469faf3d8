"""`Contents`: the contents of one orbit of pieces in patterns, and their images under turns.

The search starts from the goals: a *pattern* is a goal after inverse turns, with the goal's unknown stickers still
unknown. A word solves a start if and only if the start fits the pattern that the word carries into a goal. Pieces that
a goal does not distinguish are alike in its patterns, and unknown pieces do not occur, so there are few patterns:
190,080 for a cross, one for its corners.

In one orbit a pattern is a row of *contents*, one for each slot: the colours that the slot shows.
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
    """The sticker places of each slot, in reading order, shape (slots, stickers of a piece)."""
    place: NDArray[np.intp]
    """The slot to which each generator moves each slot's piece, shape (generators, slots)."""
    way: NDArray[np.intp]
    """The way in which each generator turns each slot's content, as an index, shape (generators, slots)."""
    colours: NDArray[np.intp]
    """The colours of each content, −1 for unknown, shape (contents, stickers of a piece)."""
    turned: NDArray[np.intp]
    """The image of each content under each way of turning, shape (ways, contents)."""
    goals: NDArray[np.intp]
    """The contents in each goal, shape (goals, slots)."""
    piece: tuple[int, ...]
    """The piece of each content, as a number: contents have the same piece if turns map them to each other."""
    turn: tuple[int, ...]
    """The orientation of each content, as a number; comparable between pieces that look different in each
    orientation."""
    turnings: int
    """The number of orientations of a piece in a slot."""
    orbit: PieceOrbit
    """The orbit."""

    @classmethod
    def read(cls, orbit: PieceOrbit, goals: Iterable[NDArray[np.integer]]) -> Contents:
        """Return an orbit's contents in goals, and all contents that turns lead to."""
        homes = orbit.homes
        bodies = orbit.placements[homes]
        images = orbit.images[:, homes]
        place = orbit.slots[images]
        # A turn changes the reading order of a slot's stickers: the index in the old slot of each sticker in the new.
        arriving = orbit.placements[images]
        order = (bodies[place][..., :, None] == arriving[..., None, :]).argmax(axis=-1)
        ways, way = np.unique(order.reshape(-1, bodies.shape[1]), axis=0, return_inverse=True)
        readings = _closure(tuple(range(bodies.shape[1])), ways.tolist())
        goal_rows = [[tuple(colours) for colours in goal[bodies].tolist()] for goal in goals]
        numbers: dict[_Colours, int] = {}
        piece: list[int] = []
        turn: list[_Colours] = []
        for first in dict.fromkeys(content for row in goal_rows for content in row):
            if first not in numbers:
                number = len(numbers)
                by_content = {tuple(first[index] for index in reading): reading for reading in readings}
                for content, reading in by_content.items():
                    numbers[content] = len(numbers)
                    piece.append(number)
                    # If a piece looks the same in several orientations, its orientation is defined by its appearance.
                    turn.append(reading if len(by_content) == len(readings) else (-1, *content))
        names = {name: number for number, name in enumerate(dict.fromkeys(turn))}
        return cls(
            bodies=bodies,
            place=place,
            way=way.reshape(place.shape),
            colours=np.array(list(numbers)),
            turned=np.array(
                [
                    [numbers[tuple(content[index] for index in indices)] for content in numbers]
                    for indices in ways.tolist()
                ]
            ),
            goals=np.array([[numbers[content] for content in row] for row in goal_rows]),
            piece=tuple(piece),
            turn=tuple(names[name] for name in turn),
            turnings=len(readings),
            orbit=orbit,
        )

    @cached_property
    def states(self) -> int:
        """The number of states of the orbit's pieces that the generators reach, if all pieces differ."""
        return StabiliserChain([tuple(row) for row in self.orbit.images.tolist()]).order

    @cached_property
    def after(self) -> NDArray[np.intp]:
        """The image of each content when a generator moves it from a slot, shape (generators, slots, contents)."""
        return self.turned[self.way]

    @property
    def whole(self) -> tuple[int, ...]:
        """Labels that distinguish all contents."""
        return tuple(range(len(self.colours)))

    @cached_property
    def pieces(self) -> tuple[int, ...]:
        """The pieces with a known sticker, in the order of the slots of the goals."""
        with_colours = set(np.flatnonzero((self.colours >= 0).any(axis=1)).tolist())
        return tuple(
            dict.fromkeys(
                self.piece[content] for content in self.goals.ravel().tolist() if content in with_colours
            )
        )

    def only(self, pieces: Iterable[int]) -> tuple[int, ...]:
        """Return labels that distinguish these pieces and ignore the others."""
        kept = set(pieces)
        return tuple(
            content if piece in kept else len(self.colours) for content, piece in enumerate(self.piece)
        )

    def fitting(self, start: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return which contents fit a start in each slot, shape (slots, contents): all stickers known in both agree."""
        start_colours = start[self.bodies][:, None, :]
        agree = (self.colours == start_colours) | (self.colours < 0) | (start_colours < 0)
        fitting: NDArray[np.bool_] = agree.all(axis=-1)
        return fitting


def _closure(first: _Colours, ways: Sequence[Sequence[int]]) -> list[_Colours]:
    """Return all orders of stickers that can be reached by turning in these ways."""
    closure = [first]
    for reading in closure:
        for way in ways:
            after = tuple(reading[index] for index in way)
            if after not in closure:
                closure.append(after)
    return closure
