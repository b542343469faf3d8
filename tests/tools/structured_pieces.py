"""Pieces and symmetries of the 3×3×3 on the lattice, and states made of pieces: parts of `structured`.

A state is a permutation of the 54 stickers: place i shows the sticker of place `state[i]` of the solved cube. Pieces
in slots are a list with a pair for each slot: the piece in the slot, and the number of its clockwise turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import numpy as np

from second_opinion.lattice import Array, cubies, points

Pieces = list[tuple[int, int]]


def _slots(stickers: int) -> Array:
    """Return the places of each corner (3, clockwise) or edge (2): shape (8, 3) or (12, 2)."""
    slots = []
    for cubie in np.unique(cubies(3), axis=0):
        if (cubie != 0).sum() != stickers:
            continue
        places = np.flatnonzero((cubies(3) == cubie).all(axis=1))
        if stickers == 3 and np.linalg.det(points(3)[places]) > 0:
            # Three ways out of a corner are in clockwise order, seen from outside, if their determinant is negative.
            places = places[[0, 2, 1]]
        slots.append(places)
    return np.array(slots)


PIECES = [
    *["corners only", "edges only", "all pieces in place", "one swap of corners and one of edges"],
    *["3 corners cycled", "3 edges cycled", "5 corners cycled", "7 edges cycled", "2 corners turned"],
    *["3 corners turned", "8 corners turned", "2 edges turned", "4 edges turned", "12 edges turned"],
]
"""Kinds of states with some pieces in other places or turned, and the rest at home."""

CORNERS = _slots(3)
EDGES = _slots(2)


def assembled(corners: Pieces, edges: Pieces) -> Array:
    """Return the state with these pieces in the slots."""
    state = np.arange(54)
    for slots, pieces in ((CORNERS, corners), (EDGES, edges)):
        for slot, (piece, amount) in enumerate(pieces):
            state[np.roll(slots[slot], -amount)] = slots[piece]
    return state


def _is_odd(origin: Sequence[int]) -> bool:
    return sum(first > second for first, second in combinations(origin, 2)) % 2 == 1


def turned(
    pieces: Pieces, amounts: int, slots: Iterable[int], random: Random, *, perhaps_none: bool = False
) -> Pieces:
    """Turn each of the pieces in some slots; the sum of the amounts is 0 modulo `amounts`.

    Args:
        pieces: the pieces before.
        amounts: 3 for corners, 2 for edges.
        slots: the slots whose pieces are turned.
        random: the random generator.
        perhaps_none: whether pieces may stay unchanged.
    """
    slots = list(slots)
    while True:
        chosen = [random.randrange(0 if perhaps_none else 1, amounts) for _ in slots]
        if sum(chosen) % amounts == 0:
            break
    result = list(pieces)
    for slot, amount in zip(slots, chosen, strict=True):
        result[slot] = (pieces[slot][0], (pieces[slot][1] + amount) % amounts)
    return result


def shuffled(pieces: Pieces, amounts: int, random: Random) -> Pieces:
    """Return pieces in an even permutation, turned by any amounts that add up to a whole turn."""
    while True:
        result = random.sample(pieces, len(pieces))
        if not _is_odd([piece for piece, _ in result]):
            return turned(result, amounts, range(len(pieces)), random, perhaps_none=True)


def disturbed_pieces(kind: str, random: Random) -> tuple[Pieces, Pieces]:
    """Return the corners and edges of a random state of a kind in `PIECES`."""
    corners: Pieces = [(slot, 0) for slot in range(8)]
    edges: Pieces = [(slot, 0) for slot in range(12)]
    if kind == "corners only":
        return shuffled(corners, 3, random), edges
    if kind == "edges only":
        return corners, shuffled(edges, 2, random)
    if kind == "all pieces in place":
        return (
            turned(corners, 3, range(8), random, perhaps_none=True),
            turned(edges, 2, range(12), random, perhaps_none=True),
        )
    if kind == "one swap of corners and one of edges":
        return _cycled(corners, 3, 2, random), _cycled(edges, 2, 2, random)
    count, what, change = kind.split()
    pieces, amounts = (corners, 3) if what == "corners" else (edges, 2)
    if change == "cycled":
        changed = _cycled(pieces, amounts, int(count), random)
    else:
        changed = turned(pieces, amounts, random.sample(range(len(pieces)), int(count)), random)
    return (changed, edges) if what == "corners" else (corners, changed)


def _cycled(pieces: Pieces, amounts: int, count: int, random: Random) -> Pieces:
    """Return the pieces with some of them moved in a cycle, and turned by amounts that add up to a whole turn."""
    slots = random.sample(range(len(pieces)), count)
    result = list(pieces)
    for here, there in zip(slots, [*slots[1:], slots[0]], strict=True):
        result[there] = pieces[here]
    return turned(result, amounts, slots, random, perhaps_none=True)


def random_own_inverse(random: Random) -> Array:
    """Return a state that is its own inverse: pieces swapped in pairs, and some edges flipped."""
    while True:
        corner_pairs, edge_pairs = random.randint(0, 4), random.randint(0, 6)
        if (corner_pairs + edge_pairs) % 2 == 0:
            break
    corners: Pieces = [(slot, 0) for slot in range(8)]
    for corner_pair, second in _pairs(8, corner_pairs, random):
        amount = random.randrange(3)
        corners[corner_pair], corners[second] = (second, amount), (corner_pair, -amount % 3)
    edges: Pieces = [(slot, 0) for slot in range(12)]
    for corner_pair, second in _pairs(12, edge_pairs, random):
        amount = random.randrange(2)
        edges[corner_pair], edges[second] = (second, amount), (corner_pair, amount)
    alone = [slot for slot in range(12) if edges[slot][0] == slot]
    flipped = random.sample(alone, 2 * random.randint(0, len(alone) // 2))
    return assembled(corners, turned(edges, 2, flipped, random))


def _pairs(slots: int, count: int, random: Random) -> list[tuple[int, int]]:
    chosen = random.sample(range(slots), 2 * count)
    return list(zip(chosen[::2], chosen[1::2], strict=True))


@cache
def symmetries() -> tuple[Array, ...]:
    """Return the 48 symmetries of the cube, the identity first: place i goes to place symmetry[i]."""
    places = {tuple(point): index for index, point in enumerate(points(3).tolist())}
    results = []
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        images = points(3)[:, list(axes)] * signs
        results.append(np.array([places[tuple(point)] for point in images.tolist()]))
    return tuple(results)


def symmetry_count(state: Array) -> int:
    """Return the number of symmetries of the cube, of 48, that a state has."""
    return sum(bool((symmetry[state] == state[symmetry]).all()) for symmetry in symmetries())


@cache
def subgroups_of_symmetries() -> tuple[tuple[int, ...], ...]:
    """Return the 98 groups of symmetries, each as sorted numbers of `symmetries()`."""
    number = {symmetry.tobytes(): index for index, symmetry in enumerate(symmetries())}
    table = [[number[item[second].tobytes()] for second in symmetries()] for item in symmetries()]

    def closed(chosen: Iterable[int]) -> frozenset[int]:
        group, waiting = {0}, [*chosen]
        while waiting:
            if (new := waiting.pop()) not in group:
                group.add(new)
                waiting += [table[new][old] for old in group] + [table[old][new] for old in group]
        return frozenset(group)

    results = waiting = {closed([item]) for item in range(48)}
    while waiting:
        waiting = {
            closed([*group, item]) for group in waiting for item in range(48) if item not in group
        } - results
        results = results | waiting
    return tuple(sorted(tuple(sorted(group)) for group in results))


def random_symmetric(group: Sequence[int], random: Random) -> Array:
    """Return a reachable state that has all these symmetries, and perhaps more.

    A state commutes with its symmetries, and each state commutes with the turn of all corners in place. These maps
    generate a group. The place of one sticker of an orbit of this group decides the places of the whole orbit.
    The maps that fix the sticker and the maps that fix its place must be the same.
    """
    while True:
        state = np.arange(54)
        for slots in (CORNERS, EDGES):
            in_place = np.arange(54)
            in_place[slots] = np.roll(slots, 1, axis=1)
            turns = [np.arange(54)]
            for _ in range(slots.shape[1] - 1):
                turns.append(turns[-1][in_place])
            images = np.array([symmetries()[item][turn] for item in group for turn in turns])
            left, free = set(slots.ravel().tolist()), set(slots.ravel().tolist())
            while left:
                place = min(left)
                keeps = images[:, place] == place
                sticker = random.choice([at for at in sorted(free) if ((images[:, at] == at) == keeps).all()])
                state[images[:, place]] = images[:, sticker]
                left -= set(images[:, place].tolist())
                free -= set(images[:, sticker].tolist())
        if _is_reachable(state):
            return state


def _is_reachable(state: Array) -> bool:
    """Whether turns reach a state: the amounts add up to whole turns, and corners and edges have the same parity."""
    odd = []
    for slots in (CORNERS, EDGES):
        home = {int(place): divmod(index, slots.shape[1]) for index, place in enumerate(slots.ravel())}
        visible = [home[int(state[places[0]])] for places in slots]
        if sum(index for _, index in visible) % slots.shape[1]:
            return False
        odd.append(_is_odd([piece for piece, _ in visible]))
    return odd[0] == odd[1]
