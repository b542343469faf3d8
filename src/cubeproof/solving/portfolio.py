"""The portfolio: which attempts at a problem run, in which order, and for how long.

An attempt answers (it has an answer to every start), proves (it excludes length after length, so that it reaches only
short answers), or improves (it gets an answer and yields better ones until it is stopped).

1. All words up to a cost that takes a moment are searched first (`Portfolio.first`), before anything is built. Their
   bound serves all attempts. An attempt that proves in moments needs no such search. Where answers to most starts are
   long, an attempt that answers at once runs first, and searches these words itself (`Attempt.searches_words`).
2. An attempt that answers and proves in moments is the only one that runs.
3. Else the first that answers in moments runs; without one, a prover looks for a short answer in `_FIRST_SECONDS`, and
   then the first that answers in minutes runs.
4. A prover follows: with a time limit for all the time that is left, without one only if it is expected to reach the
   answer within `PROOF_SECONDS`. If no engine promises answers to such a cube, it is tried in any case: for half of a
   limited time, else for `_FIRST_SECONDS` and again after the improver, until it is stopped.
5. Improvers follow until the answer is proved, the time is up, or, without a time limit, the last third of the time
   gained nothing, at least `_NO_GAIN_SECONDS`. An improver may raise the bound as well. If a prover is expected to
   reach the better answer, it follows then.

Every attempt may raise the bound that it proved, and lower the answer; each answer is replayed before anyone sees it.
Attempts run one after another, since each uses all cores; one that proves may improve beside its proof. `quick` ends
with the first answer. With a limit of length, attempts that prove run first. An attempt without memory leaves its
answer and its bound to the others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected, outcome_so_far
from cubeproof.contract.engine_facts import EngineFacts
from cubeproof.contract.events import BoundProved, Event, Improved, Note, Started
from cubeproof.contract.lack_of_memory import lack_of_memory
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import AnswerPart, Bounds, Outcome, Word
from cubeproof.contract.settings import Options
from cubeproof.errors import SolverError, StoppedError, TimeUpError, UnsupportedError
from cubeproof.sentences import Sentence

if TYPE_CHECKING:
    from cubeproof.problem import Problem

PROOF_SECONDS = 600.0
"""The expected seconds up to which a prover starts after an answer, without a time limit."""
# Seconds for a short answer before an attempt that takes minutes, and the most of a limited time.
_FIRST_SECONDS, _FIRST_SHARE = 20.0, 0.1
# The share of a limited time for an attempt whose proofs this machine lacks the means for; a prover gets the rest.
_UNPROVED_SHARE = 0.5
# Without a time limit, improvers end after this time without a gain, or half the time until the last one if longer.
_NO_GAIN_SECONDS = 20.0


def improved(
    problem: Problem, attempt: Attempt, outcome: Outcome, control: Control, *, quick: bool = False
) -> Outcome:
    """Return an outcome after an attempt's improver has worked on its answer, within the limits.

    Args:
        problem: the problem.
        attempt: the attempt, with an improver or without.
        outcome: its outcome.
        control: ends the improver, and receives better answers. Without a time limit, the improver also ends when the
            last third of its time gained nothing.
        quick: whether the first answer is enough.
    """
    if attempt.improve is None or not outcome.words:
        return outcome
    word, stop, limit = outcome.words[0], outcome.stop, control.limit
    length, started = problem.cost(word), control.elapsed
    lower = outcome.lower_bound

    def note_bound(event: Event) -> None:
        nonlocal lower
        if isinstance(event, BoundProved) and not event.unverified_solver:
            lower = max(lower, event.lower_bound)
        control.emit(event)

    within = control.within(control.remaining).emitting_to(note_bound)

    def is_enough() -> bool:
        return length <= lower or (limit.length is not None and length <= limit.length)

    try:
        enough = quick or is_enough()
        if not enough:
            # The time may be up since the answer.
            control.check()
        improvements = iter(()) if enough else attempt.improve(word, within)
        while True:
            if limit.seconds is None:
                within.renew(max(_NO_GAIN_SECONDS, (control.elapsed - started) / 2))
            better = next(improvements, None)
            if better is None:
                break
            if problem.cost(better) < length:
                word, length = better, problem.cost(better)
                control.emit(Improved(length, lower, word))
                if is_enough():
                    break
    except (StoppedError, TimeUpError):
        stop = control.reason or stop
    except SolverError as error:
        control.emit(Note(error.sentence))
    outcome = replace(outcome, lower_bound=lower)
    if quick and length > lower and stop is not Stop.INTERRUPTED:
        stop = Stop.QUICK
    if not limit.reaches(length):
        return replace(outcome, words=(), stop=stop or Stop.GAVE_UP)
    return replace(outcome, words=(word,), stop=stop)


@dataclass(frozen=True, slots=True)
class Portfolio:
    """Runs the attempts of several engines at a problem by the rules of this module."""

    engines: tuple[EngineFacts, ...]
    """The facts of the engines, in order."""
    options: Options = field(default_factory=Options)
    """The settings of all engines."""
    suits: Callable[[EngineFacts, Problem], bool] = lambda _facts, _problem: True
    """Whether `auto` uses an engine for a problem; this loads no engine."""
    first: Callable[[Problem, Bounds, Control, Options], Outcome] | None = None
    """Searches all words up to a cost that takes a moment. Its outcome has all requested answers, or none and a bound;
    with a reason to stop, the search ends. None for no such search."""

    @property
    def name(self) -> str:
        """`auto`."""
        return "auto"

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a problem with one engine after another, until an engine solves every start."""
        readings = _Readings(self, problem)
        first = readings.first_answering() or next(iter(readings), None)
        if first is None:
            return readings.refuse()
        return replace(
            first[1],
            engine=self.name,
            improve=None,
            parts=readings.parts,
            run=lambda bounds, control: _PortfolioRun(self, problem, readings, bounds, control).run(),
        )


