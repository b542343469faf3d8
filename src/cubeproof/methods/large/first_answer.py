"""`first_answer`: solves a large cube at once, with NumPy only: frame, parities of wings, then commutators.

`better_answers` yields shorter ones, with commutators at any moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.methods.large.cells import CellGrid, Labels, cell_grid
from cubeproof.methods.large.frame import frame_turns, runs_of
from cubeproof.methods.large.greedy import CellSolver, Run
from cubeproof.methods.large.insertion import Inserter
from cubeproof.methods.large.runs import RunWord, joined, turned
from cubeproof.puzzle.geometry import FACES, Slab, geometry
from cubeproof.store import Store


@dataclass(frozen=True, eq=False)
class LargeAnswer:
    """An answer in parts."""

    frame: RunWord
    """Turns of faces that solve corners and middle edges."""
    rest: RunWord
    """Quarter turns of inner layers that make the parities of wings even, and commutators."""
    commutators: int
    """The number of commutators."""

    @property
    def runs(self) -> RunWord:
        """All turns."""
        return joined([*self.frame, *self.rest], self.frame.size)


def first_answer(
    homes: NDArray[np.integer],
    size: int,
    control: Control,
    *,
    metric: str = "htm",
    store: Store | None = None,
) -> LargeAnswer | None:
    """Return turns that solve a cube of 4 or more layers; None if no turns do.

    Args:
        homes: the home of the sticker at each place, shape (6·N²,). On odd sizes the middle centres are at home, on
            even sizes the corner DBL. Only the colours of the homes of wings and centres are used.
        size: the number of layers.
        control: ends the search.
        metric: what a short answer is short in: htm, qtm or slices.
        store: the store of the tables of the two phases.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
    """
    frame = _frame(homes, size, control, store)
    if frame is None:
        return None
    colours = _after(frame, geometry(size).faces[homes].astype(np.int8))
    grid = cell_grid(size)
    parity = _even_wings(grid, colours)
    solver = CellSolver(grid, grid.labels(_after(parity, colours)), metric, control.check)
    runs = solver.solve()
    return LargeAnswer(frame, joined(parity + runs, size), solver.commutators)


def better_answers(
    homes: NDArray[np.integer],
    size: int,
    control: Control,
    most: int,
    *,
    metric: str = "htm",
    store: Store | None = None,
    seed: int = 0,
) -> Iterator[RunWord]:
    """Yield answers that cost less and less, until the control ends it. One seed always gives the same answers.

    Args:
        homes: the home of the sticker at each place, as for `first_answer`.
        size: the number of layers.
        control: ends the search.
        most: the first answer costs less than this.
        metric: htm, qtm or slices.
        store: the store of the tables of the two phases.
        seed: chooses the moments that are compared.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
    """
    frame, random = _frame(homes, size, control, store), Random(seed)
    if frame is None:
        return
    grid, colours = cell_grid(size), geometry(size).faces[homes].astype(np.int8)
    start = joined([*frame, *_even_wings(grid, _after(frame, colours))], size)
    inserter = Inserter(grid, metric, control.check)
    while True:
        runs = inserter.complete(colours, start, random, most)
        if runs is not None:
            most = runs.cost(metric)
            yield runs


def _frame(homes: NDArray[np.integer], size: int, control: Control, store: Store | None) -> RunWord | None:
    turns = frame_turns(homes, size, control, store)
    return None if turns is None else joined(runs_of(turns, size), size)


def _after(runs: Iterable[Run], colours: NDArray[np.int8]) -> NDArray[np.int8]:
    for axis, amounts in runs:
        colours = turned(colours, axis, amounts)
    return colours


def _even_wings(grid: CellGrid, colours: NDArray[np.int8]) -> list[Run]:
    """Return a run of quarter turns of inner layers, one for each orbit of wings that is odd.

    A quarter turn of a layer between the face and the middle is a cycle of four wings of one orbit. Of the three axes,
    the two layers and the two directions, the run has those after which most cells are right.
    """
    cube, size = geometry(grid.size), grid.size
    odd = grid.odd_wings(grid.labels(colours))
    best: tuple[int, Run] | None = None
    for axis in range(3):
        state, amounts = colours, np.zeros(size, dtype=np.int8)
        for orbit in odd:
            depth = grid.keys[orbit][1]
            ways = []
            for layer in (depth, size - 1 - depth):
                for amount in (1, 3):
                    after = state[cube.turn(Slab(FACES[axis], layer + 1, layer + 1, amount))]
                    ways.append((_right(grid, after), layer, amount, after))
            _, layer, amount, state = max(ways, key=lambda way: way[:3])
            amounts[layer] = amount
        right = _right(grid, state)
        if best is None or right > best[0]:
            best = right, (axis, amounts)
    return [best[1]] if odd and best is not None else []


def _right(grid: CellGrid, colours: NDArray[np.int8]) -> int:
    labels: Labels = grid.labels(colours)
    return int((labels == grid.goals).sum())
