"""What a search tells while it goes on: a model for each event, made from the dataclass that engines tell."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, create_model

from cubeproof.contract import events
from cubeproof.contract.events import PartProved, StageClosed
from cubeproof.contract.state import Activity, Horizon, SearchState
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
    horizon: Annotated[int | None, Field(description="the length that a solver is trying now")]


class _Walking(BaseModel):
    """Where a random walk of a cube is."""

    model_config = ConfigDict(extra="forbid")

    facelets: Annotated[State | None, Field(description="the cube as it is now")] = None
    turn: Annotated[str | None, Field(description="the turn made last, empty before the first")] = None


def _model(kind: type, suffix: str = "", **more: Any) -> type[BaseModel]:
    """The model of an event, with further fields."""
    # The numbers of a problem's generators mean nothing to a reader.
    base = model_of(kind, _Walking if kind is events.Walked else None, ("word",))
    model: type[BaseModel] = create_model(
        f"{kind.__name__}{suffix}", __base__=base, __doc__=base.__doc__, **more
    )
    return model


def _state_change() -> type[BaseModel]:
    """The model of the member `state`: every field may be left out, and lists are sent by places."""
    now = [_model(kind, "Now", event=Literal[events.name_of(kind)]) for kind in get_args(Activity)]
    sent: dict[str, Any] = {
        "horizons": (dict[str, model_of(Horizon)], "the new formulas, by their places from 0"),  # type: ignore[misc]
        "stages": (dict[str, _model(StageClosed, "Now")], "the new stages, by their places from 0"),  # type: ignore[misc]
        "part": (_model(PartProved, "Now") | None, "the progress of the certificate, or null"),
        "activity": (reduce(or_, now) | None, "the work of the moment, or null"),
    }
    plain = model_of(SearchState, None, ("word", *sent))
    sent |= {name: (field.annotation, field.description) for name, field in plain.model_fields.items()}
    optional: dict[str, Any] = {
        name: (kind, Field(None, description=description)) for name, (kind, description) in sent.items()
    }
    summary = (
        "The change in the state of a search: `activity`, `seconds`, and the members that have a new value."
    )
    return create_model("StateChange", __config__=ConfigDict(extra="forbid"), __doc__=summary, **optional)


_STATE: Any = Annotated[_state_change(), Field(description="the change in the state of the search")]


EVENTS: dict[str, type[BaseModel]] = {
    **{events.name_of(kind): _model(kind, state=_STATE) for kind in get_args(events.Event)},
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
