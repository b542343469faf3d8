"""Files of other programs for `cubeproof-formal`, which reads formulas and LRAT proofs as text, not compressed."""

import gzip
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cubeproof.base.system_errors import system_reason
from cubeproof.errors import CertificateError, UnsupportedError
from cubeproof.proof.others.refutation import HEAD_BYTES, is_lrat_text
from cubeproof.sentences import Template

_DAMAGED = Template("certificate.damaged-gzip", "{path} is a damaged gzip file.")
_NOT_UNPACKED = Template("certificate.not-unpacked", "{path} cannot be decompressed: {reason}.")
_NOT_LRAT = Template(
    "certificate.not-lrat", "The proved checker reads LRAT proofs as text from files; {path} is no such file."
)


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Yield a file without its gzip compression, in a temporary folder; any other file, or none, as it is.

    Raises:
        CertificateError: the file is a damaged gzip file.
        UnsupportedError: there is no room for it.
    """
    if _head(path, 2) != b"\x1f\x8b":
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="cubeproof-", ignore_cleanup_errors=True) as folder:
        plain = Path(folder, path.name.removesuffix(".gz"))
        try:
            with gzip.open(path) as packed, plain.open("wb") as copy:
                shutil.copyfileobj(packed, copy)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise CertificateError(_DAMAGED(path=path.name)) from None
        except OSError as error:
            raise UnsupportedError(_NOT_UNPACKED(path=path.name, reason=system_reason(error))) from None
        yield plain


def refuse_other_proofs(path: Path, name: str) -> None:
    """Refuse stdin, and a proof that is binary or DRAT.

    Raises:
        UnsupportedError: the file is no LRAT proof as text.
    """
    if name == "-" or not is_lrat_text(_head(path, HEAD_BYTES)):
        raise UnsupportedError(_NOT_LRAT(path=name))


def _head(path: Path, count: int) -> bytes:
    """Return the first bytes; none of a pipe, a folder or a missing file, which the program names itself."""
    if not path.is_file():
        return b""
    try:
        with path.open("rb") as file:
            return file.read(count)
    except OSError:
        return b""
