"""The graph of all states of the 2×2×2."""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool

from cubeproof.web.answers import ExploreAnswer, ExploredCube, NeighboursAnswer
from cubeproof.web.errors import errors_of_field
from cubeproof.web.requests import ExploredCubeQuery, ExploreQuery, NeighboursRequest
from cubeproof.web.routes.context import Registry, ServerLimits, Visitor, failures
from cubeproof.web.strict_json import StrictRoute

router = APIRouter(prefix="/api/explore", tags=["the 2×2×2 as a whole"], route_class=StrictRoute)


@router.get("", summary="Count all states by their distance from solved.", responses=failures())
async def layers(query: Annotated[ExploreQuery, Query()], registry: Registry, who: Visitor) -> ExploreAnswer:
    """Return the number of states of the 2×2×2 at each distance from solved."""
    counts = await registry.pool.compute("layers", who, metric=query.metric)
    return ExploreAnswer(size=2, metric=query.metric, counts=counts, total=sum(counts))


@router.get("/cube", summary="Make a random cube at a distance from solved.", responses=failures())
async def random_state(
    query: Annotated[ExploredCubeQuery, Query()], registry: Registry, who: Visitor
) -> ExploredCube:
    """Return a random 2×2×2 at a distance from solved."""
    seed = SystemRandom().randrange(1 << 32) if query.seed is None else query.seed
    cube = await registry.pool.compute(
        "cube_at", who, "depth", depth=query.depth, metric=query.metric, seed=seed
    )
    return ExploredCube(size=2, distance=query.depth, seed=seed, **cube)


@router.post("/neighbours", summary="List the states that are one turn away.", responses=failures(400, 413))
async def neighbours_of(
    body: NeighboursRequest, limits: ServerLimits, registry: Registry, who: Visitor
) -> NeighboursAnswer:
    """Return the states that are one turn away from a 2×2×2, with their distances from solved."""
    with errors_of_field("state"):
        cube = await run_in_threadpool(limits.cube, body.state, None, body.order)
    around = await registry.pool.compute(
        "distances_around", who, "state", state=cube.facelets, metric=body.metric
    )
    return NeighboursAnswer.model_validate(around)
