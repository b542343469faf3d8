"""Cubes and turns."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from cubeproof.web.answers.said import Said
from cubeproof.web.fields import Seed, Size, State, Turns

Description = Annotated[Said, Field(description="in words")]


class SlabAnswer(BaseModel):
    """Neighbouring layers, and how far they turn."""

    face: Annotated[
        Literal["U", "R", "F", "D", "L", "B"], Field(description="where layers are counted from, from 1")
    ]
    first: Annotated[int, Field(description="the first layer that turns")]
    last: Annotated[int, Field(description="the last layer that turns")]
    turns: Annotated[Literal[1, 2, 3], Field(description="quarter turns, clockwise as seen from that face")]


Layers = Annotated[SlabAnswer, Field(description="what turns, and how far")]


class MoveAnswer(BaseModel):
    """One turn of a text."""

    text: Annotated[str, Field(examples=["R'"])]
    description: Description
    slab: Layers
    start: Annotated[
        int | None, Field(description="where it begins in the text, from 0; null where brackets repeat it")
    ]
    end: Annotated[int | None, Field(description="where it ends")]


class ApplyAnswer(BaseModel):
    """A cube after turns, and the turns one by one."""

    size: Size
    facelets: State
    description: Description
    solved: Annotated[bool, Field(description="whether every face has one colour, however the cube is held")]
    alg: Annotated[Turns, Field(description="the turns as they are usually written")]
    moves: list[MoveAnswer]
    inverse: Annotated[Turns, Field(description="the turns that take them back")]
    states: Annotated[
        list[State] | None,
        Field(description="the cube after each of the turns; null unless `steps` asks for it"),
    ]


class RepairAnswer(BaseModel):
    """A possible cube near one that is not: the nearest, where changing one sticker or two is enough."""

    state: State
    sentence: Annotated[Said, Field(description="the change")]


class StatusAnswer(BaseModel):
    """What is wrong with a cube, if anything is."""

    size: Size
    possible: Annotated[
        bool, Field(description="whether turning can lead there, as far as stickers are known")
    ]
    complete: Annotated[bool, Field(description="whether all stickers are known")]
    solved: bool
    description: Description
    faults: Annotated[list[str], Field(examples=[["TWISTED_CORNER"]])]
    reasons: Annotated[list[Said], Field(description="a sentence for each")]
    suspects: Annotated[
        list[int],
        Field(
            description="the numbers from 0 of the stickers that show a fault, else of those that the repair changes"
        ),
    ]
    repair: RepairAnswer | None


class ScrambleAnswer(BaseModel):
    """A random cube."""

    size: Size
    seed: Seed
    scramble: Turns
    facelets: State


class AskedAnswer(BaseModel):
    """What a goal asks for."""

    stickers: Annotated[
        list[int],
        Field(
            description="the numbers from 0 of the stickers that it asks for, where they are on the cube now"
        ),
    ]


class RandomAnswer(BaseModel):
    """A random cube, of which no turns are told."""

    size: Size
    seed: Annotated[Seed, Field(description="with which `/api/scramble` tells turns that lead there")]
    facelets: State


class TurnAnswer(BaseModel):
    """A turn that a button may offer."""

    text: str
    description: Description
    slab: Layers
    kind: Literal["face", "slice", "wide", "rotation"]


class TurnsAnswer(BaseModel):
    """The usual turns of a cube."""

    size: Size
    turns: list[TurnAnswer]


class SetupAnswer(BaseModel):
    """Turns that lead to a state."""

    alg: Turns
