"""The centres of a 4×4×4 as numbers, and their distances in each phase.

    phase 1   the eight cells of the colours of one axis: C(24, 8) = 735,471 sets; the goals are the three axes
    phase 2   the two colours on R and L, 35; the two pairs of colours on the other faces, 6435; the parity of wings, 2.
              In the goal the pairs are on U and D and on F and B, and half turns can solve R and L
    phase 3   the colours on U and D, 70, on F and B, 70, and on R and L, 12 that half turns can solve; the parity of
              corners and wings, 2. The goals are the solved centres, in four holds

In phase 2, colours of a pair are not distinguished, and the two halves of a face pair may be exchanged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.contract.events import Progress, ignore
from cubeproof.methods.large.cells import cell_grid
from cubeproof.methods.reduction.turns import (
    CENTRE,
    ODD_WINGS,
    PHASE2,
    PHASE3,
    TURNS,
    WIDE,
    block_of,
    sources,
)
from cubeproof.tables.distances import Distances
from cubeproof.tables.views import NumberedView

PHASE1_STATES, PHASE2_STATES, PHASE3_STATES = comb(24, 8), 35 * 2 * 6435, 70 * 70 * 12 * 2
"""The numbers of states of the centres in each phase."""

_HALF = 12  # cells whose bits are looked up at once


@cache
def axes() -> NDArray[np.intp]:
    """Return the axis of the face of each cell, shape (24,)."""
    axes: NDArray[np.intp] = cell_grid(4).faces % 3
    return axes


@dataclass(frozen=True, eq=False)
class Halves:
    """The ways to choose half of some cells, as numbers from 0; a choice is a set of bits, one for each cell.

    >>> len(Halves((0, 1, 2, 3)).masks), len(Halves((0, 1, 2, 3), paired=True).masks)
    (6, 3)
    """

    cells: tuple[int, ...]
    """The cells."""
    paired: bool = False
    """Whether a choice and the rest of the cells have one number."""

    @cached_property
    def masks(self) -> NDArray[np.int64]:
        """A choice for each number, with the first cell if `paired`."""
        count = len(self.cells)
        bits = np.array(list(combinations(range(count), count // 2)))
        chosen: NDArray[np.int64] = (1 << bits).sum(axis=1)
        return chosen[chosen & 1 == 1] if self.paired else chosen

    @cached_property
    def numbers(self) -> NDArray[np.int16]:
        """The number of each choice, −1 if it is not a half, shape (2^cells,)."""
        numbers = np.full(1 << len(self.cells), -1, dtype=np.int16)
        numbers[self.masks] = np.arange(len(self.masks))
        if self.paired:
            numbers[~self.masks & (1 << len(self.cells)) - 1] = np.arange(len(self.masks))
        return numbers

    def number(self, chosen: NDArray[np.bool_]) -> NDArray[np.int16]:
        """Return the numbers of choices, given which of the 24 cells are chosen, shape (…, 24) → (…)."""
        numbers: NDArray[np.int16] = self.numbers[
            chosen[..., list(self.cells)] @ (1 << np.arange(len(self.cells)))
        ]
        return numbers

    def images(self, turns: NDArray[np.integer]) -> NDArray[np.int16]:
        """Return the number after each turn, which keeps the cells together: shape (numbers, turns)."""
        chosen = np.zeros((len(self.masks), 24), dtype=bool)
        chosen[:, list(self.cells)] = self.masks[:, None] >> np.arange(len(self.cells)) & 1
        return np.stack([self.number(chosen[:, sources()[CENTRE, turn]]) for turn in turns.tolist()], axis=1)


def _cells(axis: int) -> tuple[int, ...]:
    return tuple(np.flatnonzero(axes() == axis).tolist())


@cache
def sides() -> Halves:
    """Return the cells of R and L by their two colours, in phase 2."""
    return Halves(_cells(1), paired=True)


@cache
def pairs() -> Halves:
    """Return the cells of the other faces by their two pairs of colours, in phase 2."""
    return Halves(tuple(np.flatnonzero(axes() != 1).tolist()), paired=True)


@cache
def colours(axis: int) -> Halves:
    """Return the cells of the two faces of an axis by their two colours, in phase 3."""
    return Halves(_cells(axis))


@cache
def solvable_sides() -> NDArray[np.int16]:
    """Return the numbers of `colours(1)` that turns of phase 3 can solve, the solved one first, shape (12,)."""
    images = colours(1).images(PHASE3)
    reached = [int(colours(1).number(cell_grid(4).faces == 1))]
    for number in reached:
        reached += [image for image in dict.fromkeys(images[number].tolist()) if image not in reached]
    return np.array(reached, dtype=np.int16)


def bits_of(chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return sets of cells as bits, shape (…, 24) → (…)."""
    bits: NDArray[np.int64] = chosen @ (1 << np.arange(24))
    return bits


