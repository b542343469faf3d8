"""`cubeproof solve --file`: solves several cubes in parallel and prints the answers in order."""

import argparse
import contextlib
import json
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from copy import copy
from dataclasses import dataclass

from cubeproof.cli.inputs import note_as_json
from cubeproof.cli.output.failures import FailureReport, at_place, failure_of
from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import print_message
from cubeproof.cli.solve.answer_files import AnswerFile, FileQuestion, text_line
from cubeproof.cli.solve.cube_files import CubeFile
from cubeproof.cli.solve.cube_line import NO_ID, CubeLine
from cubeproof.cli.solve.stop_signals import stopped_by_signals
from cubeproof.cli.statuses import INTERRUPTED, NO_ANSWER, OK
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Note, Preparing, Progress, TableBuilding
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.errors import StoppedError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.batch import in_order
from cubeproof.solving.registry import engine
from cubeproof.solving.report import as_json
from cubeproof.solving.solution import Solution
from cubeproof.work.executor import Executor

_GOES_ON = Template(
    "answers.goes-on",
    "{file} already has the {cubes?one:answer|other:answers} to {cubes:,} {cubes?one:cube|other:cubes}; "
    "further answers are appended.",
)

# Files are the same in every language.
_SOLVED = "(the cube is solved)"

_Solve = Callable[[argparse.Namespace, Cube, Alg | None, Control], Solution]
_Request = Callable[[argparse.Namespace, Cube, Alg | None, Limit], SearchRequest]


@dataclass(frozen=True, slots=True)
class _Result:
    """The result of one cube."""

    line: CubeLine
    """The line of the cube."""
    solution: Solution | None = None
    """The solution, or None."""
    note: Sentence | None = None
    """A note about the reading of its turns, or None."""
    failure: FailureReport | None = None
    """The reason why there is no solution; None if the search was stopped before a result."""


def solve_file(
    parsed: argparse.Namespace,
    solve: _Solve,
    request: _Request,
    show: Callable[[argparse.Namespace, Solution], None],
) -> int:
    """Solve every cube of a file, in threads or on a cluster."""
    if parsed.cluster is not None:
        from cubeproof.solving.chunks import ensure_no_quick

        ensure_no_quick(getattr(parsed, "quick", False))
    workers = getattr(parsed, "jobs", 1)
    if workers != 1 or parsed.cluster is not None:
        parsed = copy(parsed)
        parsed.jobs = 1
    # A fault of the arguments applies to all cubes.
    engine(parsed.engine, Options.of(vars(parsed)))
    limit, question = Limit(parsed.timeout, parsed.max_length), FileQuestion.of(parsed)
    control = Control()
    with contextlib.ExitStack() as stack:
        cubes = stack.enter_context(CubeFile(parsed.file))
        lines, out, cluster = iter(cubes), None, None
        if parsed.cluster is not None:
            from cubeproof.work.cluster import connected

            # Before the file of answers: without a cluster, no empty one is left.
            cluster = stack.enter_context(connected(parsed.cluster, print_message))
        if parsed.output not in (None, "-"):
            several = not parsed.json and getattr(parsed, "all", False)
            out = stack.enter_context(
                AnswerFile(parsed.output, json=parsed.json, question=question, several=several)
            )
            count, lines = out.unanswered(cubes, lines)
            if count:
                print_message(_GOES_ON(file=out.name, cubes=count))
        stack.enter_context(stopped_by_signals(control))
        if cluster is None:
            watching = _Watching(alone=workers == 1)
            stack.callback(watching.close)
            results = _in_threads(lines, parsed, limit, solve, workers, control, watching)
        else:
            results = _on_cluster(lines, parsed, limit, request, control, *cluster)
        stack.enter_context(contextlib.closing(results))
        return _report_all(results, parsed, cubes, out, show, control)


def _in_threads(
    lines: Iterator[CubeLine],
    parsed: argparse.Namespace,
    limit: Limit,
    solve: _Solve,
    workers: int,
    control: Control,
    watching: "_Watching",
) -> Generator[_Result, None, None]:
    def solve_line(line: CubeLine) -> _Result:
        try:
            cube, scramble, note = line.cube(parsed.size, parsed.order, parsed.lower_case)
            with watching() as progress:
                steering = Control(limit, progress, control.flag, control.workshop)
                return _Result(line, solve(parsed, cube, scramble, steering), note)
        except StoppedError:
            return _Result(line)
        except Exception as error:  # noqa: BLE001 - one line that fails does not stop the others
            return _Result(line, failure=failure_of(error))

    return in_order(solve_line, lines, workers, control)


