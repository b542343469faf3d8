"""Everything that cubeproof raises on purpose.

::

    CubeproofError
    ├── UsageError             a request that makes no sense: a size, an option, a goal
    │   ├── TooLargeError      a request that would fill the memory or the disk
    │   ├── NotationError      an algorithm's text, with the column of the fault
    │   └── FaceletsError      a facelet string that is not one
    ├── ImpossibleCubeError    a cube that no turning can reach, with the reasons
    ├── UnreachableError       a goal that no sequence of the allowed turns leads to
    ├── UnsupportedError       a sound problem that the chosen engine cannot take
    ├── SolverError            a SAT solver that is missing, crashes, or answers wrongly
    ├── TimeUpError            the search ended before there was anything to return: the time ran out
    │   └── StoppedError       the same, because somebody said stop
    ├── TableDamagedError      a table in use turned out to be damaged; only for those who write engines
    ├── CertificateError       a certificate that cannot be written, or does not hold
    ├── PlaceError             a place named by a URL that cannot be read or written; an OSError too
    └── InternalError          cubeproof contradicts itself: a defect of ours, never of the user

To catch `CubeproofError` is to catch them all. Their text is one or more whole English sentences, fit to be
shown to a user; `sentence` has the same with its code and its values, for other languages. An argument of a
type that cannot be meant is a TypeError, in a sentence too: that is a fault of the program that calls, not of
what its user asked for.

Ctrl-C is no error of ours: it is the KeyboardInterrupt that it always is, and ends a program like any other.
Where it passes through `solve` or `explore` it gets an attribute `so_far`: the `Solution` with the best
answer and the bound by then, or the `Exploration` with the layers that were counted.
"""

from __future__ import annotations

from cubeproof.sentences import Sentence, Template, say

OPEN = Template("error.open", "{reason:open}")
"""A sentence without its full stop, for where it stands inside another."""

_AT_COLUMN = Template("error.at-column", "column {column}: {reason}")
_AT_LINE = Template("error.at-line", "line {line}, column {column}: {reason}")
_STOPPED = Template("error.stopped", "Stopped before the search started.")


class CubeproofError(Exception):
    """The root of the tree.

    Attributes:
        sentence: what went wrong. Text of other programs is taken too, and has no other language.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = Sentence.of(sentence)
        super().__init__(self.sentence)


class UsageError(CubeproofError, ValueError):
    """A request that makes no sense for any cube."""


class TooLargeError(UsageError):
    """A request that makes sense, but would fill the memory of most computers, or the memory or disk of this one."""


class NotationError(UsageError):
    """The text of an algorithm breaks at one place.

    Attributes:
        reason: what is wrong, without the place and without a full stop.
        text: the whole text that was read.
        position: where it breaks, counted from 0 in `text`.
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
    def line(self) -> int:
        """The line of the fault, counted from 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """The column of the fault in its line, counted from 1."""
        return self.position - (self.text.rfind("\n", 0, self.position) + 1) + 1

    def pointer(self, width: int = 72) -> str:
        """Two lines that show the place: the text around it, and a caret below the fault."""
        start = self.text.rfind("\n", 0, self.position) + 1
        end = self.text.find("\n", start)
        line = self.text[start : end if end >= 0 else len(self.text)]
        column = self.position - start
        left = max(0, min(column - width // 2, len(line) - width))
        excerpt = "".join(letter if letter.isprintable() else " " for letter in line[left : left + width])
        return f"{excerpt}\n{' ' * (column - left)}^"


class FaceletsError(UsageError):
    """A facelet string of a wrong length or with letters that are no faces."""


class ImpossibleCubeError(CubeproofError):
    """A cube that cannot be reached by turning, from solved.

    Attributes:
        reasons: one sentence for each fault found.
        repair: the change that leads to a possible cube near it, if one was found.
    """

    def __init__(self, reasons: tuple[Sentence, ...], repair: Sentence | None = None) -> None:
        self.reasons = reasons
        self.repair = repair
        super().__init__(say("error.reasons", "{reasons:sentences}", reasons=reasons))

    def __reduce__(self) -> tuple[type[ImpossibleCubeError], tuple[tuple[Sentence, ...], Sentence | None]]:
        return type(self), (self.reasons, self.repair)


class UnreachableError(CubeproofError):
    """No sequence of the allowed turns leads from the start to the goal, however long it is."""


class UnsupportedError(CubeproofError):
    """The problem is sound, but not supported by this engine; the text gives the reason."""


class SolverError(CubeproofError):
    """A SAT solver that could not be started, failed, or answered what cannot be.

    Attributes:
        output: the relevant part of the solver's output, else "".
        lower_bound: what had been proved of the length before, 0 if nothing.
    """

    def __init__(self, reason: Sentence, output: str = "") -> None:
        self.output = output
        self.lower_bound = 0
        super().__init__(reason)


class TimeUpError(CubeproofError):
    """The search ended before there was anything to return, not even a bound: the time ran out.

    A `StoppedError` is one too, so that one `except TimeUpError` takes every search that ended early. To
    distinguish the two, name `StoppedError` first.
    """

    def __init__(self, reason: Sentence | None = None) -> None:
        super().__init__(say("error.no-time", "No answer within the time.") if reason is None else reason)


class StoppedError(TimeUpError):
    """A search was stopped before it had a result."""

    def __init__(self, reason: Sentence | None = None) -> None:
        super().__init__(_STOPPED() if reason is None else reason)


class TableDamagedError(CubeproofError):
    """A table's checksum does not agree, so no result of it can be used; its file is removed.

    `TableArray.ensure` raises it. It is public for those who write engines: an engine that uses a table while its
    checksum is computed catches it, has the table built again, and starts again.
    """


class CertificateError(CubeproofError):
    """A certificate that cannot be written, or does not hold; the text says where it breaks."""


class PlaceError(CubeproofError, OSError):
    """A place named by a URL that cannot be read or written; the text says why, without what is secret in the URL."""


class InternalError(CubeproofError):
    """An answer failed its replay, or two bounds contradict each other: a defect to be reported."""
