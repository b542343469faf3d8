"""`SatShares`: the engine that decides formulas in parts, with a plan and a journal in a folder.

A formula is split by the layers of its first two steps. Each worker writes the formula itself, and refuses one with
another SHA-256. A length is excluded when all parts of its formula are; only then the bound rises.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import HorizonClosed, HorizonOpened
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.sat.facts import SatStatistics
from cubeproof.engines.sat.steps import in_steps, step_cost, too_costly
from cubeproof.errors import SolverError, StoppedError, UnreachableError, UsageError
from cubeproof.formulas.distances import FAR, UNREACHABLE
from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.formulas.problem_formula import formula as written
from cubeproof.methods.sat.answer import word_of
from cubeproof.methods.sat.parity import odd_lengths
from cubeproof.methods.sat.search import ask, split
from cubeproof.methods.sat.solvers import solver
from cubeproof.methods.words.short_answers import short_answers
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence
from cubeproof.work.deepening import Decision, Deepening
from cubeproof.work.divided_run import DividedRun, DividedSpace, divided_run
from cubeproof.work.executor import Executor, stop_flag
from cubeproof.work.folder import ShareFolder
from cubeproof.work.journal import ANSWER, EXCLUDED, UNFINISHED, Record
from cubeproof.work.plan import OTHER_FORMULA, SAT, Plan, reaches_goal
from cubeproof.work.workers import Workers

# The number of first steps by whose layers a formula is split.
_STEPS = 2


@dataclass(frozen=True, slots=True)
class SatTask:
    """One part of a formula: small, and any process can decide it."""

    request: str
    """The request, as JSON."""
    length: int
    """The length of the answers that the formula describes."""
    formula: str
    """The SHA-256 of the formula."""
    number: int
    """The number of the part, from 0."""
    attempt: int
    """The number of the attempt."""


def solve_task(task: SatTask) -> list[Record]:
    """Write the formula, decide a part, and return its record.

    Raises:
        UsageError: this process writes another formula than the plan has.
        SolverError: the solver failed.
    """
    request = SearchRequest.from_json(task.request)
    problem = request.to_problem()
    formula = _formula(request, problem, ProblemPieces(in_steps(problem)), task.length)
    if _digest(formula) != task.formula:
        raise UsageError(OTHER_FORMULA())
    record = partial(Record, str(task.number), task.length, attempt=task.attempt, proof=task.formula)
    program = solver(request.options.solver or encoding(request.options.encoding).solver)
    try:
        reply = ask(formula, program, Control(flag=stop_flag()), [split(formula, _STEPS)[task.number]])
    except StoppedError:
        return [record(UNFINISHED)]
    if not reply.satisfiable:
        return [record(EXCLUDED, seconds=reply.seconds)]
    return [record(ANSWER, seconds=reply.seconds, word=word_of(problem, formula, reply.literals))]


def _formula(request: SearchRequest, problem: Problem, pieces: ProblemPieces, length: int) -> Formula:
    form = encoding(request.options.encoding)
    steps = length // step_cost(problem)
    return written(pieces, steps, encoding=form, exactly=True, canonical=form.canonical)


def _digest(formula: Formula) -> str:
    return hashlib.sha256(formula.flat().tobytes()).hexdigest()


@dataclass(frozen=True, slots=True)
class SatShares:
    """Decides the formulas of one problem in parts, with a plan and a journal in a folder."""

    request: SearchRequest
    """The question, with the encoding and the solver."""
    folder: ShareFolder
    """The folder of the plan and the journal."""
    executor: Executor | None = None
    """Runs the parts; None for threads of this process, each with a solver process."""
    threads: Callable[[], int] | None = None
    """Returns the number of parts that run at once on the executor; None for 1."""

    @property
    def name(self) -> str:
        """`sat`."""
        return "sat"

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read any problem, unless the costs of its turns are too large for a formula."""
        if (refusal := too_costly(problem)) is not None:
            return refusal
        return Attempt(self.name, partial(self._run, problem), proves=True, proof=Expected.HOURS)

    def _run(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        with (
            divided_run(
                self.folder,
                control,
                lambda plan: plan.refuse_question(SAT, self.request, self.folder.shown),
            ) as run,
            control.watching(),
        ):
            return _SatRun(self, problem, bounds, control, run).outcome()


class _SatRun(DividedSpace[SatTask]):
    """One run of a search: a formula for each length, in parts."""

    def __init__(
        self,
        search: SatShares,
        problem: Problem,
        bounds: Bounds,
        control: Control,
        run: DividedRun[SatTask],
    ) -> None:
        super().__init__(problem, control, run)
        self.bounds, self.request, self.place = bounds, search.request, search.folder.shown
        options = self.request.options
        self.program = options.solver or encoding(options.encoding).solver
        self.workers = Workers(solve_task, search.executor, search.threads, options.jobs or 1)

    @cached_property
    def pieces(self) -> ProblemPieces:
        """The pieces of the problem, with steps instead of costs."""
        return ProblemPieces(in_steps(self.problem))

    def outcome(self) -> Outcome:
        """Make or continue the plan, and decide length by length."""
        claimant = solver(self.program).unverified_solver
        deepening = Deepening(self, self.problem, Bounds(self.bounds.lower), self.control, claimant=claimant)
        try:
            with self.workers:
                return deepening.run()
        except SolverError as error:
            error.lower_bound = deepening.lower
            raise

    @property
    def statistics(self) -> SatStatistics:
        """The solver, and its seconds."""
        return SatStatistics(self.request.options.encoding, self.program, self.run.seconds)

    def short_answers(self) -> Outcome:
        """Search all short words."""
        return short_answers(self.problem, self.bounds, self.control, every=False, extra=0, quick=False)

    def expected(self, short: Outcome, lower: int) -> Plan:
        """Return the plan of the question, with the formula of the first length of the folder's plan, if it has one."""
        plan, request = self.run.plan, self.request
        if short.words and (plan is None or plan.word is not None):
            return Plan(SAT, lower, (), word=short.words[0], request=request)
        cost, odd = step_cost(self.problem), odd_lengths(self.pieces)
        steps = max(-(-lower // cost), self.pieces.distances.lower_bound)
        if steps >= FAR:
            raise UnreachableError(UNREACHABLE())
        steps += odd is not None and steps % 2 != odd
        lower, step = steps * cost, cost * (1 if odd is None else 2)
        length = lower if plan is None or not 0 <= plan.lower <= lower else plan.lower
        formula = self._formula(length)
        shares = tuple(((number,),) for number in range(len(split(formula, _STEPS))))
        return Plan(SAT, lower, shares, step=step, added={"formula": _digest(formula)}, request=request)

    def refuse(self, plan: Plan, expected: Plan) -> None:
        """Refuse a plan with another formula, or that does not follow."""
        if plan.word is None and 0 <= plan.lower <= expected.lower and plan.added != expected.added:
            raise UsageError(OTHER_FORMULA())
        plan.refuse_unless_it_follows(expected, self.problem, 0, self.place)

    def _formula(self, length: int) -> Formula:
        return _formula(self.request, self.problem, self.pieces, length)

    def is_right(self, record: Record) -> bool:
        """Whether a line has an answer that reaches the goal in its length; no share of this plan is split."""
        return (
            record.result == ANSWER
            and reaches_goal(self.problem, record.word)
            and self.problem.cost(record.word) == record.length
        )

    def decide_parts(self, length: int) -> Decision:
        """Decide the parts of the formula of a length that the journal does not decide."""
        formula = self._formula(length)
        self.control.emit(HorizonOpened(length, formula.variables, formula.clauses))
        started = self.control.elapsed
        decision = self._decide(length, _digest(formula), len(split(formula, _STEPS)))
        if decision.complete:
            elapsed = self.control.elapsed - started
            self.control.emit(HorizonClosed(length, bool(decision.words), elapsed))
        return decision

    def _decide(self, length: int, formula: str, parts: int) -> Decision:
        journal, waiting = self.run.journal, deque[int]()
        for number in range(parts):
            record = journal.decided(str(number), length)
            if record is None or record.proof != formula:
                waiting.append(number)
            elif record.result == ANSWER:
                return Decision([record.word])

        def next_task() -> SatTask | None:
            if not waiting:
                return None
            number = waiting.popleft()
            attempt = journal.next_attempt(str(number), length)
            return SatTask(self.request.to_json(), length, formula, number, attempt)

        def report(running: Iterable[SatTask]) -> Mapping[str, Any]:
            return {"length": length, "lower": length, "running": [str(task.number) for task in running]}

        for _, records in self.run.results(self.workers, next_task, report):
            for record in records:
                if record.result == ANSWER:
                    return Decision([record.word])
        return Decision((), all(self._is_excluded(number, length, formula) for number in range(parts)))

    def _is_excluded(self, number: int, length: int, formula: str) -> bool:
        record = self.run.journal.decided(str(number), length)
        return record is not None and record.result == EXCLUDED and record.proof == formula
