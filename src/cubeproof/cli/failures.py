"""How the command tells of a failure: one sentence on stderr, one object in JSON, one exit status."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping

from cubeproof import starting
from cubeproof.cli.statuses import DEFECT, IMPOSSIBLE, NO_ANSWER, REFUSED, USAGE
from cubeproof.cli.streams import SAYS, put, tell
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
from cubeproof.sentences import Sentence, Template
from cubeproof.system import system_reason

__all__ = ["INTERRUPTED", "NO_MEMORY", "broken", "failed", "reason", "tell_failure"]

INTERRUPTED = Template("command.interrupted", "Interrupted.")
NO_MEMORY = Template("command.no-memory", starting.NO_MEMORY)
_BROKEN = Template("command.broken", "cubeproof failed where it should not ({kind}: {problem}).")
_DEBUG = Template("command.debug", "{sentence} With CUBEPROOF_DEBUG=1 it shows where.")
_AT_LINE = Template("command.at-line", "{file}, line {line}: {sentence}")
_POINTED = Template("command.pointed", "{sentence}\n{pointer}")
_IMPOSSIBLE = Template("command.impossible", "{sentences:lines}")
_NEAR = Template("command.near", "A possible cube near it: {repair}")
_REFUSED = Template("command.refused", "{reason}.")
_REFUSED_FILE = Template("command.refused-file", "{file}: {reason}.")


def failed(parsed: argparse.Namespace, problem: CubeproofError, line: tuple[str, int] | None = None) -> int:
    """Tell of a failure of the library.

    Args:
        parsed: the arguments of the command, of which `json` is looked at.
        problem: the failure.
        line: the file and the number of the line in it that was read; None for the command line.

    Returns:
        The exit status.
    """
    from cubeproof.solving.report import failure_as_json

    if isinstance(problem, InternalError):
        return broken(parsed, problem, line)
    known = failure_as_json(problem)
    del known["error"]
    if (status := _status(problem)) == NO_ANSWER:
        known["solution"] = None
        if isinstance(problem, (SolverError, TimeUpError)):
            known["lower_bound"] = getattr(problem, "lower_bound", 0)
    return tell_failure(parsed, _sentence(problem), status, known, line)


def broken(parsed: argparse.Namespace, problem: Exception, line: tuple[str, int] | None = None) -> int:
    """Own up to a defect of ours: an error that nobody foresaw, or cubeproof contradicting itself.

    Args:
        parsed: the arguments of the command, of which `json` is looked at.
        problem: the error, which is raised again where CUBEPROOF_DEBUG is set.
        line: the file and the number of the line in it that was read; None for the command line.

    Returns:
        The exit status.
    """
    if os.environ.get("CUBEPROOF_DEBUG"):
        raise problem
    from cubeproof.solving.report import failure, our_defect

    if isinstance(problem, InternalError):
        what, sentence = problem.sentence, failure(problem)
    else:
        what = _BROKEN(kind=type(problem).__name__, problem=str(problem))
        sentence = our_defect(what)
    known = what.to_dict()
    del known["text"]
    return tell_failure(parsed, _DEBUG(sentence=sentence), DEFECT, known, line)


def tell_failure(
    parsed: argparse.Namespace,
    sentence: Sentence,
    status: int,
    known: Mapping[str, object] | None = None,
    line: tuple[str, int] | None = None,
) -> int:
    """Tell of any failure, on stdout as an object too where JSON was asked for.

    `error` of the object is all that stderr says: what went wrong, before it the line of the file, below it the
    place in the notation. The code, the template and the values are those of what went wrong alone, the same
    whether a cube stands in a file or on the command line; `file` and `line` say where it stands.

    Args:
        parsed: the arguments of the command, of which `json` is looked at.
        sentence: what went wrong.
        status: the exit status.
        known: more fields of the object; its code, template and values go before those of the sentence.
        line: the file and the number of the line in it that was read; None for the command line.

    Returns:
        The exit status.
    """
    whole = sentence if line is None else _AT_LINE(file=line[0], line=line[1], sentence=sentence)
    tell(SAYS(sentence=whole))
    if getattr(parsed, "json", False):
        told = {"error": str(whole), "status": status, **sentence.to_dict(), **(known or {})}
        del told["text"]
        if line is not None:
            told["file"], told["line"] = line
        put(sys.stdout, json.dumps(told))
    return status


def reason(problem: OSError) -> Sentence:
    """What the system refused, in a sentence.

    >>> reason(FileNotFoundError(2, "No such file or directory", "cubes.txt"))
    'cubes.txt: No such file or directory.'
    """
    why = system_reason(problem)
    return _REFUSED_FILE(file=str(problem.filename), reason=why) if problem.filename else _REFUSED(reason=why)


def _sentence(problem: CubeproofError) -> Sentence:
    from cubeproof.solving.report import CANNOT_EXIST, failure

    if isinstance(problem, NotationError):
        return _POINTED(sentence=failure(problem), pointer=problem.pointer())
    if isinstance(problem, ImpossibleCubeError):
        near = (_NEAR(repair=problem.repair),) if problem.repair else ()
        return _IMPOSSIBLE(sentences=(CANNOT_EXIST(), *problem.reasons, *near))
    return failure(problem)


def _status(problem: CubeproofError) -> int:
    if isinstance(problem, ImpossibleCubeError):
        return IMPOSSIBLE
    if isinstance(problem, (SolverError, TimeUpError, UnreachableError)):
        return NO_ANSWER
    if isinstance(problem, CertificateError):
        return REFUSED
    return USAGE