_Reading = tuple[EngineFacts, Attempt]


class _Readings:
    """The attempts at a problem: each engine reads it once, at first use. Threads may share this object."""

    def __init__(self, portfolio: Portfolio, problem: Problem) -> None:
        self._refusal = Sentence("")
        self._starved = False
        self._portfolio, self._problem = portfolio, problem
        # None for an engine that is not used, or that refuses the problem.
        self._readings: dict[str, _Reading | None] = {}
        self._lock = threading.Lock()

    def _read(self, facts: EngineFacts) -> _Reading | None:
        if not self._portfolio.suits(facts, self._problem):
            return None
        try:
            reading = facts.make(self._portfolio.options).read(self._problem)
        except Exception as error:
            if (reason := lack_of_memory(error)) is None:
                raise
            reading, self._starved = reason, True
        if isinstance(reading, Attempt):
            return facts, reading
        self._refusal = Sentence.of(reading)
        return None

    def refuse(self) -> Sentence:
        """Return the reason why no engine that was asked reads the problem; raise MemoryError if memory was short."""
        if self._starved:
            raise MemoryError
        return self._refusal

    def first(self, fits: Callable[[Attempt], bool], after: Attempt | None = None) -> _Reading | None:
        """Return the first attempt that fits, of all or of those after one of them, or None."""
        readings = iter(self)
        if after is not None:
            next(reading for reading in readings if reading[1] is after)
        return next((reading for reading in readings if fits(reading[1])), None)

    def first_answering(self, fits: Callable[[Attempt], bool] = lambda _: True) -> _Reading | None:
        """Return the first attempt that solves every start and fits, or None.

        Engines whose facts promise such an attempt are read first, and others may not be loaded.
        """
        cube = self._problem.cube_map
        size = None if cube is None else cube.size
        engines = [facts for facts in self._portfolio.engines if facts.at_once or size in facts.any_cube]
        promised = (reading for facts in engines if (reading := self._once(facts)) is not None)
        return next(
            (reading for reading in chain(promised, self) if reading[1].answers_any and fits(reading[1])),
            None,
        )

    def parts(self, word: Word) -> tuple[AnswerPart, ...]:
        """Return the parts of an answer, by the first attempt so far that knows parts of it."""
        attempts = (reading[1] for reading in self._readings.values() if reading is not None)
        return next(filter(None, (attempt.parts(word) for attempt in attempts)), ())

    def __iter__(self) -> Iterator[_Reading]:
        for facts in self._portfolio.engines:
            if (reading := self._once(facts)) is not None:
                yield reading

    def _once(self, facts: EngineFacts) -> _Reading | None:
        with self._lock:
            if facts.name not in self._readings:
                self._readings[facts.name] = self._read(facts)
        return self._readings[facts.name]


def _answers_at_once(attempt: Attempt) -> bool:
    return attempt.answers_any and attempt.answer is Expected.MOMENTS


