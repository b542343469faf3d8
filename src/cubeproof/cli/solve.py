"""`cubeproof solve`."""

from __future__ import annotations

import argparse
import json
import sys
from copy import copy

from cubeproof.cli.failures import NO_MEMORY, failed, reason
from cubeproof.cli.inputs import cube_and_scramble, text_of
from cubeproof.cli.progress import Display
from cubeproof.cli.statuses import INTERRUPTED, NO_ANSWER, OK, REFUSED
from cubeproof.cli.stopping import stopped_by_signals
from cubeproof.cli.streams import SAYS, show, tell
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit, Stop
from cubeproof.errors import CubeproofError, StoppedError, UsageError
from cubeproof.proof.certificate import certify, ensure_free
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template
from cubeproof.solving.asking import read_goal
from cubeproof.solving.registry import settings_asked
from cubeproof.solving.report import as_json
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve

__all__ = ["run"]

_CERTIFY_FILE = Template(
    "command.certify-file", "A certificate is about one cube: give --certify without --file."
)
_CUBE_AND_FILE = Template("command.cube-and-file", "Give a cube or --file, not both.")
_UNCERTIFIED = Template("command.uncertified", "No certificate was written: {reason}")
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
    "{count} shortest {count?one:answer|other:answers}, and perhaps more: the search for all was stopped",
)
_CLAIM = Template("command.claim", "{claim} [{engine}, {seconds:.2f} s]")
_SOLVED = Template("command.solved", "(the cube is solved)")


def run(parsed: argparse.Namespace) -> int:
    """Solve one cube, or every cube of a file."""
    if parsed.file is None:
        return _one(parsed)
    if parsed.certify is not None:
        raise UsageError(_CERTIFY_FILE())
    if parsed.scramble is not None or parsed.state is not None:
        raise UsageError(_CUBE_AND_FILE())
    worst = OK
    for number, line in enumerate(text_of(parsed.file).splitlines(), 1):
        text = line.split("//")[0].split("#")[0].strip()
        if not text:
            continue
        one = copy(parsed)
        one.scramble = text
        try:
            status = _one(one)
        except StoppedError:
            raise
        except CubeproofError as problem:
            status = failed(parsed, problem, (parsed.file, number))
        worst = max(worst, status)
        if status == INTERRUPTED:
            break
    return worst


def _one(parsed: argparse.Namespace) -> int:
    cube, scramble = cube_and_scramble(parsed)
    if parsed.certify is not None:
        # Better now than after an hour of search.
        ensure_free(parsed.certify)
    display = Display()
    control = Control(Limit(parsed.timeout, parsed.max_length), display)
    with stopped_by_signals(control):
        with display:
            solution = solve(
                cube,
                engine=parsed.engine,
                metric=parsed.metric,
                goal=read_goal(parsed.goal, cube.size),
                moves=parsed.moves,
                known=None if scramble is None else ~scramble,
                options=settings_asked(parsed.engine, vars(parsed)),
                control=control,
            )
        every = getattr(parsed, "all", False)
        if not parsed.json:
            _show(cube, solution, every=every)
        status = _status(solution)
        found = as_json(solution, parsed.scramble, every=every)
        if parsed.certify is not None:
            with display:
                found["certificate"], status = _write_certificate(parsed, solution, status, control)
    if parsed.json:
        print(json.dumps(found))
    return status


def _status(solution: Solution) -> int:
    if solution.stop is Stop.INTERRUPTED:
        return INTERRUPTED
    return OK if solution.alg is not None else NO_ANSWER


def _write_certificate(
    parsed: argparse.Namespace, solution: Solution, status: int, control: Control
) -> tuple[str | None, int]:
    """Write the certificate; return where it is, None if there is none, and the exit status.

    Also where that fails the answer is there, and must not be lost.
    """
    if solution.alg is None or not solution.optimal:
        tell(SAYS(sentence=_UNCERTIFIED_ANSWER(answer=solution.alg is not None, stop=solution.stop)))
        return None, REFUSED if status == OK else status
    try:
        jobs = getattr(parsed, "jobs", 1)
        made = certify(solution.task, solution.alg, parsed.certify, jobs=jobs, control=control)
        return str(made.folder), status
    except (KeyboardInterrupt, StoppedError):
        tell(SAYS(sentence=_INTERRUPTED()))
        return None, INTERRUPTED
    except CubeproofError as problem:
        why = problem.sentence
    except OSError as problem:
        why = reason(problem)
    except MemoryError:
        why = NO_MEMORY()
    tell(SAYS(sentence=_UNCERTIFIED(reason=why)))
    return None, REFUSED


def _show(cube: Cube, solution: Solution, *, every: bool) -> None:
    if sys.stdout.isatty():
        from rich.console import Console

        from cubeproof.draw.text import rich_net

        Console().print(rich_net(cube), "")
    if solution.alg is None:
        tell(SAYS(sentence=solution.claim))
        return
    if every:
        for alg in solution.solutions:
            show(_shown(alg))
        count = len(solution.solutions)
        tell((_SHORTEST if solution.stop is None else _SHORTEST_STOPPED)(count=count))
    else:
        show(_shown(solution.alg))
    tell(_CLAIM(claim=solution.claim, engine=solution.engine, seconds=solution.seconds))


def _shown(alg: Alg) -> str:
    return str(alg) or _SOLVED()
