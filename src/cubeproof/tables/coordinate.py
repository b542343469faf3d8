"""What the goals show in one orbit of pieces, as coordinates: numbers that turns change by table.

The goal is moved here, not the start: a *pattern* is a goal after turns undone, with the stickers that the
goal leaves unknown still unknown, and a word solves a start if and only if the start fits the pattern that
this word carries into a goal. Pieces that a goal does not tell apart are alike in its patterns, and those
that it leaves unknown are not there, so that patterns are few: 190,080 for a cross, one for its corners.

In one orbit a pattern is a row of *contents*, one for every slot: the colours that the slot shows. A
coordinate tells of every content no more than a *label*: all of it, or only which piece it is, or only how it
is turned, or nothing but a few of the pieces. A turn carries labels to other slots and changes each by
itself, so rows of labels lead to rows of labels; those that the goals lead to are found breadth first, and
numbered in the order in which they are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES, compiled
from cubeproof.base.polling import pulse
from cubeproof.errors import StoppedError
from cubeproof.problem import Pattern, PieceOrbit
from cubeproof.problem.reach import StabiliserChain

_Colours = tuple[int, ...]

# The labels of a row are the digits of one number, which has to stay below this.
_KEY = 1 << 62

# What the compiled loop returns if its flag was raised.
_STOPPED = -2


@dataclass(frozen=True, eq=False)
class Contents:
    """The contents of one orbit's slots in patterns."""

    bodies: NDArray[np.intp]
    """Shape (slots, stickers of a piece): the sticker places of every slot, in the order in which it is read."""
    place: NDArray[np.intp]
    """Shape (generators, slots): the slot that each slot is carried to."""
    way: NDArray[np.intp]
    """Shape (generators, slots): in which of the ways its content is turned meanwhile."""
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
    """In how many ways a piece can stand in a slot."""
    states: int
    """How many states the pieces of the orbit have under the generators, all told apart."""

    @classmethod
    def read(cls, orbit: PieceOrbit, goals: Iterable[Pattern]) -> Contents:
        """Read an orbit's contents in goals, and every content that turns lead to."""
        homes = orbit.homes
        bodies = orbit.placements[homes]
        images = orbit.images[:, homes]
        place = orbit.slots[images]
        # After a turn a slot's stickers are read in another order: where the old ones stand in the new slot.
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
                    # Where a piece looks the same after some turns, how it is turned is told by its looks alone.
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
            states=StabiliserChain([tuple(row) for row in orbit.images.tolist()]).order,
        )

    @property
    def whole(self) -> tuple[int, ...]:
        """Labels that tell all."""
        return tuple(range(len(self.colours)))

    @cached_property
    def pieces(self) -> tuple[int, ...]:
        """The pieces of which something is known, in the order of the slots of the goals."""
        known = set(np.flatnonzero((self.colours >= 0).any(axis=1)).tolist())
        return tuple(
            dict.fromkeys(self.piece[content] for content in self.goals.ravel().tolist() if content in known)
        )

    def only(self, pieces: Iterable[int]) -> tuple[int, ...]:
        """Labels that tell all of these pieces, and nothing of the others."""
        kept = set(pieces)
        return tuple(
            content if piece in kept else len(self.colours) for content, piece in enumerate(self.piece)
        )

    def fitting(self, start: Pattern) -> NDArray[np.bool_]:
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


