"""Every sequence exchanges the three cells of its cycle and nothing else, on every size, and none is shorter."""

from random import Random

import numpy as np
import pytest

from cubeproof.methods.large.cells import cell_grid
from cubeproof.methods.large.sequences import KEYS, NO_TURN, kind_of, layers_of, sequences
from second_opinion import lattice

FACES = "URF"


def effect(turns: np.ndarray, layers: list[int], size: int) -> np.ndarray:
    names = []
    for turn in turns[turns != NO_TURN].tolist():
        layer = layers[turn // 3 % 6] + 1
        names.append(lattice.Turn(FACES[turn // 18], layer, layer, turn % 3 + 1).name)
    return lattice.after(np.arange(6 * size**2), " ".join(names), size)


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8, 9, 12, 19, 50])
def test_sequence_exchanges_the_cells_of_its_cycle_and_nothing_else(size: int) -> None:
    grid, table, random = cell_grid(size), sequences(), Random(size)
    for orbit, key in enumerate(grid.keys):
        if orbit > 8 and random.random() > 0.01:
            continue
        kind = kind_of(key, size)
        for _ in range(40 if size < 10 else 2):
            number = random.randrange(table.first[kind, 0], table.first[kind, -1])
            cycle = int(np.searchsorted(table.first[kind], number, side="right")) - 1
            one, two, three = grid.cells[orbit, [cycle // 576, cycle // 24 % 24, cycle % 24]].tolist()
            after = effect(table.turns[number], layers_of(key, size), size)
            moved = np.flatnonzero(after != np.arange(len(after)))
            assert (after[two], after[three], after[one]) == (one, two, three)
            assert len(moved) == (6 if orbit < grid.wings else 3)


def test_every_cycle_has_only_its_shortest_sequences() -> None:
    table = sequences()
    amounts = np.where(table.turns == NO_TURN, 3, table.turns % 3)
    quarters = np.array([1, 2, 1, 0])[amounts].sum(axis=1)
    for kind in range(len(KEYS)):
        first = table.first[kind]
        for cycle in np.flatnonzero(np.diff(first)).tolist():
            lengths = quarters[first[cycle] : first[cycle + 1]]
            assert lengths.min() == lengths.max() <= 14
