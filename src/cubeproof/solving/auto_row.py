"""`ROW`: the facts of `auto`, which runs other engines."""

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.row import Row
from cubeproof.engines.sat.row import ROW as SAT
from cubeproof.engines.sat.stages.row import ROW as STAGES
from cubeproof.engines.search.row import ROW as SEARCH
from cubeproof.engines.table.row import ROW as TABLE
from cubeproof.sentences import say

ROW = Row(
    name="auto",
    summary=say(
        "auto.summary",
        "a table for the 2×2×2; else a short answer at once, then its proof; for scrambled cubes of 4 and 5 "
        "layers a chain of stages",
    ),
    make=lazily("cubeproof.solving.registry:auto"),
    # The settings of its engines, each once; the settings of `sat` are first.
    takes=tuple(dict.fromkeys(setting for row in (SAT, SEARCH, TABLE, STAGES) for setting in row.takes)),
    proves=True,
    writes_formulas=True,
    asks=tuple(row.name for row in (TABLE, SEARCH, SAT, STAGES)),
)
"""The facts of `auto`."""
