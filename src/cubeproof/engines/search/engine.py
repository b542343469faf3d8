"""`SearchEngine`: a short answer at once, and better ones while there is time."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.engine import NO_WAY, Bounds, Outcome, Word
from cubeproof.contract.events import BoundProved, Improved
from cubeproof.contract.limit import Stop
from cubeproof.engines.search.phase import NOTHING, Budget, Frontier, Phase, SpentError
from cubeproof.engines.search.row import PHASE1, PHASE2, ROW, SearchStatistics
from cubeproof.engines.search.tables import load
from cubeproof.engines.search.two_phase import two_phase_problem
from cubeproof.engines.search.views import View, views
from cubeproof.errors import StoppedError, UnreachableError, UnsupportedError
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.coordinates import (
    Values,
    goes_on,
    phase1_moves,
    phase1_values,
    phase2_moves,
    phase2_turns,
    phase2_values,
)
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.cubies import turn_cubies
from cubeproof.sentences import Sentence
from cubeproof.store import Store

__all__ = ["SearchEngine"]


# Longer than any answer can be.
_ANY = 99

# One more turn makes so many times more cubes: the branching of words in canonical order, in phase 1 and in phase 2.
_GROWTH1, _GROWTH2 = 13, 6

# How many cubes each phase may take, once there is an answer, in a search without a limit of time.
_EFFORT = 300_000

# How many cubes the ends of a handful of beginnings may cost: then other beginnings promise more.
_END_EFFORT = 300_000


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """Kociemba's two phases: short answers for the 3×3×3, and bounds that are proved on the way.

    An answer is cut where its last turn is made that phase 2 has not: the beginning leads to a cube with which
    phase 1 is done, the end from there to solved. For every length of a beginning, from 0 upwards, all
    beginnings are found and ended as shortly as possible, so shorter answers turn up as beginnings grow, and in
    the end a shortest one. When all beginnings of n turns or fewer are done, no answer of n turns or fewer is
    left to be found: this is the bound.

    Without a limit of time the search ends after a fraction of a second with an answer of about 19 to 21 turns
    (if the limit allows such a length, else when there is one that it allows). With a limit it goes on
    improving the answer until the time is over or the answer is proved to be shortest. The clock starts when
    the tables are there.

    Attributes:
        store: where tables are kept; the user's cache folder by default.
    """

    store: Store | None = None

    @property
    def name(self) -> str:
        """`search`."""
        return ROW.name

    def supports(self, problem: Problem) -> Sentence | None:
        """None for a 3×3×3 with the 18 turns of its faces, else what stands in the way."""
        found = two_phase_problem(problem)
        return found if isinstance(found, str) else None

    def solve(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Search until the answer is proved shortest, or good enough where time has no limit.

        Raises:
            UnsupportedError: what `supports` says.
            UnreachableError: no turning leads to the goal.
        """
        found = two_phase_problem(problem)
        if isinstance(found, str):
            raise UnsupportedError(found)
        if found.scramble is None:
            raise UnreachableError(NO_WAY())
        return _Search(views(found.scramble), found.generators, bounds, control).run(self.store)


@dataclass(order=True, slots=True)
class _Branch:
    """How far the search in one view is.

    Attributes:
        cost: about how many cubes the next level takes, by what the last one took.
        level: the number of turns of the beginnings that come next.
        number: that of the view, so that the order is settled.
        skipped: ends that would make an answer of this length or a longer one may have been left out.
        view: the view.
        start: it as a frontier of phase 1.
    """

    cost: int
    level: int
    number: int
    skipped: int = field(compare=False)
    view: View = field(compare=False)
    start: Frontier = field(compare=False)


