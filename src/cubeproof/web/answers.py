"""The JSON answers of the API.

These models are the API's document (`/api/openapi.json`). `page/generate/wire.py` makes the types of the page from it.
A model that mirrors a dataclass takes its fields from it: by `model_of` (an event, the statistics of an engine), or by
`fields_of` with further fields (a row, a setting, a goal).
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from types import GenericAlias, ModuleType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator
from typing_extensions import TypeAliasType

from cubeproof.base.lazy_imports import DEFINED_IN
from cubeproof.contract import events
from cubeproof.contract.events import PartProved, StageClosed
from cubeproof.contract.row import Row
from cubeproof.contract.settings import Setting
from cubeproof.contract.state import Activity, Horizon, SearchState
from cubeproof.contract.table import Table
from cubeproof.problem import Goal
from cubeproof.sentences import Conventions, Sentence
from cubeproof.solving.registry import ENGINES
from cubeproof.web.requests import MetricName, Seed, Size, State, Turns

_Model = TypeVar("_Model", bound=BaseModel)


class Answer(BaseModel):
    """The base of the answers: the text under a field is its description in the document."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ClosedAnswer(Answer):
    """An answer that has no fields but those of its model."""

    model_config = ConfigDict(extra="forbid")


# Sentences

Value = TypeAliasType("Value", "str | bool | int | float | list[Value] | SaidWithin | None")
"""The value of a template's field."""

Code = Annotated[
    str,
    Field(
        description="code of the template, stable when its words change; empty for text without a template",
        examples=["error.column"],
    ),
]
English = Annotated[str, Field(description="English template", examples=["Column {column}: {reason}."])]
Values = Annotated[
    dict[str, Value], Field(description="values of the template's fields, by name", examples=[{"column": 5}])
]
Description = Annotated["Said", Field(description="description in words")]


class SaidWithin(ClosedAnswer):
    """A sentence that is a value of another sentence."""

    text: Annotated[str, Field(examples=["'Q2' is not a turn"])]
    """English text."""
    code: Code
    template: English = ""
    """English template, if its letters of faces can be written as names of colours."""
    values: dict[str, Value] = {}
    """Values of the template's fields."""


class Said(ClosedAnswer):
    """A sentence in English with its template and its values, from which it can be translated."""

    text: Annotated[str, Field(examples=["right face a half turn"])]
    """English text."""
    code: Code
    template: English
    values: Values

    @model_validator(mode="before")
    @classmethod
    def _of_text(cls, value: Any) -> Any:
        return Sentence.of(value).to_dict() if isinstance(value, str) else value


def as_said(text: str) -> Said:
    """Return the form of a sentence in answers; a text without a template has an empty code.

    >>> as_said("It is.").code
    ''
    """
    return Said.model_validate(text)


class Failure(ClosedAnswer):
    """The reason why a request failed, and the part of the request that caused it."""

    error: Annotated[str, Field(examples=["Column 5: 'Q2' is not a turn."])]
    """English text of the reason."""
    code: Code
    template: English
    values: Values
    field: str | None = None
    """Field of the request."""
    column: int | None = None
    """Column of the fault in an algorithm, from 1."""
    position: int | None = None
    """Position of the fault in an algorithm's text, from 0."""
    reasons: list[Said] | None = None
    """Reasons why a cube is impossible."""
    repair: Said | None = None
    """Change that gives a possible cube near it."""


# Models derived from dataclasses


@cache
def model_of(kind: type, base: type[BaseModel] | None = None, leave: Iterable[str] = ()) -> type[BaseModel]:
    """Return a model with the fields of a dataclass and their descriptions; without a base it refuses other fields.

    >>> from cubeproof.contract.events import LayerCounted
    >>> list(model_of(LayerCounted).model_fields)
    ['depth', 'states']
    """
    members = _members_of(kind, [field.name for field in fields(kind) if field.name not in leave])
    summary = (inspect.getdoc(kind) or "").partition("\n")[0]
    options: dict[str, Any] = {"__base__": base} if base else {"__config__": ConfigDict(extra="forbid")}
    model: type[BaseModel] = create_model(kind.__name__, __doc__=summary, **options, **members)
    return model


