"""The tables of the search engine, and its preparation steps in the order in which a first search needs them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cubeproof.contract.preparation import Preparation
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, PHASE2, WHOLE1, WHOLE2

if TYPE_CHECKING:
    from cubeproof.base.numba_support import TypedLoop

_STEPS = 4


def _improving_loops() -> Iterable[TypedLoop]:
    from cubeproof.methods.two_phase.loop import typed_loops

    return typed_loops()


def _proving_loops() -> Iterable[TypedLoop]:
    from cubeproof.methods.h48.deepening import typed_loops

    return typed_loops()


def _other_loops() -> Iterable[TypedLoop]:
    from cubeproof.methods.products.deepening import typed_loops
    from cubeproof.tables.compiled_distances import typed_loops as of_tables

    return *of_tables(), *typed_loops()


# Python runs the loop of the first answer until it is compiled.
FIRST = Preparation(1, _STEPS, 4, (COORDINATES, PHASE1, PHASE2), lambda: (), is_first=True)
"""The step for a first answer to a 3×3×3."""

IMPROVING = Preparation(2, _STEPS, 12, (WHOLE1, WHOLE2), _improving_loops)
"""The step for shorter answers."""

PROVING = Preparation(3, _STEPS, 40, (PRUNING["h48-htm-3"].table,), _proving_loops)
"""The step for the proof that an answer is shortest."""

OTHER_GOALS = Preparation(4, _STEPS, 6, (), _other_loops)
"""The step for goals with larger tables than a cross has."""

PREPARATIONS = (FIRST, IMPROVING, PROVING, OTHER_GOALS)
"""All steps, in order."""

TABLES = (PHASE1, PHASE2, COORDINATES, WHOLE1, WHOLE2, *(pruning.table for pruning in PRUNING.values()))
"""All stored tables."""
