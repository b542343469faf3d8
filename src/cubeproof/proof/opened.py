"""Files of a certificate, opened for reading: with every fault of the disk said as a fault of the certificate."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from cubeproof.errors import CertificateError

__all__ = ["opened"]


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """A file to be read, with nothing but reading inside.

    Raises:
        CertificateError: it cannot be read, or is no file: of a pipe there may be no end.
    """
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise CertificateError(f"{path} cannot be read: It is no regular file.")
        with path.open("rb") as file:
            yield file
    except OSError as problem:
        raise CertificateError(f"{path} cannot be read: {problem.strerror}.") from None
