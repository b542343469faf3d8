"""The tables of the search engine, and its preparation steps in the order in which a first search needs them."""

from __future__ import annotations

from cubeproof.contract.preparation import Preparation, loops_of
from cubeproof.methods.h48 import stored_tables as h48
from cubeproof.methods.two_phase import stored_tables as two_phase

_STEPS = 4
_PRODUCTS = "cubeproof.tables.compiled_distances", "cubeproof.methods.products.deepening"

# Python runs the loop of the first answer until it is compiled.
FIRST = Preparation(1, _STEPS, 4, two_phase.SMALL, loops_of(), is_first=True)
"""The step for a first answer to a 3×3×3."""

IMPROVING = Preparation(2, _STEPS, 12, (two_phase.WHOLE1, two_phase.WHOLE2), loops_of(two_phase.LOOPS))
"""The step for shorter answers."""

PROVING = Preparation(3, _STEPS, 40, (h48.PRUNING["h48-htm-3"].table,), loops_of(h48.LOOPS))
"""The step for the proof that an answer is shortest."""

OTHER_GOALS = Preparation(4, _STEPS, 6, (), loops_of(*_PRODUCTS))
"""The step for goals with larger tables than a cross has."""

PREPARATIONS = (FIRST, IMPROVING, PROVING, OTHER_GOALS)
"""All steps, in order."""

TABLES = (*two_phase.TABLES, *(pruning.table for pruning in h48.PRUNING.values()))
"""All stored tables."""
