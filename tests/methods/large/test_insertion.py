"""Commutators at any moment: what S and G say about a moment is what a replay of the whole word says."""

from random import Random

import numpy as np
import pytest

from cubeproof.contract.control import Control
from cubeproof.methods.large.cells import cell_grid
from cubeproof.methods.large.cycles import centre_forms, wing_forms, word_of
from cubeproof.methods.large.first_answer import better_answers, first_answer
from cubeproof.methods.large.greedy import gains
from cubeproof.methods.large.insertion import Inserter
from cubeproof.methods.large.runs import RunWord, joined
from cubeproof.problem import cube_problem
from cubeproof.problem.cube_view import cube_view
from cubeproof.puzzle.scramble import random_cube
from second_opinion import lattice


def replayed(colours: np.ndarray, runs: RunWord) -> np.ndarray:
    names = [lattice.Turn(slab.face, slab.first, slab.last, slab.turns).name for slab in runs.slabs()]
    return lattice.after(colours, " ".join(names), runs.size)


@pytest.mark.parametrize("size", [4, 5, 7])
def test_gain_between_s_and_g_is_what_a_commutator_at_this_moment_gains_at_the_end(size: int) -> None:
    random, grid, colours = Random(size), cell_grid(size), random_cube(size, 4).colours
    parts = [
        (random.randrange(3), np.array([random.choice((0, 0, 1, 2, 3)) for _ in range(size)], dtype=np.int8))
        for _ in range(8)
    ]
    before, after = Inserter(grid, "htm")._states(colours, parts)
    end = replayed(colours, RunWord(tuple(axis for axis, _ in parts), np.stack([run for _, run in parts])))
    assert (before[-1] == end).all()
    for moment in range(len(parts) + 1):
        labels, goals = grid.labels(before[moment]), grid.labels(after[moment])
        right = (grid.labels(end) == grid.goals).sum(axis=1)
        assert ((labels == goals).sum(axis=1) == right).all()
        for forms, orbit in ((wing_forms(), 0), (centre_forms(), grid.numbers[1, 1])):
            number = random.randrange(len(forms.words))
            kind = 0 if orbit == 0 else 4
            cells = forms.cells[kind, number].astype(int)
            gain = gains(labels, goals)[orbit, 24 * cells + np.roll(cells, -1)].sum()
            word = word_of(forms.words[number], size, [1], [] if orbit == 0 else [size - 2])
            last = replayed(colours, joined([*parts[:moment], *word, *parts[moment:]], size))
            new = (grid.labels(last.astype(np.int8)) == grid.goals).sum(axis=1)
            assert new[orbit] - right[orbit] == gain
            assert (np.delete(new, orbit) == np.delete(right, orbit)).all()


def test_better_answers_solve_the_cube_cost_less_and_are_the_same_for_one_seed() -> None:
    cube = random_cube(4, 6)
    view = cube_view(cube_problem(cube))
    assert view is not None
    first = first_answer(view.homes, 4, Control())
    assert first is not None
    most = first.runs.cost("htm")
    runs, again = (next(better_answers(view.homes, 4, Control(), most)) for _ in range(2))
    assert runs.cost("htm") < most
    assert runs.blocks() == again.blocks()
    faces = replayed(lattice.colours(cube.facelets), runs).reshape(6, -1)
    assert (faces == faces[:, :1]).all()
