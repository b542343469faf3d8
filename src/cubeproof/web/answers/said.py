"""`Said`: a sentence as it is sent, with what it was made of; and `Failure`, why there is no answer."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator
from typing_extensions import TypeAliasType

from cubeproof.sentences import Sentence

Value = TypeAliasType("Value", "str | bool | int | float | list[Value] | SaidWithin | None")
"""What stands in a field of a template."""


Code = Annotated[
    str,
    Field(
        description="the code of the template, which stays when its words change; empty for text without one",
        examples=["error.column"],
    ),
]
English = Annotated[
    str, Field(description="the template in English", examples=["Column {column}: {reason}."])
]
Values = Annotated[
    dict[str, Value], Field(description="what stands in its fields, by their names", examples=[{"column": 5}])
]


class SaidWithin(BaseModel):
    """A sentence that stands in a field of another one."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(description="the sentence in English", examples=["'Q2' is not a turn"])]
    code: Code
    values: Annotated[dict[str, Value], Field(description="what stands in its fields, if anything does")] = {}


class Said(BaseModel):
    """A sentence in English, with its template and its values, so that it can be said in another language too."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(description="the sentence in English", examples=["right face a half turn"])]
    code: Code
    template: English
    values: Values

    @model_validator(mode="before")
    @classmethod
    def _of_text(cls, told: Any) -> Any:
        if isinstance(told, str):
            return Sentence.of(told).to_dict()
        return told


def as_said(text: str) -> Said:
    """A sentence as it is sent; text that was made from no template has no code.

    >>> as_said("It is.").code
    ''
    """
    return Said.model_validate(text)


class Failure(BaseModel):
    """Why there is no answer: a sentence, and where the fault is."""

    model_config = ConfigDict(extra="forbid")

    error: Annotated[
        str,
        Field(description="what went wrong, in English", examples=["Column 5: 'Q2' is not a turn."]),
    ]
    code: Code
    template: English
    values: Values
    field: Annotated[str | None, Field(description="which field of the request is at fault")] = None
    column: Annotated[int | None, Field(description="where in an algorithm, from 1")] = None
    position: Annotated[int | None, Field(description="where in its text, from 0")] = None
    reasons: Annotated[list[Said] | None, Field(description="why a cube cannot exist")] = None
    repair: Annotated[Said | None, Field(description="the change that leads to a possible cube near it")] = (
        None
    )
