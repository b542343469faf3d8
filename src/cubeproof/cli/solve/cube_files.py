"""`CubeFile`: a file of cubes, one a line, read as it comes: as turns or facelets, as CSV or as JSON Lines.

A name that ends in `.csv`, `.tsv`, `.jsonl` or `.ndjson` says what the file is; for any other, and for stdin, its
first line does: it starts with a brace, or it is a heading with a column `scramble` or `state`. A file
compressed by gzip is known by its first bytes.
"""

import contextlib
import csv
import io
import json
import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath
from typing import NoReturn, Self

from cubeproof.cli.inputs import DAMAGED_GZIP
from cubeproof.errors import CubeproofError, UsageError
from cubeproof.places import fetched_file, shown
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template, say
from cubeproof.solving.request_parsing import are_facelets, read_cube

_TOO_LONG = Template("cubes.too-long", "This line has more than {most:,} bytes.")
_NO_COLUMN = Template(
    "cubes.no-column",
    "The first line of {file} names the columns, but has neither scramble nor state: {columns}.",
)
_COLUMN_TWICE = Template("cubes.column-twice", "The first line of {file} names the column {column} twice.")
_HEADING = Template("cubes.heading", "The first line of {file} names the columns. {reason}")
_CELLS = Template(
    "cubes.cells",
    "This line has {cells} {cells?one:cell|other:cells}, but the first line names {columns} "
    "{columns?one:column|other:columns}; put a cell that contains the separator in quotation marks.",
)
_QUOTES = Template(
    "cubes.quotes",
    "The quotation marks are not in order: a quoted cell must end on its line and fill the cell.",
)
_NO_CSV = Template("cubes.no-csv", "This cannot be read as CSV: {reason}.")
_NO_JSON = Template("cubes.no-json", "This is no JSON (column {column}: {reason}).")
_NO_OBJECT = Template("cubes.no-object", "This is no JSON object with a scramble or a state.")
_NOT_TEXT = Template("cubes.not-text", "The field {field} is a text, not {value}.")
_SIZE = Template("cubes.size", "The field size is a whole number, not {value}.")

NO_ID = object()
"""Stands for the `id` of a cube that has none."""

# More than the longest algorithm that is read; more of a line is not kept.
_LONGEST = 4_000_000

_CHUNK = 1 << 16
_MARK = b"\xef\xbb\xbf"
_END = re.compile(rb"\r\n|\n|\r")
_KINDS = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
_SEPARATORS = (",", ";", "\t")
_CUBE_COLUMNS = ("scramble", "state")
# Maximum length of a quotation in a message.
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class CubeLine:
    """One line of the file."""

    number: int
    """Of the line in the file, from 1."""
    scramble: str | None = None
    """Turns, or facelets; None if there are none."""
    state: str | None = None
    """Facelets."""
    size: int | None = None
    """The number of layers, None if it is not given."""
    id: object = NO_ID
    """The cube's id in the file, any JSON value, or `NO_ID`."""
    fault: CubeproofError | None = None
    """The fault of the line, None if it can be read."""

    @property
    def turns(self) -> str | None:
        """The scramble; None if there is no scramble or it is facelets."""
        return None if self.scramble is None or are_facelets(self.scramble) else self.scramble

    def cube(self, size: int | None) -> tuple[Cube, Alg | None]:
        """The cube, and the turns that lead to it, if it was given only by turns."""
        if self.fault is not None:
            raise self.fault
        state = self.state
        if self.turns is None and self.scramble is not None:
            if state is not None:
                raise UsageError(say("cubes.facelets-twice", "Both the scramble and the state are facelets."))
            state = self.scramble
        return read_cube(self.turns, state, size if self.size is None else self.size)


