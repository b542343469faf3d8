"""A run costs what the cheapest turns cost, and its turns do what the run does."""

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest

from cubeproof.methods.large.runs import RunWord, joined, run_costs
from second_opinion import lattice

Amounts = tuple[int, ...]


def turns(size: int, metric: str) -> Iterator[tuple[Amounts, int]]:
    """The turns of one axis as amounts, with their costs: outer blocks, or single layers; the whole cube is free."""
    for first in range(size):
        last = first if metric == "slices" else size - 1
        layers = [int(first <= layer <= last) for layer in range(size)]
        for amount in (1, 2, 3):
            cost = 2 if amount == 2 and metric != "htm" else 1
            yield tuple(amount * layer % 4 for layer in layers), cost if sum(layers) < size else 0
    for amount in (1, 2, 3):
        yield (amount,) * size, 0


def plain_costs(size: int, metric: str) -> dict[Amounts, int]:
    """The cost of each run, by a search that relaxes all turns until nothing changes."""
    costs = {(0,) * size: 0}
    ways = list(turns(size, metric))
    changed = True
    while changed:
        changed = False
        for amounts, cost in list(costs.items()):
            for turn, more in ways:
                after = tuple((a + b) % 4 for a, b in zip(amounts, turn, strict=True))
                if costs.get(after, 99) > cost + more:
                    costs[after] = cost + more
                    changed = True
    return costs


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("metric", ["htm", "qtm", "slices"])
def test_cost_of_a_run_is_the_cost_of_the_cheapest_turns(size: int, metric: str) -> None:
    expected = plain_costs(size, metric)
    runs = np.array(list(product(range(4), repeat=size)), dtype=np.int8)
    assert len(expected) == len(runs)
    assert run_costs(runs, metric).tolist() == [expected[tuple(run)] for run in runs.tolist()]


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize("inner", [False, True])
def test_turns_of_a_run_do_what_its_layers_do_and_keep_the_core(size: int, inner: bool) -> None:
    random = Random(size)
    parts = [
        (random.randrange(3), np.array([random.choice((0, 0, 1, 2, 3)) for _ in range(size)], dtype=np.int8))
        for _ in range(12)
    ]
    runs = joined(parts, size)
    layers = " ".join(
        lattice.Turn(slab.face, slab.first, slab.last, slab.turns).name for slab in runs.slabs()
    )
    moves, _ = runs.blocks(inner=inner)
    if inner:
        assert len(moves) == runs.cost("stm") or (size % 2 == 0 and len(moves) < runs.cost("stm"))
    else:
        assert len(moves) == runs.cost("htm")
        assert sum(1 + (move.amount == 2) for move in moves) == runs.cost("qtm")
    start = np.arange(6 * size**2)
    state = lattice.after(start, " ".join(map(str, moves)), size)
    expected = lattice.after(start, layers, size)
    assert any((state[turned] == expected).all() for _, turned in lattice.rotations(size))
    # The sticker in the middle of each face, or the corner DBL, is where it was.
    points, core = lattice.points(size), lattice.cubies(size)
    still = (core == 1 - size).all(axis=1) if size % 2 == 0 else (np.abs(points) == [size, 0, 0]).all(axis=1)
    assert still.any()
    assert (state[still] == start[still]).all()


def test_neighbouring_runs_of_an_axis_are_joined_and_undone_runs_vanish() -> None:
    quarter, half = np.array([1, 0, 0, 0], dtype=np.int8), np.array([0, 2, 0, 0], dtype=np.int8)
    runs: RunWord = joined([(0, quarter), (1, half), (1, half), (0, quarter), (2, half)], 4)
    assert runs.axes == (0, 2)
    assert runs.amounts.tolist() == [[2, 0, 0, 0], [0, 2, 0, 0]]