def fields_of(kind: type, *names: str) -> Callable[[type[_Model]], type[_Model]]:
    """Return a decorator that adds fields of a dataclass to a model, with their descriptions; by default all fields."""

    def add(model: type[_Model]) -> type[_Model]:
        members = _members_of(kind, names or [field.name for field in fields(kind)])
        complete: type[_Model] = create_model(
            model.__name__, __base__=model, __doc__=model.__doc__, **members
        )
        return complete

    return add


def answer_of(model: type[_Model], source: object, **more: object) -> _Model:
    """Return an answer whose members are the attributes of an object, except the members in `more`."""
    names = model.model_fields.keys() - more.keys()
    return model.model_validate({name: getattr(source, name) for name in names} | more)


def _members_of(kind: type, names: Iterable[str]) -> dict[str, Any]:
    """Return fields of a dataclass as fields of a model."""
    hints, descriptions = get_type_hints(kind), _field_docstrings(kind)
    return {name: Annotated[_sent(hints[name]), Field(description=descriptions.get(name))] for name in names}


def _sent(kind: Any) -> Any:
    """Return the type in which a field of this type is sent."""
    if kind is Sentence:
        return Said
    if is_dataclass(kind):
        assert isinstance(kind, type), "an annotation is a type"
        return model_of(kind)
    if get_origin(kind) is tuple and Ellipsis in get_args(kind):
        return GenericAlias(list, (_sent(get_args(kind)[0]),))
    if get_origin(kind) in (Union, UnionType):
        return Union[tuple(map(_sent, get_args(kind)))]  # noqa: UP007 - made from data
    return kind


def _field_docstrings(kind: type) -> dict[str, str]:
    """Return the text under each field of a class, in JSON's terms, as `use_attribute_docstrings` of pydantic does."""
    texts = {}
    for base in reversed(kind.__mro__[:-1]):
        for pair in pairwise(_classes(_module_of(base))[base.__name__].body):
            match pair:
                case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                    texts[name] = re.sub(r"\bNone\b", "null", inspect.cleandoc(text))
    return texts


def _module_of(kind: type) -> ModuleType:
    """Return the module that defines a class."""
    return sys.modules[DEFINED_IN.get(kind, kind.__module__)]


@cache
def _classes(module: ModuleType) -> dict[str, ast.ClassDef]:
    """Return the classes in the source of a module."""
    tree = ast.parse(inspect.getsource(module))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


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
    Row,
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
    sentence: Said | None
    """Advice before a search is started."""


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


class RepairAnswer(Answer):
    """A possible cube near an impossible one: the nearest, where changing one sticker or two is enough.

    The code `repair.exchanged` of the sentence means that two colours are exchanged throughout; its values name them.
    """

    state: State
    sentence: Said
    """The change."""


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


# Searches


class JobStarted(Answer):
    """A search that has started."""

    id: str
    url: str
    """Address of its state and its result."""
    events: str
    """Address of its server-sent events."""
    continued: bool
    """Whether it starts from the bound and the answer of the search that it `continues`."""


class MadeMove(Answer):
    """One turn of an answer."""

    text: str
    description: Description


if TYPE_CHECKING:
    Statistics = BaseModel | None
else:
    # One model for each engine with statistics.
    Statistics = reduce(
        or_, [model_of(row.statistics) for row in ENGINES.values() if row.statistics is not None], None
    )


class ReachedAnswer(ClosedAnswer):
    """How far a search in stages got that found no answer."""

    turns: Annotated[Turns, Field(description="turns of the finished stages")]
    finished: int
    """Number of finished stages."""
    stages: int
    """Number of stages."""
    facelets: State | None = None
    """Cube after these turns."""
    moves: list[MadeMove]
    """The turns one by one."""
    sentence: Said
    """The same in words."""


class SolveResult(ClosedAnswer):
    """The result of a search: the fields of `cubeproof solve --json`, and more."""

    size: Size | None = None
    """Size of the cube; null for another puzzle."""
    start: State | list[int]
    """Facelets, or the colours of another puzzle."""
    scramble: Turns | None = None
    solution: Turns | None
    """Best answer; null if there is no answer."""
    length: int | None
    metric: str
    """htm, qtm or stm, or the name of another puzzle's metric."""
    optimal: bool
    """Whether the answer is proved to be a shortest one."""
    lower_bound: int
    """Proved lower bound of the length."""
    engine: str
    seconds: float
    solutions: list[str] | None = None
    """All shortest answers, if requested."""
    stopped: str | None = None
    """Why the search ended early."""
    unverified_solver: str | None = None
    """Program whose unchecked answer the lower bound relies on."""
    reached: ReachedAnswer | None = None
    """How far a search in stages got that found no answer."""
    claim: Said
    """The proved result in words."""
    moves: list[MadeMove]
    statistics: Statistics
    """Work of the engine; null if it reports none."""
    certificate: str | None
    """Address of the certificate."""
    twizzle: str | None
    """Address at which twizzle.net plays the answer, if it supports this cube."""
    note: Said | None = None
    """The meaning chosen for lower-case turns, if the request leaves it open on four or more layers."""


