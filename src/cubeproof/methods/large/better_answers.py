"""`better_answers`: shorter and shorter answers to a large cube, in rounds of three steps.

    annealing   turns of inner layers after the frame, so that few cells are wrong
    filling     cycles of three cells, each at the moment where it costs least
    improving   sequences taken out, turns exchanged, and the cells repaired

Each round starts with the frame again, since rounds differ more than steps do. Each core has its own rounds. The loops
are compiled: without Numba there are no better answers.
"""

from __future__ import annotations

import queue
from collections.abc import Generator, Iterator
from contextlib import suppress

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
from cubeproof.methods.large.words import COST, WordArrays, copy_word, runs_of_arrays, word_arrays
from cubeproof.puzzle.geometry import geometry
from cubeproof.store import Store
from cubeproof.work.executor import LocalThreads, usable_cores

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

# The moments on both sides of new turns at which `fill` compares again.
_BESIDE = 12

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
    threads: int | None = None,
) -> Generator[RunWord, None, None]:
    """Yield answers that cost less and less, until the control ends it. One thread always gives the same answers.

    Args:
        homes: the home of the sticker at each place, as for `first_answer`.
        size: the number of layers.
        control: ends the search.
        most: the first answer costs less than this.
        metric: htm, qtm, stm or slices.
        store: the store of the tables of the two phases.
        threads: the number of threads, each with its own rounds; by default one for each core.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
    """
    frame = frame_runs(homes, size, control, store)
    if frame is None:
        return
    answers: queue.Queue[RunWord | BaseException] = queue.Queue()

    def run(seed: int, flag: NDArray[np.int32]) -> None:
        try:
            for runs in _Rounds(homes, frame, metric, seed, flag).answers():
                answers.put(runs)
        except BaseException as error:  # noqa: BLE001 - it is raised in the calling thread
            answers.put(error)

    with control.compiled_flag() as flag, LocalThreads(threads, flag) as crew:
        for seed in range(usable_cores() if threads is None else threads):
            crew.submit(run, seed, flag)
        while True:
            control.check()
            with suppress(queue.Empty):
                runs = answers.get(timeout=control.poll_seconds())
                if isinstance(runs, BaseException):
                    raise runs
                if (cost := runs.cost(metric)) < most:
                    most = cost
                    yield runs


class _Rounds:
    """The rounds of one thread."""

    def __init__(
        self, homes: NDArray[np.integer], frame: RunWord, metric: str, seed: int, flag: NDArray[np.int32]
    ) -> None:
        self._size, self._frame, self._metric, self._flag = frame.size, frame, metric, flag
        self._grid = cell_grid(frame.size)
        self._colours = geometry(frame.size).faces[homes].astype(np.int8)
        self._orbits = orbit_arrays(self._grid, self._colours)
        self._memory = filler(self._orbits, _WORTH[metric], _skipped(frame.size), seed, flag, _BESIDE)
        # Repairs are short: on small cubes, more of them gain more than better ones.
        self._repairs = self._memory._replace(beside=0) if frame.size <= 10 else self._memory
        self._capacity = next(runs for limit, runs in _CAPACITY.items() if frame.size <= limit)
        self._word, self._kept, self._best = (self._arrays(frame) for _ in range(3))
        self._best.state[COST] = self._least = _UNLIMITED

    def _arrays(self, runs: RunWord) -> WordArrays:
        return word_arrays(runs, self._metric, self._capacity)

    def answers(self) -> Iterator[RunWord]:
        """Yield answers that cost less and less, until the flag is set."""
        length = 1
        while self._flag[0] == 0:
            yield from self._round(length)
            length = min(_LONGER * length, _LONGEST if self._size <= 10 else _LONGEST_LARGE)

    def _round(self, length: int) -> Iterator[RunWord]:
        size, word, best, memory = self._size, self._word, self._best, self._memory
        unit, grid = _UNIT[self._metric], self._grid
        copy_word(self._arrays(self._frame), word)
        odd = np.zeros(grid.wings, dtype=np.bool_)
        odd[grid.odd_wings(grid.labels(after(self._frame, self._colours)))] = True
        proposals = length * _PROPOSALS // size
        anneal(self._orbits, word, odd, proposals, _HOT, _COLD, unit, memory.random, self._flag)
        runs = runs_of_arrays(word)
        runs = joined([*runs, *even_wings(grid, after(runs, self._colours))], size)
        copy_word(self._arrays(runs), word)
        pull_goals(self._orbits, word, memory.goals)
        # Only the end of the search leaves a word of usual length incomplete.
        if not fill(self._orbits, word, memory, _UNLIMITED):
            return
        changes = max(1, length * _CHANGES // size**3 // _PARTS)
        for part in range(_PARTS):
            if word.state[COST] < best.state[COST]:
                copy_word(word, best)
            if best.state[COST] < self._least:
                self._least = int(best.state[COST])
                yield runs_of_arrays(best)
            if self._flag[0] != 0:
                return
            warm = _WARM * unit * (1 - part / _PARTS)
            improve(self._orbits, word, self._kept, best, self._repairs, changes, warm)


def _skipped(size: int) -> int:
    """Return the percentage of moments that a cube of a size leaves out, since its words are long."""
    return 10 if size <= 10 else min(97, 5 * size // 2)
