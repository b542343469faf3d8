"""The checker of certificates: all that has to be trusted, but for the cube's geometry, the encoding and LRAT.

Nothing that a certificate says is believed. `check_certificate` makes the problem again from the cube, parity included, writes the
formula again and compares it byte by byte; it sees to it that every model would belong to one of the parts; it checks the proofs lemma
by lemma (`engines/sat/lrat.py`); and it turns the cube. With geometry and encoding that is about a thousand lines, and no solver.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from itertools import pairwise, product, zip_longest
from pathlib import Path
from typing import Any

from cubeproof.engines.sat import dimacs, lrat, worker
from cubeproof.engines.sat.encodings import encoding
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.instance import Instance, Model
from cubeproof.engines.sat.parity import odd_lengths
from cubeproof.engines.sat.solvers import proof_path
from cubeproof.errors import CertificateError, CubeproofError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.events import PartChecked, Progress, ignore
from cubeproof.solving.independent import Checkers
from cubeproof.solving.limit import Deadline, Limit
from cubeproof.solving.task import Task

__all__ = [
    "ENCODING",
    "FORMAT",
    "FORMULA",
    "MANIFEST",
    "Certificate",
    "check_certificate",
    "lines_of",
    "question",
]

FORMAT = "cubeproof certificate 1"
MANIFEST, FORMULA = "certificate.json", "formula.cnf"
ENCODING = "framed"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that holds.

    Attributes:
        folder: where it is.
        task: what was asked.
        alg: the answer.
        length: its length; there is no shorter one.
        parts: how many parts the proof has.
        lemmas: how many lemmas were checked, all parts together; 0 where it was only written.
        also: the independent programs that agreed.
    """

    folder: Path
    task: Task
    alg: Alg
    length: int
    parts: int
    lemmas: int = 0
    also: tuple[str, ...] = ()


def check_certificate(folder: Path | str, progress: Progress = ignore) -> Certificate:
    """Check a certificate, from nothing but the folder.

    Args:
        folder: where it is.
        progress: called after every part.

    Raises:
        CertificateError: it does not hold; the text says where it breaks.

    >>> import tempfile
    >>> from cubeproof.solving.certificate import certify
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     _ = certify(Task.of(Cube(2).apply("R U")), Alg("U' R'"), Path(parent, "proof"))
    ...     check_certificate(Path(parent, "proof")).length
    2
    """
    folder = Path(folder)
    manifest = _manifest(folder)
    try:
        task = _task(manifest)
        alg = Alg(_entry(manifest, "answer", str))
        length = _entry(manifest, "length", int)
        if not task.allows(alg):
            raise CertificateError(f"The answer {alg} makes turns that are not allowed.")
        if not task.is_solved_by(alg):
            raise CertificateError(f"The answer {alg} does not lead from the start to the goal.")
        counted = alg.count(task.metric, task.cube.size)
    except CertificateError:
        raise
    except CubeproofError as problem:
        raise CertificateError(f"The certificate makes no sense: {str(problem).rstrip('.')}.") from None
    if counted != length:
        raise CertificateError(
            f"The answer {alg} has {counted} turns, and the certificate speaks of {length}."
        )
    if not length:
        _check_no_other_part(folder, 0)
        return Certificate(folder, task, alg, 0, 0)
    name = _entry(manifest, "encoding", str)
    if name != ENCODING:
        raise CertificateError(f"Certificates are written with the encoding {ENCODING}, not {name!r}.")
    formula = question(task, length, Deadline(Limit()))
    _compare(folder / FORMULA, lines_of(task, formula))
    parts = _parts(formula, _entry(manifest, "parts", list))
    _check_cover(formula, parts)
    _check_no_other_part(folder, len(parts))
    lemmas, also = _check_parts(folder, formula, parts, progress)
    return Certificate(folder, task, alg, length, len(parts), lemmas, also)


def question(task: Task, length: int, deadline: Deadline) -> Formula:
    """The question whether there is an answer shorter than this one, of a length that parity allows."""
    model = Model(task.problem, deadline=deadline)
    odd = odd_lengths(model)
    shorter = length - 1 if odd is None or (length - 1) % 2 == odd else length - 2
    return encoding(ENCODING).write(Instance(model, max(0, shorter), idle=True))


def lines_of(task: Task, formula: Formula) -> Iterator[str]:
    """The lines of the formula's file."""
    return dimacs.text(formula, dimacs.header(formula, task.problem))


