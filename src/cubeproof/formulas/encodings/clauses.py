"""Variables and clauses that several encodings share: of the turns, and of the goals."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cubeproof.formulas.formula import Clauses, Formula
from cubeproof.formulas.instance import Instance


def at_most_one(literals: NDArray[np.int32]) -> Clauses:
    """Return the clauses for at most one true literal in each row: shape (…, n) → (clauses, 2).

    >>> at_most_one(np.array([[1, 2, 3]], np.int32)).tolist()
    [[-1, -2], [-1, -3], [-2, -3]]
    """
    pairs = np.array(list(combinations(range(literals.shape[-1]), 2)), dtype=np.intp).reshape(-1, 2)
    return -literals[..., pairs].reshape(-1, 2)


def product(*columns: NDArray[np.int32]) -> Clauses:
    """Return the clauses from columns of literals that are broadcast against each other: shape (clauses, columns).

    >>> product(np.array([-1]), np.array([2, 3])).tolist()
    [[-1, 2], [-1, 3]]
    """
    return np.stack(np.broadcast_arrays(*columns), axis=-1).reshape(-1, len(columns)).astype(np.int32)


def turns(formula: Formula, instance: Instance) -> NDArray[np.int32]:
    """Return the variables `turn(step, action)`, with exactly one true at each step, in an allowed order."""
    actions = instance.actions
    turn = formula.new("turn", instance.steps, actions.names)
    formula.add("one turn a step", turn)
    formula.add("no two turns at once", at_most_one(turn))
    order(formula, instance, turn)
    return turn


def order(formula: Formula, instance: Instance, turn: NDArray[np.int32]) -> None:
    """Add the clauses for the turns that may come first, last, and after each other."""
    actions = instance.actions
    if instance.horizon:
        formula.add("the first turn may begin", -turn[0, ~actions.begins][:, None])
        formula.add("the last turn may end", -turn[-1, ~actions.ends][:, None])
    first, second = np.nonzero(~actions.follows)
    formula.add("order of turns", product(-turn[:-1, first], -turn[1:, second]))


def goals(formula: Formula, instance: Instance) -> NDArray[np.int32]:
    """Return for each goal the literal that is false if the goal is chosen; 0 for a single goal."""
    problem = instance.problem
    count = len(problem.goals)
    hopeless = [goal for goal in range(count) if len(problem.hopeless_places(problem.goals[goal]))]
    if count == 1 and not hopeless:
        return np.zeros(1, dtype=np.int32)
    chosen = formula.new("goal", [str(number) for number in range(1, count + 1)])
    formula.add("one of the goals", chosen[None])
    # Such a goal is never chosen.
    formula.add("a place that never moves has another colour", -chosen[hopeless][:, None])
    return -chosen
