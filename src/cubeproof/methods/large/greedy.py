"""`CellSolver`: a first answer for the cells: commutators after the frame, the most useful first.

All columns of a row that gain from one commutator turn together, since a further column costs two turns of a layer and
another commutator eight. The value of a commutator is what its columns gain, divided by its cost. Rows are
visited again and again, with a falling threshold of this value, so that the best commutators come first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.methods.large.cells import CellGrid, Labels
from cubeproof.methods.large.cycles import (
    COLUMN,
    ROW,
    ROW_BACK,
    Forms,
    SymbolicTurn,
    all_cycles,
    centre_forms,
    class_of,
    wing_forms,
    word_of,
)

Run = tuple[int, NDArray[np.int8]]
"""The axis and the amounts of a run."""

# The cost of a turn of a layer inside, and of a face, by metric; the second for each quarter turn more.
_LAYER, _FACE = {"htm": 2, "qtm": 2, "stm": 1, "slices": 1}, 1

_THRESHOLDS = (0.5, 0.4, 0.33, 0.28, 0.23, 0.18, 0.13, 0.09, 0.0)


def gains(labels: NDArray[np.int8], goals: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return what it gains to bring what is in cell p to cell q, shape (orbits, 24 · 24).

    The sum over the three steps of a cycle is the number of cells that are right after it and were not before.
    """
    arrives = labels[:, :, None] == goals[:, None, :]
    stands = labels == goals
    gained: NDArray[np.int8] = arrives.astype(np.int8) - stands[:, :, None]
    return gained.reshape(len(labels), -1)


@dataclass(eq=False)
class Pool:
    """The commutators of a row or of a set of rows: for each column (or row) the steps of their cycles."""

    forms: Forms
    """The commutators."""
    steps: NDArray[np.intp]
    """The place in `gains` of an orbit of the three steps of each cycle, shape (classes, 3, commutators)."""
    fixed: NDArray[np.float64]
    """The cost of the turns that do not depend on the columns."""
    each: NDArray[np.float64]
    """The cost of each column."""

    @classmethod
    @cache
    def of(cls, forms: Forms, metric: str, many: int) -> Pool:
        """Return the pool of commutators of which the turns of the layers `many` are repeated for each column."""
        cells = forms.cells.astype(np.intp)
        layer, amount = forms.turns[..., 1], forms.turns[..., 2]
        unit = np.where(np.isin(layer, (ROW, ROW_BACK, COLUMN)), _LAYER[metric], _FACE)
        costs = unit * np.where((amount == 2) & (metric in ("qtm", "slices")), 2, amount != 0)
        each = np.where(np.isin(layer, _repeated(many)), costs, 0).sum(axis=1, dtype=np.float64)
        steps = np.ascontiguousarray((24 * cells + np.roll(cells, -1, axis=2)).swapaxes(1, 2))
        return cls(forms, steps, costs.sum(axis=1) - each, each)

    def best(self, gain: NDArray[np.int8], threshold: float = 0.0) -> tuple[int, list[int]]:
        """Return the most valuable commutator and its columns; −1 if none is worth more than the threshold.

        Args:
            gain: what each commutator gains in each column, shape (columns, commutators).
            threshold: the least value, in cells for each unit of cost.
        """
        value, number, least = threshold, -1, 1
        for limit in (1, 2, 3):
            mask = gain >= limit
            cost = self.fixed + self.each * mask.sum(axis=0, dtype=np.int16)
            values = (gain * mask).sum(axis=0, dtype=np.int16) / cost
            best = int(values.argmax())
            if values[best] > value:
                value, number, least = float(values[best]), best, limit
        return number, np.flatnonzero(gain[:, number] >= least).tolist() if number >= 0 else []

    @cache  # noqa: B019 - pools live as long as the process
    def wide_steps(self, kind: int) -> NDArray[np.intp]:
        """Return the places of the steps in the gains of two orbits, one after the other."""
        steps: NDArray[np.intp] = self.steps[kind] + np.where(self.forms.swapped[kind], 576, 0)
        return steps


def _repeated(many: int) -> tuple[int, ...]:
    return (ROW, ROW_BACK) if many == ROW else (COLUMN,)


