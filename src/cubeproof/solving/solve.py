"""`solve`: from a cube to a solution that has been checked."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import overload

from cubeproof.base.argument_checks import expect, expect_callable, wrong
from cubeproof.base.polling import watched
from cubeproof.contract.control import Control, attach_so_far
from cubeproof.contract.engine import Attempt, Bounds, Engine, Outcome, Word, attempt
from cubeproof.contract.events import Event, Improved, Note, Progress, StageClosed, ignore
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.contract.state import SearchState
from cubeproof.contract.steered_run import LeftBehindError, run_steered
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import (
    InternalError,
    SolverError,
    TimeUpError,
    UnreachableError,
    UsageError,
)
from cubeproof.problem import Problem, cube_problem, obstacle
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Template, say
from cubeproof.solving.program_end import stopped_at_program_end
from cubeproof.solving.registry import ENGINES, ensure_quick
from cubeproof.solving.registry import engine as named_engine
from cubeproof.solving.solution import ProblemSolution, Reached, Solution, solution_type

_BRINGS_ITS_OWN = Template(
    "solve.brings-its-own", "A Problem brings its goals, turns and metric with it: leave them out."
)
_EITHER_CONTROL = Template(
    "solve.either-control",
    "A control brings its limit, its progress and its workshop with it: give either it or them.",
)
_QUICK_ENGINE = Template(
    "solve.quick-engine",
    "An engine that is given itself brings its settings with it: quick is for one by its name.",
)
_SHORTER_EXISTS = Template(
    "solve.shorter-exists",
    "{solver} says that there is no shorter answer, and that is wrong: there is one of {turns} turns.",
)
_NOT_ALL = Template(
    "solve.not-all",
    "{solver} says that these are all shortest answers, and that is wrong: there are {count}, not {found}.",
)
_CONTRADICTION = Template(
    "solve.contradiction",
    "Contradiction: lower bound {bound}, but an answer of {turns} turns exists.",
)

_MOMENT = 1.0
_SOLVED = Outcome(((),), 0)


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
    """Find a shortest way to solve a cube, or any other problem, and prove that no shorter way exists.

    Args:
        cube: the cube to be solved. Stickers may be unknown; each, whether of the cube or of the goal, may be
            of any colour, independently of the others. Or a `Problem`, which says itself what its goals and
            turns are, and what they count.
        engine: "auto", "table", "sat", "search", "stages", "walk", or an engine. "auto" takes the table for the
            2×2×2 and the search for the 3×3×3, whose first answer comes within a second, as an `Improved` event,
            and whose proof may take minutes; for all else SAT. A cube of 4 or 5 layers that has no short way
            gets an answer by "stages", which is not proved to be a shortest one.
        metric: how turns are counted: "htm", "qtm" or "stm".
        goal: the name of a goal (see `cubeproof.problem.GOALS`), which may be held in any way, or a cube to be
            reached, with stickers that may be unknown: on odd sizes in this orientation, on even sizes in any. By
            default the solved cube.
        moves: the allowed turns, `"R,U,F2"`: a quarter turn allows all turns of its layers. By default those
            that the metric counts once, without those that only turn the whole cube along: on even sizes turns
            of R, U and F, which leave the corner DBL in place.
        limit: how far the search may go; where it stops, the best answer and bound so far come back.
        progress: called with small events while the search goes on.
        known: an answer that is known already: it bounds the length from above, and so exposes a solver that
            claims too much.
        options: the settings, if an engine is given by name; it ignores those of other engines.
        quick: whether the first good answer will do, without a proof: the setting of "auto", "search" and "stages".
            Answers from a table are proved nevertheless.
        control: instead of `limit`, `progress` and `workshop` one value that has them, and with which the search can be
            stopped from anywhere.
        workshop: keeps the tables in memory for later searches; `Workshop.default()` by default.

    Returns:
        The solution, for a problem a `ProblemSolution`; its `length` is None if none was found within the limits.

    Raises:
        ImpossibleCubeError: no turning leads from the solved cube to this one; the text says why.
        UsageError: a goal, a turn, a limit or an engine that makes no sense, an engine that cannot be quick, or a
            closed workshop.
        UnsupportedError: the engine cannot take this problem.
        UnreachableError: no turning leads to the goal.
        SolverError: a SAT solver failed.
        TimeUpError: the time ran out before the problem was even set up, as it may for dozens of layers; a
            StoppedError, if it was stopped.
        KeyboardInterrupt: Ctrl-C; its attribute `so_far` is the solution so far.
        InternalError: an answer does not hold when replayed, or bounds contradict each other.
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
        return _solved(problem, engine, control, known, _options(engine, options, quick))


