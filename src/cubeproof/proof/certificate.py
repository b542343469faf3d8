"""Certificates: an answer with the proof that none is shorter, in a folder that anyone can check.

The folder has `certificate.json`, which says what was asked, what the answer is, which problem the formula is about, and into which parts
the proof is split; `formula.cnf`, the question whether there is an answer with one turn less, or fewer (two less where parity excludes
one less, as in quarter turns); and for every part a proof in LRAT that the formula has no model with the part's literals.

Here they are written; what a certificate is, and whether one holds, is said in `proof/verdict.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from cubeproof.contract.control import Control
from cubeproof.contract.events import Note, PartProved, Progress, ignore
from cubeproof.contract.limit import Limit
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.search import ask, split
from cubeproof.engines.sat.solvers import Prover
from cubeproof.errors import CertificateError, StoppedError, TimeUpError
from cubeproof.proof.checking import Certificate, certificate_of, check_certificate
from cubeproof.proof.manifest import FORMULA, MANIFEST, Made, Manifest
from cubeproof.proof.reduction import check_reduction
from cubeproof.proof.unfinished import is_free, written_whole
from cubeproof.proof.verdict import formula_of, lines_of, longest_excluded
from cubeproof.proof.words import in_full, written_out
from cubeproof.proof.writing import made_of, text
from cubeproof.puzzle.alg import Alg
from cubeproof.solving.task import Task

__all__ = ["Certificate", "certify", "check_certificate", "ensure_free"]

# From this horizon on a proof is split by the first two turns.
_LONG = 10


def certify(
    task: Task,
    alg: Alg,
    folder: Path | str,
    *,
    jobs: int = 1,
    limit: Limit | None = None,
    progress: Progress = ignore,
    control: Control | None = None,
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
        control: instead of `limit` and `progress` one value that has both, and with which the work can be stopped from anywhere.

    Raises:
        CertificateError: the answer is none, there is a shorter one, the folder is in use, or the time ran out.
        StoppedError: the control said stop.
        OSError: the folder cannot be written.
    """
    control = control or Control(limit, progress)
    folder = ensure_free(folder)
    length = alg.count(task.metric, task.cube.size)
    if not (task.allows(alg) and task.is_solved_by(alg)):
        raise CertificateError(f"{alg} is no answer, so it cannot be certified.")
    question = in_full(task.cube, task.goal, task.moves, task.metric)
    manifest = Manifest(question, written_out(alg), length)
    with written_whole(folder) as unfinished:
        if length:
            manifest = _with_problem(manifest, task)
            try:
                with control.watching():
                    formula = formula_of(manifest)
                literals = split(formula, 2 if length > _LONG else 0)
                _write_lines(unfinished / FORMULA, lines_of(manifest, formula))
                _prove(formula, literals, unfinished, jobs, control)
            except StoppedError:
                raise StoppedError("Stopped before the certificate was written.") from None
            except TimeUpError:
                raise CertificateError("The time ran out before the proof was written.") from None
            parts = tuple(tuple(map(formula.literal, part)) for part in literals)
            manifest = replace(manifest, parts=parts)
        _write_lines(unfinished / MANIFEST, [text(manifest)])
    control.tell(Note(f"The certificate is in {folder}."))
    return certificate_of(folder, manifest)


def _with_problem(manifest: Manifest, task: Task) -> Manifest:
    """The manifest with the problem that the formula is to be about: the task's own, if a checker can see that it is small enough."""
    size, question = task.cube.size, manifest.question
    generators = [(generator.permutation, generator.cost) for generator in task.problem.generators]
    try:
        check_reduction(question, generators, task.problem.goals)
        made = tuple(made_of(generator, size) for generator in task.problem.generators)
        goals = task.problem.goals
    except CertificateError:
        made = tuple(Made(block.name(size), cost) for block, cost in question.turns.items() if cost)
        goals = tuple({goal.tobytes(): goal for goal in question.goals}.values())
    filled = replace(manifest, generators=made, goals=goals)
    return replace(filled, horizon=longest_excluded(filled))


def ensure_free(folder: Path | str) -> Path:
    """The folder, if a certificate can be written there.

    Raises:
        CertificateError: something else is there.
        OSError: it cannot be looked at.
    """
    folder = Path(folder)
    if not is_free(folder):
        raise CertificateError(f"{folder} exists already; a certificate wants a folder of its own.")
    return folder


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
    control: Control,
) -> None:
    def refuted(done: int) -> None:
        control.tell(PartProved(done, len(parts)))

    reply = ask(formula, Prover(folder), control, parts, jobs, refuted)
    if reply.satisfiable:
        raise CertificateError("There is a shorter answer than this one, so it cannot be certified.")
