"""`AnswerFile`: the answers to a file of cubes, appended line by line, so that a run can go on where one ended.

In JSON a line is an object with the `line` of its cube, its `id` if it has one, and the `question`. In text the first
line is a comment with the question, and each other line is an answer with a comment that starts with the line number
of its cube::

    // question 5d0e…: size 2, goal solved, metric htm
    R2 F' // 3: 2 turns (htm): there is no shorter way. [table]
    // 5: Column 3: 'Q' is not a turn.

At a URL, where nothing can be appended, the file is written again whole from time to time, and at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import fcntl
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

from cubeproof.cli.output.streams import SAYS, tell
from cubeproof.cli.solve.cube_files import NO_ID, CubeFile, CubeLine
from cubeproof.contract.request import QUESTION_SETTINGS, SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.errors import PlaceError, UsageError
from cubeproof.places import Mirror, located, shown
from cubeproof.problem import allowed_moves
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Sentence, Template


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """The parts of a request that are the same for all cubes of a file, and on which the answers depend."""

    entries: Mapping[str, object]
    """Their names and values, as JSON has them; the size is for cubes whose line has no size."""

    @classmethod
    def of(cls, parsed: argparse.Namespace) -> FileQuestion:
        """Read the question from the arguments of `solve --file`."""
        options = Options.of(vars(parsed))
        metric = Metric(parsed.metric)
        # Any cube will do: it is not part of the question.
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
            **settings,
        }
        return cls({name: value for name, value in entries.items() if value not in (None, False, 0)})

    @property
    def digest(self) -> str:
        """The digest of the question: equal digests have the same correct answers to a cube."""
        return hashlib.sha256(json.dumps(dict(self.entries), sort_keys=True).encode()).hexdigest()

    @property
    def text(self) -> str:
        """The question as one line.

        >>> FileQuestion({"size": 2, "goal": "layer", "all": True}).text
        'size 2, goal layer, all'
        """
        return ", ".join(name if value is True else f"{name} {value}" for name, value in self.entries.items())

    def to_dict(self) -> dict[str, object]:
        """Return the question as each answer in JSON has it."""
        return {**self.entries, "digest": self.digest}


_SAME = Template("answers.same", "{file} is the file of the cubes: give another for the answers.")
_COMPRESSED = Template(
    "answers.compressed", "Answers are appended as they come and not compressed: {file} cannot be called so."
)
_BUSY = Template("answers.busy", "{file} is being written by another run.")
_NO_LOCK = Template(
    "answers.no-lock",
    "{file} is written whole every {seconds:g} seconds and at the end, and no lock holds other runs off.",
)
_LATER = Template("answers.later", "{reason} It is tried again later.")
_KEPT = Template("answers.kept", "The answers are kept in {path}.")
_FOREIGN = Template(
    "answers.foreign",
    "{file} has something else than {json?true:answers in JSON|false:answers in text} in line {line}: "
    "give another file for the answers, or remove it.",
)
_OTHERS = Template(
    "answers.others",
    "Line {line} of {file} is no answer to the cube that comes next in {cubes}: "
    "give another file for the answers, or remove it.",
)
_NO_MORE = Template(
    "answers.no-more",
    "{file} has more answers than {cubes} has cubes, from line {line} on: "
    "give another file for the answers, or remove it.",
)
_OTHER_METRIC = Template(
    "answers.other-metric",
    "Line {line} of {file} counts turns in {metric}, and here they are counted in {asked}: "
    "give another file for the answers, or remove it.",
)

_OTHER_QUESTION = Template(
    "answers.other-question",
    "Line {line} of {file} answers another question ({theirs}) than this one ({asked}): "
    "give another file for the answers, or remove it.",
)
_NO_QUESTION = Template(
    "answers.no-question",
    "Line {line} of {file} does not say which question it answers: "
    "give another file for the answers, or remove it.",
)

_HEADER = re.compile(r"// question ([0-9a-f]{64}): (.*)")
# Limit of the characters of a question in a message.
_SHOWN = 200
_IN_TEXT = re.compile(r"[^/\n]*// ([0-9]{1,18}): .*")
# Seconds from one writing of a whole file to the next.
_EVERY = 30.0
# The start of every object, of an answer or of a failure.
_BEGINNINGS = (b'{"size": ', b'{"error": ')


def text_line(line: int, claim: str, turns: str | None = None) -> str:
    """A line of text for the answer to the cube in a line, or for what is said in place of an answer.

    >>> text_line(5, "2 turns (htm): there is no shorter way.", "R U")
    'R U // 5: 2 turns (htm): there is no shorter way.'
    """
    said = f"// {line}: {' '.join(claim.split())}"
    return said if turns is None else f"{turns} {said}"


class AnswerFile:
    """A file that answers are appended to, line by line.

    No other run may write to it during the run, if the system has locks; a URL has no locks. It is a context
    manager, which closes it.
    """

    def __init__(self, name: str, *, json: bool, question: FileQuestion, several: bool = False) -> None:
        self.name, self.question = shown(name), question
        self._json, self._several = json, several
        if self.name.lower().endswith(".gz"):
            raise UsageError(_COMPRESSED(file=self.name))
        path, self._mirror = _local(name)
        self._regular = _is_regular(path)
        way = os.O_RDWR | os.O_CREAT if self._regular else os.O_WRONLY
        self._file = os.open(path, way | os.O_APPEND, 0o666)
        try:
            self._lock()
        except BaseException:
            os.close(self._file)
            raise
        if self._mirror is not None:
            tell(SAYS(sentence=_NO_LOCK(file=self.name, seconds=_EVERY)))

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
                tell(SAYS(sentence=_KEPT(path=str(self._mirror.kept))))

    def write(self, lines: list[str]) -> None:
        """Append lines. Where they do not fit, as on a full disk, nothing is left of them."""
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
        """Write the file at its URL; where that fails, the answers so far are here, and it is tried again later."""
        try:
            mirror.deliver()
        except PlaceError as error:
            tell(SAYS(sentence=_LATER(reason=error.sentence)))

    def unanswered(self, cubes: CubeFile, lines: Iterator[CubeLine]) -> tuple[int, Iterator[CubeLine]]:
        """Pass over the cubes that have been answered, and cut off a line that was not written to its end."""
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
        """Whether the first line of text has the question; it must be the same one."""
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
        # Of text the first line has it.
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
        """See that a line without an end is one of ours, before it is cut off."""
        begun = self._json and any(line.startswith(start) or start.startswith(line) for start in _BEGINNINGS)
        # Text may be anything; where lines before it are answers, it is the beginning of one too.
        if not begun and (self._json or number == 1):
            raise UsageError(self._foreign(number))

    def _ensure_answers(
        self, told: Mapping[str, object], cube: CubeLine | None, number: int, cubes: CubeFile
    ) -> None:
        if cube is None:
            raise UsageError(_NO_MORE(file=self.name, cubes=cubes.name, line=number))
        agrees = told["line"] == cube.number and (
            not self._json
            or (told.get("id", NO_ID) == cube.id and told.get("scramble", cube.turns) == cube.turns)
        )
        # A failure has no start.
        if agrees and cube.turns is None and cube.fault is None and "start" in told:
            agrees = told["start"] == "".join((cube.state or cube.scramble or "").split())
        if not agrees:
            raise UsageError(_OTHERS(file=self.name, cubes=cubes.name, line=number))

    def _foreign(self, number: int) -> Sentence:
        return _FOREIGN(file=self.name, json=self._json, line=number)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # Some file systems have no locks.
            if self._regular and error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise UsageError(_BUSY(file=self.name)) from None


def _local(name: str) -> tuple[Path, Mirror | None]:
    """The path of a file, or of the copy of one that is elsewhere."""
    where = located(name)
    if isinstance(where, Path):
        return where, None
    mirror = Mirror(where)
    return mirror.path, mirror


def _is_regular(path: Path) -> bool:
    """Whether a file is, or will be, one that is kept, and no pipe or device."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return True