def _on_cluster(
    lines: Iterator[CubeLine],
    parsed: argparse.Namespace,
    limit: Limit,
    request: _Request,
    control: Control,
    executor: Executor,
    workers: Callable[[], int],
) -> Generator[_Result, None, None]:
    from cubeproof.solving.chunks import solve_requests

    # The lines of the requests whose results have not come back.
    read: deque[tuple[CubeLine, Sentence | None]] = deque()

    def requests() -> Iterator[SearchRequest | Exception]:
        for line in lines:
            note: Sentence | None = None
            query: SearchRequest | Exception
            try:
                cube, scramble, note = line.cube(parsed.size, parsed.order, parsed.lower_case)
                query = request(parsed, cube, scramble, limit)
            except Exception as error:  # noqa: BLE001 - one line that fails does not stop the others
                query = error
            read.append((line, note))
            yield query

    for result in solve_requests(executor, requests(), control, workers):
        line, note = read.popleft()
        if isinstance(result, Exception):
            yield _Result(line, failure=failure_of(result))
        else:
            assert result is None or isinstance(result, Solution), "the request is about a cube"
            yield _Result(line, result, note)


def _report_all(
    results: Iterator[_Result],
    parsed: argparse.Namespace,
    cubes: CubeFile,
    out: AnswerFile | None,
    show: Callable[[argparse.Namespace, Solution], None],
    control: Control,
) -> int:
    worst, has_note = OK, False
    for result in results:
        status = _status(result)
        if out is not None and status == INTERRUPTED:
            # The next run starts with this cube.
            break
        if result.failure is None and result.solution is None:
            continue
        worst = max(worst, status)
        if result.note is not None and not has_note:
            # Once for the file; in JSON, every answer has its note.
            has_note = True
            print_message(at_place(result.note, cubes.place(result.line)))
        if result.failure is not None:
            print_message(result.failure.at(cubes.place(result.line)))
        if out is not None:
            out.write(_lines(result, parsed, cubes, {"question": out.question.to_dict()}))
        elif parsed.json:
            for line in _lines(result, parsed, cubes, {}):
                # In one write, so that a reader never sees half of it.
                sys.stdout.write(f"{line}\n")
        elif result.solution is not None:
            show(parsed, result.solution)
        sys.stdout.flush()
    if control.stopped and worst != INTERRUPTED:
        raise StoppedError
    return worst


def _status(result: _Result) -> int:
    if result.failure is not None:
        return result.failure.status
    if result.solution is None or result.solution.stop is Stop.INTERRUPTED:
        return INTERRUPTED
    return OK if result.solution.length is not None else NO_ANSWER


def _lines(
    result: _Result, parsed: argparse.Namespace, cubes: CubeFile, question: Mapping[str, object]
) -> list[str]:
    """Return the lines for a cube, in JSON or as text."""
    line, solution, every = result.line, result.solution, getattr(parsed, "all", False)
    if parsed.json:
        more = question if line.id is NO_ID else {"id": line.id, **question}
        if solution is None:
            assert result.failure is not None, "a cube has a solution or a failure"
            return [json.dumps({**result.failure.as_json(cubes.place(line)), **more})]
        more = {**note_as_json(result.note), **more}
        return [json.dumps({**as_json(solution, line.turns, every=every), **more, "line": line.number})]
    if solution is None:
        assert result.failure is not None, "a cube has a solution or a failure"
        return [text_line(line.number, result.failure.brief)]
    claim = f"{solution.claim} [{solution.engine}]"
    if solution.alg is None:
        return [text_line(line.number, claim)]
    algs = solution.solutions if every else (solution.alg,)
    return [text_line(line.number, claim, str(alg) or _SOLVED) for alg in algs]


class _Watching:
    """Shows searches on stderr: all events if searches run one at a time, else only building and notes."""

    def __init__(self, *, alone: bool) -> None:
        self._alone = alone
        self._display = Display()
        self._building = self._closed = False
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def __call__(self) -> Iterator[Progress]:
        """Yield the progress callback of one search."""
        if self._alone:
            with Display() as display:
                yield display
        else:
            yield self._show_event

    def _show_event(self, event: Event) -> None:
        with self._lock:
            if self._closed:
                return
            if isinstance(event, (Preparing, TableBuilding)):
                if not self._building:
                    self._display.__enter__()
                self._building = True
                self._display(event)
            elif isinstance(event, Note):
                self._display(event)
            elif self._building:
                # Building has ended.
                self._hide()

    def close(self) -> None:
        """Clear the display, also while a table is being built."""
        with self._lock:
            self._closed = True
            if self._building:
                self._hide()

    def _hide(self) -> None:
        self._building = False
        self._display.__exit__(None, None, None)
