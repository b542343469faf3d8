"""The languages of the page."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field


class LanguageAnswer(BaseModel):
    """A language that the page speaks."""

    tag: Annotated[str, Field(description="as browsers and locales have it", examples=["fr"])]
    name: Annotated[str, Field(description="what it calls itself", examples=["Français"])]


class LanguagesAnswer(BaseModel):
    """The languages that the page speaks, English first."""

    languages: list[LanguageAnswer]


class LanguageConventions(BaseModel):
    """How a language writes what stands in the fields of its templates."""

    name: Annotated[str, Field(description="what it calls itself", examples=["Français"])]
    decimal: Annotated[str, Field(description="between a number's whole and its fraction")]
    grouping: Annotated[str, Field(description="between thousands")]
    quotes: Annotated[
        tuple[str, str] | None,
        Field(description="what opens and closes a quotation; null for Python's own way"),
    ]
    comma: Annotated[str, Field(description="between the members of a list")]
    semicolon: Annotated[str, Field(description="between those that have commas themselves")]
    conjunction: Annotated[str, Field(description="the “and” of a list, with its spaces")]
    disjunction: Annotated[str, Field(description="the “or”")]
    one: Annotated[
        tuple[float, float], Field(description="the least and the greatest number that go with the singular")
    ]


class LanguageTable(BaseModel):
    """The table of a language."""

    language: LanguageConventions
    templates: Annotated[
        dict[str, str], Field(description="by their codes; what is not there is said in English")
    ]
