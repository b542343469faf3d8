"""`solve`: solves a cube or a problem, and returns a solution whose answers were replayed."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import overload

from cubeproof.base.argument_checks import expect, expect_callable, wrong
from cubeproof.base.lazy_imports import lazily
from cubeproof.base.polling import watched
from cubeproof.contract.abandonable_run import AbandonedError, run_abandonable
from cubeproof.contract.control import Control, attach_so_far
from cubeproof.contract.engine import Attempt, Engine, attempt, outcome_so_far
from cubeproof.contract.events import (
    Answered,
    BoundProved,
    Event,
    Improved,
    Note,
    Progress,
    StageClosed,
    ignore,
)
from cubeproof.contract.lack_of_memory import lack_of_memory
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.contract.state import SearchState
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import (
    InternalError,
    SolverError,
    StoppedError,
    TimeUpError,
    UnreachableError,
    UsageError,
)
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Template, say
from cubeproof.solving.known_answers import KnownAnswer
from cubeproof.solving.portfolio import improved
from cubeproof.solving.program_end import stopped_at_program_end
from cubeproof.solving.registry import engine as named_engine
from cubeproof.solving.registry import ensure_quick
from cubeproof.solving.solution import ProblemSolution, Reached, Solution, solution_type
from cubeproof.solving.trusted_bounds import SHORTER_EXISTS, TrustedBounds

_BRINGS_ITS_OWN = Template(
    "solve.brings-its-own", "A Problem has its own goals, turns and metric: do not pass them."
)
_EITHER_CONTROL = Template(
    "solve.either-control",
    "A control has its own limit, progress and workshop: pass either a control or these.",
)
_QUICK_ENGINE = Template(
    "solve.quick-engine",
    "An engine object has its own settings: quick requires the name of an engine.",
)
_CONTRADICTION = Template(
    "solve.contradiction",
    "Contradiction: lower bound {bound}, but an answer of {turns} turns exists.",
)

NOTHING_KNOWN = Bounds()
"""The bounds of a search without an earlier one."""

_MOMENT = 1.0
_SOLVED = Outcome(((),), 0)

_begin_step = lazily("cubeproof.solving.machine_preparation:begin_step")


@overload
def solve(
    cube: Cube,
    *,
    engine: str | Engine = ...,
    metric: Metric | str = ...,
    goal: Cube | str | None = ...,
    moves: str | Iterable[Move | str] | None = ...,
    limit: Limit | None = ...,
    progress: Progress = ...,
    known: Alg | Sequence[str] | str | None = ...,
    options: Options | None = ...,
    quick: bool = ...,
    control: Control | None = ...,
    workshop: Workshop | None = ...,
) -> Solution: ...


@overload
def solve(
    cube: Problem,
    *,
    engine: str | Engine = ...,
    limit: Limit | None = ...,
    progress: Progress = ...,
    known: Alg | Sequence[str] | str | None = ...,
    options: Options | None = ...,
    quick: bool = ...,
    control: Control | None = ...,
    workshop: Workshop | None = ...,
) -> ProblemSolution: ...


def solve(
    cube: Cube | Problem,
    *,
    engine: str | Engine = "auto",
    metric: Metric | str = Metric.HTM,
    goal: Cube | str | None = None,
    moves: str | Iterable[Move | str] | None = None,
    limit: Limit | None = None,
    progress: Progress = ignore,
    known: Alg | Sequence[str] | str | None = None,
    options: Options | None = None,
    quick: bool = False,
    control: Control | None = None,
    workshop: Workshop | None = None,
) -> Solution | ProblemSolution:
    """Find a shortest answer to a cube or a problem, and prove that no shorter answer exists.

    Args:
        cube: the cube to solve, or a `Problem`, which has its own goals, turns and costs. An unknown sticker of the
            cube or of the goal may have any colour, independently of the others.
        engine: "auto", "table", "sat", "search", "stages", "large", "chain", "walk", or an engine. "auto" uses the
            table for the 2×2×2; the search for the 3×3×3, whose first answer is an `Improved` event within a second,
            and whose proof may take minutes; and SAT for everything else. A cube of 4 or more layers without a short
            answer gets an answer by "large", and other turns or puzzles by "chain", not proved to be shortest.
        metric: "htm", "qtm" or "stm".
        goal: the name of a goal (see `cubeproof.problem.GOALS`), which may be reached in any rotation of the whole
            cube, or a cube to reach, whose stickers may be unknown: on odd sizes in this rotation, on even sizes in
            any. By default the solved cube.
        moves: the allowed turns, `"R,U,F2"`; a quarter turn allows all turns of its layers. By default the turns
            that the metric counts as one turn, without redundant ones: on even sizes the turns of R, U and F, which
            keep the corner DBL in place.
        limit: the limits of the search; at a limit it returns the best answer and bound so far.
        progress: called with events during the search.
        known: a known answer. It is an upper bound, with which wrong claims of a solver are detected. If the search
            finds only longer answers, it is the answer, and the solution's `known_as` is "known".
        options: the settings of an engine given by name; it ignores settings of other engines.
        quick: whether to return the first good answer, without a proof: a setting of "auto", "search" and "stages".
            Answers from a table are proved anyway.
        control: a control, which has a limit, a progress callback and a workshop, and can stop the search.
        workshop: owns the tables in memory for later searches; `Workshop.default()` by default.

    Returns:
        The solution, for a problem a `ProblemSolution`; its `length` is None if no answer was found. If the memory is
        full, "auto" goes on with its other engines; the solution has the best answer and bound so far, and a `Note`
        event has the reason.

    Raises:
        ImpossibleCubeError: no turns lead from the solved cube to this cube; the text gives the reasons.
        UsageError: an invalid goal, turn, limit or engine, an engine without the setting `quick`, or a closed
            workshop.
        UnsupportedError: the engine does not support this problem.
        UnreachableError: no allowed turns lead to the goal.
        SolverError: a SAT solver failed.
        TimeUpError: the time was up before the problem was set up, which takes long for dozens of layers; a
            StoppedError if the search was stopped then.
        KeyboardInterrupt: Ctrl-C; its attribute `so_far` is the solution so far.
        InternalError: an answer fails its replay, or bounds contradict each other.
        TypeError: an argument of another type.

    >>> solution = solve(Cube(2).apply("R U2 F'"))
    >>> solution.length, solution.lower_bound, solution.optimal
    (3, 3, True)
    >>> (Cube(2).apply("R U2 F'") @ solution.alg).is_solved
    True
    """
    control = _control(control, limit, progress, workshop)
    with stopped_at_program_end(control):
        if isinstance(cube, Problem):
            if goal is not None or moves is not None or metric is not Metric.HTM:
                raise UsageError(_BRINGS_ITS_OWN())
            problem = cube
        else:
            expect("cube", cube, Cube, "a Cube or a Problem")
            with watched(_patient(control)):
                problem = cube_problem(cube, goal, moves=moves, metric=metric)
        known_answer = KnownAnswer(problem, known)
        return _solve_checked(problem, engine, control, known_answer, _options(engine, options, quick))


def solve_request(
    request: SearchRequest,
    control: Control,
    problem: Problem | None = None,
    earlier: Bounds = NOTHING_KNOWN,
) -> ProblemSolution:
    """Run `solve` for a request; the engine ignores settings of other engines.

    Args:
        request: the question, its limits and its engine.
        control: the limits, events and stop flag.
        problem: the problem of the request, if it is set up already.
        earlier: the proved bound and the answer of an earlier search for the same cube, goal, turns and metric. The
            answer is replayed; the caller is responsible for the bound.

    >>> solve_request(SearchRequest(2, Cube(2).apply("R U").facelets), Control()).length
    2
    """
    with stopped_at_program_end(control):
        if problem is None:
            with watched(_patient(control)):
                problem = request.to_problem()
        known = KnownAnswer(problem, request.known_answer(), "scramble")
        return _solve_checked(problem, request.engine, control, known, request.options, earlier)


def solve_problem(problem: Problem, engine: Engine, control: Control) -> ProblemSolution:
    """Run an engine that is no engine of the registry, with no known answer."""
    with stopped_at_program_end(control):
        return _solve_checked(problem, engine, control, KnownAnswer(problem, None), None)


def earlier_events(problem: Problem, earlier: Bounds) -> list[Event]:
    """Return the events that report the bounds of an earlier search, after replaying its answer.

    >>> problem = cube_problem(Cube(2).apply("R U"))
    >>> earlier_events(problem, Bounds(lower=2))
    [BoundProved(lower_bound=2, unverified_solver='')]
    """
    events: list[Event] = []
    if earlier.lower > 0:
        events.append(BoundProved(earlier.lower))
    if earlier.word is not None:
        turns = replayed(problem, earlier.word)
        events.append(Improved(problem.cost(earlier.word), earlier.lower, earlier.word, turns))
    return events


def _options(engine: str | Engine, options: Options | None, quick: bool) -> Options | None:
    expect("quick", quick, bool, "True or False")
    expect("options", options, (Options, type(None)), "an Options")
    if not quick:
        return options
    if not isinstance(engine, str):
        raise UsageError(_QUICK_ENGINE())
    ensure_quick(engine)
    return replace(options or Options(), quick=True)


def _control(
    control: Control | None, limit: Limit | None, progress: Progress, workshop: Workshop | None
) -> Control:
    expect("limit", limit, (Limit, type(None)), "a Limit")
    expect("control", control, (Control, type(None)), "a Control")
    expect("workshop", workshop, (Workshop, type(None)), "a Workshop")
    expect_callable("progress", progress)
    if control is None:
        control = Control(limit, progress, workshop=workshop)
    elif limit is not None or progress is not ignore or workshop is not None:
        raise UsageError(_EITHER_CONTROL())
    if control.workshop.closed:
        raise UsageError(say("solve.closed-workshop", "The workshop is closed. Use another one."))
    return control


def _solve_checked(
    problem: Problem,
    engine: str | Engine,
    control: Control,
    known: KnownAnswer,
    options: Options | None,
    earlier: Bounds = NOTHING_KNOWN,
) -> ProblemSolution:
    if not isinstance(engine, str) and not hasattr(engine, "read"):
        raise wrong("engine", engine, "the name of an engine, or an engine")
    if problem.cube_map is not None:
        expect("known", known.turns, (Alg, str, Sequence, type(None)), "an Alg, a text or names of turns")
    else:
        expect("known", known.turns, (str, Sequence, type(None)), "a sequence of names of turns")
    chosen = named_engine(engine, options) if isinstance(engine, str) else engine
    control.state = SearchState(chosen.name)
    control.begin = control.begin or _begin_step
    for event in earlier_events(problem, earlier):
        control.state = control.state.after(event)
    notes: list[Note] = []
    is_list = options.every if options is not None else getattr(chosen, "every", False)
    extra = options.extra if options is not None else getattr(chosen, "extra", 0)
    quick = options.quick if options is not None else getattr(chosen, "quick", False)
    # The answers of the list that surely belong to it, in its order.
    answers: dict[Word, None] = {}
    readings: list[Attempt] = []

    def report(event: Event) -> None:
        if isinstance(event, Improved) and event.word:
            event = replace(event, turns=replayed(problem, event.word))
        elif isinstance(event, Answered):
            # Engines that search one after another may find the same answers.
            if event.word in answers:
                return
            turns = replayed(problem, event.word)
            event = replace(event, length=problem.cost(event.word), turns=turns)
            answers[event.word] = None
        elif isinstance(event, StageClosed):
            event = replace(event, turns=" ".join(problem.write(event.word)))
        elif isinstance(event, Note):
            # A search that loads several tables may repeat a note.
            if event in notes:
                return
            notes.append(event)
        control.emit(event)

    def solution(outcome: Outcome) -> ProblemSolution:
        if is_list:
            words = tuple(dict.fromkeys((*answers, *outcome.words)))
            for word in words:
                report(Answered(word))
            outcome = replace(outcome, words=words)
        else:
            outcome = known.instead_of(outcome, control)
        answer = _solution(problem, control, outcome, readings)
        if outcome.words and outcome.stop in (Stop.TIMEOUT, Stop.QUICK) and not answer.optimal:
            for reading in readings:
                if (reason := reading.shortfall(outcome.words[0])) is not None:
                    report(Note(reason))
        control.state = replace(
            control.state,
            engine=answer.engine,
            word=answer.word,
            turns=None if answer.word is None else answer.written,
            length=answer.length,
            lower_bound=answer.lower_bound,
            unverified_solver=answer.unverified_solver,
            horizon=None,
            seconds=answer.seconds,
        )
        return answer

    def search(steered: Control) -> Outcome:
        # Reading a problem is cheap, but may load modules.
        with steered.patient():
            readings.append(attempt(chosen, problem))
        outcome = _outcome(
            problem,
            readings[0],
            steered,
            lambda: known.cost,
            earlier,
            quick,
            extra,
        )
        return replace(outcome, engine=outcome.engine or chosen.name)

    try:
        return solution(run_abandonable(search, control.emitting_to(report)))
    except AbandonedError as left:
        return solution(_outcome_so_far(problem, control, left.stop))
    except KeyboardInterrupt as interrupt:
        attach_so_far(interrupt, solution(_outcome_so_far(problem, control, Stop.INTERRUPTED)))
        raise
    except Exception as error:
        if (reason := lack_of_memory(error)) is None:
            raise
    # Outside the handler, since an error that is being handled keeps the objects that filled the memory.
    report(Note(reason))
    return solution(_outcome_so_far(problem, control, Stop.GAVE_UP))


def solution_so_far(problem: Problem, control: Control, stop: Stop) -> ProblemSolution:
    """Return a solution with the best answer and bound of a running search, from its state.

    >>> problem = cube_problem(Cube(2).apply("R"))
    >>> solution_so_far(problem, Control(), Stop.TIMEOUT).lower_bound
    1
    """
    return _solution(problem, control, _outcome_so_far(problem, control, stop))


def _solution(
    problem: Problem, control: Control, outcome: Outcome, readings: Sequence[Attempt] = ()
) -> ProblemSolution:
    """Return the solution of an outcome, after replaying its answers, with the parts that an attempt knows."""
    for word in outcome.words:
        replayed(problem, word)
    parts = next((reading.parts(word) for word in outcome.words[:1] for reading in readings), ())
    stage, reached = control.state.stage, None
    if not outcome.words and stage is not None and stage.word:
        reached = Reached(tuple(problem.write(stage.word)), stage.number, stage.stages, stage.name)
    return solution_type(problem)(
        problem=problem,
        word=outcome.words[0] if outcome.words else None,
        lower_bound=outcome.lower_bound,
        engine=outcome.engine or control.state.engine,
        seconds=control.elapsed,
        words=outcome.words,
        stop=outcome.stop,
        unverified_solver=outcome.unverified_solver,
        statistics=outcome.statistics,
        reached=reached,
        parts=parts,
        known_as=outcome.known_as,
    )


def replayed(problem: Problem, word: Word) -> str:
    """Return an answer as text, after replaying it, for a cube's problem on the cube itself."""
    if problem.cube_map is not None:
        return str(problem.cube_map.invert(problem, word))
    turns = " ".join(problem.write(word))
    if not problem.is_solved_by(word):
        raise InternalError(
            say(
                "solve.problem-not-solved",
                "The answer {alg} does not reach the goal when replayed.",
                alg=turns,
            )
        )
    return turns


