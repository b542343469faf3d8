"""`SatEngine`: finds shortest answers by deciding a formula for each horizon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt
from cubeproof.contract.events import BoundProved, HorizonClosed, HorizonOpened, Improved, Note
from cubeproof.contract.lack_of_memory import lack_of_memory
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.engines.sat.facts import FACTS, HorizonOrder, SatSettings, SatStatistics
from cubeproof.engines.sat.steps import in_steps, step_cost, too_costly
from cubeproof.errors import (
    SolverError,
    StoppedError,
    TimeUpError,
    TooLargeError,
    UnreachableError,
)
from cubeproof.formulas.distances import FAR, UNREACHABLE
from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.formulas.problem_formula import formula as written
from cubeproof.methods.sat.answer import word_of
from cubeproof.methods.sat.parity import odd_lengths
from cubeproof.methods.sat.search import Sessions, ask, models, split
from cubeproof.methods.sat.sessions import Solver
from cubeproof.methods.sat.solvers import solver
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template

_WRONG = Template(
    "sat.solver-wrong",
    "The solver is wrong: it reports no answer of {refuted} turns or fewer, but an answer of {known} turns "
    "exists.",
)
_CEILING = 11
_LONG = 9
_COUNTS = ("restarts", "conflicts", "decisions", "propagations")


@dataclass(frozen=True, slots=True)
class SatEngine(SatSettings):
    """Decides a formula for each horizon by a solver, until the bounds meet."""

    @property
    def name(self) -> str:
        """`sat`."""
        return FACTS.name

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read any problem, unless the costs of its turns are too large for a formula.

        The search decides horizons in the order of the setting `horizon` until the bounds meet. It raises
        UnreachableError if the distances of the pieces prove that the goal cannot be reached, and SolverError if the
        solver fails or its answer is wrong.
        """
        if (refusal := too_costly(problem)) is not None:
            return refusal
        return Attempt(
            self.name,
            lambda bounds, control: _HorizonSearch(self, problem, bounds, control).run(),
            proves=True,
        )


