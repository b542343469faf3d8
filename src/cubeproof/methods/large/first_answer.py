"""`first_answer`: solves a large cube at once, with NumPy only: frame, parities of wings, then commutators."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.methods.large.cells import CellGrid, Labels, cell_grid
from cubeproof.methods.large.frame import frame_turns, runs_of
from cubeproof.methods.large.greedy import CellSolver, Run
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
    at_once: bool = False,
) -> LargeAnswer | None:
    """Return turns that solve a cube of 4 or more layers; None if no turns do.

    Args:
        homes: the home of the sticker at each place, shape (6·N²,). On odd sizes the middle centres are at home, on
            even sizes the corner DBL. Only the colours of the homes of wings and centres are used.
        size: the number of layers.
        control: ends the search.
        metric: what a short answer is short in: htm, qtm or slices.
        store: the store of the tables of the two phases.
        at_once: whether to use no tables, which makes the answer longer.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
    """
    frame = frame_runs(homes, size, control, store, at_once=at_once)
    if frame is None:
        return None
    colours = after(frame, geometry(size).faces[homes].astype(np.int8))
    grid = cell_grid(size)
    parity = even_wings(grid, colours)
    solver = CellSolver(grid, grid.labels(after(parity, colours)), metric, control.check)
    runs = solver.solve()
    return LargeAnswer(frame, joined(parity + runs, size), solver.commutators)


def frame_runs(
    homes: NDArray[np.integer],
    size: int,
    control: Control,
    store: Store | None = None,
    *,
    at_once: bool = False,
) -> RunWord | None:
    """Return runs that solve the frame; see `frame_turns`."""
    turns = frame_turns(homes, size, control, store, at_once=at_once)
    return None if turns is None else joined(runs_of(turns, size), size)


def after(runs: Iterable[Run], colours: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the colours of a state after runs, shape (6·N²,)."""
    for axis, amounts in runs:
        colours = turned(colours, axis, amounts)
    return colours


def even_wings(grid: CellGrid, colours: NDArray[np.int8]) -> list[Run]:
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
                    new = state[cube.turn(Slab(FACES[axis], layer + 1, layer + 1, amount))]
                    ways.append((_right(grid, new), layer, amount, new))
            _, layer, amount, state = max(ways, key=lambda way: way[:3])
            amounts[layer] = amount
        right = _right(grid, state)
        if best is None or right > best[0]:
            best = right, (axis, amounts)
    return [best[1]] if odd and best is not None else []


def _right(grid: CellGrid, colours: NDArray[np.int8]) -> int:
    labels: Labels = grid.labels(colours)
    return int((labels == grid.goals).sum())
