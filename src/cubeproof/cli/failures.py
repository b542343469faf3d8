"""How the command tells of a failure: one sentence on stderr, one object in JSON, one exit status."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping

from cubeproof.cli import streams
from cubeproof.cli.statuses import DEFECT, IMPOSSIBLE, NO_ANSWER, REFUSED, USAGE
from cubeproof.errors import (
    CertificateError,
    CubeproofError,
    ImpossibleCubeError,
    InternalError,
    NotationError,
    SolverError,
    TimeUpError,
    UnreachableError,
)

__all__ = ["broken", "failed", "reason", "tell_failure"]


def failed(parsed: argparse.Namespace, problem: CubeproofError, where: str = "") -> int:
    """Tell of a failure of the library.

    Args:
        parsed: the arguments of the command, of which `json` is looked at.
        problem: the failure.
        where: what stands before the sentence, such as the line of a file.

    Returns:
        The exit status.
    """
    if isinstance(problem, InternalError):
        return broken(parsed, problem, where)
    known: dict[str, object] = {}
    if (status := _status(problem)) == NO_ANSWER:
        known["solution"] = None
        if isinstance(problem, (SolverError, TimeUpError)):
            known["lower_bound"] = getattr(problem, "lower_bound", 0)
    return tell_failure(parsed, where + _sentence(problem), status, known)


def broken(parsed: argparse.Namespace, problem: Exception, where: str = "") -> int:
    """Own up to a defect of ours: an error that nobody foresaw, or cubeproof contradicting itself.

    Args:
        parsed: the arguments of the command, of which `json` is looked at.
        problem: the error, which is raised again where CUBEPROOF_DEBUG is set.
        where: what stands before the sentence.

    Returns:
        The exit status.
    """
    if os.environ.get("CUBEPROOF_DEBUG"):
        raise problem
    from cubeproof.solving.report import our_defect

    if isinstance(problem, InternalError):
        text = _sentence(problem)
    else:
        text = our_defect(f"cubeproof failed where it should not ({type(problem).__name__}: {problem}).")
    return tell_failure(parsed, f"{where}{text} With CUBEPROOF_DEBUG=1 it shows where.", DEFECT)


def tell_failure(
    parsed: argparse.Namespace, sentence: str, status: int, known: Mapping[str, object] | None = None
) -> int:
    """Tell of any failure, on stdout as an object too where JSON was asked for.

    Args:
        parsed: the arguments of the command, of which `json` is looked at.
        sentence: what went wrong.
        status: the exit status.
        known: more fields of the object.

    Returns:
        The exit status.
    """
    streams.tell(f"cubeproof: {sentence}")
    if getattr(parsed, "json", False):
        streams.put(sys.stdout, json.dumps({"error": sentence, "status": status, **(known or {})}))
    return status


def reason(problem: OSError) -> str:
    """What the system refused, in a sentence.

    >>> reason(FileNotFoundError(2, "No such file or directory", "cubes.txt"))
    'cubes.txt: No such file or directory.'
    """
    where = f"{problem.filename}: " if problem.filename else ""
    return f"{where}{problem.strerror or problem}."


def _sentence(problem: CubeproofError) -> str:
    from cubeproof.solving.report import failure

    if isinstance(problem, NotationError):
        return f"{failure(problem)}\n{problem.pointer()}"
    if isinstance(problem, ImpossibleCubeError):
        near = [f"A possible cube near it: {problem.repair}"] if problem.repair else []
        return "\n".join(["This cube cannot exist.", *problem.reasons, *near])
    return failure(problem)


def _status(problem: CubeproofError) -> int:
    if isinstance(problem, ImpossibleCubeError):
        return IMPOSSIBLE
    if isinstance(problem, (SolverError, TimeUpError, UnreachableError)):
        return NO_ANSWER
    if isinstance(problem, CertificateError):
        return REFUSED
    return USAGE
