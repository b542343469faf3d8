"""`CubeFile`: a file of cubes, one per line, read as a stream: turns or facelets, CSV, or JSON Lines.

The format follows from the ending `.csv`, `.tsv`, `.jsonl` or `.ndjson` of the name. For other names and stdin it
follows from the first line: JSON starts with a brace, CSV has a heading with a column `scramble` or `state`. The
first bytes identify files compressed by gzip.
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
from cubeproof.puzzle.notation import LowerCase
from cubeproof.sentences import Template, say
from cubeproof.solving.request_parsing import CubeReading, are_facelets, read_cube

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
    "The quotation marks do not match: a quoted cell must end on its line and fill the cell.",
)
_NO_CSV = Template("cubes.no-csv", "This cannot be read as CSV: {reason}.")
_NO_JSON = Template("cubes.no-json", "This is not JSON (column {column}: {reason}).")
_NO_OBJECT = Template("cubes.no-object", "This is not a JSON object with a scramble or a state.")
_NOT_TEXT = Template("cubes.not-text", "The field {field} is a text, not {value}.")
_SIZE = Template("cubes.size", "The field size is a whole number, not {value}.")

NO_ID = object()
"""The `id` of a cube without one."""

# Longer than the longest algorithm that is read; the rest of a line is not kept.
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
    """The number of the line in the file, from 1."""
    scramble: str | None = None
    """Turns or facelets, or None."""
    state: str | None = None
    """Facelets, or None."""
    size: int | None = None
    """The number of layers, or None if it is not given."""
    id: object = NO_ID
    """The cube's id in the file, any JSON value, or `NO_ID`."""
    fault: CubeproofError | None = None
    """The fault of the line, or None."""
    order: str | None = None
    """The order of the faces in its facelets, or None if it is not given."""
    lower_case: str | None = None
    """The meaning of its lower-case turns, or None if it is not given."""

    @property
    def turns(self) -> str | None:
        """The scramble if it is turns, else None."""
        return None if self.scramble is None or are_facelets(self.scramble, self.order) else self.scramble

    def cube(
        self, size: int | None = None, order: str | None = None, lower_case: str | None = None
    ) -> CubeReading:
        """Return the cube. The arguments apply if the line itself does not have these values."""
        if self.fault is not None:
            raise self.fault
        return read_cube(
            self.scramble,
            self.state,
            size if self.size is None else self.size,
            order=self.order or order,
            lower_case=self.lower_case or lower_case,
        )


class CubeFile:
    """An iterator of the lines of a file of cubes without empty lines and comments; a context manager."""

    def __init__(self, name: str) -> None:
        self.name = shown(name)
        self._held = contextlib.ExitStack()
        # Unbuffered: a thread that waits in a buffered read would block the end of the program.
        self._file: io.RawIOBase = (
            _stdin() if name == "-" else io.FileIO(self._held.enter_context(fetched_file(name)))
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self._file.close()
        self._held.close()

    def is_same(self, status: os.stat_result) -> bool:
        """Whether this file has the given status, that is, is the same file."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), status)
        except (OSError, io.UnsupportedOperation):
            return False

    def __iter__(self) -> Iterator[CubeLine]:
        """Yield the lines with a cube or a fault."""
        lines = _texts(_lines(_unpack(_chunks(self._file), self.name)))
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
        """Return the format: `csv`, `jsonl` or `text`."""
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
        # Not a file of the system, as in tests.
        return _Bytes(sys.stdin.read().encode("utf-8", "replace"))


class _Bytes(io.RawIOBase):
    """Bytes as a raw file."""

    def __init__(self, held: bytes) -> None:
        self._held = io.BytesIO(held)

    def read(self, size: int = -1, /) -> bytes:
        return self._held.read(size)


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


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines without line ends (LF, CR or CRLF); of a line that is too long only the beginning."""
    held = b""
    returned = False
    for chunk in chunks:
        # The two bytes of CRLF may be in different chunks.
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
    """Yield the number and the text of each line that is not empty; an error for a line that is not text."""
    for number, line in enumerate(lines, 1):
        if number == 1:
            line = line.removeprefix(_MARK)
        if len(line) > _LONGEST:
            yield number, UsageError(_TOO_LONG(most=_LONGEST))
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError:
            yield number, UsageError(say("cubes.no-text", "This is not UTF-8 text."))
            continue
        # Blanks may be separators.
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
        cube_id = NO_ID
        try:
            entries = _object(line)
            cube_id = _checked_id(entries.get("id", NO_ID))
            scramble, state = (_text(entries, name) for name in _CUBE_COLUMNS)
            size, (order, lower_case) = _size(entries.get("size")), _reading(entries)
            yield CubeLine(number, scramble, state, size, cube_id, None, order, lower_case)
        except UsageError as error:
            yield CubeLine(number, id=cube_id, fault=error)


def _object(line: str) -> Mapping[str, object]:
    try:
        value = json.loads(line, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise UsageError(_NO_JSON(column=error.colno, reason=error.msg)) from None
    except (ValueError, RecursionError):
        # A number with too many digits, NaN, or brackets nested too deeply.
        raise UsageError(_NO_OBJECT()) from None
    if not isinstance(value, dict):
        raise UsageError(_NO_OBJECT())
    return value


def _checked_id(cube_id: object) -> object:
    """Return an id; refuse a number that is too large for JSON."""
    try:
        return cube_id if cube_id is NO_ID else json.dumps(cube_id, allow_nan=False) and cube_id
    except ValueError:
        raise UsageError(_NO_OBJECT()) from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _text(entries: Mapping[str, object], name: str) -> str | None:
    value = entries.get(name)
    if value is not None and not isinstance(value, str):
        raise UsageError(_NOT_TEXT(field=name, value=json.dumps(value)[:_SHOWN]))
    return value


def _reading(entries: Mapping[str, object]) -> tuple[str | None, str | None]:
    """Return the order of faces and the meaning of lower-case turns of a row or an object."""
    order, lower_case = (_text(entries, name) or None for name in ("order", "lower_case"))
    return order, None if lower_case is None else LowerCase(lower_case.lower()).value


def _size(value: object) -> int | None:
    """Return the size in a JSON member or a cell."""
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
    for column in (*_CUBE_COLUMNS, "size", "id", "order", "lower_case"):
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
        cube_id: object = NO_ID
        try:
            cells = _cells(line, separator)
            if len(cells) != len(columns):
                raise UsageError(_CELLS(cells=len(cells), columns=len(columns)))
            entries = dict(zip(columns, cells, strict=True))
            cube_id = entries.get("id", NO_ID)
            # An empty cell counts as absent.
            scramble, state = (entries.get(column) or None for column in _CUBE_COLUMNS)
            size, (order, lower_case) = _size(entries.get("size")), _reading(entries)
            yield CubeLine(number, scramble, state, size, cube_id, None, order, lower_case)
        except UsageError as error:
            yield CubeLine(number, id=cube_id, fault=error)


def _separator(heading: str) -> str | None:
    """Return the separator that yields a column `scramble` or `state`, or None."""
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
    """Return the cells of a line; no cell spans lines, so that a missing quotation mark affects only its line."""
    try:
        cells = next(csv.reader([line], delimiter=separator, strict=True, skipinitialspace=True))
    except csv.Error as error:
        # These messages exist in English only.
        if "end of data" in str(error) or "expected after" in str(error):
            raise UsageError(_QUOTES()) from None
        raise UsageError(_NO_CSV(reason=str(error))) from None
    return [cell.strip() for cell in cells]
