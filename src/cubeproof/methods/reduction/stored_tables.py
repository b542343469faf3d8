"""Stored tables of the phases: names, sizes, and build functions; and the module of the compiled loops."""

from __future__ import annotations

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.table import Table

CENTRES = Table(
    "large-4x4x4-centres", 4_907_121, 1.5, lazily("cubeproof.methods.reduction.centres:built_centres")
)
"""Distances of the centres in the three phases."""

EDGES = Table(
    "large-4x4x4-edges",
    7_751_520,
    4,
    lazily("cubeproof.methods.reduction.pairing_table:built_edges"),
    memory=80_000_000,
)
"""Distances to paired wings in phase 3, modulo 3."""

TABLES = (CENTRES, EDGES)
"""All tables."""

LOADED = "reduction"
"""The kind of the loaded tables of all phases in a workshop, by the folder of their files."""

LOOPS = "cubeproof.methods.reduction.loops"
"""The module of the compiled loops; its `typed_loops()` has the types that searches use."""
