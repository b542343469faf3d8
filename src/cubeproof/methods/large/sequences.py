"""`Sequences`: for every cycle of three cells, the shortest sequences of turns that exchange these cells and no others.

A commutator [A, B C B'] exchanges three cells if A and B C B' have one place in common. A set-up turn d before it and
d' after it exchange three other cells, at two quarter turns of single layers more. The turns of a sequence are
symbolic: their layers are the first, the last, and the layers of the orbit's key, counted from both sides. Cells are
numbered alike in all orbits and sizes, so four kinds of orbits are enough.

Nothing is written by hand: all commutators are replayed on the 9×9×9, which has unused layers between the used ones,
and kept if they move three pieces. All shortest sequences of each cycle are kept, counted in quarter turns of single
layers (8 to 14), since they differ in the turns that they share with a word around them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.methods.large.cells import cell_grid
from cubeproof.puzzle.geometry import FACES, Slab, geometry

SYMBOLS = 6
"""The symbolic layers: the first, the last, the first of the key and its opposite, the second and its opposite."""

TURNS = 3 * SYMBOLS * 3
"""The symbolic turns: number (axis · 6 + symbol) · 3 + amount − 1."""

MOST = 14
"""The largest number of turns of a sequence; also its largest number of quarter turns."""

NO_TURN = 255
"""Fills the rest of a sequence."""

KEYS = ((0, 1), (1, 3), (1, 1), (1, 4))
"""The key of each kind of orbit on the 9×9×9: wings, centres, centres on the diagonals, centres on the middle lines."""

_SIZE = 9
_QUARTERS = np.tile(np.array([1, 2, 1]), 3 * SYMBOLS)


@dataclass(frozen=True, eq=False)
class Sequences:
    """The sequences of all kinds, one after the other."""

    turns: NDArray[np.uint8]
    """The turns of each sequence, then `NO_TURN`, shape (sequences, MOST)."""
    lengths: NDArray[np.int8]
    """The number of turns of each, shape (sequences,)."""
    first: NDArray[np.int32]
    """The sequences of cycle c of kind k have the numbers first[k, c] to first[k, c + 1] − 1; shape (4, 13,825). The
    number of a cycle is (a · 24 + b) · 24 + c with its least cell first; what is in a goes to b, then to c."""


def kind_of(key: tuple[int, int], size: int) -> int:
    """Return the number of the kind of an orbit, given its key; see `KEYS`.

    >>> [kind_of(key, 7) for key in ((0, 2), (2, 1), (2, 2), (1, 3))]
    [0, 1, 2, 3]
    """
    if key[0] == 0:
        return 0
    if key[0] == key[1]:
        return 2
    return 3 if 2 * key[1] == size - 1 else 1


def layers_of(key: tuple[int, int], size: int) -> list[int]:
    """Return the layer of each symbol, from 0; −1 if the kind of orbit does not use the symbol.

    >>> layers_of((1, 2), 8), layers_of((0, 2), 8), layers_of((2, 2), 8), layers_of((1, 3), 7)
    ([0, 7, 1, 6, 2, 5], [0, 7, 2, 5, -1, -1], [0, 7, 2, 5, -1, -1], [0, 6, 1, 5, 3, -1])
    """
    inner = [key[0] or key[1]] if key[0] in (0, key[1]) else list(key)
    layers = [0, size - 1]
    for layer in inner:
        layers += [layer, size - 1 - layer if 2 * layer != size - 1 else -1]
    return layers + [-1] * (SYMBOLS - len(layers))


@cache
def sequences() -> Sequences:
    """Return the sequences of all kinds: about 150,000, in 2 MB.

    >>> [int((np.diff(first) > 0).sum()) for first in sequences().first]
    [4048, 4048, 4048, 4048]
    """
    turns, first, total = [], [], 0
    for key in KEYS:
        rows, cycles = _shortest(key)
        order = np.argsort(cycles, kind="stable")
        turns.append(rows[order])
        first.append(total + np.searchsorted(cycles[order], np.arange(24**3 + 1)))
        total += len(rows)
    whole = np.concatenate(turns)
    lengths = (whole != NO_TURN).sum(axis=1).astype(np.int8)
    return Sequences(whole, lengths, np.array(first, dtype=np.int32))


def _shortest(key: tuple[int, int]) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Return the shortest sequences of a kind, and the number of the cycle of each.

    The middle of a shortest sequence with a set-up turn is a shortest sequence of its cycle.
    """
    sources, inverse = _sources(key)
    to = np.argsort(sources, axis=1)
    rows, cycles = _commutators(key, to, inverse)
    quarters = np.append(_QUARTERS, 0)[np.minimum(rows, TURNS)].sum(axis=1)
    layer = np.arange(TURNS) // 3
    usable = np.flatnonzero((sources != np.arange(24)).any(axis=1))
    known = np.zeros(24**3, dtype=np.bool_)
    shortest: dict[int, tuple[NDArray[np.uint8], NDArray[np.intp]]] = {}
    for length in range(8, MOST + 1):
        parts = [(rows[quarters == length], cycles[quarters == length])]
        for setup in usable.tolist():
            inner, of = shortest.get(length - 2 * int(_QUARTERS[setup]), (rows[:0], cycles[:0]))
            free = layer[inner[:, 0]] != layer[setup]
            cells = to[inverse[setup]][_cells(of[free])]
            parts.append((_surrounded(inner[free], setup, int(inverse[setup])), _numbers(cells)))
        whole = np.concatenate([row for row, _ in parts])
        of = np.concatenate([number for _, number in parts])
        new = ~known[of]
        whole, kept = np.unique(whole[new], axis=0, return_index=True)
        shortest[length] = whole, of[new][kept]
        known[shortest[length][1]] = True
    whole = np.concatenate([row for row, _ in shortest.values()])
    return whole, np.concatenate([number for _, number in shortest.values()])


