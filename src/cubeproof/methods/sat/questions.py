"""`Questions`: asks a solver for models of formulas, and gives up after a number of conflicts.

Conflicts measure the work of a solver and do not depend on other programs, so the answers of a busy machine are those
of an idle one. The clock replaces them only for solvers that take no limit on conflicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.errors import TimeUpError
from cubeproof.formulas.formula import Formula
from cubeproof.methods.sat.pysat_adapter import BOUNDED, bounded_solver
from cubeproof.methods.sat.search import models
from cubeproof.methods.sat.sessions import Solver
from cubeproof.methods.sat.solvers import PySat
from cubeproof.methods.sat.worker import clauses

# Between two looks at the clock; about a tenth of a second.
_STEP = 2000
# The work on a formula besides the search, in conflicts: writing and loading it, and reading a model.
_OVERHEAD = 500
# How many conflicts a solver usually has in a second.
_CONFLICTS_PER_SECOND = 20_000


class UndecidedError(Exception):
    """A question was not decided in its number of conflicts."""


@dataclass(slots=True)
class Questions:
    """Asks one solver, and counts the conflicts of all questions."""

    solver: Solver
    """The solver."""
    control: Control
    """The control of the search."""
    spent: int = 0
    """The work so far, in conflicts."""
    most: int | None = None
    """The work after which the search ends with TimeUpError; None without a limit."""

    def models(
        self, formula: Formula, distinguished_by: NDArray[np.int32], conflicts: int
    ) -> Iterator[NDArray[np.int32]]:
        """Yield models, one for each assignment of some variables; raise UndecidedError after `conflicts` for all.

        The work of the caller between two models does not count.
        """
        if isinstance(self.solver, PySat) and self.solver.name in BOUNDED:
            yield from self._counted(self.solver.name, formula, distinguished_by, conflicts)
        else:
            yield from self._timed(self.solver, formula, distinguished_by, conflicts)

    def check(self) -> None:
        """Raise if the search must end: its work is done, its time is up or it was stopped."""
        self.control.check()
        if self.most is not None and self.spent >= self.most:
            raise TimeUpError

    def _counted(
        self, name: str, formula: Formula, distinguished_by: NDArray[np.int32], conflicts: int
    ) -> Iterator[NDArray[np.int32]]:
        # In this process: dozens of the formulas are decided in milliseconds, less than the start of a worker takes.
        before = 0
        self.spent += _OVERHEAD
        with bounded_solver(name, clauses(formula.flat().tobytes())) as sat:
            while conflicts > 0:
                self.check()
                sat.conf_budget(min(_STEP, conflicts))
                # Without `expect_interrupt` python-sat handles SIGINT itself: it jumps out of the solver, raises
                # its own exception, leaves the solver unusable, and its handler is invalid at the next Ctrl-C.
                # With it Python's handler stays.
                satisfiable = sat.solve_limited(expect_interrupt=True)
                total = sat.accum_stats()["conflicts"]
                self.spent += total - before
                conflicts -= total - before
                before = total
                if satisfiable:
                    literals = np.array(sat.get_model(), dtype=np.int32)
                    yield literals
                    truth = formula.truth(literals)
                    sat.add_clause((-distinguished_by[truth[distinguished_by]]).tolist())
                    self.spent += _OVERHEAD
                    conflicts -= _OVERHEAD
                elif satisfiable is not None:
                    return
        raise UndecidedError

    def _timed(
        self, solver: Solver, formula: Formula, distinguished_by: NDArray[np.int32], conflicts: int
    ) -> Iterator[NDArray[np.int32]]:
        self.check()
        seconds = conflicts / _CONFLICTS_PER_SECOND
        control = self.control.within(seconds)
        try:
            for literals in models(formula, solver, control, distinguished_by):
                self.spent += int((seconds - control.remaining) * _CONFLICTS_PER_SECOND)
                seconds = control.remaining
                yield literals
                control.renew(seconds)
            self.spent += int((seconds - control.remaining) * _CONFLICTS_PER_SECOND)
        except TimeUpError:
            if self.control.expired:
                raise
            self.spent += int(seconds * _CONFLICTS_PER_SECOND)
            raise UndecidedError from None
