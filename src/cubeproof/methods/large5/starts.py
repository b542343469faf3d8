"""The starts of each phase: the places of the coordinates of states, given as colours."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.large5.coordinates import Arrangements, Rows, Subsets, bits_of, fours_number
from cubeproof.methods.large5.loop import COORDINATES, SHIFT, SYMMETRIES, PhaseTables, bounds, flipped
from cubeproof.methods.large5.phases import EdgeMoves, axis_symmetries, columns_normal, phase4_symmetries
from cubeproof.methods.large5.pieces import B, D, F, L, R, U, centres, pieces, symmetries
from cubeproof.puzzle.cubies import rank

Colours = NDArray[np.int8]
"""The colours of states, shape (states, 150)."""


class Starts:
    """States as starts of a phase.

    Attributes:
        states: the places of their coordinates, shape (starts, COORDINATES).
        origins: the state that each start belongs to, shape (starts,).
        bounds: lower bounds of their words, shape (starts,).
    """

    def __init__(self, tables: PhaseTables, states: NDArray[np.int32], origins: NDArray[np.intp]) -> None:
        self.states, self.origins = states, origins
        self.bounds = np.zeros(len(states), dtype=np.int8)
        bounds(tables, states, self.bounds)


class StartReader:
    """Reads the starts of a phase, 1 to 5."""

    def __init__(self, number: int, tables: PhaseTables) -> None:
        self.tables = tables
        self._read: Callable[[Colours], Starts] = (
            self._phase1,
            self._phase2,
            self._phase3,
            self._phase4,
            self._phase5,
        )[number - 1]
        self._rows: list[Arrangements] = []
        if number == 1:
            self._subsets = Subsets(8, np.zeros((0, 24), dtype=np.intp), ())
        elif number == 2:
            self._keep(16, 16)
        elif number == 3:
            self._keep(16, normal=columns_normal)
            self._subsets = Subsets(12, np.zeros((0, 24), dtype=np.intp), ())
        elif number == 4:
            self._keep(16, 16, counts=(432,))
            self._mirror = phase4_symmetries()[4]
        else:
            self._keep(16, 32, counts=(4900,))
            self._mirror = axis_symmetries(U, D)[8]

    def _keep(
        self, *widths: int, counts: tuple[int, ...] = (), normal: Callable[[Rows], Rows] = lambda rows: rows
    ) -> None:
        """Read arrangements of these widths; the last one, or both, have the rest of the rows."""
        content, left = self.tables.rows, len(self.tables.rows)
        for index, width in enumerate(widths):
            size = width * counts[index] if index < len(counts) else left // (len(widths) - index)
            self._rows.append(Arrangements(content[:size].reshape(-1, width), normal))
            content, left = content[size:], left - size

    def read(self, colours: Colours) -> Starts:
        """Return the starts of states."""
        return self._read(colours)

    def _starts(self, columns: list[NDArray[np.integer]], origins: NDArray[np.intp] | None = None) -> Starts:
        states = np.zeros((len(columns[0]), COORDINATES), dtype=np.int32)
        for number, column in enumerate(columns):
            states[:, number] = column
        return Starts(self.tables, states, np.arange(len(states)) if origins is None else origins)

    def _phase1(self, colours: Colours) -> Starts:
        half = len(self.tables.starts) // 2
        columns: list[NDArray[np.integer]] = []
        for number, orbit in enumerate((pieces().x, pieces().t)):
            ranks = self._subsets.ranks(bits_of(np.isin(colours[:, orbit.stickers], (R, L))))
            columns.append(self.tables.starts[half * number + ranks])
        return self._starts(columns)

    def _phase2(self, colours: Colours) -> Starts:
        parity = odd_wings(colours)
        columns: list[NDArray[np.integer]] = []
        for orbit, rows in zip((pieces().x, pieces().t), self._rows, strict=True):
            stickers = centres(U, F, D, B, orbits=[orbit]).stickers
            labels = np.isin(colours[:, stickers], (U, D)).astype(np.uint8)
            columns.append((2 * rows.of(labels) + parity) << SHIFT)
        return self._starts(columns)

    def _phase3(self, colours: Colours) -> Starts:
        wings, middles = pieces().wings.homes(colours), pieces().middles.homes(colours)[:, :12]
        bits = bits_of(wings >= 12)
        at_wings = np.zeros((len(colours), 12), dtype=np.int64)
        at_middles = np.zeros((len(colours), 12), dtype=np.int64)
        every = np.arange(len(colours))
        for place in range(24):
            at_wings[every, wings[:, place] % 12] |= 1 << place
        for place in range(12):
            at_middles[every, middles[:, place] % 12] |= 1 << place
        numbers = bits_of(middles >= 12)
        rows = (colours[:, centres(R, L).stickers] == R).astype(np.uint8)
        columns = self._rows[0].of(rows).astype(np.int64) << SHIFT
        states = np.zeros((len(colours), 1024, COORDINATES), dtype=np.int32)
        found = np.zeros((len(colours), 1024), dtype=np.int8)
        ranks = self._subsets.rank_tables
        for number in range(len(colours)):
            flipped(
                self.tables,
                ranks,
                bits[number],
                at_wings[number],
                numbers[number],
                at_middles[number],
                columns[number],
                states[number],
                found[number],
            )
        origins, choices = np.nonzero(found <= found.min(axis=1, keepdims=True) + 2)
        return self._starts(list(states[origins, choices].T), origins)

    def _mirrored(self, number: NDArray[np.integer]) -> NDArray[np.int32]:
        """Return the places of states of the mirror, as places of the states."""
        places = self.tables.starts[number]
        # The first mirror is the symmetry in the middle of the symmetries.
        half = 4 if len(self._rows[0].rows) == 432 else 8
        products = self.tables.products[half * SYMMETRIES + (places & (SYMMETRIES - 1))]
        mirrored: NDArray[np.int32] = (places & ~(SYMMETRIES - 1)) | products
        return mirrored

    def _phase4(self, colours: Colours) -> Starts:
        wings, middles = pieces().wings.homes(colours) % 12, pieces().middles.homes(colours)[:, :12] % 12
        at = [np.argsort(part, axis=1) for part in (middles, wings[:, :12], wings[:, 12:])]
        origins, chosen = [], []
        for number in range(len(colours)):
            ring = {*middles[number, 8:], *wings[number, 8:12], *wings[number, 20:]}
            for four in combinations(sorted(set(range(12)) - ring), 4):
                origins.append(number)
                chosen.append(four)
        if not origins:
            return self._starts([np.zeros(0, dtype=np.int32)])
        which, four_edges = np.array(origins), np.array(chosen)
        middle, first, second = (places[which[:, None], four_edges] for places in at)
        mirror = EdgeMoves(symmetries()[[self._mirror]])
        columns = [
            self.tables.starts[fours_number(middle, first)],
            self._mirrored(fours_number(mirror.middles[0][middle], mirror.first[0][second])),
            fours_number(middle, second) << SHIFT,
        ]
        for rows, faces in zip(self._rows, ((R, L), (U, D)), strict=True):
            columns.append(rows.of(colours[:, centres(*faces).stickers].astype(np.uint8))[which] << SHIFT)
        return self._starts(columns, which)

    def _phase5(self, colours: Colours) -> Starts:
        wings, middles = pieces().wings.homes(colours) % 12, pieces().middles.homes(colours)[:, :12] % 12
        every = np.arange(len(colours))[:, None]
        at = [np.argsort(part, axis=1) for part in (wings[:, :12], wings[:, 12:])]
        first, second = (places[every, middles[:, :8]] for places in at)
        mirror = EdgeMoves(symmetries()[[self._mirror]])
        seen = np.empty_like(second)
        seen[:, mirror.middles[0]] = mirror.first[0][second]
        columns = [self.tables.starts[rank(first)], self._mirrored(rank(seen))]
        for rows, faces in zip(self._rows, ((U, D), (R, F, L, B)), strict=True):
            columns.append(rows.of(colours[:, centres(*faces).stickers].astype(np.uint8)) << SHIFT)
        return self._starts(columns)


def odd_wings(colours: Colours) -> NDArray[np.int32]:
    """Return whether the permutation of wings is odd, as 0 or 1, for states of shape (n, 150)."""
    homes = pieces().wings.homes(colours)
    larger = homes[:, :, None] > homes[:, None, :]
    return (np.triu(larger).sum(axis=(1, 2)) % 2).astype(np.int32)
