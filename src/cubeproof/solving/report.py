"""Answers and failures as they are told, whoever asked: the same words and fields on every roof."""

from __future__ import annotations

from cubeproof.errors import CubeproofError, ImpossibleCubeError, NotationError, SolverError
from cubeproof.solving.solution import Solution

__all__ = ["as_json", "failure", "failure_as_json"]


def failure(problem: CubeproofError) -> str:
    """A failure in whole sentences; the reasons why a cube cannot exist are left to whoever has room for them.

    >>> failure(NotationError("'Q' is not a turn", "R Q", 2))
    "Column 3: 'Q' is not a turn."
    """
    text = str(problem)
    if isinstance(problem, NotationError):
        return f"{text[0].upper()}{text[1:]}."
    if isinstance(problem, SolverError) and problem.lower_bound > 1:
        return f"{text} Before that it was proved that {problem.lower_bound} turns or more are needed."
    if isinstance(problem, ImpossibleCubeError):
        first = problem.reasons[0]
        return first if first.endswith("cannot exist.") else "This cube cannot exist."
    return text


def as_json(solution: Solution, scramble: str | None, *, every: bool = False) -> dict[str, object]:
    """A solution as the object that `cubeproof solve --json` prints.

    Args:
        solution: the solution.
        scramble: the turns that the cube was given as, None if it was not.
        every: whether all shortest answers were asked for.

    >>> from cubeproof.puzzle.cube import Cube
    >>> from cubeproof.solving.solve import solve
    >>> as_json(solve(Cube(2).apply("R U")), "R U")["length"]
    2
    """
    told = solution.to_dict()
    size, start = told.pop("size"), told.pop("start")
    if not every:
        del told["solutions"]
    return {"size": size, "start": start, "scramble": scramble, **told}


def failure_as_json(problem: CubeproofError) -> dict[str, object]:
    """A failure as an object: `error`, and what is known beyond the sentence.

    For an algorithm that breaks the `column` (from 1) and the `position` (from 0), for an impossible cube the `reasons` and
    the `repair`, a sentence or None.

    >>> failure_as_json(NotationError("'Q' is not a turn", "R Q", 2))["column"]
    3
    """
    told: dict[str, object] = {"error": failure(problem)}
    if isinstance(problem, NotationError):
        told |= {"column": problem.column, "position": problem.position}
    if isinstance(problem, ImpossibleCubeError):
        told |= {"reasons": list(problem.reasons), "repair": problem.repair or None}
    return told
