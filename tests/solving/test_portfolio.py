"""The portfolio with a toy improver and a toy prover: order, limits, stops, failures and lies."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from cubeproof import Attempt, Cube, Engine, Event, Improved, InternalError, Limit, Problem, Stop, solve
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Expected
from cubeproof.contract.engine_facts import EngineFacts
from cubeproof.contract.events import BoundProved, Note
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.contract.settings import Options
from cubeproof.errors import SolverError, UnsupportedError
from cubeproof.problem import cube_problem
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving import portfolio
from cubeproof.solving.portfolio import Portfolio
from patience import PATIENCE

PROBLEM = cube_problem(Cube(3).apply("R U"))
FIRST, BETTER, BEST = (
    tuple(map([generator.name for generator in PROBLEM.generators].index, turns.split()))
    for turns in ("U U U U U' R'", "U2 U2 U' R'", "U' R'")
)

FAILED = Template("test.failed", "The solver failed.")
Improvements = Callable[[Word, Control], Iterator[Word]]


class Answering:
    """An engine that answers at once, with an improver."""

    def __init__(self, improve: Improvements | None, answer: Word = FIRST) -> None:
        self.improve, self.answer = improve, answer
        self.options = Options()

    name = "answering"

    def read(self, problem: Problem) -> Attempt | Sentence:
        def run(bounds: Bounds, control: Control) -> Outcome:
            control.emit(Improved(problem.cost(self.answer), bounds.lower, self.answer))
            return Outcome((self.answer,), bounds.lower)

        return Attempt(self.name, run, improve=self.improve, answers_any=True, answer=Expected.MOMENTS)


class Overwhelmed:
    """An engine that answers at once, but detects during the search that there are too many states."""

    name = "overwhelmed"

    def read(self, problem: Problem) -> Attempt | Sentence:
        def run(bounds: Bounds, control: Control) -> Outcome:
            raise UnsupportedError(say("test.states", "Too many states."))

        return Attempt(self.name, run, answers_any=True, answer=Expected.MOMENTS)


class Proving:
    """An engine that proves the bound 2, and then fails or returns what it was given."""

    name = "proving"

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure
        self.words: list[Word | None] = []

    def read(self, problem: Problem) -> Attempt | Sentence:
        def run(bounds: Bounds, control: Control) -> Outcome:
            self.words.append(bounds.word)
            control.emit(BoundProved(2))
            if self.failure is not None:
                raise self.failure
            return Outcome(() if bounds.word is None else (bounds.word,), 2, Stop.TIMEOUT)

        return Attempt(self.name, run, proves=True)


def of(*engines: Engine, any_cube: tuple[int, ...] = (3,), **options: Any) -> Portfolio:
    """A portfolio of these engines, which promise answers to these cubes; the prover is expected to reach 5 turns."""
    facts = (
        EngineFacts(
            name=engine.name,
            summary=say("test.toy", "a toy"),
            make=lambda _, engine=engine: engine,  # type: ignore[misc]
            proves=True,
            any_cube=any_cube,
            expected_seconds=lambda _, length: portfolio.PROOF_SECONDS * (length - 4),
        )
        for engine in engines
    )
    return Portfolio(tuple(facts), Options(**options))


def steps(*words: Word) -> Improvements:
    return lambda _word, _control: iter(words)


def endless(word: Word, control: Control) -> Iterator[Word]:
    yield BETTER
    while True:
        control.check()
        control.wait(0.01)


def test_improver_lowers_the_answer_until_the_bound() -> None:
    events: list[Event] = []
    engine = of(Answering(steps(BETTER, FIRST, BEST)))
    solution = solve(PROBLEM, engine=engine, progress=events.append)
    assert [event.length for event in events if isinstance(event, Improved)] == [6, 4, 2]
    assert (solution.word, solution.lower_bound, solution.engine) == (BEST, 1, "answering")


def test_prover_starts_when_it_is_expected_to_reach_the_answer_before_or_after_the_improver() -> None:
    far = Proving()
    solve(PROBLEM, engine=of(Answering(steps()), far))
    assert far.words == []
    later = Proving()
    solution = solve(PROBLEM, engine=of(Answering(steps(BEST)), later))
    assert later.words == [BEST]
    assert (solution.word, solution.optimal) == (BEST, True)
    near = Proving()
    solution = solve(PROBLEM, engine=of(Answering(steps(BEST), BETTER), near))
    assert near.words == [BETTER]
    assert (solution.word, solution.optimal) == (BEST, True)


def test_prover_is_tried_where_no_engine_promises_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "_NO_GAIN_SECONDS", 0.1)
    for limit, words in ((Limit(), [FIRST, BETTER]), (Limit(seconds=PATIENCE), [FIRST])):
        prover = Proving()
        solve(PROBLEM, engine=of(Answering(steps(BETTER)), prover, any_cube=()), limit=limit)
        assert prover.words == words
    quick = Proving()
    solve(PROBLEM, engine=of(Answering(steps()), quick, any_cube=(), quick=True))
    assert quick.words == []


def test_next_engine_that_answers_at_once_follows_one_with_too_many_states() -> None:
    solution = solve(PROBLEM, engine=of(Overwhelmed(), Answering(steps(BEST), BETTER)))
    assert (solution.word, solution.engine) == (BEST, "answering")


def test_without_a_time_limit_an_improver_without_gain_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "_NO_GAIN_SECONDS", 0.1)
    solution = solve(PROBLEM, engine=of(Answering(endless)))
    assert (solution.word, solution.stop) == (BETTER, None)


def test_with_a_time_limit_an_improver_uses_all_of_it() -> None:
    solution = solve(PROBLEM, engine=of(Answering(endless)), limit=Limit(seconds=0.5))
    assert (solution.word, solution.stop) == (BETTER, Stop.TIMEOUT)
    assert solution.seconds >= 0.5


def test_quick_ends_with_the_first_answer() -> None:
    solution = solve(PROBLEM, engine=of(Answering(endless), quick=True))
    assert (solution.word, solution.stop) == (FIRST, Stop.QUICK)


def test_limit_of_length_ends_the_improver_and_hides_longer_answers() -> None:
    met = solve(PROBLEM, engine=of(Answering(endless), quick=False), limit=Limit(length=5))
    assert met.word == BETTER
    missed = solve(PROBLEM, engine=of(Answering(steps(BETTER))), limit=Limit(length=3))
    assert (missed.word, missed.stop) == (None, Stop.GAVE_UP)


def test_search_that_ends_before_its_improver_says_why() -> None:
    control, attempt = Control(), Answering(endless).read(PROBLEM)
    assert isinstance(attempt, Attempt)
    control.stop()
    outcome = portfolio.improved(PROBLEM, attempt, Outcome((FIRST,), 1, Stop.GAVE_UP), control)
    assert (outcome.words, outcome.stop) == ((FIRST,), Stop.INTERRUPTED)


def test_interrupted_improver_keeps_its_answer() -> None:
    control = Control(progress=lambda event: control.stop() if event == Improved(4, 1) else None)
    solution = solve(PROBLEM, engine=of(Answering(endless)), control=control)
    assert (solution.word, solution.stop) == (BETTER, Stop.INTERRUPTED)


@pytest.mark.parametrize("failure", [MemoryError(), SolverError(FAILED())])
def test_prover_that_fails_loses_no_answer(failure: Exception) -> None:
    engine = of(Answering(steps(BEST), BETTER), Proving(failure))
    if isinstance(failure, SolverError):
        with pytest.raises(SolverError):
            solve(PROBLEM, engine=engine)
        return
    solution = solve(PROBLEM, engine=engine)
    assert (solution.word, solution.lower_bound) == (BEST, 2)


def test_improver_that_fails_loses_no_answer() -> None:
    def failing(word: Word, control: Control) -> Iterator[Word]:
        yield BETTER
        raise SolverError(FAILED())

    events: list[Event] = []
    solution = solve(PROBLEM, engine=of(Answering(failing)), progress=events.append)
    assert solution.word == BETTER
    assert [str(event.sentence) for event in events if isinstance(event, Note)] == [str(FAILED())]


def test_improver_that_lies_is_refused() -> None:
    with pytest.raises(InternalError):
        solve(PROBLEM, engine=of(Answering(steps((0,)))))


def test_improver_of_a_named_engine_runs_by_the_same_rules() -> None:
    solution = solve(PROBLEM, engine=Answering(steps(BETTER, BEST)))
    assert solution.word == BEST


class Recording(Answering):
    """An engine that answers at once, and records when it runs."""

    def __init__(self, calls: list[str], *, searches_words: bool) -> None:
        super().__init__(None)
        self.calls, self.searches_words = calls, searches_words

    def read(self, problem: Problem) -> Attempt | Sentence:
        reading = super().read(problem)
        assert isinstance(reading, Attempt)

        def run(bounds: Bounds, control: Control) -> Outcome:
            self.calls.append(self.name)
            return reading.run(bounds, control)

        return replace(reading, run=run, searches_words=self.searches_words)


@pytest.mark.parametrize("searches_words", [True, False])
def test_short_words_wait_for_an_attempt_that_searches_them_itself(searches_words: bool) -> None:
    calls: list[str] = []

    def first(_problem: Problem, bounds: Bounds, _control: Control, _options: Options) -> Outcome:
        calls.append("words")
        return Outcome((), bounds.lower)

    engine = replace(of(Recording(calls, searches_words=searches_words)), first=first)
    assert solve(PROBLEM, engine=engine).word == FIRST
    assert calls == (["answering"] if searches_words else ["words", "answering"])


def test_all_answers_are_searched_before_an_attempt_that_has_only_one() -> None:
    calls: list[str] = []

    def first(_problem: Problem, bounds: Bounds, _control: Control, _options: Options) -> Outcome:
        calls.append("words")
        return Outcome((BEST,), 2, every=True)

    engine = of(Recording(calls, searches_words=True), Proving(), every=True)
    assert solve(PROBLEM, engine=replace(engine, first=first)).words == (BEST,)
    assert calls == ["words"]


def test_improver_may_prove_that_its_answer_is_shortest() -> None:
    def improve(_word: Word, control: Control) -> Iterator[Word]:
        control.emit(BoundProved(2))
        yield BEST
        pytest.fail("the answer is proved")

    solution = solve(PROBLEM, engine=of(Answering(improve)))
    assert (solution.word, solution.lower_bound, solution.optimal) == (BEST, 2, True)


def test_reason_of_a_long_answer_is_a_note_unless_the_answer_is_proved() -> None:
    class Unready(Answering):
        def read(self, problem: Problem) -> Attempt | Sentence:
            reading = super().read(problem)
            assert isinstance(reading, Attempt)
            return replace(reading, shortfall=lambda _: FAILED())

    for answer, expected in ((FIRST, [Note(FAILED())]), ((BEST[0],), [])):
        problem = PROBLEM if answer is FIRST else cube_problem(Cube(3).apply("U"))
        events: list[Event] = []
        solve(problem, engine=of(Unready(steps(), answer), quick=True), progress=events.append)
        assert [event for event in events if isinstance(event, Note)] == expected
