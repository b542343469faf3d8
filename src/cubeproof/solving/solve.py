"""`solve`: from a cube to a solution that has been checked."""

from __future__ import annotations

import time
from collections.abc import Iterable

from cubeproof.errors import ImpossibleCubeError, InternalError, SolverError, UnsupportedError, UsageError
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.solving.events import Progress, Started, ignore
from cubeproof.solving.limit import Limit
from cubeproof.solving.outcome import Bounds, Engine, Outcome, Word
from cubeproof.solving.registry import Options, engine_for
from cubeproof.solving.registry import engine as named_engine
from cubeproof.solving.solution import Solution

__all__ = ["solve"]


def solve(
    cube: Cube,
    *,
    engine: str | Engine = "auto",
    metric: Metric | str = Metric.HTM,
    goal: Cube | None = None,
    moves: str | Iterable[Move | str] | None = None,
    limit: Limit | None = None,
    progress: Progress = ignore,
    known: Alg | str | None = None,
    options: Options | None = None,
) -> Solution:
    """Find a shortest way to solve a cube, and prove that there is none shorter.

    Args:
        cube: the cube to be solved.
        engine: "auto", "table", "sat", "walk", or an engine.
        metric: how turns are counted: "htm", "qtm" or "stm".
        goal: the cube to be reached, held just so; by default the solved cube, held in any way.
        moves: the allowed turns, `"R,U,F2"`: a quarter turn allows all turns of its layers. By default those that the metric
            counts once, without those that only turn the whole cube along.
        limit: how far the search may go; whatever stops it, the best answer and bound so far come back.
        progress: called with small events while the search goes on.
        known: an answer that is known already: it bounds the length from above, and so exposes a solver that claims too much.
        options: settings of the engines, if an engine is given by name.

    Returns:
        The solution; its `alg` is None if none was found within the limits.

    Raises:
        ImpossibleCubeError: no turning leads from the solved cube to this one; the text says why.
        UsageError: a goal, a turn, a limit or an engine that makes no sense.
        UnsupportedError: the engine cannot take this problem.
        UnreachableError: no turning leads to the goal.
        SolverError: a SAT solver failed.

    >>> solution = solve(Cube(2).apply("R U2 F'"))
    >>> solution.length, solution.lower_bound, solution.optimal
    (3, 3, True)
    >>> (Cube(2).apply("R U2 F'") @ solution.alg).is_solved
    True
    """
    started = time.perf_counter()
    limit = limit or Limit()
    options = options or Options()
    for examined in (cube, *([goal] if goal is not None else [])):
        diagnosis = examined.diagnose()
        if diagnosis.status:
            raise ImpossibleCubeError(_reasons(diagnosis.reasons, examined is goal))
    metric = _metric(metric)
    problem = cube_problem(cube, goal, moves=moves, metric=metric)
    if isinstance(engine, str):
        chosen = engine_for(problem, options) if engine == "auto" else named_engine(engine, options)
    else:
        chosen = engine
    if obstacle := chosen.supports(problem):
        raise UnsupportedError(obstacle)
    progress(Started(chosen.name))
    if problem.fits(problem.start):
        outcome = Outcome(((),), 0)
    else:
        # A known answer is one to this problem only where every turn is allowed and the cube may be held anyhow.
        bounds = _bounds(cube, problem, known, metric) if moves is None and goal is None else Bounds()
        outcome = chosen.solve(problem, limit, bounds, progress)
    algs = tuple(_replayed(cube, problem, word, held_anyhow=goal is None) for word in outcome.words)
    if outcome.hearsay:
        _cross_check(problem, outcome, options)
    return Solution(
        start=cube,
        alg=algs[0] if algs else None,
        lower_bound=outcome.lower_bound,
        metric=metric.value,
        engine=chosen.name,
        seconds=time.perf_counter() - started,
        solutions=algs,
        stop=outcome.stop,
        statistics=outcome.statistics,
    )


def _reasons(reasons: tuple[str, ...], of_goal: bool) -> tuple[str, ...]:
    return ("The goal cannot exist.", *reasons) if of_goal else reasons


def _metric(metric: Metric | str) -> Metric:
    try:
        return Metric(metric)
    except ValueError:
        raise UsageError(f"There is no metric {metric!r}; there are {', '.join(Metric)}.") from None


def _bounds(cube: Cube, problem: Problem, known: Alg | str | None, metric: Metric) -> Bounds:
    """What a known answer says, if it is one."""
    if known is None:
        return Bounds()
    alg = Alg(known) if isinstance(known, str) else known
    if not any(problem.fits(held.colours) for held in cube.apply(alg).rotations()):
        return Bounds()
    return Bounds(upper=alg.count(metric, cube.size))


def _replayed(cube: Cube, problem: Problem, word: Word, *, held_anyhow: bool) -> Alg:
    """An answer as turns, after they were made on the cube itself.

    Raises:
        InternalError: they do not lead to the goal, or do not count what they should.
    """
    alg = Alg(" ".join(problem.write(word)))
    end = cube.apply(alg)
    ends = end.rotations() if held_anyhow else [end]
    if not any(problem.fits(held.colours) for held in ends):
        raise InternalError(
            f"The answer {alg} to {cube.facelets} does not hold when replayed: please report this."
        )
    if alg.count(problem.metric, cube.size) != problem.cost(word):
        raise InternalError(f"The answer {alg} to {cube.facelets} is counted wrongly: please report this.")
    return alg


def _cross_check(problem: Problem, outcome: Outcome, options: Options) -> None:
    """Hold a bound that stands on another program's word against the table, where there is one.

    Raises:
        SolverError: the word was false.
    """
    witness = named_engine("table", Options(every=options.every))
    if witness.supports(problem) is not None:
        return
    truth = witness.solve(problem, Limit(), Bounds(), ignore).lower_bound
    if outcome.lower_bound > truth:
        raise SolverError(
            f"{outcome.hearsay}, and that is wrong: there is no answer below {truth} turns, but there is one of {truth}."
        )
