"""What the server is and has."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from cubeproof.web.answers.said import Said


class GoalAnswer(BaseModel):
    """A goal that has a name."""

    name: Annotated[str, Field(description="as a request has it", examples=["cross"])]
    title: Annotated[Said, Field(description="what it is called")]
    summary: Annotated[Said, Field(description="what it asks for")]
    sizes: Annotated[
        list[int], Field(description="the sizes of cubes that it makes sense on", examples=[[3]])
    ]


class SettingAnswer(BaseModel):
    """A setting of an engine, which `POST /api/solve` takes under this name."""

    name: Annotated[str, Field(examples=["seed"])]
    kind: Annotated[
        str,
        Field(description="of its value", json_schema_extra={"enum": ["flag", "whole", "number", "text"]}),
    ]
    default: bool | int | float | str | None
    help: Annotated[Said, Field(description="what it is for")]
    choices: Annotated[list[str], Field(description="the texts that it may be; empty for any")]
    least: Annotated[float | None, Field(description="the least number that it may be")]
    above: Annotated[float | None, Field(description="the number that it must exceed")]
    most: Annotated[float | None, Field(description="the greatest number that it may be")]


class TableAnswer(BaseModel):
    """A table that an engine builds once and keeps."""

    name: str
    size: Annotated[int, Field(description="in bytes", examples=[918_540])]
    seconds: Annotated[float, Field(description="estimated build time in seconds")]


class EngineAnswer(BaseModel):
    """An engine: what it takes and what it can do. A list that is null is of all there are."""

    name: str
    summary: Annotated[Said, Field(description="what it does")]
    sizes: Annotated[list[int] | None, Field(description="the sizes of cubes that it takes", examples=[[3]])]
    metrics: Annotated[list[str] | None, Field(description="the metrics that it counts in")]
    goals: Annotated[list[str] | None, Field(description="the goals with a name that it goes for")]
    proves: Annotated[bool, Field(description="whether it can prove that an answer is a shortest one")]
    at_once: Annotated[bool, Field(description="whether it has an answer in moments")]
    exhaustive: Annotated[
        bool, Field(description="whether it knows every state, so that the proof too takes but moments")
    ]
    finds_all: Annotated[bool, Field(description="whether it can find all shortest answers")]
    writes_formulas: bool
    asks: Annotated[
        list[str], Field(description="the engines that it asks, in order, if it is made of others")
    ]
    settings: list[SettingAnswer]
    tables: list[TableAnswer]


class ReachAnswer(BaseModel):
    """What is to be expected for a scrambled cube of a size, to be solved by its usual turns."""

    size: Annotated[int, Field(description="the number of layers", examples=[4])]
    engine: Annotated[str | None, Field(description="the engine that solves any such cube; null for none")]
    seconds: Annotated[
        float, Field(description="the time that suffices, and that a search gets which asks for none")
    ]
    sentence: Annotated[
        Said | None, Field(description="what to know of it before a search is begun; null for nothing")
    ]


class ApiAnswer(BaseModel):
    """What this server is and has."""

    version: str
    sizes: Annotated[
        tuple[int, int], Field(description="the smallest cube and the largest", examples=[[2, 20]])
    ]
    metrics: list[str]
    engines: list[EngineAnswer]
    encodings: list[str]
    palettes: list[str]
    goals: list[GoalAnswer]
    reach: Annotated[
        list[ReachAnswer], Field(description="for every size, what the engines can do for a scrambled cube")
    ]
    limits: Annotated[dict[str, int | float], Field(description="what a visitor may ask for")]
