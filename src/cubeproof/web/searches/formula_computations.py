"""Computations about formulas of the 2×2×2; only workers run them, as those of `computations.py`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from cubeproof.errors import UsageError
from cubeproof.formulas.encodings import encoding as encoding_of
from cubeproof.formulas.formula import NO_NUMBER, Formula
from cubeproof.formulas.problem_formula import formula as formula_of
from cubeproof.methods.sat import worker
from cubeproof.methods.sat.answer import word_of
from cubeproof.methods.sat.pysat_adapter import new_solver
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template

_NO_PAGE = Template("web.no-clauses", "There is no page {page} of these clauses; the pages are 0 to {last}.")
_NO_GROUP = Template("web.no-group", "There is no group {group} of clauses; the groups are 0 to {last}.")


@lru_cache(maxsize=8)
def _formula_and_clauses(state: str, horizon: int, encoding: str) -> tuple[Problem, Formula, list[list[int]]]:
    """Return the problem of a cube, its formula, and all clauses."""
    problem = cube_problem(Cube.from_facelets(state))
    formula = formula_of(problem, horizon, encoding=encoding)
    rows = (row for group in formula.groups for row in group.clauses.tolist())
    return problem, formula, [[literal for literal in row if literal] for row in rows]


def formula_page(
    state: str, horizon: int, encoding: str, group: int | None, page: int, most: int
) -> dict[str, Any]:
    """Return the names of a formula, and a page of the clauses of one group or of all groups."""
    _, formula, clauses = _formula_and_clauses(state, horizon, encoding)
    groups: list[dict[str, Any]] = []
    first = 1
    for part in formula.groups:
        groups.append({"label": part.label, "first": first, "clauses": len(part.clauses)})
        first += len(part.clauses)
    begin, end = 0, len(clauses)
    if group is not None:
        if group >= len(groups):
            raise UsageError(_NO_GROUP(group=group, last=len(groups) - 1))
        begin = groups[group]["first"] - 1
        end = begin + groups[group]["clauses"]
    pages = max(1, -(-(end - begin) // most))
    if page >= pages:
        raise UsageError(_NO_PAGE(page=page, last=pages - 1))
    begin += page * most
    return {
        "encoding": encoding,
        "horizon": horizon,
        "names": [str(name) for _, name in formula.names()],
        "groups": groups,
        "total": len(clauses),
        "first": begin + 1,
        "clauses": clauses[begin : min(end, begin + most)],
        "pages": pages,
    }


def broken_clauses(state: str, horizon: int, encoding: str, true: list[int], most: int) -> dict[str, Any]:
    """Return the clauses that an assignment violates."""
    _, formula, _ = _formula_and_clauses(state, horizon, encoding)
    for variable in true:
        if not 1 <= variable <= formula.variables:
            raise UsageError(NO_NUMBER(variables=formula.variables, number=variable))
    broken = formula.verify(true)
    return {"total": len(broken), "broken": [clause._asdict() for clause in broken[:most]]}


@lru_cache(maxsize=32)
def refutation(state: str, horizon: int, encoding: str, most: int) -> dict[str, Any]:
    """Return turns that solve a cube within a horizon, or a refutation of its formula."""
    problem, formula, clauses = _formula_and_clauses(state, horizon, encoding)
    solver = new_solver(encoding_of(encoding).solver)
    try:
        solver.append_formula(clauses)
        if solver.solve(assumptions=[]):
            word = word_of(problem, formula, np.array(solver.get_model(), dtype=np.int32))
            assert problem.cube_map is not None, "it is the problem of a cube"
            turns = str(problem.cube_map.invert(problem, word))
            return {"turns": turns, "lemmas": None, "lemma_count": 0}
    finally:
        solver.delete()
    with TemporaryDirectory(prefix="cubeproof-", ignore_cleanup_errors=True) as folder:
        path = Path(folder, "proof")
        worker.prove(clauses, str(path))
        rows = [line.split() for line in path.read_text(encoding="ascii").splitlines() if " d " not in line]
    if len(rows) > most:
        return {"turns": None, "lemmas": None, "lemma_count": len(rows)}
    return {"turns": None, "lemmas": list(map(_lemma, rows)), "lemma_count": len(rows)}


def _lemma(row: list[str]) -> dict[str, Any]:
    """Return a line of a proof in LRAT."""
    number, *rest = map(int, row)
    end = rest.index(0)
    return {"number": number, "literals": rest[:end], "hints": rest[end + 1 : -1]}
