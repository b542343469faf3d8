"""Better answers solve the cube; S and G say of every word what a replay of the whole word says."""

import numpy as np
import pytest

from cubeproof.contract.control import Control
from cubeproof.methods.large.annealing import anneal
from cubeproof.methods.large.better_answers import better_answers
from cubeproof.methods.large.cells import cell_grid
from cubeproof.methods.large.filling import fill, filler
from cubeproof.methods.large.first_answer import first_answer, frame_runs
from cubeproof.methods.large.improving import disturb
from cubeproof.methods.large.orbits import orbit_arrays, pull_goals
from cubeproof.methods.large.runs import RunWord
from cubeproof.methods.large.words import COST, LONGEST, METRICS, runs_of_arrays, word_arrays
from cubeproof.problem import cube_problem
from cubeproof.problem.cube_view import cube_view
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.scramble import random_cube
from second_opinion import lattice

FLAG = np.zeros(1, dtype=np.int32)


def homes(size: int, seed: int) -> np.ndarray:
    view = cube_view(cube_problem(random_cube(size, seed)))
    assert view is not None
    return view.homes


def replayed(start: np.ndarray, runs: RunWord) -> np.ndarray:
    names = [lattice.Turn(slab.face, slab.first, slab.last, slab.turns).name for slab in runs.slabs()]
    return lattice.after(start, " ".join(names), runs.size)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_annealing_knows_the_wrong_cells_and_keeps_corners_and_middle_edges(size: int) -> None:
    state = homes(size, size)
    grid, cube, colours = cell_grid(size), geometry(size), geometry(size).faces[state].astype(np.int8)
    frame = frame_runs(state, size, Control())
    assert frame is not None
    orbits, word = orbit_arrays(grid, colours), word_arrays(frame, "slices", 2000)
    odd = np.zeros(grid.wings, dtype=np.bool_)
    odd[grid.odd_wings(grid.labels(colours))] = True
    memory = filler(orbits, 2, 0, size, FLAG)
    wrong = anneal(orbits, word, odd, 20_000, 1.2, 0.4, 1.0, memory.random, FLAG)
    runs = runs_of_arrays(word)
    end = replayed(colours, runs).astype(np.int8)
    assert len(runs.axes) > len(frame.axes)
    assert word.state[COST] == runs.cost("slices")
    assert (grid.labels(end) != grid.goals).sum() == wrong > 0
    assert np.flatnonzero(odd).tolist() == grid.odd_wings(grid.labels(end))
    frame_stickers = np.ones(6 * size**2, dtype=np.bool_)
    frame_stickers[grid.cells] = frame_stickers[grid.partners] = False
    assert (end[frame_stickers] == cube.faces[frame_stickers]).all()


@pytest.mark.parametrize("size", [4, 5, 8, 9])
def test_disturbed_words_are_repaired_and_g_is_what_a_replay_says(size: int) -> None:
    state = homes(size, 3)
    grid, colours = cell_grid(size), geometry(size).faces[state].astype(np.int8)
    answer = first_answer(state, size, Control(), metric="htm")
    assert answer is not None
    orbits, word = orbit_arrays(grid, colours), word_arrays(answer.runs, "htm", 5000)
    memory, turns = filler(orbits, 4, 10, 1, FLAG), np.zeros((LONGEST, 3), dtype=np.int8)
    changes = 0
    while changes < 30:
        if not disturb(orbits, word, memory, turns):
            continue
        changes += 1
        pull_goals(orbits, word, memory.goals)
        end = grid.labels(replayed(colours, runs_of_arrays(word)).astype(np.int8))
        wrong = (orbits.start != memory.goals).reshape(end.shape).sum(axis=1)
        assert wrong.tolist() == (end != grid.goals).sum(axis=1).tolist()
        assert fill(orbits, word, memory, 10**6)
        runs = runs_of_arrays(word)
        assert (grid.labels(replayed(colours, runs).astype(np.int8)) == grid.goals).all()
        assert word.state[COST] == runs.cost("htm")


@pytest.mark.parametrize("metric", METRICS)
def test_better_answers_solve_the_cube_cost_less_and_are_the_same_for_one_thread(metric: str) -> None:
    size = 4
    state = homes(size, 6)
    first = first_answer(state, size, Control(), metric=metric)
    assert first is not None
    most = first.runs.cost(metric)
    runs, again = (
        next(better_answers(state, size, Control(), most, metric=metric, threads=1)) for _ in range(2)
    )
    assert runs.cost(metric) < most
    assert runs.blocks() == again.blocks()
    faces = replayed(geometry(size).faces[state], runs).reshape(6, -1)
    assert (faces == faces[:, :1]).all()
