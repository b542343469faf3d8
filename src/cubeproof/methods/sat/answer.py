"""`word_of`: the word of a model of a formula."""

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.outcome import Word
from cubeproof.errors import SolverError
from cubeproof.formulas.formula import Formula
from cubeproof.problem import Problem
from cubeproof.sentences import Template, say

_BROKEN = Template(
    "sat.model-broken",
    "The solver's model does not reach the goal. Of {count} violated clauses the first is number {number}, "
    "«{label}»: {clause}",
)


def word_of(problem: Problem, formula: Formula, literals: NDArray[np.int32]) -> Word:
    """Return the word of a model of a formula, after replaying it."""
    names = {generator.name: index for index, generator in enumerate(problem.generators)}
    truth = formula.truth(literals)
    turned = [
        formula.name(int(variable)).labels[1] for variable in formula.ids("turn").ravel() if truth[variable]
    ]
    word = tuple(names[name] for name in turned if name in names)
    if not problem.is_solved_by(word):
        broken = formula.verify(literals)
        if not broken:
            raise SolverError(say("sat.model-wrong", "The solver's model does not reach the goal."))
        first = broken[0]
        # The clause is quoted from the formula, untranslated.
        clause = " or ".join(first.literals)
        raise SolverError(_BROKEN(count=len(broken), number=first.number, label=first.label, clause=clause))
    return word
