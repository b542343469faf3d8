"""The answers of the API, except those about searches (`web/search_answers.py`).

These models are the API's document (`/api/openapi.json`). `page/generate/wire.py` makes the types of the page from it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cubeproof.contract.settings import Setting
from cubeproof.public_types import EngineFacts, Goal, Table
from cubeproof.sentences import Conventions
from cubeproof.web.answer_models import Answer, Description, Said, fields_of
from cubeproof.web.requests import MetricName, Seed, Size, State, Turns

# The server


@fields_of(Goal, "name", "title", "summary")
class GoalAnswer(Answer):
    """A named goal."""

    sizes: Annotated[list[int], Field(examples=[[3]])]
    """Sizes of cubes that have this goal."""


@fields_of(Setting, "default", "help", "choices", "least", "above", "most")
class SettingAnswer(Answer):
    """A setting of an engine, which `POST /api/solve` takes under this name."""

    name: Annotated[str, Field(examples=["seed"])]
    kind: Annotated[str, Field(json_schema_extra={"enum": ["flag", "whole", "number", "text"]})]
    """Kind of value."""


@fields_of(Table, "name", "size", "seconds")
class TableAnswer(Answer):
    """A table that an engine builds once and keeps."""


@fields_of(
    EngineFacts,
    *("name", "summary", "sizes", "metrics", "goals"),
    *("proves", "at_once", "exhaustive", "writes_formulas", "asks"),
)
class EngineAnswer(Answer):
    """An engine and its abilities. A list that is null means no restriction."""

    finds_all: bool
    """Whether it can find all shortest answers."""
    settings: list[SettingAnswer]
    tables: list[TableAnswer]


class ReachAnswer(Answer):
    """What to expect for a scrambled cube of a size with its usual turns."""

    size: Annotated[int, Field(examples=[4])]
    """Number of layers."""
    engine: str | None
    """Engine that solves any such cube; null if there is no such engine."""
    seconds: float
    """Time that suffices, and the default time limit, in seconds."""


class ApiAnswer(Answer):
    """The server's version, abilities and limits."""

    version: str
    sizes: Annotated[tuple[int, int], Field(examples=[[2, 20]])]
    """Smallest and largest cube."""
    metrics: list[str]
    engines: list[EngineAnswer]
    encodings: list[str]
    palettes: list[str]
    goals: list[GoalAnswer]
    reach: list[ReachAnswer]
    """For every size, what to expect for a scrambled cube."""
    limits: dict[str, int | float]
    """Limits of a request."""


# Cubes and turns


class SlabAnswer(Answer):
    """Neighbouring layers and the angle by which they turn."""

    face: Literal["U", "R", "F", "D", "L", "B"]
    """Face from which layers are counted, from 1."""
    first: int
    """First layer that turns."""
    last: int
    """Last layer that turns."""
    turns: Literal[1, 2, 3]
    """Quarter turns, clockwise as seen from that face."""


Layers = Annotated[SlabAnswer, Field(description="layers that turn, and the angle")]


class MoveAnswer(Answer):
    """One turn of a text."""

    text: Annotated[str, Field(examples=["R'"])]
    description: Description
    slab: Layers
    start: int | None
    """Position in the text, from 0; null in a repetition of brackets."""
    end: int | None
    """Position after its last character."""


class LinkAnswer(Answer):
    """The two parts of a link to Twizzle or alg.cubing.net."""

    size: Size
    setup: Annotated[Turns, Field(description="turns from the solved cube to the cube before `turns`")]
    turns: Turns


class ApplyAnswer(Answer):
    """A cube after turns, and the turns one by one."""

    size: Size
    facelets: State
    description: Description
    solved: bool
    """Whether every face has one colour, in any orientation of the cube."""
    alg: Annotated[Turns, Field(description="the turns in canonical notation")]
    moves: list[MoveAnswer]
    inverse: Annotated[Turns, Field(description="the inverse turns")]
    small_blocks: Annotated[
        Turns,
        Field(
            description="the same turns with no block of more than half of the layers; "
            "turns of the whole cube come last"
        ),
    ]
    states: list[State] | None
    """Cube after each turn; null unless the request sets `steps`."""
    note: Said | None
    """The meaning chosen for lower-case turns, if the request leaves it open on four or more layers."""
    link: LinkAnswer | None
    """The parts of `state` if it is a link; null for stickers."""


class TurnedFaceAnswer(Answer):
    """A face whose stickers must be turned in their places, since it was copied turned; the layer is not turned."""

    face: Annotated[str, Field(examples=["B"])]
    turns: Annotated[int, Field(ge=1, le=3, examples=[2])]
    """Quarter turns, clockwise for someone who looks at the face."""


class RepairAnswer(Answer):
    """A possible cube near an impossible one.

    The code `repair.exchanged` of the sentence means that two colours are exchanged throughout; its values name them.
    """

    state: State
    sentence: Said
    """The change."""
    turned: list[TurnedFaceAnswer]
    """The faces whose stickers are turned, in the order URFDLB; empty for other changes."""
    changed: list[int]
    """Numbers from 0 of the stickers that have another colour in `state`."""


class StatusAnswer(Answer):
    """The faults of a cube."""

    size: Size
    possible: bool
    """Whether turning can lead there, judged by the known stickers."""
    complete: bool
    """Whether all stickers are known."""
    solved: bool
    description: Description
    faults: Annotated[list[str], Field(examples=[["TWISTED_CORNER"]])]
    reasons: list[Said]
    """A sentence for each fault."""
    suspects: list[int]
    """Numbers from 0 of the stickers that show a fault, or else of the stickers that the repair changes."""
    repair: RepairAnswer | None
    """The first of the `repairs`."""
    repairs: list[RepairAnswer]
    """Possible cubes near it, the likeliest first: with two colours exchanged, one sticker or two changed, one piece
    turned or two swapped, the stickers of one face or two turned (at most two such cubes), or the faces in another
    order. Faces are turned only if none is known in part, the middle centre aside."""
    note: Said | None
    """A sentence about a possible cube: its colour scheme is the mirror image of the usual one."""


