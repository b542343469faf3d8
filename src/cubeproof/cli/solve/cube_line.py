"""`CubeLine`: one cube of a file, made from a text or from the named fields of a row or an object."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from cubeproof.errors import CubeproofError, UsageError
from cubeproof.puzzle.events import has_several_cubes, layers_of_event, layers_of_size
from cubeproof.puzzle.notation import LowerCase
from cubeproof.sentences import Template, say
from cubeproof.solving.request_parsing import CubeReading, are_facelets, read_cube

_NOT_TEXT = Template("cubes.not-text", "The field {field} is a text, not {value}.")
_SIZE = Template("cubes.size", "The field size is a whole number, not {value}.")
_EVENT = Template(
    "cubes.event",
    "The field {field} is {event}, not a cube such as 333 or 3x3x3: only cubes are solved.",
)
_OTHER_SIZE = Template(
    "cubes.other-size", "The event {event} is a cube of {layers} layers, but the size is {size}."
)
_OTHER_EVENT = Template("cubes.other-event", "The fields {fields:and} name cubes of different sizes.")
_SEVERAL = Template(
    "cubes.several",
    "The event {event} has the scrambles of several cubes: give each cube a line in the file.",
)
_TURNS_TWICE = Template(
    "cubes.turns-twice", "The columns {columns:and} could all be the turns: call one of them scramble."
)

NO_ID = object()
"""The `id` of a cube without one."""

CUBE_FIELDS = ("scramble", "state")
"""The fields that hold a cube."""

OTHER_FIELDS = ("alg", "algorithm", "scrambles")
"""The names of turns in a file without a field that holds a cube."""

EVENT_FIELDS = ("event_id", "eventid", "event", "puzzle")
"""The fields that name the puzzle."""

# Maximum length of a quotation in a message.
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class CubeLine:
    """One cube of the file."""

    number: int
    """The number of its first line in the file, or of the cube in a JSON document, from 1."""
    scramble: str | None = None
    """Turns or facelets, or None."""
    state: str | None = None
    """Facelets, or None."""
    size: int | None = None
    """The number of layers, or None without a size and an event."""
    id: object = NO_ID
    """The cube's id in the file, any JSON value, or `NO_ID`."""
    fault: CubeproofError | None = None
    """The fault of the line, or None."""
    event: str | None = None
    """The event that decided the size, or None."""
    order: str | None = None
    """The order of the faces in its facelets, or None if it is not given."""
    lower_case: str | None = None
    """The meaning of its lower-case turns, or None if it is not given."""

    @property
    def turns(self) -> str | None:
        """The scramble if it is turns, else None."""
        return None if self.scramble is None or are_facelets(self.scramble, self.order) else self.scramble

    def cube(
        self, size: int | None = None, order: str | None = None, lower_case: str | None = None
    ) -> CubeReading:
        """Return the cube.

        Args:
            size: the layers of cubes without a size, or None; they may not contradict an event.
            order: the order of the faces for cubes without an order, or None.
            lower_case: the meaning of lower-case turns for cubes without one, or None.
        """
        if self.fault is not None:
            raise self.fault
        if self.event is not None and size not in (None, self.size):
            raise UsageError(_OTHER_SIZE(event=self.event, layers=self.size, size=size))
        if self.state is not None and self.scramble is not None and self.turns is None:
            raise UsageError(say("cubes.facelets-twice", "Both the scramble and the state are facelets."))
        return read_cube(
            self.scramble,
            self.state,
            size if self.size is None else self.size,
            order=self.order or order,
            lower_case=self.lower_case or lower_case,
        )


def line_of_fields(number: int, fields: Mapping[str, object], cube_id: object = NO_ID) -> CubeLine:
    """Return the cube of a row or an object; a field that is None is absent.

    Args:
        number: see `CubeLine`.
        fields: the values by their names in lower case; unknown names are ignored.
        cube_id: the id, checked before.

    >>> line_of_fields(7, {"alg": "R U", "puzzle": "222"}).cube().cube.size
    2
    """
    try:
        name = turns_field(fields)
        scramble, state = (_text(fields, field) for field in (name, "state"))
        event, size = _event_and_size(fields)
        if (
            event is not None
            and scramble
            and has_several_cubes(event)
            and re.search(r"\S\s*[\r\n|]\s*\S", scramble)
        ):
            raise UsageError(_SEVERAL(event=event[:_SHOWN]))
        lower_case = _text(fields, "lower_case") or None
        if lower_case is not None:
            lower_case = LowerCase(lower_case.lower()).value
        order = fields.get("order")
        # A number is the place of the cube among others.
        if not isinstance(order, str) or not re.search("[a-z]", order, re.IGNORECASE):
            order = None
        return CubeLine(number, scramble, state, size, cube_id, None, event, order, lower_case)
    except UsageError as error:
        return CubeLine(number, id=cube_id, fault=error)


def turns_field(names: Collection[str]) -> str:
    """Return the name of the field with the turns: `scramble`, or another name where no field holds a cube.

    Raises:
        UsageError: there are several such names.
    """
    others = [name for name in OTHER_FIELDS if name in names]
    if any(name in names for name in CUBE_FIELDS) or not others:
        return "scramble"
    if len(others) > 1:
        raise UsageError(_TURNS_TWICE(columns=others))
    return others[0]


def _text(fields: Mapping[str, object], name: str) -> str | None:
    value = fields.get(name)
    if value is not None and not isinstance(value, str):
        raise UsageError(_NOT_TEXT(field=name, value=json.dumps(value)[:_SHOWN]))
    return value


def _event_and_size(fields: Mapping[str, object]) -> tuple[str | None, int | None]:
    """Return the event of a cube or None, and its size or None."""
    size = _size(fields.get("size"))
    events = {}
    for field in EVENT_FIELDS:
        # A number, such as 333, is as good as a text.
        value = fields.get(field)
        if value in (None, ""):
            continue
        event = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        layers = layers_of_event(event)
        if layers is None:
            raise UsageError(_EVENT(field=field, event=event[:_SHOWN]))
        if size not in (None, layers):
            raise UsageError(_OTHER_SIZE(event=event[:_SHOWN], layers=layers, size=size))
        events[field] = event, layers
    if len({layers for _, layers in events.values()}) > 1:
        raise UsageError(_OTHER_EVENT(fields=list(events)))
    return next(iter(events.values()), (None, size))


def _size(value: object) -> int | None:
    """Return the size in a JSON member or a cell."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        if re.fullmatch(r"[+-]?[0-9]{1,9}", value):
            return int(value)
        if (layers := layers_of_size(value)) is not None:
            return layers
    if not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(_SIZE(value=json.dumps(value, ensure_ascii=False)[:_SHOWN]))
    return value
