"""`StartReader`: reads the starts of a phase, the places of the coordinates of states, from their colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.large5.coordinates import Arrangements, Rows, Subsets, bits_of, fours_number
from cubeproof.methods.large5.loop import COORDINATES, SHIFT, SYMMETRIES, PhaseTables, bounds, flipped
from cubeproof.methods.large5.phases import EdgeMoves, axis_symmetries, columns_normal, phase4_symmetries
from cubeproof.methods.large5.pieces import B, D, F, L, PlaceOrbit, R, U, centres, pieces, symmetries
from cubeproof.puzzle.cubies import rank

Colours = NDArray[np.int8]
"""The colours of states, shape (states, 150)."""

# Choices of flips whose bounds are larger than the least bound by more than this are left out.
_SPARE = 2


class Starts:
    """States as starts of a phase.

    Attributes:
        states: the places of their coordinates, shape (starts, COORDINATES).
        origins: the state that each start belongs to, shape (starts,).
        bounds: lower bounds of their words, shape (starts,).
    """

    def __init__(
        self, tables: PhaseTables, columns: Iterable[NDArray[np.integer]], origins: NDArray[np.intp]
    ) -> None:
        self.states, self.origins = np.zeros((len(origins), COORDINATES), dtype=np.int32), origins
        for number, column in enumerate(columns):
            self.states[:, number] = column
        self.bounds = np.zeros(len(origins), dtype=np.int8)
        bounds(tables, self.states, self.bounds)


class StartReader:
    """Reads the starts of a phase, 1 to 5."""

    def __init__(self, number: int, tables: PhaseTables) -> None:
        self.number, self.tables = number, tables
        self._subsets = Subsets(8 if number == 1 else 12, np.zeros((0, 24), dtype=np.intp), ())
        x, t = pieces().x, pieces().t
        # The centres of the coordinates without classes.
        sides: dict[int, list[PlaceOrbit]] = {
            2: [centres(U, F, D, B, orbits=[x]), centres(U, F, D, B, orbits=[t])],
            3: [centres(R, L)],
            4: [centres(R, L), centres(U, D)],
            5: [centres(U, D), centres(R, F, L, B)],
        }
        self._sides: list[tuple[PlaceOrbit, Arrangements]] = []
        content = tables.rows
        for orbit, count in zip(sides.get(number, []), tables.row_counts.tolist(), strict=True):
            rows, content = np.split(content, [count * len(orbit.stickers)])
            kept = rows.reshape(count, -1)
            self._sides.append(
                (orbit, Arrangements(kept, columns_normal) if number == 3 else Arrangements(kept))
            )
        if number >= 4:
            chosen = phase4_symmetries() if number == 4 else axis_symmetries(U, D)
            # The first mirror is the symmetry in the middle.
            self._mirror = len(chosen) // 2
            self._mirrored_edges = EdgeMoves(symmetries()[chosen[self._mirror]][None])

    def read(self, colours: Colours) -> Starts:
        """Return the starts of states."""
        reader = (self._phase1, self._phase2, self._phase3, self._phase4, self._phase5)[self.number - 1]
        return reader(colours)

    def _centres(self, labels: Sequence[Rows]) -> list[NDArray[np.int32]]:
        """Return the numbers of the arrangements of centres, given as labels of all stickers."""
        return [
            rows.of(stickers[:, orbit.stickers])
            for stickers, (orbit, rows) in zip(labels, self._sides, strict=True)
        ]

    def _phase1(self, colours: Colours) -> Starts:
        half = len(self.tables.starts) // 2
        ranks = [
            self._subsets.ranks(bits_of(np.isin(colours[:, orbit.stickers], (R, L))))
            for orbit in (pieces().x, pieces().t)
        ]
        columns = [self.tables.starts[ranks[0]], self.tables.starts[half + ranks[1]]]
        return Starts(self.tables, columns, np.arange(len(colours)))

    def _phase2(self, colours: Colours) -> Starts:
        homes = pieces().wings.homes(colours)
        larger = np.triu(homes[:, :, None] > homes[:, None, :])
        odd = larger.sum(axis=(1, 2)) % 2
        labels = np.isin(colours, (U, D)).astype(np.uint8)
        columns = [(2 * numbers + odd) << SHIFT for numbers in self._centres([labels, labels])]
        return Starts(self.tables, columns, np.arange(len(colours)))

    def _phase3(self, colours: Colours) -> Starts:
        wings, middles = pieces().wings.homes(colours), pieces().middles.homes(colours)[:, :12]
        (columns,) = self._centres([(colours == R).astype(np.uint8)])
        edges = np.arange(12)
        # The places of the pieces of each edge, as bits.
        at_wings = bits_of((wings % 12)[:, None] == edges[:, None])
        at_middles = bits_of((middles % 12)[:, None] == edges[:, None])
        unflipped = bits_of(wings >= 12), bits_of(middles >= 12)
        states = np.zeros((len(colours), 1024, COORDINATES), dtype=np.int32)
        least = np.zeros((len(colours), 1024), dtype=np.int8)
        for number in range(len(colours)):
            flipped(
                self.tables,
                self._subsets.rank_tables,
                unflipped[0][number],
                at_wings[number],
                unflipped[1][number],
                at_middles[number],
                int(columns[number]) << SHIFT,
                states[number],
                least[number],
            )
        origins, choices = np.nonzero(least <= least.min(axis=1, keepdims=True) + _SPARE)
        return Starts(self.tables, states[origins, choices].T, origins)

    def _mirrored(self, numbers: NDArray[np.integer]) -> NDArray[np.int32]:
        """Return the places of states, given the numbers of their mirror images."""
        places = self.tables.starts[numbers]
        products = self.tables.products[self._mirror * SYMMETRIES + (places & (SYMMETRIES - 1))]
        mirrored: NDArray[np.int32] = (places & ~(SYMMETRIES - 1)) | products
        return mirrored

    def _phase4(self, colours: Colours) -> Starts:
        wings, middles = pieces().wings.homes(colours) % 12, pieces().middles.homes(colours)[:, :12] % 12
        ring = np.concatenate([middles[:, 8:], wings[:, 8:12], wings[:, 20:]], axis=1).tolist()
        # Four edges without a piece in the middle layer.
        chosen = [
            (number, four)
            for number, pieces_there in enumerate(ring)
            for four in combinations(sorted({*range(12)} - {*pieces_there}), 4)
        ]
        which = np.array([number for number, _ in chosen], dtype=np.intp)
        four_edges = np.array([four for _, four in chosen], dtype=np.intp).reshape(-1, 4)
        middle, first, second = (
            np.argsort(part, axis=1)[which[:, None], four_edges]
            for part in (middles, wings[:, :12], wings[:, 12:])
        )
        mirror = self._mirrored_edges
        labels = colours.astype(np.uint8)
        columns = [
            self.tables.starts[fours_number(middle, first)],
            self._mirrored(fours_number(mirror.middles[0][middle], mirror.first[0][second])),
            fours_number(middle, second) << SHIFT,
            *(numbers[which] << SHIFT for numbers in self._centres([labels, labels])),
        ]
        return Starts(self.tables, columns, which)

    def _phase5(self, colours: Colours) -> Starts:
        wings, middles = pieces().wings.homes(colours) % 12, pieces().middles.homes(colours)[:, :8] % 12
        every = np.arange(len(colours))
        first, second = (
            np.argsort(part, axis=1)[every[:, None], middles].astype(np.int8)
            for part in (wings[:, :12], wings[:, 12:])
        )
        seen = np.empty_like(second)
        seen[:, self._mirrored_edges.middles[0]] = self._mirrored_edges.first[0][second]
        labels = colours.astype(np.uint8)
        columns = [
            self.tables.starts[rank(first)],
            self._mirrored(rank(seen)),
            *(numbers << SHIFT for numbers in self._centres([labels, labels])),
        ]
        return Starts(self.tables, columns, every)
