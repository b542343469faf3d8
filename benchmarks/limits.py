"""Large cubes within the limits that people use: from the shell on a ready and on an empty machine, and in one process.

All figures together take about an hour, of which the 5×5×5 with a minute each has a third.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import mean

from benchmarks.figures import Figure, Options, timed
from benchmarks.start import answer_length, solve
from cubeproof import Limit, random_cube
from cubeproof import solve as solved
from cubeproof.contract.control import Control
from cubeproof.engines.large.preparation import PREPARATIONS
from cubeproof.solving.machine_preparation import BACKGROUND_VARIABLE

# The random states of each figure.
_STATES = range(1, 21)

# Layers, seconds, and the wished turns of the answer on a ready machine.
_READY = ((4, 1.5, 46.5), (4, 3, 44.3), (4, 10, 42.6), (5, 6, 72), (5, 60, 67))

# The same on an empty machine.
_EMPTY = ((4, 20, 46),)

# In a process that has solved a 4×4×4 by phases: the seconds of a search, and the wished turns.
_WARM = 0.3, 46


def figures(_options: Options) -> Iterator[Figure]:
    """Yield the figures."""
    for step in PREPARATIONS:
        step.run(Control())
    quick = mean(timed(partial(solve, [*_state(4, seed), "--quick"]))[0] for seed in _STATES)
    yield Figure("ready machine, 4 layers, --quick", quick, at_most=1.0)
    for size, seconds, wished in _READY:
        turns = mean(answer_length([*_state(size, seed), "--timeout", str(seconds)]) for seed in _STATES)
        name = f"ready machine, {size} layers, --timeout {seconds:g}"
        yield Figure(name, turns, "turns", at_most=wished)
    yield _in_a_warm_process()
    for size, seconds, wished in _EMPTY:
        turns = mean(_on_an_empty_machine(size, seed, seconds) for seed in _STATES)
        name = f"empty machine, {size} layers, --timeout {seconds:g}"
        yield Figure(name, turns, "turns", at_most=wished)


def _state(size: int, seed: int) -> list[str]:
    return ["--size", str(size), "--state", random_cube(size, seed).facelets]


def _in_a_warm_process() -> Figure:
    solved(random_cube(4, 0), limit=Limit(seconds=60, length=60))
    seconds, wished = _WARM
    turns = mean(solved(random_cube(4, seed), limit=Limit(seconds)).length or 0 for seed in _STATES)
    return Figure(f"warm process, 4 layers, {seconds:g} s", turns, "turns", at_most=wished)


def _on_an_empty_machine(size: int, seed: int, seconds: float) -> int:
    """Return the length of an answer with empty caches; its process in the background is ended."""
    with tempfile.TemporaryDirectory() as folder:
        tables = Path(folder, "tables")
        caches = {"CUBEPROOF_CACHE": str(tables), "NUMBA_CACHE_DIR": str(Path(folder, "code"))}
        length = answer_length(
            [*_state(size, seed), "--timeout", str(seconds)], caches | {BACKGROUND_VARIABLE: "1"}
        )
        # The lock of the preparation has the number of the process that holds it.
        for lock in tables.glob(".getting-ready*.lock"):
            with suppress(OSError, ValueError):
                os.kill(int(lock.read_text()), signal.SIGTERM)
        # It removes its unfinished file.
        time.sleep(1)
    return length
