"""The 2×2×2 as a whole."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from cubeproof.web.answers.cubes import Description
from cubeproof.web.fields import MetricName, Seed, Size, State, Turns


class ExploreAnswer(BaseModel):
    """How many states are how far from solved."""

    size: Size
    metric: MetricName
    counts: Annotated[list[int], Field(description="by distance, from 0", examples=[[1, 9, 54]])]
    total: Annotated[int, Field(examples=[3_674_160])]


class ExploredCube(BaseModel):
    """A random state at a distance from solved."""

    size: Size
    facelets: State
    scramble: Turns
    distance: int
    seed: Seed


class NeighbourAnswer(BaseModel):
    """A state that is one turn away."""

    turn: str
    description: Description
    facelets: State
    distance: int


class NeighboursAnswer(BaseModel):
    """A state's distance from solved, and its neighbours'."""

    distance: int
    neighbours: list[NeighbourAnswer]
