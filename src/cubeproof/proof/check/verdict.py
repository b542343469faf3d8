"""The verdict on a certificate: all that has to be trusted, with the modules that this one imports.

Nothing that a certificate says is believed. `check`

- takes the question in the user's words and makes every turn that was allowed (`question.py`);
- makes the answer's turns on the cube;
- computes that the formula's problem, with fewer turns, has an answer if that question has one
  (`reduction.py`, `parity.py`);
- writes the formula of that problem again and compares it byte by byte;
- computes that every model would belong to one of the parts;
- checks the proofs lemma by lemma (`lrat.py`).

No solver, and nothing that makes problems for solvers, is used or loaded. A certificate is refused by an
exception, and accepted only where `check` returns: so a refusal whose sentence could not be made is still a
refusal. `docs/certificate.md` says what the verdict guarantees, and counts the lines that have to be trusted.
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
"""Called after every part that holds: with the formula, the literals of all parts, its number, its lemmas.

Parts are counted from 0.
"""

# Characters of an answer that a sentence shows.
_SHOWN = 300

_SHORT_FORMULA = Template(
    "certificate.short-formula",
    "The formula is about {horizon} steps, but an answer might have {least}.",
)
_LONG_FORMULA = Template(
    "certificate.long-formula",
    "The formula is about {horizon} steps: the answer itself is one of its models.",
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
        """The problem that the formula writes down."""
        ...

    @property
    def length(self) -> int:
        """The cost of the answer."""
        ...

    @property
    def horizon(self) -> int:
        """The number of steps that the formula speaks of."""
        ...

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """For every part of the proof its literals, by name."""
        ...


def check(
    files: CertificateFiles, look: Callable[[Manifest], None], report: PartReport
) -> tuple[Manifest, int]:
    """Check a certificate, from nothing but its files."""
    with making_sense():
        manifest = read(files)
        look(manifest)
        _check_answer(manifest)
    if not manifest.length:
        return manifest, refuted(files, manifest, report)
    with making_sense():
        check_entries(manifest)
        check_reduction(manifest.question, _generators(manifest), manifest.goals)
        least = longest_excluded(manifest)
        if manifest.horizon < least:
            raise CertificateError(_SHORT_FORMULA(horizon=manifest.horizon, least=least))
        if manifest.horizon >= manifest.length:
            raise CertificateError(_LONG_FORMULA(horizon=manifest.horizon))
    return manifest, refuted(files, manifest, report)


def refuted(files: CertificateFiles, said: FormulaClaim, report: PartReport) -> int:
    """Check that no answer of at most as many steps as the formula has solves the problem.

    Where the answer has no turn, there is nothing to check.
    """
    if not said.length:
        _check_no_other_part(files, 0)
        return 0
    _check_length(files, said)
    with making_sense():
        formula = formula_of(said)
    _compare(files, lines_of(said, formula))
    parts = _literals(formula, said.parts)
    _check_cover(formula, parts)
    _check_no_other_part(files, len(parts))
    return _check_parts(files, formula, parts, report)


@contextlib.contextmanager
def making_sense() -> Iterator[None]:
    """Raise errors of the block inside as errors of the certificate."""
    try:
        yield
    except CertificateError:
        raise
    except CubeproofError as error:
        raise CertificateError(_NO_SENSE(reason=error.sentence)) from None


def check_entries(manifest: Manifest) -> None:
    """Refuse what would take long to check and is of no use."""
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


def _check_answer(manifest: Manifest) -> None:
    answer = read_turns(manifest.answer, manifest.question.size)
    excerpt = manifest.answer if len(manifest.answer) <= _SHOWN else f"{manifest.answer[:_SHOWN]}…"
    counted = manifest.question.cost(answer)
    if counted is None:
        raise CertificateError(_NOT_ALLOWED(answer=excerpt))
    if not manifest.question.is_answered_by(answer):
        raise CertificateError(_FAILS(answer=excerpt))
    if counted != manifest.length:
        raise CertificateError(_OTHER_LENGTH(answer=excerpt, counted=counted, length=manifest.length))


def _generators(manifest: Manifest) -> list[tuple[NDArray[np.integer], int]]:
    return [(generator.permutation, generator.cost) for generator in manifest.problem.generators]


def longest_excluded(manifest: Manifest) -> int:
    """The length of the longest answer that a formula must exclude.

    One less than the answer's, or two less where parity excludes one less.
    """
    question, problem = manifest.question, manifest.problem
    odd = odd_cost(question.size, problem.start, problem.goals, _generators(manifest))
    shorter = manifest.length - 1
    return max(0, shorter if odd is None or shorter % 2 == odd else shorter - 1)


def formula_of(said: FormulaClaim) -> Formula:
    """Return the formula that must have no model: an answer of at most `steps` steps exists."""
    return framed(Instance(ProblemPieces(said.problem), said.horizon, idle=True))


def lines_of(said: FormulaClaim, formula: Formula) -> Iterator[str]:
    """The lines of the formula's file."""
    return formula_lines(formula, header(formula, said.problem))


