"""`SatEngine`: shortest answers by asking, horizon after horizon, whether there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Bounds, Outcome, Word
from cubeproof.contract.events import BoundProved, HorizonClosed, HorizonOpened, Improved, Note
from cubeproof.contract.limit import Stop
from cubeproof.engines.sat.distances import FAR
from cubeproof.engines.sat.encodings import encoding
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.instance import ProblemPieces
from cubeproof.engines.sat.parity import odd_lengths
from cubeproof.engines.sat.row import ROW, Horizon, SatSettings, SatStatistics
from cubeproof.engines.sat.search import Sessions, ask, models, split
from cubeproof.engines.sat.sessions import Solver
from cubeproof.engines.sat.solvers import solver
from cubeproof.engines.sat.writing import formula as written
from cubeproof.errors import SolverError, TimeUpError, TooLargeError, UnreachableError, UsageError
from cubeproof.problem import Problem

__all__ = ["Horizon", "SatEngine", "word_of"]

_CEILING = 11
_LONG = 9
_COUNTS = ("restarts", "conflicts", "decisions", "propagations")


@dataclass(frozen=True, slots=True)
class SatEngine(SatSettings):
    """A problem becomes a formula for every horizon, and a solver decides it.

    Raises:
        UsageError: an encoding, a solver or a horizon that does not exist, or less than one job.
    """

    def __post_init__(self) -> None:
        encoding(self.encoding)
        if self.horizon not in list(Horizon):
            raise UsageError(f"Horizons go {', '.join(Horizon)}, not {self.horizon!r}.")
        if self.jobs < 1:
            raise UsageError(f"There must be 1 process or more, not {self.jobs}.")

    @property
    def name(self) -> str:
        """`sat`."""
        return ROW.name

    def supports(self, problem: Problem) -> str | None:
        """None: every problem can be written as a formula."""
        del problem
        return None

    def solve(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Ask for shorter and shorter answers, or longer and longer ones, until the bounds meet.

        Raises:
            UnreachableError: the goal cannot be reached, by what the pieces alone say.
            SolverError: the solver failed, or answered what cannot be.
        """
        return _Search(self, problem, bounds, control).run()


