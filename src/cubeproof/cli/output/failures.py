"""Failures of the command: one sentence on stderr, one object in JSON, one exit status."""

import argparse
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from cubeproof.base import startup_signals as starting
from cubeproof.base.system_errors import system_reason
from cubeproof.cli.output.streams import SAYS, hidden_sentence, hide, put, tell, valid_in_json
from cubeproof.cli.statuses import DEFECT, IMPOSSIBLE, NO_ANSWER, REFUSED, USAGE
from cubeproof.errors import (
    CertificateError,
    CubeproofError,
    ImpossibleCubeError,
    InternalError,
    NotationError,
    PlaceError,
    SolverError,
    StoppedError,
    TimeUpError,
    UnreachableError,
)
from cubeproof.sentences import Sentence, Template

INTERRUPTED = Template("command.interrupted", "Interrupted.")
NO_MEMORY = Template("command.no-memory", starting.NO_MEMORY)
_BROKEN = Template("command.broken", "cubeproof failed where it should not ({kind}: {problem}).")
_DEBUG = Template("command.debug", "{sentence} Set CUBEPROOF_DEBUG=1 to see where.")
_AT_LINE = Template("command.at-line", "{file}, line {line}: {sentence}")
_POINTED = Template("command.pointed", "{sentence}\n{pointer}")
_IMPOSSIBLE = Template("command.impossible", "{sentences:lines}")
_NEAR = Template("command.near", "A possible cube near it: {repair}")
_REFUSED = Template("command.refused", "{reason}.")
_REFUSED_FILE = Template("command.refused-file", "{file}: {reason}.")


@dataclass(frozen=True, slots=True)
class FailureReport:
    """The report of a failure."""

    sentence: Sentence
    """The reason: everything that stderr shows except the position."""
    status: int
    """The exit status."""
    known: Mapping[str, object] = field(default_factory=dict)
    """More fields of the object in JSON; its code, template and values go before those of the sentence."""

    @property
    def brief(self) -> str:
        """Return the reason without the lines that show the position in the notation."""
        values = self.sentence.values
        return str(values["sentence"] if self.sentence.code == _POINTED.code else self.sentence)

    def at(self, line: tuple[str, int] | None) -> Sentence:
        """The sentence with the file and the number of the line in it before it; None for the command line."""
        return self.sentence if line is None else _AT_LINE(file=line[0], line=line[1], sentence=self.sentence)

    def as_json(self, line: tuple[str, int] | None = None) -> dict[str, object]:
        """The failure as an object.

        `error` is all that stderr says: what went wrong, before it the line of the file, below it the place in
        the notation. The code, the template and the values are only those of the reason, the same whether
        a cube is in a file or on the command line; `file` and `line` give its position.
        """
        members = {
            "error": str(self.at(line)),
            "status": self.status,
            **self.sentence.to_dict(),
            **self.known,
        }
        del members["text"]
        if line is not None:
            members["file"], members["line"] = line
        valid: dict[str, object] = valid_in_json(members)
        return valid


def failure_of(problem: Exception) -> FailureReport:
    """Return the report of an exception of the library or the system, or of an unexpected one."""
    if isinstance(problem, CubeproofError):
        return _defect(problem) if isinstance(problem, InternalError) else _foreseen(problem)
    if starting.lacks_memory(problem):
        return FailureReport(NO_MEMORY(), NO_ANSWER)
    return FailureReport(reason(problem), USAGE) if isinstance(problem, OSError) else _defect(problem)


def failed(parsed: argparse.Namespace, problem: CubeproofError) -> int:
    """Tell of a failure of the library."""
    return _tell(parsed, failure_of(problem))


def broken(parsed: argparse.Namespace, problem: Exception) -> int:
    """Report an internal error: an unexpected exception, or a contradiction in cubeproof."""
    return _tell(parsed, _defect(problem))


def tell_failure(parsed: argparse.Namespace, sentence: Sentence, status: int) -> int:
    """Tell of any failure, on stdout as an object too where JSON was asked for."""
    return _tell(parsed, FailureReport(sentence, status))


def _tell(parsed: argparse.Namespace, failure: FailureReport) -> int:
    # Whatever was mistaken for what, as a URL for a scramble: no password is printed.
    tell(SAYS(sentence=hidden_sentence(failure.sentence)))
    if getattr(parsed, "json", False):
        put(sys.stdout, json.dumps(hide(failure.as_json())))
    return failure.status


def _foreseen(problem: CubeproofError) -> FailureReport:
    from cubeproof.solving.report import failure_as_json

    members = failure_as_json(problem)
    del members["error"]
    if (status := _status(problem)) == NO_ANSWER:
        members["solution"] = None
        members["lower_bound"] = getattr(problem, "lower_bound", 0)
    return FailureReport(_sentence(problem), status, members)


def _defect(problem: Exception) -> FailureReport:
    if os.environ.get("CUBEPROOF_DEBUG"):
        raise problem
    from cubeproof.solving.report import failure, our_defect

    if isinstance(problem, InternalError):
        what, sentence = problem.sentence, failure(problem)
    else:
        what = _BROKEN(kind=type(problem).__name__, problem=str(problem))
        sentence = our_defect(what)
    members = what.to_dict()
    del members["text"]
    return FailureReport(_DEBUG(sentence=sentence), DEFECT, members)


def reason(problem: OSError) -> Sentence:
    """Return what the system or the service of a place refused, in a sentence.

    >>> reason(FileNotFoundError(2, "No such file or directory", "cubes.txt"))
    'cubes.txt: No such file or directory.'
    """
    if isinstance(problem, PlaceError):
        return problem.sentence
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
    if isinstance(problem, (ImpossibleCubeError, UnreachableError)):
        return IMPOSSIBLE
    if isinstance(problem, (SolverError, StoppedError, TimeUpError)):
        return NO_ANSWER
    if isinstance(problem, CertificateError):
        return REFUSED
    return USAGE