class ScrambleAnswer(Answer):
    """A random cube with turns that lead to it."""

    size: Size
    seed: Seed
    scramble: Turns
    facelets: State


class GoalStickersAnswer(Answer):
    """The stickers that a goal requires."""

    stickers: list[int]
    """Numbers from 0 of the stickers that the goal requires, at their present places."""


class CrossAnswer(Answer):
    """The shortest cross of one colour."""

    colour: Annotated[str, Field(description="the letter of the colour: U R F D L or B")]
    alg: Annotated[
        Turns,
        Field(
            description="the turns; a whole-cube rotation that brings the colour down comes first, where needed"
        ),
    ]
    length: int
    """The number of turns. No way is shorter; the rotation counts nothing."""


class CrossesAnswer(Answer):
    """The shortest crosses of a cube."""

    metric: MetricName
    crosses: list[CrossAnswer]
    """One for each colour, in the order U R F D L B."""


class RandomAnswer(Answer):
    """A random cube without turns that lead to it."""

    size: Size
    seed: Annotated[Seed, Field(description="seed with which `/api/scramble` gives turns to this cube")]
    facelets: State


class TurnAnswer(Answer):
    """A turn for a button."""

    text: str
    description: Description
    slab: Layers
    kind: Literal["face", "slice", "wide", "rotation"]


class TurnsAnswer(Answer):
    """The usual turns of a cube."""

    size: Size
    turns: list[TurnAnswer]


class SetupAnswer(Answer):
    """Turns that lead to a state."""

    alg: Turns


# The 2×2×2 as a whole


class ExploreAnswer(Answer):
    """The number of states at each distance from solved."""

    size: Size
    metric: MetricName
    counts: Annotated[list[int], Field(examples=[[1, 9, 54]])]
    """Number of states by distance, from 0."""
    total: Annotated[int, Field(examples=[3_674_160])]


class ExploredCube(Answer):
    """A random state at a distance from solved."""

    size: Size
    facelets: State
    scramble: Turns
    distance: int
    seed: Seed


class NeighbourAnswer(Answer):
    """A state that is one turn away."""

    turn: str
    description: Description
    facelets: State
    distance: int


class NeighboursAnswer(Answer):
    """The distances of a state and its neighbours from solved."""

    distance: int
    neighbours: list[NeighbourAnswer]


# Formulas


class ClauseGroupAnswer(Answer):
    """A group of clauses with a label."""

    label: Annotated[str, Field(examples=["one turn a step"])]
    first: int
    """Number of its first clause; the clauses of a formula are numbered from 1."""
    clauses: int
    """Number of its clauses."""


class FormulaAnswer(Answer):
    """A formula with the names of its variables and groups, and a page of its clauses."""

    encoding: str
    horizon: int
    names: Annotated[list[str], Field(examples=[["turn(1,R)"]])]
    """Name of each variable; variables are numbered from 1."""
    groups: list[ClauseGroupAnswer]
    total: int
    """Number of all clauses."""
    first: int
    """Number of the first clause of this page."""
    clauses: list[list[int]]
    """Clauses of this page: the numbers of their variables, negative for a negated variable."""
    pages: int
    """Number of pages of the requested group, or of all groups."""


class BrokenClauseAnswer(Answer):
    """A clause that an assignment violates."""

    label: str
    """Label of its group."""
    number: int
    """Its number in the formula, from 1."""
    literals: Annotated[list[str], Field(examples=[["turn(1,R)", "¬turn(2,R)"]])]


class VerifyAnswer(Answer):
    """The clauses that an assignment violates."""

    total: int
    """Number of all violated clauses; 0 for a model."""
    broken: list[BrokenClauseAnswer]
    """The first of them, up to the limit of clauses of an answer."""


class LemmaAnswer(Answer):
    """A lemma of a refutation in LRAT."""

    number: int
    """Its number; lemmas are numbered after the clauses of the formula."""
    literals: list[int]
    """Its literals; the last lemma is empty."""
    hints: list[int]
    """Numbers of the clauses and lemmas from which it follows, in the order of their use."""


class RefutationAnswer(Answer):
    """Turns that solve the cube within the horizon, or a refutation of the formula."""

    turns: Annotated[Turns | None, Field(description="the turns of a model; null if there is no model")]
    lemmas: list[LemmaAnswer] | None
    """Refutation, without lemmas that no later lemma uses; null with a model, or beyond the limit of lemmas."""
    lemma_count: int
    """Number of lemmas of the refutation; 0 if there is a model."""


# Languages


class LanguageAnswer(Answer):
    """A language of the page."""

    tag: Annotated[str, Field(examples=["fr"])]
    """Tag, as in browsers and locales."""
    name: Annotated[str, Field(examples=["Français"])]
    """Its own name."""


class LanguagesAnswer(Answer):
    """The languages of the page, English first."""

    languages: list[LanguageAnswer]


@fields_of(Conventions)
class LanguageConventions(Answer):
    """How a language writes the values of its templates."""

    name: Annotated[str, Field(examples=["Français"])]
    """Its own name."""


class LanguageTable(Answer):
    """The table of a language."""

    language: LanguageConventions
    templates: dict[str, str]
    """Templates by code; a missing one is shown in English."""
