"""Certificates: an answer with the proof that none is shorter, in a folder that anyone can check.

The folder has `certificate.json`, which says what was asked, what the answer is, and into which parts the proof is split;
`formula.cnf`, the question whether there is an answer with one turn less, or fewer (two less where parity excludes one less, as in quarter
turns); and for every part a proof in LRAT that the formula has no model with the part's literals.

`check_certificate` trusts nothing in it. It makes the problem again from the cube, parity included, writes the formula again and
compares it line by line; it sees to it that every model would belong to one of the parts; it checks the proofs lemma by lemma; and it
turns the cube. What stays to be trusted: the geometry of the cube, the encoding, and the checker, about a thousand lines, and no solver.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product, zip_longest
from pathlib import Path
from typing import Any

from cubeproof.engines.sat import dimacs, lrat
from cubeproof.engines.sat.encodings import encoding
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.instance import Instance, Model
from cubeproof.engines.sat.parity import odd_lengths
from cubeproof.engines.sat.search import TimeUpError, ask, split
from cubeproof.engines.sat.solvers import Prover, proof_path
from cubeproof.errors import CertificateError, CubeproofError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.events import Note, PartChecked, PartProved, Progress, ignore
from cubeproof.solving.limit import Deadline, Limit
from cubeproof.solving.task import Task
from cubeproof.solving.unfinished import written_whole

__all__ = ["Certificate", "certify", "check_certificate", "ensure_free"]

_FORMAT = "cubeproof certificate 1"
_MANIFEST, _FORMULA = "certificate.json", "formula.cnf"
_ENCODING = "framed"
# From this horizon on a proof is split by the first two turns.
_LONG = 10

_CHECKERS = {
    # Programs that check LRAT, with the line that they print of a proof that holds.
    "cake_lpr": "s VERIFIED UNSAT",
    "lrat-check": "c VERIFIED",
    "lrat-trim": "s VERIFIED",
}


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


def certify(
    task: Task,
    alg: Alg,
    folder: Path | str,
    *,
    jobs: int = 1,
    limit: Limit | None = None,
    progress: Progress = ignore,
) -> Certificate:
    """Prove that an answer is a shortest one, and write the certificate.

    Nothing is relied on that was proved before: not who found the answer, nor any bound.

    Args:
        task: what was asked.
        alg: the answer.
        folder: where to write; it must not exist yet, or be empty.
        jobs: how many processes may work on the parts of a proof.
        limit: the time that this may take.
        progress: called after every part of the proof.

    Raises:
        CertificateError: the answer is none, there is a shorter one, the folder is in use, or the time ran out.
        OSError: the folder cannot be written.
    """
    deadline = Deadline(limit or Limit())
    folder = ensure_free(folder)
    length = alg.count(task.metric, task.cube.size)
    if not (task.allows(alg) and task.is_solved_by(alg)):
        raise CertificateError(f"{alg} is no answer, so it cannot be certified.")
    with written_whole(folder) as unfinished:
        parts: list[list[str]] = []
        if length:
            try:
                formula = _formula(task, length, _ENCODING, deadline)
                literals = split(formula, 2 if length > _LONG else 0)
                _write_lines(unfinished / _FORMULA, _text(task, formula))
                _prove(formula, literals, unfinished, jobs, deadline, progress)
            except TimeUpError:
                raise CertificateError("The time ran out before the proof was written.") from None
            parts = [[formula.literal(literal) for literal in part] for part in literals]
        manifest = {
            "format": _FORMAT,
            "size": task.cube.size,
            "start": task.cube.facelets,
            "goal": task.goal.facelets if isinstance(task.goal, Cube) else task.goal,
            "moves": task.moves,
            "metric": task.metric.value,
            "answer": str(alg),
            "length": length,
            "encoding": _ENCODING,
            "parts": parts,
        }
        _write_lines(unfinished / _MANIFEST, [json.dumps(manifest, indent=2)])
    progress(Note(f"The certificate is in {folder}."))
    return Certificate(folder, task, alg, length, len(parts))


def ensure_free(folder: Path | str) -> Path:
    """The folder, if a certificate can be written there.

    Raises:
        CertificateError: something else is there.
        OSError: it cannot be looked at.
    """
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CertificateError(f"{folder} exists already; a certificate wants a folder of its own.")
    return folder


def _formula(task: Task, length: int, name: str, deadline: Deadline) -> Formula:
    """The question whether there is an answer shorter than this one, of a length that parity allows."""
    model = Model(task.problem, deadline=deadline)
    odd = odd_lengths(model)
    shorter = length - 1 if odd is None or (length - 1) % 2 == odd else length - 2
    return encoding(name).write(Instance(model, max(0, shorter), idle=True))


def _text(task: Task, formula: Formula) -> Iterator[str]:
    return dimacs.text(formula, dimacs.header(formula, task.problem))


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="ascii") as file:
        file.writelines(f"{line}\n" for line in lines)
        file.flush()
        os.fsync(file.fileno())


def _prove(
    formula: Formula,
    parts: Sequence[Sequence[int]],
    folder: Path,
    jobs: int,
    deadline: Deadline,
    progress: Progress,
) -> None:
    def refuted(done: int) -> None:
        progress(PartProved(done, len(parts)))

    reply = ask(formula, Prover(folder), deadline, parts, jobs, refuted)
    if reply.satisfiable:
        raise CertificateError("There is a shorter answer than this one, so it cannot be certified.")


def check_certificate(folder: Path | str, progress: Progress = ignore) -> Certificate:
    """Check a certificate, from nothing but the folder.

    Args:
        folder: where it is.
        progress: called after every part.

    Raises:
        CertificateError: it does not hold; the text says where it breaks.

    >>> import tempfile
    >>> from cubeproof.puzzle.cube import Cube
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
        return Certificate(folder, task, alg, 0, 0)
    name = _entry(manifest, "encoding", str)
    if name != _ENCODING:
        raise CertificateError(f"Certificates are written with the encoding {_ENCODING}, not {name!r}.")
    formula = _formula(task, length, name, Deadline(Limit()))
    _compare(folder / _FORMULA, _text(task, formula))
    parts = _parts(formula, _entry(manifest, "parts", list))
    _check_cover(formula, parts)
    lemmas, also = _check_parts(folder, formula, parts, progress)
    return Certificate(folder, task, alg, length, len(parts), lemmas, also)


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    except OSError as problem:
        raise CertificateError(f"{folder / _MANIFEST} cannot be read: {problem.strerror}.") from None
    except (ValueError, RecursionError):
        raise CertificateError(f"{folder / _MANIFEST} is no JSON.") from None
    if not isinstance(manifest, dict) or manifest.get("format") != _FORMAT:
        raise CertificateError(f"{folder / _MANIFEST} is no certificate of the form {_FORMAT!r}.")
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
    """See to it that a file has just these lines."""
    with _opened(path) as lines:
        for number, (line, right) in enumerate(zip_longest(lines, wanted), 1):
            if line is None or right is None or line.rstrip("\n") != right:
                wanted_here = "would end before it" if right is None else f"has {right!r} there"
                raise CertificateError(
                    f"Line {number} of {path.name} is not that of the formula for this problem, which {wanted_here}."
                )


