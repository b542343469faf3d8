"""The variables of turns, for encodings without variables for layers."""

import numpy as np
from numpy.typing import NDArray

from cubeproof.formulas.encodings.clauses import at_most_one, product
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import Instance


def turns(formula: Formula, instance: Instance) -> NDArray[np.int32]:
    """The variables `turn(step, action)`, exactly one true at each step, in an order that is allowed.

    Returns:
        Their numbers, shape (steps, actions).
    """
    actions = instance.actions
    turn = formula.new("turn", instance.steps, actions.names)
    formula.add("one turn a step", turn)
    formula.add("no two turns at once", at_most_one(turn))
    order(formula, instance, turn)
    return turn


def order(formula: Formula, instance: Instance, turn: NDArray[np.int32]) -> None:
    """Add the clauses that say which turns may come first, last, and after each other.

    Args:
        formula: what to write into.
        instance: the problem and the horizon.
        turn: the variables of the turns, shape (steps, actions).
    """
    actions = instance.actions
    if instance.horizon:
        formula.add("the first turn may begin", -turn[0, ~actions.begins][:, None])
        formula.add("the last turn may end", -turn[-1, ~actions.ends][:, None])
    first, second = np.nonzero(~actions.follows)
    formula.add("order of turns", product(-turn[:-1, first], -turn[1:, second]))
