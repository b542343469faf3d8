"""Solve formulas with a solver in this process, without an engine or worker processes."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from pysat.solvers import Minisat22

from cubeproof.contract.outcome import Word
from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.formulas.problem_formula import formula
from cubeproof.methods.sat.answer import word_of
from cubeproof.problem import Problem

pieces = lru_cache(maxsize=8)(ProblemPieces)


def length_formula(
    problem: Problem, length: int, name: str = "framed", *, idle: bool = True, canonical: bool | None = None
) -> Formula:
    """Return the formula for an answer of at most this length, or exactly this length if not `idle`."""
    in_order = encoding(name).canonical if canonical is None else canonical
    return formula(pieces(problem), length, encoding=name, exactly=not idle, canonical=in_order)


def clauses(formula: Formula) -> list[list[int]]:
    """Return the clauses as lists of literals."""
    flat = formula.flat().tolist()
    results: list[list[int]] = [[]]
    for literal in flat:
        if literal:
            results[-1].append(literal)
        else:
            results.append([])
    return results[:-1]


def words(problem: Problem, formula: Formula) -> Iterator[Word]:
    """Yield the words of all models, each once."""
    turns = formula.ids("turn").ravel()
    with Minisat22(bootstrap_with=clauses(formula)) as solver:
        while solver.solve():
            model = np.array(solver.get_model(), dtype=np.int32)
            yield word_of(problem, formula, model)
            truth = formula.truth(model)
            solver.add_clause((-turns[truth[turns]]).tolist())


def ask(problem: Problem, length: int, name: str = "framed", *, idle: bool = True) -> Word | None:
    """Return an answer of at most or exactly this length, or None if the formula has no model."""
    return next(words(problem, length_formula(problem, length, name, idle=idle)), None)
