"""The tables of the large engine, and its preparation step: the phases of the 4×4×4."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from cubeproof.contract.control import Control
from cubeproof.contract.lack_of_memory import ensure_room_for_loops
from cubeproof.contract.preparation import Preparation
from cubeproof.methods.large5.stored_tables import TABLES as FIVE_PHASES
from cubeproof.methods.reduction.stored_tables import CENTRES, EDGES
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE2, WHOLE1, WHOLE2

if TYPE_CHECKING:
    from cubeproof.store import Store


def _loops() -> Iterable[Callable[..., Any]]:
    from cubeproof.methods.reduction.loops import search2, search3
    from cubeproof.methods.reduction.pairing import distance
    from cubeproof.methods.two_phase.loop import search

    return search2, search3, distance, search


def _prepare(control: Control, store: Store | None) -> None:
    ensure_room_for_loops()
    from cubeproof.base.numba_support import COMPILES
    from cubeproof.methods.reduction.tables import ReductionTables

    if COMPILES:
        ReductionTables.load(store, control)


PHASES = Preparation(1, 1, 40, (CENTRES, EDGES, COORDINATES, PHASE2, WHOLE1, WHOLE2), _loops, _prepare)
"""The step for short answers to a 4×4×4."""

def _five_loops():
    from cubeproof.methods.large5.loop import search
    return (search,)


def _cycle_loops():
    from cubeproof.methods.large.annealing import anneal
    from cubeproof.methods.large.filling import fill
    from cubeproof.methods.large.improving import improve
    return anneal, fill, improve


def _prepare_five(control, store):
    for table in (*FIVE_PHASES, COORDINATES, PHASE2, WHOLE1, WHOLE2):
        table.make(control, store)


FIVE = Preparation(2, 3, 60, (*FIVE_PHASES, COORDINATES, PHASE2, WHOLE1, WHOLE2), _five_loops, _prepare_five)
CYCLES = Preparation(3, 3, 30, (), _cycle_loops, lambda control, store: None)

PREPARATIONS = (PHASES, FIVE, CYCLES)
"""All steps."""

TABLES = (CENTRES, EDGES, *FIVE_PHASES)
"""All stored tables that no other engine lists: of the 4×4×4, and of the 5×5×5."""
