"""The 2×2×2: building and reading the table of all distances."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.figures import Figure, Options, timed
from cubeproof.engines.table import CONFIGURATIONS, TURNS, ConfigurationDistances
from cubeproof.engines.table.replay import replay_all


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
