r"""Translation of messages: each language has one table of templates, for command, page, player and notebook.

The English templates are in the sources. Any other language is one file, `languages/TAG.json`: its conventions for
numbers, lists and quotations, and a template for each code. A message without a template in the table is English.

>>> from cubeproof import Cube, solve
>>> translated(solve(Cube(2).apply("R U")).claim, "fr")
'2 mouvements (htm)\xa0: il n’y a pas plus court.'
"""

import ast
import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cubeproof.base.locale_tag import tag_asked
from cubeproof.errors import UsageError
from cubeproof.sentences import ENGLISH, TEMPLATES, Conventions, Sentence, Template, fields_of, rendered

__all__ = ["VARIABLE", "Language", "catalogue", "faults", "from_locale", "language", "tags", "translated"]

VARIABLE = "CUBEPROOF_LANGUAGES"
"""The environment variable that names a folder with tables of additional languages, for translators."""

_UNKNOWN = Template("language.unknown", "There is no language {tag!r}; there are {tags}.")
_PAIRS: dict[str, tuple[type, ...]] = {"quotes": (str,), "one": (int, float)}

_DAMAGED = Template("language.damaged", "The table of the language {tag!r} cannot be used: {reason}.")


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language of cubeproof's messages."""

    tag: str
    """Its tag, as in browsers and locales: `"fr"`."""
    name: str
    """Its own name: `"Français"`."""
    conventions: Conventions = ENGLISH
    """Its conventions for numbers, lists and quotations."""
    templates: Mapping[str, str] = field(default_factory=dict)
    """Its templates by code; empty for English, whose templates are in the sources."""

    def say(self, text: str) -> str:
        """Return a sentence in this language, or in English without a valid template; other text unchanged."""
        if not isinstance(text, Sentence) or not text.code or self is _ENGLISH:
            return str(text)
        with contextlib.suppress(KeyError, ValueError):
            # An invalid template has wrong braces or unknown fields.
            return rendered(self.templates[text.code], text.values, self.conventions, self.say)
        return rendered(text.template, text.values, ENGLISH, self.say)


_ENGLISH = Language("en", "English")


def _folders() -> list[Path]:
    own = files("cubeproof.languages")
    more = os.environ.get(VARIABLE)
    return [Path(str(own)), *([Path(more)] if more else [])]


def tags() -> tuple[str, ...]:
    """Return the tags of all available languages, English first.

    >>> tags()
    ('en', 'fr')
    """
    names = {path.stem for folder in _folders() for path in folder.glob("*.json")}
    return ("en", *sorted(names - {"en"}))


def language(tag: str) -> Language:
    """Return the language with a tag.

    Raises:
        UsageError: an unknown language, or its table is damaged.
    """
    if tag == "en":
        return _ENGLISH
    for folder in reversed(_folders()):
        path = folder / f"{tag}.json"
        if tag in tags() and path.is_file():
            return _read(tag, path, path.stat().st_mtime_ns)
    raise UsageError(_UNKNOWN(tag=tag[:40], tags=tags()))


@lru_cache(maxsize=16)
def _read(tag: str, path: Path, _changed: int) -> Language:
    try:
        table: dict[str, Any] = json.loads(path.read_bytes())
        settings = dict(table["language"])
        name = settings.pop("name")
        conventions = Conventions(**{key: _convention(key, value) for key, value in settings.items()})
        templates = dict(table["templates"])
        if not all(isinstance(text, str) for text in (name, *templates.values())):
            raise TypeError("every template is a text")
        # `make words` gives a new sentence an empty text, which counts as missing.
        present = {code: text for code, text in templates.items() if text}
        return Language(tag, name, conventions, MappingProxyType(present))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise UsageError(_DAMAGED(tag=tag, reason=f"{type(error).__name__}: {error}")) from None


def _convention(key: str, value: Any) -> Any:
    """Return a convention from the file, after checking its type."""
    if key in _PAIRS:
        fits = (
            isinstance(value, list)
            and len(value) == 2
            and all(isinstance(member, _PAIRS[key]) for member in value)
        )
        value = tuple(value) if fits else value
    else:
        fits = isinstance(value, str)
    if not fits:
        raise TypeError(f"{key} cannot be {value!r}")
    return value


def catalogue() -> dict[str, str]:
    """Return the English template of every code, read from the sources, for translators.

    The page's words are in `page/src/words/`.

    >>> catalogue()["cube.layers"]
    'A cube has {least} to {most} layers, not {size}.'
    """
    templates = {}
    root = Path(str(files("cubeproof")))
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    ast.Name("Template" | "say"), [ast.Constant(str(code)), ast.Constant(str(text))]
                ):
                    templates[code] = text
                case ast.Call(ast.Name("Template"), [ast.Constant(str(code)), _]):
                    # Its text is computed, so the template comes from the module.
                    import_module(".".join(("cubeproof", *path.relative_to(root).with_suffix("").parts)))
                    templates[code] = TEMPLATES[code].english
    return templates


def faults(tag: str) -> list[str]:
    """Return the codes whose template is missing in a language, or is invalid or has other fields.

    >>> [code for code in faults("fr") if code.startswith("cube.")]
    []
    """
    templates = language(tag).templates
    return [
        code
        for code, english in sorted(catalogue().items())
        if tag != "en" and not _is_sound(templates.get(code), english)
    ]


def _is_sound(text: str | None, english: str) -> bool:
    with contextlib.suppress(ValueError):
        return text is not None and fields_of(text).keys() == fields_of(english).keys()
    return False


def translated(text: str, tag: str) -> str:
    """Return a sentence in the language with a tag. Text that is not a `Sentence` is returned unchanged.

    Raises:
        UsageError: an unknown language.
    """
    return language(tag).say(text)


def from_locale(environment: Mapping[str, str] = os.environ) -> str:
    """Return the tag of the locale's language, or `"en"` without a table for it.

    Args:
        environment: the environment variables; the first set one of LC_ALL, LC_MESSAGES, LANG counts.

    >>> from_locale({"LANG": "fr_CA.UTF-8"}), from_locale({"LANG": "C"})
    ('fr', 'en')
    """
    wished = tag_asked(environment).lower()
    by_tag = {tag.lower(): tag for tag in tags()}
    return by_tag.get(wished) or by_tag.get(wished.split("-")[0]) or "en"
