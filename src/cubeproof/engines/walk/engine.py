"""`WalkEngine`: turns at random until the cube happens to be solved.

It is here to be seen to be hopeless. Without a memory all turns are equally likely; with one it prefers
configurations that it has not met yet. If it arrives, all detours are cut out of its way: between two visits to
the same configuration nothing was gained.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from functools import partial
from random import Random

import numpy as np

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Bounds, Outcome, Word
from cubeproof.contract.events import Note, Walked
from cubeproof.contract.limit import Stop
from cubeproof.engines.walk.row import ROW, WalkSettings, WalkStatistics
from cubeproof.errors import UsageError
from cubeproof.problem import Problem
from cubeproof.sentences import Template, say

_PACE = Template("walk.pace", "The pace of a walk is a number of turns per second above 0, not {pace}.")
_FULL = Template("walk.full", "The walk has met {configurations:,} configurations, and can remember no more.")
_TOO_LONG = Template("walk.too-long", "The walk arrived, but it has {turns} turns, more than allowed.")

# Turns between two reports without a pace; with a pace, reports per second.
_REPORT = 5_000
_REPORTS = 25
# Turn limit if neither turns nor time are limited.
_PATIENCE = 200_000
# What remembered configurations may take. All of the 2×2×2 fits, 3.7 million; of the 3×3×3 four million do.
_MEMORY_BYTES = 600_000_000
# So many entries of permutations are small.
_SMALL = 10_000_000
# A configuration costs its key and, with a dictionary that has just grown, this many bytes for its slot.
_PLACE_BYTES = 60


@dataclass(frozen=True, slots=True)
class WalkEngine(WalkSettings):
    """The random strategy. Its settings are those of `WalkSettings`.

    It gives up when what it remembers would take more than 600 MB.

    Raises:
        UsageError: less than one turn, or a pace that is not above 0.
    """

    turns: int | None = None
    """After how many turns to give up; None for 200,000, or for as many as fit into the limit's time."""

    def __post_init__(self) -> None:
        if self.turns is not None and self.turns < 1:
            raise UsageError(say("walk.turns", "A walk has 1 turn or more, not {turns}.", turns=self.turns))
        if self.pace is not None and not 0 < self.pace < math.inf:
            raise UsageError(_PACE(pace=self.pace))

    @property
    def name(self) -> str:
        """`walk`."""
        return ROW.name

    def read(self, problem: Problem) -> Attempt:
        """Read any problem: in each one can turn at random."""
        return Attempt(self.name, partial(self._search, problem))

    def _search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Turn at random until solved, stopped, or too long without success; an answer is seldom a short one."""
        most = self.turns or (_PATIENCE if control.limit.seconds is None else math.inf)
        walk = _Walk(problem, Random(self.seed), self.memory)
        begun = control.elapsed
        report = _REPORT if self.pace is None else math.ceil(min(_REPORT, self.pace / _REPORTS))
        stop: Stop | None = None
        while not walk.arrived and stop is None:
            walk.turn()
            # A turn of fifty layers takes its time, so the clock is looked at after each.
            if walk.turns % report == 0 or control.expired:
                if self.pace is not None:
                    control.wait(max(0.0, walk.turns / self.pace - (control.elapsed - begun)))
                control.tell(walk.report())
                stop = control.reason
            if walk.turns >= most or walk.full:
                stop = stop or Stop.GAVE_UP
        if walk.arrived:
            # Whether that was with the last turn or not.
            stop = None
        control.tell(walk.report())
        if walk.full and not walk.arrived:
            met = len(walk.seen)
            control.tell(Note(_FULL(configurations=met)))
        word = walk.word() if walk.arrived else None
        if word is not None and not control.limit.reaches(problem.cost(word)):
            control.tell(Note(_TOO_LONG(turns=problem.cost(word))))
            # Not Stop.LENGTH: that there is no shorter answer is more than a walk can know.
            word, stop = None, Stop.GAVE_UP
        statistics = WalkStatistics(walk.turns, len(walk.seen), walk.met_again)
        lower = max(1, bounds.lower)
        return Outcome(() if word is None else (word,), lower, stop, statistics=statistics)


class _Walk:
    """A walk so far.

    Attributes:
        turns: how many turns were made.
        met_again: after how many of them the configuration was one met before.
        seen: the configurations met, each with the turn that first led there.
        room: how many configurations can be remembered.
        arrived: whether the goal is met.
        recent: the turns since the last report.
    """

    def __init__(self, problem: Problem, random: Random, memory: bool) -> None:
        self.problem, self.random, self.memory = problem, random, memory
        # As indices they are quicker, but take four times the memory, too much for large problems.
        small = problem.permutations.size <= _SMALL
        self.permutations = list(problem.permutations.astype(np.intp) if small else problem.permutations)
        self.goals = {goal.tobytes() for goal in problem.goals}
        self.exact = all((pattern >= 0).all() for pattern in (problem.start, *problem.goals))
        self.pattern = problem.start
        key = problem.start.tobytes()
        self.seen: dict[bytes, int | None] = {key: None}
        self.room = _MEMORY_BYTES // (sys.getsizeof(key) + _PLACE_BYTES)
        self.turns = self.met_again = 0
        self.recent: list[int] = []
        self.arrived = problem.fits(self.pattern)

    @property
    def full(self) -> bool:
        """Whether no more configurations can be remembered."""
        return len(self.seen) >= self.room

    def turn(self) -> None:
        """Make one turn."""
        choices = list(range(len(self.permutations)))
        self.random.shuffle(choices)
        for choice in choices if self.memory else choices[:1]:
            pattern = self.pattern[self.permutations[choice]]
            key = pattern.tobytes()
            if key not in self.seen:
                self.seen[key] = choice
                break
        else:
            self.met_again += 1
        self.turns += 1
        self.recent.append(choice)
        self.pattern = pattern
        self.arrived = key in self.goals if self.exact else self.problem.fits(pattern)

    def report(self) -> Walked:
        """Return the event for the present state of the walk."""
        event = Walked(self.turns, self.met_again, tuple(self.recent))
        self.recent.clear()
        return event

    def word(self) -> Word:
        """The way from the start to where the walk is, by the turns that first led to each configuration."""
        # Each step back undoes the turn that first led to where it is, so it comes to what was met before.
        word: list[int] = []
        pattern = self.pattern
        while (turn := self.seen[pattern.tobytes()]) is not None:
            word.append(turn)
            pattern = pattern[np.argsort(self.permutations[turn])]
        return tuple(reversed(word))
