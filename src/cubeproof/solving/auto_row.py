"""The facts of `auto`, which asks other engines."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.row import Row
from cubeproof.contract.settings import quick
from cubeproof.engines.sat.row import SatSettings
from cubeproof.engines.search.row import table_setting
from cubeproof.sentences import Template

_SUMMARY = Template(
    "auto.summary",
    "the table where there is one; else a short answer at once, and then its proof; for scrambled cubes of 4 and 5 "
    "layers a chain of stages",
)


@dataclass(frozen=True, slots=True)
class AutoSettings(SatSettings):
    """Those of the engines that prove; each of those that are asked takes of them what it knows.

    Attributes:
        quick: whether the first good answer will do, without a proof; what the table answers is proved all the same.
        table: the name of a pruning table for the search; "" for the largest that is there, else the default.
    """

    quick: bool = quick()
    table: str = table_setting()


ROW = Row(
    name="auto",
    summary=_SUMMARY(),
    make=lazily("cubeproof.solving.registry:auto"),
    settings=AutoSettings,
    proves=True,
    writes_formulas=True,
    asks=("table", "search", "sat", "stages"),
)
"""One engine after the other."""
