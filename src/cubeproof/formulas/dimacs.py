"""DIMACS files: writing and reading formulas with the names of their variables. `answers.py` reads solvers' answers.

A file starts with comments: `c var ID NAME` for every variable and `c clauses FROM-TO LABEL` for every group. If turns
rotate the whole cube, `c frame K TURN NAME NEXT` means that in frame K the turn TURN has the name NAME, and NEXT is the
frame after it. So the file and an answer are enough to determine the turns. `c formula sha256:HEX` has the hash of the
formula (`fingerprint`).
"""

import contextlib
import gzip
import hashlib
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn

from cubeproof.errors import UsageError
from cubeproof.formulas.formula import Broken, Name
from cubeproof.formulas.legend import Legend
from cubeproof.places.outputs import delivered_file
from cubeproof.places.place import Place, name_of
from cubeproof.problem.generator import WRITABLE
from cubeproof.sentences import Template

_BAD_LINE = Template("cnf.bad-line", "Line {line} is not a line of a DIMACS file: {text!r}.")
_NO_HEADER = Template("cnf.no-header", "This is not a DIMACS file: it has no line `p cnf VARIABLES CLAUSES`.")
_CUT_SHORT = Template(
    "cnf.cut-short", "This file is incomplete: it declares {promised:,} clauses and has {found:,}."
)
_TOO_MANY = Template(
    "cnf.too-many",
    "This file declares {promised:,} {promised?one:clause|other:clauses} and has more: {found:,}.",
)
_NO_NAMES = Template(
    "cnf.no-names",
    "This file does not name its variables: it has no lines `c var ID NAME`.",
)
_BEYOND = Template(
    "cnf.beyond",
    "Clause {clause:,} has the literal {literal}, but the file declares {variables:,} variables.",
)
_OTHER_HASH = Template(
    "cnf.other-hash",
    "This file is damaged or was changed: it names the formula {said}, but contains {found}.",
)

_HASH_LINE = re.compile(r"c formula (sha256:[0-9a-f]{64})\s*$")
# The number of lines that are hashed at a time.
_LINES_AT_ONCE = 10_000


def fingerprint(lines: Iterable[str]) -> str:
    """Return the hash that identifies a formula in its file, beside it, and in answers of solvers.

    It is the SHA-256 of the formula as DIMACS without comments: the line `p cnf VARIABLES CLAUSES`, then one line for
    each clause, with a space after each literal, and 0; every line ends with a line feed. Changes of a file's comments,
    blanks and line ends do not change the hash; the order of clauses and literals does. cubeproof writes its files in
    this form: `grep -v '^c' question.cnf | sha256sum` computes the hash of a file.

    >>> fingerprint(["p cnf 2 1", "1 -2 0"])[:20]
    'sha256:16c839d024017'
    """
    digest = hashlib.sha256()
    lines = iter(lines)
    while part := list(islice(lines, _LINES_AT_ONCE)):
        digest.update(("\n".join(part) + "\n").encode())
    return f"sha256:{digest.hexdigest()}"


def gbdhash(lines: Iterable[str]) -> str:
    """Return the hash by which the Global Benchmark Database (GBD) knows a formula.

    It is the MD5 of the clauses, without comments and the line `p cnf`: all literals and the 0 of each clause, with one
    space between two numbers. The lines are as for `fingerprint`. Source: `gbdc.gbdhash` of the package gbdc, 0.4.3.

    >>> gbdhash(["p cnf 3 2", "1 -2 0", "-1 3 0"])
    '09b607f3a2a34f8aedc181da87d86b0f'
    """
    digest = hashlib.md5(usedforsecurity=False)
    clauses = (line for line in lines if not line.startswith("p"))
    separator = ""
    while part := list(islice(clauses, _LINES_AT_ONCE)):
        digest.update((separator + " ".join(part)).encode())
        separator = " "
    return digest.hexdigest()


def formula_hash_in(line: str) -> str | None:
    """Return the hash in a comment line `c formula sha256:HEX`, or None for other lines.

    >>> formula_hash_in("c formula sha256:" + 64 * "0") == "sha256:" + 64 * "0", formula_hash_in("c formula of mine")
    (True, None)
    """
    match = _HASH_LINE.match(line)
    return None if match is None else match[1]


