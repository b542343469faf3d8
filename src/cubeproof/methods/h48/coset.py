"""The coset of a cube in the optimal search, its numbers, and the action of turns and symmetries on them.

The coset has the tetrad and the twist of each corner, and the slice and the flip of each edge. The four corners of a
*tetrad* share no edges; a *slice* is the ring of four edges between two opposite faces. The cubes in the coset of the
solved cube form a group. It contains all half turns, and each of the 48 symmetries of the cube maps it onto itself.
Source: Sebastiano Tronto's H48 (nissy-core, doc/h48.md).

    corners    twist (3⁷ = 2187) and separation, the slots of a tetrad (8! / 4!² = 70): 153,090 values, 3393 up to
               symmetry
    edges      the slots of each slice (12! / 4!³ = 34,650), and the flips of eleven edges (2¹¹)

A flip is defined by the cyclic order of the axes of a piece's stickers, and not by two special faces. So symmetries
do not change flips, and a quarter turn flips the four edges that it moves.

Sets of edge slots are 12-bit masks, one bit per slot. See docs/h48.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.puzzle.cubies import Pieces, axes_of, corner_slots, face_turns, symmetries
from cubeproof.puzzle.geometry import geometry
from cubeproof.tables.symmetries import Classes

TWISTS, SEPARATIONS, SPLITS, FLIPS = 2187, 70, 34_650, 2048
"""The numbers of values: twists and tetrads of the corners, slices of the edges, flips of eleven edges."""

CLASSES = 3393
"""The number of values of the corners up to symmetry."""


@dataclass(frozen=True, eq=False)
class CosetSlots:
    """The slots, tetrads and slices of the coset, and the action of turns on them."""

    corner_slots: NDArray[np.intp]
    """The stickers of the corner slots, clockwise from the sticker on U or D, shape (8, 3)."""
    edge_slots: NDArray[np.intp]
    """The stickers of the edge slots, four slots of each slice, in the cyclic order of their axes, shape (12, 2)."""
    tetrads: NDArray[np.int8]
    """The tetrad of each corner slot, 0 or 1, shape (8,)."""
    slices: NDArray[np.int8]
    """The slice of each edge slot: the axis that is not the normal of a sticker, shape (12,)."""
    corners: Pieces
    """The effect of the 18 turns on corners."""
    edges: Pieces
    """The effect of the 18 turns on edges."""


@cache
def coset_slots() -> CosetSlots:
    """Return the slots, derived from the geometry of the cube.

    >>> coset_slots().slices.tolist(), int(coset_slots().edges.turned.sum())
    ([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2], 48)
    """
    cubies, axes = geometry(3).cubies, axes_of()
    corners = corner_slots()
    tetrads = (cubies[corners[:, 0]].prod(axis=1) > 0).astype(np.int8)
    slots = []
    for missing in range(3):
        first, second = (missing + 1) % 3, (missing + 2) % 3
        for cubie in np.unique(cubies[(cubies == 0).sum(axis=1) == 1], axis=0):
            if cubie[missing] == 0:
                on_cubie = (cubies == cubie).all(axis=1)
                slots.append([np.flatnonzero(on_cubie & (axes == axis))[0] for axis in (first, second)])
    edges = np.array(slots)
    return CosetSlots(
        corners,
        edges,
        tetrads,
        np.repeat(np.arange(3, dtype=np.int8), 4),
        Pieces.read(face_turns(), corners),
        Pieces.read(face_turns(), edges),
    )


class CosetTables(NamedTuple):
    """The tables of the coset for compiled loops.

    Attributes:
        twist_moves: uint16, at twist · 18 + turn: the twist after it.
        separation_moves: uint8, at separation · 18 + turn: the separation after it.
        mask_moves: uint16, at mask · 18 + turn: the image of a set of edge slots.
        flipped: uint16, shape (18,): the slots whose edges are flipped after each turn.
        corner_class: uint32, at twist · 70 + separation: class · 64 + a symmetry that maps it to its representative.
        representatives: int32, shape (3393,): twist · 70 + separation of each class.
        keeps: uint8, shape (3393, 48): whether a symmetry maps a representative to itself.
        half_symmetries: uint16, at symmetry · 128 + the lower six bits of a mask, or + 64 + the higher six: the image
            of that half of a set of edge slots. (A table of whole masks is too large for a processor's cache.)
        from_slices: uint8, shape (48, 2): the slices that the symmetry maps to the first and the second slice.
        inverse: uint8, shape (48,): the inverse of each symmetry.
        choices: uint16, at a mask of four slots: its number of 495, times 70.
        high, low: uint8, at number of the first slice's mask · 64 + six bits of the second's: their sum is the
            number of the second slice's mask among the 70 remaining masks.
        splits: uint32, shape (34650,): the mask of the first slice, plus 4096 times the mask of the second slice.
        separation_masks: uint8, shape (70,): the slots of tetrad 1.
        corner_sources: uint8, at turn · 8 + slot: the slot from which the turn moves a corner to this slot.
        corner_twists: uint8, at turn · 8 + slot: the twist of this corner.
        edge_turns: uint8, at turn · 12 + slot: the source slot of an edge times 2, plus its flip.
        separation_numbers: uint8, shape (256,): the number of a mask of four corner slots.
        twisted: uint8, at (corner · 3 + twist) · 3 + twist: the corner with the sum of both twists.
        twisted_back: uint16, at corner · 3 + twist: its summand in the number of the inverse's twists.
        rows: uint16, at a mask of four slots: its number of 495, times 64.
        slice_shifts: uint8, at symmetry · 2: `from_slices` times 12.
        thirds: uint8, shape (24,): corner · 3 + twist divided by 3.
    """

    twist_moves: NDArray[np.uint16]
    separation_moves: NDArray[np.uint8]
    mask_moves: NDArray[np.uint16]
    flipped: NDArray[np.uint16]
    corner_class: NDArray[np.uint32]
    representatives: NDArray[np.int32]
    keeps: NDArray[np.uint8]
    half_symmetries: NDArray[np.uint16]
    from_slices: NDArray[np.uint8]
    inverse: NDArray[np.uint8]
    choices: NDArray[np.uint16]
    high: NDArray[np.uint8]
    low: NDArray[np.uint8]
    splits: NDArray[np.uint32]
    separation_masks: NDArray[np.uint8]
    corner_sources: NDArray[np.uint8]
    corner_twists: NDArray[np.uint8]
    edge_turns: NDArray[np.uint8]
    separation_numbers: NDArray[np.uint8]
    twisted: NDArray[np.uint8]
    twisted_back: NDArray[np.uint16]
    rows: NDArray[np.uint16]
    slice_shifts: NDArray[np.uint8]
    thirds: NDArray[np.uint8]


@cache
def coset_tables() -> CosetTables:
    """Return the tables; computing them takes a fraction of a second.

    >>> tables = coset_tables()
    >>> len(tables.representatives), int(tables.choices.max()), len(tables.splits)
    (3393, 34580, 34650)
    """
    coset, moves = coset_slots(), range(18)
    slots = np.arange(12)
    taken = (np.arange(4096)[:, None] >> slots & 1).astype(np.int64)
    powers = 1 << slots
    mask_moves = np.stack([taken[:, coset.edges.origin[move]] @ powers for move in moves], axis=1)
    edges_to = symmetries().of_slots(coset.edge_slots).astype(np.int64)
    halves = np.concatenate([np.arange(64), np.arange(64) << 6])
    half_symmetries = np.stack([taken[halves] @ (1 << to) for to in edges_to])
    from_slices = np.argsort(symmetries().axes, axis=1)[:, :2]
    choices, high, low, splits = _splits(taken.sum(axis=1))
    separations, separation_moves = _separations(coset)
    corner_class, representatives, keeps = _classes(coset, separations)
    return CosetTables(
        _twist_moves(coset).astype(np.uint16).ravel(),
        separation_moves.astype(np.uint8).ravel(),
        mask_moves.astype(np.uint16).ravel(),
        (coset.edges.turned @ powers).astype(np.uint16),
        corner_class,
        representatives,
        keeps,
        half_symmetries.astype(np.uint16).ravel(),
        from_slices.astype(np.uint8),
        symmetries().inverse.astype(np.uint8),
        (choices * SEPARATIONS).astype(np.uint16),
        high,
        low,
        splits,
        separations.astype(np.uint8),
        coset.corners.origin.astype(np.uint8).ravel(),
        coset.corners.turned.astype(np.uint8).ravel(),
        (coset.edges.origin * 2 + coset.edges.turned).astype(np.uint8).ravel(),
        _numbers_of(separations).astype(np.uint8),
        np.array(
            [code // 3 * 3 + (code + twist) % 3 for code in range(24) for twist in range(3)], dtype=np.uint8
        ),
        np.array([-code % 3 * 3 ** (code // 3) if code < 21 else 0 for code in range(24)], dtype=np.uint16),
        (choices * 64).astype(np.uint16),
        (from_slices * 12).astype(np.uint8).ravel(),
        (np.arange(24) // 3).astype(np.uint8),
    )


def _numbers_of(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    numbers = np.zeros(256, dtype=np.int64)
    numbers[masks] = np.arange(len(masks))
    return numbers


def _splits(
    sizes: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint32]]:
    """Return the numbers of the slots of two slices: see `CosetTables`."""
    fours = np.flatnonzero(sizes == 4)
    choices = np.zeros(4096, dtype=np.int64)
    choices[fours] = np.arange(len(fours))
    # The number of a set of four of eight elements: a sum of binomials over its elements in ascending order.
    binomial = np.array([[comb(n, k) for k in range(5)] for n in range(9)])
    halves = np.arange(64)
    high, low = np.zeros((2, len(fours), 64), dtype=np.int64)
    for row, first in enumerate(fours):
        pulse()
        place = 0
        places = np.zeros(12, dtype=np.int64)
        for slot in range(12):
            places[slot] = place
            place += not first >> slot & 1
        counted = np.zeros(64, dtype=np.int64)
        for slot in range(6):
            chosen = (halves >> slot & 1 == 1) & (first >> slot & 1 == 0)
            counted[chosen] += 1
            low[row, chosen] += binomial[places[slot], np.minimum(counted[chosen], 4)]
        # The number of elements in the lower half is four minus the number in this half.
        free = np.array(
            [
                sum((int(half) >> slot & 1) & (1 - (int(first) >> slot + 6 & 1)) for slot in range(6))
                for half in halves
            ]
        )
        counted = np.maximum(4 - free, 0)
        for slot in range(6):
            chosen = (halves >> slot & 1 == 1) & (first >> slot + 6 & 1 == 0)
            counted[chosen] += 1
            high[row, chosen] += binomial[places[slot + 6], np.minimum(counted[chosen], 4)]
    splits = np.zeros(SPLITS, dtype=np.uint32)
    for row, first in enumerate(fours):
        seconds = fours[fours & first == 0]
        numbers = row * SEPARATIONS + high[row, seconds >> 6] + low[row, seconds & 63]
        splits[numbers] = first | seconds << 12
    return choices, high.astype(np.uint8).ravel(), low.astype(np.uint8).ravel(), splits


def _separations(coset: CosetSlots) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the masks of the slots of tetrad 1, shape (70,), and their numbers after each turn, shape (70, 18)."""
    masks = np.array([mask for mask in range(256) if mask.bit_count() == 4])
    # The solved separation is number 0.
    right = int((coset.tetrads << np.arange(8)).sum())
    masks = np.concatenate([[right], masks[masks != right]])
    numbers = _numbers_of(masks)
    taken = masks[:, None] >> np.arange(8) & 1
    return masks, numbers[taken[:, coset.corners.origin] @ (1 << np.arange(8))]


def _twist_rows() -> NDArray[np.int8]:
    rows = np.array(list(product(range(3), repeat=7)), dtype=np.int8)[:, ::-1]
    return np.column_stack([rows, -rows.sum(axis=1) % 3]).astype(np.int8)


def _twist_moves(coset: CosetSlots) -> NDArray[np.int64]:
    rows = _twist_rows()
    after = (rows[:, coset.corners.origin] + coset.corners.turned) % 3
    twists: NDArray[np.int64] = after[..., :7].astype(np.int64) @ 3 ** np.arange(7)
    return twists


def _classes(
    coset: CosetSlots, separations: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.uint8]]:
    """Return the classes of the corners up to symmetry: see `CosetTables`."""
    inverse = symmetries().inverse
    # For each value the first symmetry that maps its representative to it; the inverse maps back.
    images = _images(coset, separations)
    classes = Classes.of(images(symmetry) for symmetry in inverse.tolist())
    assert len(classes) == CLASSES, "the symmetries of the corners are right"
    number, symmetry = np.divmod(classes.places, 48)
    keeps = classes.selves[:, None] >> np.arange(48, dtype=np.uint64) & np.uint64(1)
    representatives = classes.representatives.astype(np.int32)
    return (number * 64 + inverse[symmetry]).astype(np.uint32), representatives, keeps.astype(np.uint8)


