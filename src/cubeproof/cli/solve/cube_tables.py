"""Reads the rows of a table: CSV and the like, with the columns named in the first line.

Spreadsheets and timers write them in many ways: Excel puts `sep=;` before the heading, the backup of Twisty Timer has
a heading with commas and rows with semicolons, and a quoted cell may contain line breaks.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from cubeproof.cli.solve.cube_line import (
    CUBE_FIELDS,
    EVENT_FIELDS,
    NO_ID,
    OTHER_FIELDS,
    CubeLine,
    line_of_fields,
    turns_field,
)
from cubeproof.cli.solve.file_lines import Line, is_blank
from cubeproof.errors import UsageError
from cubeproof.sentences import Template

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
    "The quotation marks do not match: a quotation mark that opens a cell has another one at its end.",
)
_NO_CSV = Template("cubes.no-csv", "This cannot be read as CSV: {reason}.")

_SEPARATORS = (",", ";", "\t")
_NAMED_SEPARATOR = re.compile(r'"?sep=([,;\t|])"?', re.IGNORECASE)
_SHOWN = 40
# The maximum number of lines of a row.
_MOST_LINES = 200


def is_heading(line: str) -> bool:
    """Whether a line names the columns of a table of cubes, or the separator of a table.

    >>> is_heading("id;Scramble"), is_heading("sep=;"), is_heading("R U F2")
    (True, True, False)
    """
    return _NAMED_SEPARATOR.fullmatch(line) is not None or _separator(line) is not None


def read_table(lines: Iterator[Line], file: str) -> Iterator[CubeLine]:
    """Return an iterator of the cubes of a table.

    Raises:
        UsageError: the heading has a fault.
    """
    number, heading = _next_text(lines)
    if number == 0:
        return iter(())
    named = None if isinstance(heading, UsageError) else _NAMED_SEPARATOR.fullmatch(heading)
    if named is not None:
        _, heading = _next_text(lines)
    if isinstance(heading, UsageError):
        raise UsageError(_HEADING(file=file, reason=heading.sentence))
    separator = (named and named[1]) or _separator(heading) or ","
    try:
        columns = _columns(heading, separator)
        turns = turns_field(columns)
    except UsageError as error:
        raise UsageError(_HEADING(file=file, reason=error.sentence)) from None
    if turns not in columns and "state" not in columns:
        raise UsageError(_NO_COLUMN(file=file, columns=[column[:_SHOWN] for column in columns]))
    for column in (*CUBE_FIELDS, *OTHER_FIELDS, *EVENT_FIELDS, "size", "id", "order", "lower_case"):
        if columns.count(column) > 1:
            raise UsageError(_COLUMN_TWICE(file=file, column=column))
    return _TableRows(lines, columns, separator).read()


def _next_text(lines: Iterator[Line]) -> Line:
    """Return the next line that is not blank, or an empty line 0 at the end."""
    return next((line for line in lines if not is_blank(line)), (0, ""))


@dataclass
class _TableRows:
    """The rows of a table below its heading."""

    lines: Iterator[Line]
    columns: list[str]
    separator: str
    is_certain: bool = False
    """Whether a row had as many cells as the heading has columns."""
    waiting: deque[Line] = field(default_factory=deque)
    """Lines that were read in search of the end of a quoted cell."""

    def read(self) -> Iterator[CubeLine]:
        while (line := self._next()) is not None:
            number, text = line
            if isinstance(text, UsageError):
                yield CubeLine(number, fault=text)
            # Blanks may be separators.
            elif text.strip():
                yield self._row(number, text)

    def _next(self) -> Line | None:
        return self.waiting.popleft() if self.waiting else next(self.lines, None)

    def _row(self, number: int, text: str) -> CubeLine:
        try:
            cells = self._cells(text)
        except UsageError as error:
            return CubeLine(number, fault=error)
        fields = {name: cell or None for name, cell in zip(self.columns, cells, strict=True)}
        return line_of_fields(number, fields, fields["id"] or "" if "id" in fields else NO_ID)

    def _cells(self, text: str) -> list[str]:
        """Return the cells of a row, one for each column.

        The rows may have another separator than the heading; the first row that fits decides.
        """
        fault = None
        for separator in self._separators():
            try:
                cells = self._split(text, separator)
                if len(cells) == len(self.columns):
                    self.separator, self.is_certain = separator, True
                    return cells
                error = UsageError(_CELLS(cells=len(cells), columns=len(self.columns)))
            except UsageError as raised:
                error = raised
            fault = fault or error
        assert fault is not None, "there is a separator"
        raise fault

    def _separators(self) -> list[str]:
        others = () if self.is_certain or len(self.columns) == 1 else _SEPARATORS
        return list(dict.fromkeys([self.separator, *others]))

    def _split(self, text: str, separator: str) -> list[str]:
        """Return the cells of a row, whose quoted cells may go on in the next lines.

        If the quotation marks do not match, only the first line belongs to the row.
        """
        taken: list[Line] = []

        def parts() -> Iterator[str]:
            yield f"{text}\n"
            while len(taken) < _MOST_LINES and (line := self._next()) is not None:
                taken.append(line)
                if isinstance(line[1], UsageError):
                    return
                yield f"{line[1]}\n"

        try:
            cells = _cells(parts(), separator)
            if len(cells) == len(self.columns):
                return cells
        except UsageError:
            self.waiting.extendleft(reversed(taken))
            raise
        self.waiting.extendleft(reversed(taken))
        if taken:
            raise UsageError(_QUOTES())
        return cells


def _separator(heading: str) -> str | None:
    """Return the separator that yields a column with cubes, or None."""
    for separator in _SEPARATORS:
        try:
            if {*CUBE_FIELDS, *OTHER_FIELDS} & set(_columns(heading, separator)):
                return separator
        except UsageError:
            continue
    return None


def _columns(heading: str, separator: str) -> list[str]:
    return [column.lower() for column in _cells(iter([heading]), separator)]


def _cells(parts: Iterator[str], separator: str) -> list[str]:
    """Return the cells of the row whose lines these are."""
    try:
        cells = next(csv.reader(parts, delimiter=separator, strict=True, skipinitialspace=True))
    except csv.Error as error:
        # These messages exist in English only.
        if "end of data" in str(error) or "expected after" in str(error):
            raise UsageError(_QUOTES()) from None
        raise UsageError(_NO_CSV(reason=str(error))) from None
    # The first line of a net is indented.
    return [cell if "\n" in cell else cell.strip() for cell in cells]
