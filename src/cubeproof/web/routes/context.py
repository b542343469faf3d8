"""Dependencies of the routes on their application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Depends, Request

from cubeproof.web.admission import visitor
from cubeproof.web.answer_models import Failure
from cubeproof.web.limits import Limits
from cubeproof.web.searches.job import Job
from cubeproof.web.searches.job_registry import JobRegistry

_FAILURES = {
    400: "The request is not JSON.",
    403: "The request comes from another site.",
    404: "Nothing exists at this address, such as a search that was forgotten.",
    409: "The certificate does not exist, or not yet.",
    413: "The request is too large.",
    422: "The request is invalid.",
    429: "Too many searches are running, or too many visitors are waiting or listening.",
}


def failures(*statuses: int, explicit: bool = False) -> dict[int | str, dict[str, object]]:
    """Return the failures of a route for the document: these statuses, and those of all routes."""
    schema = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    form: dict[str, object] = {"content": schema} if explicit else {"model": Failure}
    return {
        status: form | {"description": _FAILURES[status]} for status in sorted({*statuses, 403, 422, 429})
    }


def _limits(request: Request) -> Limits:
    limits: Limits = request.app.state.limits
    return limits


def _registry(request: Request) -> JobRegistry:
    registry: JobRegistry = request.app.state.registry
    return registry


def _job(id: str, registry: Annotated[JobRegistry, Depends(_registry)]) -> Job:  # noqa: A002
    return registry.find(id)


async def _wake(registry: Annotated[JobRegistry, Depends(_registry)]) -> None:
    """Start workers for the searches of a visitor who opens the page."""
    registry.pool.wake()


def _in_turn(queue: str) -> Any:
    """Return a dependency that waits for a place in one of the application's queues."""

    async def wait(request: Request) -> AsyncIterator[None]:
        async with getattr(request.app.state, queue).taken(request):
            yield

    return Depends(wait, scope="function")


async def _listening(
    job: Annotated[Job, Depends(_job)],
    registry: Annotated[JobRegistry, Depends(_registry)],
    who: Annotated[str, Depends(visitor)],
) -> AsyncIterator[Job]:
    """Yield the search, and count the visitor as its listener while the answer is sent."""
    with registry.listening(job, who):
        yield job


ServerLimits = Annotated[Limits, Depends(_limits)]
Registry = Annotated[JobRegistry, Depends(_registry)]
RequestedJob = Annotated[Job, Depends(_job)]
Visitor = Annotated[str, Depends(visitor)]
StreamedJob = Annotated[Job, Depends(_listening)]
WakeWorkers = Depends(_wake)
ComputingPlace, DrawingPlace, FilmingPlace = map(_in_turn, ("computing", "drawing", "filming"))
