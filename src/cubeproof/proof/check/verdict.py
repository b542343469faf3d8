"""The verdict on a certificate. This module and its imports are the trusted base.

No statement of a certificate is trusted. `check`

- derives every allowed turn from the question in the user's words (`question.py`);
- replays the answer on the cube;
- verifies that the formula's problem, with fewer turns, has an answer if the question has one
  (`reduction.py`, `parity.py`);
- writes the formula of that problem again and compares it byte by byte;
- verifies that every model would belong to one of the parts;
- checks the proofs lemma by lemma (`lrat.py`).

It loads no solver and no code that builds problems for solvers. A refusal is an exception; a certificate is accepted
only if `check` returns, so a failure to build the message is still a refusal. `docs/certificate.md` states the
guarantee and counts the lines of the trusted base.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import CertificateError, CubeproofError
from cubeproof.formulas.encodings.framed import framed
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import Instance, ProblemPieces
from cubeproof.formulas.text import formula_lines, header
from cubeproof.problem.problem import Problem
from cubeproof.proof.check import lrat
from cubeproof.proof.check.manifest import FORMULA, UNKNOWN_PART, CertificateFiles, Manifest, read
from cubeproof.proof.check.parity import odd_cost
from cubeproof.proof.check.reduction import check_reduction
from cubeproof.proof.check.turns import read_turns
from cubeproof.sentences import Template, say

PartReport = Callable[[Formula, Sequence[Sequence[int]], int, int], None]
"""Called after each checked part: with the formula, the literals of all parts, the part's index, its lemma count."""

# Characters of an answer that a message quotes.
_SHOWN = 300

_SHORT_FORMULA = Template(
    "certificate.short-formula",
    "The formula has {horizon} steps, but a shorter answer could have {least}.",
)
_LONG_FORMULA = Template(
    "certificate.long-formula",
    "The formula has {horizon} steps, so the answer itself is a model.",
)
_NO_SENSE = Template("certificate.no-sense", "The certificate is invalid: {reason:open}.")
_DEAR_GENERATOR = Template(
    "certificate.dear-generator",
    "A generator of the formula costs more than every allowed turn.",
)
_GOAL_TWICE = Template(
    "certificate.goal-twice",
    "A goal of the formula occurs twice, or there are more goals than rotations of a cube.",
)
_NOT_ALLOWED = Template("certificate.not-allowed", "The answer {answer} makes turns that are not allowed.")
_FAILS = Template("certificate.answer-fails", "The answer {answer} does not lead from the start to the goal.")
_OTHER_LENGTH = Template(
    "certificate.other-length",
    "The answer {answer} has {counted} turns, but the certificate states {length}.",
)
_FEW_BYTES = Template(
    "certificate.few-bytes",
    "{file} is not the formula of this problem: its {bytes:,} bytes cannot name {turns:,} turns.",
)
_OTHER_LINE = Template(
    "certificate.other-line",
    "Line {line} of {file} differs from the formula of this problem, which has {wanted!r}.",
)
_LINE_TOO_MANY = Template(
    "certificate.line-too-many",
    "Line {line} of {file} is beyond the end of the formula of this problem.",
)
_UNEQUAL_DEPTH = Template(
    "certificate.unequal-depth",
    "The parts of the proof do not cover all cases: their depths differ.",
)
_STEP_NOT_COVERED = Template(
    "certificate.step-not-covered",
    "The parts of the proof do not cover all actions in step {step}.",
)
_NO_PART = Template("certificate.no-part", "No part of the proof is about the case {case:and}.")
_OTHER_PART = Template("certificate.other-part", "{file} is not the proof of a part in the certificate.")
_IN_FILE = Template("certificate.in-file", "{file}: {reason}")


class FormulaClaim(Protocol):
    """A certificate's statement about its formula."""

    @property
    def problem(self) -> Problem:
        """The problem that the formula encodes."""
        ...

    @property
    def length(self) -> int:
        """The cost of the answer."""
        ...

    @property
    def horizon(self) -> int:
        """The number of steps of the formula."""
        ...

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """The literals of each part of the proof, by name."""
        ...