def _sources(key: tuple[int, int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where what is in each cell after each symbolic turn was before it, shape (TURNS, 24), and the inverses."""
    grid, cube = cell_grid(_SIZE), geometry(_SIZE)
    cells = grid.cells[grid.numbers[key]]
    number = np.zeros(6 * _SIZE**2, dtype=np.intp)
    number[cells] = np.arange(24)
    sources = np.tile(np.arange(24), (TURNS, 1))
    for turn in range(TURNS):
        layer = layers_of(key, _SIZE)[turn // 3 % SYMBOLS]
        if layer >= 0:
            slab = Slab(FACES[turn // (3 * SYMBOLS)], layer + 1, layer + 1, turn % 3 + 1)
            sources[turn] = number[cube.turn(slab)[cells]]
    return sources, np.arange(TURNS).reshape(-1, 3)[:, ::-1].ravel()


def _commutators(
    key: tuple[int, int], to: NDArray[np.intp], inverse: NDArray[np.intp]
) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Return the commutators of three turns that move three pieces, and their inverses."""
    cube, layers = geometry(_SIZE), layers_of(key, _SIZE)
    turns = [
        cube.turn(
            Slab(FACES[turn // (3 * SYMBOLS)], layer + 1, layer + 1, turn % 3 + 1)
            if (layer := layers[turn // 3 % SYMBOLS]) >= 0
            else Slab("U", 1, _SIZE, 4)
        )
        for turn in range(TURNS)
    ]
    used = np.array([layers[turn // 3 % SYMBOLS] >= 0 for turn in range(TURNS)])
    triples = np.zeros((60_000, 3), dtype=np.int16)
    count = pure_triples(np.array(turns), used, inverse, 6 if key[0] == 0 else 3, triples)
    a, b, c = triples[:count].T
    rows = np.stack([a, b, c, inverse[b], inverse[a], b, inverse[c], inverse[b]], axis=1)
    rows = np.concatenate([rows, inverse[rows[:, ::-1]]])
    ends = np.tile(np.arange(24), (len(rows), 1))
    for turn in rows.T:
        ends = to[turn[:, None], ends]
    moved = ends != np.arange(24)
    # Commutators that move three centres of another orbit do not move three cells of this one.
    rows, ends, moved = (part[moved.sum(axis=1) == 3] for part in (rows, ends, moved))
    one = moved.argmax(axis=1)
    two = ends[np.arange(len(ends)), one]
    three = ends[np.arange(len(ends)), two]
    padded = np.pad(rows, ((0, 0), (0, MOST - 8)), constant_values=NO_TURN).astype(np.uint8)
    return padded, _numbers(np.stack([one, two, three], axis=1))


@compiled
def pure_triples(
    turns: NDArray[np.int16],
    used: NDArray[np.bool_],
    inverse: NDArray[np.intp],
    most: int,
    triples: NDArray[np.int16],
) -> int:
    """Write A, B and C of each commutator [A, B C B'] that moves `most` stickers; return their number."""
    count = 0
    for a in range(TURNS):
        for b in range(TURNS):
            if not used[a] or not used[b] or a // 18 == b // 18:
                continue
            for c in range(TURNS):
                if not used[c] or b // 18 == c // 18:
                    continue
                moved = 0
                for place in range(turns.shape[1]):
                    # Backwards through A B C B' A' B C' B'.
                    source = turns[b, turns[inverse[c], turns[inverse[b], place]]]
                    source = turns[inverse[b], turns[inverse[a], source]]
                    source = turns[a, turns[b, turns[c, source]]]
                    if source != place:
                        moved += 1
                        if moved > most:
                            break
                if moved == most:
                    triples[count, 0], triples[count, 1], triples[count, 2] = a, b, c
                    count += 1
    return count


def _surrounded(rows: NDArray[np.uint8], before: int, after: int) -> NDArray[np.uint8]:
    """Return sequences with one turn before and one after them."""
    lengths = (rows != NO_TURN).sum(axis=1)
    rows = rows[lengths <= MOST - 2]
    longer = np.full_like(rows, NO_TURN)
    longer[:, 0], longer[:, 1:] = before, rows[:, :-1]
    longer[np.arange(len(rows)), lengths[lengths <= MOST - 2] + 1] = after
    return longer


def _cells(cycles: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.stack([cycles // 576, cycles // 24 % 24, cycles % 24], axis=1)


def _numbers(cells: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the numbers of cycles, shape (cycles, 3), with the least cell first."""
    least = cells.argmin(axis=1)[:, None]
    a, b, c = np.take_along_axis(cells, (least + np.arange(3)) % 3, axis=1).T
    numbers: NDArray[np.intp] = (a * 24 + b) * 24 + c
    return numbers
