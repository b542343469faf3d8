"""What writing and checking a proof costs, estimated from measurements: for messages and for the choice of a proof.

All figures are for the 3×3×3 with all turns in `htm`, on one core. `docs/verified-search.md` has the measurements.
"""

from __future__ import annotations

from cubeproof.sentences import Sentence, Template

FIRST_SEARCHED = 11
"""From this length on, a proof by search costs less than a refutation, writing and checking together."""

# Refutations: the seconds for answers of 10 turns, to write one and to check it, and the factors per turn.
_USUAL, _WRITTEN, _WRITTEN_FACTOR, _CHECKED, _CHECKED_FACTOR = 10, 8.0, 8.0, 1.0, 9.0

PAIRS, ALL_OF_PHASE1 = "pairs", "phase1"
"""The methods of the extracted program's search."""
FIRST_OF_PHASE1 = 15
"""From this length on, the search with all of phase 1 saves more than the test of its larger tables costs."""

# For each method: reading and testing its tables; the search for answers of a length, and the factor per turn.
_SEARCHES = {PAIRS: (1.2, 14, 1.6, 13.0), ALL_OF_PHASE1: (14.3, 17, 36.0, 11.0)}

_SPAN = Template(
    "certificate.span",
    "{unit?seconds:{count} {count?one:second|other:seconds}|minutes:{count} {count?one:minute|other:minutes}"
    "|hours:{count} {count?one:hour|other:hours}|days:{count} {count?one:day|other:days}}",
)


def writing_seconds(length: int, jobs: int = 1) -> float:
    """Return the seconds that a refutation takes, in some processes if it has several parts."""
    return _WRITTEN * _WRITTEN_FACTOR ** (length - _USUAL) / jobs


def checking_seconds(length: int) -> float:
    """Return the seconds that the extracted program takes to check a refutation."""
    return _CHECKED * _CHECKED_FACTOR ** (length - _USUAL)


def searching_seconds(length: int, jobs: int = 1) -> float:
    """Return the seconds that the extracted program takes to check a proof by search."""
    tested, usual, searched, factor = _SEARCHES[method_of(length)]
    return tested + searched * factor ** (length - usual) / jobs


def method_of(length: int) -> str:
    """Return the method that searches all words shorter than `length` in the least time."""
    return PAIRS if length < FIRST_OF_PHASE1 else ALL_OF_PHASE1


def span(seconds: float) -> Sentence:
    """Return a time in the largest unit that fits.

    >>> span(600), span(0.2)
    ('10 minutes', '1 second')
    """
    units = (("days", 86_400), ("hours", 3_600), ("minutes", 60))
    unit, size = next(((unit, size) for unit, size in units if seconds >= size), ("seconds", 1))
    return _SPAN(unit=unit, count=max(1, round(seconds / size)))