class _Search:
    def __init__(self, engine: SatEngine, problem: Problem, bounds: Bounds, control: Control) -> None:
        self.engine, self.problem, self.control, self.limit = engine, problem, control, control.limit
        self.encoding = encoding(engine.encoding)
        self.solver: Solver = solver(engine.solver or self.encoding.solver)
        self.sessions = Sessions(self.solver)
        self.pieces = ProblemPieces(problem)
        self.odd: bool | None = None
        # What stands whatever a solver says, and what stands if it is right.
        self.proved = self.lower = max(1, bounds.lower)
        self.words: tuple[Word, ...] = () if bounds.word is None or engine.every else (bounds.word,)
        self.upper = self._shortest_known(bounds)
        self.statistics = SatStatistics(engine.encoding, engine.solver or self.encoding.solver)

    def run(self) -> Outcome:
        """Move the horizon until both bounds meet, or something stops the search."""
        with self.control.watching(), self.sessions:
            return self._run()

    def _run(self) -> Outcome:
        stop: Stop | None = None
        every = False
        try:
            self.odd = odd_lengths(self.pieces)
            lower = self.pieces.distances.lower_bound
            if lower >= FAR:
                raise UnreachableError(
                    "The allowed turns cannot bring every piece to where the goal wants it."
                )
            self.lower = self.proved = self._possible(max(self.lower, lower))
            self._tell_bound()
            horizon = self._first()
            while not (self.words and self.lower >= self.problem.cost(self.words[0])):
                if not self.limit.reaches(self.lower):
                    stop = Stop.LENGTH
                    break
                word = self._decide(horizon)
                if word is not None:
                    self.words = (word,)
                    self.upper = self.problem.cost(word)
                    self.control.tell(Improved(self.upper, self.lower, word))
                    horizon = self._possible(self.upper - 1, -1)
                else:
                    self.lower = horizon = self._possible(horizon + 1)
                    self._check_upper()
                    self._tell_bound()
            if stop is None and self.engine.every:
                self._find_all(self.lower)
                every = True
        except TimeUpError:
            stop = self.control.reason
        except (SolverError, MemoryError, TooLargeError) as problem:
            if self.solver.unverified_solver:
                self.lower = self.proved
            if isinstance(problem, SolverError) and not self.words:
                problem.lower_bound = self.lower
                raise
            # What NumPy says of a lack of memory is no sentence of ours.
            foreign = isinstance(problem, MemoryError) and not str(problem).endswith(".")
            self.control.tell(Note("There is not enough memory to go on." if foreign else str(problem)))
            stop = Stop.GAVE_UP
        lower = min(self.lower, self.problem.cost(self.words[0])) if self.words else self.lower
        return Outcome(
            self.words,
            lower,
            stop,
            self.solver.unverified_solver if lower > self.proved or every else "",
            self.statistics,
            every=every,
        )

    def _tell_bound(self) -> None:
        self.control.tell(
            BoundProved(self.lower, self.solver.unverified_solver if self.lower > self.proved else "")
        )

    def _possible(self, length: int, towards: int = 1) -> int:
        """The next length, from this one on, that parity allows."""
        return length if self.odd is None or length % 2 == self.odd else length + towards

    def _shortest_known(self, bounds: Bounds) -> int | None:
        """The length of the shortest answer that is known to exist."""
        costs = [bounds.upper, None if bounds.word is None else self.problem.cost(bounds.word)]
        if self.solver.unverified_solver:
            costs.append(bounds.ask_upper())
        return min((cost for cost in costs if cost is not None), default=None)

    def _first(self) -> int:
        """Where to begin. An answer that is at hand need not be found again."""
        at_hand = self.problem.cost(self.words[0]) - 1 if self.words else None
        known = [length for length in (self.upper, self.limit.length, at_hand) if length is not None]
        ceiling = max(self.lower, min(known, default=_CEILING))
        first = {
            Horizon.UP: self.lower,
            Horizon.DOWN: ceiling,
            Horizon.MIDDLE: (self.lower + ceiling) // 2,
        }[Horizon(self.engine.horizon)]
        return max(self.lower, self._possible(first, -1))

    def _check_upper(self) -> None:
        if self.upper is not None and self.lower > self.upper:
            refuted = self.lower - 1
            # The rest of what the solver said is worth as little.
            self.lower = self.proved
            raise SolverError(
                f"The solver says that there is no answer in {refuted} turns or fewer, "
                f"but there is one in {self.upper}: the solver is wrong."
            )

    def _formula(self, horizon: int, canonical: bool) -> Formula:
        # All shorter lengths are refuted when the horizon is the lower bound; else answers may be shorter than it.
        exactly = horizon <= self.lower
        return written(self.pieces, horizon, encoding=self.encoding, exactly=exactly, canonical=canonical)

    def _decide(self, horizon: int) -> Word | None:
        self.sessions.prepare()
        formula = self._formula(horizon, self.encoding.canonical)
        self.control.tell(HorizonOpened(horizon, formula.variables, formula.clauses))
        parts = split(formula, self._steps_split(horizon))
        started = self.control.elapsed
        reply = ask(formula, self.solver, self.control, parts, self.engine.jobs, sessions=self.sessions)
        self.control.tell(HorizonClosed(horizon, reply.satisfiable, self.control.elapsed - started))
        self.statistics = replace(
            self.statistics,
            variables=formula.variables,
            clauses=formula.clauses,
            solving_seconds=self.statistics.solving_seconds + reply.seconds,
            **self._counted(reply.counts),
        )
        return word_of(self.problem, formula, reply.literals) if reply.satisfiable else None

    def _counted(self, counts: Mapping[str, int]) -> dict[str, Any]:
        """What solvers have counted so far, with these counts."""
        return {
            name: (getattr(self.statistics, name) or 0) + counts[name] for name in _COUNTS if name in counts
        }

    def _steps_split(self, horizon: int) -> int:
        """By how many first steps to split a formula.

        A solver that keeps what it learns gains by being led through the first turns in order, as soon as the search is long.
        One that starts anew for every part only loses, unless parts can be solved at the same time.
        """
        if self.solver.incremental and self.encoding.name == "framed" and horizon >= _LONG:
            return 3
        return 0 if self.engine.jobs == 1 else 2

    def _find_all(self, horizon: int) -> None:
        """Find all shortest words in canonical order; the horizon is the proved length."""
        formula = self._formula(horizon, canonical=True)
        turns = formula.ids("turn").ravel()
        found: list[Word] = []
        for literals in models(formula, self.solver, self.control, turns, self.sessions):
            found.append(word_of(self.problem, formula, literals))
            # What was found so far stands, whatever stops the search for more.
            self.words = tuple(found)


def word_of(problem: Problem, formula: Formula, literals: NDArray[np.int32]) -> Word:
    """The word that a model of a formula makes.

    Raises:
        SolverError: the literals are no model; the text names a clause that they break.
    """
    names = {generator.name: index for index, generator in enumerate(problem.generators)}
    truth = formula.truth(literals)
    turned = [
        formula.name(int(variable)).labels[1] for variable in formula.ids("turn").ravel() if truth[variable]
    ]
    word = tuple(names[name] for name in turned if name in names)
    if not problem.is_solved_by(word):
        broken = formula.verify(literals)
        first = (
            f" Of {len(broken)} broken clauses the first is number {broken[0].number}, «{broken[0].label}»: "
            if broken
            else ""
        )
        raise SolverError(
            f"The solver's model does not solve the cube.{first}{' or '.join(broken[0].literals) if broken else ''}"
        )
    return word
