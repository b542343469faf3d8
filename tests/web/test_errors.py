"""Faults in the form of a request are reported in pydantic's English words, and in French."""

import json
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from cubeproof.languages import translated
from cubeproof.web.errors import request_fault

# A type, and a value of another type.
CASES = [
    pytest.param(Annotated[int, Field(strict=True)], "x", id="int strict=True"),
    (int, "x"),
    (int, 1.5),
    (int, "9" * 5000),
    pytest.param(Annotated[int, Field(ge=16)], 3, id="int ge=16"),
    pytest.param(Annotated[int, Field(gt=0)], 0, id="int gt=0"),
    pytest.param(Annotated[int, Field(lt=3)], 3, id="int lt=3"),
    pytest.param(Annotated[int, Field(le=2**53)], 10**30, id="int le=2**53"),
    pytest.param(Annotated[float, Field(strict=True)], "x", id="float strict=True"),
    (float, "x"),
    pytest.param(Annotated[float, Field(allow_inf_nan=False)], float("inf"), id="float allow_inf_nan=False"),
    pytest.param(Annotated[float, Field(ge=0.1)], 0, id="float ge=0.1"),
    pytest.param(Annotated[float, Field(gt=0)], 0, id="float gt=0"),
    pytest.param(Annotated[float, Field(le=1e6)], 1e7, id="float le=1e6"),
    pytest.param(Annotated[str, Field(strict=True)], 1, id="str strict=True"),
    pytest.param(Annotated[str, Field(max_length=200)], "x" * 201, id="str max_length=200"),
    pytest.param(Annotated[str, Field(max_length=1)], "xx", id="str max_length=1"),
    pytest.param(Annotated[bool, Field(strict=True)], 1, id="bool strict=True"),
    (bool, "x"),
    pytest.param(Literal["net"], 1, id="a literal"),
    pytest.param(Literal["net", "solid", "it's"], 1, id="three literals"),
]


def reported_errors(kind: Any, value: object) -> list[Any]:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(value)
    return [detail | {"loc": ("body", "some", *detail["loc"])} for detail in caught.value.errors()]


@pytest.mark.parametrize(("kind", "value"), CASES)
def test_value_of_a_wrong_type_is_explained(kind: Any, value: object) -> None:
    errors = reported_errors(kind, value)
    status, sentence, name = request_fault(errors)
    text = errors[0]["msg"]
    assert (status, name) == (422, "some")
    assert sentence == f'"some" is wrong: {text[0].lower()}{text[1:]}.'
    french = translated(sentence, "fr").replace("\N{NO-BREAK SPACE}", " ")
    assert french.startswith("« some » ne va pas : il faut")
    assert "input" not in french
    assert sentence.values["reason"].code  # type: ignore[union-attr]


def test_another_fault_is_said_in_pydantics_words() -> None:
    errors = reported_errors(bytes, 1.5)
    _, sentence, _ = request_fault(errors)
    assert sentence == '"some" is wrong: input should be a valid bytes.'
    assert translated(sentence, "fr").endswith("input should be a valid bytes.")


def test_other_details_of_pydantic_do_not_matter() -> None:
    (error,) = reported_errors(Annotated[int, Field(ge=16)], 3)
    _, more, _ = request_fault([error | {"ctx": {"ge": 16, "another": 1}}])
    assert more == request_fault([error])[1]
    assert more.values["reason"].code == "request.least"  # type: ignore[union-attr]
    _, less, _ = request_fault([error | {"ctx": {}}])
    assert less == more
    assert less.values["reason"].code == ""  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "french"),
    [
        ("", "il manque une valeur, au caractère 1."),
        ("{'a': 1}", "il manque un nom entre guillemets droits, au caractère 2."),
        ('{"a" 1}', "il manque « : », au caractère 6."),
        ('{"a": 1 "b": 2}', "il manque « , », au caractère 9."),
        ("{} x", "il y a du texte en trop, au caractère 4."),
        ('{"a', "un texte n’est pas fermé, au caractère 2."),
    ],
)
def test_request_that_is_no_json_is_explained(text: str, french: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    message, position = caught.value.msg, caught.value.pos
    error = {"type": "json_invalid", "loc": ("body", position), "ctx": {"error": message}}
    status, sentence, _ = request_fault([error])
    assert status == 400
    said = f"{message[0].lower()}{message[1:]}"
    assert sentence == f"The request is not JSON: {said}, at character {position + 1}."
    assert translated(sentence, "fr").replace("\N{NO-BREAK SPACE}", " ") == (
        f"La requête n’est pas du JSON : {french}"
    )


def test_another_fault_of_json_is_said_in_pythons_words() -> None:
    error = {"type": "json_invalid", "loc": ("body", 3), "ctx": {"error": "Invalid \\escape"}}
    _, sentence, _ = request_fault([error])
    assert sentence == "The request is not JSON: invalid \\escape, at character 4."
