"""`AutoEngine`: chooses other engines for a problem, and runs them in an order that follows from their attempts."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected, outcome_so_far
from cubeproof.contract.events import Note, Started
from cubeproof.contract.lack_of_memory import lack_of_memory
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.contract.row import Row
from cubeproof.contract.settings import Options
from cubeproof.errors import UnsupportedError
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template

_TRIES = Template(
    "auto.tries", "{reason} The search stops after {seconds:g} seconds unless a time limit is given."
)


@dataclass(frozen=True, slots=True)
class AutoEngine:
    """Runs engines one after another until the bounds meet, the time is up, or an answer is enough.

    1. An attempt that answers every start in moments runs first. If its proof also takes moments, no other one runs.
    2. An attempt that proves lengths, but only reaches short answers, then tries to prove the first answer.
    3. Without an attempt of the first kind, a search for a short answer runs, then an attempt that takes minutes.

    If an attempt runs out of memory, its bound and answer are kept, and the other engines go on.

    The rows have the times of the attempts.
    """

    rows: tuple[Row, ...]
    """The rows of the engines, in order."""
    options: Options = field(default_factory=Options)
    """The settings of all engines."""
    suits: Callable[[Row, Problem], bool] = lambda _row, _problem: True
    """Whether `auto` uses an engine for a problem; this loads no engine."""
    beyond: Callable[[Problem], Sentence | None] = lambda _problem: None
    """Returns the reason why a problem is out of reach unless a few turns are enough, or None."""

    @property
    def name(self) -> str:
        """`auto`."""
        return "auto"

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a problem with one engine after another, until an engine solves every start."""
        readings = _Readings(self, problem)
        first = readings.first(lambda attempt: attempt.answers_any) or next(iter(readings), None)
        if first is None:
            return readings.refuse()
        return replace(
            first[1],
            engine=self.name,
            run=lambda bounds, control: _AutoSearch(self, problem, readings, bounds, control).run(),
        )


_Reading = tuple[Row, Attempt]


class _Readings:
    """The attempts at a problem: each engine reads it once, at first use. Threads may share this object."""

    def __init__(self, auto: AutoEngine, problem: Problem) -> None:
        self._refusal = Sentence("")
        self._starved = False
        self._auto, self._problem = auto, problem
        # None for an engine that is not used, or that refuses the problem.
        self._readings: list[_Reading | None] = []
        self._lock = threading.Lock()

    def _read(self, row: Row) -> _Reading | None:
        if not self._auto.suits(row, self._problem):
            return None
        try:
            reading = row.make(self._auto.options).read(self._problem)
        except Exception as error:
            if (reason := lack_of_memory(error)) is None:
                raise
            reading, self._starved = reason, True
        if isinstance(reading, Attempt):
            return row, reading
        self._refusal = Sentence.of(reading)
        return None

    def refuse(self) -> Sentence:
        """Return the reason why no engine that was asked reads the problem; raise MemoryError if memory was short."""
        if self._starved:
            raise MemoryError
        return self._refusal

    def first(self, fits: Callable[[Attempt], bool]) -> _Reading | None:
        """Return the first attempt that fits, or None."""
        for row, attempt in self:
            if fits(attempt):
                return row, attempt
        return None

    def __iter__(self) -> Iterator[_Reading]:
        for number, row in enumerate(self._auto.rows):
            with self._lock:
                if number == len(self._readings):
                    self._readings.append(self._read(row))
            if (reading := self._readings[number]) is not None:
                yield reading


