"""What services say when they fail, in sentences of ours.

Services fail in the words and the classes of their libraries, which are not loaded here: an error is known by
its class's name, its number, its HTTP status or its text, and so are the errors that led to it.
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
    "The host of {place} does not show a key that ~/.ssh/known_hosts has; `ssh` to it enters its key there.",
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
    "{place} may not be {writing?true:written|false:read}: the keys are wrong, or have no right to it.",
)
_UNREACHED = Template("place.unreached", "The service of {place} cannot be reached.")
_BUSY = Template("place.busy", "The service of {place} has too much to do now; try again later.")
NOT_THERE = Template("place.not-there", "{place} is not there.")
CHANGED = Template("place.changed", "{place} changed while it was read. Try again.")
INCOMPLETE = Template(
    "place.incomplete", "{place} did not come whole: {found:,} of {size:,} bytes. Try again."
)
_WRONG_KIND = Template(
    "place.wrong-kind", "{place} is a folder instead of a file, or a file instead of a folder."
)
_TOO_LONG = Template(
    "place.too-long", "{place} is not read to its end: it is longer than its service reported, or endless."
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
    """Of errors of the system."""
    statuses: frozenset[int] = frozenset()
    """Of HTTP."""
    text: re.Pattern[str] | None = None
    """Pattern in the error's text."""

    def fits(self, problem: BaseException) -> bool:
        """Whether an error is of this kind."""
        return bool(
            self.names & {base.__name__ for base in type(problem).__mro__}
            or getattr(problem, "errno", None) in self.numbers
            or _status(problem) in self.statuses
            or (self.text is not None and self.text.search(str(problem)))
        )


def _kind(
    template: Template, names: str, numbers: str = "", statuses: str = "", text: str = ""
) -> _FaultKind:
    known = (getattr(errno, name, None) for name in numbers.split())
    return _FaultKind(
        template,
        frozenset(names.split()),
        frozenset(number for number in known if number is not None),
        frozenset(map(int, statuses.split())),
        re.compile(text, re.IGNORECASE) if text else None,
    )


# The first that fits counts: without a connection a file seems "not there" too.
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


def fault(problem: BaseException, url: Url, seconds: float, variable: str, *, writing: bool) -> PlaceError:
    """Return a service's failure as a `PlaceError` without secrets."""
    template = _template(problem)
    if template is _SILENT:
        return PlaceError(_SILENT(place=url.shown, seconds=seconds, variable=variable))
    if template is NO_RIGHT:
        return PlaceError(NO_RIGHT(place=url.shown, writing=writing))
    if template is _FULL and not writing:
        return PlaceError(NO_ROOM(place=url.shown, folder=tempfile.gettempdir()))
    if template is None:
        return PlaceError(_OTHER(place=url.shown, writing=writing, reason=_said(problem, url)))
    return PlaceError(template(place=url.shown))


def is_absence(problem: BaseException) -> bool:
    """Whether an error says that something is not there, and there is no other reason why it should seem so."""
    return _template(problem) is NOT_THERE


def is_not_there(problem: OSError) -> bool:
    """Whether a path or a place is not there.

    >>> is_not_there(FileNotFoundError()), is_not_there(PlaceError(NOT_THERE(place="s3://bucket/answer")))
    (True, True)
    """
    is_ours = isinstance(problem, PlaceError) and problem.sentence.code == NOT_THERE.code
    return is_ours or isinstance(problem, FileNotFoundError)


def may_pass(problem: OSError) -> bool:
    """Whether a path or a place that cannot be read now may be read later, as it is.

    It may where nothing is there yet, a drive over a network is away, or a service is silent, busy or out of reach;
    it will not where the keys are wrong, or a folder is there.

    >>> may_pass(PermissionError()), may_pass(PlaceError(_BUSY(place="s3://bucket/answer")))
    (False, True)
    """
    if isinstance(problem, PlaceError):
        return problem.sentence.code in _PASSING
    return not isinstance(problem, (IsADirectoryError, NotADirectoryError, PermissionError))


def _template(problem: BaseException) -> Template | None:
    """Return the message for an error, or None if its kind is unknown."""
    links = [*_chain(problem)]
    return next((kind.template for kind in _KINDS if any(map(kind.fits, links))), None)


def _chain(problem: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    seen: list[BaseException] = []
    while problem is not None and problem not in seen:
        yield problem
        seen.append(problem)
        problem = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)


def _status(problem: BaseException) -> int | None:
    """The HTTP status that an error has, wherever its library keeps it."""
    response = getattr(problem, "response", None)
    if isinstance(response, dict):
        return _whole(response.get("ResponseMetadata", {}).get("HTTPStatusCode"))
    places = (problem, getattr(problem, "resp", None), response)
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


def _said(problem: BaseException, url: Url) -> Sentence:
    """The library's own words: one line, nothing of the URL in it."""
    text = str(problem).strip() or type(problem).__name__
    text = without_secrets(text, [url.text])
    for secret in url.secrets:
        text = text.replace(secret, "…")
    text = re.sub(r"://[^\s/@]*@", "://", text)
    text = re.sub(r"(://[^\s?#'\"]*)[?#][^\s'\"]*", r"\1", text)
    return Sentence(" ".join(text.split())[:_SHOWN].removesuffix("."))
