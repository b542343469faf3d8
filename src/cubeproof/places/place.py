r"""Places, which are local paths or URLs: distinguishes them and removes secrets from URLs.

A text that starts with `scheme://` is a URL. Everything else is a path, also `C:\x`, `a:b` and every `Path`. A URL of
the scheme `file` denotes a path.
"""

import json
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias
from urllib.parse import SplitResult, quote, unquote, urlsplit

from cubeproof.base.argument_checks import expect
from cubeproof.base.platform_support import path_of_url
from cubeproof.errors import UsageError
from cubeproof.sentences import ENGLISH, Sentence, Template, Value, rendered, say

Place: TypeAlias = str | os.PathLike[str]
"""A path, or a URL as text."""

_ELSEWHERE = Template(
    "place.elsewhere",
    "{place} names another machine; file:// is for files of this machine: file:///folder/file.",
)
_MALFORMED = Template(
    "place.malformed",
    "A URL beginning with {scheme}:// cannot be read. Percent-encode characters such as / @ : ? # in a "
    "password.",
)
_NUL = Template("place.nul", "{place} contains a NUL character, which a file name cannot contain.")
_WRAPPED = Template(
    "place.wrapped",
    "{scheme}:// reads another place: give that place, or the unpacked contents of the archive.",
)

_NO_HOST = Template("place.no-host", "{place} names no host.")
_INSIDE = Template(
    "place.inside", "A place is a path or a URL. Here, text precedes the URL {url}: give only one of them."
)

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+._-]+://")
# A search tries only the start of a run of these characters, so it takes linear time: 50×50×50 has 15,000 letters.
_BEFORE_URL = r"(?<![A-Za-z0-9+._-])([0-9+._-]*)"
_URL_IN_TEXT = re.compile(_BEFORE_URL + _URL.pattern)
# A URL inside a text ends at white space; punctuation at its end belongs to the text.
_URLS_IN_TEXT = re.compile(rf"{_BEFORE_URL}({_URL.pattern}\S*[^\s'\"»\\.,;:])")
# Schemes whose text before the first slash is a bucket or a folder, and not a host.
_WITHOUT_HOST = ("s3", "s3a", "gcs", "gs", "gdrive", "memory")
_WITH_HOST = ("sftp", "ssh", "http", "https")
# File systems of fsspec that wrap other places: archives, caches and forwarders.
_WRAPPERS = frozenset(
    {"zip", "tar", "libarchive", "simplecache", "filecache", "blockcache", "cached", "reference", "dir"}
    | {"generic", "asyncwrapper", "async_wrapper"}
)


@dataclass(frozen=True, slots=True)
class Url:
    """A URL of a service."""

    text: str
    """The URL as it was given, with its secrets."""
    scheme: str
    """The URL's scheme, in lower case."""
    shown: str
    """The URL for display: without user, password, query and fragment."""
    secrets: tuple[str, ...]
    """The parts of it that must not be displayed."""

    def __repr__(self) -> str:
        # Errors, logs and debuggers print it.
        return f"Url({self.shown!r})"

    @property
    def name(self) -> str:
        """The last part of its path.

        Raises:
            UsageError: the path is empty.
        """
        name = PurePosixPath(unquote(_path(self.text))).name
        if not name or name in (".", ".."):
            raise UsageError(say("place.no-name", "{place} names no file.", place=self.shown))
        return name


def located(place: Place) -> Path | Url:
    """Return the local path or the URL of a place.

    Raises:
        UsageError: an invalid URL.
        TypeError: neither a text nor a path.

    >>> located("s3://bucket/proof")
    Url('s3://bucket/proof')
    >>> located("file:///tmp/a%20b").name, located("C:/x").name
    ('a b', 'x')
    """
    expect("place", place, (str, os.PathLike), "a path or a URL")
    if "\0" in (unquote(place) if isinstance(place, str) and _URL.match(place) else os.fspath(place)):
        raise UsageError(_NUL(place=shown(place).replace("\0", "�")))
    if not isinstance(place, str) or not _URL.match(place):
        # As a path it would be printed with its secrets; "simplecache::s3://…" is a URL in another one.
        url = urls_of(place) if isinstance(place, str) else ""
        if url and (shown(url) != url or str(place).removesuffix(url).endswith("::")):
            raise UsageError(_INSIDE(url=shown(url)))
        return Path(place)
    scheme = place.partition("://")[0].lower()
    if scheme in _WRAPPERS:
        raise UsageError(_WRAPPED(scheme=scheme))
    parts = _split(place, scheme)
    if scheme in ("file", "local"):
        if parts.netloc not in ("", "localhost") or not parts.path:
            raise UsageError(_ELSEWHERE(place=_display_form(place)))
        return Path(path_of_url(unquote(parts.path)))
    if scheme in _WITH_HOST and not parts.hostname:
        raise UsageError(_NO_HOST(place=_display_form(place)))
    user, _, _ = parts.netloc.rpartition("@")
    before, _, _ = place.partition("://")[2].rpartition("@")
    hidden = (before, user, *user.split(":", 1))
    hidden += (parts.query, *re.split(r"[&=;]", parts.query), parts.fragment)
    secrets = {
        text
        for secret in hidden
        for text in (secret, *spellings(secret), *spellings(unquote(secret)))
        if text
    }
    # The longest first, since a secret may contain another one.
    return Url(place, scheme, _display_form(place), tuple(sorted(secrets, key=len, reverse=True)))


