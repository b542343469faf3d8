"""The parts that answers of the API share: base classes, sentences, and models that take fields from dataclasses."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from types import GenericAlias, ModuleType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator
from typing_extensions import TypeAliasType

from cubeproof.base.lazy_imports import DEFINED_IN
from cubeproof.sentences import Sentence

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


Description = Annotated[Said, Field(description="description in words")]


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
    """Change that gives a possible cube near it: the first of the `repairs`."""
    repairs: list[Said] | None = None
    """Changes that each give a possible cube near it, the likeliest first."""


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
