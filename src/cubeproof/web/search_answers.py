"""The answers of the API about searches, and the events of a search."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, create_model

from cubeproof.contract import events
from cubeproof.contract.events import PartProved, StageClosed
from cubeproof.contract.outcome import AnswerPart
from cubeproof.contract.state import Activity, Horizon, SearchState
from cubeproof.solving.registry import ENGINES
from cubeproof.web.answer_models import Answer, ClosedAnswer, Description, Failure, Said, model_of
from cubeproof.web.requests import Size, State, Turns

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
        or_, [model_of(facts.statistics) for facts in ENGINES.values() if facts.statistics is not None], None
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


if TYPE_CHECKING:
    PartAnswer = BaseModel
else:
    PartAnswer = model_of(AnswerPart)


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
    lengths: dict[str, int] | None = None
    """Length of the best answer in each metric, and in quarter turns of single layers on large cubes; cubes only."""
    parts: list[PartAnswer] | None = None
    """Parts of the best answer, in order, with all of its turns together; null if it has no known parts."""
    stopped: str | None = None
    """Why the search ended early."""
    unverified_solver: str | None = None
    """Program whose unchecked answer the lower bound relies on."""
    reached: ReachedAnswer | None = None
    """How far a search in stages got that found no answer."""
    inverse_of_scramble: bool | None = None
    """Whether the answer is the inverse of the scramble, since the search found only longer ones; cubes only."""
    claim: Said
    """The proved result in words."""
    moves: list[MadeMove]
    statistics: Statistics
    """Work of the engine; null if it reports none."""
    certificate: str | None
    """Address of the certificate."""
    proof: Literal["lrat", "search"] | None
    """The kind of the certificate's proof: a refutation, or a search of all shorter words that its checker makes; null
    without a certificate."""
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