def _opened(path: Path) -> contextlib.AbstractContextManager[Iterable[str]]:
    try:
        return path.open(encoding="ascii", errors="replace")
    except OSError as problem:
        raise CertificateError(f"{path} cannot be read: {problem.strerror}.") from None


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


def _check_parts(
    folder: Path, formula: Formula, parts: list[tuple[int, ...]], progress: Progress
) -> tuple[int, tuple[str, ...]]:
    clauses = [
        [literal for literal in clause if literal]
        for group in formula.groups
        for clause in group.clauses.tolist()
    ]
    lemmas = 0
    also: set[str] = set()
    for index, part in enumerate(parts):
        path = proof_path(folder, index)
        extended = [*clauses, *([literal] for literal in part)]
        with _opened(path) as lines:
            try:
                found = lrat.check(extended, lines)
            except CertificateError as problem:
                raise CertificateError(f"{path.name}: {problem}") from None
        lemmas += found
        also.update(_independent(folder / _FORMULA, formula, part, path))
        progress(PartChecked(index + 1, len(parts), found))
    return lemmas, tuple(sorted(also))


def _independent(cnf: Path, formula: Formula, part: Sequence[int], proof: Path) -> Iterator[str]:
    """Ask the checkers that happen to be installed.

    Raises:
        CertificateError: one of them does not accept the proof.
    """
    for name, accepts in _CHECKERS.items():
        program = shutil.which(name)
        if program is None:
            continue
        with tempfile.TemporaryDirectory(prefix="cubeproof-") as folder:
            extended = cnf
            if part:
                extended = Path(folder, "part.cnf")
                _write_lines(extended, dimacs.with_units(dimacs.text(formula), formula, part))
            done = subprocess.run(
                [program, str(extended), str(proof)],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
        # After a lemma that does not follow, lrat-check goes on, and may still say at the end that all is well.
        lines = [line.strip() for line in done.stdout.splitlines()]
        if accepts not in lines or any("NOT VERIFIED" in line for line in lines):
            raise CertificateError(f"{proof.name}: {name} does not accept it: {done.stdout.strip()[-200:]}")
        yield name
