"""`certify` writes a certificate: a folder with an answer and the proof that no answer is shorter.

If the proof is a search, the folder contains only `certificate.json`, with the question and the answer. Otherwise it
contains `certificate.json` (the question, the answer, the formula's problem and the parts of the proof);
`formula.cnf`, which states that a shorter answer exists (shorter by one turn, or by two if parity excludes one, as
in quarter turns); and for each part an LRAT proof that the formula has no model with the part's literals.

`proof/check/verdict.py` defines and checks certificates.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, overload

from cubeproof.base.argument_checks import expect, expect_callable, expect_whole
from cubeproof.contract.control import Control
from cubeproof.contract.events import Note, PartProved, Progress, ignore
from cubeproof.contract.limit import Limit
from cubeproof.errors import CertificateError, StoppedError, TimeUpError, UsageError
from cubeproof.formulas.formula import Formula
from cubeproof.methods.sat.search import ask, split
from cubeproof.methods.sat.solvers import Prover
from cubeproof.places import Place, delivered_folder, is_free, shown, try_writing
from cubeproof.problem import CubeMap, Problem
from cubeproof.proof.certificate import Certificate, certificate_of, search_certificate_of
from cubeproof.proof.check.manifest import FORMULA, MANIFEST, PROOF, SEARCH, FormulaGenerator, Manifest
from cubeproof.proof.check.permutations import Puzzle, check_sizes
from cubeproof.proof.check.question import Question
from cubeproof.proof.check.reduction import check_reduction
from cubeproof.proof.check.search_manifest import is_searchable, may_be_searched
from cubeproof.proof.check.verdict import formula_of, lines_of, longest_excluded
from cubeproof.proof.expected_times import (
    FIRST_SEARCHED,
    checking_seconds,
    searching_seconds,
    span,
    writing_seconds,
)
from cubeproof.proof.write.manifest_text import (
    certificate_notation,
    checker_question,
    formula_generator,
    puzzle_text,
    search_text,
    text,
)
from cubeproof.proof.write.shares import prove_in_shares
from cubeproof.puzzle.alg import Alg
from cubeproof.sentences import Template, say
from cubeproof.solving.solution import ProblemSolution, Solution
from cubeproof.work.executor import usable_cores

# Proofs of longer answers are split by the first two turns.
_LONG = 10
# Shorter proofs are not announced.
_LEAST_SECONDS = 20.0

_EITHER_CONTROL = Template(
    "certificate.either-control",
    "A control has its own limit and progress: pass either a control or these.",
)
_EXECUTOR_ALONE = Template(
    "certificate.executor-alone", "An executor proves parts in a share: pass `share` too."
)
_STOPPED = Template("certificate.stopped", "Stopped before the certificate was written.")
_TIME_UP = Template("certificate.time-up", "The time ran out before the proof was written.")
_EXPECTED = Template(
    "certificate.expected",
    "The proof for {length} turns takes about {writing}, and checking it about {checking}, roughly estimated.",
)
_EXPECTED_SEARCH = Template(
    "certificate.expected-search",
    "A proof by search: writing it takes a moment, and `cubeproof check` about {checking} on the cores of this "
    "machine, roughly estimated.",
)
_NO_KIND = Template("certificate.no-kind", "There is no proof {kind!r}; there are {kinds:and}.")
_NOT_SEARCHED = Template(
    "certificate.not-searched",
    "A proof by search is about a 3×3×3 with all stickers known, the goal solved and all turns in htm.",
)
_UNPROVED = Template("certificate.unproved", "The answer is not proved to be a shortest one.")
_NOT_CHECKED_YET = Template(
    "certificate.not-checked-yet", "Proved by search, not checked: `cubeproof check` checks it."
)
_ANSWER_GIVEN = Template(
    "certificate.answer-given",
    "A solution contains its answer: call `certify` with the solution and a folder.",
)
_NOTHING = Template("certificate.nothing", "There is no answer to certify.")
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
    proof: str | None = ...,
    limit: Limit | None = ...,
    progress: Progress = ...,
    control: Control | None = ...,
    share: Place | None = ...,
    executor: Any = ...,
) -> Certificate: ...


@overload
def certify(
    problem: Problem,
    answer: Alg | Sequence[str] | str,
    folder: Place,
    *,
    jobs: int = ...,
    proof: str | None = ...,
    limit: Limit | None = ...,
    progress: Progress = ...,
    control: Control | None = ...,
    share: Place | None = ...,
    executor: Any = ...,
) -> Certificate: ...


def certify(
    problem: ProblemSolution | Problem,
    answer: Alg | Sequence[str] | Place,
    folder: Place | None = None,
    *,
    jobs: int = 1,
    proof: str | None = None,
    limit: Limit | None = None,
    progress: Progress = ignore,
    control: Control | None = None,
    share: Place | None = None,
    executor: Any = None,
) -> Certificate:
    """Prove that an answer is a shortest one, and write the certificate.

    Call it as `certify(solution, folder)` or `certify(problem, answer, folder)`. The proof relies on no earlier bound
    and not on the engine that found the answer.

    A proof is a refutation of a formula (`lrat`), or, for the 3×3×3 in `htm`, a search of all shorter words (`search`):
    then the certificate is only the answer, and nothing is proved before its checker has searched. A shortest
    solution of 11 or more turns has a proof by search, since that is cheaper.

    Args:
        problem: a solution, or a problem.
        answer: turns for the problem of a cube, else names of generators; omitted if `problem` is a solution.
        folder: a path or a URL; it must not exist, or be empty.
        jobs: the number of processes for the parts of the proof.
        proof: `lrat` or `search`; the cheaper one by default, and `lrat` for an answer that is no `solve` result.
        limit: limits the time; a proof of 12 turns takes minutes, of 14 turns hours.
        progress: called after each part of the proof.
        control: replaces `limit` and `progress`, and can stop the work from another thread.
        share: a folder, a path or a URL, for the parts of a long proof, with a plan and a journal. With the same
            folder, an interrupted proof continues. See `docs/shares.md`.
        executor: with `share`, proves the parts: an executor of `concurrent.futures`, or a Dask Client. Its workers
            write their proofs into `share`.

    Raises:
        UsageError: `control` together with `limit` or `progress`; an unknown proof, or one that does not fit;
            `executor` without `share`; `share` has the plan of another proof, or another run works on it.
        CertificateError: not an answer, a shorter answer exists (not noticed by `search`, but by its checker), the
            folder is in use, or the time ran out.
        StoppedError: the control requested a stop.
        OSError: the folder cannot be written; PlaceError for a URL.
        UnsupportedError: the package that writes to such URLs is not installed.
        TypeError: an argument has another type.

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
    if executor is not None and share is None:
        raise UsageError(_EXECUTOR_ALONE())
    question, turns, place = _arguments(problem, answer, folder)
    ensure_free(place)
    claim = _of_puzzle(question, turns) if question.cube_map is None else _of_cube(question.cube_map, turns)
    if share is not None and proof is None:
        # A search is not written in parts.
        proof = PROOF
    searched = _is_searched(proof, problem, claim)
    with delivered_folder(place, manifest=MANIFEST, stopped=lambda: control.stopped) as unfinished:
        if searched:
            checking = span(searching_seconds(claim.length, usable_cores()))
            control.emit(Note(_EXPECTED_SEARCH(checking=checking)))
        elif claim.length:
            if isinstance(claim, Manifest):
                claim = _with_problem(claim, question)
                _tell_expected(claim, jobs, control)
            try:
                with control.watching():
                    formula = formula_of(claim)
                literals = split(formula, 2 if claim.length > _LONG else 0)
                _write_lines(unfinished / FORMULA, lines_of(claim, formula))
                if share is None:
                    _prove(formula, literals, unfinished, jobs, control)
                else:
                    prove_in_shares(
                        claim, formula, literals, share, unfinished, control, jobs=jobs, executor=executor
                    )
            except StoppedError:
                raise StoppedError(_STOPPED()) from None
            except TimeUpError:
                raise CertificateError(_TIME_UP()) from None
            parts = tuple(tuple(map(formula.literal, part)) for part in literals)
            claim = replace(claim, parts=parts)
        if not isinstance(claim, Manifest):
            content = puzzle_text(claim)
        else:
            content = search_text(claim) if searched else text(claim)
        _write_lines(unfinished / MANIFEST, [content])
    control.emit(Note(say("certificate.written", "The certificate is in {folder}.", folder=shown(place))))
    if searched and isinstance(claim, Manifest):
        control.emit(Note(_NOT_CHECKED_YET()))
        return search_certificate_of(place, claim)
    return certificate_of(place, claim)