def solve_request(
    request: SearchRequest, control: Control, problem: Problem | None = None
) -> ProblemSolution:
    """`solve` for a request: the engine takes the settings that it knows.

    >>> solve_request(SearchRequest(2, Cube(2).apply("R U").facelets), Control()).length
    2
    """
    with stopped_at_program_end(control):
        if problem is None:
            with watched(_patient(control)):
                problem = request.to_problem()
        return _solved(problem, request.engine, control, request.known_answer(), request.options)


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


def _solved(
    problem: Problem,
    engine: str | Engine,
    control: Control,
    known: Alg | Sequence[str] | str | None,
    options: Options | None,
) -> ProblemSolution:
    if not isinstance(engine, str) and not hasattr(engine, "read"):
        raise wrong("engine", engine, "the name of an engine, or an engine")
    if problem.cube_map is not None:
        expect("known", known, (Alg, str, Sequence, type(None)), "an Alg, a text or names of turns")
    else:
        expect("known", known, (str, Sequence, type(None)), "a sequence of names of turns")
    chosen = named_engine(engine, options) if isinstance(engine, str) else engine
    control.state = SearchState(chosen.name)
    notes: list[Note] = []

    def report(event: Event) -> None:
        if isinstance(event, Improved) and event.word:
            event = replace(event, turns=replayed(problem, event.word))
        elif isinstance(event, StageClosed):
            event = replace(event, turns=" ".join(problem.write(event.word)))
        elif isinstance(event, Note):
            # A search that loads several tables has the same to say of each.
            if event in notes:
                return
            notes.append(event)
        control.tell(event)

    def solution(outcome: Outcome) -> ProblemSolution:
        answer = _solution(problem, control, outcome)
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
        outcome = _outcome(problem, attempt(chosen, problem), steered, lambda: _known_cost(problem, known))
        return replace(outcome, engine=outcome.engine or chosen.name)

    try:
        return solution(run_steered(search, control.telling(report)))
    except LeftBehindError as left:
        return solution(_outcome_so_far(problem, control.state, left.stop))
    except KeyboardInterrupt as interrupt:
        attach_so_far(interrupt, solution(_outcome_so_far(problem, control.state, Stop.INTERRUPTED)))
        raise


def solution_so_far(problem: Problem, control: Control, stop: Stop) -> ProblemSolution:
    """Return the best answer and bound of a search that has not ended, from its state.

    >>> problem = cube_problem(Cube(2).apply("R"))
    >>> solution_so_far(problem, Control(), Stop.TIMEOUT).lower_bound
    1
    """
    return _solution(problem, control, _outcome_so_far(problem, control.state, stop))


def _solution(problem: Problem, control: Control, outcome: Outcome) -> ProblemSolution:
    """The solution of an outcome, after its answers are replayed."""
    for word in outcome.words:
        replayed(problem, word)
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
    )


def replayed(problem: Problem, word: Word) -> str:
    """Return an answer as text, after a replay: on the cube itself, if the problem is about a cube."""
    if problem.cube_map is not None:
        return str(problem.cube_map.invert(problem, word))
    turns = " ".join(problem.write(word))
    if not problem.is_solved_by(word):
        raise InternalError(
            say("solve.problem-not-solved", "The answer {alg} does not hold when replayed.", alg=turns)
        )
    return turns