def _outcome(
    problem: Problem,
    reading: Attempt,
    control: Control,
    upper: Callable[[], int | None],
    earlier: Bounds,
    quick: bool,
    extra: int,
) -> Outcome:
    if problem.fits(problem.start):
        return _around(problem, control, extra) if extra else _SOLVED
    others = TrustedBounds(problem, control)
    try:
        with watched(_patient(control)):
            surely = problem.cube_map is not None and problem.cube_map.is_surely_reachable
            if not surely:
                _refuse_hopeless(problem)
            # The start is not a goal, so an answer has a turn.
            cheapest_turn = min(problem.costs.tolist(), default=1)
            lengths = [upper(), None if earlier.word is None else problem.cost(earlier.word)]
            least = min((length for length in lengths if length is not None), default=None)
            bounds = Bounds(max(cheapest_turn, earlier.lower), least, earlier.word, others.upper)
    except (StoppedError, TimeUpError):
        return _outcome_so_far(problem, control, control.reason or Stop.INTERRUPTED)
    outcome = improved(problem, reading, reading.run(bounds, control), control, quick=quick)
    outcome = others.examined(outcome)
    return _consistent(problem, _with_earlier(problem, outcome, earlier), bounds.upper)


def _refuse_hopeless(problem: Problem) -> None:
    """Raise an UnreachableError if no sequence of the turns leads to the goal, for a known reason."""
    from cubeproof.problem.reach import obstacle

    if hopeless := obstacle(problem):
        raise UnreachableError(hopeless)


