"""`PhaseStates`: many states of a 4×4×4 on their way through the phases, each with the word that leads to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.large.cells import cell_grid
from cubeproof.methods.large.runs import run_costs
from cubeproof.methods.reduction.centres import colours, pairs, sides, solvable_sides
from cubeproof.methods.reduction.pairing import odd_rows, pairings
from cubeproof.methods.reduction.turns import (
    AMOUNTS,
    CENTRE,
    ODD_WINGS,
    QUARTER,
    TURNS,
    WING,
    Cells,
    after,
    holds,
)
from cubeproof.puzzle.geometry import geometry, is_odd, rotated_faces

NO_TURN = 255
"""Fills words up to a common length."""


@dataclass(frozen=True, eq=False)
class PhaseStates:
    """States, one in each row."""

    words: NDArray[np.uint8]
    """The turns from the start, `NO_TURN` before them, shape (states, turns)."""
    holds: NDArray[np.intp]
    """The rotation before the word, see `turns.holds`, shape (states,)."""
    wings: Cells
    """The home of the wing in each cell, shape (states, 24)."""
    centres: Cells
    """The colour of each centre, shape (states, 24)."""
    odd: NDArray[np.bool_]
    """Whether the corners, and whether the wings are permuted oddly, shape (states, 2)."""

    @classmethod
    def of(cls, homes: NDArray[np.integer]) -> Self:
        """Return one state, given the home of the sticker at each place, shape (96,)."""
        grid, cube = cell_grid(4), geometry(4)
        wings, centres = grid.labels(cube.faces[homes].astype(np.int8))
        corners = np.flatnonzero((np.abs(cube.cubies) == 3).all(axis=1))
        # An exchange of two corners exchanges three pairs of stickers; a twist is a cycle of three.
        odd = is_odd(np.searchsorted(corners, homes[corners])), is_odd(wings)
        start = np.empty((1, 0), dtype=np.uint8), np.zeros(1, dtype=np.intp)
        return cls(*start, wings[None], centres[None], np.array([odd]))

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, rows: NDArray[np.integer] | slice) -> PhaseStates:
        """Return some of the states."""
        return PhaseStates(*(part[rows] for part in self._arrays))

    @property
    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return self.words, self.holds, self.wings, self.centres, self.odd

    @property
    def lengths(self) -> NDArray[np.intp]:
        """The number of turns of each word, shape (states,)."""
        lengths: NDArray[np.intp] = (self.words != NO_TURN).sum(axis=1)
        return lengths

    def costs(self, metric: str) -> NDArray[np.int64]:
        """Return what each word costs, with neighbours on one axis joined, shape (states,); see `runs.run_costs`."""
        total = np.zeros(len(self), dtype=np.int64)
        axes, amounts = np.full(len(self), -1), np.zeros((len(self), 4), dtype=np.int8)
        for turns in self.words.T.astype(np.intp):
            turned = np.flatnonzero(turns != NO_TURN)
            crossing = turned[axes[turned] != turns[turned] // 9]
            total[crossing] += run_costs(amounts[crossing], metric)
            amounts[crossing], axes[crossing] = 0, turns[crossing] // 9
            amounts[turned] = (amounts[turned] + AMOUNTS[turns[turned]]) % 4
        costs: NDArray[np.int64] = total + run_costs(amounts, metric)
        return costs

    def after(self, turns: NDArray[np.integer]) -> PhaseStates:
        """Return the states after words of equal length, shape (states, turns)."""
        changes = np.stack([QUARTER[turns], ODD_WINGS[turns]], axis=2).sum(axis=1) % 2 == 1
        return PhaseStates(
            np.hstack([self.words, turns.astype(np.uint8)]),
            self.holds,
            after(self.wings, turns, WING),
            after(self.centres, turns, CENTRE),
            self.odd ^ changes,
        )

    def after_each(self, rows: Sequence[int], words: Sequence[NDArray[np.integer]]) -> list[PhaseStates]:
        """Return the states after several words of each of some rows, in order; without words, an empty list.

        Args:
            rows: the rows.
            words: for each row its words, shape (words, turns).
        """
        counts = np.array([len(turns) for turns in words], dtype=np.intp)
        numbers = np.repeat(np.arange(len(words)), counts)
        parts, places = [], []
        # Words of one length are made at once.
        for width in {turns.shape[1] for turns in words if len(turns)}:
            place = np.flatnonzero(np.repeat([turns.shape[1] == width for turns in words], counts))
            turns = np.concatenate([turns for turns in words if turns.shape[1] == width])
            parts.append(self[np.asarray(rows)[numbers[place]]].after(turns))
            places.append(place)
        return [PhaseStates.joined(parts)[np.argsort(np.concatenate(places))]] if parts else []

    def held(self, hold: NDArray[np.intp]) -> PhaseStates:
        """Return the states after a rotation of each; see `turns.holds`."""
        wings, centres = holds()[:, hold]
        turned = (self.words.astype(np.intp) + 9 * hold[:, None]) % TURNS
        return PhaseStates(
            np.where(self.words == NO_TURN, NO_TURN, turned).astype(np.uint8),
            (self.holds + hold) % 3,
            np.take_along_axis(self.wings, wings, axis=1),
            np.take_along_axis(self.centres, centres, axis=1),
            self.odd,
        )

    @staticmethod
    def joined(parts: Sequence[PhaseStates]) -> PhaseStates:
        """Return all states of some arrays."""
        width = max(part.words.shape[1] for part in parts)
        missing = [((0, 0), (width - part.words.shape[1], 0)) for part in parts]
        words = [
            np.pad(part.words, pad, constant_values=NO_TURN) for part, pad in zip(parts, missing, strict=True)
        ]
        others = zip(*(part._arrays[1:] for part in parts), strict=True)
        return PhaseStates(np.concatenate(words), *map(np.concatenate, others))

    def phase2(self) -> NDArray[np.int64]:
        """Return the coordinates of phase 2: sides, parity of the wings, and pairs, shape (states, 3)."""
        side, pair = (self.centres[:, halves.cells[0], None] for halves in (sides(), pairs()))
        columns = (
            sides().number(self.centres == side),
            self.odd[:, 1],
            pairs().number(self.centres % 3 == pair % 3),
        )
        return np.stack(columns, axis=1).astype(np.int64)

    def phase3(self) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
        """Return the coordinates of phase 3: centres and parity, shape (states, 4), and the pairing, (states, 12)."""
        # Rename the colours by a rotation, so that each pair of colours gets the names of the faces where it is.
        names = rotated_faces()
        pairs_there = self.centres[:, [colours(axis).cells[0] for axis in range(3)]] % 3
        fits = (names[:, pairs_there] % 3 == np.arange(3)).all(axis=2)
        renamed = names[fits.argmax(axis=0)[:, None], self.centres]
        up, right, front = (colours(axis).number(renamed == axis) for axis in range(3))
        among = np.full(70, -1, dtype=np.int16)
        among[solvable_sides()] = np.arange(12)
        pairing, first = pairings(self.wings)
        # The rotation permutes the corners evenly, and the edges as it permutes the axes.
        parity = self.odd[:, 0] ^ odd_rows(first) ^ odd_rows(pairs_there)
        return np.stack([up, front, among[right], parity], axis=1).astype(np.int64), pairing