class _PortfolioRun:
    """One search."""

    def __init__(
        self, portfolio: Portfolio, problem: Problem, readings: _Readings, bounds: Bounds, control: Control
    ) -> None:
        self.portfolio, self.problem, self.readings = portfolio, problem, readings
        self.bounds, self.control = bounds, control
        self.options = portfolio.options
        self.limited = control.limit.seconds is not None
        # The engines that ran out of memory, and those whose start was reported.
        self.starved: frozenset[str] = frozenset()
        self.started: set[str] = set()

    def run(self) -> Outcome:
        outcome = self._outcome()
        if not self.starved or outcome.words or self.control.expired:
            return outcome
        # Engines that are not used for this problem are better than no answer.
        starved = self.starved
        portfolio = replace(self.portfolio, suits=lambda facts, _: facts.name not in starved)
        readings = _Readings(portfolio, self.problem)
        if next(iter(readings), None) is None:
            return outcome
        bounds = replace(self.bounds, lower=max(self.bounds.lower, outcome.lower_bound))
        others = _PortfolioRun(portfolio, self.problem, readings, bounds, self.control)
        others.starved = starved
        try:
            return others.run()
        except UnsupportedError:
            return outcome

    def _outcome(self) -> Outcome:
        at_once = self.readings.first_answering(_answers_at_once)
        if (words := self._short_answers(at_once)) is not None:
            if words.words or words.stop is not None:
                return words
            self.bounds = replace(self.bounds, lower=max(self.bounds.lower, words.lower_bound), short=True)
        if at_once is not None:
            attempt = at_once[1]
            if attempt.proof is Expected.MOMENTS:
                # A start with unknown stickers may fit too many states.
                with suppress(UnsupportedError):
                    return self._ask(attempt, self.bounds, self.control)
            elif self._runs(attempt):
                return self._go_on(*self._answer(attempt))
        elif not self.options.every and not self._is_short():
            in_minutes = self.readings.first_answering()
            if in_minutes is not None:
                return self._answer_in_minutes(in_minutes[1])
        return self._go_on(None, Outcome((), self.bounds.lower))

    def _runs(self, attempt: Attempt) -> bool:
        """Whether an attempt that answers at once runs, although its proof takes longer."""
        proves = attempt.proves and attempt.proves_here
        return proves or self._answer_is_of_use() or self._prover is None

    def _short_answers(self, at_once: _Reading | None) -> Outcome | None:
        """Search all words up to a cost that takes a moment, in the name of the attempt that follows."""
        if self.portfolio.first is None or (at_once is not None and at_once[1].proof is Expected.MOMENTS):
            return None
        if at_once is not None and self._runs(at_once[1]):
            if at_once[1].searches_words:
                return None
        else:
            at_once = self._prover or self.readings.first(lambda _: True)
        if at_once is None:
            return None
        self._report_start(at_once[1])
        outcome = self.portfolio.first(self.problem, self.bounds, self.control, self.options)
        return replace(outcome, engine=at_once[1].engine)

    def _report_start(self, attempt: Attempt) -> None:
        if attempt.engine not in self.started:
            self.started.add(attempt.engine)
            self.control.emit(Started(attempt.engine))

    def _answer(self, attempt: Attempt) -> tuple[Attempt, Outcome]:
        """Return the outcome of an attempt that answers at once, or of the next one if there are too many states."""
        control = self.control
        if self.limited and not attempt.proves_here and not self.options.quick:
            control = control.within(_UNPROVED_SHARE * control.remaining)
        try:
            return attempt, self._ask(attempt, self.bounds, control)
        except UnsupportedError:
            following = self.readings.first(_answers_at_once, after=attempt)
        return (attempt, Outcome((), self.bounds.lower)) if following is None else self._answer(following[1])

    def _answer_in_minutes(self, attempt: Attempt) -> Outcome:
        """Return a short answer if a prover finds one, else any answer."""
        short = Outcome((), self.bounds.lower)
        if (prover := self._prover) is not None:
            seconds = min(_FIRST_SECONDS, _FIRST_SHARE * self.control.remaining)
            if self.bounds.upper is not None and self._is_reached(self.bounds.upper):
                seconds = self.control.remaining / 2
            short = self._ask(prover[1], self.bounds, self.control.within(seconds))
            if short.words or short.stop in (Stop.INTERRUPTED, Stop.LENGTH) or self.control.expired:
                return short
        bounds = replace(self.bounds, lower=max(self.bounds.lower, short.lower_bound))
        outcome = self._ask(attempt, bounds, self.control)
        if outcome.lower_bound == short.lower_bound:
            # The bound may be a claim of an unverified solver.
            outcome = replace(outcome, unverified_solver=short.unverified_solver)
        return self._go_on(attempt, outcome)

    def _go_on(self, attempt: Attempt | None, outcome: Outcome) -> Outcome:
        """Return the outcome of an attempt that answers, after its prover and its improver."""
        proved = outcome
        if attempt is None or self._proof_follows(attempt, outcome):
            proved = self._prove(outcome)
        elif self._is_tried(attempt, outcome):
            seconds = self.control.remaining / 2 if self.limited else _FIRST_SECONDS
            proved = self._prove(outcome, self.control.within(seconds))
        if attempt is None or proved.stop is Stop.LENGTH:
            return proved
        better = improved(self.problem, attempt, proved, self.control, quick=self.options.quick)
        if better.words != proved.words:
            better = replace(better, engine=attempt.engine)
        is_new = proved is outcome and better.words != proved.words and not self.options.quick
        reached = is_new and self._proof_follows(attempt, better)
        goes_on = not self.limited and self._is_tried(attempt, better)
        return self._prove(better) if reached or goes_on else better

    def _is_tried(self, attempt: Attempt, outcome: Outcome) -> bool:
        """Whether a prover is tried although it is not expected to reach the answer.

        It is if the engine of the attempt promises no answers to all cubes of this size, so they may be long.
        """
        if self.options.quick or self.control.expired or self._prover is None or not outcome.words:
            return False
        if outcome.stop in (Stop.INTERRUPTED, Stop.LENGTH):
            return False
        cube = self.problem.cube_map
        is_promised = any(
            cube is not None and facts.name == attempt.engine and cube.size in facts.any_cube
            for facts in self.portfolio.engines
        )
        return not is_promised and self.problem.cost(outcome.words[0]) > outcome.lower_bound

    def _proof_follows(self, attempt: Attempt, outcome: Outcome) -> bool:
        """Whether a prover goes on after the outcome of an attempt that answers."""
        if outcome.stop in (Stop.INTERRUPTED, Stop.LENGTH) or self.control.expired:
            return False
        if not outcome.words:
            return attempt.engine not in self.starved
        length = self.problem.cost(outcome.words[0])
        if self.options.quick:
            return False
        if self.options.every:
            return outcome.stop is not None
        if length <= outcome.lower_bound:
            return False
        # Before an attempt that takes minutes, the prover has had its time.
        rest = self.limited and attempt.improve is None and attempt.answer is Expected.MOMENTS
        return (rest or self._is_reached(length)) and self._prover is not None

    def _prove(self, outcome: Outcome, control: Control | None = None) -> Outcome:
        """Return the answer with its proof, or a shorter answer."""
        if self._prover is None:
            if outcome.engine:
                return outcome
            raise UnsupportedError(self.readings.refuse())
        bounds = replace(
            self.bounds,
            lower=max(self.bounds.lower, outcome.lower_bound),
            word=outcome.words[0] if outcome.words else self.bounds.word,
        )
        proved = self._ask(self._prover[1], bounds, control or self.control)
        if outcome.words and proved.words == outcome.words:
            proved = replace(proved, engine=f"{outcome.engine}+{proved.engine}")
        return proved

    @cached_property
    def _prover(self) -> _Reading | None:
        """The first attempt that proves lengths, but does not answer every start."""
        return self.readings.first(lambda attempt: attempt.proves and not attempt.answers_any)

    def _is_reached(self, length: int) -> bool:
        """Whether the prover is expected to reach a length."""
        layers = None if self.problem.cube_map is None else self.problem.cube_map.size

        def is_reached(facts: EngineFacts) -> bool:
            return facts.expected_seconds is None or facts.expected_seconds(layers, length) <= PROOF_SECONDS

        # The prover is not loaded if no engine expects to reach the length.
        engines = (
            facts
            for facts in self.portfolio.engines
            if facts.proves and self.portfolio.suits(facts, self.problem)
        )
        return any(map(is_reached, engines)) and self._prover is not None and is_reached(self._prover[0])

    def _is_short(self) -> bool:
        """Whether a short answer is searched: the prover reaches the limit of length, or a known length."""
        length, upper = self.control.limit.length, self.bounds.upper
        if length is not None and self._is_reached(length):
            return True
        return not self.limited and upper is not None and self._is_reached(upper)

    def _answer_is_of_use(self) -> bool:
        """Whether an unproved answer is useful: not if all answers are requested, or a prover reaches the limit."""
        length = self.control.limit.length
        return self.options.quick or (
            not self.options.every and (length is None or not self._is_reached(length))
        )

    def _ask(self, attempt: Attempt, bounds: Bounds, control: Control) -> Outcome:
        self._report_start(attempt)
        try:
            return replace(attempt.run(bounds, control), engine=attempt.engine)
        except Exception as error:
            if (reason := lack_of_memory(error)) is None:
                raise
        # Outside the handler, since an error that is being handled keeps the objects that filled the memory.
        control.emit(Note(reason))
        self.starved |= {attempt.engine}
        outcome = outcome_so_far(control, Stop.GAVE_UP)
        word = bounds.word
        if not outcome.words and word is not None and control.limit.reaches(self.problem.cost(word)):
            outcome = replace(outcome, words=(word,))
        return replace(outcome, lower_bound=max(bounds.lower, outcome.lower_bound), engine=attempt.engine)
