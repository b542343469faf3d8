"""`RunWord`: words of parallel turns, their cost, and the outer blocks that turn them.

Turns of parallel layers commute. A run is an amount (0 to 3 quarter turns) for each layer of one axis, clockwise as
seen from U, R or F, starting at that face. A rotation of the whole cube is free, so a run may be changed by the same
amount in all layers; later runs are then written as seen after the rotation.

The cost of a run is the cost of the cheapest turns with its effect::

    >>> run = np.array([[1, 1, 0, 3]])
    >>> [int(run_costs(run, metric)[0]) for metric in ("htm", "qtm", "stm", "slices")]
    [2, 2, 2, 3]

- htm: the number of neighbouring layers with different amounts, since a turn of an outer block changes one difference;
- qtm: the same with the differences 1, 2, 3 counted as 1, 2, 1;
- stm: the number of blocks of neighbouring layers with equal amounts, without those that turn as the core does (on
  even sizes the core is in the first or the last layer; this counts the worse case). Overlapping blocks may be fewer;
- slices: quarter turns of single layers, the count of published results on large cubes; not a metric of problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem.cube_turns import axis_rotation, core_amount, core_layer
from cubeproof.puzzle.geometry import FACES, LayerTurn, Slab, geometry, rotation_products
from cubeproof.puzzle.move import Move

Amounts = NDArray[np.int8]
"""The amounts of runs, shape (runs, layers)."""

# The quarter turns of each amount.
_QUARTERS = np.array([0, 1, 2, 1], dtype=np.int8)


def run_costs(amounts: NDArray[np.integer], metric: str) -> NDArray[np.int64]:
    """Return the cost of each run.

    Args:
        amounts: shape (…, layers), from 0 to 3.
        metric: htm, qtm, stm or slices.
    """
    if metric == "slices":
        whole = [_QUARTERS[(amounts - amount) % 4].sum(axis=-1, dtype=np.int64) for amount in range(4)]
        costs: NDArray[np.int64] = np.min(whole, axis=0)
        return costs
    differences = np.diff(amounts, axis=-1) % 4
    if metric == "stm":
        ends = np.concatenate([np.ones_like(amounts[..., :1]), differences], axis=-1) != 0
        size = amounts.shape[-1]
        cores = (size // 2,) if size % 2 else (0, -1)
        blocks = [
            (ends & (amounts != amounts[..., core, None])).sum(axis=-1, dtype=np.int64) for core in cores
        ]
        most: NDArray[np.int64] = np.max(blocks, axis=0)
        return most
    units = _QUARTERS[differences] if metric == "qtm" else differences != 0
    total: NDArray[np.int64] = units.sum(axis=-1, dtype=np.int64)
    return total


@dataclass(frozen=True, eq=False)
class RunWord:
    """A word of runs, in the order in which they are turned."""

    axes: tuple[int, ...]
    """The axis of each run: 0 for U and D, 1 for R and L, 2 for F and B."""
    amounts: Amounts
    """The amounts, shape (runs, layers)."""

    @property
    def size(self) -> int:
        """The number of layers."""
        return int(self.amounts.shape[1])

    def __iter__(self) -> Iterator[tuple[int, Amounts]]:
        """Yield the axis and the amounts of each run."""
        return zip(self.axes, self.amounts, strict=True)

    def cost(self, metric: str) -> int:
        """Return the cost of the word; see `run_costs`. In stm it is the number of turns of `blocks(inner=True)`."""
        if metric == "stm":
            return len(self.blocks(inner=True)[0])
        return int(run_costs(self.amounts, metric).sum())

    def slabs(self) -> Iterator[Slab]:
        """Yield the turns of single layers, for replays."""
        for axis, amounts in zip(self.axes, self.amounts.tolist(), strict=True):
            for layer, amount in enumerate(amounts, 1):
                if amount % 4:
                    yield Slab(FACES[axis], layer, layer, amount % 4)

    def blocks(self, *, inner: bool = False) -> tuple[tuple[Move, ...], int]:
        """Return turns that keep the core in place, and the rotation of the whole cube that follows them.

        The core is the middle layer of each axis on odd sizes, the layer of the corner DBL on even sizes.

        Args:
            inner: whether blocks of inner layers are turned too, each as one turn. If not, only outer blocks, so that
                the turns cost what `cost` returns.

        >>> turns, rotation = RunWord((1,), np.array([[1, 1, 0, 1]], dtype=np.int8)).blocks()  # 3R' x
        >>> tuple(map(str, turns)), rotation
        (('Rw', "3Rw'"), 1)
        """
        core, frame = core_layer(self.size), 0
        turns: list[Move] = []
        for axis, amounts in zip(self.axes, self.amounts.astype(np.uint8), strict=True):
            turn = LayerTurn(axis, amounts.tobytes()).seen_from(frame)
            whole = core_amount(turn)
            frame = int(rotation_products()[axis_rotation(turn.axis, whole), frame])
            run = turn.axis, list(turn.rotated(-whole).amounts)
            turns += _segments(*run) if inner else _outer_blocks(*run, core)
        return tuple(turns), frame


def turned(colours: NDArray[np.int8], axis: int, amounts: Amounts) -> NDArray[np.int8]:
    """Return the colours of a state after a run, shape (6·N²,)."""
    places, sources = geometry(len(amounts)).moved(LayerTurn(axis, amounts.astype(np.uint8).tobytes()))
    after = colours.copy()
    after[places] = colours[sources]
    return after


def joined(parts: Iterable[tuple[int, Amounts]], size: int) -> RunWord:
    """Return a word of runs, with neighbours on one axis joined, and runs without effect removed.

    Args:
        parts: axis and amounts of each run, shape (layers,).
        size: the number of layers.
    """
    axes: list[int] = []
    runs: list[Amounts] = []
    for axis, amounts in parts:
        if axes and axes[-1] == axis:
            runs[-1] = (runs[-1] + amounts) % 4
        else:
            axes.append(axis)
            runs.append(amounts % 4)
        if not runs[-1].any():
            del axes[-1], runs[-1]
    return RunWord(tuple(axes), np.array(runs, dtype=np.int8).reshape(len(runs), size))


def _outer_blocks(axis: int, amounts: list[int], core: int) -> Iterator[Move]:
    size = len(amounts)
    for layer in range(core):
        if amount := (amounts[layer] - amounts[layer + 1]) % 4:
            yield Move(FACES[axis], _signed(amount), 1, layer + 1)
    for layer in range(core + 1, size):
        if amount := (amounts[layer - 1] - amounts[layer]) % 4:
            yield Move(FACES[axis + 3], _signed(amount), 1, size - layer)


def _segments(axis: int, amounts: list[int]) -> Iterator[Move]:
    first = 0
    for last, amount in enumerate(amounts, 1):
        if last == len(amounts) or amounts[last] != amount:
            if amount:
                yield Move(FACES[axis], _signed(amount), first + 1, last)
            first = last


def _signed(amount: int) -> int:
    return -1 if amount == 3 else amount
