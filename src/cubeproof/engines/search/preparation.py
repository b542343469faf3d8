"""The tables of the search engine, and its preparation steps in the order in which a first search needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from cubeproof.contract.control import Control
from cubeproof.contract.preparation import Preparation
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, PHASE2, WHOLE1, WHOLE2

if TYPE_CHECKING:
    from cubeproof.store import Store

_Loops = Iterable[Callable[..., Any]]

_STEPS = 4


def _prepare_phases(control: Control, store: Store | None, *, small: bool) -> None:
    from cubeproof.methods.two_phase.search import NearSearch

    NearSearch.load(store, control, small=small)


def _improving_loops() -> _Loops:
    from cubeproof.methods.two_phase.loop import search

    return (search,)


def _proving_loops() -> _Loops:
    from cubeproof.methods.h48.deepening import bounds_of, deepen

    return bounds_of, deepen


def _prepare_proving(control: Control, store: Store | None) -> None:
    import numpy as np

    from cubeproof.methods.h48.search import OptimalSearch
    from cubeproof.methods.h48.table_choice import chosen
    from cubeproof.methods.words.turn_costs import HALF
    from cubeproof.puzzle.cubies import face_turns

    table = chosen("", HALF, store, control)
    table.array.ensure(control.check)
    with control.polled() as flag:
        search = OptimalSearch(np.argsort(face_turns()[0]).astype(np.int16), table.pruning, jobs=1)
        search.search(search.bound, flag)


def _other_loops() -> _Loops:
    from cubeproof.methods.products.deepening import deepen
    from cubeproof.tables.compiled_distances import _pushed

    return _pushed, deepen


def _prepare_other(control: Control, store: Store | None) -> None:
    from cubeproof.contract.outcome import Bounds
    from cubeproof.methods.products.problem import ProductProblem
    from cubeproof.methods.products.run import product_problem, solve_product
    from cubeproof.problem import cube_problem
    from cubeproof.puzzle.cube import Cube

    del store  # the tables of these goals are built for each search
    # NumPy builds the table of a cross; the corners have too many states for that.
    problem = cube_problem(Cube(3).apply("R U F"), "corners")
    product = product_problem(problem)
    assert isinstance(product, ProductProblem), "the corners have tables"
    solve_product(product, problem, Bounds(), control, every=False, extra=0, jobs=1)


# Python runs the loop of the first answer until it is compiled.
FIRST = Preparation(
    1,
    _STEPS,
    4,
    (COORDINATES, PHASE1, PHASE2),
    lambda: (),
    partial(_prepare_phases, small=True),
    is_first=True,
)
"""The step for a first answer to a 3×3×3."""

IMPROVING = Preparation(
    2, _STEPS, 12, (WHOLE1, WHOLE2), _improving_loops, partial(_prepare_phases, small=False)
)
"""The step for shorter answers."""

PROVING = Preparation(3, _STEPS, 40, (PRUNING["h48-htm-3"].table,), _proving_loops, _prepare_proving)
"""The step for the proof that an answer is shortest."""

OTHER_GOALS = Preparation(4, _STEPS, 6, (), _other_loops, _prepare_other)
"""The step for goals with larger tables than a cross has."""

PREPARATIONS = (FIRST, IMPROVING, PROVING, OTHER_GOALS)
"""All steps, in order."""

TABLES = (PHASE1, PHASE2, COORDINATES, WHOLE1, WHOLE2, *(pruning.table for pruning in PRUNING.values()))
"""All stored tables."""
