"""The numbered lines of a file as it arrives: uncompressed, decoded, with any line end."""

from __future__ import annotations

import io
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain

from cubeproof.base.text_decoding import UTF_8, WINDOWS_1252, in_utf_8
from cubeproof.cli.output.streams import print_message
from cubeproof.cli.text_files import DAMAGED_GZIP
from cubeproof.errors import UsageError
from cubeproof.sentences import Template

_TOO_LONG = Template("cubes.too-long", "This line has more than {most:,} bytes.")
_NO_TEXT = Template("cubes.no-text", "This line is not text: it is damaged, or in an unknown encoding.")
_NUL = Template(
    "cubes.nul",
    "This line has a NUL byte, which is not in UTF-8 text. If it is UTF-16, save the file as UTF-8, or with a byte "
    "order mark.",
)
_WINDOWS = Template(
    "cubes.windows-1252",
    "Line {line} of {file} is not UTF-8. Such lines are read as Windows-1252, an encoding of older Windows programs.",
)

Line = tuple[int, str | UsageError]
"""The number of a line from 1, and its text or its fault."""


def is_blank(line: Line) -> bool:
    """Whether a line has no text and no fault."""
    return isinstance(line[1], str) and not line[1].strip()


# Longer than the longest algorithm that is read; the rest of a line is not kept.
_LONGEST = 4_000_000

_CHUNK = 1 << 16
_END = re.compile(rb"\r\n|\n|\r")
_MARK = "\ufeff"
_DAMAGED = "\ufffd"


def open_stdin() -> io.RawIOBase:
    """Return stdin as a raw file."""
    try:
        return io.FileIO(sys.stdin.fileno(), closefd=False)
    except (OSError, ValueError, AttributeError):
        # Not a file of the system, as in tests.
        return _Bytes(sys.stdin.read().encode("utf-8", "replace"))


class _Bytes(io.RawIOBase):
    """Bytes as a raw file."""

    def __init__(self, held: bytes) -> None:
        self._held = io.BytesIO(held)

    def read(self, size: int = -1, /) -> bytes:
        return self._held.read(size)


class FileText:
    """The text of a file, which is read once: as bytes in UTF-8, or as lines."""

    def __init__(self, file: io.RawIOBase, name: str) -> None:
        self._name = name
        self._encoding, self._chunks = in_utf_8(_unpack(_chunks(file), name))
        self._is_noted = False
        self.has_next_line = False
        """Whether a whole line after the last one that was yielded has arrived."""

    def begin(self, most: int) -> bytes:
        """Return the first line with text, at most `most` bytes, without reading further than necessary."""
        begin = b""
        while len(begin) < most and (chunk := next(self._chunks, b"")):
            begin += chunk
            text = begin.lstrip()
            if b"\n" in text or b"\r" in text:
                break
        self._chunks = chain([begin], self._chunks)
        return next(iter(begin[:most].lstrip().splitlines()), b"")

    def chunks(self) -> Iterator[bytes]:
        """Return the text as bytes."""
        return self._chunks

    def lines(self) -> Iterator[Line]:
        """Yield the lines without line ends; blank lines are empty."""
        for number, (line, has_next) in enumerate(_lines(self._chunks), 1):
            self.has_next_line = has_next
            try:
                yield number, self._decode(line, number)
            except UsageError as error:
                yield number, error

    def _decode(self, line: bytes, number: int) -> str:
        if len(line) > _LONGEST:
            raise UsageError(_TOO_LONG(most=_LONGEST))
        if b"\0" in line:
            raise UsageError(_NUL())
        try:
            text = line.decode()
        except UnicodeDecodeError:
            text = self._from_windows(line, number)
        if self._encoding != UTF_8 and _DAMAGED in text:
            raise UsageError(_NO_TEXT())
        # A file that was appended to another one brings its mark.
        return text.removeprefix(_MARK)

    def _from_windows(self, line: bytes, number: int) -> str:
        try:
            text = line.decode(WINDOWS_1252)
        except UnicodeDecodeError:
            raise UsageError(_NO_TEXT()) from None
        if not self._is_noted:
            self._is_noted = True
            print_message(_WINDOWS(file=self._name, line=number))
        return text


def _chunks(file: io.RawIOBase) -> Iterator[bytes]:
    """Yield the bytes of a file as they arrive: for a pipe, the available bytes."""
    while chunk := file.read(_CHUNK):
        yield chunk


def _unpack(chunks: Iterator[bytes], name: str) -> Iterator[bytes]:
    """Yield the bytes of a file, uncompressed if it is gzip of one or several members."""
    begin = b""
    while len(begin) < 2 and (chunk := next(chunks, b"")):
        begin += chunk
    if not begin.startswith(b"\x1f\x8b"):
        yield begin
        yield from chunks
        return
    unpacking = None
    for packed in chain([begin], chunks):
        rest = packed
        while rest:
            if unpacking is None:
                # Zeros may follow the last piece.
                rest = rest.lstrip(b"\0")
                if not rest:
                    break
                unpacking = zlib.decompressobj(wbits=31)
            try:
                yield unpacking.decompress(rest, _CHUNK)
            except zlib.error:
                raise UsageError(DAMAGED_GZIP(file=name)) from None
            rest = unpacking.unconsumed_tail
            if unpacking.eof:
                rest, unpacking = unpacking.unused_data, None
    if unpacking is not None:
        raise UsageError(DAMAGED_GZIP(file=name))


def _lines(chunks: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield the lines without line ends (LF, CR or CRLF), and whether the next one has arrived.

    Of a line that is too long only the beginning is yielded.
    """
    held = b""
    returned = False
    for chunk in filter(None, chunks):
        # The two bytes of CRLF may be in different chunks.
        rest = chunk[1:] if returned and chunk.startswith(b"\n") else chunk
        returned = chunk.endswith(b"\r")
        first, *others = _END.split(rest)
        if len(held) <= _LONGEST:
            held += first
        for left, line in zip(range(len(others) - 1, -1, -1), others, strict=True):
            yield held, left > 0
            held = line
    if held:
        yield held, False
