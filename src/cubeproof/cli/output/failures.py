"""Reports failures of the command: a sentence on stderr, an object in JSON and an exit status."""

import argparse
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from cubeproof.base import startup_signals
from cubeproof.cli.output.streams import (
    hidden_sentence,
    hide_secrets,
    print_line,
    print_message,
    valid_in_json,
)
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
NO_MEMORY = Template("command.no-memory", startup_signals.NO_MEMORY)
_BROKEN = Template("command.broken", "Internal error in cubeproof ({kind}: {problem}).")
_DEBUG = Template("command.debug", "{sentence} Set CUBEPROOF_DEBUG=1 to see where.")
_AT_LINE = Template("command.at-line", "{file}, {unit?line:line|cube:cube} {line}: {sentence}")
_POINTED = Template("command.pointed", "{sentence}\n{pointer}")
_IMPOSSIBLE = Template("command.impossible", "{sentences:lines}")
_NEAR = Template("command.near", "A possible cube near it: {repair}")
_REFUSED = Template("command.refused", "{reason}.")
_REFUSED_FILE = Template("command.refused-file", "{file}: {reason}.")


class InputPlace(NamedTuple):
    """The place of a cube in a file."""

    file: str
    """The file's name."""
    number: int
    """The number of a line or of a cube, from 1."""
    unit: Literal["line", "cube"] = "line"
    """The unit of the number: cubes in a JSON document, else lines."""


def at_place(sentence: Sentence, place: InputPlace) -> Sentence:
    """Return a sentence, preceded by its place in a file."""
    return _AT_LINE(file=place.file, line=place.number, unit=place.unit, sentence=sentence)


@dataclass(frozen=True, slots=True)
class FailureReport:
    """The report of a failure."""

    sentence: Sentence
    """The reason, without the position."""
    status: int
    """The exit status."""
    members: Mapping[str, object] = field(default_factory=dict)
    """More members of the JSON object; its code, template and values replace those of the sentence."""

    @property
    def brief(self) -> str:
        """The reason without the lines that point at the position in the notation."""
        values = self.sentence.values
        return str(values["sentence"] if self.sentence.code == _POINTED.code else self.sentence)

    def at(self, place: InputPlace | None) -> Sentence:
        """Return the sentence, preceded by its place in a file; `place` is None for the command line."""
        return self.sentence if place is None else at_place(self.sentence, place)

    def as_json(self, place: InputPlace | None = None) -> dict[str, object]:
        """Return the failure as a JSON object.

        `error` is the whole text of stderr, with the file, the line and the position in the notation. The code, the
        template and the values describe only the reason, so they are the same for a cube in a file and on the command
        line; `file` and `line` give its position.
        """
        members = {
            "error": str(self.at(place)),
            "status": self.status,
            **self.sentence.to_dict(),
            **self.members,
        }
        del members["text"]
        if place is not None:
            members["file"], members["line"] = place.file, place.number
        valid: dict[str, object] = valid_in_json(members)
        return valid


def failure_of(error: Exception) -> FailureReport:
    """Return the report of an expected or unexpected exception."""
    if isinstance(error, CubeproofError):
        return _defect(error) if isinstance(error, InternalError) else _foreseen(error)
    if startup_signals.lacks_memory(error):
        return no_memory()
    return FailureReport(reason(error), USAGE) if isinstance(error, OSError) else _defect(error)


def no_memory() -> FailureReport:
    """Return the report of lack of memory before any result."""
    return FailureReport(NO_MEMORY(), NO_ANSWER, {"solution": None, "lower_bound": 0})


def report(parsed: argparse.Namespace, failure: FailureReport) -> int:
    """Report a failure, with --json also as an object on stdout; return the exit status."""
    # A URL may have been read as a scramble: hide its password.
    print_message(hidden_sentence(failure.sentence))
    if getattr(parsed, "json", False):
        print_line(sys.stdout, json.dumps(hide_secrets(failure.as_json())))
    return failure.status


def _foreseen(error: CubeproofError) -> FailureReport:
    from cubeproof.solving.report import failure_as_json

    members = failure_as_json(error)
    del members["error"]
    if (status := _status(error)) == NO_ANSWER:
        members["solution"] = None
        members["lower_bound"] = getattr(error, "lower_bound", 0)
    return FailureReport(_sentence(error), status, members)


def _defect(error: Exception) -> FailureReport:
    if os.environ.get("CUBEPROOF_DEBUG"):
        raise error
    from cubeproof.solving.report import failure, our_defect

    if isinstance(error, InternalError):
        cause, sentence = error.sentence, failure(error)
    else:
        cause = _BROKEN(kind=type(error).__name__, problem=str(error))
        sentence = our_defect(cause)
    members = cause.to_dict()
    del members["text"]
    return FailureReport(_DEBUG(sentence=sentence), DEFECT, members)


def reason(error: OSError) -> Sentence:
    """Return the reason of a system or service error as a sentence.

    >>> reason(FileNotFoundError(2, "No such file or directory", "cubes.txt"))
    'cubes.txt: No such file or directory.'
    """
    from cubeproof.base.system_errors import system_reason

    if isinstance(error, PlaceError):
        return error.sentence
    text = system_reason(error)
    return _REFUSED_FILE(file=str(error.filename), reason=text) if error.filename else _REFUSED(reason=text)


def _sentence(error: CubeproofError) -> Sentence:
    from cubeproof.solving.report import CANNOT_EXIST, failure

    if isinstance(error, NotationError):
        return _POINTED(sentence=failure(error), pointer=error.pointer())
    if isinstance(error, ImpossibleCubeError):
        near = [_NEAR(repair=repair) for repair in error.repairs]
        return _IMPOSSIBLE(sentences=(CANNOT_EXIST(), *error.reasons, *near))
    return failure(error)


def _status(error: CubeproofError) -> int:
    if isinstance(error, (ImpossibleCubeError, UnreachableError)):
        return IMPOSSIBLE
    if isinstance(error, (SolverError, StoppedError, TimeUpError)):
        return NO_ANSWER
    if isinstance(error, CertificateError):
        return REFUSED
    return USAGE