def save(place: Place, lines: Iterable[str]) -> str | None:
    """Write lines, compressed if the name ends in `.gz`; return the SHA-256, or None if no regular file was written."""
    with delivered_file(place) as path:
        with contextlib.ExitStack() as stack:
            raw = stack.enter_context(path.open("wb"))
            packed = (
                gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw, mtime=0)
                if name_of(place).endswith(".gz")
                else raw
            )
            file = stack.enter_context(io.TextIOWrapper(packed, encoding="utf-8", newline="\n"))
            file.writelines(f"{line}\n" for line in lines)
        if not path.is_file():
            return None
        with path.open("rb") as written:
            return hashlib.file_digest(written, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class File:
    """A formula read from a file."""

    legend: Legend
    """The meaning of the variables."""
    variables: int
    """The number of variables."""
    clauses: list[list[int]]
    """The clauses."""
    groups: list[tuple[int, int, str]]
    """The numbers of the first and the last clause of each group, from 1, and its label."""
    hash: str
    """The hash of the formula, computed from the file's clauses."""

    def text(self) -> Iterator[str]:
        """Yield the formula as lines of DIMACS, without comments and line ends."""
        return _lines(self.variables, self.clauses)

    def verify(self, literals: Iterable[int]) -> list[Broken]:
        """Return the clauses that an assignment violates; missing variables are false."""
        true = {literal for literal in literals if literal > 0}
        broken = []
        for number, clause in enumerate(self.clauses, 1):
            if not any((abs(literal) in true) == (literal > 0) for literal in clause):
                label = next((label for first, last, label in self.groups if first <= number <= last), "")
                broken.append(Broken(label, number, tuple(map(self._literal, clause))))
        return broken

    def _literal(self, literal: int) -> str:
        name = self.legend.names.get(abs(literal))
        return ("¬" if literal < 0 else "") + (str(abs(literal)) if name is None else str(name))


_SHOWN = 40
_HEADER = re.compile(r"p\s+cnf\s+(\d+)\s+(\d+)\Z", re.ASCII | re.IGNORECASE)
# `int` would also read 1_0, and digits of other scripts.
_LITERALS = re.compile(r"[-+0-9\s]*")
_COMMENT = re.compile(
    r"c var (?P<id>\d+) (?P<name>\S+)"
    r"|c frame (?P<frame>\d+) (?P<turn>\S+) (?P<shown>\S+) (?P<next>\d+)"
    r"|c clauses (?P<first>\d+)-(?P<last>\d+) (?P<label>.+)"
)


def read_file(lines: Iterable[str], *, named: bool = True) -> File:
    """Read a formula's file; if `named`, its comments must name the variables.

    As in files of other programs, blanks may precede a line, `p cnf` may be in capitals, and SATLIB's `%` and `0` may
    follow the clauses. Certificates are read more strictly, by `proof/check`.

    Raises:
        UsageError: the file is damaged, incomplete, without names, or not DIMACS.

    >>> file = read_file(["c var 1 turn(1,R2)", "c clauses 1-1 one turn a step", "p cnf 1 1", "1 0"])
    >>> file.legend.turns([1]), file.verify([-1])
    (['R2'], [Broken(label='one turn a step', number=1, literals=('turn(1,R2)',))])
    """
    reader = _FileReader()
    for number, line in enumerate(map(str.strip, lines), 1):
        try:
            reader.read(line)
        except ValueError:
            raise UsageError(_BAD_LINE(line=number, text=line[:_SHOWN])) from None
    return reader.file(named)


class _FileReader:
    """The content of a file so far."""

    def __init__(self) -> None:
        self.legend = Legend()
        self.groups: list[tuple[int, int, str]] = []
        self.hashes: list[str] = []
        self.header: tuple[int, int] | None = None
        self.literals: list[int] = []
        self.has_ended = False

    def read(self, line: str) -> None:
        """Read a line without blanks around it.

        Raises:
            ValueError: it has no place in a DIMACS file.
        """
        if self.has_ended:
            # SATLIB's files end with these two lines.
            if line not in ("", "0"):
                raise ValueError
        elif line.startswith(("c", "C")):
            self._comment(line)
        elif match := _HEADER.match(line):
            if self.header is not None or self.literals:
                raise ValueError
            self.header = int(match[1]), int(match[2])
        elif line == "%":
            self.has_ended = True
        elif _LITERALS.fullmatch(line):
            self.literals += map(int, line.split())
        else:
            raise ValueError

    def _comment(self, line: str) -> None:
        """Add the content of a comment; a variable has one name, and a turn of a frame too."""
        if name := formula_hash_in(line):
            self.hashes.append(name)
        elif match := _COMMENT.match(line):
            if match["id"]:
                variable = Name.read(match["name"])
                if variable.kind == "turn":
                    step, turn = variable.labels
                    if int(step) < 1 or not WRITABLE.fullmatch(turn):
                        raise ValueError
                if self.legend.names.setdefault(int(match["id"]), variable) != variable:
                    raise ValueError
            elif match["frame"]:
                names = match["shown"], int(match["next"])
                if self.legend.frames.setdefault((int(match["frame"]), match["turn"]), names) != names:
                    raise ValueError
            else:
                self.groups.append((int(match["first"]), int(match["last"]), match["label"]))

    def file(self, named: bool) -> File:
        """Return the formula, if the file is complete."""
        if self.header is None:
            raise UsageError(_NO_HEADER())
        variables, count = self.header
        clauses: list[list[int]] = []
        clause: list[int] = []
        for literal in self.literals:
            if literal:
                clause.append(literal)
            else:
                clauses.append(clause)
                clause = []
        if len(clauses) > count:
            raise UsageError(_TOO_MANY(promised=count, found=len(clauses)))
        if len(clauses) < count or clause:
            raise UsageError(_CUT_SHORT(promised=count, found=len(clauses)))
        if max(map(abs, self.literals), default=0) > variables:
            _refuse_beyond(clauses, variables)
        digest = fingerprint(_lines(variables, clauses))
        for name in self.hashes:
            if name != digest:
                raise UsageError(_OTHER_HASH(said=name, found=digest))
        if named and not self.legend.names:
            raise UsageError(_NO_NAMES())
        return File(self.legend, variables, clauses, self.groups, digest)


def _refuse_beyond(clauses: list[list[int]], variables: int) -> NoReturn:
    number, literal = next(
        (number, literal)
        for number, clause in enumerate(clauses, 1)
        for literal in clause
        if abs(literal) > variables
    )
    raise UsageError(_BEYOND(clause=number, literal=str(literal)[:_SHOWN], variables=variables))


def _lines(variables: int, clauses: list[list[int]]) -> Iterator[str]:
    yield f"p cnf {variables} {len(clauses)}"
    for clause in clauses:
        yield " ".join(map(str, clause)) + " 0"
