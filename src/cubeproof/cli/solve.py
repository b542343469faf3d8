"""`cubeproof solve`."""

from __future__ import annotations

import argparse
import json
import sys
from copy import copy

from cubeproof.cli.failures import failed, reason
from cubeproof.cli.inputs import cube_and_scramble, text_of
from cubeproof.cli.progress import Display
from cubeproof.cli.statuses import INTERRUPTED, NO_ANSWER, OK, REFUSED
from cubeproof.cli.stopping import stopped_by_signals
from cubeproof.cli.streams import tell
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit, Stop
from cubeproof.errors import CubeproofError, StoppedError, UsageError
from cubeproof.proof.certificate import certify, ensure_free
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.asking import read_goal
from cubeproof.solving.registry import settings_asked
from cubeproof.solving.report import as_json
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve
from cubeproof.starting import NO_MEMORY

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """Solve one cube, or every cube of a file."""
    if parsed.file is None:
        return _one(parsed)
    if parsed.certify is not None:
        raise UsageError("A certificate is about one cube: give --certify without --file.")
    if parsed.scramble is not None or parsed.state is not None:
        raise UsageError("Give a cube or --file, not both.")
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
            status = failed(parsed, problem, f"{parsed.file}, line {number}: ")
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

    Whatever becomes of it, the answer is there and must not be lost.
    """
    if solution.alg is None or not solution.optimal:
        what = (
            "there is no answer" if solution.alg is None else "the answer is not proved to be a shortest one"
        )
        stops = {Stop.TIMEOUT: "; the time ran out", Stop.INTERRUPTED: "; the search was interrupted"}
        tell(f"cubeproof: No certificate was written: {what}{stops.get(solution.stop or Stop.GAVE_UP, '')}.")
        return None, REFUSED if status == OK else status
    try:
        jobs = getattr(parsed, "jobs", 1)
        made = certify(solution.task, solution.alg, parsed.certify, jobs=jobs, control=control)
        return str(made.folder), status
    except (KeyboardInterrupt, StoppedError):
        tell("cubeproof: Interrupted before the certificate was written.")
        return None, INTERRUPTED
    except CubeproofError as problem:
        why = str(problem)
    except OSError as problem:
        why = reason(problem)
    except MemoryError:
        why = NO_MEMORY
    tell(f"cubeproof: No certificate was written: {why}")
    return None, REFUSED


def _show(cube: Cube, solution: Solution, *, every: bool) -> None:
    if sys.stdout.isatty():
        from rich.console import Console

        from cubeproof.draw.text import rich_net

        Console().print(rich_net(cube), "")
    if solution.alg is None:
        tell(f"cubeproof: {solution.claim}")
        return
    if every:
        for alg in solution.solutions:
            print(_shown(alg))
        count = len(solution.solutions)
        unsure = "" if solution.stop is None else ", and perhaps more: the search for all was stopped"
        tell(f"{count} shortest answer{'' if count == 1 else 's'}{unsure}")
    else:
        print(_shown(solution.alg))
    tell(f"{solution.claim} [{solution.engine}, {solution.seconds:.2f} s]")


def _shown(alg: Alg) -> str:
    return str(alg) or "(the cube is solved)"
