"""Answers and failures as JSON objects and sentences, equal for the command, the page and the notebook."""

from cubeproof.errors import (
    CubeproofError,
    ImpossibleCubeError,
    InternalError,
    NotationError,
    SolverError,
)
from cubeproof.problem import GOAL_CANNOT_EXIST
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.solution import ProblemSolution

_AND_BOUND = Template(
    "error.and-bound", "{reason} Before that it was proved that {bound} turns or more are needed."
)
CANNOT_EXIST = Template("error.impossible", "This cube cannot exist.")
_SELF_EXPLANATORY = (CANNOT_EXIST.code, GOAL_CANNOT_EXIST.code)


def failure(error: CubeproofError) -> Sentence:
    """Return an error in whole sentences, without the reasons why a cube cannot exist.

    >>> failure(NotationError("'Q' is not a turn", "R Q", 2))
    "Column 3: 'Q' is not a turn."
    """
    if isinstance(error, NotationError):
        return error.whole
    if isinstance(error, SolverError) and error.lower_bound > 1:
        return _AND_BOUND(reason=error.sentence, bound=error.lower_bound)
    if isinstance(error, ImpossibleCubeError):
        first = error.reasons[0]
        return first if first.code in _SELF_EXPLANATORY else CANNOT_EXIST()
    return our_defect(error.sentence) if isinstance(error, InternalError) else error.sentence


def as_json(solution: ProblemSolution, scramble: str | None, *, every: bool = False) -> dict[str, object]:
    """Return a solution as the object that `cubeproof solve --json` prints.

    >>> from cubeproof.puzzle.cube import Cube
    >>> from cubeproof.solving.solve import solve
    >>> as_json(solve(Cube(2).apply("R U")), "R U")["length"]
    2
    """
    entries = solution.to_dict()
    if not every:
        del entries["solutions"]
    if "size" not in entries:
        return entries
    return {
        "size": entries.pop("size"),
        "start": entries.pop("start"),
        "scramble": scramble,
        **entries,
        "inverse_of_scramble": solution.known_as == "scramble",
    }


def failure_as_json(error: CubeproofError) -> dict[str, object]:
    """Return an error as an object: `error`, the sentence's `code`, `template` and `values`, and details.

    The details are, for a fault in an algorithm, the `column` (from 1) and the `position` (from 0); for an impossible
    cube the `reasons` and the `repairs`, lists of objects with `text`, `code`, `template` and `values`, and the
    `repair`, the first of the repairs or None.

    >>> failure_as_json(NotationError("'Q' is not a turn", "R Q", 2))["column"]
    3
    """
    said = failure(error)
    members: dict[str, object] = {"error": str(said), **said.to_dict()}
    del members["text"]
    if isinstance(error, NotationError):
        members |= {"column": error.column, "position": error.position}
    if isinstance(error, ImpossibleCubeError):
        members["reasons"] = [reason.to_dict() for reason in error.reasons]
        members["repair"] = error.repair and error.repair.to_dict()
        members["repairs"] = [repair.to_dict() for repair in error.repairs]
    return members


def our_defect(reason: Sentence | str) -> Sentence:
    """Return the sentence of an internal error.

    >>> our_defect("The server failed with an internal error.")
    'The server failed with an internal error. This is a bug in cubeproof, not in your request.'
    """
    return say("error.defect", "{reason} This is a bug in cubeproof, not in your request.", reason=reason)
