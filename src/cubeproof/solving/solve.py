"""`solve`: from a cube to a solution that has been checked."""

from __future__ import annotations

import time
from collections.abc import Iterable

from cubeproof.errors import SolverError, UnsupportedError
from cubeproof.problem import Problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.solving.events import Progress, ignore
from cubeproof.solving.limit import Limit
from cubeproof.solving.outcome import Bounds, Engine, Outcome
from cubeproof.solving.registry import Options
from cubeproof.solving.registry import engine as named_engine
from cubeproof.solving.solution import Solution
from cubeproof.solving.task import Task

__all__ = ["solve", "solve_task"]


def solve(
    cube: Cube,
    *,
    engine: str | Engine = "auto",
    metric: Metric | str = Metric.HTM,
    goal: Cube | str | None = None,
    moves: str | Iterable[Move | str] | None = None,
    limit: Limit | None = None,
    progress: Progress = ignore,
    known: Alg | str | None = None,
    options: Options | None = None,
) -> Solution:
    """Find a shortest way to solve a cube, and prove that there is none shorter.

    Args:
        cube: the cube to be solved; stickers may be unknown.
        engine: "auto", "table", "sat", "search", "stages", "walk", or an engine. "auto" takes the table for the 2×2×2; for others a short answer
            comes first, and the proof that it is a shortest one if that is a matter of minutes or the time is limited.
        metric: how turns are counted: "htm", "qtm" or "stm".
        goal: the name of a goal (see `cubeproof.problem.GOALS`), which may be held in any way, or a cube to be reached, with
            stickers that may be unknown: on odd sizes just so, on even sizes held in any way. By default the solved cube.
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
    task = Task.of(cube, goal, moves, metric)
    return solve_task(task, engine=engine, limit=limit, progress=progress, known=known, options=options)


def solve_task(
    task: Task,
    *,
    engine: str | Engine = "auto",
    limit: Limit | None = None,
    progress: Progress = ignore,
    known: Alg | str | None = None,
    options: Options | None = None,
) -> Solution:
    """`solve` for a task that has been made already; arguments, result and errors are the same."""
    started = time.perf_counter()
    options = options or Options()
    problem = task.problem
    chosen = named_engine(engine, options) if isinstance(engine, str) else engine
    if reason := chosen.supports(problem):
        raise UnsupportedError(reason)
    task.check()
    if problem.fits(problem.start):
        outcome = Outcome(((),), 0)
    else:
        # An engine that goes by another program's word may be told that there is no answer, for ever.
        truth = _witness(problem) if getattr(chosen, "hearsay", "") else None
        bounds = _bounds(task, known) if truth is None else Bounds(upper=truth.lower_bound)
        if getattr(chosen, "hearsay", "") and bounds.upper is None:
            bounds = Bounds(upper=_quick_length(problem))
        outcome = chosen.solve(problem, limit or Limit(), bounds, progress)
        if outcome.hearsay and truth is not None:
            _cross_check(outcome, truth, every=getattr(chosen, "every", False))
    algs = tuple(map(task.alg, outcome.words))
    return Solution(
        task=task,
        alg=algs[0] if algs else None,
        lower_bound=outcome.lower_bound,
        engine=outcome.engine or chosen.name,
        seconds=time.perf_counter() - started,
        solutions=algs,
        stop=outcome.stop,
        statistics=outcome.statistics,
    )


def _bounds(task: Task, known: Alg | str | None) -> Bounds:
    """What a known answer says, where every turn is allowed and the cube may be held in any way."""
    if known is None or task.moves is not None or not task.held_anyhow:
        return Bounds()
    alg = Alg(known) if isinstance(known, str) else known
    if not task.is_solved_by(alg):
        return Bounds()
    return Bounds(upper=alg.count(task.metric, task.cube.size))


def _witness(problem: Problem) -> Outcome | None:
    """What the table knows of a problem, where there is one."""
    table = named_engine("table", Options(every=True))
    if table.supports(problem) is not None:
        return None
    return table.solve(problem, Limit(), Bounds(), ignore)


def _quick_length(problem: Problem) -> int | None:
    """The length of the answer that the search engine has at once, where it takes the problem."""
    search = named_engine("search", Options())
    if search.supports(problem) is not None:
        return None
    found = search.solve(problem, Limit(), Bounds(), ignore)
    return problem.cost(found.words[0]) if found.words else None


def _cross_check(outcome: Outcome, truth: Outcome, *, every: bool) -> None:
    """Hold what stands on another program's word against the table.

    Raises:
        SolverError: the word was false.
    """
    if outcome.lower_bound > truth.lower_bound:
        raise SolverError(
            f"{outcome.hearsay}, and that is wrong: there is an answer of {truth.lower_bound} turns."
        )
    if every and outcome.stop is None and set(outcome.words) != set(truth.words):
        raise SolverError(
            f"{outcome.hearsay}, and that is wrong: there are {len(truth.words)} shortest answers, "
            f"not {len(outcome.words)}."
        )
