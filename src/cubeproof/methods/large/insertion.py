"""`Inserter`: commutators at any moment of an answer, where they cancel turns of their neighbours.

A commutator may be turned at any moment, not only at the end. Let S be the labels after the turns before this moment,
and G the labels from which the turns after it lead to the solved cube. A cell is right at the end exactly if it is
right at this moment: S = G there. So a commutator gains what it gains between S and G (`greedy.gains`), at every moment
by the same table. It costs less than at the end: its first and last turns are joined with the runs beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.methods.large.cells import CellGrid
from cubeproof.methods.large.cycles import COLUMN, ROW, SymbolicTurn, centre_forms, wing_forms, word_of
from cubeproof.methods.large.greedy import CellSolver, Pool, Run, gains, row_columns
from cubeproof.methods.large.runs import RunWord, joined, run_costs, turned
from cubeproof.puzzle.geometry import geometry

Colours = NDArray[np.int8]

# The moments that are compared before a commutator is chosen, for small cubes, and the runs beside a moment.
_MOMENTS, _BESIDE = 24, 3


@dataclass(frozen=True)
class _Choice:
    """A commutator at a moment."""

    value: float
    moment: int
    runs: tuple[Run, ...]


@dataclass(frozen=True, eq=False)
class Inserter:
    """Completes words that solve corners, middle edges and parities of wings by commutators at any moment."""

    grid: CellGrid
    """The cells."""
    metric: str
    """The metric of the cost."""
    pulse: Callable[[], None] = pulse
    """Called between two steps; may raise."""

    def complete(self, colours: Colours, start: RunWord, random: Random, most: int) -> RunWord | None:
        """Return a word that solves a state; None if it would cost `most` or more.

        Args:
            colours: the colours of the state, shape (6·N²,).
            start: the word to complete.
            random: chooses the moments.
            most: the cost that is too much.
        """
        parts: list[Run] = list(start)
        while True:
            self.pulse()
            if joined(parts, self.grid.size).cost(self.metric) >= most:
                return None
            before, after = self._states(colours, parts)
            wrong = int((self.grid.labels(before[-1]) != self.grid.goals).sum())
            if wrong == 0:
                return joined(parts, self.grid.size)
            moments = range(len(parts) + 1)
            many = max(4, _MOMENTS * 16 // self.grid.size**2)
            chosen = sorted(random.sample(moments, many)) if many < len(moments) else list(moments)
            choices = [choice for moment in chosen for choice in self._choices(parts, moment, before, after)]
            best = max(choices, key=lambda choice: choice.value, default=None)
            if best is None:
                # The rest at the end, with all cycles of an orbit.
                solver = CellSolver(self.grid, self.grid.labels(before[-1]), self.metric, self.pulse)
                parts += solver.solve()
                continue
            runs = joined([*parts[: best.moment], *best.runs, *parts[best.moment :]], self.grid.size)
            parts = list(runs)

    def _states(self, colours: Colours, parts: Sequence[Run]) -> tuple[list[Colours], list[Colours]]:
        """Return the state at each moment, and the state from which the rest leads to the solved cube."""
        before, after = [colours], [geometry(self.grid.size).faces.astype(np.int8)]
        for axis, amounts in parts:
            before.append(turned(before[-1], axis, amounts))
        for axis, amounts in reversed(parts):
            after.append(turned(after[-1], axis, -amounts % 4))
        return before, after[::-1]

    def _choices(
        self, parts: Sequence[Run], moment: int, before: list[Colours], after: list[Colours]
    ) -> Iterator[_Choice]:
        """Yield the best commutator of wings, and of each row of centres, at a moment."""
        grid, size = self.grid, self.grid.size
        labels, goals = grid.labels(before[moment]), grid.labels(after[moment])
        wrong = (labels != goals).any(axis=1)
        gain = gains(labels, goals)
        left = parts[moment - 1] if moment else None
        right = parts[moment] if moment < len(parts) else None
        if wrong[: grid.wings].any():
            pool = Pool.of(wing_forms(), self.metric, ROW)
            both = [gain[: grid.wings, pool.steps[side]].sum(axis=2, dtype=np.int8).T for side in range(2)]
            # The rows of a commutator are taken as those of the first orbit where turns are joined.
            saved = self._saved(pool, left, right, 1)
            number, orbits = pool.best(np.maximum(*both), saved=saved)
            if number >= 0:
                rows = [
                    size - 1 - grid.keys[orbit][1] if both[1][number, orbit] > both[0][number, orbit]
                    else grid.keys[orbit][1]
                    for orbit in orbits
                ]  # fmt: skip
                gained = int(sum(max(both[0][number, orbit], both[1][number, orbit]) for orbit in orbits))
                yield self._choice(parts, moment, pool.forms.words[number], rows, [], gained)
        if wrong[grid.wings :].any():
            pool = Pool.of(centre_forms(), self.metric, COLUMN)
            for row in range(1, size - 1):
                columns = row_columns(grid, row, wrong)
                if not columns:
                    continue
                sums = [
                    gain[list(pair)].ravel()[pool.wide_steps(kind)].sum(axis=1) for _, kind, pair in columns
                ]
                table = np.stack(sums, axis=1).astype(np.int8)
                number, picked = pool.best(table, saved=self._saved(pool, left, right, row))
                if number >= 0:
                    layers = [columns[index][0] for index in picked]
                    gained = int(table[number, picked].sum())
                    yield self._choice(parts, moment, pool.forms.words[number], [row], layers, gained)

    def _choice(
        self,
        parts: Sequence[Run],
        moment: int,
        word: Sequence[SymbolicTurn],
        rows: Sequence[int],
        columns: Sequence[int],
        gained: int,
    ) -> _Choice:
        runs = word_of(word, self.grid.size, rows, columns)
        beside = list(parts[max(0, moment - _BESIDE) : moment]), list(parts[moment : moment + _BESIDE])
        old = joined(beside[0] + beside[1], self.grid.size).cost(self.metric)
        new = joined([*beside[0], *runs, *beside[1]], self.grid.size).cost(self.metric)
        return _Choice(gained / max(0.5, new - old), moment, tuple(runs))

    def _saved(self, pool: Pool, left: Run | None, right: Run | None, row: int) -> NDArray[np.float64]:
        """Return what each commutator saves by joining its first and its last turn with the runs beside it."""
        saved = np.zeros(len(pool.forms.words))
        for run, ends in ((left, pool.first_turns), (right, pool.last_turns)):
            if run is None:
                continue
            turns, numbers = ends
            units = np.zeros(len(turns))
            for index, turn in enumerate(turns):
                if turn[0] == run[0]:
                    ((_, amounts),) = word_of([turn], self.grid.size, [row], [])
                    costs = run_costs(np.stack([run[1], amounts, (run[1] + amounts) % 4]), self.metric)
                    units[index] = costs[0] + costs[1] - costs[2]
            saved += units[numbers]
        return saved
