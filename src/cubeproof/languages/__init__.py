r"""Languages: one table of templates each, for the command, the page, the player and the notebook.

English stands where it is said, in the sources. Any other language is one file, `languages/TAG.json`: how it
writes numbers, lists and quotations, and a template for every code. A code that a table lacks is said in
English.

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
"""The environment variable that names a folder with tables of further languages, for those who write one."""

_UNKNOWN = Template("language.unknown", "There is no language {tag!r}; there are {tags}.")
_PAIRS: dict[str, tuple[type, ...]] = {"quotes": (str,), "one": (int, float)}

_DAMAGED = Template("language.damaged", "The table of the language {tag!r} cannot be used: {reason}.")


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language that cubeproof speaks."""

    tag: str
    """Its tag as browsers and locales have it: `"fr"`."""
    name: str
    """Its own name: `"Français"`."""
    conventions: Conventions = ENGLISH
    """How it writes numbers, lists and quotations."""
    templates: Mapping[str, str] = field(default_factory=dict)
    """Its templates by code; empty for English, whose templates are in the sources."""

    def say(self, text: str) -> str:
        """A sentence in this language, in English where the table has no sound template. Other text stays as it is."""
        if not isinstance(text, Sentence) or not text.code or self is _ENGLISH:
            return str(text)
        with contextlib.suppress(KeyError, ValueError):
            # A fault would be a brace too many, or a field that there is not.
            return rendered(self.templates[text.code], text.values, self.conventions, self.say)
        return rendered(text.template, text.values, ENGLISH, self.say)


_ENGLISH = Language("en", "English")


def _folders() -> list[Path]:
    own = files("cubeproof.languages")
    more = os.environ.get(VARIABLE)
    return [Path(str(own)), *([Path(more)] if more else [])]


def tags() -> tuple[str, ...]:
    """The tags of all languages there are, English first.

    >>> tags()
    ('en', 'fr')
    """
    names = {path.stem for folder in _folders() for path in folder.glob("*.json")}
    return ("en", *sorted(names - {"en"}))


def language(tag: str) -> Language:
    """The language with a tag.

    Raises:
        UsageError: there is no such language, or its table is damaged.
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
        table: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        settings = dict(table["language"])
        name = settings.pop("name")
        conventions = Conventions(**{key: _convention(key, value) for key, value in settings.items()})
        templates = dict(table["templates"])
        if not all(isinstance(text, str) for text in (name, *templates.values())):
            raise TypeError("every template is a text")
        return Language(tag, name, conventions, MappingProxyType(templates))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise UsageError(_DAMAGED(tag=tag, reason=f"{type(error).__name__}: {error}")) from None


def _convention(key: str, value: Any) -> Any:
    """A convention as its file has it, with its type checked."""
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
    """Return the English template of every code, read from the source: what a translator has to translate.

    The words of the page are not among them; `page/src/words/` has these.

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
                    # Its text is put together: the module knows it.
                    import_module(".".join(("cubeproof", *path.relative_to(root).with_suffix("").parts)))
                    templates[code] = TEMPLATES[code].english
    return templates


def faults(tag: str) -> list[str]:
    """Return the codes whose template a language lacks, or has with a fault or other fields.

    >>> [code for code in faults("fr") if code.startswith("cube.")]
    []
    """
    there = language(tag).templates
    return [
        code
        for code, english in sorted(catalogue().items())
        if tag != "en" and not _is_sound(there.get(code), english)
    ]


def _is_sound(text: str | None, english: str) -> bool:
    with contextlib.suppress(ValueError):
        return text is not None and fields_of(text).keys() == fields_of(english).keys()
    return False


def translated(text: str, tag: str) -> str:
    """A sentence in the language with a tag. Text that is no `Sentence` stays as it is.

    Raises:
        UsageError: there is no such language.
    """
    return language(tag).say(text)


def from_locale(environment: Mapping[str, str] = os.environ) -> str:
    """The tag of the language that the locale asks for, `"en"` where there is no table for it.

    Args:
        environment: the variables that say so: LC_ALL, LC_MESSAGES, LANG, the first that is set.

    >>> from_locale({"LANG": "fr_CA.UTF-8"}), from_locale({"LANG": "C"})
    ('fr', 'en')
    """
    wished = tag_asked(environment).lower()
    by_tag = {tag.lower(): tag for tag in tags()}
    return by_tag.get(wished) or by_tag.get(wished.split("-")[0]) or "en"
