"""Sentences as data: every text for users has a code, a template, and the values in it.

A module declares a `Template` for each of its sentences, and calls it with the values. The result is a
`Sentence`: English text like any other `str`, with its code, its template and its values, from which
`cubeproof.languages` makes the sentence in another language.

>>> LAYERS = Template("example.layers", "A cube has {least} to {most} layers, not {size}.")
>>> said = LAYERS(least=2, most=50, size=1)
>>> print(said)
A cube has 2 to 50 layers, not 1.
>>> said.code, dict(said.values)
('example.layers', {'least': 2, 'most': 50, 'size': 1})

A template is text with fields in braces; a doubled brace is a brace.

======================  =========================================================================================
`{name}`                the value; the members of a tuple with commas between them
`{name:,}` `{name:.2f}` a number as Python's `format` writes it; other languages have their own comma and point
`{name!r}`              a text in quotation marks
`{names:and}`           the members of a tuple, the last two joined by "and"; `:or` with "or"
`{names:sentences}`     whole sentences in a row; `:lines` one per line, `:semicolons` with semicolons
`{reason:open}`         a sentence without its full stop
`{piece:colours}`       letters of faces that denote colours; the page writes the names of its palette: "white-red"
`{slot:faces}`          letters of faces that denote places; the page writes "up-right"
`{n?one:turn|other:turns}`  the text that fits the value; the texts may have fields themselves
======================  =========================================================================================

A choice selects its text by the value. For a number: the text of that number (`{n?0:none|other:some}`), else `one`
or `other`, by the language's rule. For other values: the text whose name is the value (a text, `true`, `false`,
`none`, or the code of a sentence), else `other`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Self, TypeAlias

Value: TypeAlias = "str | int | float | bool | Sentence | tuple[Value, ...] | None"


class Sentence(str):
    """English text for users, with its code, template and values.

    Calling a `Template` returns one. It compares, hashes and prints as its text.
    """

    __slots__ = ("code", "template", "values")

    code: str
    """The code of its template, or "" for text without a template, such as output of another program."""
    template: str
    """The English template."""
    values: Mapping[str, Value]
    """Values of the template's fields."""

    def __new__(
        cls, text: str, code: str = "", template: str = "", values: Mapping[str, Value] | None = None
    ) -> Self:
        """Modules call a `Template` instead."""
        self = super().__new__(cls, text)
        self.code, self.template, self.values = code, template, MappingProxyType(dict(values or {}))
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, str, dict[str, Value]]]:
        return type(self), (str(self), self.code, self.template, dict(self.values))

    @classmethod
    def of(cls, text: str) -> Sentence:
        """Return a sentence unchanged, and other text as a sentence without a code, which is not translated."""
        return text if isinstance(text, Sentence) else Sentence(text)

    def to_dict(self) -> dict[str, object]:
        """Return the sentence as a dictionary of JSON values.

        >>> Template("example.turns", "{turns} turns")(turns=3).to_dict()
        {'text': '3 turns', 'code': 'example.turns', 'template': '{turns} turns', 'values': {'turns': 3}}
        """
        values = {name: _as_json(value) for name, value in self.values.items()}
        return {"text": str(self), "code": self.code, "template": self.template, "values": values}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Sentence:
        """Read a sentence from a dictionary that `to_dict` returned.

        >>> Sentence.from_dict(Template("example.turns", "{turns} turns")(turns=3).to_dict()).values["turns"]
        3
        """
        values = {name: _from_json(value) for name, value in data.get("values", {}).items()}
        texts = data["text"], data.get("code", ""), data.get("template", "")
        if not all(isinstance(text, str) for text in (*texts, *values)):
            raise TypeError("the text, the code, the template and the names of values are texts")
        return cls(*texts, values)


def _from_json(value: Any) -> Value:
    if isinstance(value, Mapping):
        return Sentence.from_dict(value)
    return tuple(map(_from_json, value)) if isinstance(value, list) else value


