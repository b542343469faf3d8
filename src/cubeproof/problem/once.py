"""`once`: what is computed of a problem is computed once, and forgotten with the problem."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from cubeproof.problem.problem import Problem

_Found = TypeVar("_Found")


def once(compute: Callable[[Problem], _Found]) -> Callable[[Problem], _Found]:
    """Let a function of a problem remember what it found.

    Problems never change and are compared by value, so equal problems have the same answer. The result must not hold
    the problem itself, or neither would ever be freed.

    >>> @once
    ... def stickers(problem: Problem) -> int:
    ...     print("counted")
    ...     return len(problem.start)
    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> problem = cube_problem(Cube(2))
    >>> stickers(problem) + stickers(problem)
    counted
    48
    """
    known: WeakKeyDictionary[Problem, _Found] = WeakKeyDictionary()

    @wraps(compute)
    def remembered(problem: Problem) -> _Found:
        if problem not in known:
            known[problem] = compute(problem)
        return known[problem]

    return remembered
