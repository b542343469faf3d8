"""`cubeproof solve`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from cubeproof.base.startup_signals import lacks_memory
from cubeproof.cli.inputs import cube_and_scramble, note_as_json
from cubeproof.cli.output.failures import NO_MEMORY, reason
from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import flush, print_message, print_on_stderr, print_on_stdout, valid_in_json
from cubeproof.cli.solve.stop_signals import stopped_by_signals
from cubeproof.cli.statuses import INTERRUPTED, NO_ANSWER, OK, REFUSED
from cubeproof.contract.control import Control
from cubeproof.contract.events import Answered, Event
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.preparation import is_any_unfinished
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.errors import CubeproofError, StoppedError, UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.request_parsing import read_goal_text
from cubeproof.solving.solution import ProblemSolution, Solution
from cubeproof.solving.solve import solve_request

if TYPE_CHECKING:
    from cubeproof.proof.certificate import Certificate

_OUTPUT_ALONE = Template("command.output-alone", "-o only applies together with --file.")
_SHARE_OF_ONE = Template("command.share-of-one", "--share and --estimate are for one cube: leave out --file.")
_ESTIMATE_ALONE = Template(
    "command.estimate-alone", "--estimate searches a sample here and keeps nothing: leave out {options:and}."
)
_CLUSTER_ALONE = Template("command.cluster-alone", "--cluster only applies together with --file or --share.")
_STEPS_OF_ONE = Template("command.steps-of-one", "--steps shows one answer to one cube: leave out {option}.")
_LINES_OF_FILE = Template(
    "command.lines-of-file", "--json-lines is for one cube; --json with --file prints one object a line."
)
_PROOF_OF_CERTIFICATE = Template(
    "command.proof-of-certificate", "--proof is the kind of a certificate's proof: add --certify."
)
_UNCERTIFIED_ANSWER = Template(
    "command.uncertified-answer",
    "No certificate was written: "
    "{answer?false:there is no answer|true:the answer is not proved to be a shortest one}"
    "{stop?timeout:; the time ran out|interrupted:; the search was interrupted|other:}.",
)
_INTERRUPTED = Template("command.certificate-interrupted", "Interrupted before the certificate was written.")
_SHORTEST = Template("command.shortest", "{count} shortest {count?one:answer|other:answers}")
_SHORTEST_STOPPED = Template(
    "command.shortest-stopped",
    "{count} shortest {count?one:answer|other:answers}, perhaps more: the search for all was stopped",
)
_UP_TO = Template(
    "command.up-to",
    "{count} answers of {least} to {most} turns"
    "{stopped?true:, perhaps more: the search for all was stopped|false:}",
)
_CLAIM = Template("command.claim", "{claim} [{engine}, {seconds:.2f} s]")
# The folder in a share for the parts of a certificate's proof.
_PARTS = "proof"
_SOLVED = Template("command.solved", "(the cube is solved)")
_PUZZLE_SOLVED = Template("command.puzzle-solved", "(the puzzle is solved)")


def run(parsed: argparse.Namespace) -> int:
    """Solve one cube, or every cube of a file, or find the crosses of a cube."""
    if parsed.crosses:
        from cubeproof.cli.solve.crosses import solve_crosses

        return solve_crosses(parsed)
    if parsed.steps or parsed.format or parsed.palette:
        # Loading the drawing code takes longer than a look-up.
        from cubeproof.cli.solve.steps import check_steps

        check_steps(parsed)
    for option, is_given in (("--file", parsed.file is not None), ("--all", _every(parsed))):
        if parsed.steps and is_given:
            raise UsageError(_STEPS_OF_ONE(option=option))
    if parsed.json_lines and parsed.file is not None:
        raise UsageError(_LINES_OF_FILE())
    if parsed.problem is not None:
        from cubeproof.cli.solve.problem_file import PROBLEM_ALONE, problem_request

        if parsed.file is not None:
            raise UsageError(PROBLEM_ALONE(options=["--file"]))
        request = problem_request
    else:
        request = _cube_request
    if parsed.proof is not None and parsed.certify is None:
        raise UsageError(_PROOF_OF_CERTIFICATE())
    if parsed.share is not None or parsed.estimate:
        if parsed.file is not None:
            raise UsageError(_SHARE_OF_ONE())
        if parsed.estimate:
            given = {
                "--share": parsed.share,
                "--cluster": parsed.cluster,
                "--certify": parsed.certify,
                "-o": parsed.output,
            }
            if unused := [option for option, value in given.items() if value is not None]:
                raise UsageError(_ESTIMATE_ALONE(options=unused))
            from cubeproof.cli.solve.estimate import print_estimate

            return print_estimate(parsed, request(parsed))
    if parsed.file is None:
        if parsed.output is not None:
            raise UsageError(_OUTPUT_ALONE())
        if parsed.cluster is not None and parsed.share is None:
            raise UsageError(_CLUSTER_ALONE())
        return _one(parsed, request(parsed))
    if parsed.certify is not None:
        raise UsageError(
            say("command.certify-file", "A certificate is for one cube: leave out --file or --certify.")
        )
    if parsed.scramble is not None or parsed.state is not None:
        raise UsageError(say("command.cube-and-file", "Give a cube or --file, not both."))
    from cubeproof.cli.solve.batch import solve_file

    return solve_file(parsed, _solution, _request, _show)


def _one(parsed: argparse.Namespace, request: SearchRequest) -> int:
    if parsed.certify is not None:
        from cubeproof.proof.write.certify import check_kind, ensure_free, ensure_searchable

        # Report this before an hour of search.
        check_kind(parsed.proof)
        if parsed.proof == "search":
            ensure_searchable(request.to_problem().cube_map)
        ensure_free(parsed.certify)
    display = Display()
    control = Control(request.limit, _AnswerLines(parsed, display) if _every(parsed) else display)
    with stopped_by_signals(control):
        with display:
            solution = _solve_one(parsed, request, control)
        if not (control.stopped or request.options.quick) and is_any_unfinished():
            from cubeproof.solving.machine_preparation import start_in_background

            start_in_background()
        return _finish(parsed, solution, control, display)


def _solve_one(parsed: argparse.Namespace, request: SearchRequest, control: Control) -> ProblemSolution:
    if parsed.share is None:
        return solve_request(request, control)
    # A search in shares loads the search.
    from cubeproof.solving.shares import solve_in_shares

    if parsed.cluster is None:
        return solve_in_shares(request, parsed.share, control)
    from cubeproof.work.cluster import connected

    with connected(parsed.cluster, print_message) as (executor, threads):
        return solve_in_shares(request, parsed.share, control, executor, threads)


def _finish(parsed: argparse.Namespace, solution: ProblemSolution, control: Control, display: Display) -> int:
    """Write the answer, and the certificate if one is requested; return the exit status."""
    if not parsed.json and not parsed.json_lines:
        _show(parsed, solution, listed=True)
    status = _status(solution)
    certificate: dict[str, object] = {}
    if parsed.certify is not None:
        with display:
            written, status = _write_certificate(parsed, solution, status, control)
            certificate = {"certificate": written and written.place, "proof": written and written.proof}
    if parsed.json or parsed.json_lines:
        _print_json({**_entries(parsed, solution), **certificate})
    return status


def _entries(parsed: argparse.Namespace, solution: ProblemSolution) -> dict[str, object]:
    """Return the answer as a JSON object."""
    from cubeproof.solving.report import as_json

    entries = as_json(solution, parsed.scramble, every=_every(parsed) and parsed.json)
    entries |= note_as_json(getattr(parsed, "note", None))
    if parsed.steps and isinstance(solution, Solution):
        from cubeproof.cli.solve.steps import steps_as_json

        entries |= steps_as_json(solution.start, solution.alg or Alg())
    return entries


def _print_json(entries: Mapping[str, object]) -> None:
    print(json.dumps(valid_in_json(entries)), flush=True)


class _AnswerLines:
    """A progress callback that prints each answer of a list when it comes, unless one object is printed at the end."""

    def __init__(self, parsed: argparse.Namespace, display: Display) -> None:
        self.parsed, self.display = parsed, display

    def __call__(self, event: Event) -> None:
        self.display(event)
        if not isinstance(event, Answered) or self.parsed.json:
            return
        self.display.pause()
        if self.parsed.json_lines:
            _print_json({"solution": event.turns, "length": event.length})
        else:
            print_on_stdout(event.turns or (_SOLVED() if self.parsed.problem is None else _PUZZLE_SOLVED()))
            flush(sys.stdout)


def _cube_request(parsed: argparse.Namespace) -> SearchRequest:
    cube, scramble = cube_and_scramble(parsed)
    return _request(parsed, cube, scramble, Limit(parsed.timeout, parsed.max_length))


def _request(parsed: argparse.Namespace, cube: Cube, scramble: Alg | None, limit: Limit) -> SearchRequest:
    return SearchRequest.of_cube(
        cube,
        scramble,
        read_goal_text(parsed.goal, cube.size, parsed.order),
        moves=parsed.moves,
        metric=Metric(parsed.metric),
        limit=limit,
        engine=parsed.engine,
        options=Options.of(vars(parsed)),
    )


def _solution(parsed: argparse.Namespace, cube: Cube, scramble: Alg | None, control: Control) -> Solution:
    """Solve one cube of a file."""
    solution = solve_request(_request(parsed, cube, scramble, control.limit), control)
    assert isinstance(solution, Solution), "the request is about a cube"
    return solution


def _every(parsed: argparse.Namespace) -> bool:
    return getattr(parsed, "all", False)


def _status(solution: ProblemSolution) -> int:
    if solution.stop is Stop.INTERRUPTED:
        return INTERRUPTED
    return OK if solution.names is not None else NO_ANSWER


def _write_certificate(
    parsed: argparse.Namespace, solution: ProblemSolution, status: int, control: Control
) -> tuple[Certificate | None, int]:
    """Write the certificate; return it or None, and the exit status. A failure does not lose the answer."""
    if solution.names is None or not solution.optimal:
        print_message(_UNCERTIFIED_ANSWER(answer=solution.names is not None, stop=solution.stop))
        return None, REFUSED if status == OK else status
    try:
        return _certified(parsed, solution, control), status
    except (KeyboardInterrupt, StoppedError):
        print_message(_INTERRUPTED())
        return None, INTERRUPTED
    except CubeproofError as error:
        cause = error.sentence
    except Exception as error:
        if lacks_memory(error):
            cause = NO_MEMORY()
        elif isinstance(error, OSError):
            cause = reason(error)
        else:
            raise
    print_message(say("command.uncertified", "No certificate was written: {reason}", reason=cause))
    return None, REFUSED


def _certified(parsed: argparse.Namespace, solution: ProblemSolution, control: Control) -> Certificate:
    """Write the certificate; with --share, write the refutation of a formula in parts below that folder."""
    from cubeproof.proof.write.certify import certify

    jobs = getattr(parsed, "jobs", None) or 1
    # A proof by search is not written in parts.
    if parsed.share is None or (parsed.proof is None and parsed.engine != "sat"):
        return certify(solution, parsed.certify, jobs=jobs, proof=parsed.proof, control=control)
    from cubeproof.work.folder import ShareFolder

    in_parts = partial(
        certify,
        solution,
        parsed.certify,
        proof=parsed.proof,
        control=control,
        share=ShareFolder(parsed.share).place(_PARTS),
    )
    if parsed.cluster is None:
        return in_parts(jobs=jobs)
    from cubeproof.work.cluster import connected

    with connected(parsed.cluster, print_message) as (executor, threads):
        return in_parts(jobs=threads(), executor=executor)


def _show(parsed: argparse.Namespace, solution: ProblemSolution, *, listed: bool = False) -> None:
    """Print a solution; without the answers of a list if they are `listed` already."""
    if sys.stdout.isatty() and isinstance(solution, Solution):
        from rich.console import Console

        from cubeproof.draw.text import rich_net

        Console().print(rich_net(solution.start), "")
    if solution.names is None:
        print_message(solution.claim)
        if solution.reached is not None:
            print_message(solution.reached.sentence)
        return
    if _every(parsed):
        for turns in () if listed else solution.all_written:
            print_on_stdout(turns or _nothing_to_do(solution))
        count, most = len(solution.solutions), solution.longest
        if most != solution.length:
            print_on_stderr(
                _UP_TO(count=count, least=solution.length, most=most, stopped=solution.stop is not None)
            )
        else:
            print_on_stderr((_SHORTEST if solution.stop is None else _SHORTEST_STOPPED)(count=count))
    else:
        print_on_stdout(solution.written or _nothing_to_do(solution))
    if parsed.steps and isinstance(solution, Solution) and solution.alg is not None:
        from cubeproof.cli.solve.steps import show_steps

        show_steps(parsed, solution.start, solution.alg)
    print_on_stderr(_CLAIM(claim=solution.claim, engine=solution.engine, seconds=solution.seconds))
    for sentence in (solution.lengths_sentence, solution.parts_sentence):
        if sentence is not None:
            print_on_stderr(sentence)


def _nothing_to_do(solution: ProblemSolution) -> Sentence:
    return _SOLVED() if isinstance(solution, Solution) else _PUZZLE_SOLVED()
