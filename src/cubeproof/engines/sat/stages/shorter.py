"""`shorter_word`: one formula, which every word within a cost satisfies, decides whether there is such a word."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from cubeproof.contract.outcome import Word
from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.encodings.framed import DistanceClauses, framed
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.formulas.problem_formula import formula as written
from cubeproof.methods.sat.answer import word_of
from cubeproof.methods.sat.questions import Questions, UndecidedError
from cubeproof.problem import Problem

# There are many windows, and solving one is faster than writing clauses about triples of pieces.
_FRAMED = replace(
    encoding("framed"), write=partial(framed, limits=DistanceClauses(triples=0, most_triples=0))
)


def shorter_word(
    problem: Problem, most: int, *, questions: Questions, patience: int
) -> tuple[Word | None, bool]:
    """Return an answer that costs at most `most`, or None, and whether the question is decided.

    Args:
        problem: the problem.
        most: the cost.
        questions: asks the solver.
        patience: the conflicts after which the question stays undecided.
    """
    pieces = ProblemPieces(problem)
    with questions.control.watching():
        near = pieces.distances.lower_bound <= most
        formula = written(pieces, most, encoding=_FRAMED) if near else None
    if formula is None:
        return None, True
    try:
        literals = next(questions.models(formula, formula.ids("turn").ravel(), patience), None)
    except UndecidedError:
        return None, False
    return None if literals is None else word_of(problem, formula, literals), True
