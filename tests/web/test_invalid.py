"""What is wrong with the form of a request is said in English just as pydantic says it, and in French."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from cubeproof.languages import translated
from cubeproof.web.invalid import fault

# A type, and a value that is none of it.
CASES: list[tuple[Any, object]] = [
    (Annotated[int, Field(strict=True)], "x"),
    (int, "x"),
    (int, 1.5),
    (int, "9" * 5000),
    (Annotated[int, Field(ge=16)], 3),
    (Annotated[int, Field(gt=0)], 0),
    (Annotated[int, Field(lt=3)], 3),
    (Annotated[int, Field(le=2**53)], 10**30),
    (Annotated[float, Field(strict=True)], "x"),
    (float, "x"),
    (Annotated[float, Field(allow_inf_nan=False)], float("inf")),
    (Annotated[float, Field(ge=0.1)], 0),
    (Annotated[float, Field(gt=0)], 0),
    (Annotated[float, Field(le=1e6)], 1e7),
    (Annotated[str, Field(strict=True)], 1),
    (Annotated[str, Field(max_length=200)], "x" * 201),
    (Annotated[str, Field(max_length=1)], "xx"),
    (Annotated[bool, Field(strict=True)], 1),
    (bool, "x"),
    (Literal["net"], 1),
    (Literal["net", "solid", "it's"], 1),
]


def found(kind: Any, value: object) -> list[Any]:
    with pytest.raises(ValidationError) as told:
        TypeAdapter(kind).validate_python(value)
    return [one | {"loc": ("body", "some", *one["loc"])} for one in told.value.errors()]


@pytest.mark.parametrize(("kind", "value"), CASES)
def test_a_value_of_a_wrong_kind(kind: Any, value: object) -> None:
    errors = found(kind, value)
    status, sentence, name = fault(errors)
    text = errors[0]["msg"]
    assert (status, name) == (422, "some")
    assert sentence == f'"some" is wrong: {text[0].lower()}{text[1:]}.'
    french = translated(sentence, "fr").replace("\N{NO-BREAK SPACE}", " ")
    assert french.startswith("« some » ne va pas : il faut")
    assert "input" not in french
    assert sentence.values["reason"].code  # type: ignore[union-attr]


def test_another_fault_is_said_in_pydantics_words() -> None:
    errors = found(bytes, 1.5)
    _, sentence, _ = fault(errors)
    assert sentence == '"some" is wrong: input should be a valid bytes.'
    assert translated(sentence, "fr").endswith("input should be a valid bytes.")