def _tell_expected(claim: Manifest, jobs: int, control: Control) -> None:
    """Tell how long writing and checking a refutation will take, if it is known and not short."""
    question = claim.question
    full = isinstance(question.goal, str) and question.goal == "solved" and question.moves is None
    if not full or question.size != 3 or question.metric != "htm":
        return
    writing = writing_seconds(claim.length, jobs if claim.length > _LONG else 1)
    if writing >= _LEAST_SECONDS:
        checking = checking_seconds(claim.length)
        control.emit(Note(_EXPECTED(length=claim.length, writing=span(writing), checking=span(checking))))


def _is_searched(proof: str | None, subject: object, claim: Manifest | Puzzle) -> bool:
    """Whether a certificate's proof is a search, as requested or because that is cheaper.

    Nothing is searched when such a certificate is written, so only a search engine's answer has one without a request.
    """
    check_kind(proof)
    if proof == PROOF:
        return False
    fits = isinstance(claim, Manifest) and may_be_searched(claim)
    proved = isinstance(subject, ProblemSolution) and subject.optimal
    if proof is None:
        return fits and proved and claim.length >= FIRST_SEARCHED
    if not fits:
        raise UsageError(_NOT_SEARCHED())
    if isinstance(subject, ProblemSolution) and not proved:
        raise CertificateError(_UNPROVED())
    return True


