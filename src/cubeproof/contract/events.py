"""What engines tell while they work: small typed events, sent to a callback.

A callback may take its time, since the engine waits for it, and may raise to stop the search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = [
    "BoundProved",
    "Event",
    "HorizonClosed",
    "HorizonOpened",
    "Improved",
    "LayerCounted",
    "Note",
    "PartChecked",
    "PartProved",
    "Progress",
    "StageClosed",
    "Started",
    "Walked",
    "ignore",
    "sentence",
]


@dataclass(frozen=True, slots=True)
class Started:
    """An engine begins. Attributes: its name."""

    engine: str


@dataclass(frozen=True, slots=True)
class LayerCounted:
    """A breadth-first search has finished a layer. Attributes: the depth, and the states at it."""

    depth: int
    states: int


@dataclass(frozen=True, slots=True)
class HorizonOpened:
    """A formula is handed to a solver. Attributes: the length it asks for, and its size."""

    length: int
    variables: int
    clauses: int


@dataclass(frozen=True, slots=True)
class HorizonClosed:
    """A question is settled, or was left.

    Attributes: the length, whether there is an answer of it, None where patience ended first, and the seconds it took.
    """

    length: int
    solvable: bool | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Improved:
    """An answer was found that is shorter than any before.

    Attributes: its length, the bound proved so far, and the answer as the numbers of the problem's generators.
    """

    length: int
    lower_bound: int
    word: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class BoundProved:
    """Every answer has so many turns or more.

    Attributes: how many, and the program on whose word that stands, "" if it is proved.
    """

    lower_bound: int
    unverified_solver: str = ""


@dataclass(frozen=True, slots=True)
class StageClosed:
    """A stage of a chain is solved.

    Attributes: its name, the length of its answer, whether that is proved to be its shortest one, the seconds it took.
    """

    name: str
    length: int
    shortest: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Walked:
    """The random strategy goes on.

    Attributes: turns made, configurations that were met again, and the turns since the last such event, as the numbers of
    the problem's generators.
    """

    turns: int
    met_again: int
    word: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class PartProved:
    """A part of a certificate is written. Attributes: how many are by now, and how many there will be."""

    done: int
    parts: int


@dataclass(frozen=True, slots=True)
class PartChecked:
    """A part of a certificate holds. Attributes: its number, of how many, and the lemmas that were checked."""

    part: int
    parts: int
    lemmas: int


@dataclass(frozen=True, slots=True)
class Note:
    """Something the user should know, in a sentence."""

    sentence: str


Event = (
    Started
    | LayerCounted
    | HorizonOpened
    | HorizonClosed
    | Improved
    | BoundProved
    | StageClosed
    | Walked
    | PartProved
    | PartChecked
    | Note
)
Progress = Callable[[Event], None]


def sentence(event: Event) -> str:
    """An event in words, for whoever watches.

    >>> sentence(HorizonClosed(6, False, 0.251)), sentence(Improved(9, 7))
    ('an answer in 6 turns?  no, after 0.25 s', 'an answer of 9 turns; 7 or more are needed')
    """
    match event:
        case Started(engine):
            return f"engine {engine}"
        case LayerCounted(depth, states):
            return f"distance {depth}: {states:,} states"
        case HorizonOpened(length, variables, clauses):
            return f"an answer in {length} turns? ({variables:,} variables, {clauses:,} clauses)"
        case HorizonClosed(length, solvable, seconds):
            answer = {True: "yes", False: "no", None: "given up"}[solvable]
            return f"an answer in {length} turns?  {answer}, after {seconds:.2f} s"
        case Improved(length, lower_bound):
            return f"an answer of {length} turns; {lower_bound} or more are needed"
        case BoundProved(lower_bound):
            return f"{lower_bound} or more turns are needed"
        case StageClosed(name, length, shortest, seconds):
            claim = "the fewest" if shortest else "perhaps not the fewest"
            return f"{name}: {length} turns, {claim}, after {seconds:.2f} s"
        case Walked(turns, met_again):
            return f"{turns:,} turns at random, {met_again:,} times somewhere seen before"
        case PartProved(done, parts):
            return f"the proof: {done} of {parts} parts"
        case PartChecked(part, parts, lemmas):
            return f"part {part} of {parts} holds: {lemmas:,} lemmas"
        case Note(text):
            return text


def ignore(event: Event) -> None:
    """The progress callback of those who do not want to know."""
    del event