@dataclass(frozen=True, eq=False)
class Labelling:
    """Contents with a label for each: what a coordinate tells of them."""

    contents: Contents
    """The contents."""
    labels: NDArray[np.intp]
    """Shape (contents,): their labels, from 0."""
    after: NDArray[np.intp]
    """Shape (ways, labels): what a label becomes when its content is turned in one of the ways."""
    kind: NDArray[np.intp]
    """Shape (labels,): a number that those have in common that turns make of each other."""

    @classmethod
    def of(cls, contents: Contents, labels: Sequence[int]) -> Labelling:
        """Contents with labels: those of contents with one label have one label, too, however they are turned."""
        found, numbers = np.unique(np.array(labels), return_inverse=True)
        after = np.zeros((len(contents.turned), len(found)), dtype=np.intp)
        after[:, numbers] = numbers[contents.turned]
        assert (after[:, numbers] == numbers[contents.turned]).all(), "labels that turns do not settle"
        kind = np.arange(len(found))
        for _ in range(contents.turnings):
            kind = np.minimum(kind, kind[after].min(axis=0))
        return cls(contents, numbers, after, kind)

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """Bounds for the number of rows: no fewer, no more.

        From one goal there are not more rows than states, nor than ways to deal the labels out; and not fewer
        than states divided by those that exchange and turn nothing but what looks alike.
        """
        least, most = 1, 0
        states, turnings = self.contents.states, self.contents.turnings
        for goal in self.labels[self.contents.goals]:
            alike = prod(factorial(int(count)) for count in np.bincount(self.kind[goal]))
            looks = [int((self.kind == self.kind[label]).sum()) for label in goal]
            most += min(states, factorial(len(goal)) * prod(looks) // alike)
            least = max(least, -(-states // (alike * prod(turnings // one for one in looks))))
        return least, most

    def coordinate(self, most: int, flag: NDArray[np.int32]) -> Coordinate | None:
        """The rows that the goals lead to, with the tables of the turns; None if there are more than `most`.

        Args:
            most: the highest number of rows.
            flag: shape (1,), anything but 0 ends the exploring.

        Raises:
            StoppedError: the flag was raised; or what `pulse` raises.
            MemoryError: the rows do not fit into memory.
        """
        pulse()
        size = int(self.after.shape[1])
        place, way = self.contents.place, self.contents.way
        if self.sizes[0] > most or size ** place.shape[1] >= _KEY or size > 250:
            return None
        starts = self.labels[self.contents.goals]
        after = np.ascontiguousarray(self.after[way])
        made = (_rows if COMPILES else _rows_in_layers)(
            place, after, starts, size, min(most, self.sizes[1]), flag
        )
        if made is None or len(made[0]) > most:
            return None
        rows, images, goals = made
        return Coordinate(self, rows, images, goals)


@dataclass(frozen=True, eq=False)
class Coordinate:
    """The rows of labels that goals lead to, numbered from 0, and what generators do to them."""

    labelling: Labelling
    """The labelling of the rows."""
    rows: NDArray[np.uint8]
    """Uint8, shape (rows, slots): the labels."""
    images: NDArray[np.int32]
    """Int32, shape (rows, generators): the row that each generator leads to."""
    goals: NDArray[np.int64]
    """Int64, shape (goals,): the rows of the goals."""

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def origins(self) -> NDArray[np.int32]:
        """The row that each generator leads here from, shape (rows, generators)."""
        origins = np.empty_like(self.images)
        for generator in range(self.images.shape[1]):
            origins[self.images[:, generator], generator] = np.arange(len(self), dtype=np.int32)
        return origins

    def fitted(self, fitting: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The rows that have in every slot the label of some fitting content.

        Args:
            fitting: which contents fit in every slot, shape (slots, contents).
        """
        allowed = np.zeros((len(fitting), self.labelling.after.shape[1]), dtype=bool)
        for content, label in enumerate(self.labelling.labels):
            allowed[:, label] |= fitting[:, content]
        found = np.flatnonzero(allowed[0][self.rows[:, 0]])
        for slot in range(1, len(fitting)):
            found = found[allowed[slot][self.rows[found, slot]]]
        return found


_Made = tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int64]]


def _rows(
    place: NDArray[np.intp],
    after: NDArray[np.intp],
    starts: NDArray[np.intp],
    size: int,
    most: int,
    flag: NDArray[np.int32],
) -> _Made | None:
    """All rows that generators make of some, their images, and the numbers of those; None if they are too many.

    Args:
        place: shape (generators, slots): where each slot is carried.
        after: shape (generators, slots, labels): what a label becomes on the way.
        starts: shape (goals, slots): the rows to begin with.
        size: how many labels there are.
        most: how many rows may be found.
        flag: shape (1,), anything but 0 ends the exploring.
    """
    slots = place.shape[1]
    rows = np.empty((most, slots), dtype=np.uint8)
    images = np.empty((most, len(place)), dtype=np.int32)
    keys = np.empty(most, dtype=np.int64)
    goals = np.empty(len(starts), dtype=np.int64)
    index = np.full(1 << (2 * most).bit_length(), -1, dtype=np.int32)
    count = _explored(place, after, starts, size, rows, images, keys, index, goals, flag)
    if count == _STOPPED:
        pulse()
        raise StoppedError
    return (rows[:count].copy(), images[:count].copy(), goals) if count >= 0 else None


@compiled
def _found(row: Any, size: Any, rows: Any, keys: Any, index: Any, count: Any) -> Any:
    """The number of a row, by its key in an open hash table; `count` if it is new, −1 if there is no room."""
    key = np.int64(0)
    for label in row:
        key = key * size + np.int64(label)
    mask = len(index) - 1
    # Mixed until every digit counts: rows of a coset differ in few.
    mixed = (key ^ (key >> 31)) * np.int64(-7046029254386353131)
    mixed = (mixed ^ (mixed >> 29)) * np.int64(-4658895280553007687)
    at = (mixed ^ (mixed >> 32)) & mask
    while index[at] >= 0:
        if keys[index[at]] == key:
            return np.int64(index[at])
        at = (at + 1) & mask
    if count == len(rows):
        return np.int64(-1)
    index[at] = count
    keys[count] = key
    for slot in range(len(row)):
        rows[count, slot] = row[slot]
    return np.int64(count)


@compiled
def _explored(
    place: Any,
    after: Any,
    starts: Any,
    size: Any,
    rows: Any,
    images: Any,
    keys: Any,
    index: Any,
    goals: Any,
    flag: Any,
) -> Any:
    """The number of rows; −1 if there is no room for all, `_STOPPED` if the flag was raised."""
    count = 0
    made = np.empty(place.shape[1], dtype=np.uint8)
    for goal in range(len(starts)):
        for slot in range(len(made)):
            made[slot] = starts[goal, slot]
        number = _found(made, size, rows, keys, index, count)
        if number < 0:
            return -1
        goals[goal] = number
        if number == count:
            count += 1
    at = 0
    while at < count:
        if flag[0] != 0:
            return _STOPPED
        for generator in range(len(place)):
            for slot in range(len(made)):
                made[place[generator, slot]] = after[generator, slot, rows[at, slot]]
            number = _found(made, size, rows, keys, index, count)
            if number < 0:
                return -1
            images[at, generator] = number
            if number == count:
                count += 1
        at += 1
    return count


def _rows_in_layers(
    place: NDArray[np.intp],
    after: NDArray[np.intp],
    starts: NDArray[np.intp],
    size: int,
    most: int,
    flag: NDArray[np.int32],
) -> _Made | None:
    """The same as `_rows`, with whole layers at once, for where loops are not compiled; the order is another."""
    del flag  # `pulse` is called often enough
    weights = np.array([size**slot for slot in range(place.shape[1])], dtype=np.int64)
    layers = [np.unique(starts, axis=0).astype(np.uint8)]
    known = np.sort(layers[0] @ weights)
    while len(layers[-1]):
        layer = layers[-1]
        reached = []
        for generator in range(len(place)):
            pulse()
            moved = np.empty_like(layer)
            for slot in range(layer.shape[1]):
                moved[:, place[generator, slot]] = after[generator, slot][layer[:, slot]]
            reached.append(moved)
        rows = np.concatenate(reached)
        keys, first = np.unique(rows @ weights, return_index=True)
        new = ~np.isin(keys, known, assume_unique=True)
        known = np.union1d(known, keys[new])
        if len(known) > most:
            return None
        layers.append(rows[first[new]])
    rows = np.concatenate(layers)
    keys = rows @ weights
    order = np.argsort(keys)
    images = np.empty((len(rows), len(place)), dtype=np.int32)
    for generator in range(len(place)):
        moved = np.empty_like(rows)
        for slot in range(rows.shape[1]):
            moved[:, place[generator, slot]] = after[generator, slot][rows[:, slot]]
        images[:, generator] = order[np.searchsorted(keys, moved @ weights, sorter=order)]
    return rows, images, order[np.searchsorted(keys, starts @ weights, sorter=order)].astype(np.int64)
