"""Starts, watches and ends searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, StreamingResponse

from cubeproof.contract.engine import Attempt
from cubeproof.contract.limit import Limit
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.errors import UsageError
from cubeproof.problem import Problem, allowed_moves
from cubeproof.puzzle.facelet_symbols import is_link
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.registry import answers_at_once, engine_facts, is_read_off, usual_engine
from cubeproof.solving.request_parsing import are_facelets, read_cube, read_goal_text
from cubeproof.web.errors import RefusedError, errors_of_field
from cubeproof.web.limits import Limits
from cubeproof.web.requests import SolveRequest
from cubeproof.web.routes.context import (
    ComputingPlace,
    Registry,
    RequestedJob,
    ServerLimits,
    StreamedJob,
    Visitor,
    failures,
)
from cubeproof.web.search_answers import JobAnswer, JobStarted, SolveEvent
from cubeproof.web.searches.job import Job
from cubeproof.web.strict_json import StrictRoute

_SECONDS = Template("web.seconds", "This server allows {most:g} seconds for a search, not {seconds:g}.")
_PROCESSES = Template("web.processes", "This server allows {most} processes for a search, not {processes}.")
_PROBLEM_ALONE = Template(
    "web.problem-alone", "A problem is the whole question: leave out cube, goal and turns."
)
_PLACES = Template("web.places", "This server allows {most} sticker places of a puzzle, not {places}.")
_LONG_ENTRY = Template("web.long-entry", "The entry {entry!r} has more than {most:,} characters.")
_NO_PROBLEM = Template("web.no-problem", "This is not a problem: {reason}")
_NO_CERTIFICATE = Template("web.no-certificate", "There is no certificate{running?true: yet|false:}.")

router = APIRouter(prefix="/api/solve", tags=["solving"], route_class=StrictRoute)


@router.post(
    "",
    summary="Start to solve a cube.",
    status_code=202,
    responses=failures(400, 413),
    dependencies=[ComputingPlace],
)
async def begin(body: SolveRequest, registry: Registry, limits: ServerLimits, who: Visitor) -> JobStarted:
    """Start a search in the background. It ends at its time limit, or without a listener or request for some time."""
    request, quick, search = await run_in_threadpool(_check, body, limits)
    # `all` and `extra` do not change what is proved about the shortest length.
    question = replace(search, options=Options()).question_digest
    job, continued = registry.start(
        request,
        who,
        quick=quick,
        question=question,
        body=_shown_again(body, search),
        continues=body.continues,
    )
    url = f"/api/solve/{job.id}"
    return JobStarted(id=job.id, url=url, events=f"{url}/events", continued=continued)


def _shown_again(body: SolveRequest, search: SearchRequest) -> dict[str, Any]:
    """Return a request as it is shown with its search: its cube as stickers, its turns as they were read."""
    cube = {"size": search.size, "state": search.start, "scramble": search.scramble} if search.size else {}
    return body.model_dump(exclude_unset=True, exclude={"continues", "order", "lower_case"}) | cube


def _check(body: SolveRequest, limits: Limits) -> tuple[dict[str, Any], bool, SearchRequest]:
    """Check a request; return the worker's request, whether its answer takes only moments, and the search."""
    request, turns, note = (
        _cube_request(body, limits) if body.problem is None else (_problem_request(body, limits), None, None)
    )
    problem = request.problem
    if problem is None and answers_at_once(body.engine, request.size):
        problem = request.to_problem()
    else:
        # A large cube has thousands of turns, which the worker computes.
        request.check()
    cube_map = None if problem is None else problem.cube_map
    size = request.size or (None if cube_map is None else cube_map.size)
    with errors_of_field("timeout"):
        seconds = _usual_seconds(body, size, limits) if body.timeout is None else body.timeout
        limit = Limit(seconds, body.max_length)
        if seconds > limits.seconds:
            raise UsageError(_SECONDS(most=limits.seconds, seconds=seconds))
    with errors_of_field("jobs"):
        jobs = getattr(body, "jobs", None)
        if jobs is not None and jobs > limits.processes:
            raise UsageError(_PROCESSES(most=limits.processes, processes=jobs))
    options = Options.of(body.model_dump())
    # Only tables of cubes give answers at once; the worker reads other questions.
    engine = None if size is None else engine_facts(body.engine).make(options)
    reading = None if engine is None or problem is None else engine.read(problem)
    # A table gives the answer at once, but a certificate requires a solver.
    quick = not body.certify and isinstance(reading, Attempt) and is_read_off(reading)
    if jobs is None and isinstance(reading, Attempt) and reading.cores:
        options = replace(options, jobs=limits.processes)
    request = replace(request, limit=limit, engine=body.engine, options=options)
    message = {
        "search": request.to_dict(),
        "scramble": turns,
        "certify": body.certify,
        "proof": body.proof,
        "note": None if note is None else note.to_dict(),
    }
    return message, quick, request