def check(
    files: CertificateFiles, look: Callable[[Manifest], None], report: PartReport
) -> tuple[Manifest, int]:
    """Check a certificate; its files are the only input. Return its manifest and the number of lemmas."""
    with certificate_errors():
        manifest = read(files)
        look(manifest)
        check_answer(manifest)
    if not manifest.length:
        return manifest, refuted(files, manifest, report)
    with certificate_errors():
        check_entries(manifest)
        check_reduction(manifest.question, _generators(manifest), manifest.goals)
        least = longest_excluded(manifest)
        if manifest.horizon < least:
            raise CertificateError(_SHORT_FORMULA(horizon=manifest.horizon, least=least))
        if manifest.horizon >= manifest.length:
            raise CertificateError(_LONG_FORMULA(horizon=manifest.horizon))
    return manifest, refuted(files, manifest, report)


def refuted(files: CertificateFiles, claim: FormulaClaim, report: PartReport) -> int:
    """Check that the formula encodes the problem and has no model; return the number of lemmas.

    If the answer has no turns, there is nothing to check.
    """
    if not claim.length:
        _check_no_other_part(files, 0)
        return 0
    _check_length(files, claim)
    with certificate_errors():
        formula = formula_of(claim)
    _compare(files, lines_of(claim, formula))
    parts = _literals(formula, claim.parts)
    _check_cover(formula, parts)
    _check_no_other_part(files, len(parts))
    return _check_parts(files, formula, parts, report)


@contextlib.contextmanager
def certificate_errors() -> Iterator[None]:
    """Convert other errors inside the `with` block to CertificateError."""
    try:
        yield
    except CertificateError:
        raise
    except CubeproofError as error:
        raise CertificateError(_NO_SENSE(reason=error.sentence)) from None


def check_entries(manifest: Manifest) -> None:
    """Refuse useless entries that would make the check slow."""
    for generator in manifest.generators:
        generator.blocks(manifest.question.size)
    if len({generator.name for generator in manifest.generators}) < len(manifest.generators):
        raise CertificateError(
            say("certificate.generator-twice", "Two generators of the formula have the same name.")
        )
    if any(generator.cost > max(manifest.question.turns.values()) for generator in manifest.generators):
        raise CertificateError(_DEAR_GENERATOR())
    if len({goal.tobytes() for goal in manifest.goals}) < len(manifest.goals) or len(manifest.goals) > 24:
        raise CertificateError(_GOAL_TWICE())


def check_answer(manifest: Manifest) -> None:
    """Replay the answer of a manifest; refuse one that does not solve the cube, or has another length."""
    answer = read_turns(manifest.answer, manifest.question.size)
    excerpt = manifest.answer if len(manifest.answer) <= _SHOWN else f"{manifest.answer[:_SHOWN]}…"
    cost = manifest.question.cost(answer)
    if cost is None:
        raise CertificateError(_NOT_ALLOWED(answer=excerpt))
    if not manifest.question.is_answered_by(answer):
        raise CertificateError(_FAILS(answer=excerpt))
    if cost != manifest.length:
        raise CertificateError(_OTHER_LENGTH(answer=excerpt, counted=cost, length=manifest.length))


def _generators(manifest: Manifest) -> list[tuple[NDArray[np.integer], int]]:
    return [(generator.permutation, generator.cost) for generator in manifest.problem.generators]


def longest_excluded(manifest: Manifest) -> int:
    """Return the greatest cost that the formula must exclude: the answer's minus 1, or minus 2 by parity."""
    question, problem = manifest.question, manifest.problem
    odd = odd_cost(question.size, problem.start, problem.goals, _generators(manifest))
    shorter = manifest.length - 1
    return max(0, shorter if odd is None or shorter % 2 == odd else shorter - 1)


def formula_of(claim: FormulaClaim) -> Formula:
    """Return the formula that must have no model: it states that an answer of at most `horizon` steps exists."""
    return framed(Instance(ProblemPieces(claim.problem), claim.horizon, idle=True))


def lines_of(claim: FormulaClaim, formula: Formula) -> Iterator[str]:
    """Return the lines of the formula's file."""
    return formula_lines(formula, header(formula, claim.problem))


def proof_name(part: int) -> str:
    """Return the file name of a part's proof; parts are counted from 0."""
    return f"part-{part + 1:04}.lrat"