@cache
def _rank_parts() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rank of the last 12 bits of a set of eight, and of its first 12 bits among those with equal counts."""
    counts = np.bitwise_count(np.arange(1 << _HALF)).astype(np.int64)
    before = np.zeros(1 << _HALF, dtype=np.int64)
    fits = [comb(_HALF, 8 - count) if count <= 8 else 0 for count in counts.tolist()]
    before[1:] = np.cumsum(fits)[:-1]
    among = np.zeros(1 << _HALF, dtype=np.int64)
    for count in range(_HALF + 1):
        among[counts == count] = np.arange(comb(_HALF, count))
    return before, among


def axis_number(bits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of sets of eight cells, as bits, for phase 1: below 735,471."""
    last, first = _rank_parts()
    numbers: NDArray[np.int64] = last[bits >> _HALF] + first[bits & (1 << _HALF) - 1]
    return numbers


@cache
def _moved_parts() -> NDArray[np.int64]:
    """The bits after each turn of each half of the bits, shape (2, turns, 4096)."""
    parts = np.zeros((2, TURNS, 1 << _HALF), dtype=np.int64)
    for turn in range(TURNS):
        to = np.argsort(sources()[CENTRE, turn])
        for bit in range(24):
            part = np.arange(1 << _HALF) >> bit % _HALF & 1
            parts[bit // _HALF, turn] |= part << to[bit]
    return parts


def moved(bits: NDArray[np.int64], turn: int) -> NDArray[np.int64]:
    """Return sets of cells, as bits, after a turn."""
    first, last = _moved_parts()[:, turn]
    after: NDArray[np.int64] = first[bits & (1 << _HALF) - 1] | last[bits >> _HALF]
    return after


def axis_goals() -> NDArray[np.int64]:
    """Return the goals of phase 1 as bits: the cells of each axis."""
    return bits_of(axes() == np.arange(3)[:, None])


def _phase1() -> Distances:
    every = np.zeros(PHASE1_STATES, dtype=np.int64)
    last = np.arange(1 << _HALF)
    for part in range(1 << _HALF):
        # All sets with these last cells: the first cells complete them to eight.
        sets = part << _HALF | last[np.bitwise_count(last) + part.bit_count() == 8]
        every[axis_number(sets)] = sets
    images = np.empty((PHASE1_STATES, TURNS), dtype=np.int32, order="F")
    for turn in range(TURNS):
        pulse()
        images[:, turn] = axis_number(moved(every, turn))
    return Distances([NumberedView(images, axis_number(axis_goals()))])


def phase2_images() -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]:
    """Return the images of sides, of the parity of wings, and of pairs under the turns of phase 2."""
    parity = np.arange(2)[:, None] ^ ODD_WINGS[PHASE2]
    return sides().images(PHASE2), parity.astype(np.int16), pairs().images(PHASE2)


