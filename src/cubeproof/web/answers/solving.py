"""Searches: how they begin, where they stand, what they find."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from cubeproof.solving.registry import ENGINES
from cubeproof.web.answers.derived import model_of
from cubeproof.web.answers.said import Failure, Said
from cubeproof.web.fields import Size, State, Turns


class JobStarted(BaseModel):
    """A search that has begun."""

    id: str
    url: Annotated[str, Field(description="where it stands, and its result")]
    events: Annotated[str, Field(description="what happens, as server-sent events")]


class MadeMove(BaseModel):
    """One turn of an answer."""

    text: str
    description: Annotated[Said, Field(description="in words")]


if TYPE_CHECKING:
    Statistics = BaseModel | None
else:
    # One model for each engine that tells something of its work, made from the dataclass of its row.
    Statistics = reduce(
        or_, [model_of(row.statistics) for row in ENGINES.values() if row.statistics is not None], None
    )


class ReachedAnswer(BaseModel):
    """How far a search in stages came that found no answer."""

    model_config = ConfigDict(extra="forbid")

    turns: Annotated[Turns, Field(description="the beginning of a way: those of the finished stages")]
    finished: Annotated[int, Field(description="how many stages are finished")]
    stages: Annotated[int, Field(description="how many there are")]
    facelets: Annotated[State | None, Field(description="the cube after these turns")] = None
    moves: Annotated[list[MadeMove], Field(description="the turns one by one")]
    sentence: Annotated[Said, Field(description="all this in words")]


class SolveResult(BaseModel):
    """What a search found: what `cubeproof solve --json` prints, and more."""

    model_config = ConfigDict(extra="forbid")

    size: Annotated[Size | None, Field(description="of a cube; another puzzle has none")] = None
    start: Annotated[State | list[int], Field(description="the facelets, or a puzzle's colours")]
    scramble: Turns | None = None
    solution: Annotated[Turns | None, Field(description="the best answer, null if there is none")]
    length: int | None
    metric: Annotated[str, Field(description="htm, qtm or stm; of a puzzle what it calls its count")]
    optimal: Annotated[bool, Field(description="whether it is proved to be a shortest one")]
    lower_bound: Annotated[int, Field(description="no answer is shorter; proved")]
    engine: str
    seconds: float
    solutions: Annotated[list[str] | None, Field(description="all shortest answers, if asked for")] = None
    stopped: Annotated[str | None, Field(description="why the search ended before it was done")] = None
    unverified_solver: Annotated[
        str | None, Field(description="the program on whose word alone the lower bound stands, if it does")
    ] = None
    reached: Annotated[
        ReachedAnswer | None, Field(description="how far a search in stages came that found no answer")
    ] = None
    claim: Annotated[Said, Field(description="what is proved, in words")]
    moves: list[MadeMove]
    statistics: Annotated[Statistics, Field(description="what the engine did; null if it tells nothing")]
    certificate: Annotated[str | None, Field(description="the address of the certificate, if there is one")]
    twizzle: Annotated[
        str | None,
        Field(
            description="where twizzle.net plays the answer, if it has such a cube and can be told of this one"
        ),
    ]


class JobAnswer(BaseModel):
    """Where a search stands."""

    id: str
    state: Literal["running", "done", "failed", "stopped"]
    seconds: float
    best: Annotated[Turns | None, Field(description="the best answer so far")]
    length: int | None
    lower_bound: int
    horizon: Annotated[int | None, Field(description="the length that a solver is trying now")]
    engine: Annotated[str, Field(description="the engine at work")]
    failure: Annotated[Failure | None, Field(description="why it failed")] = None
    result: SolveResult | None = None
