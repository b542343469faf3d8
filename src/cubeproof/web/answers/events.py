"""What a search tells while it goes on: a model for each event, made from the dataclass that engines tell."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, create_model

from cubeproof.contract import events
from cubeproof.web.answers.derived import model_of
from cubeproof.web.answers.said import Failure
from cubeproof.web.answers.solving import SolveResult
from cubeproof.web.fields import State


class Bounds(BaseModel):
    """How far a search is, told about once a second."""

    model_config = ConfigDict(extra="forbid")

    seconds: Annotated[float, Field(description="how long it has run")]
    length: Annotated[int | None, Field(description="the length of the best answer so far")]
    lower_bound: Annotated[int, Field(description="the bound proved so far")]
    horizon: Annotated[int | None, Field(description="the length that a solver is asked for now")]


class _Timed(BaseModel):
    """When it was."""

    model_config = ConfigDict(extra="forbid")

    at: Annotated[float, Field(description="seconds after the search began")]


class _Walking(_Timed):
    """Where a random walk is."""

    facelets: Annotated[State, Field(description="the cube as it is now")]
    turn: Annotated[str | None, Field(description="the turn made last, null before the first")]


def _model(kind: type) -> type[BaseModel]:
    # The numbers of a problem's generators mean nothing to a reader.
    return model_of(kind, _Walking if kind is events.Walked else _Timed, ("word",))


EVENTS: dict[str, type[BaseModel]] = {
    **{events.name_of(kind): _model(kind) for kind in get_args(events.Event)},
    "bounds": Bounds,
    "result": SolveResult,
    "failed": Failure,
}
"""The models of what events tell, by the names of the events."""


def _sent(name: str, model: type[BaseModel]) -> type[BaseModel]:
    """An event as it is sent, with its name and its number."""
    known: dict[str, Any] = {
        "event": Annotated[Literal[name], Field(description="the event's name")],
        "id": Annotated[str, Field(description="its number, for the header Last-Event-ID")],
        "data": Annotated[model, Field(description="what it tells, as JSON")],
    }
    called = "".join(part.capitalize() for part in name.split("-"))
    found: type[BaseModel] = create_model(f"{called}Event", __doc__=f"The event `{name}`.", **known)
    return found


if TYPE_CHECKING:
    SolveEvent = BaseModel
else:
    SolveEvent = Annotated[
        reduce(or_, [_sent(name, model) for name, model in EVENTS.items()]), Field(discriminator="event")
    ]
