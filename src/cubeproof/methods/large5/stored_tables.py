"""Stored tables of the five phases: names, sizes, and build functions; and the module of the compiled loops."""

from __future__ import annotations

from functools import partial

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.table import Table


def _table(number: int, size: int, seconds: float, memory: int) -> Table:
    build = partial(lazily("cubeproof.methods.large5.tables:built"), number)
    return Table(f"large-5x5x5-phase{number}", size, seconds, build, memory=memory)


TABLES = (
    _table(1, 19_556_288, 2, 200_000_000),
    _table(2, 5_073_344, 1, 100_000_000),
    _table(3, 108_916_480, 15, 900_000_000),
    _table(4, 116_249_280, 20, 900_000_000),
    _table(5, 14_016_320, 2, 200_000_000),
)
"""The tables of the phases, in order."""

LOOPS = "cubeproof.methods.large5.loop"
"""The module of the compiled loops; its `typed_loops()` has the types that searches use."""
