"""`CertificateFolder`: the files of a certificate in a folder of this machine; one at a URL is fetched first."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from cubeproof.errors import CertificateError, PlaceError
from cubeproof.places.fetching import fetched_folder
from cubeproof.places.limits import PAGE
from cubeproof.places.place import Place
from cubeproof.proof.check.manifest import MANIFEST
from cubeproof.sentences import Template

_UNREADABLE = Template("certificate.unreadable", "{path} cannot be read: {reason}.")
_NO_FILE = Template("certificate.no-file", "{path} cannot be read: It is no regular file.")


@dataclass(frozen=True, slots=True)
class CertificateFolder:
    """A folder with the files of a certificate; see `CertificateFiles`."""

    path: Path
    """The folder."""

    @contextmanager
    def open(self, name: str) -> Iterator[BufferedReader]:
        """Open a file for reading; do nothing but read inside."""
        path = self.path / name
        try:
            mode = path.stat().st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                raise CertificateError(_NO_FILE(path=str(path)))
            with path.open("rb") as file:
                yield file
        except OSError as error:
            raise CertificateError(_UNREADABLE(path=str(path), reason=error.strerror)) from None

    def names(self) -> list[str]:
        """Return the names of all files."""
        try:
            return [path.name for path in self.path.iterdir()]
        except OSError as error:
            raise CertificateError(_UNREADABLE(path=str(self.path), reason=error.strerror)) from None


@contextmanager
def fetched_certificate(place: Place) -> Iterator[Path]:
    """Fetch a certificate; return its folder on this machine."""
    try:
        with fetched_folder(place, {MANIFEST: PAGE}) as folder:
            yield folder
    except PlaceError as error:
        raise CertificateError(error.sentence) from None
