"""How the wings of a 4×4×4 are paired in phase 3, as a number, and the exact distance to paired wings.

The turns of phase 3 keep the wings in two sets of twelve cells, each with one cell of every edge. If both wings of each
pair are in different sets, the pairing p is a permutation of the edges: where the first set has a wing at edge e, the
second set has its partner at edge p[e]. Wings are paired if p[e] = e. A turn that moves the first set by a and the
second by b makes b⁻¹ · p · a of p. So faces only conjugate p, and p stays even.

A row of the table has all p with equal images of the four edges between R and L, up to the eight symmetries that keep
these edges and both sets: 1538 of 11,880. Its 20,160 columns are the even ways to complete p. A p that symmetries keep
in its row has several entries.

Source: Edge3 of TPR-4x4x4-Solver by Chen Shuang has the same 1538 · 20,160 entries.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.methods.large.cells import cell_grid
from cubeproof.methods.reduction.turns import PHASE3, WING, Cells, sources
from cubeproof.puzzle.geometry import geometry

ROWS, COLUMNS = 1538, 20_160
"""The shape of the table."""

SYMMETRIES = 8
"""The symmetries that keep the turns of phase 3, the four edges between R and L, and both sets of wings."""

NO_TURN = 17
"""The number after the turns of phase 3, for no turn."""

FARTHEST = 13
"""The largest distance."""

_FOUR = 12 * 11 * 10 * 9

FIRST = 990, 90, 9, 1
"""The weights of the first four images of p in their number."""
# The weights of the next six images in the rank of a completion.
_NEXT = 2520, 360, 60, 12, 3, 1


class PairingTables(NamedTuple):
    """What turns and symmetries do to pairings, for compiled loops."""

    inner: NDArray[np.int8]
    """The edge whose image an edge gets, for each symmetry and turn, the last turn none: shape (8, 18, 12)."""
    outer: NDArray[np.int8]
    """What becomes of the image, for each symmetry and turn: shape (8, 18, 12)."""
    rows: NDArray[np.int32]
    """8 · row + symmetry for the number of the first four images, shape (11880,)."""
    starts: NDArray[np.int8]
    """The first four images in each row, the others in ascending order, shape (1538, 12)."""
    odd: NDArray[np.bool_]
    """Whether this order is odd, shape (1538,)."""
    orders: NDArray[np.int8]
    """The order of the other eight in each column; if `odd`, the last two change places. Shape (20160, 8)."""
    selves: NDArray[np.uint8]
    """The symmetries that keep each row, one bit each, shape (1538,)."""
    below: NDArray[np.int8]
    """The number of bits below each bit of a set of edges, shape (4096, 12)."""


@cache
def edges() -> NDArray[np.intp]:
    """Return the cells of the wings of each edge, of the first set and of the second: shape (2, 12)."""
    grid, first = cell_grid(4), [0]
    for cell in first:
        first += [to for to in dict.fromkeys(sources()[WING, PHASE3, cell].tolist()) if to not in first]
    assert len(first) == 12, "phase 3 keeps two sets of wings"
    sides = np.sort(np.stack([grid.faces, geometry(4).faces[grid.partners[0]]], axis=1), axis=1)
    # The four edges that touch neither R nor L come first.
    order = sorted({tuple(pair) for pair in sides.tolist()}, key=lambda pair: (1 in pair or 4 in pair, pair))
    both = [np.flatnonzero((sides == pair).all(axis=1)).tolist() for pair in order]
    return np.array([sorted(pair, key=lambda cell: cell not in first) for pair in both]).T


@cache
def identities() -> NDArray[np.intp]:
    """Return the edge where each wing is at home, and its set there: shape (2, 24)."""
    homes = np.empty((2, 24), dtype=np.intp)
    homes[0, edges()] = np.arange(12)
    homes[1, edges()] = np.arange(2)[:, None]
    return homes


def pairings(wings: Cells) -> tuple[NDArray[np.int8], NDArray[np.intp]]:
    """Return the pairing of states whose wings are split, and the edges of the wings in the first set.

    Both have the shape (states, 12).
    """
    first, second = identities()[0][wings[:, edges()]].swapaxes(0, 1)
    pairing = np.take_along_axis(np.argsort(second, axis=1), first, axis=1)
    # A gather along the rows may have another layout, for which loops would be compiled again.
    return np.ascontiguousarray(pairing, dtype=np.int8), first


def odd_rows(rows: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return whether each row is an odd permutation, by counting inversions: shape (rows, n) → (rows,)."""
    inverted = rows[:, :, None] > rows[:, None]
    odd: NDArray[np.bool_] = np.triu(inverted, 1).sum(axis=(1, 2)) % 2 == 1
    return odd


def _symmetries() -> list[NDArray[np.intp]]:
    """Return the images of the edges under the eight symmetries, the identity first."""
    grid, cube = cell_grid(4), geometry(4)
    cubies = [tuple(cube.cubies[cell].tolist()) for cell in grid.cells[WING].tolist()]
    number = {cubie: cell for cell, cubie in enumerate(cubies)}
    edge, place = identities()
    kept = []
    # The axis of R and L is x.
    for signs, turned in product(product((1, -1), repeat=3), (False, True)):
        images = np.array(
            [
                number[signs[0] * x, signs[1] * (z if turned else y), signs[2] * (y if turned else z)]
                for x, y, z in cubies
            ]
        )
        if (place[images] == place).all():
            kept.append(edge[images[edges()[0]]])
    assert len(kept) == SYMMETRIES, "eight symmetries keep the sets"
    return kept


