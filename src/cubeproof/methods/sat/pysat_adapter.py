"""python-sat behind one interface: the only module that imports `pysat` and its private module `pysolvers`.

python-sat has only development versions, and `pysolvers`, its functions in C, is not documented. So this module
looks up the functions that it requires in the installed version. Without the functions of a fast solver it uses
python-sat's own class. Without the functions that write proofs, `missing_for_proofs` names them.

It imports nothing of cubeproof, because the worker process loads it by its path. The tried versions are listed in
`tests/engines/sat/test_pysat_adapter.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, BinaryIO

FAST = {"minisat22": "minisat22", "glucose4": "glucose41"}
"""Solvers whose python-sat class only calls C functions, and the prefix of these functions."""

BOUNDED = frozenset({"glucose3", "glucose4", "glucose42", "minisat22", "minisat-gh"})
"""Solvers of python-sat that take a limit on conflicts."""

_FAST_FUNCTIONS = ("new", "add_cl", "solve", "model", "acc_stats", "del")
_PROOF_FUNCTIONS = tuple(f"cadical195_{name}" for name in ("new", "set", "tracepr", "add_cl", "solve", "del"))


def installed_version() -> str:
    """Return the version of python-sat."""
    from importlib.metadata import version  # a slow import, which the worker does not need

    return version("python-sat")


def solver_names() -> dict[str, tuple[str, ...]]:
    """Return python-sat's solvers that solve under assumptions, each with its aliases."""
    from pysat.solvers import SolverNames

    # A name with an underscore in front is Python's or private, such as `__static_attributes__`.
    public = {name: getattr(SolverNames, name) for name in dir(SolverNames) if not name.startswith("_")}
    names = {name: aliases for name, aliases in public.items() if isinstance(aliases, tuple)}
    # kissat404 does not support assumptions; cryptosat requires another package.
    names.pop("kissat404", None)
    if find_spec("pycryptosat") is None:
        names.pop("cryptosat", None)
    return names


def new_solver(name: str) -> Any:
    """Return a solver with the methods of python-sat's class that the worker calls."""
    if name in FAST:
        import pysolvers

        if all(hasattr(pysolvers, f"{FAST[name]}_{function}") for function in _FAST_FUNCTIONS):
            return _FastSolver(FAST[name])
    from pysat.solvers import Solver

    return Solver(name=name)


def bounded_solver(name: str, clauses: Iterable[Sequence[int]]) -> Any:
    """Return a solver of python-sat's class for this process, a context manager."""
    from pysat.solvers import Solver

    return Solver(name=name, bootstrap_with=clauses)


def missing_for_proofs() -> list[str]:
    """Return the functions of `pysolvers` that `write_lrat` requires and the installed version does not have."""
    import pysolvers

    return [name for name in _PROOF_FUNCTIONS if not hasattr(pysolvers, name)]


def write_lrat(formula: Iterable[Sequence[int]], proof: BinaryIO) -> bool:
    """Solve a formula with CaDiCaL, which writes an LRAT proof with its own clause numbers."""
    # python-sat's class cannot request LRAT.
    import pysolvers

    solver = pysolvers.cadical195_new()
    pysolvers.cadical195_set(solver, "lrat", 1)
    pysolvers.cadical195_set(solver, "binary", 0)
    pysolvers.cadical195_tracepr(solver, proof)
    for clause in formula:
        pysolvers.cadical195_add_cl(solver, clause)
    satisfiable = bool(pysolvers.cadical195_solve(solver, [], 1))
    pysolvers.cadical195_del(solver, proof)
    return satisfiable


class _FastSolver:
    """A solver called by its C functions, which takes half the time of python-sat's class."""

    def __init__(self, prefix: str) -> None:
        # The import of python-sat's own modules takes longer than solving a short formula.
        import pysolvers

        new, self._add, self._solve, self._model, self._stats, self._del = (
            getattr(pysolvers, f"{prefix}_{function}") for function in _FAST_FUNCTIONS
        )
        self._solver = new()

    def append_formula(self, formula: Iterable[Sequence[int]]) -> None:
        deque(map(partial(self._add, self._solver), formula), maxlen=0)

    def solve(self, assumptions: list[int]) -> bool:
        return bool(self._solve(self._solver, assumptions, 1))

    def get_model(self) -> list[int]:
        return self._model(self._solver) or []

    def accum_stats(self) -> dict[str, int]:
        return dict(self._stats(self._solver))

    def delete(self) -> None:
        self._del(self._solver)