def _around(problem: Problem, control: Control, extra: int) -> Outcome:
    """Return all words that cost at most `extra`, if the start is a goal; the empty word is the first."""
    from cubeproof.methods.words.bidirectional import WordSearch

    search = WordSearch(problem, control, every=True, extra=extra, most=control.limit.length)
    words: list[Word] = []
    stop: Stop | None = None
    try:
        words += search.answers()
    except (StoppedError, TimeUpError):
        stop = control.reason
    if not search.complete and stop is None:
        stop = Stop.GAVE_UP
    return Outcome(tuple(words) or ((),), 0, stop, every=search.complete)


def _with_earlier(problem: Problem, outcome: Outcome, earlier: Bounds) -> Outcome:
    """Return an outcome whose answer and bound are at least as good as those of an earlier search."""
    if earlier == NOTHING_KNOWN:
        return outcome
    if outcome.lower_bound <= earlier.lower:
        outcome = replace(outcome, lower_bound=earlier.lower, unverified_solver="")
    costs = [problem.cost(word) for word in outcome.words]
    if earlier.word is None or min(costs, default=math.inf) <= problem.cost(earlier.word):
        return outcome
    return replace(outcome, words=(earlier.word,), every=False)


def _outcome_so_far(problem: Problem, control: Control, stop: Stop) -> Outcome:
    """Return the outcome of a running search, from its state."""
    return _SOLVED if problem.fits(problem.start) else outcome_so_far(control, stop)


def _consistent(problem: Problem, outcome: Outcome, upper: int | None) -> Outcome:
    """Return an outcome whose bound does not exceed its answer; raise an InternalError at a contradiction."""
    lengths = [problem.cost(word) for word in outcome.words]
    least = min(lengths if upper is None else [*lengths, upper], default=outcome.lower_bound)
    if outcome.lower_bound <= least:
        return outcome
    if outcome.unverified_solver:
        raise SolverError(SHORTER_EXISTS(solver=outcome.unverified_solver, turns=least))
    raise InternalError(_CONTRADICTION(bound=outcome.lower_bound, turns=least))


def _patient(control: Control) -> Callable[[], None]:
    """Return a check for the preparation of a search, which ignores the time limit during the first second."""

    def check() -> None:
        if control.stopped or control.elapsed > _MOMENT:
            control.check()

    return check