def _split(place: str, scheme: str) -> SplitResult:
    try:
        parts = urlsplit(place)
        if scheme not in _WITHOUT_HOST:
            _ = parts.port
    except ValueError:
        # No part of it may be displayed: the password may be anywhere.
        raise UsageError(_MALFORMED(scheme=scheme)) from None
    return parts


def _display_form(url: str) -> str:
    """Return a URL without anything that may be a user, a password, a query or a fragment."""
    # A password may contain characters that should be percent-encoded, so everything up to the last @ may belong to
    # it.
    scheme, _, rest = url.partition("://")
    scheme, end, at = scheme.lower(), len(_path_and_host(rest)), rest.rfind("@")
    host = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if at < 0 or (scheme in _WITHOUT_HOST and not {"@", ":"} & {*host}):
        return f"{scheme}://{rest[:end]}"
    if at > end:
        return f"{scheme}://…"
    return f"{scheme}://{'' if at < len(host) else '…/'}{rest[at + 1 : end]}"


def _path_and_host(rest: str) -> str:
    return re.split(r"[?#]", rest, maxsplit=1)[0]


def _path(url: str) -> str:
    """Return the path of a URL, with the bucket or the host before it."""
    return _path_and_host(url.partition("://")[2])


def spellings(text: str) -> tuple[str, ...]:
    """Return the spellings of a text in messages of libraries: unchanged, escaped by Python or JSON, URL-encoded."""
    return (text, repr(text)[1:-1], repr(f"{text}'")[1:-2], json.dumps(text)[1:-1], quote(text, safe=""))


def shown(place: Place) -> str:
    """Return a place for display: a path unchanged, a URL without user, password, query and fragment.

    >>> shown("https://ann:secret@example.org/a.cnf?signature=1"), shown("-")
    ('https://example.org/a.cnf', '-')
    """
    if not isinstance(place, str) or not _URL.match(place):
        return str(place)
    try:
        _split(place, place.partition("://")[0].lower())
    except UsageError:
        return f"{place.partition('://')[0]}://"
    return _display_form(place)


def beside(place: str, ending: str) -> str:
    """Return the place with an ending appended to its file name, before a query.

    >>> beside("sftp://host/q.cnf?version=2", ".sha256"), beside("a/q.cnf", ".sha256")
    ('sftp://host/q.cnf.sha256?version=2', 'a/q.cnf.sha256')
    """
    if not _URL.match(place):
        return f"{place}{ending}"
    at = len(place) - len(place.partition("://")[2]) + len(_path(place))
    return f"{place[:at]}{ending}{place[at:]}"


def name_of(place: Place) -> str:
    """Return the last part of a place's path, without a query.

    >>> name_of("https://example.org/a.svg?version=2"), name_of("b/c.png")
    ('a.svg', 'c.png')
    """
    if not isinstance(place, str) or not _URL.match(place):
        return Path(place).name
    return PurePosixPath(_path(place)).name


def urls_of(text: str) -> str:
    """Return the part of a text from its first URL to its end, or "" without a URL.

    >>> urls_of("--file=s3://bucket/it's here"), urls_of("R U")
    ("s3://bucket/it's here", '')
    """
    match = _URL_IN_TEXT.search(text)
    return text[match.end(1) :] if match else ""


def without_secrets(text: str, candidates: Iterable[str] = ()) -> str:
    """Return a text or a sentence with every URL replaced by its form for display.

    Args:
        text: the text, or a sentence.
        candidates: URLs that the text may contain, with any characters.

    >>> without_secrets("unrecognized: sftp://ann:secret@host/file")
    'unrecognized: sftp://host/file'
    """
    urls = sorted({url for url in candidates if url}, key=len, reverse=True)

    def cut(text: str) -> str:
        for url in urls:
            for spelling in spellings(url):
                text = text.replace(spelling, shown(url))
        return _URLS_IN_TEXT.sub(lambda match: match[1] + shown(match[2]), text)

    return respelled(text, cut) if isinstance(text, Sentence) else cut(text)


def respelled(sentence: Sentence, change: Callable[[str], str]) -> Sentence:
    """Return a sentence with changed texts, including those of sentences within it.

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
