r"""What a place is: a path on this machine, or a URL; and what may be said of a URL.

A text that begins with `scheme://` is a URL, everything else is a path: `C:\x`, `a:b` and every `Path` too. A URL
of the scheme `file` is a path in other words.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias
from urllib.parse import SplitResult, unquote, urlsplit

from cubeproof.base.argument_checks import expect
from cubeproof.errors import UsageError
from cubeproof.sentences import ENGLISH, Sentence, Template, Value, rendered

Place: TypeAlias = "str | os.PathLike[str]"
"""A path, or a URL as text."""

_ELSEWHERE = Template(
    "place.elsewhere", "{place} names another machine; file:// is for files of this one: file:///folder/file."
)
_MALFORMED = Template(
    "place.malformed",
    "A URL beginning with {scheme}:// cannot be read. "
    "A sign like / @ : ? # in a password is written as % and its number in hexadecimal.",
)
_NO_NAME = Template("place.no-name", "{place} names no file.")

# A scheme of one letter would be a drive of Windows.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_URLS_IN_TEXT = re.compile(r"""[A-Za-z][A-Za-z0-9+.-]+://[^\s'"»\\]+""")
# Where the text before the first slash is a bucket or a folder, and no host.
_WITHOUT_HOST = ("s3", "s3a", "gcs", "gs", "gdrive", "memory")


@dataclass(frozen=True, slots=True)
class Url:
    """A place that a service has.

    Attributes:
        text: the URL as it was given, with all that is secret in it.
        scheme: what it begins with, in small letters.
        shown: the URL as it may be said: without user, password, query and fragment.
        secrets: the parts of it that may not be said.
    """

    text: str
    scheme: str
    shown: str
    secrets: tuple[str, ...]

    def __repr__(self) -> str:
        # What an error, a log or a debugger prints.
        return f"Url({self.shown!r})"

    @property
    def name(self) -> str:
        """The last part of its path.

        Raises:
            UsageError: there is none.
        """
        name = PurePosixPath(unquote(self.shown.partition("://")[2])).name
        if not name or name in (".", ".."):
            raise UsageError(_NO_NAME(place=self.shown))
        return name


def located(place: Place) -> Path | Url:
    """Where a place is: on this machine, or elsewhere.

    Raises:
        UsageError: it begins like a URL, and is none.
        TypeError: it is neither a text nor a path.

    >>> located("s3://bucket/proof")
    Url('s3://bucket/proof')
    >>> located("file:///tmp/a%20b").name, located("C:/x").name
    ('a b', 'x')
    """
    expect("place", place, (str, os.PathLike), "a path or a URL")
    if not isinstance(place, str) or not _URL.match(place):
        return Path(place)
    scheme = place.partition("://")[0].lower()
    found = _split(place, scheme)
    if scheme in ("file", "local"):
        if found.netloc not in ("", "localhost") or not found.path:
            raise UsageError(_ELSEWHERE(place=_shown(found)))
        return Path(unquote(found.path))
    user, _, _ = found.netloc.rpartition("@")
    hidden = (user, *user.split(":", 1), found.query, *re.split(r"[&=;]", found.query), found.fragment)
    secrets = {text for one in hidden for text in (one, unquote(one)) if text}
    # The longest first, since a part of one may be another.
    return Url(place, scheme, _shown(found), tuple(sorted(secrets, key=len, reverse=True)))


def _split(place: str, scheme: str) -> SplitResult:
    try:
        found = urlsplit(place)
        if scheme not in _WITHOUT_HOST:
            _ = found.port
    except ValueError:
        # Nothing of it may be shown: a password may be anywhere.
        raise UsageError(_MALFORMED(scheme=scheme)) from None
    return found


def _shown(found: SplitResult) -> str:
    return f"{found.scheme}://{found.netloc.rpartition('@')[2]}{found.path}"


def shown(place: Place) -> str:
    """A place as it may be said: a path as it is, a URL without user, password, query and fragment.

    >>> shown("https://ann:secret@example.org/a.cnf?signature=1"), shown("-")
    ('https://example.org/a.cnf', '-')
    """
    if not isinstance(place, str) or not _URL.match(place):
        return str(place)
    try:
        return _shown(_split(place, place.partition("://")[0].lower()))
    except UsageError:
        return f"{place.partition('://')[0]}://"


def name_of(place: Place) -> str:
    """The last part of a place's path, whose ending says what a file is.

    >>> name_of("https://example.org/a.svg?version=2"), name_of("b/c.png")
    ('a.svg', 'c.png')
    """
    return (
        PurePosixPath(shown(place)).name if isinstance(place, str) and _URL.match(place) else Path(place).name
    )


def without_secrets(text: str) -> str:
    """A text in which every URL is as it may be said.

    >>> without_secrets("unrecognized: sftp://ann:secret@host/file")
    'unrecognized: sftp://host/file'
    """
    return respelled(text, _cut) if isinstance(text, Sentence) else _cut(text)


def _cut(text: str) -> str:
    return _URLS_IN_TEXT.sub(lambda found: shown(found[0]), text)


def respelled(sentence: Sentence, change: Callable[[str], str]) -> Sentence:
    """A sentence whose texts are changed, those that sentences within it have too.

    >>> said = Template("example.there", "{path} is there.")(path="/tmp/copy")
    >>> respelled(said, lambda text: text.replace("/tmp/copy", "s3://bucket"))
    's3://bucket is there.'
    """
    if not sentence.code:
        return Sentence(change(str(sentence)))
    values = {name: _changed(value, change) for name, value in sentence.values.items()}
    return Sentence(rendered(sentence.template, values, ENGLISH), sentence.code, sentence.template, values)


def _changed(value: Value, change: Callable[[str], str]) -> Value:
    if isinstance(value, Sentence):
        return respelled(value, change)
    if isinstance(value, tuple):
        return tuple(_changed(member, change) for member in value)
    return change(value) if isinstance(value, str) else value
