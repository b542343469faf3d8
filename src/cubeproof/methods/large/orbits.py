"""`OrbitArrays`: the cells of one state for compiled loops: labels at the start, goals, and what each turn moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.methods.large.cells import CellGrid
from cubeproof.methods.large.sequences import kind_of, layers_of, sequences
from cubeproof.methods.large.words import RUNS, WordArrays
from cubeproof.puzzle.geometry import FACES, Slab, geometry


class OrbitArrays(NamedTuple):
    """What compiled loops know of the cells. Cells are numbered orbit · 24 + cell."""

    kinds: NDArray[np.int8]
    """The kind of each orbit, shape (orbits,); see `sequences.KEYS`."""
    layers: NDArray[np.int16]
    """The layer of each symbol in each orbit, shape (orbits, 6)."""
    wings: int
    """The number of orbits of wings, which come first."""
    quads: NDArray[np.int32]
    """Four cells each: a quarter turn takes what is in one to the next; shape (quads, 4)."""
    first: NDArray[np.int32]
    """A turn of layer l of axis a moves the cells of orbit o in the quads first[a, l, o] to first[a, l, o + 1] − 1;
    shape (3, N, orbits + 1)."""
    start: NDArray[np.int8]
    """The label in each cell at the start, shape (cells,)."""
    goals: NDArray[np.int8]
    """The label of each cell of the solved cube, shape (cells,)."""
    sequences: NDArray[np.uint8]
    """See `sequences.Sequences`."""
    lengths: NDArray[np.int8]
    """See `sequences.Sequences`."""
    sequence_first: NDArray[np.int32]
    """See `sequences.Sequences`."""


def orbit_arrays(grid: CellGrid, colours: NDArray[np.int8]) -> OrbitArrays:
    """Return the cells of a state for compiled loops, given the colours of its stickers, shape (6·N²,)."""
    size, many = grid.size, len(grid.keys)
    cube = geometry(size)
    number = np.full(6 * size**2, -1)
    number[grid.cells.ravel()] = np.arange(24 * many)
    quads: list[NDArray[np.intp]] = []
    first = np.zeros((3, size, many + 1), dtype=np.int32)
    total = 0
    for axis in range(3):
        for layer in range(size):
            sources = cube.turn(Slab(FACES[axis], layer + 1, layer + 1, 1))
            places = np.flatnonzero((sources != np.arange(len(sources))) & (number >= 0))
            to = np.arange(24 * many)
            to[number[sources[places]]] = number[places]
            whole = [np.flatnonzero(to != np.arange(len(to)))]
            for _ in range(3):
                whole.append(to[whole[-1]])
            moved = np.stack(whole, axis=1)
            moved = moved[moved.argmin(axis=1) == 0]
            first[axis, layer] = total + np.searchsorted(moved[:, 0], 24 * np.arange(many + 1))
            quads.append(moved)
            total += len(moved)
    table = sequences()
    return OrbitArrays(
        np.array([kind_of(key, size) for key in grid.keys], dtype=np.int8),
        np.array([layers_of(key, size) for key in grid.keys], dtype=np.int16),
        grid.wings,
        np.concatenate(quads).astype(np.int32),
        first,
        grid.labels(colours).ravel(),
        grid.goals.ravel(),
        table.turns,
        table.lengths,
        table.first,
    )


@compiled
def turn_labels(
    orbits: OrbitArrays, labels: NDArray[np.int8], axis: int, layer: int, amount: int, begin: int, end: int
) -> None:
    """Turn a layer: move the labels of the orbits from `begin` to `end` − 1."""
    quads = orbits.quads
    for quad in range(orbits.first[axis, layer, begin], orbits.first[axis, layer, end]):
        a, b, c, d = quads[quad, 0], quads[quad, 1], quads[quad, 2], quads[quad, 3]
        if amount == 1:
            labels[a], labels[b], labels[c], labels[d] = labels[d], labels[a], labels[b], labels[c]
        elif amount == 2:
            labels[a], labels[b], labels[c], labels[d] = labels[c], labels[d], labels[a], labels[b]
        else:
            labels[a], labels[b], labels[c], labels[d] = labels[b], labels[c], labels[d], labels[a]


@compiled
def turn_run(orbits: OrbitArrays, labels: NDArray[np.int8], word: WordArrays, run: int, sign: int) -> None:
    """Turn a run of a word, or its inverse if `sign` is −1, on the labels of all orbits."""
    axis = int(word.axes[run])
    left = word.turned[run]
    layer = 0
    while left > 0:
        amount = int(word.amounts[run, layer])
        if amount != 0:
            turn_labels(orbits, labels, axis, layer, (sign * amount) & 3, 0, len(orbits.kinds))
            left -= 1
        layer += 1


@compiled
def pull_goals(orbits: OrbitArrays, word: WordArrays, goals: NDArray[np.int8]) -> None:
    """Write the labels from which the word leads to the solved cube."""
    goals[:] = orbits.goals
    for run in range(word.state[RUNS] - 1, -1, -1):
        turn_run(orbits, goals, word, run, -1)
