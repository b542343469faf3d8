"""Files of other programs for `cubeproof-formal`, which reads formulas and LRAT proofs as text, not compressed."""

import gzip
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cubeproof.base.system_errors import system_reason
from cubeproof.errors import CertificateError, UnsupportedError, UsageError
from cubeproof.proof.external.refutation import HEAD_BYTES, is_lrat_text
from cubeproof.sentences import Template
from cubeproof.store.room import free_disk

_DAMAGED = Template("certificate.damaged-gzip", "{path} is a damaged gzip file.")
_NOT_UNPACKED = Template("certificate.not-unpacked", "{path} cannot be decompressed: {reason}.")
_NOT_LRAT = Template(
    "certificate.not-lrat", "The proved checker reads LRAT proofs as text from files; {path} is no such file."
)


_TOO_LARGE = Template(
    "certificate.unpacks-too-large",
    "{path} has {packed:,.1f} MB and unpacks to more than {most:,.1f} MB, {bound?factor:the most for its size"
    "|disk:half of the free space of the temporary folder}. Unpack it yourself, and check the unpacked file.",
)
_MISSING = Template("certificate.missing-file", "{path}: there is no such file.")
_NO_FILE = Template("certificate.folder-for-file", "{path} is a folder, not a formula or a proof.")

# The most that a compressed file unpacks to: times its size, and bytes that are always allowed. Formulas of cubes and
# proofs unpack to 3 to 20 times their size, and a file that is made to fill a disk to 1,000 times.
_MOST_TIMES, _LEAST_BYTES = 100, 256 * 10**6
_PIECE = 1 << 20


@contextmanager
def unpacked(path: Path, check: Callable[[], None] = lambda: None) -> Iterator[Path]:
    """Yield a file without its gzip compression, in a temporary folder; any other file, or none, as it is.

    Args:
        path: the file.
        check: called after each megabyte; it may raise to stop the work.

    Raises:
        CertificateError: the file is a damaged gzip file.
        UnsupportedError: there is no room for it.
        UsageError: it unpacks to more than 100 times its size, or to more than half of the free disk.
    """
    if _head(path, 2) != b"\x1f\x8b":
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="cubeproof-", ignore_cleanup_errors=True) as folder:
        plain = Path(folder, path.name.removesuffix(".gz"))
        try:
            _unpack(path, plain, check)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise CertificateError(_DAMAGED(path=path.name)) from None
        except OSError as error:
            raise UnsupportedError(_NOT_UNPACKED(path=path.name, reason=system_reason(error))) from None
        yield plain


def _unpack(path: Path, plain: Path, check: Callable[[], None]) -> None:
    size, free = path.stat().st_size, free_disk(plain.parent)
    by_factor = max(_LEAST_BYTES, _MOST_TIMES * size)
    most = by_factor if free is None else min(by_factor, free // 2)
    written = 0
    with gzip.open(path) as packed, plain.open("wb") as copy:
        while piece := packed.read(_PIECE):
            check()
            written += len(piece)
            if written > most:
                bound = "factor" if most == by_factor else "disk"
                raise UsageError(_TOO_LARGE(path=path.name, packed=size / 1e6, most=most / 1e6, bound=bound))
            copy.write(piece)


def refuse_no_file(path: Path, name: str) -> None:
    """Refuse a folder and a missing file.

    Raises:
        UsageError: the path is a folder, or nothing.
    """
    if path.is_dir():
        raise UsageError(_NO_FILE(path=name))
    if name != "-" and not path.exists():
        raise UsageError(_MISSING(path=name))


def refuse_other_proofs(path: Path, name: str) -> None:
    """Refuse stdin, a pipe, and a proof that is binary or DRAT.

    Raises:
        UnsupportedError: the file is no LRAT proof as text.
    """
    if name == "-" or not path.is_file() or not is_lrat_text(_head(path, HEAD_BYTES)):
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
