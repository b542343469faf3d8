"""Reads cubes and texts from command-line arguments."""

import argparse
import gzip
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from io import BufferedReader, BytesIO
from typing import NamedTuple

from cubeproof.base.text_decoding import UTF_8, WINDOWS_1252, decode_text, marked_encoding
from cubeproof.cli.output.streams import SAYS, tell
from cubeproof.errors import UsageError
from cubeproof.places import fetched_file, shown
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.cube_text import are_facelets
from cubeproof.puzzle.facelet_symbols import refuse_facelets
from cubeproof.puzzle.lower_case import read_turns
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.request_parsing import read_cube

_FACELETS_TWICE = Template(
    "command.facelets-twice", "These are facelets, and --state has given some already: {facelets}."
)
DAMAGED_GZIP = Template("command.damaged-gzip", "{file} is a damaged gzip file.")
"""The message for a compressed file that is truncated or otherwise broken."""

_LONG_TEXT = Template("command.long-text", "{file} has more than {most:,} bytes of text, the maximum.")
NO_TEXT = Template("command.no-text", "{file} is no text file.")
"""The message for a file without a known encoding."""
_WINDOWS = Template(
    "command.windows-1252",
    "{file} is not UTF-8. It is read as Windows-1252, an encoding of older Windows programs.",
)


class Turns(NamedTuple):
    """Turns of an argument."""

    alg: Alg
    """The turns."""
    after: Cube
    """The cube after them."""
    note: Sentence | None
    """A sentence about lower-case turns whose meaning was chosen for the user, or None."""


def cube_and_scramble(parsed: argparse.Namespace) -> tuple[Cube, Alg | None]:
    """Return the cube of a verb's arguments, and turns that lead to it if it was given by them.

    The argument `scramble` may also be a cube; it is then removed from `parsed`. A note about lower-case turns is
    printed, and kept as `parsed.note`.
    """
    is_cube = parsed.scramble is not None and are_facelets(parsed.scramble, parsed.order)
    if is_cube and parsed.state is not None:
        raise UsageError(_FACELETS_TWICE(facelets=parsed.scramble))
    reading = read_cube(
        parsed.scramble, parsed.state, parsed.size, order=parsed.order, lower_case=parsed.lower_case
    )
    if is_cube:
        parsed.scramble = None if reading.scramble is None else str(reading.scramble)
    parsed.note = reading.note
    tell_note(reading.note)
    return reading.cube, reading.scramble


def turns_of(parsed: argparse.Namespace, turns: str, start: Cube) -> Turns:
    """Return the turns of an argument for which a cube is not accepted, and the cube after them; show the note."""
    refuse_facelets(turns, "state")
    # First as text, so that the error points at a turn that this size lacks.
    after = start.apply(turns, parsed.lower_case)
    alg, note = read_turns(turns, start.size, parsed.lower_case)
    tell_note(note)
    return Turns(alg, after, note)


def tell_note(note: Sentence | None) -> None:
    """Show a note about the reading of the input, if there is one."""
    if note is not None:
        tell(SAYS(sentence=note))


def note_as_json(note: Sentence | None) -> dict[str, object]:
    """Return the member `note` of a JSON object, or no member."""
    return {} if note is None else {"note": note.to_dict()}


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
    tell(SAYS(sentence=_WINDOWS(file=shown(name))))


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
