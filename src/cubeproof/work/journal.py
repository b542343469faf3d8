"""`Journal`: the results of shares, one JSON object in each line. A damaged line proves nothing.

A line belongs to one plan, and has a checksum. What can be computed again is: an answer that does not reach the goal,
and a split into other parts, do not count. If two lines have the same share, length and attempt, neither counts,
and the share is searched again as the next attempt.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cubeproof.work.plan import Plan

ANSWER, EXCLUDED, UNFINISHED, SPLIT = "answer", "excluded", "unfinished", "split"
"""The results of a share. Only `ANSWER` and `EXCLUDED` decide a length."""

_RESULTS = (ANSWER, EXCLUDED, UNFINISHED, SPLIT)
_ENTRIES = {"plan", "share", "length", "result", "attempt", "nodes", "seconds", "word", "proof", "sum"}


def digest_of(plan: bytes) -> str:
    """Return the digest of a plan, which each line of its journal has."""
    return hashlib.sha256(plan).hexdigest()[:16]


def is_share(name: str, shares: Container[str], turns: int) -> bool:
    """Whether a name is one of some shares of `turns` turns, or of a part of one.

    >>> is_share("3.7.2", {"3.7"}, 2), is_share("3.8", {"3.7"}, 2)
    (True, False)
    """
    parts = name.split(".")
    return ".".join(parts[:turns]) in shares and all(part.isdecimal() for part in parts[turns:])


@dataclass(frozen=True, slots=True)
class Record:
    """The result of one share for one length."""

    share: str
    """The name of the share."""
    length: int
    """The length."""
    result: str
    """One of `ANSWER`, `EXCLUDED`, `UNFINISHED` and `SPLIT`."""
    attempt: int = 1
    """The number of the attempt at this share and length, from 1."""
    nodes: int = 0
    """The number of states visited."""
    seconds: float = 0.0
    """The processor time in seconds."""
    word: tuple[int, ...] = ()
    """The answer, as numbers of turns, if the result is `ANSWER`; the next turn of each part, if it is `SPLIT`."""
    proof: str = ""
    """The SHA-256 of the proof, if the share has one."""

    def line(self, plan: str) -> str:
        """Return the line of the journal, with the digest of the plan and a checksum.

        >>> Journal("a plan", lambda share: True).read(Record("0.4", 12, EXCLUDED).line("a plan"))
        Record(share='0.4', length=12, result='excluded', attempt=1, nodes=0, seconds=0.0, word=(), proof='')
        """
        entries: dict[str, Any] = {
            "plan": plan,
            "share": self.share,
            "length": self.length,
            "result": self.result,
            "attempt": self.attempt,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }
        if self.word:
            entries["word"] = list(self.word)
        if self.proof:
            entries["proof"] = self.proof
        return json.dumps({**entries, "sum": _checksum(entries)}, separators=(",", ":")) + "\n"


def _checksum(entries: dict[str, Any]) -> str:
    text = json.dumps(entries, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _is_typed(record: Record) -> bool:
    """Whether each entry has its type and range: a line with a right sum may have been written by any program."""
    texts: tuple[object, ...] = (record.share, record.proof)
    numbers: tuple[object, ...] = (record.length, record.attempt, record.nodes, *record.word)
    seconds: object = record.seconds
    return (
        all(isinstance(text, str) for text in texts)
        and record.result in _RESULTS
        and all(type(number) is int and number >= 0 for number in numbers)
        and isinstance(seconds, int | float)
        and not isinstance(seconds, bool)
        and 0 <= seconds < math.inf
    )


@dataclass(slots=True)
class Journal:
    """The records of a plan.

    >>> journal = Journal("a plan", lambda share: share == "0.4")
    >>> for share in ("0.4", "9"):
    ...     journal.add(Record(share, 12, EXCLUDED).line("a plan"))
    >>> journal.is_excluded("0.4", 12), journal.foreign
    (True, 1)
    """

    plan: str
    """The digest of the plan."""
    is_share: Callable[[str], bool]
    """Whether a name is one of a share of the plan, or of a part of a share."""
    is_right: Callable[[Record], bool] = lambda _: True
    """Whether the word of a record is right; called for answers and splits."""
    damaged: int = 0
    """The number of lines that cannot be read."""
    foreign: int = 0
    """The number of lines of another plan, or of a share that the plan does not have."""
    nodes: int = 0
    """The number of states visited by all attempts."""
    seconds: float = 0.0
    """The processor time of all attempts."""
    last_nodes: dict[str, tuple[int, int]] = field(default_factory=dict)
    """For each share, its last complete length and the states visited for it."""
    _records: dict[tuple[str, int], list[Record]] = field(default_factory=dict)
    _split: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of_plan(cls, plan: Plan, digest: str, is_right: Callable[[Record], bool]) -> Journal:
        """Return the empty journal of a plan, given the digest of its bytes."""
        names, turns = frozenset(plan.names), plan.turns
        return cls(digest, lambda name: is_share(name, names, turns), is_right)

    def add_all(self, text: bytes) -> None:
        """Add all lines of a file. A last line without a line break was truncated."""
        *lines, rest = text.split(b"\n")
        for line in lines:
            # Before a new line, a run ends a truncated line of an earlier run.
            if line:
                self.add(line.decode("utf-8", "replace"))
        self.damaged += bool(rest)

    def add(self, line: str) -> None:
        """Add a line."""
        record = self.read(line)
        if record is None:
            return
        self.nodes += record.nodes
        self.seconds += record.seconds
        if record.result == SPLIT:
            self._split[record.share] = tuple(f"{record.share}.{turn}" for turn in record.word)
            return
        if record.result == EXCLUDED:
            self.last_nodes[record.share] = (record.length, record.nodes)
        records = self._records.setdefault((record.share, record.length), [])
        if records and records[0].attempt < record.attempt:
            records.clear()
        if not records or records[0].attempt == record.attempt:
            records.append(record)

    def read(self, line: str) -> Record | None:
        """Return the record of a line, or count its fault and return None."""
        try:
            entries = json.loads(line)
            is_whole = entries.pop("sum") == _checksum(entries) and {*entries} <= _ENTRIES
            plan = entries.pop("plan")
            record = Record(**{**entries, "word": tuple(entries.get("word", ()))}) if is_whole else None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            record = None
        if record is None or not _is_typed(record) or (record.result == SPLIT and not record.word):
            self.damaged += 1
            return None
        if plan != self.plan or not self.is_share(record.share):
            self.foreign += 1
            return None
        if record.result in (ANSWER, SPLIT) and not self.is_right(record):
            self.damaged += 1
            return None
        return record

    def decided(self, share: str, length: int) -> Record | None:
        """Return the record that decides a share for a length, or None."""
        records = self._records.get((share, length), ())
        if len(records) != 1 or records[0].result not in (ANSWER, EXCLUDED):
            return None
        return records[0]

    def is_excluded(self, share: str, length: int) -> bool:
        """Whether a share, or each of its parts, has no answer of a length."""
        record = self.decided(share, length)
        if record is not None:
            return record.result == EXCLUDED
        parts = self.parts(share)
        return bool(parts) and all(self.is_excluded(part, length) for part in parts)

    def parts(self, share: str) -> tuple[str, ...]:
        """Return the names of the parts of a share; empty if it was not split."""
        return self._split.get(share, ())

    @property
    def split(self) -> int:
        """The number of shares that were split."""
        return len(self._split)

    def answers(self) -> Iterable[Record]:
        """Yield the records of answers."""
        for share, length in self._records:
            record = self.decided(share, length)
            if record is not None and record.result == ANSWER:
                yield record

    def next_attempt(self, share: str, length: int) -> int:
        """Return the number of the next attempt at a share for a length."""
        records = self._records.get((share, length), ())
        return 1 + max((record.attempt for record in records), default=0)

    @property
    def count(self) -> int:
        """The number of shares and lengths that are decided."""
        return sum(self.decided(*key) is not None for key in self._records)

    @property
    def doubled(self) -> int:
        """The number of shares and lengths with two lines of the same attempt, which do not count."""
        return sum(len(records) > 1 for records in self._records.values())

    @property
    def lost(self) -> int:
        """The number of lines and shares that do not count."""
        return self.damaged + self.foreign + self.doubled + self.unfinished

    @property
    def unfinished(self) -> int:
        """The number of shares and lengths whose last attempt did not end, and that were not split since then."""
        return sum(
            records[0].result == UNFINISHED and share not in self._split
            for (share, _), records in self._records.items()
        )
