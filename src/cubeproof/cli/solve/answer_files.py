"""`AnswerFile`: the answers to a file of cubes, appended line by line; a new run continues an old file.

In JSON each line is an object with the `line` of its cube, its `id` if it has one, and the `question`. In text the
first line is a comment with the question. Each other line is an answer with a comment that starts with the line number
of its cube::

    // question 5d0e…: size 2, goal solved, metric htm
    R2 F' // 3: 2 turns (htm): there is no shorter way. [table]
    // 5: Column 3: 'Q' is not a turn.

A URL cannot be appended to: the whole file is written again every 30 s and at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import hashlib
import json
import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Self

from cubeproof.base.platform_support import BINARY, lock
from cubeproof.cli.output.streams import print_message
from cubeproof.cli.solve.cube_files import CubeFile
from cubeproof.cli.solve.cube_line import NO_ID, CubeLine
from cubeproof.contract.request import QUESTION_SETTINGS, SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.errors import CubeproofError, PlaceError, UsageError
from cubeproof.places import Mirror, located, shown
from cubeproof.problem import allowed_moves
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.face_orders import check_order
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Sentence, Template


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """The parts of a request that all cubes of a file share and that determine the answers."""

    entries: Mapping[str, object]
    """Their names and values for JSON; the size applies to lines without one."""

    @classmethod
    def of(cls, parsed: argparse.Namespace) -> FileQuestion:
        """Read the question from the arguments of `solve --file`."""
        options = Options.of(vars(parsed))
        metric = Metric(parsed.metric)
        # Any cube: it is not part of the question.
        request = SearchRequest.of_cube(
            Cube(3), None, parsed.goal, moves=parsed.moves, metric=metric, options=options
        )
        settings = {name: value for name, value in options.to_dict().items() if name in QUESTION_SETTINGS}
        moves = None if parsed.moves is None else sorted({str(move) for move in allowed_moves(parsed.moves)})
        entries = {
            "size": parsed.size,
            "goal": " ".join(request.goal.split()),
            "moves": moves and ",".join(moves),
            "metric": metric.value,
            "max_length": parsed.max_length,
            "order": None if parsed.order is None else check_order(parsed.order),
            "lower_case": parsed.lower_case,
            **settings,
        }
        return cls({name: value for name, value in entries.items() if value not in (None, False, 0)})

    @property
    def digest(self) -> str:
        """The digest of the question; questions with equal digests have the same answers."""
        return hashlib.sha256(json.dumps(dict(self.entries), sort_keys=True).encode()).hexdigest()

    @property
    def text(self) -> str:
        """The question in one line.

        >>> FileQuestion({"size": 2, "goal": "layer", "all": True}).text
        'size 2, goal layer, all'
        """
        return ", ".join(name if value is True else f"{name} {value}" for name, value in self.entries.items())

    def to_dict(self) -> dict[str, object]:
        """Return the question for an answer in JSON."""
        return {**self.entries, "digest": self.digest}


_SAME = Template("answers.same", "{file} contains the cubes: choose another file for the answers.")
_COMPRESSED = Template(
    "answers.compressed", "Answers are appended and not compressed: choose a name without .gz, not {file}."
)
_BUSY = Template("answers.busy", "{file} is being written by another run.")
_NO_LOCK = Template(
    "answers.no-lock",
    "{file} is written in full every {seconds:g} seconds and at the end, without a lock against other runs.",
)
_LATER = Template("answers.later", "{reason} It is tried again later.")
_KEPT = Template("answers.kept", "The answers are kept in {path}.")
_FOREIGN = Template(
    "answers.foreign",
    "Line {line} of {file} is not {json?true:an answer in JSON|false:an answer in text}: "
    "give another file for the answers, or remove it.",
)
_OTHERS = Template(
    "answers.others",
    "Line {line} of {file} does not answer the next cube of {cubes}: "
    "give another file for the answers, or remove it.",
)
_NO_MORE = Template(
    "answers.no-more",
    "{file} has more answers than {cubes} has cubes, from line {line} on: "
    "give another file for the answers, or remove it.",
)
_OTHER_METRIC = Template(
    "answers.other-metric",
    "Line {line} of {file} uses the metric {metric}, but this run uses {asked}: "
    "give another file for the answers, or remove it.",
)

_OTHER_QUESTION = Template(
    "answers.other-question",
    "Line {line} of {file} answers the question ({theirs}), but this run asks ({asked}): "
    "give another file for the answers, or remove it.",
)
_NO_QUESTION = Template(
    "answers.no-question",
    "Line {line} of {file} does not contain its question: give another file for the answers, or remove it.",
)

_HEADER = re.compile(r"// question ([0-9a-f]{64}): (.*)")
# Characters of a question that a message quotes.
_SHOWN = 200
_IN_TEXT = re.compile(r"[^/\n]*// ([0-9]{1,18}): .*")
# Seconds between two writes of the whole file.
_EVERY = 30.0
# The start of an answer's and of a failure's object.
_BEGINNINGS = (b'{"size": ', b'{"error": ')


def text_line(line: int, claim: str, turns: str | None = None) -> str:
    """Return a line of text with the answer to a cube, or with the reason why there is no answer.

    >>> text_line(5, "2 turns (htm): there is no shorter way.", "R U")
    'R U // 5: 2 turns (htm): there is no shorter way.'
    """
    comment = f"// {line}: {' '.join(claim.split())}"
    return comment if turns is None else f"{turns} {comment}"


class AnswerFile:
    """A file to which answers are appended, line by line; a context manager that closes it."""

    def __init__(self, name: str, *, json: bool, question: FileQuestion, several: bool = False) -> None:
        self.name, self.question = shown(name), question
        self._json, self._several = json, several
        if self.name.lower().endswith(".gz"):
            raise UsageError(_COMPRESSED(file=self.name))
        path, self._mirror = _local(name)
        self._regular = _is_regular(path)
        flags = os.O_RDWR | os.O_CREAT if self._regular else os.O_WRONLY
        self._file = os.open(path, flags | os.O_APPEND | BINARY, 0o666)
        try:
            # Excludes other runs, if the file system has locks; a URL has no lock.
            self._lock()
        except BaseException:
            os.close(self._file)
            raise
        if self._mirror is not None:
            print_message(_NO_LOCK(file=self.name, seconds=_EVERY))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        os.close(self._file)
        if self._mirror is None:
            return
        try:
            self._mirror.close()
        finally:
            if self._mirror.kept is not None:
                print_message(_KEPT(path=str(self._mirror.kept)))

    def write(self, lines: list[str]) -> None:
        """Append lines; if that fails, as on a full disk, remove the parts that were written."""
        left = memoryview("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
        begin = os.fstat(self._file).st_size
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            if self._regular:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._file, begin)
            error.filename = error.filename or self.name
            raise
        if self._mirror is not None and time.monotonic() - self._mirror.since >= _EVERY:
            self._deliver(self._mirror)

    def _deliver(self, mirror: Mirror) -> None:
        """Write the file to its URL; if that fails, a later call tries again."""
        try:
            mirror.deliver()
        except PlaceError as error:
            print_message(_LATER(reason=error.sentence))

    def unanswered(self, cubes: CubeFile, lines: Iterator[CubeLine]) -> tuple[int, Iterator[CubeLine]]:
        """Skip the answered cubes and truncate an incomplete last line; return their number and the other cubes."""
        if not self._regular:
            return 0, lines
        if cubes.is_same(os.fstat(self._file)) or (self._mirror is not None and cubes.name == self.name):
            raise UsageError(_SAME(file=self.name))
        end = begin = count = number = 0
        current: CubeLine | None = None
        with open(os.dup(self._file), "rb") as file:  # noqa: PTH123 - it has no path
            file.seek(0)
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    self._ensure_torn(line, number)
                    break
                if number == 1 and self._is_header(line):
                    begin = end = len(line)
                    continue
                entries = self._entries_of(line, number)
                self._ensure_question(entries, number)
                if self._several and current is not None and entries["line"] == current.number:
                    end += len(line)
                    continue
                current = next(lines, None)
                self._ensure_answers(entries, current, number, cubes)
                begin, end, count = end, end + len(line), count + 1
        if self._several and current is not None:
            # The last cube may lack some of its lines.
            end, count, lines = begin, count - 1, chain([current], lines)
        os.ftruncate(self._file, end)
        if not self._json and end == 0:
            self.write([f"// question {self.question.digest}: {self.question.text}"])
        return count, lines

    def _is_header(self, line: bytes) -> bool:
        """Whether the first line of text has the question; refuse another question."""
        match = None if self._json else _HEADER.fullmatch(line.decode(errors="replace").removesuffix("\n"))
        if match is not None and match[1] != self.question.digest:
            raise UsageError(self._other_question(1, match[2]))
        return match is not None

    def _ensure_question(self, entries: Mapping[str, object], number: int) -> None:
        metric = self.question.entries["metric"]
        if entries.get("metric", metric) != metric:
            raise UsageError(
                _OTHER_METRIC(
                    file=self.name, line=number, metric=str(entries["metric"])[:40], asked=str(metric)
                )
            )
        question = entries.get("question")
        # In text, the first line has the question.
        if (self._json and not isinstance(question, dict)) or (not self._json and number == 1):
            raise UsageError(_NO_QUESTION(file=self.name, line=number))
        if isinstance(question, dict) and question.get("digest") != self.question.digest:
            theirs = FileQuestion({str(name): value for name, value in question.items() if name != "digest"})
            raise UsageError(self._other_question(number, theirs.text))

    def _other_question(self, number: int, theirs: str) -> Sentence:
        return _OTHER_QUESTION(file=self.name, line=number, theirs=theirs[:_SHOWN], asked=self.question.text)

    def _entries_of(self, line: bytes, number: int) -> Mapping[str, object]:
        """Return the content of a line; a line of text has only its number."""
        entries: object = None
        with contextlib.suppress(ValueError, RecursionError):
            text = line.decode()
            if self._json:
                entries = json.loads(text)
            elif matched := _IN_TEXT.fullmatch(text.removesuffix("\n")):
                entries = {"line": int(matched[1])}
        if not isinstance(entries, dict) or "line" not in entries:
            raise UsageError(self._foreign(number))
        return entries

    def _ensure_torn(self, line: bytes, number: int) -> None:
        """Refuse to truncate an incomplete line that is not the beginning of an answer."""
        is_ours = self._json and any(
            line.startswith(start) or start.startswith(line) for start in _BEGINNINGS
        )
        # In text, a line after answers counts as an answer.
        if not is_ours and (self._json or number == 1):
            raise UsageError(self._foreign(number))

    def _ensure_answers(
        self, entries: Mapping[str, object], cube: CubeLine | None, number: int, cubes: CubeFile
    ) -> None:
        if cube is None:
            raise UsageError(_NO_MORE(file=self.name, cubes=cubes.name, line=number))
        agrees = entries["line"] == cube.number and (
            not self._json
            or (entries.get("id", NO_ID) == cube.id and entries.get("scramble", cube.turns) == cube.turns)
        )
        # A failure has no start.
        if agrees and cube.turns is None and cube.fault is None and "start" in entries:
            agrees = entries["start"] == self._start_of(cube)
        if not agrees:
            raise UsageError(_OTHERS(file=self.name, cubes=cubes.name, line=number))

    def _start_of(self, line: CubeLine) -> str | None:
        """Return the facelets of a line, as an answer in JSON has them; None for a line with a fault."""
        size, order = (self.question.entries.get(name) for name in ("size", "order"))
        with contextlib.suppress(CubeproofError):
            return line.cube(
                size if isinstance(size, int) else None, None if order is None else str(order)
            ).cube.facelets
        return None

    def _foreign(self, number: int) -> Sentence:
        return _FOREIGN(file=self.name, json=self._json, line=number)

    def _lock(self) -> None:
        try:
            lock(self._file)
        except OSError as error:
            # Some file systems have no locks.
            if self._regular and error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise UsageError(_BUSY(file=self.name)) from None


def _local(name: str) -> tuple[Path, Mirror | None]:
    """Return the path of a file, or of the local copy of a file at a URL and its mirror."""
    place = located(name)
    if isinstance(place, Path):
        return place, None
    mirror = Mirror(place)
    return mirror.path, mirror


def _is_regular(path: Path) -> bool:
    """Whether a path is a regular file or does not exist yet; pipes and devices are not regular."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return True
