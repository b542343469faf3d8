"""`shorter_word`: one formula, which every word within a cost satisfies, decides whether there is such a word."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.encodings.framed import DistanceClauses, framed
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.formulas.problem_formula import formula as written
from cubeproof.methods.sat.answer import word_of
from cubeproof.methods.sat.search import quick_models
from cubeproof.methods.sat.sessions import Solver
from cubeproof.problem import Problem

# There are many windows, and solving one is faster than writing clauses about triples of pieces.
_FRAMED = replace(
    encoding("framed"), write=partial(framed, limits=DistanceClauses(triples=0, most_triples=0))
)


def shorter_word(problem: Problem, most: int, control: Control, *, solver: Solver) -> Word | None:
    """Return an answer that costs at most `most`, or None if there is none.

    Raises:
        StoppedError, TimeUpError: the control ended the search.
    """
    pieces = ProblemPieces(problem)
    with control.watching():
        near = pieces.distances.lower_bound <= most
        formula = written(pieces, most, encoding=_FRAMED) if near else None
    if formula is None:
        return None
    models = quick_models(formula, solver, control, formula.ids("turn").ravel())
    literals = next(models, None)
    return None if literals is None else word_of(problem, formula, literals)
