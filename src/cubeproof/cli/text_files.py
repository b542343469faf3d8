"""Reads texts from files: at a path or URL or from stdin, compressed or not, in any usual encoding."""

import gzip
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from io import BufferedReader, BytesIO

from cubeproof.base.text_decoding import UTF_8, WINDOWS_1252, decode_text, marked_encoding
from cubeproof.cli.output.streams import print_message
from cubeproof.errors import UsageError
from cubeproof.places import fetched_file, shown
from cubeproof.sentences import Template

DAMAGED_GZIP = Template("command.damaged-gzip", "{file} is a damaged gzip file.")
"""The message for a compressed file that is truncated or otherwise broken."""

_LONG_TEXT = Template("command.long-text", "{file} has more than {most:,} bytes of text, the maximum.")
NO_TEXT = Template("command.no-text", "{file} is no text file.")
"""The message for a file without a known encoding."""
_WINDOWS = Template(
    "command.windows-1252",
    "{file} is not UTF-8. It is read as Windows-1252, an encoding of older Windows programs.",
)


def text_of(name: str) -> str:
    """Return the text of a file at a path or URL, compressed by gzip or not, or of stdin for `-`."""
    try:
        with bytes_of(name) as file:
            compressed = file.peek(2)[:2] == b"\x1f\x8b"
            with gzip.GzipFile(fileobj=file) if compressed else nullcontext(file) as plain:
                return text_of_bytes(b"".join(_pieces(plain.read, name)), name)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise UsageError(DAMAGED_GZIP(file=shown(name))) from None


def text_of_bytes(data: bytes, name: str) -> str:
    """Return the text that the bytes of a file encode; report a text in Windows-1252."""
    try:
        text, encoding = decode_text(data)
    except UnicodeDecodeError:
        raise UsageError(NO_TEXT(file=shown(name))) from None
    if "\0" in text:
        raise UsageError(NO_TEXT(file=shown(name)))
    if encoding == WINDOWS_1252:
        _note_windows(name)
    return text


# A file that is read again and again until it is complete has one note.
@cache
def _note_windows(name: str) -> None:
    print_message(_WINDOWS(file=shown(name)))


# The maximum number of bytes, and the bytes per read.
_MOST = 2**30
_PIECE = 2**20


def _pieces(read: Callable[[int], bytes], name: str) -> Iterator[bytes]:
    """Read a text in pieces, since a device may have no end; refuse NUL, which no text contains."""
    left, encoding = _MOST, None
    while piece := read(_PIECE):
        encoding = encoding or marked_encoding(piece)[0]
        if encoding == UTF_8 and b"\0" in piece:
            raise UsageError(NO_TEXT(file=shown(name)))
        left -= len(piece)
        if left < 0:
            raise UsageError(_LONG_TEXT(file=shown(name), most=_MOST))
        yield piece


@contextmanager
def bytes_of(name: str) -> Iterator[BufferedReader]:
    """Open a file at a path or URL, or stdin for `-`, for reading bytes; it may be larger than the memory."""
    if name == "-":
        # In tests and notebooks, stdin may have no bytes.
        held = getattr(sys.stdin, "buffer", None)
        yield held or BufferedReader(BytesIO(sys.stdin.read().encode("utf-8", "surrogateescape")))
        return
    with fetched_file(name) as path, path.open("rb") as file:
        yield file
