"""The work of a worker: solves, certifies on request, and sends the events that `worker_process` describes."""

from __future__ import annotations

import contextlib
import errno
import shutil
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.startup_signals import lacks_memory
from cubeproof.base.system_errors import system_reason
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Note, PartProved, Started, Walked, name_of
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, field_as_json
from cubeproof.contract.preparation import Preparation
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.state import changes
from cubeproof.contract.workshop import Workshop
from cubeproof.draw.descriptions import describe_move
from cubeproof.errors import CertificateError, CubeproofError, StoppedError
from cubeproof.proof.write.certify import certify
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.machine_preparation import may_go_on, prepare_first, step_name
from cubeproof.solving.registry import ENGINES, engine
from cubeproof.solving.report import as_json, failure_as_json, our_defect
from cubeproof.solving.solution import ProblemSolution, Solution
from cubeproof.solving.solve import earlier_events, solution_so_far, solve, solve_request
from cubeproof.solving.trail import Trail
from cubeproof.web.searches.computations import COMPUTATIONS

Send = Callable[[str, Mapping[str, Any]], None]
"""Sends an event, by its name and its data."""

FAILED = Template("web.search-failed", "The search failed with an internal error ({cause}).")
_NO_MEMORY = Template("web.no-memory", "There is not enough memory: a search may take {gigabytes:g} GB.")
_NOT_PROVED = Template("web.not-proved", "No certificate: the answer is not proved to be a shortest one.")
_TOO_LARGE = Template("web.certificate-size", "This server allows {megabytes:g} MB for a certificate.")


def warm_up(workshop: Workshop) -> None:
    """Load the engines, and load or build the table of the 2×2×2; ignore failures, which a later search reports."""
    with contextlib.suppress(Exception):
        for name in ENGINES:
            engine(name)
        solve(Cube(2).apply("R U"), engine="table", workshop=workshop)


def run(request: Mapping[str, Any], send: Send, flag: bytearray, workshop: Workshop | None = None) -> None:
    """Run a search or a computation; send events and failures."""
    try:
        if "compute" in request:
            send("result", {"result": COMPUTATIONS[request["compute"]](**request["arguments"])})
        else:
            _search(request, send, flag, workshop)
    except CubeproofError as error:
        send("failed", failure_as_json(error))
    except Exception as error:  # noqa: BLE001 - the visitor gets an answer in any case
        if lacks_memory(error):
            sentence = _no_memory(request)
        else:
            sentence = our_defect(FAILED(cause=f"{type(error).__name__}: {error}"))
        send("failed", failure_as_json(CubeproofError(sentence)))


def _no_memory(request: Mapping[str, Any]) -> Sentence:
    return _NO_MEMORY(gigabytes=request["limits"]["memory_bytes"] / 1e9)