class _HorizonSearch:
    """Decides horizons. Its lengths and bounds are numbers of steps, and those of its reports are costs."""

    def __init__(self, engine: SatEngine, problem: Problem, bounds: Bounds, control: Control) -> None:
        self.engine, self.problem, self.control, self.limit = engine, problem, control, control.limit
        self.encoding = encoding(engine.encoding)
        self.solver: Solver = solver(engine.solver or self.encoding.solver)
        self.sessions = Sessions(self.solver)
        self.jobs = engine.jobs or 1
        self.step_cost = step_cost(problem)
        self.pieces = ProblemPieces(in_steps(problem))
        self.odd: bool | None = None
        # `proved` is valid even if the solver is wrong, `lower` only if it is right.
        self.proved = self.lower = max(1, -(-bounds.lower // self.step_cost))
        self.words: tuple[Word, ...] = () if bounds.word is None or engine.every else (bounds.word,)
        self.upper = self._shortest_known(bounds)
        self.most = None if self.limit.length is None else self.limit.length // self.step_cost
        self.statistics = SatStatistics(engine.encoding, engine.solver or self.encoding.solver)

    def run(self) -> Outcome:
        """Decide horizons until the bounds meet or the search must end."""
        with self.control.watching(), self.sessions:
            return self._run()

    def _run(self) -> Outcome:
        stop: Stop | None = None
        every = False
        try:
            self.odd = odd_lengths(self.pieces)
            lower = self.pieces.distances.lower_bound
            if lower >= FAR:
                raise UnreachableError(UNREACHABLE())
            self.lower = self.proved = self._possible(max(self.lower, lower))
            self._tell_bound()
            horizon = self._first()
            while not (self.words and self.lower >= self._steps(self.words[0])):
                if not self._reaches(self.lower):
                    stop = Stop.LENGTH
                    break
                word = self._decide(horizon)
                if word is not None:
                    self.words = (word,)
                    self.upper = self._steps(word)
                    self.control.emit(Improved(self.problem.cost(word), self.lower * self.step_cost, word))
                    horizon = self._possible(self.upper - 1, -1)
                else:
                    self.lower = horizon = self._possible(horizon + 1)
                    self._check_upper()
                    self._tell_bound()
            if stop is None and self.engine.every:
                for length in range(self.lower, self.lower + self.engine.extra // self.step_cost + 1):
                    if self._reaches(length) and self._possible(length) == length:
                        self._find_all(length)
                every = True
        except (StoppedError, TimeUpError):
            stop = self.control.reason
        except (SolverError, MemoryError, TooLargeError) as error:
            if self.solver.unverified_solver:
                self.lower = self.proved
            reason = lack_of_memory(error)
            if isinstance(error, SolverError):
                if reason is None and not self.words:
                    error.lower_bound = self.lower * self.step_cost
                    raise
                reason = error.sentence
            assert reason is not None, "of the other errors"
            self.control.emit(Note(reason))
            stop = Stop.GAVE_UP
        lower = min(self.lower, self._steps(self.words[0])) if self.words else self.lower
        return Outcome(
            self.words,
            lower * self.step_cost,
            stop,
            self.solver.unverified_solver if lower > self.proved or every else "",
            self.statistics,
            every=every,
        )

    def _tell_bound(self) -> None:
        claimant = self.solver.unverified_solver if self.lower > self.proved else ""
        self.control.emit(BoundProved(self.lower * self.step_cost, claimant))

    def _steps(self, word: Word) -> int:
        return self.problem.cost(word) // self.step_cost

    def _reaches(self, length: int) -> bool:
        return self.most is None or length <= self.most

    def _possible(self, length: int, towards: int = 1) -> int:
        """Return the next length, starting with this length, that parity allows."""
        return length if self.odd is None or length % 2 == self.odd else length + towards

    def _shortest_known(self, bounds: Bounds) -> int | None:
        """Return the most steps of a shortest answer, as known before the search, or None."""
        costs = [bounds.upper, None if bounds.word is None else self.problem.cost(bounds.word)]
        if self.solver.unverified_solver:
            costs.append(bounds.ask_upper())
        return min((cost // self.step_cost for cost in costs if cost is not None), default=None)

    def _first(self) -> int:
        """Return the first horizon: at most any known length, and shorter than the best known word."""
        below_word = self._steps(self.words[0]) - 1 if self.words else None
        lengths = [length for length in (self.upper, self.most, below_word) if length is not None]
        ceiling = max(self.lower, min(lengths, default=_CEILING))
        first = {
            HorizonOrder.UP: self.lower,
            HorizonOrder.DOWN: ceiling,
            HorizonOrder.MIDDLE: (self.lower + ceiling) // 2,
        }[HorizonOrder(self.engine.horizon)]
        return max(self.lower, self._possible(first, -1))

    def _check_upper(self) -> None:
        if self.upper is not None and self.lower > self.upper:
            refuted = (self.lower - 1) * self.step_cost
            # The solver's other answers may be wrong too.
            self.lower = self.proved
            raise SolverError(_WRONG(refuted=refuted, known=self.upper * self.step_cost))

    def _formula(self, horizon: int, canonical: bool) -> Formula:
        # At the lower bound all shorter lengths are refuted. Above it answers may be shorter than the horizon.
        exactly = horizon <= self.lower
        return written(self.pieces, horizon, encoding=self.encoding, exactly=exactly, canonical=canonical)

    def _decide(self, horizon: int) -> Word | None:
        self.sessions.prepare()
        formula = self._formula(horizon, self.encoding.canonical)
        self.control.emit(HorizonOpened(horizon * self.step_cost, formula.variables, formula.clauses))
        parts = split(formula, self._steps_split(horizon))
        started = self.control.elapsed
        reply = ask(formula, self.solver, self.control, parts, self.jobs, sessions=self.sessions)
        seconds = self.control.elapsed - started
        self.control.emit(HorizonClosed(horizon * self.step_cost, reply.satisfiable, seconds))
        self.statistics = replace(
            self.statistics,
            variables=formula.variables,
            clauses=formula.clauses,
            solving_seconds=self.statistics.solving_seconds + reply.seconds,
            **self._with_counts(reply.counts),
        )
        return word_of(self.problem, formula, reply.literals) if reply.satisfiable else None

    def _with_counts(self, counts: Mapping[str, int]) -> dict[str, Any]:
        """Return the solvers' counts so far plus these counts."""
        return {
            name: (getattr(self.statistics, name) or 0) + counts[name] for name in _COUNTS if name in counts
        }

    def _steps_split(self, horizon: int) -> int:
        """Return the number of first steps by which to split a formula."""
        # An incremental solver is faster in a long search with parts in order. Other solvers start again for every
        # part, so a split is slower for them, unless several parts are solved in parallel.
        if self.solver.incremental and self.encoding.name == "framed" and horizon >= _LONG:
            return 3
        return 0 if self.jobs == 1 else 2

    def _find_all(self, length: int) -> None:
        """Find all canonical words of exactly this number of steps, and add them to the shorter words."""
        formula = written(self.pieces, length, encoding=self.encoding, exactly=True, canonical=True)
        turns = formula.ids("turn").ravel()
        shorter = () if length == self.lower else self.words
        words: list[Word] = []
        for literals in models(formula, self.solver, self.control, turns, self.sessions):
            words.append(word_of(self.problem, formula, literals))
            # Stored at once, in case the search for more is stopped.
            self.words = (*shorter, *words)
        # A solver finds them in any order.
        words.sort()
        self.words = (*shorter, *words)
        if not self.solver.unverified_solver:
            self.control.answered(words)
