"""The tables of the large engine, and its preparation steps: the phases of 4 and of 5 layers, and the cycles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cubeproof.contract.control import Control
from cubeproof.contract.preparation import Preparation
from cubeproof.methods.large5.stored_tables import TABLES as FIVE_PHASES
from cubeproof.methods.reduction.stored_tables import CENTRES, EDGES
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, PHASE2, WHOLE1, WHOLE2

if TYPE_CHECKING:
    from cubeproof.base.numba_support import TypedLoop
    from cubeproof.store import Store

_STEPS = 3

# The 3×3×3 at the end of all phases.
_ENDING = COORDINATES, PHASE2, WHOLE1, WHOLE2

# The 3×3×3 of corners, middle edges and middle centres, before cycles.
_FRAME = COORDINATES, PHASE1, PHASE2


def _four_loops() -> Iterable[TypedLoop]:
    from cubeproof.methods.reduction.loops import typed_loops
    from cubeproof.methods.two_phase.loop import typed_loops as ending

    return *typed_loops(), *ending()


def _load_four(control: Control, store: Store | None) -> None:
    from cubeproof.methods.reduction.tables import ReductionTables

    ReductionTables.load(store, control)


def _five_loops() -> Iterable[TypedLoop]:
    from cubeproof.methods.large5.loop import typed_loops
    from cubeproof.methods.two_phase.loop import typed_loops as ending

    return *typed_loops(), *ending()


def _cycle_loops() -> Iterable[TypedLoop]:
    from cubeproof.methods.large.typed_loops import typed_loops

    return typed_loops()


PHASES = Preparation(1, _STEPS, 20, (CENTRES, EDGES, *_ENDING), _four_loops, _load_four)
"""The step for short answers to a 4×4×4."""

FIVE = Preparation(2, _STEPS, 60, (*FIVE_PHASES, *_ENDING), _five_loops)
"""The step for short answers to a 5×5×5."""

CYCLES = Preparation(3, _STEPS, 30, _FRAME, _cycle_loops)
"""The step for short answers to larger cubes, and to 4 and 5 layers while their tables are missing."""

PREPARATIONS = (PHASES, FIVE, CYCLES)
"""All steps, in order."""

TABLES = (CENTRES, EDGES, *FIVE_PHASES)
"""All stored tables that no other engine lists: of the 4×4×4, and of the 5×5×5."""