class _AutoSearch:
    """One search of `auto`."""

    def __init__(
        self, auto: AutoEngine, problem: Problem, readings: _Readings, bounds: Bounds, control: Control
    ) -> None:
        self.auto, self.problem, self.readings = auto, problem, readings
        self.bounds, self.control = bounds, control
        self.options = auto.options
        # The engines that ran out of memory.
        self.starved: frozenset[str] = frozenset()

    def run(self) -> Outcome:
        outcome = self._outcome()
        if not self.starved or outcome.words or self.control.expired:
            return outcome
        # Engines that `auto` does not use for this problem are better than no answer.
        starved = self.starved
        auto = replace(self.auto, suits=lambda row, _: row.name not in starved)
        readings = _Readings(auto, self.problem)
        if next(iter(readings), None) is None:
            return outcome
        bounds = replace(self.bounds, lower=max(self.bounds.lower, outcome.lower_bound))
        others = _AutoSearch(auto, self.problem, readings, bounds, self.control)
        others.starved = starved
        try:
            return others.run()
        except UnsupportedError:
            return outcome

    def _outcome(self) -> Outcome:
        outcome = Outcome((), self.bounds.lower)
        attempted = False
        quick = self.readings.first(
            lambda attempt: attempt.answers_any and attempt.answer is Expected.MOMENTS
        )
        if quick is not None:
            row, attempt = quick
            if attempt.proof is Expected.MOMENTS:
                # A start with unknown stickers may fit too many states.
                attempted = True
                with suppress(UnsupportedError):
                    return self._ask(attempt, self.bounds, self.control)
            elif (attempt.proves and attempt.proves_here) or self._answer_is_of_use():
                attempted = True
                outcome = self._quick_outcome(row, attempt)
                if self._is_enough(attempt, outcome) or (
                    attempt.engine in self.starved and not outcome.words
                ):
                    return outcome
        prover = self._prover
        if not attempted and not self.options.every and not self._is_short(prover):
            slow = self.readings.first(
                lambda attempt: attempt.answers_any and attempt.answer is not Expected.MOMENTS
            )
            if slow is not None:
                return self._slow_outcome(slow, prover)
        if prover is None:
            if outcome.engine:
                return outcome
            raise UnsupportedError(self.readings.refuse())
        return self._prove(prover, outcome)

    def _quick_outcome(self, row: Row, attempt: Attempt) -> Outcome:
        """Return the outcome of the attempt, or an outcome without an answer if there are too many states."""
        limited = self.control.limit.seconds is not None
        control = self.control
        if limited and not attempt.proves_here and not self.options.quick:
            control = control.within(row.unproved_share * control.remaining)
        try:
            return self._ask(attempt, self.bounds, control)
        except UnsupportedError:
            return Outcome((), self.bounds.lower)

    def _prove(self, prover: _Reading, outcome: Outcome) -> Outcome:
        """Return the answer with its proof, or a shorter answer."""
        row, attempt = prover
        bounds = replace(
            self.bounds,
            lower=max(self.bounds.lower, outcome.lower_bound),
            word=outcome.words[0] if outcome.words else self.bounds.word,
        )
        proved = self._ask(attempt, bounds, self._control_for_proof(row, prover))
        if outcome.words and proved.words == outcome.words:
            proved = replace(proved, engine=f"{outcome.engine}+{proved.engine}")
        return proved

    def _slow_outcome(self, slow: _Reading, prover: _Reading | None) -> Outcome:
        """Return a short answer if it exists, else any answer."""
        row, attempt = slow
        short = Outcome((), self.bounds.lower)
        if prover is not None:
            share = min(row.first_seconds, row.first_share * self.control.remaining)
            if self._is_near(prover[0]):
                share = self.control.remaining / 2
            short = self._ask(prover[1], self.bounds, self.control.within(share))
            if short.words or short.stop in (Stop.INTERRUPTED, Stop.LENGTH) or self.control.expired:
                return short
        lower = max(self.bounds.lower, short.lower_bound)
        outcome = self._ask(attempt, replace(self.bounds, lower=lower), self.control)
        if outcome.lower_bound == short.lower_bound:
            # The bound may be a claim of an unverified solver.
            outcome = replace(outcome, unverified_solver=short.unverified_solver)
        return outcome

    def _is_near(self, row: Row) -> bool:
        """Whether a known answer is short enough for a proof on every size."""
        upper = self.bounds.upper
        return upper is not None and row.proves_large is not None and upper <= row.proves_large

    @cached_property
    def _prover(self) -> _Reading | None:
        """The first attempt that proves lengths, but does not answer every start."""
        return self.readings.first(lambda attempt: attempt.proves and not attempt.answers_any)

    def _is_short(self, prover: _Reading | None) -> bool:
        """Whether a short answer is searched: the length is in the prover's reach, or known without a time limit."""
        if prover is None:
            return False
        length, limit = self.control.limit.length, prover[0].proves_up_to
        if length is not None and limit is not None and length <= limit:
            return True
        return self.control.limit.seconds is None and self._is_near(prover[0])

    def _control_for_proof(self, row: Row, prover: _Reading) -> Control:
        """Return the control for a proof. A problem out of reach is reported first, and gets a limited time."""
        if self._is_short(prover) or (reason := self.auto.beyond(self.problem)) is None:
            return self.control
        if self.control.limit.seconds is not None or row.beyond_seconds is None:
            self.control.tell(Note(reason))
            return self.control
        self.control.tell(Note(_TRIES(reason=reason, seconds=row.beyond_seconds)))
        return self.control.within(row.beyond_seconds)

    def _answer_is_of_use(self) -> bool:
        """Whether an answer without a proof is useful: not if all answers are requested, or a length is given."""
        return self.options.quick or (not self.options.every and self.control.limit.length is None)

    def _is_enough(self, attempt: Attempt, outcome: Outcome) -> bool:
        """Whether nothing more can be proved."""
        length = self.problem.cost(outcome.words[0]) if outcome.words else None
        if self.options.quick and length is not None:
            return True
        if outcome.stop in (Stop.INTERRUPTED, Stop.LENGTH) or self.control.expired:
            return True
        if length is None:
            return False
        if self.options.every:
            return outcome.stop is None
        if length <= outcome.lower_bound:
            return True
        # For an attempt without proofs, the length of the answer does not limit the prover.
        reach = None if self._prover is None else self._prover[0].proves_up_to
        unlimited = self.control.limit.seconds is None
        return attempt.proves and unlimited and (reach is None or length > reach)

    def _ask(self, attempt: Attempt, bounds: Bounds, control: Control) -> Outcome:
        control.tell(Started(attempt.engine))
        try:
            return replace(attempt.run(bounds, control), engine=attempt.engine)
        except Exception as error:
            if (reason := lack_of_memory(error)) is None:
                raise
        # Outside the handler, since an error that is being handled keeps the objects that filled the memory.
        control.tell(Note(reason))
        self.starved |= {attempt.engine}
        outcome = outcome_so_far(control, Stop.GAVE_UP)
        word = bounds.word
        if not outcome.words and word is not None and control.limit.reaches(self.problem.cost(word)):
            outcome = replace(outcome, words=(word,))
        return replace(outcome, lower_bound=max(bounds.lower, outcome.lower_bound), engine=attempt.engine)
