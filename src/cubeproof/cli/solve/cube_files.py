"""`CubeFile`: a file of cubes: turns, facelets or nets, a table, or JSON; read as a stream unless it is one document.

The ending of the name decides the format: `.csv`, `.tsv`, `.json`, `.jsonl`, `.ndjson`. For other names and stdin it
follows from the first line: JSON starts with a brace or with a bracket and a quotation mark, and a table has a heading
that names a column with cubes. The first bytes identify files compressed by gzip, and the encoding.
"""

from __future__ import annotations

import contextlib
import io
import os
import stat
from collections.abc import Iterator
from pathlib import PurePath
from typing import Self

from cubeproof.cli.output.failures import InputPlace
from cubeproof.cli.solve.cube_json import is_document, read_document, read_objects
from cubeproof.cli.solve.cube_line import CubeLine
from cubeproof.cli.solve.cube_tables import is_heading, read_table
from cubeproof.cli.solve.file_lines import FileText, open_stdin
from cubeproof.cli.solve.plain_text import read_text
from cubeproof.places import fetched_file, shown

_TABLES, _OBJECTS, _DOCUMENTS = (".csv", ".tsv"), (".jsonl", ".ndjson"), ".json"
# The bytes of a file that show whether it is one document.
_BEGIN = 1 << 16


class CubeFile:
    """An iterator of the cubes of a file, without empty lines and comments; a context manager."""

    def __init__(self, name: str) -> None:
        self.name = shown(name)
        # Whether the numbers of its cubes count cubes and not lines, because it is one JSON document.
        self._counts_cubes = False
        self._held = contextlib.ExitStack()
        # Unbuffered: a thread that waits in a buffered read would block the end of the program.
        self._file: io.RawIOBase = (
            open_stdin() if name == "-" else io.FileIO(self._held.enter_context(fetched_file(name)))
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self._file.close()
        self._held.close()

    def is_same(self, status: os.stat_result) -> bool:
        """Whether this file has the given status, that is, is the same file."""
        own = self._status()
        return own is not None and os.path.samestat(own, status)

    def place(self, line: CubeLine) -> InputPlace:
        """Return the place of a cube of this file."""
        return InputPlace(self.name, line.number, "cube" if self._counts_cubes else "line")

    def _status(self) -> os.stat_result | None:
        try:
            return os.fstat(self._file.fileno())
        except (OSError, io.UnsupportedOperation):
            return None

    def __iter__(self) -> Iterator[CubeLine]:
        """Yield the cubes and the faults."""
        text = FileText(self._file, self.name)
        suffix = PurePath(self.name.lower().removesuffix(".gz")).suffix
        begin = text.begin(_BEGIN).decode(errors="replace").removeprefix("\ufeff")
        if suffix not in (*_TABLES, *_OBJECTS) and is_document(begin, in_json_file=suffix == _DOCUMENTS):
            self._counts_cubes = True
            yield from read_document(text.chunks(), self.name)
            return
        is_text = suffix not in (*_TABLES, *_OBJECTS, _DOCUMENTS)
        if suffix in _TABLES or (is_text and is_heading(begin)):
            yield from read_table(text.lines(), self.name)
        elif not is_text or begin.startswith("{"):
            yield from read_objects(text.lines())
        else:
            status = self._status()
            # The other end of a pipe may wait for an answer before it writes the next line.
            yield from read_text(text, is_patient=status is None or stat.S_ISREG(status.st_mode))