def _check_length(files: CertificateFiles, claim: FormulaClaim) -> None:
    # This comes before the formula is built, so that an absurd horizon costs nothing.
    turns = len(claim.problem.generators) * claim.horizon
    with files.open(FORMULA) as file:
        size = file.seek(0, 2)
    if size < turns * len("c var 1 turn(1,R)\n"):
        raise CertificateError(_FEW_BYTES(file=FORMULA, turns=turns, bytes=size))


def _compare(files: CertificateFiles, expected: Iterable[str]) -> None:
    """Check that the formula's file has exactly these lines. Read no more bytes than they have."""
    with files.open(FORMULA) as file:
        number = 0
        for number, line in enumerate(expected, 1):
            expected_bytes = f"{line}\n".encode("ascii")
            if file.read(len(expected_bytes)) != expected_bytes:
                raise CertificateError(_OTHER_LINE(line=number, file=FORMULA, wanted=line))
        if file.read(1):
            raise CertificateError(_LINE_TOO_MANY(line=number + 1, file=FORMULA))


def _literals(formula: Formula, parts: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    numbers = {str(name): variable for variable, name in formula.names()}
    literals = []
    for part in parts:
        if any(name not in numbers for name in part):
            raise CertificateError(UNKNOWN_PART(part=str(list(part))[:60]))
        literals.append(tuple(numbers[name] for name in part))
    return literals


def _check_cover(formula: Formula, parts: list[tuple[int, ...]]) -> None:
    """Check that every model belongs to a part."""
    table = formula.ids("layer")
    if not parts or len({len(part) for part in parts}) != 1 or len(parts[0]) > len(table):
        raise CertificateError(_UNEQUAL_DEPTH())
    if not parts[0]:
        # A part without literals covers all models.
        return
    clauses = {tuple(sorted(clause)) for group in formula.groups for clause in group.clauses.tolist()}
    choices = [sorted({part[step] for part in parts}) for step in range(len(parts[0]))]
    for step, choice in enumerate(choices):
        if set(choice) != set(table[step].tolist()) or tuple(choice) not in clauses:
            raise CertificateError(_STEP_NOT_COVERED(step=step + 1))
    # So every model has one of these actions in each step. Each combination must be a part, or contain two consecutive
    # actions that exclude each other by a clause.
    given = set(parts)
    for case in _cases(choices, clauses):
        if case not in given:
            raise CertificateError(_NO_PART(case=[formula.literal(literal) for literal in case]))


def _cases(choices: list[list[int]], clauses: set[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield the combinations of one literal per step without consecutive literals that exclude each other."""

    def may_follow(literal: int, next_literal: int) -> bool:
        return tuple(sorted((-literal, -next_literal))) not in clauses

    # For each step the literals from which a combination can be completed. No other combinations are started, so the
    # work grows with the number of combinations.
    open_: list[list[int]] = [choices[-1]]
    for choice in reversed(choices[:-1]):
        open_.append(
            [literal for literal in choice if any(may_follow(literal, after) for after in open_[-1])]
        )
    open_.reverse()
    waiting: list[tuple[int, ...]] = [(literal,) for literal in reversed(open_[0])]
    while waiting:
        case = waiting.pop()
        if len(case) == len(choices):
            yield case
        else:
            followers = [literal for literal in open_[len(case)] if may_follow(case[-1], literal)]
            waiting += [(*case, literal) for literal in reversed(followers)]


def _check_no_other_part(files: CertificateFiles, parts: int) -> None:
    """Refuse proofs that the certificate does not list: they would not be checked."""
    names = {proof_name(part) for part in range(parts)}
    others = sorted(name for name in files.names() if fnmatchcase(name, "part-*.lrat") and name not in names)
    if others:
        raise CertificateError(_OTHER_PART(file=others[0]))


def _check_parts(
    files: CertificateFiles, formula: Formula, parts: list[tuple[int, ...]], report: PartReport
) -> int:
    clauses = [
        [literal for literal in clause if literal]
        for group in formula.groups
        for clause in group.clauses.tolist()
    ]
    lemmas = 0
    for index, part in enumerate(parts):
        name = proof_name(index)
        extended = [*clauses, *([literal] for literal in part)]
        with files.open(name) as file:
            try:
                count = lrat.check(extended, lrat.lines(file, formula.variables, len(extended)))
            except CertificateError as error:
                raise CertificateError(_IN_FILE(file=name, reason=error.sentence)) from None
        lemmas += count
        report(formula, parts, index, count)
    return lemmas
