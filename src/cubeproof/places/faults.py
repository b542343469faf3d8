"""Errors of services, explained in cubeproof's sentences.

Services raise exceptions of their libraries, which this module does not load. It recognises an error, or one of its
causes, by the name of its class, its number, its HTTP status or its text.
"""

import errno
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

from cubeproof.errors import PlaceError
from cubeproof.places.local import NO_ROOM
from cubeproof.places.place import Url, without_secrets
from cubeproof.sentences import Sentence, Template

_SHOWN = 200

_SILENT = Template(
    "place.silent",
    "No response from {place} for {seconds:g} s. Set {variable} to wait longer.",
)
_HOST_UNKNOWN = Template(
    "place.host-unknown",
    "The host of {place} has no key in ~/.ssh/known_hosts that matches; connect once with `ssh` to add its "
    "key.",
)
_NO_KEYS = Template(
    "place.no-keys",
    "There are no keys for {place}: set them in the settings of its service.",
)
WRONG_KEYS = Template("place.wrong-keys", "The service of {place} does not accept these keys.")
_FULL = Template("place.full", "There is no room for {place}: the disk or the quota of its service is full.")
_READ_ONLY = Template("place.read-only", "{place} cannot be written: it is read-only.")
NO_RIGHT = Template(
    "place.no-right",
    "{place} may not be {writing?true:written|false:read}: the keys are wrong, or do not permit it.",
)
_UNREACHED = Template("place.unreached", "The service of {place} cannot be reached.")
_BUSY = Template("place.busy", "The service of {place} is overloaded; try again later.")
NOT_THERE = Template("place.not-there", "{place} does not exist.")
CHANGED = Template("place.changed", "{place} changed while it was read. Try again.")
INCOMPLETE = Template(
    "place.incomplete", "{place} arrived incomplete: {found:,} of {size:,} bytes. Try again."
)
_WRONG_KIND = Template(
    "place.wrong-kind", "{place} is a folder instead of a file, or a file instead of a folder."
)
_TOO_LONG = Template(
    "place.too-long", "{place} was read only in part: it is longer than its service reported, or endless."
)
_OTHER = Template("place.other", "{place} cannot be {writing?true:written|false:read}: {reason}.")
_PASSING = frozenset(
    template.code for template in (NOT_THERE, CHANGED, INCOMPLETE, _SILENT, _UNREACHED, _BUSY)
)


@dataclass(frozen=True, slots=True)
class _FaultKind:
    """A kind of failure."""

    template: Template
    """The message."""
    names: frozenset[str] = frozenset()
    """Names of error classes or their base classes."""
    numbers: frozenset[int] = frozenset()
    """Numbers (errno) of system errors."""
    statuses: frozenset[int] = frozenset()
    """HTTP statuses."""
    text: re.Pattern[str] | None = None
    """Pattern in the error's text."""

    def fits(self, error: BaseException) -> bool:
        """Whether an error is of this kind."""
        return bool(
            self.names & {base.__name__ for base in type(error).__mro__}
            or getattr(error, "errno", None) in self.numbers
            or _status(error) in self.statuses
            or (self.text is not None and self.text.search(str(error)))
        )


def _kind(
    template: Template, names: str, numbers: str = "", statuses: str = "", text: str = ""
) -> _FaultKind:
    codes = (getattr(errno, name, None) for name in numbers.split())
    return _FaultKind(
        template,
        frozenset(names.split()),
        frozenset(number for number in codes if number is not None),
        frozenset(map(int, statuses.split())),
        re.compile(text, re.IGNORECASE) if text else None,
    )


