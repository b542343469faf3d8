"""`StagesEngine`: answers for random cubes, a chain of stages first and then whatever makes it shorter."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Bounds, Outcome, Word
from cubeproof.contract.events import BoundProved, Improved, Note
from cubeproof.contract.limit import Stop
from cubeproof.engines.sat.distances import FAR
from cubeproof.engines.sat.instance import ProblemPieces
from cubeproof.engines.sat.solvers import solver
from cubeproof.engines.sat.stages.chain import Chain, Link, NoWayError
from cubeproof.engines.sat.stages.cube_view import CubeView, cube_view
from cubeproof.engines.sat.stages.merger import Merger
from cubeproof.engines.sat.stages.plan import plan
from cubeproof.engines.sat.stages.row import ROW, SIZES, SolvedStage, StagesSettings, StagesStatistics
from cubeproof.engines.sat.stages.windows import Windows
from cubeproof.errors import InternalError, SolverError, TimeUpError, UnreachableError, UnsupportedError
from cubeproof.problem import Problem
from cubeproof.puzzle.geometry import geometry

__all__ = ["StageBudget", "StagesEngine"]


# The share of the time that goes to chains; the rest is for windows.
_CHAINS = 0.7


@dataclass(frozen=True, slots=True)
class StageBudget:
    """How much time things get where no limit says it.

    Attributes:
        patience: seconds for one horizon of a stage.
        rounds: how often to try a chain from every side of the cube; 1 for a single chain.
        seconds: after so many seconds in all no better answer is looked for.
        window: seconds for one window.
    """

    patience: float
    rounds: int
    seconds: float
    window: float


_BUDGETS = {
    2: StageBudget(30, 2, 5, 2),
    3: StageBudget(1.5, 12, 18, 1),
    4: StageBudget(6, 1, 120, 2),
    5: StageBudget(5, 1, 300, 1),
}


@dataclass(frozen=True, slots=True)
class StagesEngine(StagesSettings):
    """Stages of growing strictness, each solved by SAT."""

    @property
    def name(self) -> str:
        """`stages`."""
        return ROW.name

    def supports(self, problem: Problem) -> str | None:
        """None for cubes with a plan whose outer blocks may all turn, else what stands in the way."""
        view = cube_view(problem, SIZES)
        return view if isinstance(view, str) else None

    def links(self, problem: Problem, control: Control | None = None) -> tuple[Link, ...]:
        """The stages of one chain, solved: what each was asked, and its answer.

        Raises:
            UnsupportedError: what `supports` says, or no chain led to the end.
            TimeUpError: the limit was too short, or the search was told to stop.
        """
        for _, links in _Search(self, problem, control or Control()).chains():
            return links
        raise UnsupportedError("No side of the cube leads to a solution in stages.")

    def solve(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Solve in stages, then look for something shorter while there is time.

        With a limit of seconds all of it is used; else as much as the size's `StageBudget` says. A limit of length ends the search as soon as
        it is met. The lower bound is what pairs of pieces prove: the stages prove nothing about the whole, not even that there is no way
        where they find none.

        Raises:
            UnsupportedError: what `supports` says.
            UnreachableError: the cube cannot be solved, by what the pieces alone say.
            SolverError: the solver failed.
        """
        return _Search(self, problem, control).run(bounds)


class _DoneError(Exception):
    """The answer is good enough."""


