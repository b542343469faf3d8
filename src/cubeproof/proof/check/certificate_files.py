"""`CertificateFiles`: how the checker reads the files of a certificate. The caller opens them."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import BinaryIO, Protocol


class CertificateFiles(Protocol):
    """The files of one certificate, by name."""

    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Open a file for reading and seeking."""
        ...

    def names(self) -> Iterable[str]:
        """Return the names of all files."""
        ...
