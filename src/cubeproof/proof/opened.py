"""Files of a certificate, opened for reading; a fault of the disk is told as a fault of the certificate."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from cubeproof.errors import CertificateError
from cubeproof.sentences import Template

__all__ = ["UNREADABLE", "opened"]

UNREADABLE = Template("certificate.unreadable", "{path} cannot be read: {reason}.")
_NO_FILE = Template("certificate.no-file", "{path} cannot be read: It is no regular file.")


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """A file, open for reading; nothing but reading may be done inside.

    Raises:
        CertificateError: it cannot be read, or is no regular file: a pipe may have no end.
    """
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise CertificateError(_NO_FILE(path=str(path)))
        with path.open("rb") as file:
            yield file
    except OSError as problem:
        raise CertificateError(UNREADABLE(path=str(path), reason=problem.strerror)) from None