def _images(coset: CosetSlots, separations: NDArray[np.int64]) -> Callable[[int], NDArray[np.int32]]:
    """Return a function from a symmetry to the images of all values of the corners."""
    to, twists = symmetries().of_slots(coset.corner_slots), _twists_under_symmetries(coset)
    slots, numbers = np.arange(8), _numbers_of(separations)
    taken = separations[:, None] >> slots & 1
    # The number of a twist is a sum over slots: a matrix product gives all pairs of a twist and a separation.
    indicator = (_twist_rows()[:, :, None] == np.arange(3)).reshape(TWISTS, 24).astype(np.int32)
    powers = np.append(3 ** np.arange(7), 0)

    def images(symmetry: int) -> NDArray[np.int32]:
        there = to[symmetry]
        swapped = coset.tetrads[there[0]] ^ coset.tetrads[0]
        after = twists[symmetry, slots, taken] * powers[there][:, None]
        twist = indicator @ after.reshape(SEPARATIONS, 24).T.astype(np.int32)
        separation = numbers[((taken ^ swapped) << there).sum(axis=1)].astype(np.int32)
        values: NDArray[np.int32] = twist * np.int32(SEPARATIONS) + separation
        return values.ravel()

    return images


def _twists_under_symmetries(coset: CosetSlots) -> NDArray[np.int8]:
    """Return the twist of a corner after a symmetry, by slot, tetrad and twist: shape (48, 8, 2, 3)."""
    # A corner maps the axes of its home's stickers to the axes of its slot's stickers; a symmetry renames the axes.
    axes = axes_of()[coset.corner_slots]
    # All slots of a tetrad list their axes in the same order.
    homes = np.array([axes[np.flatnonzero(coset.tetrads == tetrad)[0]] for tetrad in (0, 1)])
    to = symmetries().of_slots(coset.corner_slots)
    # The image of each tetrad under a symmetry.
    first = np.flatnonzero(coset.tetrads == 0)[0]
    images = np.zeros((48, 8, 2, 3), dtype=np.int8)
    for symmetry, renamed in enumerate(symmetries().axes):
        swapped = coset.tetrads[to[symmetry, first]]
        for slot, tetrad, twist in product(range(8), range(2), range(3)):
            shows = {int(homes[tetrad, j]): int(axes[slot, (j + twist) % 3]) for j in range(3)}
            after = {int(renamed[home]): int(renamed[place]) for home, place in shows.items()}
            reference = homes[tetrad ^ swapped, 0]
            images[symmetry, slot, tetrad, twist] = np.flatnonzero(
                axes[to[symmetry, slot]] == after[int(reference)]
            )[0]
    return images
