"""The tables of the large engine, and its preparation steps: the phases of 4 and of 5 layers, and the cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubeproof.contract.control import Control
from cubeproof.contract.preparation import Preparation, loops_of
from cubeproof.methods.large5 import stored_tables as five_phases
from cubeproof.methods.reduction import stored_tables as reduction
from cubeproof.methods.two_phase import stored_tables as two_phase

if TYPE_CHECKING:
    from cubeproof.store import Store

_STEPS = 3


def _load_four(control: Control, store: Store | None) -> None:
    from cubeproof.methods.reduction.tables import ReductionTables

    ReductionTables.load(store, control)


# All phases end with the 3×3×3.
PHASES = Preparation(
    1,
    _STEPS,
    20,
    (*reduction.TABLES, *two_phase.WHOLE),
    loops_of(reduction.LOOPS, two_phase.LOOPS),
    _load_four,
)
"""The step for short answers to a 4×4×4."""

FIVE = Preparation(
    2, _STEPS, 60, (*five_phases.TABLES, *two_phase.WHOLE), loops_of(five_phases.LOOPS, two_phase.LOOPS)
)
"""The step for short answers to a 5×5×5."""

# The 3×3×3 of corners, middle edges and middle centres comes before the cycles.
CYCLES = Preparation(3, _STEPS, 30, two_phase.SMALL, loops_of("cubeproof.methods.large.typed_loops"))
"""The step for short answers to larger cubes, and to 4 and 5 layers while their tables are missing."""

PREPARATIONS = (PHASES, FIVE, CYCLES)
"""All steps, in order."""

TABLES = (*reduction.TABLES, *five_phases.TABLES)
"""All stored tables that no other engine lists: of the 4×4×4, and of the 5×5×5."""
