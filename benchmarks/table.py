"""The 2×2×2: building and reading the table of all distances."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import Figure, Options, timed
from cubeproof.methods.configurations import CONFIGURATIONS, TURNS, ConfigurationDistances
from cubeproof.methods.configurations.graph import cubes
from cubeproof.puzzle.geometry import geometry

_CHUNK = 250_000


def replay_all(table: ConfigurationDistances) -> int:
    """Return the longest answer. All configurations are solved with the table, and the answers replayed on stickers."""
    solved = geometry(2).faces.astype(np.int8)
    longest = 0
    for first in range(0, CONFIGURATIONS, _CHUNK):
        numbers: NDArray[np.integer] = np.arange(first, min(first + _CHUNK, CONFIGURATIONS))
        colours = cubes(numbers)
        left = np.flatnonzero(numbers)
        depth = 0
        while len(left):
            numbers[left], turns = table.descend(numbers[left])
            for index, turn in enumerate(TURNS):
                rows = left[turns == index]
                colours[rows] = colours[rows][:, geometry(2).turn(turn.slab(2))]
            left = left[numbers[left] != 0]
            depth += 1
        assert (colours == solved).all(), "an answer of the table does not solve its cube when it is replayed"
        longest = max(longest, depth)
    return longest


def figures(_options: Options) -> Iterator[Figure]:
    seconds, built = timed(lambda: ConfigurationDistances.build(range(len(TURNS))))
    note = f"{built.packed.nbytes:,} bytes"
    yield Figure("2×2×2: table of 3,674,160 distances built", seconds, at_most=2, note=note)
    numbers = np.random.default_rng(0).integers(0, CONFIGURATIONS, 1_000_000)
    seconds, _ = timed(lambda: built.of(numbers))
    yield Figure("2×2×2: distances of a million states", seconds, at_most=1)
    seconds, longest = timed(lambda: replay_all(built))
    note = f"{longest} turns at most"
    yield Figure("2×2×2: all states solved and replayed on the stickers", seconds, note=note)
