"""`Word`, `Bounds`, `Outcome` and `Statistics`: what a search starts from, its result, and figures about its work.

Every engine has a frozen dataclass of statistics in its `facts.py`, so that the command, the page and the API's
document can read its fields before the engine is loaded.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from cubeproof.contract.limit import Stop
from cubeproof.sentences import Sentence, Template

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
class Statistics:
    """The base class of engines' statistics: frozen dataclasses of numbers, texts, sentences, and tuples of them."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name, as JSON values.

        >>> from cubeproof.engines.walk.facts import WalkStatistics
        >>> WalkStatistics(turns=700, configurations=690, met_again=11).to_dict()
        {'turns': 700, 'configurations': 690, 'met_again': 11}
        """
        return {field.name: field_as_json(getattr(self, field.name)) for field in fields(self)}


def field_as_json(value: Any) -> Any:
    """Return a field of statistics or of an event as a JSON value: a number, a text, a list, or an object.

    >>> from cubeproof.sentences import Sentence
    >>> field_as_json((1, Sentence("kissat 4"))) == [1, Sentence("kissat 4").to_dict()]
    True
    """
    if isinstance(value, Sentence):
        return value.to_dict()
    if isinstance(value, tuple):
        return [field_as_json(member) for member in value]
    if is_dataclass(value):
        return {field.name: field_as_json(getattr(value, field.name)) for field in fields(value)}
    return value


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """A part of an answer: consecutive turns with one purpose."""

    name: Sentence
    """What these turns achieve, or how, as a noun: "edges paired"."""
    turns: int
    """The number of generators."""


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
    known_as: str = ""
    """"scramble" if the answer is the inverse of the scramble, "known" if it is another answer that was known before
    the search, "" if an engine found it."""
