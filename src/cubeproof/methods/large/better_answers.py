"""`better_answers`: shorter and shorter answers to a large cube, in rounds of three steps.

    annealing   turns of inner layers after the frame, so that few cells are wrong
    filling     cycles of three cells, each at the moment where it costs least
    improving   sequences taken out, turns exchanged, and the cells repaired

Each round starts with the frame again, since rounds differ more than steps do. The loops are compiled: without Numba
there are no better answers.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.methods.large.annealing import anneal
from cubeproof.methods.large.cells import cell_grid
from cubeproof.methods.large.filling import fill, filler
from cubeproof.methods.large.first_answer import after, even_wings, frame_runs
from cubeproof.methods.large.improving import improve
from cubeproof.methods.large.orbits import orbit_arrays, pull_goals
from cubeproof.methods.large.runs import RunWord, joined
from cubeproof.methods.large.words import COST, copy_word, runs_of_arrays, word_arrays
from cubeproof.puzzle.geometry import geometry
from cubeproof.store import Store

# The worth of a cell, and the cost of a usual turn.
_WORTH = {"htm": 4, "qtm": 4, "stm": 2, "slices": 2}
_UNIT = {"htm": 2.0, "qtm": 2.0, "stm": 1.0, "slices": 1.0}

# The temperatures of annealing at its start and end, and of improving at its start, in units.
_HOT, _COLD, _WARM = 1.2, 0.4, 0.7

# The proposals of the first round by size, its changes by the size's cube, and the parts of a round, after each of
# which an answer is reported. Each round is four times as long as the last, up to a limit, which is larger on sizes
# above 10: there restarts matter less.
_PROPOSALS, _CHANGES, _PARTS = 3_000_000, 2_000_000, 40
_LONGER, _LONGEST, _LONGEST_LARGE = 4, 16, 64

_UNLIMITED = 1 << 40

# No word has more runs.
_CAPACITY = {10: 4_000, 20: 20_000, 50: 80_000}


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
        metric: htm, qtm, stm or slices.
        store: the store of the tables of the two phases.
        seed: chooses the changes.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
    """
    frame = frame_runs(homes, size, control, store)
    if frame is None:
        return
    grid, colours = cell_grid(size), geometry(size).faces[homes].astype(np.int8)
    orbits = orbit_arrays(grid, colours)
    capacity = next(runs for limit, runs in _CAPACITY.items() if size <= limit)
    best = word_arrays(frame, metric, capacity)
    best.state[COST] = most
    word, kept = word_arrays(frame, metric, capacity), word_arrays(frame, metric, capacity)
    with control.polled() as flag:
        memory = filler(orbits, _WORTH[metric], _skipped(size), seed, flag)
        length = 1
        while True:
            copy_word(word_arrays(frame, metric, capacity), word)
            odd = np.zeros(grid.wings, dtype=np.bool_)
            odd[grid.odd_wings(grid.labels(after(frame, colours)))] = True
            proposals = length * _PROPOSALS // size
            anneal(orbits, word, odd, proposals, _HOT, _COLD, _UNIT[metric], memory.random, flag)
            control.check()
            runs = runs_of_arrays(word)
            runs = joined([*runs, *even_wings(grid, after(runs, colours))], size)
            copy_word(word_arrays(runs, metric, capacity), word)
            pull_goals(orbits, word, memory.goals)
            if not fill(orbits, word, memory, _UNLIMITED):
                # Only the end of the search leaves a word of usual length incomplete.
                control.check()
                return
            for part in range(_PARTS):
                cost = int(best.state[COST])
                if word.state[COST] < cost:
                    copy_word(word, best)
                if best.state[COST] < most:
                    most = int(best.state[COST])
                    yield runs_of_arrays(best)
                warm = _WARM * _UNIT[metric] * (1 - part / _PARTS)
                changes = max(1, length * _CHANGES // size**3 // _PARTS)
                improve(orbits, word, kept, best, memory, changes, warm)
                control.check()
            length = min(_LONGER * length, _LONGEST if size <= 10 else _LONGEST_LARGE)


def _skipped(size: int) -> int:
    """Return the percentage of moments that a cube of a size leaves out, since its words are long."""
    return 10 if size <= 10 else min(97, 5 * size // 2)
