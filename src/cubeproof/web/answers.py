"""What is answered, as JSON. These classes are the API's document too."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from cubeproof.web.fields import Description, MetricName, Seed, Size, State, Turns

__all__ = [
    "ApiAnswer",
    "ApplyAnswer",
    "EngineAnswer",
    "ExploreAnswer",
    "ExploredCube",
    "Failure",
    "GoalAnswer",
    "JobAnswer",
    "JobStarted",
    "LanguageAnswer",
    "LanguageConventions",
    "LanguageTable",
    "LanguagesAnswer",
    "MadeMove",
    "MoveAnswer",
    "NeighbourAnswer",
    "NeighboursAnswer",
    "RepairAnswer",
    "ScrambleAnswer",
    "SettingAnswer",
    "SetupAnswer",
    "SolveResult",
    "StatusAnswer",
    "TableAnswer",
    "TurnAnswer",
    "TurnsAnswer",
]


Played = Annotated[str, Field(description="the turn as cubing.js reads it", examples=["R'"])]


class Failure(BaseModel):
    """Why there is no answer."""

    error: Annotated[str, Field(description="in whole sentences", examples=["Column 5: 'Q2' is not a turn."])]
    field: Annotated[str | None, Field(description="which field of the request is at fault")] = None
    column: Annotated[int | None, Field(description="where in an algorithm, from 1")] = None
    position: Annotated[int | None, Field(description="where in its text, from 0")] = None
    reasons: Annotated[list[str] | None, Field(description="why a cube cannot exist")] = None
    repair: Annotated[str | None, Field(description="the change that leads to a possible cube near it")] = (
        None
    )


class GoalAnswer(BaseModel):
    """A goal that has a name."""

    name: str
    summary: str
    sizes: Annotated[
        list[int], Field(description="the sizes of cubes that it makes sense on", examples=[[3]])
    ]


class SettingAnswer(BaseModel):
    """A setting of an engine, which `POST /api/solve` takes under this name."""

    name: str
    kind: Annotated[
        str,
        Field(description="of its value", json_schema_extra={"enum": ["flag", "whole", "number", "text"]}),
    ]
    default: bool | int | float | str | None
    help: Annotated[str, Field(description="what it is for")]
    choices: Annotated[list[str], Field(description="the texts that it may be; empty for any")]
    least: Annotated[float | None, Field(description="the least number that it may be")]
    above: Annotated[float | None, Field(description="the number that it must exceed")]
    most: Annotated[float | None, Field(description="the greatest number that it may be")]


class TableAnswer(BaseModel):
    """A table that an engine builds once and keeps."""

    name: str
    size: Annotated[int, Field(description="in bytes", examples=[918_540])]
    seconds: Annotated[float, Field(description="about how long it takes to build")]


class EngineAnswer(BaseModel):
    """An engine: what it takes and what it can do. A list that is null is of all there are."""

    name: str
    summary: Annotated[str, Field(description="what it does")]
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


class ApiAnswer(BaseModel):
    """What this server is and has."""

    version: str
    sizes: Annotated[list[int], Field(description="the smallest cube and the largest", examples=[[2, 20]])]
    metrics: list[str]
    engines: list[EngineAnswer]
    encodings: list[str]
    palettes: list[str]
    goals: list[GoalAnswer]
    limits: Annotated[dict[str, int | float], Field(description="what a visitor may ask for")]


class MoveAnswer(BaseModel):
    """One turn of a text."""

    text: Annotated[str, Field(examples=["R'"])]
    description: Annotated[Description, Field(examples=["right face a quarter turn anticlockwise"])]
    played: Played
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


class RepairAnswer(BaseModel):
    """A possible cube near one that is not: the nearest, where changing one sticker or two is enough."""

    state: State
    sentence: str


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
    reasons: Annotated[list[str], Field(description="a sentence for each")]
    suspects: Annotated[
        list[int],
        Field(
            description="the numbers from 0 of the stickers that show a fault, else of those that the repair changes"
        ),
    ]
    repair: RepairAnswer | None


class LanguageAnswer(BaseModel):
    """A language that the page speaks."""

    tag: Annotated[str, Field(description="as browsers and locales have it", examples=["fr"])]
    name: Annotated[str, Field(description="what it calls itself", examples=["Français"])]


class LanguagesAnswer(BaseModel):
    """The languages that the page speaks, English first."""

    languages: list[LanguageAnswer]


class LanguageConventions(BaseModel):
    """How a language writes what stands in the fields of its templates."""

    name: Annotated[str, Field(description="what it calls itself", examples=["Français"])]
    decimal: Annotated[str, Field(description="between a number's whole and its fraction")]
    grouping: Annotated[str, Field(description="between thousands")]
    quotes: Annotated[
        tuple[str, str] | None,
        Field(description="what opens and closes a quotation; null for Python's own way"),
    ]
    comma: Annotated[str, Field(description="between the members of a list")]
    semicolon: Annotated[str, Field(description="between those that have commas themselves")]
    conjunction: Annotated[str, Field(description="the “and” of a list, with its spaces")]
    disjunction: Annotated[str, Field(description="the “or”")]
    one: Annotated[
        tuple[int, int], Field(description="the least and the greatest number that go with the singular")
    ]


class LanguageTable(BaseModel):
    """The table of a language."""

    language: LanguageConventions
    templates: Annotated[
        dict[str, str], Field(description="by their codes; what is not there is said in English")
    ]


class ScrambleAnswer(BaseModel):
    """A random cube."""

    size: Size
    seed: Seed
    scramble: Turns
    facelets: State


class TurnAnswer(BaseModel):
    """A turn that a button may offer."""

    text: str
    description: Description
    played: Played
    kind: Literal["face", "slice", "wide", "rotation"]


class TurnsAnswer(BaseModel):
    """The usual turns of a cube."""

    size: Size
    turns: list[TurnAnswer]


class SetupAnswer(BaseModel):
    """Turns that lead to a state."""

    alg: Turns


class ExploreAnswer(BaseModel):
    """How many states are how far from solved."""

    size: Size
    metric: MetricName
    counts: Annotated[list[int], Field(description="by distance, from 0", examples=[[1, 9, 54]])]
    total: Annotated[int, Field(examples=[3_674_160])]


class ExploredCube(BaseModel):
    """Such a state."""

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


class JobStarted(BaseModel):
    """A search that has begun."""

    id: str
    url: Annotated[str, Field(description="where it stands, and its result")]
    events: Annotated[str, Field(description="what happens, as server-sent events")]


class MadeMove(BaseModel):
    """One turn of an answer."""

    text: str
    description: Description


class SolveResult(BaseModel):
    """What a search found: what `cubeproof solve --json` prints, and more."""

    size: Size
    start: State
    scramble: Turns | None
    solution: Annotated[Turns | None, Field(description="the best answer, null if there is none")]
    length: int | None
    metric: MetricName
    optimal: Annotated[bool, Field(description="whether it is proved to be a shortest one")]
    lower_bound: Annotated[int, Field(description="no answer is shorter; proved")]
    engine: str
    seconds: float
    solutions: Annotated[list[str] | None, Field(description="all shortest answers, if asked for")] = None
    stopped: Annotated[str | None, Field(description="why the search ended before it was done")] = None
    sentence: Annotated[str, Field(description="what is proved, in words")]
    moves: list[MadeMove]
    statistics: Annotated[dict[str, Any], Field(description="what the engine did")]
    certificate: Annotated[str | None, Field(description="the address of the certificate, if there is one")]


class JobAnswer(BaseModel):
    """Where a search stands."""

    id: str
    state: Literal["running", "done", "failed", "stopped"]
    seconds: float
    best: Annotated[Turns | None, Field(description="the best answer so far")]
    length: int | None
    lower_bound: int
    horizon: Annotated[int | None, Field(description="the length that a solver is asked for now")]
    engine: Annotated[str, Field(description="the engine at work")]
    error: Annotated[str | None, Field(description="why it failed")] = None
    result: SolveResult | None = None
