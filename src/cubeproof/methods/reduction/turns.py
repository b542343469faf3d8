"""The turns of a 4×4×4 on its cells, and the turns that each phase allows.

A turn has the number 9 · axis + 3 · block + amount − 1. The axis is 0 for U and D, 1 for R and L, 2 for F and B; the
block is 0 for the layer of U, R or F, 1 for the layer of D, L or B, and 2 for two layers at U, R or F; the amount is 1
to 3 quarter turns, clockwise as seen from U, R or F. Other blocks are these with a rotation of the whole cube. Turns of
one axis commute: in a word their blocks ascend.

Phase 1 uses all turns. Phase 2 keeps the centres of R and L on their axis: no quarter turns of Uw and Fw. Phase 3 also
keeps the wings in two sets of twelve: on R and L, and of two layers, half turns only.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.large.cells import cell_grid
from cubeproof.puzzle.geometry import LayerTurn, geometry

Cells = NDArray[np.int8]
"""A label for each of the 24 cells of an orbit, shape (…, 24)."""

TURNS = 27
"""The number of turns."""

WIDE = 2
"""The block of two layers."""

LAYERS = np.array([[1, 0, 0, 0], [0, 0, 0, 1], [1, 1, 0, 0]], dtype=np.int8)
"""The layers of each block, shape (3, 4)."""

WING, CENTRE = 0, 1
"""The numbers of the two orbits."""


def axis_of(turn: int) -> int:
    """Return the axis of a turn."""
    return turn // 9


def block_of(turn: int) -> int:
    """Return the block of a turn."""
    return turn // 3 % 3


def amount_of(turn: int) -> int:
    """Return the quarter turns of a turn."""
    return turn % 3 + 1


def _in_phase2(turn: int) -> bool:
    return axis_of(turn) == 1 or block_of(turn) != WIDE or amount_of(turn) == 2


def _in_phase3(turn: int) -> bool:
    return amount_of(turn) == 2 or (axis_of(turn) != 1 and block_of(turn) != WIDE)


PHASE2 = np.array([turn for turn in range(TURNS) if _in_phase2(turn)])
"""The 23 turns of phase 2."""

PHASE3 = np.array([turn for turn in range(TURNS) if _in_phase3(turn)])
"""The 17 turns of phase 3."""

AMOUNTS = np.array([amount_of(turn) * LAYERS[block_of(turn)] % 4 for turn in range(TURNS)], dtype=np.int8)
"""The amounts of each turn as a run, shape (27, 4)."""

QUARTER = np.array([amount_of(turn) != 2 for turn in range(TURNS)])
"""Whether each turn is a quarter turn, so that it changes the parity of the corners."""

ODD_WINGS = np.array([block_of(turn) == WIDE and amount_of(turn) != 2 for turn in range(TURNS)])
"""Whether each turn changes the parity of the wings."""


def follows(turns: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which turns may follow which in a word: shape (turns + 1, turns), the last row for the first turn.

    >>> follows(PHASE3).shape, int(follows(PHASE3).sum())
    ((18, 17), 232)
    """
    before, after = turns[:, None], turns[None]
    allowed = (before // 9 != after // 9) | (before // 3 < after // 3)
    return np.vstack([allowed, np.ones((1, len(turns)), dtype=bool)])


@cache
def permutations() -> NDArray[np.intp]:
    """Return each turn as a permutation of stickers in gather form, shape (27, 96)."""
    turns = [LayerTurn(axis_of(turn), AMOUNTS[turn].astype(np.uint8).tobytes()) for turn in range(TURNS)]
    return np.stack([geometry(4).turn(turn) for turn in turns]).astype(np.intp)


@cache
def rotations() -> NDArray[np.intp]:
    """Return rotations of the whole cube in gather form, shape (3, 96): hold h makes axis a the axis (a + h) % 3.

    They are rotations about the corners UFR and DBL, so a turn becomes the same turn of the next axis.
    """
    for rotation in geometry(4).rotations.astype(np.intp):
        turned = np.argsort(rotation)[permutations()[:, rotation]]
        if (turned == np.roll(permutations(), -9, axis=0)).all():
            return np.stack([np.arange(96), rotation, rotation[rotation]])
    raise AssertionError("a rotation permutes the axes")


@cache
def sources() -> NDArray[np.intp]:
    """Return the cell from which each turn brings the label of a cell: shape (2, 27, 24), wings and centres."""
    return _on_cells(permutations())


@cache
def holds() -> NDArray[np.intp]:
    """Return the rotations on cells, shape (2, 3, 24), wings and centres."""
    return _on_cells(rotations())


def after(states: Cells, turns: NDArray[np.integer], orbit: int) -> Cells:
    """Return states after words of equal length.

    Args:
        states: shape (states, 24).
        turns: the turns of each word, shape (states, length).
        orbit: `WING` or `CENTRE`.
    """
    for step in range(turns.shape[1]):
        states = np.take_along_axis(states, sources()[orbit, turns[:, step]], axis=1)
    return states


def _on_cells(gathers: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return permutations of stickers on the cells: shape (permutations, 96) → (2, permutations, 24)."""
    grid = cell_grid(4)
    number = np.full(96, -1)
    number[grid.cells] = np.arange(24)
    # A turn may bring the other sticker of a wing.
    number[grid.partners] = np.arange(24)
    cells: NDArray[np.intp] = number[gathers[:, grid.cells]].swapaxes(0, 1)
    return cells