def phase3_images() -> tuple[NDArray[np.int16], ...]:
    """Return the images under the turns of phase 3: colours on U and D, on F and B, on R and L, and the parity."""
    among = np.full(70, -1, dtype=np.int16)
    among[solvable_sides()] = np.arange(12)
    right = among[colours(1).images(PHASE3)[solvable_sides()]]
    wide = np.array([block_of(turn) == WIDE for turn in PHASE3.tolist()])
    parity = (np.arange(2)[:, None] ^ wide).astype(np.int16)
    return colours(0).images(PHASE3), colours(2).images(PHASE3), right, parity


def _phase2() -> Distances:
    turned, parity, moved_pairs = phase2_images()
    solvable = np.unique(sides().numbers[colours(1).masks[solvable_sides()]]).astype(np.int64)
    paired = pairs().number(axes() == 0).astype(np.int64).reshape(1)
    return Distances(
        [NumberedView(turned, solvable), NumberedView(parity), NumberedView(moved_pairs, paired)]
    )


def _phase3() -> Distances:
    faces = cell_grid(4).faces
    # Each axis as it is, or with its two colours exchanged, for an even number of axes.
    swapped = np.array([(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)])
    goals = [
        np.array([colours(axis).number(faces == axis + 3 * swap) for swap in swapped[:, axis].tolist()])
        for axis in range(3)
    ]
    goals[1] = (solvable_sides() == goals[1][:, None]).argmax(axis=1)
    up, front, right, parity = phase3_images()
    views = (up, goals[0]), (front, goals[2]), (right, goals[1]), (parity, np.zeros(4, dtype=np.int64))
    return Distances([NumberedView(images, goal.astype(np.int64)) for images, goal in views])


def phase2_place(sides: Any, parity: Any, pairs: Any) -> Any:
    """Return the place of coordinates of phase 2 in its table."""
    return (sides * 2 + parity) * 6435 + pairs


def phase3_place(up: Any, front: Any, right: Any, parity: Any) -> Any:
    """Return the place of coordinates of phase 3 in its table."""
    return ((up * 70 + front) * 12 + right) * 2 + parity


def _turn_sets(distances: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the turns of phase 2 after which a state is nearer, and at the same distance, one bit each."""
    turned, parity, moved_pairs = (images.astype(np.int32) for images in phase2_images())
    sets = np.zeros((2, PHASE2_STATES), dtype=np.int32)
    for turn in range(len(PHASE2)):
        pulse()
        after = phase2_place(turned[:, None, None, turn], parity[:, None, turn], moved_pairs[:, turn]).ravel()
        sets[0] |= (distances[after] < distances).astype(np.int32) << turn
        sets[1] |= (distances[after] == distances).astype(np.int32) << turn
    return sets


class CentreDistances(NamedTuple):
    """The stored distances of the centres."""

    turn_sets: NDArray[np.int32]
    """The turns of phase 2 after which a state is nearer, and at the same distance: one bit each, shape (2, 450450)."""
    phase1: NDArray[np.uint8]
    """Distances in phase 1, shape (735471,)."""
    phase2: NDArray[np.uint8]
    """Distances in phase 2, shape (450450,)."""
    phase3: NDArray[np.uint8]
    """Distances in phase 3, shape (117600,)."""

    @classmethod
    def read(cls, content: NDArray[np.uint8]) -> Self:
        """Return the parts of the stored array."""
        sizes = 8 * PHASE2_STATES, PHASE1_STATES, PHASE2_STATES
        sets, *distances = np.split(content, np.cumsum(sizes))
        return cls(sets.view(np.int32).reshape(2, -1), *distances)


def built_centres(progress: Progress = ignore) -> bytes:
    """Return the array of `CentreDistances` as stored."""
    del progress
    distances = [search().finish().astype(np.uint8) for search in (_phase1, _phase2, _phase3)]
    return b"".join([_turn_sets(distances[1]).tobytes(), *(part.tobytes() for part in distances)])
