"""Stored tables of the two phases: names, sizes, and build functions; and the module of the compiled loops."""

from __future__ import annotations

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.table import Table

_PAIRS = "cubeproof.methods.two_phase.pair_tables"
_WHOLE = "cubeproof.methods.two_phase.tables"

PHASE1 = Table("search-3x3x3-phase1", 6_575_301, 0.9, lazily(f"{_PAIRS}:built_phase1"))
"""Distances for pairs of the coordinates of phase 1."""
PHASE2 = Table("search-3x3x3-phase2", 1_935_360, 0.2, lazily(f"{_PAIRS}:built_phase2"))
"""Distances for pairs of the coordinates of phase 2."""

COORDINATES = Table(
    "search-3x3x3-coordinates",
    14_195_750,
    2,
    lazily(f"{_WHOLE}:built_coordinates"),
)
"""The coordinates of the two phases, and the action of turns and symmetries on them."""
WHOLE1 = Table(
    "search-3x3x3-whole1",
    70_454_205,
    4,
    lazily(f"{_WHOLE}:built_whole1"),
    memory=300_000_000,
)
"""Exact distances of phase 1."""
WHOLE2 = Table(
    "search-3x3x3-whole2",
    55_802_880,
    2,
    lazily(f"{_WHOLE}:built_whole2"),
    memory=250_000_000,
)
"""Distances of corners and edges in phase 2."""

SMALL = (COORDINATES, PHASE1, PHASE2)
"""The tables of a first answer."""
WHOLE = (COORDINATES, WHOLE1, WHOLE2, PHASE2)
"""The tables of short answers."""
TABLES = (PHASE1, PHASE2, COORDINATES, WHOLE1, WHOLE2)
"""All tables."""

LOOPS = "cubeproof.methods.two_phase.loop"
"""The module of the compiled loops; its `typed_loops()` has the types that searches use."""
