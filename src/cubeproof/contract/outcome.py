"""`Word`, `Bounds` and `Outcome`: what a search starts from, and its result."""

from collections.abc import Callable
from dataclasses import dataclass, field

from cubeproof.contract.limit import Stop
from cubeproof.contract.statistics import Statistics
from cubeproof.sentences import Template

NO_WAY = Template("engine.no-way", "No sequence of the allowed turns leads from the start to the goal.")

Word = tuple[int, ...]
"""A word, as in group theory: a sequence of generators, given by their numbers."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds on the shortest length that are known before an engine starts."""

    lower: int = 0
    """The proved lower bound: no answer is shorter."""
    upper: int | None = None
    """The upper bound: an answer of at most this length exists; None if unknown."""
    word: Word | None = None
    """An answer that may be returned if no shorter one exists; None if no answer is known."""
    ask_upper: Callable[[], int | None] = field(default=lambda: None, repr=False, compare=False)
    """Queries other engines for an upper bound, the length of some answer, or None. For engines with an unverified
    solver, which may wrongly report that no answer exists."""
    short: bool = False
    """Whether all words up to a cost that takes a moment have been searched."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an engine."""

    words: tuple[Word, ...]
    """The answers, the best first; several only if all shortest answers were requested."""
    lower_bound: int
    """The lower bound: no answer costs less."""
    stop: Stop | None = None
    """The reason why the search ended early; None if it is complete."""
    unverified_solver: str = ""
    """The unverified program that claims the bound; empty if cubeproof proved it."""
    statistics: Statistics | None = None
    """The engine's statistics, or None."""
    engine: str = ""
    """The engine that found the answer, if another engine than the requested one; else empty."""
    every: bool = False
    """Whether the words are all shortest answers."""