# The first fitting kind counts: without a connection, some libraries also report that a file does not exist.
_KINDS = (
    _kind(_TOO_LONG, "TooLongError"),
    _kind(_HOST_UNKNOWN, "HostKeyNotVerifiable"),
    _kind(
        _NO_KEYS,
        "NoCredentialsError PartialCredentialsError DefaultCredentialsError CredentialRetrievalError "
        "ProfileNotFound",
        text="runnable browser|credentials were not found",
    ),
    _kind(
        _FULL,
        "SFTPNoSpaceOnFilesystem SFTPQuotaExceeded",
        "ENOSPC EDQUOT",
        "507",
        r"no space left|quota ?exceeded|storage ?full|disk full|quotaexceeded",
    ),
    _kind(_READ_ONLY, "SFTPWriteProtect", "EROFS", "", "read-only file ?system"),
    _kind(
        WRONG_KEYS,
        "PermissionDenied RefreshError UnauthorizedSSOTokenError MalformedError",
        "",
        "401",
        r"InvalidAccessKeyId|SignatureDoesNotMatch|access key id you provided|request signature we calculated"
        r"|ExpiredToken|token has expired|invalid_grant",
    ),
    _kind(NO_RIGHT, "PermissionError SFTPPermissionDenied", "EACCES EPERM", "403"),
    # To urllib3 a refused connection is a kind of ConnectTimeoutError.
    _kind(_UNREACHED, "NewConnectionError"),
    _kind(
        _SILENT, "TimeoutError ReadTimeoutError ConnectTimeoutError FSTimeoutError", "ETIMEDOUT", "408 504"
    ),
    _kind(
        _UNREACHED,
        "ConnectionError EndpointConnectionError ClientConnectorError ServerDisconnectedError gaierror "
        "ServerNotFoundError TransportError ConnectionLost ConnectionClosedError SFTPConnectionLost "
        "SFTPNoConnection HTTPClientError ClientPayloadError DisconnectError",
        "ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH EPIPE EHOSTDOWN ENETDOWN",
    ),
    _kind(_BUSY, "", "EBUSY", "429 503"),
    _kind(NOT_THERE, "FileNotFoundError SFTPNoSuchFile SFTPNoSuchPath", "ENOENT", "404 410"),
    _kind(
        _WRONG_KIND,
        "NotADirectoryError IsADirectoryError SFTPNotADirectory SFTPFileIsADirectory",
        "ENOTDIR EISDIR",
    ),
)


def fault(error: BaseException, url: Url, seconds: float, variable: str, *, writing: bool) -> PlaceError:
    """Return a service's failure as a `PlaceError` without secrets."""
    template = _template(error)
    if template is _SILENT:
        return PlaceError(_SILENT(place=url.shown, seconds=seconds, variable=variable))
    if template is NO_RIGHT:
        return PlaceError(NO_RIGHT(place=url.shown, writing=writing))
    if template is _FULL and not writing:
        return PlaceError(NO_ROOM(place=url.shown, folder=tempfile.gettempdir()))
    if template is None:
        return PlaceError(_OTHER(place=url.shown, writing=writing, reason=_library_sentence(error, url)))
    return PlaceError(template(place=url.shown))


def is_absence(error: BaseException) -> bool:
    """Whether an error means that a place does not exist, and is not the consequence of another failure."""
    return _template(error) is NOT_THERE


def has_status(error: BaseException, status: int) -> bool:
    """Whether an error or one of its causes has an HTTP status."""
    return any(_status(link) == status for link in _chain(error))


def is_not_there(error: OSError) -> bool:
    """Whether an error means that a path or a URL does not exist.

    >>> is_not_there(FileNotFoundError()), is_not_there(PlaceError(NOT_THERE(place="s3://bucket/answer")))
    (True, True)
    """
    is_ours = isinstance(error, PlaceError) and error.sentence.code == NOT_THERE.code
    return is_ours or isinstance(error, FileNotFoundError)


def may_pass(error: OSError) -> bool:
    """Whether a path or a URL that cannot be read now may become readable later without the user's help.

    It may if it does not exist yet, if a network drive is offline, or if a service is silent, busy or unreachable. It
    will not if the keys are wrong, or if it is a folder.

    >>> may_pass(PermissionError()), may_pass(PlaceError(_BUSY(place="s3://bucket/answer")))
    (False, True)
    """
    if isinstance(error, PlaceError):
        return error.sentence.code in _PASSING
    return not isinstance(error, (IsADirectoryError, NotADirectoryError, PermissionError))


def _template(error: BaseException) -> Template | None:
    """Return the message for an error, or None if its kind is unknown."""
    links = [*_chain(error)]
    return next((kind.template for kind in _KINDS if any(map(kind.fits, links))), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        yield error
        seen.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _status(error: BaseException) -> int | None:
    """Return the HTTP status of an error, or None; libraries store it in different attributes."""
    response = getattr(error, "response", None)
    if isinstance(response, dict):
        return _whole(response.get("ResponseMetadata", {}).get("HTTPStatusCode"))
    places = (error, getattr(error, "resp", None), response)
    names = ("status", "status_code", "code")
    return next(
        (
            status
            for place in places
            for name in names
            if (status := _whole(getattr(place, name, None))) is not None
        ),
        None,
    )


def _whole(value: object) -> int | None:
    try:
        return int(value) if isinstance(value, int | str) else None
    except ValueError:
        return None


def _library_sentence(error: BaseException, url: Url) -> Sentence:
    """Return the library's text of an error as one line, without secrets of the URL."""
    text = str(error).strip() or type(error).__name__
    text = without_secrets(text, [url.text])
    # A library that takes a slash in a password for the end of the host quotes only a part of it.
    parts = {part for secret in url.secrets for part in (secret, *re.split(r"[/?#@:]", secret)) if part}
    for part in sorted(parts, key=len, reverse=True):
        text = text.replace(part, "…")
    return Sentence(" ".join(text.split())[:_SHOWN].removesuffix("."))