def _as_json(value: Value) -> object:
    """Return a value in JSON's types.

    An inner sentence has no values if it has no fields, and a template only if the reader may write names for letters.
    """
    if isinstance(value, Sentence):
        data = value.to_dict()
        if not any(entry.spec in _LETTERS for entry in _all_fields(_parse(value.template))):
            del data["template"]
        return data if value.values else {"text": data["text"], "code": data["code"]}
    if isinstance(value, tuple):
        return [_as_json(member) for member in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    # Readers of JSON in JavaScript would lose digits.
    return str(value) if isinstance(value, int) and abs(value) > 2**53 else value


@dataclass(frozen=True, slots=True)
class Conventions:
    """The conventions of a language for numbers, lists and quotations."""

    decimal: str = "."
    """Decimal separator."""
    grouping: str = ","
    """Thousands separator."""
    quotes: tuple[str, str] | None = None
    """Opening and closing quotation marks; None for those of `repr`."""
    comma: str = ", "
    """Separator of list members."""
    semicolon: str = "; "
    """Separator of list members that contain commas."""
    conjunction: str = " and "
    """The "and" of the language, with its spaces."""
    disjunction: str = " or "
    """The "or"."""
    one: tuple[float, float] = (1, 1)
    """The smallest and the largest number that take the singular, `one`."""


ENGLISH: Final = Conventions()

TEMPLATES: Final[dict[str, Template]] = {}
"""Every template of the modules that are imported, by its code."""


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with fields for values.

    Args:
        code: a name for programs and translators, which stays when the words change: `"cube.layers"`.
        english: the template, in the syntax of this module's documentation.

    Raises:
        ValueError: another template has this code.
    """

    code: str
    english: str

    def __post_init__(self) -> None:
        if TEMPLATES.setdefault(self.code, self) != self:
            raise ValueError(f"Two templates have the code {self.code}.")

    def __call__(self, **values: object) -> Sentence:
        """Return the sentence with these values. Values of other types are converted by `str` or `repr`.

        A call names its values, so that a test can compare them with the fields; `fill` takes names that are data.
        The template is parsed at its first call: a process renders few of its templates.

        Raises:
            TypeError: a field of the template has no value, or a value has no field.
            ValueError: the syntax of the template is wrong.
        """
        return self.fill(values)

    def fill(self, values: Mapping[str, object]) -> Sentence:
        """Return the sentence with values by their names, where another program or a dataclass has the names.

        Raises:
            TypeError: a field of the template has no value, or a value has no field.
            ValueError: the syntax of the template is wrong.
        """
        forms = _forms(self.english)
        if values.keys() != forms.keys():
            raise TypeError(f"{self.code} has the fields {', '.join(forms)}, not {', '.join(values)}.")
        held = {name: _held(value, *forms[name]) for name, value in values.items()}
        return Sentence(rendered(self.english, held, ENGLISH), self.code, self.english, held)


@lru_cache(maxsize=2048)
def _template(code: str, english: str) -> Template:
    return Template(code, english)


def say(code: str, english: str, /, **values: object) -> Sentence:
    """Return a sentence whose template is used in one place only; for others, declare a `Template`.

    Both arguments must be literals, so that `languages.catalogue` finds them in the source.

    >>> say("example.edges", "A cube has {edges} edges.", edges=12)
    'A cube has 12 edges.'
    """
    return _template(code, english).fill(values)


def _held(value: object, quoted: bool, listed: bool) -> Value:
    """Convert a value to an immutable built-in type, so that a sentence can be pickled and compared."""
    if type(value).__module__ == "numpy" and hasattr(value, "item"):
        value = value.item()
    if value is None or isinstance(value, bool | Sentence):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, tuple | list) and (listed or not quoted):
        return tuple(_held(member, quoted, listed=False) for member in value)
    if isinstance(value, int) or hasattr(value, "__index__"):
        return int(value)
    if isinstance(value, float):
        return float(value)
    return Sentence(repr(value) if quoted else str(value))


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    quoted: bool
    spec: str
    choices: Mapping[str, tuple[str | _Field, ...]]


_Parts: TypeAlias = tuple[str | _Field, ...]

_LISTS = ("and", "or", "sentences", "lines", "semicolons")
_LETTERS = ("colours", "faces")
_WORDS = ("", "open", *_LETTERS, *_LISTS)
_NUMBER = re.compile(r",?(\.\d+f|g)?")
_OPENING = re.compile(r"\{(\w+)(!r)?(?::([^?{}|]*))?([?}])")
_KEY = re.compile(r"([\w.-]+):")


@lru_cache(maxsize=2048)
def _parse(template: str) -> _Parts:
    parts, end = _parts(template, 0, nested=False)
    if end != len(template):
        raise ValueError(f"A brace is too many in the template {template!r}.")
    return parts


def _parts(template: str, start: int, *, nested: bool) -> tuple[_Parts, int]:
    """Return the parts from `start`, and the position of their end: the end of the text or, nested, of the choice."""
    parts: list[str | _Field] = []
    text = ""
    while start < len(template):
        two = template[start : start + 2]
        if two == "{{" or (two == "}}" and not nested):
            text, start = text + two[0], start + 2
        elif template[start] == "{":
            parsed, start = _field(template, start)
            parts += [text, parsed] if text else [parsed]
            text = ""
        elif template[start] == "}" or (nested and template[start] == "|"):
            break
        else:
            text, start = text + template[start], start + 1
    return (*parts, text) if text else tuple(parts), start


def _field(template: str, start: int) -> tuple[_Field, int]:
    opening = _OPENING.match(template, start)
    if opening is None:
        raise ValueError(f"There is no field at {start} of the template {template!r}.")
    name, quoted, spec, sign = opening.groups()
    choices: dict[str, _Parts] = {}
    at = opening.end()
    while sign in ("?", "|"):
        key = _KEY.match(template, at)
        if key is None:
            raise ValueError(f"There is no choice at {at} of the template {template!r}.")
        choices[key[1]], at = _parts(template, key.end(), nested=True)
        sign, at = template[at : at + 1], at + 1
    if sign != "}":
        raise ValueError(f"A brace is missing in the template {template!r}.")
    if spec and (choices or not (spec in _WORDS or _NUMBER.fullmatch(spec))):
        raise ValueError(f"Nothing is written as {spec!r} says, in the template {template!r}.")
    return _Field(name, quoted is not None, spec or "", choices), at


def fields_of(template: str) -> dict[str, bool]:
    """Return the names of a template's fields, and whether they are quoted.

    Raises:
        ValueError: the syntax is wrong.

    >>> fields_of("{turns?one:turn|other:turns} of {name!r}")
    {'turns': False, 'name': True}
    """
    return {name: quoted for name, (quoted, _) in _forms(template).items()}


@lru_cache(maxsize=2048)
def _forms(template: str) -> dict[str, tuple[bool, bool]]:
    """Return for each field of a template whether it is quoted anywhere, and whether it is a list anywhere."""
    forms: dict[str, tuple[bool, bool]] = {}
    for entry in _all_fields(_parse(template)):
        quoted, listed = forms.get(entry.name, (False, False))
        forms[entry.name] = quoted or entry.quoted, listed or entry.spec in _LISTS
    return forms


def _all_fields(parts: _Parts) -> Iterator[_Field]:
    for part in parts:
        if isinstance(part, _Field):
            yield part
            for choice in part.choices.values():
                yield from _all_fields(choice)


def rendered(
    template: str,
    values: Mapping[str, Value],
    conventions: Conventions,
    translated: Callable[[Sentence], str] = str,
) -> str:
    """Return the text of a template with its values.

    Args:
        template: the template, in the syntax of this module's documentation.
        values: the values of its fields.
        conventions: the conventions of the language.
        translated: translates a sentence that is a value.

    >>> rendered("{n:,} {n?one:tour|other:tours}", {"n": 1000}, Conventions(grouping=" ", one=(0, 1)))
    '1 000 tours'
    """

    def part(item: str | _Field) -> str:
        if isinstance(item, str):
            return item
        value = values[item.name]
        if item.choices:
            return "".join(map(part, _choice(item, value, conventions)))
        return _value_text(value, item, conventions, translated)

    return "".join(map(part, _parse(template)))


def _choice(field: _Field, value: Value, conventions: Conventions) -> _Parts:
    if isinstance(value, Sentence) and value.code:
        names = [value.code]
    elif value is None or isinstance(value, bool):
        names = [str(value).lower()]
    elif isinstance(value, int | float):
        least, most = conventions.one
        names = [str(value), "one" if least <= value <= most else "other"]
    else:
        names = [str(value)]
    # A value without a matching choice is written itself.
    return next((field.choices[name] for name in (*names, "other") if name in field.choices), (names[0],))


def _value_text(
    value: Value, field: _Field, conventions: Conventions, translated: Callable[[Sentence], str]
) -> str:
    if isinstance(value, tuple):
        members = [_value_text(member, field, conventions, translated) for member in value]
        return _list_text(members, field.spec, conventions)
    if isinstance(value, Sentence):
        text = translated(value)
        return text.removesuffix(".") if field.spec == "open" else text
    if isinstance(value, str):
        if not field.quoted:
            return value.removesuffix(".") if field.spec == "open" else value
        opening, closing = conventions.quotes or ("", "")
        return f"{opening}{repr(value)[1:-1]}{closing}" if conventions.quotes else repr(value)
    number = isinstance(value, int | float) and not isinstance(value, bool) and field.spec not in _WORDS
    text = format(value, field.spec if number else "")
    return text.translate({ord("."): conventions.decimal, ord(","): conventions.grouping})


def _list_text(members: list[str], how: str, conventions: Conventions) -> str:
    if how in ("and", "or") and len(members) > 1:
        last = conventions.conjunction if how == "and" else conventions.disjunction
        return conventions.comma.join(members[:-1]) + last + members[-1]
    between = {"sentences": " ", "lines": "\n", "semicolons": conventions.semicolon}
    return between.get(how, conventions.comma).join(members)
