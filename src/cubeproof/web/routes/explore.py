"""The graph of all states of the 2×2×2."""

from __future__ import annotations

from functools import cache
from random import SystemRandom
from typing import Annotated

from fastapi import APIRouter, Query

from cubeproof.draw import describe_move
from cubeproof.solving.explore import Exploration, explore
from cubeproof.solving.neighbours import distance, neighbours, random_cube_at
from cubeproof.solving.scramble import setup
from cubeproof.web.answers import ExploreAnswer, ExploredCube, NeighbourAnswer, NeighboursAnswer, as_said
from cubeproof.web.errors import field
from cubeproof.web.questions import ExploredCubeQuery, ExploreQuery, NeighboursRequest
from cubeproof.web.routes.context import InTurn, TheLimits, failures

router = APIRouter(prefix="/api/explore", tags=["the 2×2×2 as a whole"])


@router.get(
    "", summary="Count all states by their distance from solved.", responses=failures(), dependencies=[InTurn]
)
def layers(asked: Annotated[ExploreQuery, Query()]) -> ExploreAnswer:
    """Count the states of the 2×2×2 at every distance from solved."""
    exploration = _explored(asked.metric)
    return ExploreAnswer(
        size=exploration.size, metric=asked.metric, counts=list(exploration.counts), total=exploration.total
    )


@cache
def _explored(metric: str) -> Exploration:
    return explore(2, metric)


@router.get(
    "/cube",
    summary="Make a random cube at a distance from solved.",
    responses=failures(),
    dependencies=[InTurn],
)
def random_state(asked: Annotated[ExploredCubeQuery, Query()]) -> ExploredCube:
    """Draw a 2×2×2 from all that are at some distance from solved."""
    seed = SystemRandom().randrange(1 << 32) if asked.seed is None else asked.seed
    with field("depth"):
        cube = random_cube_at(asked.depth, asked.metric, seed)
    return ExploredCube(
        size=2, facelets=cube.facelets, scramble=str(setup(cube)), distance=asked.depth, seed=seed
    )


@router.post(
    "/neighbours",
    summary="List the states that are one turn away.",
    responses=failures(400, 413),
    dependencies=[InTurn],
)
def neighbours_of(asked: NeighboursRequest, limits: TheLimits) -> NeighboursAnswer:
    """The states that are one turn away from a 2×2×2, with their distances from solved."""
    with field("state"):
        cube = limits.cube(asked.state)
        return NeighboursAnswer(
            distance=distance(cube, asked.metric),
            neighbours=[
                NeighbourAnswer(
                    turn=str(next_.turn),
                    description=as_said(describe_move(next_.turn, 2)),
                    facelets=next_.cube.facelets,
                    distance=next_.distance,
                )
                for next_ in neighbours(cube, asked.metric)
            ],
        )
