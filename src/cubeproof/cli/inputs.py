"""Reads cubes and texts from command-line arguments."""

import argparse
import gzip
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, TypeVar

from cubeproof.errors import UsageError
from cubeproof.places import fetched_file, shown
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template
from cubeproof.solving.request_parsing import are_facelets, read_cube

_Text = TypeVar("_Text", str, bytes)

_FACELETS_TWICE = Template(
    "command.facelets-twice", "These are facelets, and --state has given some already: {facelets}."
)
DAMAGED_GZIP = Template("command.damaged-gzip", "{file} is a damaged gzip file.")
"""The message for a compressed file that is truncated or otherwise broken."""

_LONG_TEXT = Template("command.long-text", "{file} has more than {most:,} bytes of text, the maximum.")
NO_TEXT = Template("command.no-text", "{file} is no text file.")
"""The message for a file that is not UTF-8."""


def cube_and_scramble(parsed: argparse.Namespace) -> tuple[Cube, Alg | None]:
    """Return the cube of a verb's arguments, and its scramble if it was given by turns.

    The argument `scramble` may also be facelets.
    """
    if parsed.scramble is not None and are_facelets(parsed.scramble):
        if parsed.state is not None:
            raise UsageError(_FACELETS_TWICE(facelets=parsed.scramble))
        parsed.scramble, parsed.state = None, parsed.scramble
    return read_cube(parsed.scramble, parsed.state, parsed.size)


def text_of(name: str) -> str:
    """Return the text of a file at a path or URL, compressed by gzip or not, or of stdin for `-`."""
    try:
        if name == "-":
            return "".join(_pieces(sys.stdin.read, "\0", name))
        with fetched_file(name) as path, path.open("rb") as file:
            compressed = file.peek(2)[:2] == b"\x1f\x8b"
            with gzip.GzipFile(fileobj=file) if compressed else file as plain:
                return b"".join(_pieces(plain.read, b"\0", name)).decode("utf-8-sig")
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise UsageError(DAMAGED_GZIP(file=shown(name))) from None
    except UnicodeDecodeError:
        raise UsageError(NO_TEXT(file=shown(name))) from None


# The maximum number of bytes, and the bytes per read.
_MOST = 2**30
_PIECE = 2**20


def _pieces(read: Callable[[int], _Text], nul: _Text, name: str) -> Iterator[_Text]:
    """Read a text in pieces, since a device may have no end; refuse NUL, which no text contains."""
    left = _MOST
    while piece := read(_PIECE):
        if nul in piece:
            raise UsageError(NO_TEXT(file=shown(name)))
        left -= len(piece)
        if left < 0:
            raise UsageError(_LONG_TEXT(file=shown(name), most=_MOST))
        yield piece


@contextmanager
def bytes_of(name: str) -> Iterator[BinaryIO]:
    """Open a file at a path or URL, or stdin for `-`, for reading bytes; it may be larger than the memory."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with fetched_file(name) as path, path.open("rb") as file:
        yield file
