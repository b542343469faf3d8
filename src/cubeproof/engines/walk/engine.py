"""`WalkEngine`: random turns until the cube happens to be solved.

It demonstrates that chance does not solve cubes. Without memory all turns are equally likely; with memory it prefers
configurations that it has not visited. If it reaches the goal, loops (the turns between two visits of a configuration)
are removed from its way.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from functools import partial
from random import Random

import numpy as np

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt
from cubeproof.contract.events import Note, Walked
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.engines.walk.facts import FACTS, WalkSettings, WalkStatistics
from cubeproof.errors import UsageError
from cubeproof.problem import Problem
from cubeproof.sentences import Template, say

_PACE = Template("walk.pace", "The pace of a walk is a number of turns per second above 0, not {pace}.")
_FULL = Template("walk.full", "The walk has visited {configurations:,} configurations and cannot store more.")
_TOO_LONG = Template("walk.too-long", "The walk reached the goal, but in {turns} turns, more than allowed.")

# Turns between two reports without a pace; reports per second with a pace.
_REPORT = 5_000
_REPORTS = 25
# Turn limit if neither turns nor time are limited.
_PATIENCE = 200_000
# Bytes for visited configurations. All 3.7 million of the 2×2×2 fit, and four million of the 3×3×3.
_MEMORY_BYTES = 600_000_000
# Permutations with up to this number of entries in total are stored as indices, which are faster.
_SMALL = 10_000_000
# Bytes per configuration for the slot in a dictionary that has just grown, in addition to the key.
_PLACE_BYTES = 60


@dataclass(frozen=True, slots=True)
class WalkEngine(WalkSettings):
    """A random walk. For its settings see `WalkSettings`.

    It gives up when the visited configurations would take more than 600 MB.

    Raises:
        UsageError: fewer than one turn, or a pace that is not above 0.
    """

    turns: int | None = None
    """The maximum number of turns; None for 200,000, or with a time limit for no maximum."""

    def __post_init__(self) -> None:
        if self.turns is not None and self.turns < 1:
            raise UsageError(say("walk.turns", "A walk has 1 turn or more, not {turns}.", turns=self.turns))
        if self.pace is not None and not 0 < self.pace < math.inf:
            raise UsageError(_PACE(pace=self.pace))

    @property
    def name(self) -> str:
        """`walk`."""
        return FACTS.name

    def read(self, problem: Problem) -> Attempt:
        """Read any problem: random turns are always possible."""
        return Attempt(self.name, partial(self._search, problem))

    def _search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Make random turns until the goal is reached, the search must end, or the walk is too long."""
        most = self.turns or (_PATIENCE if control.limit.seconds is None else math.inf)
        walk = _Walk(problem, Random(self.seed), self.memory)
        started = control.elapsed
        report = _REPORT if self.pace is None else math.ceil(min(_REPORT, self.pace / _REPORTS))
        stop: Stop | None = None
        while not walk.arrived and stop is None:
            walk.turn()
            # A turn of fifty layers is slow, so the clock is read after each.
            if walk.turns % report == 0 or control.expired:
                if self.pace is not None:
                    control.wait(max(0.0, walk.turns / self.pace - (control.elapsed - started)))
                control.emit(walk.report())
                stop = control.reason
            if walk.turns >= most or walk.full:
                stop = stop or Stop.GAVE_UP
        if walk.arrived:
            # Also if the last turn reached it.
            stop = None
        control.emit(walk.report())
        if walk.full and not walk.arrived:
            met = len(walk.seen)
            control.emit(Note(_FULL(configurations=met)))
        word = walk.word() if walk.arrived else None
        if word is not None and not control.limit.reaches(problem.cost(word)):
            control.emit(Note(_TOO_LONG(turns=problem.cost(word))))
            # Not Stop.LENGTH, which means that no shorter answer exists: a walk cannot prove that.
            word, stop = None, Stop.GAVE_UP
        statistics = WalkStatistics(walk.turns, len(walk.seen), walk.met_again)
        lower = max(1, bounds.lower)
        return Outcome(() if word is None else (word,), lower, stop, statistics=statistics)


class _Walk:
    """The state of a walk."""

    def __init__(self, problem: Problem, random: Random, memory: bool) -> None:
        self.problem, self.random, self.memory = problem, random, memory
        # The index type is faster, but takes four times the memory, too much for large problems.
        small = problem.permutations.size <= _SMALL
        self.permutations = list(problem.permutations.astype(np.intp) if small else problem.permutations)
        self.goals = {goal.tobytes() for goal in problem.goals}
        self.exact = all((pattern >= 0).all() for pattern in (problem.start, *problem.goals))
        self.pattern = problem.start
        key = problem.start.tobytes()
        # The visited configurations, each with the turn that first led to it.
        self.seen: dict[bytes, int | None] = {key: None}
        self.room = _MEMORY_BYTES // (sys.getsizeof(key) + _PLACE_BYTES)
        # `met_again` counts turns to visited configurations; `recent` has the turns since the last report.
        self.turns = self.met_again = 0
        self.recent: list[int] = []
        self.arrived = problem.fits(self.pattern)

    @property
    def full(self) -> bool:
        """Whether no more configurations can be stored."""
        return len(self.seen) >= self.room

    def turn(self) -> None:
        """Make one random turn."""
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
        """Return the event for the current state of the walk."""
        event = Walked(self.turns, self.met_again, tuple(self.recent))
        self.recent.clear()
        return event

    def word(self) -> Word:
        """Return a way from the start to the current configuration, built from `seen`."""
        # Each step back undoes the turn that first led to a configuration, so it reaches an earlier configuration.
        word: list[int] = []
        pattern = self.pattern
        while (turn := self.seen[pattern.tobytes()]) is not None:
            word.append(turn)
            pattern = pattern[np.argsort(self.permutations[turn])]
        return tuple(reversed(word))