@dataclass(eq=False)
class CellSolver:
    """Solves the cells of one state. Corners, middle edges and the parities of wings must be right."""

    grid: CellGrid
    """The cells."""
    labels: Labels
    """The labels now; they are changed."""
    metric: str
    """The metric of the cost."""
    pulse: Callable[[], None] = pulse
    """Called between two commutators; may raise."""
    runs: list[Run] = field(default_factory=list)
    """The runs so far."""
    commutators: int = 0
    """The number of commutators so far."""

    def solve(self) -> list[Run]:
        """Return the runs that solve the cells; `labels` are solved too."""
        goals = self.grid.goals
        self._gains = gains(self.labels, goals)
        self._solve_wings()
        self._solve_centres()
        return self.runs

    def _solve_wings(self) -> None:
        size, wings = self.grid.size, self.grid.wings
        pool = Pool.of(wing_forms(), self.metric, ROW)
        while (self.labels[:wings] != self.grid.goals[:wings]).any():
            self.pulse()
            # Of the two rows of an orbit, the better one.
            both = [_cycle_gains(self._gains[:wings], pool.steps[side]) for side in range(2)]
            gain = np.maximum(*both)
            number, columns = pool.best(gain)
            if number < 0:
                self._finish(int((self.labels[:wings] != self.grid.goals[:wings]).any(axis=1).argmax()))
                continue
            chosen = []
            for orbit in columns:
                side = int(both[1][orbit, number] > both[0][orbit, number])
                depth = self.grid.keys[orbit][1]
                chosen.append(size - 1 - depth if side else depth)
                self._cycle(orbit, pool.forms.cells[side, number])
            self._turn(pool.forms.word(number), chosen, [])

    def _solve_centres(self) -> None:
        size = self.grid.size
        pool = Pool.of(centre_forms(), self.metric, COLUMN)
        for threshold in _THRESHOLDS:
            for row in range(1, size - 1):
                self._solve_row(pool, row, threshold)
        for orbit in range(self.grid.wings, len(self.grid.keys)):
            while (self.labels[orbit] != self.grid.goals[orbit]).any():
                self._finish(orbit)

    def _solve_row(self, pool: Pool, row: int, threshold: float) -> None:
        wrong = (self.labels != self.grid.goals).any(axis=1)
        columns = row_columns(self.grid, row, wrong)
        if not columns:
            return

        def look_up(kind: int, pair: tuple[int, int]) -> NDArray[np.int8]:
            return _cycle_gains(self._gains[list(pair)].ravel(), pool.wide_steps(kind))

        gain = np.stack([look_up(kind, pair) for _, kind, pair in columns])
        while True:
            self.pulse()
            number, chosen = pool.best(gain, threshold)
            if number < 0:
                return
            changed = set()
            for index in chosen:
                _, kind, pair = columns[index]
                changed.add(orbit := pair[int(pool.forms.swapped[kind, number])])
                self._cycle(orbit, pool.forms.cells[kind, number])
            self._turn(pool.forms.word(number), [row], [columns[index][0] for index in chosen])
            for index, (_, kind, pair) in enumerate(columns):
                if changed & set(pair):
                    gain[index] = look_up(kind, pair)

    def _finish(self, orbit: int) -> None:
        """Turn the best of all cycles of an orbit."""
        self.pulse()
        size, (first, second) = self.grid.size, self.grid.keys[orbit]
        if first == 0:
            kind, row, columns = "wing", second, []
        elif first == second:
            kind, row, columns = "diagonal", first, [size - 1 - first]
        elif 2 * second == size - 1:
            kind, row, columns = "line", first, [second]
        elif first < second:
            kind, row, columns = "oblique", first, [second]
        else:
            kind, row, columns = "oblique back", second, [first]
        cycles = all_cycles(kind)
        cells = cycles.cells.astype(np.intp)
        gain = self._gains[orbit][24 * cells + np.roll(cells, -1, axis=1)].sum(axis=1)
        number = int(gain.argmax())
        self._turn(cycles.word(number), [row], columns)
        self._cycle(orbit, cycles.cells[number])

    def _turn(self, word: Sequence[SymbolicTurn], rows: Sequence[int], columns: Sequence[int]) -> None:
        self.commutators += 1
        self.runs += word_of(word, self.grid.size, rows, columns)

    def _cycle(self, orbit: int, cells: NDArray[np.int8]) -> None:
        labels = self.labels[orbit]
        labels[np.roll(cells, -1)] = labels[cells]
        self._gains[orbit] = gains(labels[None], self.grid.goals[orbit][None])[0]


def _cycle_gains(gain: NDArray[np.int8], steps: NDArray[np.intp]) -> NDArray[np.int8]:
    """Return what cycles gain, from the gains of their three steps."""
    # A sum over an axis of length 3 takes three times as long.
    total: NDArray[np.int8] = gain[..., steps[0]] + gain[..., steps[1]] + gain[..., steps[2]]
    return total


def row_columns(grid: CellGrid, row: int, wrong: NDArray[np.bool_]) -> list[tuple[int, int, tuple[int, int]]]:
    """Return the columns of a row with a wrong orbit: the layer, its class, and the numbers of its two orbits."""
    size, columns = grid.size, []
    for column in range(1, size - 1):
        first, second = (min(layer, size - 1 - layer) for layer in (row, column))
        if 2 * first == size - 1:
            first, second = second, first
        pair = grid.numbers.get((first, second)), grid.numbers.get((second, first))
        number, back = pair[0], pair[1] if pair[1] is not None else pair[0]
        if column != row and number is not None and back is not None and (wrong[number] or wrong[back]):
            columns.append((column, class_of(size, row, column), (number, back)))
    return columns
