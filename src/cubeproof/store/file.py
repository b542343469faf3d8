"""A table's file: one line of ASCII that says what it holds, then the table as it is.

The line is filled up with spaces to a multiple of 64 bytes, so that the lines of the processor's cache start where
those of a file mapped into memory do.

The checksum is made in pieces of 4 MiB: each is summed by CRC-32, which notices every change of up to 32 bits in a row
and does 4 GB in a second where BLAKE2 does 1; the sums, after name and version, are digested by BLAKE2b.
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

from cubeproof.base.system_errors import system_reason
from cubeproof.sentences import Sentence, Template, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALIGNMENT = 64
"""Bytes; a line of the processor's cache."""

BLOCK = 1 << 24
"""How many bytes are read or written before something else is asked."""

_PIECE = 1 << 22  # bytes that a CRC is made of; a block has whole ones
_SYNCED = 1 << 28  # bytes that wait for the disk at most, so that none of the waits is long

_HEADER = re.compile(
    rb"cubeproof-table 2 name=(\S+) version=(\d{1,9}) bytes=(\d{1,15}) checksum=([0-9a-f]{32}) *\n"
)
_OLDER = re.compile(rb"cubeproof-table 1 name=\S+ version=\d+ bytes=\d+ blake2b=[0-9a-f]+\n")
_HEADER_LIMIT = 300  # bytes; the longest name fits

_CUT_OFF = Template("store.cut-off", "it holds {present} bytes of {size}")
_UNREADABLE = Template("store.unreadable", "it cannot be read: {reason}")
_NOT_REGULAR = Template("store.not-regular", "it is a pipe, a device or a socket, and not a regular file")
CHECKSUM = Template("store.checksum", "its checksum or its name does not match what it holds")


class UnusableError(Exception):
    """A file is there, but not the table.

    Attributes:
        reason: why it cannot be used, as the end of a sentence.
    """

    def __init__(self, reason: Sentence) -> None:
        self.reason = reason
        super().__init__(reason)


class OlderFormatError(Exception):
    """A file that an earlier cubeproof wrote: it counts as missing."""


@dataclass(frozen=True, slots=True)
class Header:
    r"""Return the content of a file's first line.

    >>> line = Header("example", 1, 18, 32 * "0").line()
    >>> len(line) % 64, line[:60], line[-8:]
    (0, b'cubeproof-table 2 name=example version=1 bytes=18 checksum=0', b'       \n')
    """

    name: str
    """Of the table."""
    version: int
    """Of the table."""
    size: int
    """Bytes of the table, this line not counted."""
    checksum: str
    """32 hexadecimal digits."""

    def line(self) -> bytes:
        """The line."""
        text = f"cubeproof-table 2 name={self.name} version={self.version} bytes={self.size}"
        text += f" checksum={self.checksum}"
        return text.encode().ljust(-(len(text) + 1) // ALIGNMENT * -ALIGNMENT - 1) + b"\n"


class Checksum:
    """The checksum of a table, made of one block after the other."""

    def __init__(self, name: str, version: int) -> None:
        self._digest = hashlib.blake2b(f"{name} {version} ".encode(), digest_size=16)

    def add(self, block: memoryview) -> None:
        """Take the next bytes: `BLOCK` of them, or the last ones."""
        for start in range(0, len(block), _PIECE):
            self._digest.update(zlib.crc32(block[start : start + _PIECE]).to_bytes(4, "little"))

    def text(self) -> str:
        """The checksum of all that was taken."""
        return self._digest.hexdigest()


@contextmanager
def opened(path: Path) -> Iterator[tuple[FileIO, Header]]:
    """A table's file, read up to the end of its header, which fits the size of the file and the name."""
    try:
        with FileIO(path, opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnusableError(_NOT_REGULAR())
            line = (file.read(_HEADER_LIMIT) or b"").partition(b"\n")[0] + b"\n"
            if _OLDER.fullmatch(line):
                raise OlderFormatError
            fields = _HEADER.fullmatch(line)
            if fields is None:
                raise UnusableError(say("store.beginning", "it does not start as a table's file does"))
            name, checksum = fields[1].decode(errors="replace"), fields[4].decode()
            header = Header(name, int(fields[2]), int(fields[3]), checksum)
            # Compared before reading, so that a nonsensical size costs no memory.
            present = os.fstat(file.fileno()).st_size - len(line)
            if present != header.size:
                raise cut_off(present, header.size)
            # The line as a whole is compared, so that no bit of the file goes unchecked.
            if name != path.stem or line != header.line():
                raise UnusableError(CHECKSUM())
            file.seek(len(line))
            yield file, header
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise UnusableError(_UNREADABLE(reason=system_reason(error))) from error


def _open_at_once(path: str, flags: int) -> int:
    """Open a file; a pipe too is open at once, without another process that writes to it."""
    return os.open(path, flags | os.O_NONBLOCK)


def begun(path: Path) -> Header:
    """The header of a file, which fits its size and its name; what comes after it is not read."""
    with opened(path) as (_, header):
        return header


def cut_off(present: int, size: int) -> UnusableError:
    """Return the error for a file with missing or surplus bytes."""
    return UnusableError(_CUT_OFF(present=present, size=size))


def whole(path: Path, check: Callable[[], None]) -> Header:
    """The header of a file whose checksum is right; takes no more memory than a block."""
    with opened(path) as (file, header):
        checksum, block = Checksum(header.name, header.version), memoryview(bytearray(BLOCK))
        left = header.size
        while left:
            check()
            held = 0
            # A read may bring less than it was asked for, and pieces must be whole.
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
    """Write a table's file, without a copy of the table."""
    view = memoryview(payload) if isinstance(payload, bytes) else payload.data
    checksum, synced = Checksum(name, version), 0
    # Its place is kept for the line, which is known when all is summed.
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
    # Without it a power cut may leave the new name on a file without content.
    _sync(file)


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
