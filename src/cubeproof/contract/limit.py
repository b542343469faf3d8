"""`Limit`: how far a search may go; `Deadline`, the clock that runs while it does."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

from cubeproof.errors import TimeUpError, UsageError

__all__ = ["Deadline", "Limit", "TimeUpError"]


@dataclass(frozen=True, slots=True)
class Limit:
    """How far a search may go. Whatever it stops at, the best answer and bound so far come back.

    Attributes:
        seconds: wall-clock time, or None for no end.
        length: the longest answer of interest, in the problem's metric, or None for any.

    Raises:
        UsageError: a time that is not above 0, or a negative length.

    >>> Limit(seconds=2.5).length is None
    True
    """

    seconds: float | None = None
    length: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise UsageError(f"A time limit is a number of seconds above 0, not {self.seconds}.")
        if self.length is not None and self.length < 0:
            raise UsageError(f"An answer has 0 or more turns, so it cannot be limited to {self.length}.")

    def reaches(self, length: int) -> bool:
        """Whether an answer of this length is still of interest."""
        return self.length is None or length <= self.length


class Deadline:
    """The moment at which a limit's time runs out, counted from its creation."""

    def __init__(self, limit: Limit) -> None:
        self.started = time.monotonic()
        self._limit = limit
        self._seconds = math.inf if limit.seconds is None else limit.seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    @property
    def remaining(self) -> float:
        """Seconds left, 0 when there are none; infinite without a limit."""
        return max(0.0, self._seconds - self.elapsed)

    @property
    def left(self) -> Limit:
        """What is left of the limit: the same, with the seconds that remain, and of these at least a thousandth."""
        seconds = None if self._limit.seconds is None else max(0.001, self.remaining)
        return replace(self._limit, seconds=seconds)

    @property
    def expired(self) -> bool:
        """Whether the time has run out."""
        return self.remaining == 0.0

    def check(self) -> None:
        """Go on.

        Raises:
            TimeUpError: the time has run out.
        """
        if self.expired:
            raise TimeUpError