def _cube_request(body: SolveRequest, limits: Limits) -> tuple[SearchRequest, str | None, Sentence | None]:
    """Return the search, the turns of the request, and a note about their reading."""
    with errors_of_field("state" if body.state is not None else "size"):
        limits.cube(body.state, body.size, body.order)
    turns = body.scramble
    with errors_of_field("scramble"):
        if turns is not None and are_facelets(turns, body.order):
            limits.check_cube_text(turns)
            turns = None
        else:
            limits.alg(turns or "")
        cube, scramble, note = read_cube(
            body.scramble, body.state, body.size, order=body.order, lower_case=body.lower_case
        )
        limits.size(cube.size)
    with errors_of_field("goal"):
        if is_link(body.goal or ""):
            limits.cube(body.goal)
        goal = read_goal_text(body.goal, cube.size, body.order)
    if body.moves is not None:
        with errors_of_field("moves"):
            limits.alg(body.moves.replace(",", " "))
            allowed_moves(body.moves)
    search = SearchRequest.of_cube(cube, scramble, goal, moves=body.moves, metric=Metric(body.metric))
    return search, turns, note


def _problem_request(body: SolveRequest, limits: Limits) -> SearchRequest:
    for name in ("size", "scramble", "state", "order", "lower_case", "goal", "moves", "metric"):
        if name in body.model_fields_set and getattr(body, name) is not None:
            with errors_of_field(name):
                raise UsageError(_PROBLEM_ALONE())
    with errors_of_field("problem"):
        _check_size(body.problem or {}, limits)
        try:
            return SearchRequest.of_problem(Problem.from_dict(body.problem or {}))
        except TypeError as error:
            raise UsageError(_NO_PROBLEM(reason=Sentence.of(str(error)))) from None


def _check_size(problem: Mapping[str, Any], limits: Limits) -> None:
    """Refuse a problem that would take long to read, since the server's own process reads it."""
    places, cube = problem.get("start"), problem.get("cube")
    if isinstance(cube, Mapping):
        if isinstance(cube.get("start"), str):
            limits.cube(cube["start"])
        for name in ("moves", "goal"):
            if isinstance(cube.get(name), str) and len(cube[name]) > limits.characters:
                raise UsageError(_LONG_ENTRY(entry=name, most=limits.characters))
        if isinstance(cube.get("moves"), str):
            limits.alg(cube["moves"].replace(",", " "))
    elif isinstance(places, Sequence) and len(places) > limits.places:
        raise UsageError(_PLACES(most=limits.places, places=len(places)))


def _usual_seconds(body: SolveRequest, size: int | None, limits: Limits) -> float:
    """Return the default time limit: the time that a scrambled cube of its size takes."""
    if size is None:
        return limits.usual_seconds(None)
    facts = engine_facts(body.engine)
    if (used := usual_engine(size)) in facts.asks and used is not None:
        facts = engine_facts(used)
    return limits.usual_seconds(facts.seconds.get(size))


@router.get(
    "/{id}",
    summary="Fetch the state of a search.",
    response_model_exclude_unset=True,
    responses=failures(404),
)
async def standing(job: RequestedJob) -> JobAnswer:
    """Return the state of a search, and its result after its end."""
    return _answer(job)


def _answer(job: Job) -> JobAnswer:
    state = {name: job.search_state[name] for name in ("length", "lower_bound", "horizon", "engine")}
    return JobAnswer.model_validate(
        {
            "id": job.id,
            "state": job.state,
            "seconds": round(job.seconds, 3),
            "failure": job.failure,
            "best": job.search_state["turns"],
            "result": job.result,
            "request": job.request,
            **state,
        }
    )


_STREAM = """The events, each with its name in the line `event`, its number in `id` and a JSON object in `data`.

The schema has the type of `data` for each name."""


class _EventStream(StreamingResponse):
    media_type = "text/event-stream"


@router.get(
    "/{id}/events",
    summary="Listen to a search.",
    responses=failures(404, explicit=True) | {200: {"description": _STREAM, "model": SolveEvent}},
    response_class=_EventStream,
)
async def events(
    request: Request,
    job: StreamedJob,
    last_event_id: Annotated[str | None, Header(description="continue after this event")] = None,
) -> StreamingResponse:
    """Stream the events of a search as server-sent events: all events, or those after the last received one.

    `bounds` reports progress about once a second; the last event is one `result` or one `failed`. All other events
    report the work of the engine. Their `state` is the change in the state of the search: `activity`, `seconds` and the
    members with a new value. Of the lists `horizons` and `stages` it has only the new entries, by index from 0. The
    first event has the whole state.
    """
    seen = last_event_id or ""
    after = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 16 else 0
    # The second header keeps nginx from buffering.
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return _EventStream(() if "headers_only" in request.scope else job.events(after), headers=headers)


@router.post(
    "/{id}/stop", summary="Stop a search.", response_model_exclude_unset=True, responses=failures(404, 413)
)
async def stop(job: RequestedJob) -> JobAnswer:
    """End a search; its result is its best answer."""
    job.stop()
    return _answer(job)


@router.delete("/{id}", summary="Forget a search.", status_code=204, responses=failures(404, 413))
async def forget(job: RequestedJob, registry: Registry) -> None:
    """End a search and forget it."""
    await registry.forget(job)


@router.get(
    "/{id}/certificate",
    summary="Fetch the certificate of an answer.",
    responses=failures(404, 409) | {200: {"description": "the folder", "content": {"application/zip": {}}}},
    response_class=Response,
)
async def certificate(job: RequestedJob) -> FileResponse:
    """Return the certificate of a shortest answer, for `cubeproof check`."""
    if job.certificate is None:
        raise RefusedError(409, _NO_CERTIFICATE(running=job.running))
    return FileResponse(job.certificate, media_type="application/zip", filename="certificate.zip")
