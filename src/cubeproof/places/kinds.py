"""The kinds of places: the schemes of URLs, the package for each, and the extra that installs the package."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from cubeproof.base.extras import install_command
from cubeproof.errors import UnsupportedError, UsageError
from cubeproof.places.place import Url
from cubeproof.sentences import Template

_MISSING = Template(
    "place.missing",
    "{place} requires the package {package}, which is not installed: {command}.",
)
MISSING_OTHER = Template("place.missing-other", "{place} requires a package that is not installed: {reason}.")
"""Said of a place that fsspec reaches by a package of another name than its scheme."""
_UNKNOWN = Template("place.unknown", "Unknown scheme {scheme}://. Places are paths, and URLs with {schemes}.")
_NO_USER = Template(
    "place.no-user",
    "A URL with {scheme}:// must not contain a user or a key, as in {place}: set them in the "
    "settings of its service.",
)
_READING = Template("place.reading", "{place} can only be read: nothing is written to {scheme}://.")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of places."""

    schemes: tuple[str, ...]
    """Its URL schemes."""
    extra: str = ""
    """The extra of cubeproof that installs its package, or "" if no package is needed."""
    package: str = ""
    """The import name of the required package."""
    writes: bool = True
    """Whether it can be written."""
    whole: bool = False
    """Whether a file appears only when it is completely written."""
    creates: bool = False
    """Whether it is an object store: it has no folders, and writes a file on the condition that it does not exist."""
    user: bool = True
    """Whether its URLs may contain a user and a password."""


KINDS = (
    Kind(("s3", "s3a"), "s3", "s3fs", whole=True, creates=True, user=False),
    Kind(("gcs", "gs"), "gcs", "gcsfs", whole=True, creates=True, user=False),
    Kind(("sftp", "ssh"), "sftp", "sshfs"),
    Kind(("gdrive",), "gdrive", "gdrive_fsspec", whole=True, user=False),
    Kind(("http", "https"), "http", "aiohttp", writes=False),
    Kind(("memory",), user=False),
)
"""The kinds with an extra, and `memory`. Other schemes of fsspec also work if their packages are installed."""


def kind_of(url: Url, *, writing: bool) -> Kind:
    """Return the kind of a URL, if it and its package can be used."""
    kind = next((kind for kind in KINDS if url.scheme in kind.schemes), None)
    if kind is None:
        _see_that_it_is_known(url)
        return Kind((url.scheme,))
    if not kind.user and "@" in url.text.removeprefix(f"{url.scheme}://").partition("/")[0]:
        raise UsageError(_NO_USER(scheme=url.scheme, place=url.shown))
    if writing and not kind.writes:
        raise UsageError(_READING(place=url.shown, scheme=url.scheme))
    if not _is_installed(kind):
        raise UnsupportedError(
            _MISSING(place=url.shown, package=kind.package, command=install_command(kind.extra))
        )
    return kind


def reachable() -> Iterator[tuple[Kind, bool]]:
    """Yield each kind, and whether its package is installed; no package is imported."""
    for kind in KINDS:
        yield kind, _is_installed(kind)


def _is_installed(kind: Kind) -> bool:
    return not kind.package or find_spec(kind.package) is not None


def _see_that_it_is_known(url: Url) -> None:
    import fsspec

    try:
        fsspec.get_filesystem_class(url.scheme)
    except ImportError as error:
        raise UnsupportedError(MISSING_OTHER(place=url.shown, reason=str(error).removesuffix("."))) from None
    except ValueError:
        schemes = [f"{scheme}://" for kind in KINDS for scheme in kind.schemes]
        raise UsageError(_UNKNOWN(scheme=url.scheme, schemes=schemes)) from None
