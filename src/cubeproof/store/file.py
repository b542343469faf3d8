"""The file of a table: a header, which is one line of ASCII, then the bytes of the table.

The header is padded with spaces to a multiple of 64 bytes, so that the table of a file mapped into memory starts at
a cache line.

The checksum is a BLAKE2b digest of the name, the version, and the CRC-32 of each piece of 4 MiB. CRC-32 detects every
change of up to 32 consecutive bits, and processes 4 GB/s, BLAKE2 only 1 GB/s.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cubeproof.base.platform_support import BINARY, NONBLOCK
from cubeproof.sentences import Sentence, Template, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALIGNMENT = 64
"""Bytes in a cache line."""

BLOCK = 1 << 24
"""Bytes that are read or written between two calls of `check`."""

_PIECE = 1 << 22  # bytes per CRC; a block is a multiple of them
_SYNCED = 1 << 28  # bytes between two syncs, so that no sync takes long

_HEADER = re.compile(
    rb"cubeproof-table 2 name=(\S+) version=(\d{1,9}) bytes=(\d{1,15}) checksum=([0-9a-f]{32}) *\n"
)
_OLDER = re.compile(rb"cubeproof-table 1 name=\S+ version=\d+ bytes=\d+ blake2b=[0-9a-f]+\n")
_HEADER_LIMIT = 300  # bytes; the longest name fits

_CUT_OFF = Template("store.cut-off", "it holds {present} bytes of {size}")
_UNREADABLE = Template("store.unreadable", "it cannot be read: {reason}")
_NOT_REGULAR = Template("store.not-regular", "it is a pipe, a device or a socket, and not a regular file")
CHECKSUM = Template("store.checksum", "its checksum or its name does not match its contents")


class UnusableError(Exception):
    """A file exists, but contains no usable table; `reason` is the end of a sentence."""

    def __init__(self, reason: Sentence) -> None:
        self.reason = reason
        super().__init__(reason)


class OlderFormatError(Exception):
    """The file is in the format of an earlier cubeproof: it counts as missing."""


@dataclass(frozen=True, slots=True)
class Header:
    r"""The header of a file.

    >>> line = Header("example", 1, 18, 32 * "0").line()
    >>> len(line) % 64, line[:60], line[-8:]
    (0, b'cubeproof-table 2 name=example version=1 bytes=18 checksum=0', b'       \n')
    """

    name: str
    """The table's name."""
    version: int
    """The table's version."""
    size: int
    """Bytes of the table, without the header."""
    checksum: str
    """32 hexadecimal digits."""

    def line(self) -> bytes:
        """Return the header as bytes, padded with spaces."""
        text = f"cubeproof-table 2 name={self.name} version={self.version} bytes={self.size}"
        text += f" checksum={self.checksum}"
        return text.encode().ljust(-(len(text) + 1) // ALIGNMENT * -ALIGNMENT - 1) + b"\n"


class Checksum:
    """The checksum of a table, computed block by block."""

    def __init__(self, name: str, version: int) -> None:
        self._digest = hashlib.blake2b(f"{name} {version} ".encode(), digest_size=16)

    def add(self, block: memoryview) -> None:
        """Add the next block: `BLOCK` bytes, or fewer at the end."""
        for start in range(0, len(block), _PIECE):
            self._digest.update(zlib.crc32(block[start : start + _PIECE]).to_bytes(4, "little"))

    def text(self) -> str:
        """Return the checksum of all added blocks, as 32 hexadecimal digits."""
        return self._digest.hexdigest()


@contextmanager
def opened(path: Path) -> Iterator[tuple[FileIO, Header]]:
    """Open a table's file and read its header, which must match the size and the name of the file."""
    try:
        with FileIO(path, opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnusableError(_NOT_REGULAR())
            line = (file.read(_HEADER_LIMIT) or b"").partition(b"\n")[0] + b"\n"
            if _OLDER.fullmatch(line):
                raise OlderFormatError
            fields = _HEADER.fullmatch(line)
            if fields is None:
                raise UnusableError(say("store.beginning", "it does not start like a table file"))
            name, checksum = fields[1].decode(errors="replace"), fields[4].decode()
            header = Header(name, int(fields[2]), int(fields[3]), checksum)
            # Compared before reading, so that a wrong size allocates no memory.
            present = os.fstat(file.fileno()).st_size - len(line)
            if present != header.size:
                raise cut_off(present, header.size)
            # The whole line is compared, so that every bit of the file is checked.
            if name != path.stem or line != header.line():
                raise UnusableError(CHECKSUM())
            file.seek(len(line))
            yield file, header
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        from cubeproof.base.system_errors import system_reason

        raise UnusableError(_UNREADABLE(reason=system_reason(error))) from error


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without blocking, even if it is a pipe that no process writes to."""
    return os.open(path, flags | NONBLOCK | BINARY)


def begun(path: Path) -> Header:
    """Read the header of a file, and check it against the size and the name of the file."""
    with opened(path) as (_, header):
        return header


def cut_off(present: int, size: int) -> UnusableError:
    """Return the error for a file with missing or surplus bytes."""
    return UnusableError(_CUT_OFF(present=present, size=size))


def whole(path: Path, check: Callable[[], None]) -> Header:
    """Verify the checksum of a file block by block, and return its header."""
    with opened(path) as (file, header):
        checksum, block = Checksum(header.name, header.version), memoryview(bytearray(BLOCK))
        left = header.size
        while left:
            check()
            held = 0
            # A read may return fewer bytes than requested, and only the last block may be short.
            while held < min(BLOCK, left):
                count = file.readinto(block[held : min(BLOCK, left)])
                if not count:
                    raise cut_off(header.size - left + held, header.size)
                held += count
            checksum.add(block[:held])
            left -= held
        if checksum.text() != header.checksum:
            raise UnusableError(CHECKSUM())
    return header


def write(
    file: BinaryIO, name: str, version: int, payload: bytes | NDArray[np.uint8], check: Callable[[], None]
) -> None:
    """Write a table's file without copying the table."""
    view = memoryview(payload) if isinstance(payload, bytes) else payload.data
    checksum, synced = Checksum(name, version), 0
    # Space for the header, whose checksum is known at the end.
    file.write(bytes(len(Header(name, version, len(view), 32 * "0").line())))
    for start in range(0, len(view), BLOCK):
        check()
        block = view[start : start + BLOCK]
        checksum.add(block)
        file.write(block)
        if start + BLOCK - synced >= _SYNCED:
            synced = start + BLOCK
            _sync(file)
    file.seek(0)
    file.write(Header(name, version, len(view), checksum.text()).line())
    # Otherwise, after a power failure, the new name could denote an empty file.
    _sync(file)


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
