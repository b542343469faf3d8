"""The kinds of values that are asked and answered, with what the API's document says of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema

from cubeproof.draw import FORMATS
from cubeproof.engines.sat.encodings import ENCODINGS
from cubeproof.engines.sat.engine import Horizon
from cubeproof.puzzle.move import Metric
from cubeproof.solving.registry import ENGINES

__all__ = [
    "EncodingName",
    "EngineName",
    "FilmFormat",
    "HorizonName",
    "MetricName",
    "Seed",
    "Size",
    "State",
    "Turns",
    "Words",
]


def _one_of(names: Iterable[str], what: str) -> tuple[AfterValidator, WithJsonSchema]:
    """The names that a field may have, as a check and for the document."""
    known = list(names)

    def check(name: str) -> str:
        if name not in known:
            raise ValueError(f"There is no {what} {name[:40]!r}; there are {', '.join(known)}.")
        return name

    return AfterValidator(check), WithJsonSchema({"type": "string", "enum": known})


MetricName = Annotated[str, *_one_of(Metric, "metric")]
EngineName = Annotated[str, *_one_of(ENGINES, "engine")]
EncodingName = Annotated[str, *_one_of(ENCODINGS, "encoding")]
HorizonName = Annotated[str, *_one_of(Horizon, "horizon")]
FilmFormat = Annotated[str, *_one_of(dict.fromkeys(FORMATS.values()), "format")]

# Whole numbers that every reader of JSON keeps as they are.
Seed = Annotated[int, Field(ge=-(2**53), le=2**53, description="a number for chance that can be had again")]
Size = Annotated[int, Field(description="layers of the cube", examples=[3])]
State = Annotated[
    str,
    Field(
        description="a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown",
        examples=["FFUUFDRRLLFDDBDBUBLLRRUB"],
    ),
]
Turns = Annotated[
    str,
    Field(description="turns in the notation of WCA and SiGN, with brackets", examples=["R U R' [F: D2]"]),
]
Words = Annotated[str, Field(description="for those who listen")]
