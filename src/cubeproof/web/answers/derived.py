"""`model_of`: a model of the API from a dataclass, so that its fields are written down once, where the dataclass is."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from cubeproof.sentences import Sentence
from cubeproof.web.answers.said import Said


@cache
def model_of(kind: type, base: type[BaseModel] | None = None, leave: Iterable[str] = ()) -> type[BaseModel]:
    """A model with the fields of a dataclass and what its docstring says of them; other fields are refused.

    Args:
        kind: the dataclass; its fields are numbers, texts, sentences, and tuples of such dataclasses.
        base: a model with further fields.
        leave: the names of fields that the model has not.

    >>> from cubeproof.contract.events import BoundProved
    >>> model_of(BoundProved).model_fields["lower_bound"].description
    'how many'
    """
    hints, told = get_type_hints(kind), _told(kind)
    wanted: dict[str, Any] = {
        one.name: Annotated[_sent(hints[one.name]), Field(description=told.get(one.name))]
        for one in fields(kind)
        if one.name not in leave
    }
    summary = (inspect.getdoc(kind) or "").partition("\n")[0]
    known: dict[str, Any] = {"__base__": base} if base else {"__config__": ConfigDict(extra="forbid")}
    model: type[BaseModel] = create_model(kind.__name__, __doc__=summary, **known, **wanted)
    return model


def _sent(kind: Any) -> Any:
    """The type of a field as it is sent."""
    if kind is Sentence:
        return Said
    if is_dataclass(kind):
        assert isinstance(kind, type), "it stands for a type"
        return model_of(kind)
    if get_origin(kind) is tuple:
        members = [one for one in get_args(kind) if one is not Ellipsis]
        return list[Union[tuple(map(_sent, members))]]  # type: ignore[misc]  # noqa: UP007 - made from data
    if get_origin(kind) in (Union, UnionType):
        return Union[tuple(map(_sent, get_args(kind)))]  # noqa: UP007 - made from data
    return kind


def _told(kind: type) -> dict[str, str]:
    """What the part `Attributes` of a docstring says of each."""
    _, _, attributes = (inspect.getdoc(kind) or "").partition("\nAttributes:\n")
    attributes = re.split(r"\n\S", attributes)[0]
    found = re.findall(r"^    (\w+): (.*(?:\n {8,}.*)*)", attributes, re.MULTILINE)
    return {name: " ".join(text.split()).removesuffix(".") for name, text in found}
