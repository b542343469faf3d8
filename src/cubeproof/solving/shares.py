"""`solve_in_shares`: one search in shares, with a plan and a journal in a folder; `share_status`: its state."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.sat.shares import SatShares
from cubeproof.engines.search.problem_parsing import FaceProblem
from cubeproof.engines.search.shares.division import divided
from cubeproof.engines.search.shares.engine import ShareSearch
from cubeproof.engines.search.shares.estimate import Estimate, estimate
from cubeproof.engines.search.shares.loading import load_space, read_problem
from cubeproof.engines.search.shares.split import Subproblem
from cubeproof.errors import UsageError
from cubeproof.places import Place
from cubeproof.puzzle.cubies import face_turns
from cubeproof.sentences import Template
from cubeproof.solving.solution import ProblemSolution
from cubeproof.solving.solve import solve_problem, solve_request
from cubeproof.work.executor import Executor
from cubeproof.work.folder import ShareFolder
from cubeproof.work.journal import Record
from cubeproof.work.plan import SEARCH, Plan, reaches_goal, refuse_lists
from cubeproof.work.status import Replay, ShareStatus, status_of

_ENGINE = Template("shares.engine", "The engine {engine} does not search in shares: use search, sat or auto.")

_NO_ESTIMATE = Template(
    "shares.no-estimate",
    "Only tables give an estimate, and {engine} does not search by them: use search or auto.",
)

_NO_LENGTH = Template(
    "shares.no-length", "There is no quick answer, so an estimate needs the longest length: --max-length N."
)


def solve_in_shares(
    request: SearchRequest,
    share: Place,
    control: Control,
    executor: Executor | None = None,
    threads: Callable[[], int] | None = None,
) -> ProblemSolution:
    """Search in shares until the answer, the limit, or the end of this run; see `docs/shares.md`.

    Args:
        request: the question, its limits and its settings.
        share: the folder of the plan and the journal. If it has the plan of this question, that search continues.
        control: the limits, events and stop flag.
        executor: runs the shares; by default threads of this process. Its workers load or build the same table.
        threads: returns how many tasks run at once on the executor; 1 by default.

    Raises:
        UsageError: the folder has the plan of another question, another run coordinates it, or the request is for
            several answers or for another engine.
        UnsupportedError: the problem has no tables.
        OSError: the folder cannot be read or written; for a URL, a PlaceError.

    >>> from cubeproof.puzzle.cube import Cube
    >>> request = SearchRequest(3, Cube(3).apply("R U F").facelets)
    >>> solve_in_shares(request, "memory://three-turns", Control()).length
    3
    """
    folder = ShareFolder(share)
    refuse_lists(request)
    if request.engine == "sat":
        sat = SatShares(request, folder, executor=executor, threads=threads)
        return solve_problem(request.to_problem(), sat, control)
    _refuse_engine(request, _ENGINE)
    return solve_problem(
        request.to_problem(),
        ShareSearch(request, folder, executor=executor, threads=threads),
        control,
    )


def share_status(share: Place) -> ShareStatus:
    """Read the state of a search in shares from its folder, and replay its answers.

    The first length and the shares of the plan are not computed again, as `solve_in_shares` does with the tables.

    Args:
        share: the folder of the plan and the journal.

    Raises:
        UsageError: the folder has no plan, or one that cannot be read, or whose answer does not reach the goal.
        OSError: the folder cannot be read; for a URL, a PlaceError.

    >>> from cubeproof.puzzle.cube import Cube
    >>> request = SearchRequest(3, Cube(3).apply("R U F").facelets)
    >>> _ = solve_in_shares(request, "memory://status-of-three-turns", Control())
    >>> share_status("memory://status-of-three-turns").answered
    True
    """
    return status_of(ShareFolder(share), _replay)


def _replay(plan: Plan) -> Replay:
    """Return how the answers of a plan are replayed. A proof has none: a formula with a model ends it."""
    if plan.request is None:
        return Replay(lambda _: False, lambda _: False)
    if plan.question != plan.request.question_digest:
        raise ValueError("question")
    problem = plan.request.to_problem()
    reading = read_problem(problem) if plan.kind == SEARCH else None

    def is_answer(record: Record) -> bool:
        word: Word | None = record.word
        if isinstance(reading, FaceProblem):
            # The journal has the turns of faces by number.
            word = reading.word(record.word) if max(record.word, default=0) < len(face_turns()) else None
        return word is not None and reaches_goal(problem, word) and problem.cost(word) == record.length

    return Replay(partial(reaches_goal, problem), is_answer)


def estimate_shares(request: SearchRequest, control: Control) -> Estimate:
    """Estimate the processor time to exclude all lengths up to the maximum length of a request.

    Without a maximum length, the lengths below a quick answer are excluded. Nothing is written.

    Raises:
        UsageError: the request is for several answers or for another engine.
        UnsupportedError: the problem has no tables.
        StoppedError: the control requested a stop.
        TimeUpError: the time was up.
    """
    refuse_lists(request)
    _refuse_engine(request, _NO_ESTIMATE)
    length = request.limit.length
    if length is None:
        quick = replace(request.options, quick=True)
        answer = solve_request(
            replace(request, options=quick, engine="search"), Control(workshop=control.workshop)
        )
        if answer.length is None:
            raise UsageError(_NO_LENGTH())
        length = answer.length - 1
    space = load_space(request, request.options.table, "", control=control, jobs=request.options.jobs or 1)
    plan = divided(request, space, 0, control)
    shares = [Subproblem(*share) for share in plan.shares]
    return estimate(space, shares, plan.lower, length, control)


def _refuse_engine(request: SearchRequest, fault: Template) -> None:
    if request.engine not in ("auto", "search"):
        raise UsageError(fault(engine=request.engine))
