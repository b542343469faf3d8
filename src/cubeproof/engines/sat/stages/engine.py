"""`StagesEngine`: solves random cubes by a chain of stages, and then shortens the answer."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import BoundProved, Improved, Note
from cubeproof.contract.lack_of_memory import lack_of_memory
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.engines.sat.stages.chain import Chain, Link, NoWayError
from cubeproof.engines.sat.stages.facts import FACTS, SIZES, SolvedStage, StagesSettings, StagesStatistics
from cubeproof.engines.sat.stages.plan import plan
from cubeproof.engines.sat.stages.shorter import shorter_word
from cubeproof.errors import (
    InternalError,
    SolverError,
    StoppedError,
    TimeUpError,
    UnreachableError,
    UnsupportedError,
)
from cubeproof.formulas.distances import FAR, UNREACHABLE
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.methods.sat.questions import Questions
from cubeproof.methods.sat.solvers import solver
from cubeproof.methods.shorten.merger import Merger
from cubeproof.methods.shorten.windows import Windows
from cubeproof.problem import Problem
from cubeproof.problem.cube_view import CubeView, cube_view
from cubeproof.puzzle.geometry import geometry
from cubeproof.sentences import Sentence, Template, say

_SIZES = Template(
    "stages.sizes",
    "The stages engine has plans for cubes of {sizes} layers only; the engine large solves cubes of more layers.",
)
_SOLVED = Template(
    "stages.solved-goal",
    "The stages engine requires a cube whose stickers are all known, and the solved cube as goal.",
)
_TURNS = Template(
    "stages.outer-blocks",
    "The stages engine requires the turns of all outer blocks; these turns do not include them.",
)

# The share of the work for chains; the rest is for windows.
_CHAINS = 0.7


@dataclass(frozen=True, slots=True)
class StageBudget:
    """The work on the parts of a search, in conflicts of the solver."""

    patience: int
    """Conflicts for one horizon of a stage."""
    rounds: int
    """The number of attempts of a chain from every side of the cube; 1 for a single chain."""
    total: int
    """Conflicts after which, without a time limit, the search for better chains ends."""
    window: int
    """Conflicts for one window."""


_BUDGETS = {
    2: StageBudget(600_000, 2, 100_000, 40_000),
    3: StageBudget(40_000, 12, 500_000, 20_000),
    4: StageBudget(150_000, 1, 3_000_000, 40_000),
}


@dataclass(frozen=True, slots=True)
class StagesEngine(StagesSettings):
    """Solves a cube in stages with increasingly strict goals, each by SAT."""

    @property
    def name(self) -> str:
        """`stages`."""
        return FACTS.name

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a cube whose outer blocks may all turn, if its size has a plan.

        The search solves it in stages; then its improver searches for shorter answers while there is time. With the
        setting `quick` it ends with the first answer. With a limit of length it ends when it is met. The search for
        better chains ends after a number of conflicts, unless the time is limited, so that a slow machine has the same
        chain. The lower bound comes from pairs of pieces: stages prove nothing about the whole cube, and an answer may
        exist even if they find none. The search raises UnreachableError if the distances of the pieces prove that the
        cube cannot be solved, and SolverError if the solver fails.
        """
        view = view_of(problem)
        if isinstance(view, Sentence):
            return view
        return Attempt(
            self.name,
            lambda bounds, control: _StageSearch(self, problem, view, control).run(bounds),
            answers_any=True,
            answer=Expected.MINUTES,
            improve=lambda word, control: self._windows(problem, control).improve(word),
        )

    def _windows(self, problem: Problem, control: Control) -> Windows:
        """Return the improver of answers."""
        assert problem.cube_map is not None, "a problem of a cube"
        questions = Questions(solver(self.solver or "glucose4"), control)
        patience = _BUDGETS[problem.cube_map.size].window
        return Windows(problem, control, partial(shorter_word, questions=questions, patience=patience))


def view_of(problem: Problem) -> CubeView | Sentence:
    """Return a problem as a cube, or the reason why there are no stages for it."""
    if problem.cube_map is None or problem.cube_map.size not in SIZES:
        return _SIZES(sizes=tuple(SIZES))
    view = cube_view(problem)
    if view is None:
        return _SOLVED()
    return view if view.turns_all_outer_blocks else _TURNS()


def links(problem: Problem, control: Control | None = None) -> tuple[Link, ...]:
    """Return the stages of one chain, each with its problem and its answer.

    Turns and places have their names on the cube as it is held in the problem.

    Raises:
        UnsupportedError: no plan suits the problem, or no chain leads to the goal.
        TimeUpError: the time was up.
        StoppedError: the search was stopped.
    """
    view = view_of(problem)
    if isinstance(view, Sentence):
        raise UnsupportedError(view)
    for chain in _StageSearch(StagesEngine(), problem, view, control or Control()).chains():
        return chain
    raise UnsupportedError(say("stages.no-side", "No side of the cube leads to a solution in stages."))


