"""Ids of parametrized tests: each is short, readable, and the same in every run.

pytest takes the id of a parameter from its value, or from its place in the list (`options3`). This plugin takes it
from the value also for turns, options, command lines and similar values, and refuses a value that gives no such id:
name the value by `pytest.param(..., id=...)` or `ids=...`. pytest itself refuses two cases with one id
(`strict_parametrization_ids` in pyproject.toml).
"""

import re
import sys
import unicodedata
from collections.abc import Iterable
from enum import Enum
from itertools import islice
from pathlib import PurePath

import pytest

from cubeproof.contract.engine_facts import EngineFacts
from cubeproof.contract.table import Table
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move

LONGEST_VALUE = 40
LONGEST_ID = 100


@pytest.hookimpl(tryfirst=True)
def pytest_make_parametrize_id(val: object, argname: str) -> str:
    """Return the id of a parameter; fail the collection of the module if the value gives no id."""
    name = value_id(val)
    if name is None:
        pytest.fail(
            f"A value of {argname!r} has no id; give one by pytest.param(..., id=...) or ids=...: {val!r:.200}",
            pytrace=False,
        )
    return name


def value_id(value: object) -> str | None:
    """Return a short id for the value of a parameter, or None if only a person can name the value."""
    words = _words(value)
    if words is None:
        return None
    if len(words) > LONGEST_VALUE:
        words = words[: LONGEST_VALUE - 2].rstrip() + ".."
    return _ascii(words) or "empty"


def faults(name: str) -> list[str]:
    """Return what is wrong with the id of a case."""
    return [
        reason
        for reason, holds in (
            (f"is longer than {LONGEST_ID} characters", len(name) > LONGEST_ID),
            ("is not printable ASCII", not (name.isascii() and name.isprintable())),
            ("has the address of an object", re.search(r" at 0x[0-9a-f]+", name)),
            ("has the folder of this Python", sys.prefix in name),
        )
        if holds
    ]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse explicit ids that are too long, or that some terminals cannot show."""
    wrong = [
        f"{item.nodeid}: the id {reason}"
        for item in items
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        for reason in faults(item.callspec.id)
    ]
    if wrong:
        raise pytest.UsageError("\n".join(wrong))


def _words(value: object) -> str | None:
    match value:
        case str():
            return value
        case bytes() if re.fullmatch(rb"[\r\n -~]*", value[: LONGEST_VALUE + 1]):
            return value[: LONGEST_VALUE + 1].decode()
        case None | bool() | int() | float() | Move() | Alg():
            return str(value)
        case Cube():
            return value.facelets
        case Enum() | Table() | EngineFacts():
            return value.name
        case re.Pattern():
            return str(value.pattern)
        case PurePath() if not value.is_absolute():
            return value.as_posix()
        case BaseException():
            return f"{type(value).__name__} {value}".rstrip()
        case dict():
            parts = _all_words(value.values())
            return (
                None if parts is None else " ".join(map("{}={}".format, value, parts))
            )  # stops at the end of the shorter argument
        case list() | tuple() | range() | set() | frozenset():
            parts = _all_words(sorted(value, key=repr) if isinstance(value, set | frozenset) else value)
            if parts and all(isinstance(item, str) and item for item in value):
                return " ".join(parts)  # a command line
            return None if parts is None else f"[{', '.join(parts)}]"
    name = getattr(value, "__name__", None)  # the name of a class, a function or a module
    return name if isinstance(name, str) and name != "<lambda>" else None


def _all_words(values: Iterable[object]) -> list[str] | None:
    words = [_words(value) for value in islice(values, LONGEST_VALUE)]  # an id shows no more
    reference = [word for word in words if word is not None]
    return reference if len(reference) == len(words) else None


def _ascii(text: str) -> str:
    r"""Return `text` in printable ASCII: letters lose their accents, other characters become escapes such as `\n`."""
    plain = (letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return ascii("".join(plain))[1:-1]
