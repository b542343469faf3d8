"""Certificates: an answer with the proof that none is shorter, in a folder that anyone can check.

The folder has `certificate.json`, which says what was asked, what the answer is, which problem the formula is
about, and into which parts the proof is split; `formula.cnf`, the question whether there is an answer with
one turn less, or fewer (two less where parity excludes one less, as in quarter turns); and for every part a
proof in LRAT that the formula has no model with the part's literals.

This module writes them; `proof/check/verdict.py` says what a certificate is, and whether one holds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import overload

from cubeproof.base.argument_checks import expect, expect_callable, expect_whole
from cubeproof.contract.control import Control
from cubeproof.contract.events import Note, PartProved, Progress, ignore
from cubeproof.contract.limit import Limit
from cubeproof.engines.sat.search import ask, split
from cubeproof.engines.sat.solvers import Prover
from cubeproof.errors import CertificateError, StoppedError, TimeUpError, UsageError
from cubeproof.formulas.formula import Formula
from cubeproof.places import Place, delivered_folder, is_free, shown, try_writing
from cubeproof.problem import CubeMap, Problem
from cubeproof.proof.certificate import Certificate, certificate_of
from cubeproof.proof.check.manifest import FORMULA, MANIFEST, Made, Manifest
from cubeproof.proof.check.permutations import Puzzle, check_sizes
from cubeproof.proof.check.reduction import check_reduction
from cubeproof.proof.check.verdict import formula_of, lines_of, longest_excluded
from cubeproof.proof.write.manifest_text import in_full, made_of, puzzle_text, text, written_out
from cubeproof.puzzle.alg import Alg
from cubeproof.sentences import Template, say
from cubeproof.solving.solution import ProblemSolution, Solution

# The proof of an answer that is longer than this is split by the first two turns.
_LONG = 10

_EITHER_CONTROL = Template(
    "certificate.either-control",
    "A control has its own limit and progress: pass either a control or these.",
)
_STOPPED = Template("certificate.stopped", "Stopped before the certificate was written.")
_TIME_UP = Template("certificate.time-up", "The time ran out before the proof was written.")
_EXPECTED = Template(
    "certificate.expected",
    "The proof for {length} turns takes about "
    "{unit?seconds:{count} seconds|minutes:{count} {count?one:minute|other:minutes}"
    "|hours:{count} {count?one:hour|other:hours}|days:{count} {count?one:day|other:days}}, roughly estimated.",
)
_ANSWER_GIVEN = Template(
    "certificate.answer-given",
    "A solution contains its answer: call `certify` with the solution and a folder.",
)
_NOTHING = Template("certificate.nothing", "There is no answer, so there is nothing to be certified.")
_NOT_AN_ANSWER = Template("certificate.not-an-answer", "{alg} is not an answer, so it cannot be certified.")
_EXISTS = Template("certificate.exists", "{folder} already exists; choose a new or empty folder.")
_OTHER_HOLD = Template(
    "certificate.unstated-hold",
    "A certificate cannot state this question: in certificates, goals with a name and all goals on even "
    "sizes may be reached in any rotation, other goals only as given.",
)


@overload
def certify(
    problem: ProblemSolution,
    folder: Place,
    /,
    *,
    jobs: int = ...,
    limit: Limit | None = ...,
    progress: Progress = ...,
    control: Control | None = ...,
) -> Certificate: ...


@overload
def certify(
    problem: Problem,
    answer: Alg | Sequence[str] | str,
    folder: Place,
    *,
    jobs: int = ...,
    limit: Limit | None = ...,
    progress: Progress = ...,
    control: Control | None = ...,
) -> Certificate: ...


def certify(
    problem: ProblemSolution | Problem,
    answer: Alg | Sequence[str] | Place,
    folder: Place | None = None,
    *,
    jobs: int = 1,
    limit: Limit | None = None,
    progress: Progress = ignore,
    control: Control | None = None,
) -> Certificate:
    """Prove that an answer is a shortest one, and write the certificate.

    Called as `certify(solution, folder)` or as `certify(problem, answer, folder)`. Nothing that was proved before
    is relied on: no bound, and not the engine that found the answer.

    Args:
        problem: a solution, or a problem.
        answer: turns for the problem of a cube, else names of generators; left out if `problem` is a solution.
        folder: where to write, a path or a URL; it must not exist yet, or be empty.
        jobs: how many processes may work on the parts of a proof.
        limit: the time that this may take; the proof of a cube of 12 turns takes minutes, of 14 hours.
        progress: called after every part of the proof.
        control: instead of `limit` and `progress` one value that has both, and with which the work can be
            stopped from anywhere.

    Raises:
        UsageError: a control, and a limit or a progress callback beside it.
        CertificateError: not an answer, a shorter one exists, the folder is in use, or the time ran
            out.
        StoppedError: the control said stop.
        OSError: the folder cannot be written; at a URL it is a PlaceError.
        UnsupportedError: what reaches the URL is not installed.
        TypeError: an argument of another type.

    >>> import tempfile
    >>> from cubeproof import Cube, solve
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     certify(solve(Cube(2).apply("R U")), Path(parent, "proof")).length
    2
    """
    expect_whole("jobs", jobs)
    expect("limit", limit, (Limit, type(None)), "a Limit")
    expect("control", control, (Control, type(None)), "a Control")
    expect_callable("progress", progress)
    if control is None:
        control = Control(limit, progress)
    elif limit is not None or progress is not ignore:
        raise UsageError(_EITHER_CONTROL())
    question, given, place = _arguments(problem, answer, folder)
    ensure_free(place)
    said = _of_puzzle(question, given) if question.cube_map is None else _of_cube(question.cube_map, given)
    with delivered_folder(place, manifest=MANIFEST, stopped=lambda: control.stopped) as unfinished:
        if said.length:
            if isinstance(said, Manifest):
                said = _with_problem(said, question)
                if expected := expected_seconds(said, jobs):
                    count, unit = _span(expected)
                    control.tell(Note(_EXPECTED(length=said.length, count=count, unit=unit)))
            try:
                with control.watching():
                    formula = formula_of(said)
                literals = split(formula, 2 if said.length > _LONG else 0)
                _write_lines(unfinished / FORMULA, lines_of(said, formula))
                _prove(formula, literals, unfinished, jobs, control)
            except StoppedError:
                raise StoppedError(_STOPPED()) from None
            except TimeUpError:
                raise CertificateError(_TIME_UP()) from None
            parts = tuple(tuple(map(formula.literal, part)) for part in literals)
            said = replace(said, parts=parts)
        _write_lines(unfinished / MANIFEST, [text(said) if isinstance(said, Manifest) else puzzle_text(said)])
    control.tell(Note(say("certificate.written", "The certificate is in {folder}.", folder=shown(place))))
    return certificate_of(place, said)


# Measured on one core for the 3×3×3 with all turns, in htm: seconds by number of turns, and how many times as long
# each turn more takes.
_USUAL, _FIRST, _FACTOR = 10, 8.0, 8.0
# What takes less is not worth a sentence.
_WORTH_TELLING = 20.0


def expected_seconds(said: Manifest, jobs: int = 1) -> float | None:
    """About how long a proof will take; None where that is unknown, or a matter of seconds."""
    question = said.question
    full = isinstance(question.goal, str) and question.goal == "solved" and question.moves is None
    if not full or question.size != 3 or question.metric != "htm":
        return None
    expected = _FIRST * _FACTOR ** (said.length - _USUAL) / (jobs if said.length > _LONG else 1)
    return expected if expected >= _WORTH_TELLING else None


def _span(seconds: float) -> tuple[int, str]:
    """A time: how many of the largest unit of which there is one or more, and that."""
    units = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))
    unit, size = next((unit, size) for unit, size in units if seconds >= size)
    return round(seconds / size), unit


_Answer = Alg | Sequence[str]


def _arguments(subject: object, answer: object, folder: object) -> tuple[Problem, _Answer, Place]:
    """The problem, the answer and the folder, given in either way."""
    if isinstance(subject, ProblemSolution):
        if folder is not None:
            raise UsageError(_ANSWER_GIVEN())
        expect("folder", answer, (str, os.PathLike), "a path or a URL")
        if subject.word is None:
            raise CertificateError(_NOTHING())
        # A puzzle's answer is read as the names of its generators, which can differ from the names in a written answer.
        names = tuple(subject.problem.generators[number].name for number in subject.word)
        return subject.problem, subject.alg or Alg() if isinstance(subject, Solution) else names, answer  # type: ignore[return-value] # checked above
    expect("problem", subject, Problem, "a solution or a Problem")
    expect("answer", answer, (Alg, str, Sequence), "the answer")
    expect("folder", folder, (str, os.PathLike), "a path or a URL")
    return subject, answer, folder  # type: ignore[return-value] # checked above


def _of_cube(cube_map: CubeMap, answer: _Answer) -> Manifest:
    alg = Alg(answer if isinstance(answer, Alg | str) else " ".join(map(str, answer)))
    if not (cube_map.allows(alg) and cube_map.is_solved_by(alg)):
        raise CertificateError(_NOT_AN_ANSWER(alg=str(alg)))
    question = in_full(cube_map.cube, cube_map.goal, cube_map.moves, cube_map.metric)
    if question.held_anyhow != cube_map.held_anyhow:
        raise CertificateError(_OTHER_HOLD())
    return Manifest(question, written_out(alg), alg.count(cube_map.metric, cube_map.size))


def _of_puzzle(problem: Problem, answer: _Answer) -> Puzzle:
    check_sizes(len(problem.start), problem.costs.tolist(), len(problem.goals))
    names = tuple(answer.split() if isinstance(answer, str) else map(str, answer))
    word = problem.word(names)
    if word is None or not problem.is_solved_by(word):
        raise CertificateError(_NOT_AN_ANSWER(alg=" ".join(names)))
    # As the checker will make it: frames, which serve to write answers for people, are not in the formula.
    plain = tuple(replace(generator, frames=()) for generator in problem.generators)
    length = problem.cost(word)
    return Puzzle(replace(problem, generators=plain), names, length, max(0, length - 1))


def _with_problem(manifest: Manifest, problem: Problem) -> Manifest:
    """The manifest with the problem that the formula is to be about.

    That is the given one if its reduction can be checked, else one with all turns and goals of the question.
    """
    size, question = manifest.question.size, manifest.question
    generators = [(generator.permutation, generator.cost) for generator in problem.generators]
    try:
        check_reduction(question, generators, problem.goals)
        turns = tuple(made_of(generator, size) for generator in problem.generators)
        goals = problem.goals
    except CertificateError:
        turns = tuple(Made(block.name(size), cost) for block, cost in question.turns.items() if cost)
        goals = tuple({goal.tobytes(): goal for goal in question.goals}.values())
    filled = replace(manifest, generators=turns, goals=goals)
    return replace(filled, horizon=longest_excluded(filled))


def ensure_free(folder: Place) -> None:
    """See that a certificate can be written at a place."""
    if not is_free(folder):
        raise CertificateError(_EXISTS(folder=shown(folder)))
    try_writing(folder)


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
        raise CertificateError(
            say("certificate.shorter", "A shorter answer exists, so this one cannot be certified.")
        )
