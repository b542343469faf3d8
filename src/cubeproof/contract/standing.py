"""`Standing`: where a search is, as its events tell."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.engine import Outcome, Word
from cubeproof.contract.events import (
    BoundProved,
    Event,
    HorizonClosed,
    HorizonOpened,
    Improved,
    StageClosed,
    Started,
)
from cubeproof.contract.limit import Stop


@dataclass(slots=True)
class Standing:
    """A progress callback that keeps the best of what it is told.

    Attributes:
        engine: the engine at work.
        word: the best answer so far, None if there is none yet.
        turns: its turns as text.
        length: its length.
        lower_bound: no answer is shorter, as far as events have told.
        unverified_solver: the program on whose word that stands, "" if it is proved.
        horizon: the length that a solver is asked for now, None if none is.
        stage: the farthest stage of a chain that was solved, None if there is none.

    >>> standing = Standing("sat")
    >>> for event in (HorizonOpened(6, 100, 200), HorizonClosed(6, False, 0.1), BoundProved(7), Improved(9, 7, (1, 2))):
    ...     standing(event)
    >>> standing.lower_bound, standing.length, standing.horizon
    (7, 9, None)
    """

    engine: str
    word: Word | None = None
    turns: str = ""
    length: int | None = None
    lower_bound: int = 0
    horizon: int | None = None
    unverified_solver: str = ""
    stage: StageClosed | None = None

    def outcome(self, stop: Stop) -> Outcome:
        """What is known where a search ended without an outcome of its own, if the start is not the goal."""
        words = () if self.word is None else (self.word,)
        lower = max(1, self.lower_bound)
        return Outcome(
            words,
            lower if self.length is None else min(lower, self.length),
            stop,
            self.unverified_solver,
            engine=self.engine,
        )

    def __call__(self, event: Event) -> None:
        """Take note of an event."""
        match event:
            case Started(engine):
                self.engine, self.horizon = engine, None
            case Improved(length, lower_bound, word, turns) if self.length is None or length < self.length:
                self.word, self.turns, self.length = word or None, turns, length
                self.lower_bound = max(self.lower_bound, lower_bound)
            case HorizonOpened(length):
                self.horizon = length
            case HorizonClosed():
                self.horizon = None
            case BoundProved(lower_bound, unverified_solver) if lower_bound > self.lower_bound:
                self.lower_bound, self.unverified_solver = lower_bound, unverified_solver
            case StageClosed(number=number) if self.stage is None or number >= self.stage.number:
                self.stage = event
            case _:
                pass
