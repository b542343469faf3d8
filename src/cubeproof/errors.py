"""The exceptions of cubeproof.

::

    CubeproofError
    ├── UsageError             an invalid request: a size, an option, a goal
    │   ├── TooLargeError      a request that would fill the memory or the disk
    │   ├── NotationError      an algorithm's text, with the column of the fault
    │   └── FaceletsError      a text that is not a facelet string
    ├── ImpossibleCubeError    a cube that no turns can reach, with the reasons
    ├── UnreachableError       a goal that no sequence of the allowed turns leads to
    ├── UnsupportedError       a valid problem that the chosen engine cannot solve
    ├── SolverError            a SAT solver that is missing, crashes, or answers wrongly
    ├── TimeUpError            the time ran out before the search had a result
    ├── StoppedError           the caller stopped the search before it had a result
    ├── CertificateError       a certificate that cannot be written, or that is refused
    ├── PlaceError             a URL that cannot be read or written; also an OSError
    └── InternalError          cubeproof contradicts itself: a defect of cubeproof

All derive from `CubeproofError`. Their text is one or more whole English sentences for users; `sentence` has
the same text with its code and its values, for other languages. An argument of a wrong type raises a
TypeError, also with a whole sentence: that is a fault of the calling program, not of the user's request.

Ctrl-C raises KeyboardInterrupt, as in any program. In `solve` and `explore` this exception gets an attribute
`so_far`: the `Solution` with the best answer and bound so far, or the `Exploration` with the layers counted
so far.
"""

from __future__ import annotations

from cubeproof.sentences import Sentence, Template, say

OPEN = Template("error.open", "{reason:open}")
"""A sentence without its full stop, for use inside another sentence."""

_AT_COLUMN = Template("error.at-column", "column {column}: {reason}")
_AT_LINE = Template("error.at-line", "line {line}, column {column}: {reason}")
_COLUMN = Template("error.column", "Column {column}: {reason}.")
_LINE = Template("error.line", "Line {line}, column {column}: {reason}.")
_STOPPED = Template("error.stopped", "Stopped before the search started.")


class CubeproofError(Exception):
    """The base class of all exceptions of cubeproof.

    Attributes:
        sentence: the reason. It may also be text of another program, which is not translated.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = Sentence.of(sentence)
        super().__init__(self.sentence)


class UsageError(CubeproofError, ValueError):
    """A request that is invalid for every cube."""


class TooLargeError(UsageError):
    """A valid request that would fill the memory of most computers, or the memory or disk of this one."""


class NotationError(UsageError):
    """The text of an algorithm has a fault.

    Attributes:
        reason: the fault, without its position and without a full stop.
        text: the whole text.
        position: the index of the fault in `text`, from 0.
    """

    def __init__(self, reason: Sentence, text: str, position: int) -> None:
        self.reason = reason
        self.text = text
        self.position = position
        if "\n" in text:
            super().__init__(_AT_LINE(line=self.line, column=self.column, reason=self.reason))
        else:
            super().__init__(_AT_COLUMN(column=self.column, reason=self.reason))

    def __reduce__(self) -> tuple[type[NotationError], tuple[Sentence, str, int]]:
        return type(self), (self.reason, self.text, self.position)

    @property
    def whole(self) -> Sentence:
        """The error as a whole sentence.

        >>> NotationError("'Q' is not a turn", "R Q", 2).whole
        "Column 3: 'Q' is not a turn."
        """
        if "\n" in self.text:
            return _LINE(line=self.line, column=self.column, reason=self.reason)
        return _COLUMN(column=self.column, reason=self.reason)

    @property
    def line(self) -> int:
        """The line of the fault, counted from 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """The column of the fault in its line, counted from 1."""
        return self.position - (self.text.rfind("\n", 0, self.position) + 1) + 1

    def pointer(self, width: int = 72) -> str:
        """Return two lines: the text around the fault, and a caret below the fault."""
        start = self.text.rfind("\n", 0, self.position) + 1
        end = self.text.find("\n", start)
        line = self.text[start : end if end >= 0 else len(self.text)]
        column = self.position - start
        left = max(0, min(column - width // 2, len(line) - width))
        excerpt = "".join(letter if letter.isprintable() else " " for letter in line[left : left + width])
        return f"{excerpt}\n{' ' * (column - left)}^"


class FaceletsError(UsageError):
    """A facelet string with a wrong length or wrong letters."""


class ImpossibleCubeError(CubeproofError):
    """A cube that cannot be reached from the solved cube by turning.

    Attributes:
        reasons: one sentence for each fault.
        repairs: the changes that each lead to a possible cube near it, the likeliest first.
    """

    def __init__(self, reasons: tuple[Sentence, ...], repairs: tuple[Sentence, ...] = ()) -> None:
        self.reasons = reasons
        self.repairs = repairs
        super().__init__(say("error.reasons", "{reasons:sentences}", reasons=reasons))

    def __reduce__(self) -> tuple[type[ImpossibleCubeError], tuple[tuple[Sentence, ...], ...]]:
        return type(self), (self.reasons, self.repairs)

    @property
    def repair(self) -> Sentence | None:
        """The first of the repairs, or None."""
        return self.repairs[0] if self.repairs else None


class UnreachableError(CubeproofError):
    """No sequence of the allowed turns leads from the start to the goal, however long it is."""


class UnsupportedError(CubeproofError):
    """The problem is valid, but this engine does not support it; the text gives the reason."""


class SolverError(CubeproofError):
    """A SAT solver that could not be started, failed, or gave an impossible answer.

    Attributes:
        output: the relevant part of the solver's output, else "".
        lower_bound: the bound on the length that was proved before, or 0.
    """

    def __init__(self, reason: Sentence, output: str = "") -> None:
        self.output = output
        self.lower_bound = 0
        super().__init__(reason)


class TimeUpError(CubeproofError):
    """The time ran out before the search had a result, not even a bound."""

    def __init__(self, reason: Sentence | None = None) -> None:
        super().__init__(say("error.no-time", "No answer within the time.") if reason is None else reason)


class StoppedError(CubeproofError):
    """A search was stopped before it had a result."""

    def __init__(self, reason: Sentence | None = None) -> None:
        super().__init__(_STOPPED() if reason is None else reason)


class CertificateError(CubeproofError):
    """A certificate that cannot be written, or that the checker refuses; the text gives the reason."""


class PlaceError(CubeproofError, OSError):
    """A URL that cannot be read or written; the text gives the reason, without secrets of the URL."""


class InternalError(CubeproofError):
    """An answer failed its replay, or two bounds contradict each other: a defect of cubeproof. Please report it."""
