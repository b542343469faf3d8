"""`SatShares`: the engine that decides formulas in parts, with a plan and a journal in a folder.

A formula is split by the layers of its first two steps. Each worker writes the formula itself, and refuses one with
another SHA-256. A length is excluded when all parts of its formula are; only then the bound rises.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import BoundProved, HorizonClosed, HorizonOpened, Improved, Note
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.sat.row import SatStatistics
from cubeproof.engines.sat.steps import in_steps, step_cost, too_costly
from cubeproof.errors import SolverError, StoppedError, TimeUpError, UnreachableError, UsageError
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
from cubeproof.work.executor import Executor, stop_flag
from cubeproof.work.folder import JOURNAL, PLAN, Coordinator, ShareFolder, waiting
from cubeproof.work.journal import ANSWER, EXCLUDED, UNFINISHED, Journal, Record, digest_of
from cubeproof.work.plan import (
    BROKEN_PLAN,
    OTHER_FORMULA,
    WRONG_PLAN,
    lost_journal,
    plan_entries,
    reaches_goal,
    step_of,
)
from cubeproof.work.workers import LOST_WORKERS, Workers

SAT = "sat"
"""The kind of a plan for formulas in parts."""
# The number of first steps by whose layers a formula is split.
_STEPS = 2


@dataclass(frozen=True, slots=True)
class SatPart:
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


class SatPlan(NamedTuple):
    """The plan of formulas in parts."""

    formula: str
    """The SHA-256 of the first formula; empty if the search of short words has the answer."""
    lower: int
    """The lower bound before the formulas are decided."""
    word: Word | None
    """The answer, if the search of short words has it."""
    step: int
    """The difference between two lengths."""
    parts: int
    """The number of parts of the first formula."""

    @classmethod
    def read(cls, text: bytes, place: str, request: SearchRequest) -> SatPlan:
        """Read the plan of a folder for a question.

        Raises:
            UsageError: it is no plan, or the plan of another question.
        """
        entries = plan_entries(text, place, SAT, request)
        try:
            word, parts = entries["word"], len(entries["shares"])
            if entries["shares"] != _shares(parts):
                raise UsageError(WRONG_PLAN(place=place, part="shares"))
            word = None if word is None else tuple(map(int, word))
            return cls(str(entries["formula"]), int(entries["lower"]), word, step_of(entries), parts)
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(BROKEN_PLAN(place=place, reason=f"{error}.")) from None

    def text(self, request: SearchRequest) -> bytes:
        """Return the contents of the file."""
        plan = {
            "schema": 1,
            "kind": SAT,
            "request": request.to_dict(),
            "question": request.question_digest,
            "formula": self.formula,
            "lower": self.lower,
            "word": None if self.word is None else list(self.word),
            "turns": 1,
            "step": self.step,
            "shares": _shares(self.parts),
        }
        return (json.dumps(plan, separators=(",", ":")) + "\n").encode("ascii")


def _shares(parts: int) -> list[list[list[int]]]:
    return [[[number]] for number in range(parts)]


def solve_part(part: SatPart) -> list[Record]:
    """Write the formula, decide a part, and return its record.

    Raises:
        UsageError: this process writes another formula than the plan has.
        SolverError: the solver failed.
    """
    request = SearchRequest.from_json(part.request)
    problem = request.to_problem()
    formula = _formula(request, problem, ProblemPieces(in_steps(problem)), part.length)
    if _digest(formula) != part.formula:
        raise UsageError(OTHER_FORMULA())
    record = partial(Record, str(part.number), part.length, attempt=part.attempt, proof=part.formula)
    program = solver(request.options.solver or encoding(request.options.encoding).solver)
    try:
        reply = ask(formula, program, Control(flag=stop_flag()), [split(formula, _STEPS)[part.number]])
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
        return SAT

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read any problem, unless the costs of its turns are too large for a formula."""
        if (refusal := too_costly(problem)) is not None:
            return refusal
        return Attempt(self.name, partial(self._run, problem), proves=True, proof=Expected.HOURS)

    def _run(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        # A plan of another question is refused before anything is written.
        if (text := self.folder.read(PLAN)) is not None:
            plan_entries(text, self.folder.shown, SAT, self.request)
        with self.folder.coordinated(waiting(control)) as coordinator, control.watching():
            return _SatShareRun(self, problem, bounds, control, coordinator).run()


class _SatShareRun:
    """One run of a search."""

    def __init__(
        self, search: SatShares, problem: Problem, bounds: Bounds, control: Control, coordinator: Coordinator
    ) -> None:
        self.search, self.problem, self.control = search, problem, control
        self.bounds, self.coordinator, self.folder = bounds, coordinator, search.folder
        self.request = search.request
        self.lower = bounds.lower
        options = self.request.options
        self.program = options.solver or encoding(options.encoding).solver
        self.seconds = 0.0
        # Why a search ends that its control does not stop.
        self.stop = Stop.INTERRUPTED

    def run(self) -> Outcome:
        """Make or continue the plan, and decide length by length."""
        try:
            text = self.folder.read(PLAN)
            plan = None if text is None else SatPlan.read(text, self.folder.shown, self.request)
            expected = self._expected(plan)
            if expected is None:
                return self._outcome((), self.control.reason or Stop.LENGTH)
            if plan is None:
                plan, text = expected, expected.text(self.request)
                self.coordinator.write_plan(text)
            else:
                self._refuse_wrong_plan(plan, expected)
            self._prove(plan.lower)
            if plan.word is not None:
                return self._answer(plan.word)
            names = {str(number) for number in range(plan.parts)}
            self.journal = Journal(digest_of(text or b""), names.__contains__, self._is_right)
            self.journal.add_all(self.folder.read(JOURNAL) or b"")
            return self._lengths(plan)
        except (StoppedError, TimeUpError):
            return self._outcome((), self.control.reason or self.stop)
        except SolverError as error:
            error.lower_bound = self.lower
            raise
        except OSError as error:
            self.control.tell(Note(lost_journal(error)))
            return self._outcome((), Stop.GAVE_UP)

    def _outcome(self, words: tuple[Word, ...], stop: Stop | None) -> Outcome:
        statistics = SatStatistics(self.request.options.encoding, self.program, self.seconds)
        return Outcome(words, self.lower, stop, solver(self.program).unverified_solver, statistics=statistics)

    def _answer(self, word: Word) -> Outcome:
        length = self.problem.cost(word)
        self.control.tell(Improved(length, min(self.lower, length), word))
        return self._outcome((word,), None)

    def _prove(self, bound: int) -> None:
        if bound > self.lower:
            self.lower = bound
            self.control.tell(BoundProved(bound, solver(self.program).unverified_solver))

    def _expected(self, plan: SatPlan | None) -> SatPlan | None:
        """Search all short words, and compute the plan of the question, with parts if the folder's plan has parts.

        None if the search must end.
        """
        short = short_answers(self.problem, self.bounds, self.control, every=False, extra=0, quick=False)
        self.lower = max(self.lower, short.lower_bound)
        if short.stop is not None:
            return None
        if short.words and (plan is None or plan.word is not None):
            return SatPlan("", self.lower, short.words[0], 1, 0)
        pieces, cost = self._pieces(), step_cost(self.problem)
        odd = odd_lengths(pieces)
        steps = max(-(-self.lower // cost), pieces.distances.lower_bound)
        if steps >= FAR:
            raise UnreachableError(UNREACHABLE())
        steps += odd is not None and steps % 2 != odd
        lower, step = steps * cost, cost * (1 if odd is None else 2)
        first = _formula(self.request, self.problem, pieces, lower)
        return SatPlan(_digest(first), lower, None, step, len(split(first, _STEPS)))

    def _refuse_wrong_plan(self, plan: SatPlan, expected: SatPlan) -> None:
        """Refuse a plan that does not follow from its question.

        An older program may have excluded fewer lengths. The formula of the first length is compared later.
        """
        part = ""
        if plan.word is not None and not reaches_goal(self.problem, plan.word):
            part = "word"
        elif not 0 <= plan.lower <= expected.lower or (plan.lower - expected.lower) % expected.step:
            part = "lower"
        elif plan.word is None and plan.step != expected.step:
            part = "step"
        if part:
            raise UsageError(WRONG_PLAN(place=self.folder.shown, part=part))

    def _is_right(self, record: Record) -> bool:
        """Whether a line has an answer that reaches the goal in its length; no share of this plan is split."""
        return (
            record.result == ANSWER
            and reaches_goal(self.problem, record.word)
            and self.problem.cost(record.word) == record.length
        )

    def _pieces(self) -> ProblemPieces:
        return ProblemPieces(in_steps(self.problem))

    def _lengths(self, plan: SatPlan) -> Outcome:
        length = plan.lower
        pieces, jobs = self._pieces(), self.request.options.jobs or 1
        with Workers(solve_part, self.search.executor, self.search.threads, jobs) as workers:
            while self.control.limit.reaches(length):
                formula = _formula(self.request, self.problem, pieces, length)
                digest, parts = _digest(formula), len(split(formula, _STEPS))
                if length == plan.lower:
                    if digest != plan.formula:
                        raise UsageError(OTHER_FORMULA())
                    if parts != plan.parts:
                        raise UsageError(WRONG_PLAN(place=self.folder.shown, part="shares"))
                self.control.tell(HorizonOpened(length, formula.variables, formula.clauses))
                started = self.control.elapsed
                word = self._length(length, digest, parts, workers)
                self.control.tell(HorizonClosed(length, word is not None, self.control.elapsed - started))
                if word is not None:
                    return self._answer(word)
                length += plan.step
                self._prove(length)
        return self._outcome((), Stop.LENGTH)

    def _is_excluded(self, number: int, length: int, formula: str) -> bool:
        record = self.journal.decided(str(number), length)
        return record is not None and record.result == EXCLUDED and record.proof == formula

    def _length(self, length: int, formula: str, parts: int, workers: Workers[SatPart]) -> Word | None:
        """Decide the parts that the journal does not decide; return an answer, or None if all are excluded.

        Raises:
            StoppedError: the search must end.
        """
        waiting: list[int] = []
        for number in range(parts):
            record = self.journal.decided(str(number), length)
            if record is None or record.proof != formula:
                waiting.append(number)
            elif record.result == ANSWER:
                return record.word
        while True:
            while waiting and workers.have_room and not self.control.expired:
                number = waiting.pop(0)
                attempt = self.journal.next_attempt(str(number), length)
                workers.submit(SatPart(self.request.to_json(), length, formula, number, attempt))
            if not workers.running:
                self.control.check()
                if all(self._is_excluded(number, length, formula) for number in range(parts)):
                    return None
                # A part without a decision excludes nothing: its worker gave up, or there is none.
                self.stop = Stop.GAVE_UP
                raise StoppedError
            if (piece := workers.next()) is not None:
                for record in piece[1]:
                    line = record.line(self.journal.plan)
                    self.coordinator.append(line)
                    self.journal.add(line)
                    self.seconds += record.seconds
                    if record.result == ANSWER:
                        return record.word
            if workers.failure is not None:
                self.control.tell(Note(LOST_WORKERS(reason=workers.failure)))
                self.stop = Stop.GAVE_UP
                raise StoppedError
            if self.control.expired:
                workers.stop()
            running = [str(part.number) for part in workers.running.values()]
            self.coordinator.beat({"length": length, "lower": self.lower, "running": running})
