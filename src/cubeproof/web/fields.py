"""The kinds of values that are asked and answered, with what the API's document says of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import AfterValidator, Field, WithJsonSchema

from cubeproof.contract.settings import Setting
from cubeproof.draw import FORMATS
from cubeproof.errors import UsageError
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Template
from cubeproof.solving.registry import ENGINES

_NO_CHOICE = Template("request.no-choice", "There is no {kind} {name!r}; there are {names}.")
# Maximum length of a name that is quoted in an answer.
_SHOWN = 40


def _one_of(names: Iterable[str], what: str) -> tuple[AfterValidator, WithJsonSchema]:
    """The names that a field may have, as a check and for the document."""
    known = list(names)

    def check(name: str) -> str:
        if name not in known:
            raise UsageError(_NO_CHOICE(kind=what, name=name[:_SHOWN], names=known))
        return name

    return AfterValidator(check), WithJsonSchema({"type": "string", "enum": known})


MetricName = Annotated[str, *_one_of(Metric, "metric")]
EngineName = Annotated[str, *_one_of(ENGINES, "engine")]
FilmFormat = Annotated[str, *_one_of(dict.fromkeys(FORMATS.values()), "format")]

# Whole numbers that every reader of JSON keeps as they are.
Seed = Annotated[int, Field(ge=-(2**53), le=2**53, description="a number for chance that can be had again")]
Size = Annotated[int, Field(description="layers of the cube", examples=[3])]
State = Annotated[
    str,
    Field(
        description="a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; "
        "? is unknown. Letters of colours, W R G Y O B, are read too: on odd sizes the centres say which colour "
        "belongs to which face, on even sizes white is U and green is F",
        examples=["FFUUFDRRLLFDDBDBUBLLRRUB"],
    ),
]
Turns = Annotated[
    str,
    Field(description="turns in the notation of WCA and SiGN, with brackets", examples=["R U R' [F: D2]"]),
]


def field_of(setting: Setting) -> tuple[Any, Any]:
    """A setting of an engine as a field of a request: its type, checked as the document says, and its default."""
    kind: Any = setting.kind
    if setting.choices:
        kind = Annotated[kind, *_one_of(setting.choices, setting.called)]
    if setting.default is None:
        kind = kind | None
    limits = {"ge": setting.least, "gt": setting.above, "le": setting.most}
    known: dict[str, Any] = {name: limit for name, limit in limits.items() if limit is not None}
    return kind, Field(setting.default, description=setting.help, **known)
