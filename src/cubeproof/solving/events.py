"""What engines tell while they work: small typed events, sent to a callback.

A callback may take its time, since the engine waits for it, and may raise to stop the search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = [
    "Event",
    "HorizonClosed",
    "HorizonOpened",
    "Improved",
    "LayerCounted",
    "Note",
    "PartChecked",
    "Progress",
    "StageClosed",
    "Started",
    "Walked",
    "ignore",
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
    """A solver has answered. Attributes: the length, whether there is an answer of it, the seconds it took."""

    length: int
    solvable: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Improved:
    """An answer was found that is shorter than any before. Attributes: its length, and the bound proved so far."""

    length: int
    lower_bound: int


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
    """The random strategy goes on. Attributes: turns made, and configurations that were met again."""

    turns: int
    met_again: int


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
    | StageClosed
    | Walked
    | PartChecked
    | Note
)
Progress = Callable[[Event], None]


def ignore(event: Event) -> None:
    """The progress callback of those who do not want to know."""
    del event
