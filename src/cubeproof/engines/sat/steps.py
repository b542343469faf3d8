"""The steps of formulas: one for each unit of cost, the greatest common divisor of the costs."""

from dataclasses import replace
from math import gcd

from cubeproof.formulas.instance import is_too_large
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template

_COSTS = Template(
    "sat.costs",
    "The costs of the turns are too large for a formula, which has a step for each unit of cost.",
)


def too_costly(problem: Problem) -> Sentence | None:
    """Return the reason why the costs are too large for a formula, or None."""
    if problem.costs.max(initial=1) > step_cost(problem) and is_too_large(in_steps(problem)):
        return _COSTS()
    return None


def step_cost(problem: Problem) -> int:
    """Return the cost of a step of the formulas: the greatest common divisor of the costs."""
    return gcd(*problem.costs.tolist()) or 1


def in_steps(problem: Problem) -> Problem:
    """Return the problem with costs as numbers of steps."""
    cost = step_cost(problem)
    if cost == 1:
        return problem
    generators = tuple(replace(turn, cost=turn.cost // cost) for turn in problem.generators)
    return replace(problem, generators=generators)