_Answer = Alg | Sequence[str]


def _arguments(subject: object, answer: object, folder: object) -> tuple[Problem, _Answer, Place]:
    """Return the problem, the answer and the folder from either form of the call."""
    if isinstance(subject, ProblemSolution):
        if folder is not None:
            raise UsageError(_ANSWER_GIVEN())
        expect("folder", answer, (str, os.PathLike), "a path or a URL")
        if subject.word is None:
            raise CertificateError(_NOTHING())
        # The names of generators, which can differ from the names in a written answer.
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
    question = _question(cube_map)
    if question.held_anyhow != cube_map.held_anyhow:
        raise CertificateError(_OTHER_HOLD())
    return Manifest(
        question, certificate_notation(alg, cube_map.size), alg.count(cube_map.metric, cube_map.size)
    )


def _question(cube_map: CubeMap) -> Question:
    return checker_question(cube_map.cube, cube_map.goal, cube_map.moves, cube_map.metric)


def _of_puzzle(problem: Problem, answer: _Answer) -> Puzzle:
    check_sizes(len(problem.start), problem.costs.tolist(), len(problem.goals))
    names = tuple(answer.split() if isinstance(answer, str) else map(str, answer))
    word = problem.word(names)
    if word is None or not problem.is_solved_by(word):
        raise CertificateError(_NOT_AN_ANSWER(alg=" ".join(names)))
    # Like the checker, without frames: these only affect how answers are written.
    plain = tuple(replace(generator, frames=()) for generator in problem.generators)
    length = problem.cost(word)
    return Puzzle(replace(problem, generators=plain), names, length, max(0, length - 1))


def _with_problem(manifest: Manifest, problem: Problem) -> Manifest:
    """Return the manifest with `problem`, or with a problem that has all turns and goals of the question."""
    size, question = manifest.question.size, manifest.question
    generators = [(generator.permutation, generator.cost) for generator in problem.generators]
    try:
        check_reduction(question, generators, problem.goals)
        turns = tuple(formula_generator(generator, size) for generator in problem.generators)
        goals = problem.goals
    except CertificateError:
        # The checker cannot verify the reduction to `problem`.
        turns = tuple(
            FormulaGenerator(block.name(size), cost) for block, cost in question.turns.items() if cost
        )
        goals = tuple({goal.tobytes(): goal for goal in question.goals}.values())
    filled = replace(manifest, generators=turns, goals=goals)
    return replace(filled, horizon=longest_excluded(filled))


def check_kind(proof: str | None) -> None:
    """Raise an error unless this is a kind of proof, or None for the cheaper one."""
    if proof not in (None, PROOF, SEARCH):
        raise UsageError(_NO_KIND(kind=str(proof)[:40], kinds=[PROOF, SEARCH]))


def ensure_searchable(cube_map: CubeMap | None) -> None:
    """Raise an error unless a proof by search fits the question about a cube; None is a question without one."""
    if cube_map is None or not is_searchable(_question(cube_map)):
        raise UsageError(_NOT_SEARCHED())


def ensure_free(folder: Place) -> None:
    """Raise an error unless a certificate can be written at a place."""
    if not is_free(folder):
        raise CertificateError(_EXISTS(folder=shown(folder)))
    try_writing(folder)


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="ascii", newline="\n") as file:
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
        control.emit(PartProved(done, len(parts)))

    reply = ask(formula, Prover(folder), control, parts, jobs, refuted)
    if reply.satisfiable:
        raise CertificateError(
            say("certificate.shorter", "A shorter answer exists, so this one cannot be certified.")
        )