def _known_cost(problem: Problem, known: Alg | Sequence[str] | str | None) -> int | None:
    """The cost of a known answer; None if it is not an answer with allowed turns."""
    if known is None:
        return None
    if (cube_map := problem.cube_map) is not None:
        alg = Alg(known if isinstance(known, Alg | str) else " ".join(map(str, known)))
        fits = cube_map.allows(alg) and cube_map.is_solved_by(alg)
        return alg.count(cube_map.metric, cube_map.size) if fits else None
    word = problem.word(known if isinstance(known, str) else tuple(known))
    return problem.cost(word) if word is not None and problem.is_solved_by(word) else None


def _outcome(
    problem: Problem, reading: Attempt, control: Control, upper: Callable[[], int | None]
) -> Outcome:
    if problem.fits(problem.start):
        return _SOLVED
    others = _OtherEngines(problem, control)
    try:
        with watched(_patient(control)):
            if hopeless := obstacle(problem):
                raise UnreachableError(hopeless)
            # The start is not the goal.
            bounds = Bounds(lower=1, upper=upper(), ask_upper=others.upper)
    except TimeUpError:
        return Outcome((), 1, control.reason)
    return _consistent(problem, others.examined(reading.run(bounds, control)), bounds.upper)


def _outcome_so_far(problem: Problem, state: SearchState, stop: Stop) -> Outcome:
    """The outcome of a search that has not ended."""
    if problem.fits(problem.start):
        return _SOLVED
    lower = max(1, state.lower_bound)
    return Outcome(
        () if state.word is None else (state.word,),
        lower if state.length is None else min(lower, state.length),
        stop,
        state.unverified_solver,
        engine=state.engine,
    )


def _consistent(problem: Problem, outcome: Outcome, upper: int | None) -> Outcome:
    """An outcome of which no bound contradicts an answer."""
    lengths = [problem.cost(word) for word in outcome.words]
    least = min(lengths if upper is None else [*lengths, upper], default=outcome.lower_bound)
    if outcome.lower_bound <= least:
        return outcome
    if outcome.unverified_solver:
        raise SolverError(_SHORTER_EXISTS(solver=outcome.unverified_solver, turns=least))
    raise InternalError(_CONTRADICTION(bound=outcome.lower_bound, turns=least))


def _patient(control: Control) -> Callable[[], None]:
    """A check for what comes before a search: the first second is never cut short by a time limit."""

    def check() -> None:
        if control.stopped or control.elapsed > _MOMENT:
            control.check()

    return check


class _OtherEngines:
    """The bounds of engines that prove them, for a problem whose solver was not verified.

    They are stopped with the search, and report no events.
    """

    def __init__(self, problem: Problem, control: Control) -> None:
        self.problem, self.control = problem, control.telling(ignore)

    def upper(self) -> int | None:
        """The length of an answer, None where none is to be had at once."""
        if self._table is not None:
            return self._table.lower_bound
        quick = (
            self._ask(name, Options(quick=True))
            for name, row in ENGINES.items()
            if row.at_once and not row.exhaustive
        )
        best = next((outcome for outcome in quick if outcome is not None and outcome.words), None)
        return None if best is None else self.problem.cost(best.words[0])

    def examined(self, outcome: Outcome) -> Outcome:
        """An outcome with the bound of an unverified solver, compared with the table where there is one."""
        truth = self._table if outcome.unverified_solver else None
        if truth is None:
            return outcome
        if outcome.lower_bound > truth.lower_bound:
            raise SolverError(_SHORTER_EXISTS(solver=outcome.unverified_solver, turns=truth.lower_bound))
        shortest = {word for word in outcome.words if self.problem.cost(word) == truth.lower_bound}
        if outcome.every and shortest != set(truth.words):
            raise SolverError(
                _NOT_ALL(solver=outcome.unverified_solver, count=len(truth.words), found=len(shortest))
            )
        return replace(outcome, unverified_solver="")

    @cached_property
    def _table(self) -> Outcome | None:
        outcomes = (self._ask(name, Options(every=True)) for name, row in ENGINES.items() if row.exhaustive)
        return next((outcome for outcome in outcomes if outcome is not None and outcome.stop is None), None)

    def _ask(self, name: str, options: Options) -> Outcome | None:
        reading = named_engine(name, options).read(self.problem)
        if not isinstance(reading, Attempt):
            return None
        try:
            return reading.run(Bounds(), self.control)
        except TimeUpError:
            return None
