"""Every commutator exchanges the three cells that it names and nothing else, on the lattice and on every size."""

from random import Random

import numpy as np
import pytest

from cubeproof.methods.large.cells import CellGrid, cell_grid
from cubeproof.methods.large.cycles import (
    CLASSES,
    KINDS,
    SymbolicTurn,
    all_cycles,
    centre_forms,
    class_of,
    wing_forms,
    word_of,
)
from cubeproof.methods.large.runs import joined
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from second_opinion import lattice

SIZES = [4, 5, 6, 7, 10]


def effect(word: tuple[SymbolicTurn, ...], size: int, rows: list[int], columns: list[int]) -> np.ndarray:
    """The sticker in each place after a commutator, by the lattice."""
    names = [
        lattice.Turn(slab.face, slab.first, slab.last, slab.turns).name
        for slab in joined(word_of(word, size, rows, columns), size).slabs()
    ]
    return lattice.after(np.arange(6 * size**2), " ".join(names), size)


def ensure_cycles(stickers_after: np.ndarray, grid: CellGrid, cycles: list[tuple[int, np.ndarray]]) -> None:
    """Compare an effect with cycles of cells, each with its orbit; wings bring their other sticker."""
    expected = np.arange(len(stickers_after))
    for orbit, cells in cycles:
        for stickers in [grid.cells[orbit], *([grid.partners[orbit]] if orbit < grid.wings else [])]:
            expected[stickers[np.roll(cells, -1)]] = stickers[cells]
    assert (stickers_after == expected).all()


def orbit_of(grid: CellGrid, row: int, column: int, swapped: bool) -> int:
    first, second = (min(layer, grid.size - 1 - layer) for layer in (row, column))
    middle = grid.size % 2 and first == grid.size // 2
    return grid.numbers[(second, first) if swapped or middle else (first, second)]


@pytest.mark.parametrize("size", SIZES)
def test_commutator_of_several_columns_exchanges_three_centres_in_the_orbit_of_each(size: int) -> None:
    random, grid, forms = Random(size), cell_grid(size), centre_forms()
    for number in random.sample(range(len(forms.turns)), 40):
        row = random.randrange(1, size - 1)
        others = [layer for layer in range(1, size - 1) if layer != row]
        columns = random.sample(others, random.randint(1, min(3, len(others))))
        cycles = []
        for column in columns:
            kind = class_of(size, row, column)
            orbit = orbit_of(grid, row, column, bool(forms.swapped[kind, number]))
            cycles.append((orbit, forms.cells[kind, number]))
        if len({orbit for orbit, _ in cycles}) == len(cycles):
            ensure_cycles(effect(forms.word(number), size, [row], columns), grid, cycles)


@pytest.mark.parametrize("size", SIZES)
def test_commutator_of_several_rows_exchanges_three_wings_in_the_orbit_of_each(size: int) -> None:
    random, grid, forms = Random(size), cell_grid(size), wing_forms()
    for number in random.sample(range(len(forms.turns)), 40):
        orbits = random.sample(range(grid.wings), random.randint(1, grid.wings))
        sides = [random.randrange(2) for _ in orbits]
        rows = [size - 2 - orbit if side else orbit + 1 for orbit, side in zip(orbits, sides, strict=True)]
        cycles = [(orbit, forms.cells[side, number]) for orbit, side in zip(orbits, sides, strict=True)]
        ensure_cycles(effect(forms.word(number), size, rows, []), grid, cycles)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_orbit_has_a_word_for_each_of_its_4048_cycles(kind: str) -> None:
    cycles = all_cycles(kind)
    distinct = {tuple(np.roll(cells, -int(cells.argmin()))) for cells in cycles.cells}
    assert len(distinct) == len(cycles.cells) == 24 * 23 * 22 // 3
    row, column = CLASSES[KINDS[kind][0]]
    key = {"wing": (0, row), "oblique back": (3, 1), "diagonal": (1, 1), "line": (1, 4)}.get(kind, (1, 3))
    grid = cell_grid(9)
    # The last cycles have the most set-up turns.
    for number in [*range(0, 4048, 160), 4047]:
        stickers_after = effect(cycles.word(number), 9, [row], [] if kind == "wing" else [column])
        ensure_cycles(stickers_after, grid, [(grid.numbers[key], cycles.cells[number])])


@pytest.mark.parametrize("size", [4, 5, 11, 50])
def test_labels_of_a_state_are_the_goals_exactly_where_it_is_solved(size: int) -> None:
    grid, cube = cell_grid(size), random_cube(size, 1)
    labels = grid.labels(cube.colours)
    right = cube.colours[grid.cells] == grid.faces
    right[: grid.wings] &= cube.colours[grid.partners] == Cube(size).colours[grid.partners]
    assert ((labels == grid.goals) == right).all()
    assert (np.sort(labels[: grid.wings], axis=1) == np.arange(24)).all()