def proof_name(part: int) -> str:
    """The name of the file with the proof of a part, parts counted from 0."""
    return f"part-{part + 1:04}.lrat"


def _check_length(files: CertificateFiles, said: FormulaClaim) -> None:
    """Refuse a file that is too short to name the formula's turns.

    This comes before the formula is made, so that an absurd horizon costs nothing.
    """
    turns = len(said.problem.generators) * said.horizon
    with files.open(FORMULA) as file:
        size = file.seek(0, 2)
    if size < turns * len("c var 1 turn(1,R)\n"):
        raise CertificateError(_FEW_BYTES(file=FORMULA, turns=turns, bytes=size))


def _compare(files: CertificateFiles, wanted: Iterable[str]) -> None:
    """Check that the formula's file has exactly these lines. Read no more bytes than they have."""
    with files.open(FORMULA) as file:
        number = 0
        for number, line in enumerate(wanted, 1):
            right = f"{line}\n".encode("ascii")
            if file.read(len(right)) != right:
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
    """Check that every model belongs to a part.

    Some clause of the formula says that at least one of the things that a step can do is done. So every model
    does one of the things of the first step, one of those of the second, and so on; and each such combination
    is a part, or two neighbours in it exclude each other by a clause.
    """
    table = formula.ids("layer")
    if not parts or len({len(part) for part in parts}) != 1 or len(parts[0]) > len(table):
        raise CertificateError(_UNEQUAL_DEPTH())
    if not parts[0]:
        # A part without literals: all models belong to it.
        return
    clauses = {tuple(sorted(clause)) for group in formula.groups for clause in group.clauses.tolist()}
    choices = [sorted({part[step] for part in parts}) for step in range(len(parts[0]))]
    for step, choice in enumerate(choices):
        if set(choice) != set(table[step].tolist()) or tuple(choice) not in clauses:
            raise CertificateError(_STEP_NOT_COVERED(step=step + 1))
    given = set(parts)
    for case in _cases(choices, clauses):
        if case not in given:
            raise CertificateError(_NO_PART(case=[formula.literal(literal) for literal in case]))


def _cases(choices: list[list[int]], clauses: set[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """The combinations of one literal for every step in which no neighbours exclude each other by a clause.

    No combination is started that cannot be completed, so there is little more work than there are
    combinations.
    """

    def may_follow(one: int, other: int) -> bool:
        return tuple(sorted((-one, -other))) not in clauses

    # What may stand at each step so that something may stand at every step after it.
    open_: list[list[int]] = [choices[-1]]
    for choice in reversed(choices[:-1]):
        open_.append([one for one in choice if any(may_follow(one, other) for other in open_[-1])])
    open_.reverse()
    waiting: list[tuple[int, ...]] = [(one,) for one in reversed(open_[0])]
    while waiting:
        case = waiting.pop()
        if len(case) == len(choices):
            yield case
        else:
            followers = [other for other in open_[len(case)] if may_follow(case[-1], other)]
            waiting += [(*case, other) for other in reversed(followers)]


def _check_no_other_part(files: CertificateFiles, parts: int) -> None:
    """Refuse proofs that the certificate does not mention, since they would not be checked."""
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
                found = lrat.check(extended, lrat.lines(file, formula.variables, len(extended)))
            except CertificateError as error:
                raise CertificateError(_IN_FILE(file=name, reason=error.sentence)) from None
        lemmas += found
        report(formula, parts, index, found)
    return lemmas