class _Search:
    def __init__(
        self,
        views: tuple[View, ...],
        generators: tuple[int, ...],
        bounds: Bounds,
        control: Control,
    ) -> None:
        self.views, self.generators, self.control = views, generators, control
        self.seconds = control.remaining
        self.lower = bounds.lower
        self.word: Word | None = None
        # The longest answer that would still be welcome.
        self.wanted = _ANY if control.limit.length is None else control.limit.length
        self.begun, self.ended = Budget(control), Budget(control)

    def run(self, store: Store | None) -> Outcome:
        """Search level after level, always in the view whose next level is the cheapest."""
        stop: Stop | None = None
        try:
            self._prepare(store)
            while self.lower <= self.wanted and self.branches:
                branch = heappop(self.branches)
                if branch.level <= self.wanted:
                    self._level(branch)
                    heappush(self.branches, branch)
                    self._prove(min(branch.level, branch.skipped))
            if self.word is None:
                stop = Stop.LENGTH
        except SpentError:
            stop = self.begun.control.reason
        except StoppedError:
            stop = Stop.INTERRUPTED
        statistics = SearchStatistics(self.begun.cubes, self.ended.cubes)
        if self.word is None:
            return Outcome((), self.lower, stop, statistics=statistics)
        word = self._word(self.word)
        return Outcome((word,), min(self.lower, len(word)), stop, statistics=statistics)

    def _prove(self, bound: int) -> None:
        """Raise the bound, and tell."""
        if bound > self.lower:
            self.lower = bound
            self.control.tell(BoundProved(bound if self.word is None else min(bound, len(self.word))))

    def _word(self, turns: Word) -> Word:
        """Turns by their numbers here as the problem numbers them."""
        return tuple(self.generators[turn] for turn in turns)

    def _prepare(self, store: Store | None) -> None:
        follows = np.vstack([_successors(), np.ones(18, dtype=bool)])
        turns, on = np.arange(18, dtype=np.int8), phase2_turns()
        tables = [load(table, store, self.control.proceed) for table in (PHASE1, PHASE2)]
        self.phase1 = Phase(turns, phase1_moves(), tables[0], follows, ~goes_on())
        self.phase2 = Phase(
            turns[on], phase2_moves(), tables[1], follows[:, on], np.ones(len(on), dtype=bool)
        )
        self.branches = []
        for number, view in enumerate(self.views):
            start = Frontier(phase1_values(view.cube), np.array([[NOTHING]], dtype=np.int8))
            self.lower = max(self.lower, int(self.phase1.distances(start.values)[0]))
            self.branches.append(_Branch(0, 0, number, _ANY, view, start))
        # The clock starts now that the tables are there.
        self.begun.control = self.ended.control = self.control.anew(self.seconds)

    def _level(self, branch: _Branch) -> None:
        """Find all beginnings of a level, and the shortest answers with them."""
        begun, ended = self.begun.cubes, self.ended.cubes
        for beginnings in self.phase1.words(branch.start, branch.level, self.begun):
            self._end(branch, beginnings)
            if branch.level > self.wanted:
                break
        branch.cost = _GROWTH1 * (self.begun.cubes - begun) + self.ended.cubes - ended
        branch.level += 1

    def _end(self, branch: _Branch, beginnings: Frontier) -> None:
        """Find the shortest end that there is for any of these beginnings, if the answer is a better one."""
        start = Frontier(_after(branch.view, beginnings.words[:, 1:]), beginnings.words)
        nearest = int(self.phase2.distances(start.values).min())
        for length in range(nearest, self.wanted - branch.level + 1):
            ended = self.ended.cubes
            found = next(self.phase2.words(start, length, self.ended), None)
            if found is not None:
                self.wanted = branch.level + length - 1
                self.word = branch.view.answer(found.words[0, 1:])
                if self.control.limit.seconds is None:
                    self.begun.most = self.ended.most = _EFFORT
                self.control.tell(
                    Improved(len(self.word), min(self.lower, len(self.word)), self._word(self.word))
                )
                return
            if _GROWTH2 * (self.ended.cubes - ended) > _END_EFFORT:
                branch.skipped = min(branch.skipped, branch.level + length + 1)
                return


@cache
def _successors() -> NDArray[np.bool_]:
    """Which of the 18 turns, in the order of `FACE_TURNS`, may follow which: shape (18, 18)."""
    return cube_problem(Cube(3)).successors


def _after(view: View, words: NDArray[np.int8]) -> Values:
    """The coordinates of phase 2 after words of turns, shape (cubes, turns), with which phase 1 is done."""
    corners = np.broadcast_to(view.cube.corners.origin, (len(words), 8))
    edges = np.broadcast_to(view.cube.edges.origin, (len(words), 12))
    for turn in words.T:
        corners = np.take_along_axis(corners, turn_cubies().corners.origin[turn], axis=1)
        edges = np.take_along_axis(edges, turn_cubies().edges.origin[turn], axis=1)
    return phase2_values(corners, edges)