class JobAnswer(Answer):
    """The state of a search."""

    id: str
    state: Literal["running", "done", "failed", "stopped"]
    seconds: float
    best: Turns | None
    """Best answer so far."""
    length: int | None
    lower_bound: int
    horizon: int | None
    """Length that a solver is trying now."""
    engine: str
    """The engine at work."""
    failure: Failure | None = None
    """Why it failed."""
    request: dict[str, Any]
    """The request that started it, with the stickers of its cube."""
    result: SolveResult | None = None


# Events of a search


class Bounds(ClosedAnswer):
    """The progress of a search, sent about once a second."""

    seconds: float
    """Time since the start."""
    length: int | None
    """Length of the best answer so far."""
    lower_bound: int
    """Bound proved so far."""
    horizon: int | None
    """Length that a solver is trying now."""


class _Walking(ClosedAnswer):
    """The position of a random walk of a cube."""

    facelets: State | None = None
    """The cube now."""
    turn: str | None = None
    """The last turn; empty before the first."""


def _event_model(kind: type, suffix: str = "", **more: Any) -> type[BaseModel]:
    """Return the model of an event, with further fields."""
    # The numbers of a problem's generators mean nothing to a reader.
    base = model_of(kind, _Walking if kind is events.Walked else None, ("word",))
    model: type[BaseModel] = create_model(
        f"{kind.__name__}{suffix}", __base__=base, __doc__=base.__doc__, **more
    )
    return model


def _state_change() -> type[BaseModel]:
    """Return the model of the member `state`: every field is optional, and lists are sent by index."""
    activities = [
        _event_model(kind, "Now", event=Literal[events.name_of(kind)]) for kind in get_args(Activity)
    ]
    members: dict[str, Any] = {
        "horizons": (dict[str, model_of(Horizon)], "new formulas, by index from 0"),  # type: ignore[misc]
        "stages": (dict[str, _event_model(StageClosed, "Now")], "new stages, by index from 0"),  # type: ignore[misc]
        "part": (_event_model(PartProved, "Now") | None, "progress of the certificate, or null"),
        "activity": (reduce(or_, activities) | None, "current activity, or null"),
    }
    plain = model_of(SearchState, None, ("word", *members))
    members |= {name: (field.annotation, field.description) for name, field in plain.model_fields.items()}
    optional: dict[str, Any] = {
        name: (kind, Field(None, description=description)) for name, (kind, description) in members.items()
    }
    summary = (
        "The change in the state of a search: `activity`, `seconds`, and the members that have a new value."
    )
    return create_model("StateChange", __config__=ConfigDict(extra="forbid"), __doc__=summary, **optional)


_STATE: Any = Annotated[_state_change(), Field(description="change in the state of the search")]

EVENTS: dict[str, type[BaseModel]] = {
    **{events.name_of(kind): _event_model(kind, state=_STATE) for kind in get_args(events.Event)},
    "bounds": Bounds,
    "result": SolveResult,
    "failed": Failure,
}
"""The models of the events' data, by the names of the events."""


def _sent_event(name: str, model: type[BaseModel]) -> type[BaseModel]:
    """Return the model of an event as it is sent, with its name and its number."""
    members: dict[str, Any] = {
        "event": Annotated[Literal[name], Field(description="the event's name")],
        "id": Annotated[str, Field(description="its number, for the header Last-Event-ID")],
        "data": Annotated[model, Field(description="its data, as JSON")],
    }
    title = "".join(part.capitalize() for part in name.split("-"))
    event: type[BaseModel] = create_model(f"{title}Event", __doc__=f"The event `{name}`.", **members)
    return event


if TYPE_CHECKING:
    SolveEvent = BaseModel
else:
    SolveEvent = Annotated[
        reduce(or_, [_sent_event(name, model) for name, model in EVENTS.items()]),
        Field(discriminator="event"),
    ]