def _search(
    request: Mapping[str, Any], send: Send, flag: bytearray, workshop: Workshop | None = None
) -> None:
    """Solve, and certify on request."""
    search = SearchRequest.from_dict(request["search"])
    problem = search.to_problem()
    # The state that was sent last, and the cube of a random walk.
    sent: dict[str, Any] = {}
    walk: dict[str, Any] = {}
    trail = Trail(problem) if problem.cube_map is not None else None

    def progress(event: Event) -> None:
        nonlocal walk, sent
        names = (field.name for field in fields(event) if field.name != "word")
        data = {name: field_as_json(getattr(event, name)) for name in names}
        if isinstance(event, Walked) and trail is not None:
            trail.follow(event)
            walk = {"facelets": trail.cube.facelets, "turn": trail.turn}
            data |= walk
        state = control.state.to_dict()
        if isinstance(control.state.activity, Walked):
            state["activity"] |= walk
        send(name_of(type(event)), data | {"state": changes(sent, state)})
        sent = state

    stop: NDArray[np.int32] = np.frombuffer(flag, dtype=np.int32)
    control = Control(None, progress, stop, workshop)
    control.emit(Started(search.engine))
    proved = request.get("earlier")
    earlier = Bounds(proved["lower"], word=proved["word"] and tuple(proved["word"])) if proved else Bounds()
    for event in earlier_events(problem, earlier):
        control.emit(event)
    if not request["read_off"]:
        with contextlib.suppress(StoppedError):
            prepare_first(search.engine, problem, control)
    # The preparation does not count against the first visitor's time limit.
    state, control = control.state, Control(search.limit, progress, stop, workshop)

    def begin(step: Preparation) -> Callable[[], bool] | None:
        """Let the server begin a step: a process of this worker would end with its search, and has its limits."""
        if not may_go_on():
            return None
        send("prepare", {"step": step_name(step)})
        return lambda: True

    control.begin = begin
    control.state = replace(state, activity=None, seconds=0.0)
    try:
        solution = solve_request(search, control, problem, earlier)
    except MemoryError:
        # The proof ran out of memory; the answer and the bound so far are still valid.
        state = control.state = replace(control.state, horizon=None)
        if state.word is None:
            raise
        control.emit(Note(_no_memory(request)))
        solution = solution_so_far(problem, control, Stop.INTERRUPTED)
    certified: str | None = None
    if request["certify"] and solution.word is not None:
        certified = _archive_certificate(request, search, solution, control)
    result = as_json(solution, request["scramble"], every=search.options.every) | {
        "claim": solution.claim.to_dict(),
        "moves": _one_by_one(solution.written, solution),
        "statistics": solution.statistics and solution.statistics.to_dict(),
        "certificate": certified is not None,
        "proof": certified,
        "twizzle": solution.twizzle(search.scramble) if isinstance(solution, Solution) else None,
        # For a later search; the server keeps it.
        "proved": {"lower": 0 if solution.unverified_solver else solution.lower_bound, "word": solution.word},
    }
    if request.get("note") is not None:
        result["note"] = request["note"]
    if solution.reached is not None:
        result["reached"] = {
            **solution.to_dict()["reached"],  # type: ignore[dict-item]
            "moves": _one_by_one(solution.reached.turns, solution),
            "sentence": solution.reached.sentence.to_dict(),
        }
    send("result", result | {"state": changes(sent, control.state.to_dict())})


def _one_by_one(turns: str, solution: ProblemSolution) -> list[dict[str, Any]]:
    """Return the turns with descriptions; [] for a puzzle that is not a cube."""
    if not isinstance(solution, Solution):
        return []
    size = solution.start.size
    return [{"text": str(move), "description": describe_move(move, size).to_dict()} for move in Alg(turns)]


def _archive_certificate(
    request: Mapping[str, Any], search: SearchRequest, solution: ProblemSolution, control: Control
) -> str | None:
    """Write the certificate as an archive; return the kind of its proof, or None after sending why there is none."""
    if not solution.optimal:
        control.emit(Note(_NOT_PROVED()))
        return None
    folder, most = Path(request["folder"]), request["limits"]["certificate_bytes"]
    too_large = _TOO_LARGE(megabytes=most / 1e6)

    def forward(event: Event) -> None:
        if isinstance(event, PartProved) and _size(folder) > most:
            raise CertificateError(too_large)
        # Visitors do not get the path of the folder.
        if not (isinstance(event, Note) and str(folder) in event.sentence):
            control.emit(event)

    try:
        written = certify(
            solution,
            folder / "certificate",
            jobs=search.options.jobs or 1,
            proof=request.get("proof"),
            control=control.emitting_to(forward),
        )
        shutil.make_archive(str(folder / "certificate"), "zip", folder, "certificate")
    except StoppedError:
        control.emit(Note(say("web.certificate-stopped", "Stopped before the certificate was written.")))
        return None
    except CubeproofError as error:
        reason = error.sentence
    except MemoryError:
        reason = _no_memory(request)
    except OSError as error:
        reason = too_large if error.errno == errno.EFBIG else system_reason(error)
    else:
        return written.proof
    finally:
        shutil.rmtree(folder / "certificate", ignore_errors=True)
    control.emit(Note(say("web.not-written", "No certificate was written: {reason:open}.", reason=reason)))
    return None


def _size(folder: Path) -> int:
    """Return the bytes in a folder, without files that are renamed or removed during the count."""
    size = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            size += path.stat().st_size
    return size