class _DoneError(Exception):
    """The answer is good enough, so the search ends."""


class _StageSearch:
    def __init__(self, engine: StagesEngine, problem: Problem, view: CubeView, control: Control) -> None:
        self.view = view
        self.problem, self.control, self.limit = problem, control, control.limit
        self.budget = _BUDGETS[view.size]
        self.questions = Questions(solver(engine.solver or "glucose4"), control)
        self.lower = 1
        self.word: Word | None = None
        self.quick = engine.quick
        self.links: tuple[Link, ...] = ()
        self.chained = 0

    def run(self, bounds: Bounds) -> Outcome:
        stop: Stop | None = None
        try:
            with self.control.watching():
                lower = ProblemPieces(self.problem).distances.lower_bound
            if lower >= FAR:
                raise UnreachableError(UNREACHABLE())
            self.lower = max(1, bounds.lower, lower)
            self.control.emit(BoundProved(self.lower))
            self._search()
        except _DoneError:
            if self.quick and self.word is not None and self.problem.cost(self.word) > self.lower:
                stop = Stop.QUICK
        except (StoppedError, TimeUpError):
            stop = self.control.reason
        except (SolverError, MemoryError) as error:
            if (reason := lack_of_memory(error)) is not None:
                self.control.emit(Note(reason))
                stop = Stop.GAVE_UP
            else:
                if isinstance(error, SolverError):
                    error.lower_bound = self.lower
                raise
        if self.word is None:
            return Outcome((), self.lower, stop or Stop.GAVE_UP, statistics=self._statistics())
        # The improver may shorten an answer that is longer than the limit.
        return Outcome((self.word,), self.lower, stop, statistics=self._statistics())

    def chains(self) -> Iterator[tuple[Link, ...]]:
        """Yield chains for the cube as it is held, each with fewer turns than the chain of the best answer."""
        sides: dict[bytes, int] = {}
        for rotation in range(24):
            sides.setdefault(self._side(rotation), rotation)
        is_solved = False
        # Rounds after the first use other answers of the first stages.
        gives_up = self.budget.rounds > 1
        for number in range(self.budget.rounds):
            for rotation in sides.values():
                try:
                    links = self._chain(rotation, number, gives_up=gives_up)
                except (StoppedError, TimeUpError):
                    if self.word is None or self.control.expired:
                        raise
                    return
                if links is not None:
                    is_solved = True
                    yield links
                    if self.budget.rounds == 1:
                        return
            gives_up = is_solved

    def _chain(self, rotation: int, number: int, *, gives_up: bool) -> tuple[Link, ...] | None:
        arrangement = self.view.arrangement(rotation)
        # Stages count turns, even in other metrics.
        below = sum(len(link.turns) for link in self.links) if self.links else None
        if self.word is not None:
            self._limit_work(_CHAINS)
        chain = Chain(
            self.questions, self.budget.patience, number, lambda turns: self.view.word(turns, rotation)
        )
        # From some sides of a cube of even size the core is not at home, so no chain exists.
        with contextlib.suppress(NoWayError):
            links = chain.run(plan(self.view.size), arrangement, below, gives_up=gives_up)
            return tuple(link.before(rotation) for link in links)
        return None

    def _side(self, rotation: int) -> bytes:
        """Return the order of the axes as a key: sides with equal keys are equivalent for the stages."""
        cube = geometry(self.view.size)
        if self.view.size == 2:
            # Its core is a corner, which is at home only from some sides.
            return bytes([rotation])
        centre = self.view.size**2 // 2
        return bytes((cube.faces[cube.rotations[rotation].reshape(6, -1)[:3, centre]] % 3).tolist())

    def _limit_work(self, share: float = 1) -> None:
        """Give the search for better answers a share of the work, from 0 to 1."""
        if self.limit.seconds is None:
            self.questions.most = int(share * self.budget.total)
        else:
            seconds = share * self.limit.seconds - self.control.elapsed
            self.questions.control = self.control.within(seconds)

    def _search(self) -> None:
        merger = Merger(self.problem)
        for links in self.chains():
            word = self.view.word([turn for link in links for turn in link.turns])
            if word is None or not self.problem.is_solved_by(word):
                raise InternalError(say("stages.not-solved", "The stages did not lead to the goal."))
            word = merger.merged(word)
            if self.word is None or self.problem.cost(word) < self.problem.cost(self.word):
                self.links, self.chained = links, self.problem.cost(word)
                self._report_word(word)

    def _report_word(self, word: Word) -> None:
        self.word = word
        cost = self.problem.cost(word)
        self.control.emit(Improved(cost, self.lower, word))
        if self.quick or cost <= self.lower or (self.limit.length is not None and cost <= self.limit.length):
            raise _DoneError

    def _statistics(self) -> StagesStatistics:
        stages = (
            SolvedStage(
                link.stage.name, " ".join(link.turns), len(link.turns), link.shortest, round(link.seconds, 3)
            )
            for link in self.links
        )
        return StagesStatistics("framed", self.chained, tuple(stages))
