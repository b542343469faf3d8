"""JSON from users has one meaning: an entry that occurs twice is refused with its pointer, also deep inside."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.base.json_objects import check_whole_numbers, json_object, parse_json
from cubeproof.errors import UsageError

names = st.sampled_from(["a", "b", "a/b", "~", "", "ü"])
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_json_without_doubled_entries_is_read_as_python_reads_it(value: Any) -> None:
    assert parse_json("problem", json.dumps(value)) == value


def wrapped(text: str, path: list[str | int]) -> str:
    """Return JSON that has a text at a path."""
    for step in reversed(path):
        text = (
            f"[{'0, ' * step}{text}]" if isinstance(step, int) else f'{{"x": 1, {json.dumps(step)}: {text}}}'
        )
    return text


@given(st.lists(names | st.integers(0, 3), max_size=4), names, values, values)
def test_doubled_entry_is_refused_with_its_pointer(
    path: list[str | int], name: str, first: Any, second: Any
) -> None:
    doubled = f"{{{json.dumps(name)}: {json.dumps(first)}, {json.dumps(name)}: {json.dumps(second)}}}"
    with pytest.raises(UsageError) as caught:
        parse_json("problem", wrapped(doubled, path))
    # RFC 6901: ~ and / in names are ~0 and ~1.
    pointer = "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in [*path, name])
    assert caught.value.sentence.values == {"what": "problem", "pointer": pointer[:60]}


def test_doubled_entry_inside_a_replaced_one_does_not_hide_the_outer_one() -> None:
    with pytest.raises(UsageError, match="entry '/a' twice"):
        json_object("request", '{"a": {"b": 1, "b": 2}, "a": {"c": 1}}')


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"a": NaN}', "[" * 100_000, '"a"'])
def test_other_text_is_no_json_object(text: str) -> None:
    with pytest.raises(UsageError, match="The request is not a JSON object"):
        json_object("request", text)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(False, "false"), (True, "true"), (1.0, "1.0"), (None, "null"), ("1", '"1"'), ([1], "[1]")],
)
def test_other_values_than_whole_numbers_are_refused(value: object, shown: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_whole_numbers("problem", "/start", [1, value])
    assert str(caught.value) == f"The problem has {shown} at '/start/1', where a whole number belongs."
