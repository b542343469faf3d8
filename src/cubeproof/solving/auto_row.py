"""The facts of `auto`, which asks other engines."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.row import Row
from cubeproof.engines.sat.row import SatSettings
from cubeproof.lazily import lazily
from cubeproof.sentences import Template

__all__ = ["ROW", "AutoSettings"]

_SUMMARY = Template(
    "auto.summary",
    "the table where there is one; else a short answer first, and the proof if that is within reach",
)


@dataclass(frozen=True, slots=True)
class AutoSettings(SatSettings):
    """Those of the engine that proves; the others take of them what they know."""


ROW = Row(
    name="auto",
    summary=_SUMMARY(),
    make=lazily("cubeproof.solving.registry:auto"),
    settings=AutoSettings,
    proves=True,
    writes_formulas=True,
    asks=("table", "search", "sat"),
)
"""One engine after the other."""