@contextmanager
def _opened(path: Path) -> Iterator[BufferedReader]:
    """A file to be read, with nothing but reading inside.

    Raises:
        CertificateError: it cannot be read, or is no file: of a pipe there may be no end.
    """
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise CertificateError(f"{path} cannot be read: It is no regular file.")
        with path.open("rb") as file:
            yield file
    except OSError as problem:
        raise CertificateError(f"{path} cannot be read: {problem.strerror}.") from None


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        with _opened(folder / MANIFEST) as file:
            manifest = json.loads(file.read().decode())
    except (ValueError, RecursionError):
        raise CertificateError(f"{folder / MANIFEST} is no JSON.") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise CertificateError(f"{folder / MANIFEST} is no certificate of the form {FORMAT!r}.")
    return manifest


def _entry(manifest: dict[str, Any], name: str, kind: type) -> Any:
    value = manifest.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise CertificateError(f"The certificate has no proper entry {name!r}.")
    return value


def _task(manifest: dict[str, Any]) -> Task:
    cube = Cube.from_facelets(_entry(manifest, "start", str), _entry(manifest, "size", int))
    goal = _entry(manifest, "goal", str)
    moves = manifest.get("moves")
    facelets = len(goal) == len(cube.colours)
    return Task.of(
        cube,
        Cube.from_facelets(goal, cube.size) if facelets else goal,
        None if moves is None else _entry(manifest, "moves", str),
        _entry(manifest, "metric", str),
    )


def _compare(path: Path, wanted: Iterable[str]) -> None:
    """See to it that a file has just these lines, each ended by a line feed."""
    with _opened(path) as lines:
        for number, (line, right) in enumerate(zip_longest(lines, wanted), 1):
            if right is None or line != f"{right}\n".encode("ascii"):
                wanted_here = "would end before it" if right is None else f"has {right!r} there"
                raise CertificateError(
                    f"Line {number} of {path.name} is not that of the formula for this problem, which {wanted_here}."
                )


def _parts(formula: Formula, named: list[Any]) -> list[tuple[int, ...]]:
    numbers = {str(name): variable for variable, name in formula.names()}
    parts = []
    for part in named:
        if not isinstance(part, list) or any(str(name) not in numbers for name in part):
            raise CertificateError(
                f"The certificate speaks of a part {part} of which the formula knows nothing."
            )
        parts.append(tuple(numbers[str(name)] for name in part))
    return parts


def _check_cover(formula: Formula, parts: list[tuple[int, ...]]) -> None:
    """See to it that every model belongs to a part.

    Some clause of the formula says that at least one of the things that a step can do is done. So every model does one of the things
    of the first step, one of those of the second, and so on; and each such combination is a part, or two neighbours in
    it exclude each other by a clause.
    """
    table = formula.ids("layer")
    if not parts or len({len(part) for part in parts}) != 1 or len(parts[0]) > len(table):
        raise CertificateError("The parts of the proof do not cover all cases: they are of unequal depth.")
    if parts == [()]:
        # One part, for which nothing is done: all models belong to it.
        return
    clauses = {tuple(sorted(clause)) for group in formula.groups for clause in group.clauses.tolist()}
    choices = [sorted({part[step] for part in parts}) for step in range(len(parts[0]))]
    for step, choice in enumerate(choices):
        if set(choice) != set(table[step].tolist()) or tuple(choice) not in clauses:
            raise CertificateError(
                f"The parts of the proof do not cover all that can be done in step {step + 1}."
            )
    given = set(parts)
    for case in product(*choices):
        excluded = any(tuple(sorted((-a, -b))) in clauses for a, b in pairwise(case))
        if case not in given and not excluded:
            named = " and ".join(formula.literal(literal) for literal in case)
            raise CertificateError(f"No part of the proof is about the case {named}.")


def _check_no_other_part(folder: Path, parts: int) -> None:
    """See to it that there are no proofs of which the certificate does not speak: nobody would look at them."""
    known = {proof_path(folder, part).name for part in range(parts)}
    try:
        others = sorted(path.name for path in folder.glob("part-*.lrat") if path.name not in known)
    except OSError as problem:
        raise CertificateError(f"{folder} cannot be read: {problem.strerror}.") from None
    if others:
        raise CertificateError(f"{others[0]} is the proof of no part that the certificate speaks of.")


def _check_parts(
    folder: Path, formula: Formula, parts: list[tuple[int, ...]], progress: Progress
) -> tuple[int, tuple[str, ...]]:
    clauses = list(worker.clauses(formula.flat().tobytes()))
    lemmas = 0
    others = Checkers(folder / FORMULA, formula, progress)
    for index, part in enumerate(parts):
        path = proof_path(folder, index)
        extended = [*clauses, *([literal] for literal in part)]
        with _opened(path) as lines:
            try:
                found = lrat.check(extended, (line.decode("ascii", "replace") for line in lines))
            except CertificateError as problem:
                raise CertificateError(f"{path.name}: {problem}") from None
        lemmas += found
        others.check(part, path)
        progress(PartChecked(index + 1, len(parts), found))
    return lemmas, others.agreed
