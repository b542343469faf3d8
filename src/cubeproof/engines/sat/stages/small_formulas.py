"""`quick_models`: solves small formulas in this process.

A chain has dozens of formulas that are decided in milliseconds, less than the start of a worker takes. So a solver in
this process tries them first, with a limit on conflicts, so that the search can be stopped soon. Undecided formulas go
to a worker.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.engines.sat.pysat_adapter import BOUNDED, bounded_solver
from cubeproof.engines.sat.search import models
from cubeproof.engines.sat.sessions import Solver
from cubeproof.engines.sat.solvers import PySat
from cubeproof.engines.sat.worker import clauses
from cubeproof.formulas.formula import Formula

# About a tenth of a second.
_CONFLICTS = 2000


def quick_models(
    formula: Formula, solver: Solver, control: Control, told_apart_by: NDArray[np.int32]
) -> Iterator[NDArray[np.int32]]:
    """Yield models, by a solver in this process while that is easy; models may occur twice."""
    if isinstance(solver, PySat) and solver.name in BOUNDED:
        with bounded_solver(solver.name, clauses(formula.flat().tobytes())) as sat:
            sat.conf_budget(_CONFLICTS)
            # Without `expect_interrupt` python-sat handles SIGINT itself: it jumps out of the solver, raises
            # its own exception, leaves the solver unusable, and its handler is invalid at the next Ctrl-C.
            # With it Python's handler stays.
            while (satisfiable := sat.solve_limited(expect_interrupt=True)) is not None:
                if not satisfiable:
                    return
                literals = np.array(sat.get_model(), dtype=np.int32)
                yield literals
                control.check()
                truth = formula.truth(literals)
                sat.add_clause((-told_apart_by[truth[told_apart_by]]).tolist())
                sat.conf_budget(_CONFLICTS)
    control.check()
    # The worker starts again, so it may yield the same models.
    yield from models(formula, solver, control, told_apart_by)