class _Search:
    def __init__(self, engine: StagesEngine, problem: Problem, control: Control) -> None:
        view = cube_view(problem, SIZES)
        if isinstance(view, str):
            raise UnsupportedError(view)
        self.view: CubeView = view
        self.problem, self.control, self.limit = problem, control, control.limit
        self.budget = _BUDGETS[view.size]
        self.solver = solver(engine.solver or "glucose4")
        self.lower = 1
        self.word: Word | None = None
        self.links: tuple[Link, ...] = ()
        self.chained = 0

    def run(self, bounds: Bounds) -> Outcome:
        stop: Stop | None = None
        try:
            with self.control.watching():
                lower = ProblemPieces(self.problem).distances.lower_bound
            if lower >= FAR:
                raise UnreachableError(
                    "The allowed turns cannot bring every piece to where the goal wants it."
                )
            self.lower = max(1, bounds.lower, lower)
            self.control.tell(BoundProved(self.lower))
            self._search()
        except _DoneError:
            pass
        except TimeUpError:
            stop = self.control.reason
        except SolverError as problem:
            problem.lower_bound = self.lower
            raise
        except MemoryError as lack:
            self.control.tell(Note(str(lack) or "There is not enough memory to go on."))
            stop = Stop.GAVE_UP
        words: tuple[Word, ...] = ()
        if self.word is not None and self.limit.reaches(self.problem.cost(self.word)):
            words = (self.word,)
        elif stop is None:
            stop = Stop.GAVE_UP
        return Outcome(words, self.lower, stop, statistics=self._statistics())

    def chains(self) -> Iterator[tuple[int, tuple[Link, ...]]]:
        """Chains from one side of the cube after the other, then with other answers of the first stages.

        Each comes with the rotation that was made first, and has fewer turns than the chain that led to the best answer so far. There is
        none where some stage takes too long from every side.
        """
        sides: dict[bytes, int] = {}
        for rotation in range(24):
            sides.setdefault(self._side(rotation), rotation)
        found = False
        hasty = self.budget.rounds > 1
        for number in range(self.budget.rounds):
            for rotation in sides.values():
                try:
                    links = self._chain(rotation, number, hasty=hasty)
                except TimeUpError:
                    if self.word is None or self.control.expired:
                        raise
                    return
                if links is not None:
                    found = True
                    yield rotation, links
                    if self.budget.rounds == 1:
                        return
            hasty = found

    def _chain(self, rotation: int, number: int, *, hasty: bool) -> tuple[Link, ...] | None:
        arrangement = self.view.arrangement(rotation)
        # Stages count turns, whatever the problem counts.
        below = sum(len(link.turns) for link in self.links) if self.links else None
        control = self.control if self.word is None else self._patience(_CHAINS)
        chain = Chain(self.solver, self.budget.patience, control, number)
        # A cube of even size may have its core at home only when seen from another side.
        with contextlib.suppress(NoWayError):
            return chain.run(plan(self.view.size), arrangement, below, hasty=hasty)
        return None

    def _side(self, rotation: int) -> bytes:
        """What tells the stages one side from another: which axis is which."""
        cube = geometry(self.view.size)
        if self.view.size == 2:
            # There the core is a corner, which is at home from some sides only.
            return bytes([rotation])
        centre = self.view.size**2 // 2
        return bytes((cube.faces[cube.rotations[rotation].reshape(6, -1)[:3, centre]] % 3).tolist())

    def _patience(self, share: float = 1) -> Control:
        """A control for what is looked for beyond the first answer: a share of the time that there is."""
        whole = self.budget.seconds if self.limit.seconds is None else self.limit.seconds
        return self.control.within(share * whole - self.control.elapsed)

    def _search(self) -> None:
        merger = Merger(self.problem)
        for rotation, links in self.chains():
            word = self.view.word([turn for link in links for turn in link.turns], rotation)
            if word is None or not self.problem.is_solved_by(word):
                raise InternalError("The stages did not lead to the goal.")
            word = merger.merged(word)
            if self.word is None or self.problem.cost(word) < self.problem.cost(self.word):
                self.links, self.chained = links, self.problem.cost(word)
                self._found(word)
        if self.word is None:
            return
        windows = Windows(self.problem, self.solver, self._patience(), self.budget.window)
        try:
            windows.improve(self.word, self._found)
        except TimeUpError:
            if self.control.expired:
                raise

    def _found(self, word: Word) -> None:
        self.word = word
        cost = self.problem.cost(word)
        self.control.tell(Improved(cost, self.lower, word))
        if cost <= self.lower or (self.limit.length is not None and cost <= self.limit.length):
            raise _DoneError

    def _statistics(self) -> StagesStatistics:
        stages = (
            SolvedStage(
                link.stage.name, " ".join(link.turns), len(link.turns), link.shortest, round(link.seconds, 3)
            )
            for link in self.links
        )
        return StagesStatistics("framed", self.chained, tuple(stages))
