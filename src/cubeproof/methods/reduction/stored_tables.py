"""The facts of the stored tables of the phases: names, sizes, and build functions; and the tables in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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


class LoadedPhases:
    """The phases that a workshop keeps for the next cube, with the folder of their tables."""

    tables: tuple[Path, Any] | None = None
    """The folder and its `ReductionTables`, which this module need not load."""