class CubeFile:
    """A file of cubes, whose lines are read one by one as they are asked for.

    Empty lines are passed over, and comments in lines of turns. It is a context manager, which closes it.
    """

    def __init__(self, name: str) -> None:
        self.name = shown(name)
        self._held = contextlib.ExitStack()
        # Without a buffer of Python's: a thread that waits in one would keep the program from ending.
        self._file: io.RawIOBase = (
            _stdin() if name == "-" else io.FileIO(self._held.enter_context(fetched_file(name)))
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self._file.close()
        self._held.close()

    def is_same(self, other: os.stat_result) -> bool:
        """Whether this is the file that the system describes so."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), other)
        except (OSError, io.UnsupportedOperation):
            return False

    def __iter__(self) -> Iterator[CubeLine]:
        """The lines that have a cube, or should."""
        lines = _texts(_lines(_unpacked(_chunks(self._file), self.name)))
        first = next(lines, None)
        if first is None:
            return
        lines = chain([first], lines)
        match self._kind(first[1]):
            case "csv":
                yield from _from_csv(lines, self.name)
            case "jsonl":
                yield from _from_json(lines)
            case _:
                yield from _from_text(lines)

    def _kind(self, first: str | CubeproofError) -> str:
        """Return the kind of file, by its name or else by its first line."""
        suffix = PurePath(self.name.lower().removesuffix(".gz")).suffix
        if suffix in _KINDS:
            return _KINDS[suffix]
        if isinstance(first, CubeproofError):
            return "text"
        if first.lstrip().startswith("{"):
            return "jsonl"
        return "text" if _separator(first) is None else "csv"


def _stdin() -> io.RawIOBase:
    try:
        return io.FileIO(sys.stdin.fileno(), closefd=False)
    except (OSError, ValueError, AttributeError):
        # It is no file of the system, as in a test.
        return _Bytes(sys.stdin.read().encode("utf-8", "replace"))


class _Bytes(io.RawIOBase):
    """Bytes as a raw file."""

    def __init__(self, held: bytes) -> None:
        self._held = io.BytesIO(held)

    def read(self, size: int = -1, /) -> bytes:
        return self._held.read(size)


def _chunks(file: io.RawIOBase) -> Iterator[bytes]:
    """The bytes of a file as they come: of a pipe, what there is."""
    while chunk := file.read(_CHUNK):
        yield chunk


def _unpacked(chunks: Iterator[bytes], name: str) -> Iterator[bytes]:
    """The bytes of a file that may be compressed by gzip, in one piece or in several."""
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


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines without their ends, which may be those of any system; of one that is too long the beginning."""
    held = b""
    returned = False
    for chunk in chunks:
        # The two bytes of an end may come apart.
        rest = chunk[1:] if returned and chunk.startswith(b"\n") else chunk
        returned = chunk.endswith(b"\r")
        first, *others = _END.split(rest)
        if len(held) <= _LONGEST:
            held += first
        for line in others:
            yield held
            held = line
    if held:
        yield held


def _texts(lines: Iterable[bytes]) -> Iterator[tuple[int, str | CubeproofError]]:
    """The lines that are not empty, with their numbers; for one that is no text, what is wrong with it."""
    for number, line in enumerate(lines, 1):
        if number == 1:
            line = line.removeprefix(_MARK)
        if len(line) > _LONGEST:
            yield number, UsageError(_TOO_LONG(most=_LONGEST))
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError:
            yield number, UsageError(say("cubes.no-text", "This is no text in UTF-8."))
            continue
        # Blanks stay, since they may be separators.
        if text.strip():
            yield number, text


def _from_text(lines: Iterable[tuple[int, str | CubeproofError]]) -> Iterator[CubeLine]:
    for number, line in lines:
        if isinstance(line, CubeproofError):
            yield CubeLine(number, fault=line)
        elif text := line.split("//")[0].split("#")[0].strip():
            yield CubeLine(number, text)


def _from_json(lines: Iterable[tuple[int, str | CubeproofError]]) -> Iterator[CubeLine]:
    for number, line in lines:
        if isinstance(line, CubeproofError):
            yield CubeLine(number, fault=line)
            continue
        called = NO_ID
        try:
            entries = _object(line)
            called = _known(entries.get("id", NO_ID))
            scramble, state = (_text(entries, name) for name in _CUBE_COLUMNS)
            yield CubeLine(number, scramble, state, _size(entries.get("size")), called)
        except UsageError as error:
            yield CubeLine(number, id=called, fault=error)


def _object(line: str) -> Mapping[str, object]:
    try:
        value = json.loads(line, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise UsageError(_NO_JSON(column=error.colno, reason=error.msg)) from None
    except (ValueError, RecursionError):
        # A number of too many digits, not a number, or brackets nested too deeply.
        raise UsageError(_NO_OBJECT()) from None
    if not isinstance(value, dict):
        raise UsageError(_NO_OBJECT())
    return value


def _known(called: object) -> object:
    """An id that can be written as JSON: no number that is too large for it."""
    try:
        return called if called is NO_ID else json.dumps(called, allow_nan=False) and called
    except ValueError:
        raise UsageError(_NO_OBJECT()) from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _text(found: Mapping[str, object], name: str) -> str | None:
    value = found.get(name)
    if value is not None and not isinstance(value, str):
        raise UsageError(_NOT_TEXT(field=name, value=json.dumps(value)[:_SHOWN]))
    return value


def _size(value: object) -> int | None:
    """A size as JSON or a cell has it."""
    if value is None or value == "":
        return None
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,9}", value):
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(_SIZE(value=json.dumps(value, ensure_ascii=False)[:_SHOWN]))
    return value


def _from_csv(lines: Iterator[tuple[int, str | CubeproofError]], name: str) -> Iterator[CubeLine]:
    _, heading = next(lines)
    if isinstance(heading, CubeproofError):
        raise UsageError(_HEADING(file=name, reason=heading.sentence))
    separator = _separator(heading) or ","
    try:
        columns = _columns(heading, separator)
    except UsageError as error:
        raise UsageError(_HEADING(file=name, reason=error.sentence)) from None
    if not set(_CUBE_COLUMNS) & set(columns):
        raise UsageError(_NO_COLUMN(file=name, columns=[column[:_SHOWN] for column in columns]))
    for column in (*_CUBE_COLUMNS, "size", "id"):
        if columns.count(column) > 1:
            raise UsageError(_COLUMN_TWICE(file=name, column=column))
    return _from_cells(lines, columns, separator)


def _from_cells(
    lines: Iterable[tuple[int, str | CubeproofError]], columns: list[str], separator: str
) -> Iterator[CubeLine]:
    for number, line in lines:
        if isinstance(line, CubeproofError):
            yield CubeLine(number, fault=line)
            continue
        called: object = NO_ID
        try:
            cells = _cells(line, separator)
            if len(cells) != len(columns):
                raise UsageError(_CELLS(cells=len(cells), columns=len(columns)))
            entries = dict(zip(columns, cells, strict=True))
            called = entries.get("id", NO_ID)
            # An empty cell says nothing.
            scramble, state = (entries.get(column) or None for column in _CUBE_COLUMNS)
            yield CubeLine(number, scramble, state, _size(entries.get("size")), called)
        except UsageError as error:
            yield CubeLine(number, id=called, fault=error)


def _separator(heading: str) -> str | None:
    """Return the separator with which one column is a cube's, or None."""
    for separator in _SEPARATORS:
        try:
            if set(_CUBE_COLUMNS) & set(_columns(heading, separator)):
                return separator
        except UsageError:
            continue
    return None


def _columns(heading: str, separator: str) -> list[str]:
    return [column.lower() for column in _cells(heading, separator)]


def _cells(line: str, separator: str) -> list[str]:
    """The cells of one line; a cell does not go on in the next, so that a lost quotation mark costs only its line."""
    try:
        cells = next(csv.reader([line], delimiter=separator, strict=True, skipinitialspace=True))
    except csv.Error as error:
        # It says so in English only.
        if "end of data" in str(error) or "expected after" in str(error):
            raise UsageError(_QUOTES()) from None
        raise UsageError(_NO_CSV(reason=str(error))) from None
    return [cell.strip() for cell in cells]
