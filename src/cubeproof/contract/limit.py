"""`Limit`: the limits of a search; `Stop`: the reason why a search ended early."""

import math
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from numbers import Real

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.errors import UsageError
from cubeproof.sentences import Template

_SECONDS = Template("limit.seconds", "A time limit is a number of seconds above 0, not {seconds}.")
_LENGTH = Template("limit.length", "An answer has 0 or more turns, so it cannot be limited to {length}.")


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search. At a limit, the search returns the best answer and bound so far.

    Raises:
        UsageError: the time is not above 0, or the length is negative.

    >>> Limit(seconds=2.5).length is None
    True
    """

    seconds: float | None = None
    """Wall-clock time, or None for no limit."""
    length: int | None = None
    """The maximum length of answers in the problem's metric, or None for any. Longer answers are not searched: if it
    is proved that no answer of this length exists, the search ends without an answer."""

    def __post_init__(self) -> None:
        # Equal limits have one JSON form: 60 and 60.0, and numbers of NumPy.
        if self.seconds is not None:
            expect("seconds", self.seconds, Real, "a number of seconds")
            object.__setattr__(self, "seconds", _seconds(self.seconds))
        if self.length is not None:
            expect_whole("length", self.length)
            object.__setattr__(self, "length", int(self.length))
            if self.length < 0:
                raise UsageError(_LENGTH(length=self.length))

    def reaches(self, length: int) -> bool:
        """Whether an answer of this length is within the limit."""
        return self.length is None or length <= self.length


def _seconds(value: float) -> float:
    with suppress(OverflowError):
        if 0 < (seconds := float(value)) < math.inf:
            return seconds
    raise UsageError(_SECONDS(seconds=str(value)[:40].removesuffix(".0")))


class Stop(StrEnum):
    """The reason why a search ended before it was complete.

    QUICK: the engine returned its first good answer, as requested. GAVE_UP: the engine cannot improve its result.
    """

    QUICK = "quick"
    TIMEOUT = "timeout"
    INTERRUPTED = "interrupted"
    LENGTH = "length"
    GAVE_UP = "gave up"