@cache
def pairing_tables() -> PairingTables:
    """Return the tables of the loops; they are computed in a moment."""
    none = np.arange(24)[None]
    gathers = np.concatenate([sources()[WING, PHASE3], none])
    edge = identities()[0]
    a, b = (edge[gathers[:, cells]] for cells in edges())
    inner, outer = np.empty((2, SYMMETRIES, len(gathers), 12), dtype=np.int8)
    for number, images in enumerate(_symmetries()):
        # s · b⁻¹ · p · a · s⁻¹
        back = np.argsort(images)
        for turn in range(len(gathers)):
            inner[number, turn] = a[turn][back]
            outer[number, turn] = images[np.argsort(b[turn])]
    rows, starts, selves = _classes(_arrangements(12, 4), inner[:, -1], outer[:, -1])
    orders = _arrangements(8, 6)
    uneven = odd_rows(orders)
    orders[uneven, 6:] = orders[uneven, :5:-1]
    sets = np.arange(4096)[:, None]
    below = np.bitwise_count(sets & (1 << np.arange(12)) - 1).astype(np.int8)
    return PairingTables(inner, outer, rows, starts, odd_rows(starts), orders, selves, below)


def _arrangements(count: int, taken: int) -> NDArray[np.int8]:
    """Return all ways to take some of `count` numbers, in order, each followed by the other numbers, ascending.

    >>> _arrangements(3, 1).tolist()
    [[0, 1, 2], [1, 0, 2], [2, 0, 1]]
    """
    rows = np.arange(count, dtype=np.int8)[None]
    for place in range(taken):
        # Each of the numbers that are left comes next, before the others.
        left = np.arange(count - place)
        next_first = np.argsort(left != left[:, None], axis=1, kind="stable")
        start = np.repeat(rows[:, None, :place], count - place, axis=1)
        rows = np.concatenate([start, rows[:, place:][:, next_first]], axis=2).reshape(-1, count)
    return rows


def _classes(
    arrangements: NDArray[np.int8], inner: NDArray[np.int8], outer: NDArray[np.int8]
) -> tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.uint8]]:
    """Return 8 · row + symmetry of all first four images, and each row's arrangement and its own symmetries."""
    firsts = arrangements[:, :4]
    digits = firsts.astype(np.intp).copy()
    for place in range(1, 4):
        digits[:, place] -= (firsts[:, :place] < firsts[:, place : place + 1]).sum(axis=1)
    number = np.full((12,) * 4, -1)
    number[tuple(firsts.T)] = digits @ np.array(FIRST)
    assert (number[tuple(firsts.T)] == np.arange(_FOUR)).all(), "permutations are in order"
    images = np.stack([number[tuple(outer[s][firsts[:, inner[s, :4]]].T)] for s in range(SYMMETRIES)], axis=1)
    least = images.min(axis=1)
    representatives = np.unique(least)
    symmetry = images.argmin(axis=1)
    rows = SYMMETRIES * np.searchsorted(representatives, least) + symmetry
    own = (images[representatives] == representatives[:, None]) @ (1 << np.arange(SYMMETRIES))
    return rows.astype(np.int32), arrangements[representatives], own.astype(np.uint8)


@compiled
def entry(tables: PairingTables, pairing: NDArray[np.int8], turn: int) -> int:
    """Return the place in the table of a pairing after a turn of phase 3, or after none."""
    inner, outer, below = tables.inner, tables.outer, tables.below
    number, left = 0, 4095
    column = 0
    for edge in range(4):
        image = outer[0, turn, pairing[inner[0, turn, edge]]]
        number += below[left, image] * FIRST[edge]
        left ^= 1 << image
    place = tables.rows[number]
    symmetry = place & 7
    left = 4095
    for edge in range(4):
        left ^= 1 << outer[symmetry, turn, pairing[inner[symmetry, turn, edge]]]
    for edge in range(6):
        image = outer[symmetry, turn, pairing[inner[symmetry, turn, edge + 4]]]
        column += below[left, image] * _NEXT[edge]
        left ^= 1 << image
    result: int = (place >> 3) * COLUMNS + column
    return result


@compiled
def remainder(table: NDArray[np.uint8], place: int) -> int:
    """Return the distance modulo 3 at a place of the packed table."""
    rest: int = table[place >> 2] >> ((place & 3) << 1) & 3
    return rest


@compiled
def turn_pairing(
    tables: PairingTables, pairing: NDArray[np.int8], turn: int, after: NDArray[np.int8]
) -> None:
    """Write the pairing after a turn of phase 3 to `after`."""
    for edge in range(12):
        after[edge] = tables.outer[0, turn, pairing[tables.inner[0, turn, edge]]]


@compiled
def distance(tables: PairingTables, table: NDArray[np.uint8], pairing: NDArray[np.int8]) -> int:
    """Return the turns of phase 3 that pair the wings: the steps along falling distances."""
    here, after = pairing.copy(), pairing.copy()
    rest = remainder(table, entry(tables, here, NO_TURN))
    for steps in range(FARTHEST + 1):
        solved = rest == 0
        for edge in range(12):
            solved = solved and here[edge] == edge
        if solved:
            return steps
        rest = (rest + 2) % 3
        for turn in range(NO_TURN):
            if remainder(table, entry(tables, here, turn)) == rest:
                turn_pairing(tables, here, turn, after)
                here, after = after, here
                break
    return FARTHEST
