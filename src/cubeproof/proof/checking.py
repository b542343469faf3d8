"""`check_certificate`: the checker of certificates, as the command and programs call it.

Whether a certificate holds is computed in `verdict.py`. This module returns what is told of it, and adds what
can only refuse a certificate, never accept it: a cube that cannot exist, and other checkers, where some are
installed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from cubeproof.contract.events import PartChecked, Progress, ignore
from cubeproof.engines.sat.formula import Formula
from cubeproof.errors import CertificateError, PlaceError, UsageError
from cubeproof.expecting import expect, expect_callable
from cubeproof.places.fetching import fetched_folder
from cubeproof.places.place import Place, located, shown
from cubeproof.problem.problem import Problem
from cubeproof.proof import verdict
from cubeproof.proof.independent import Checkers
from cubeproof.proof.manifest import FORMULA, PERMUTATIONS, Manifest, contents
from cubeproof.proof.question import Question
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Template

if TYPE_CHECKING:
    from cubeproof.proof.raw import Puzzle

__all__ = [
    "Asked",
    "Certificate",
    "certificate_of",
    "check_certificate",
    "fetched_certificate",
    "see_that_it_can_exist",
]

_IMPOSSIBLE = Template(
    "certificate.impossible",
    "The certificate makes no sense: The {which?start:start|goal:goal} cannot exist. {reasons:sentences}",
)

_NO_FOLDER = Template(
    "certificate.at-url", "This certificate is at {place}, and in no folder of this machine."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked, in the user's words.

    Attributes:
        cube: the cube to be solved.
        goal: the name of a goal, or a cube to be reached.
        moves: the allowed turns as text, None for all that the metric counts.
        metric: how turns are counted.
    """

    cube: Cube
    goal: Cube | str
    moves: str | None
    metric: Metric

    @classmethod
    def of(cls, question: Question) -> Asked:
        """What was asked, from the form that the checker reads."""
        goal = question.goal
        wanted = goal if isinstance(goal, str) else Cube.from_colours(goal)
        return cls(Cube.from_colours(question.cube), wanted, question.moves, Metric(question.metric))


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that holds.

    Attributes:
        place: where it is, a path or a URL; of a URL without what is secret in it.
        question: what was asked; for a puzzle that is no cube its problem.
        alg: the answer, None for a puzzle that is no cube.
        length: its length; there is no shorter one.
        parts: how many parts the proof has.
        lemmas: how many lemmas were checked, all parts together; 0 where it was only written.
        also: the independent programs that agreed.
        names: the answer, as the names of its turns.
    """

    place: str
    question: Asked | Problem
    alg: Alg | None
    length: int
    parts: int
    lemmas: int = 0
    also: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder on this machine.

        Raises:
            UsageError: it is at a URL.
        """
        where = located(self.place)
        if not isinstance(where, Path):
            raise UsageError(_NO_FOLDER(place=self.place))
        return where


def check_certificate(folder: Place, progress: Progress = ignore) -> Certificate:
    """Check a certificate, from nothing but the folder.

    Args:
        folder: where it is, a path or a URL.
        progress: called after every part.

    Raises:
        CertificateError: it does not hold, or cannot be read; the text says where it breaks.
        UsageError: the URL is none.
        UnsupportedError: what reaches the URL is not installed.

    >>> import tempfile
    >>> from cubeproof import Alg, Cube, certify
    >>> from cubeproof.solving.task import Task
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     _ = certify(Task.of(Cube(2).apply("R U")), Alg("U' R'"), Path(parent, "proof"))
    ...     check_certificate(Path(parent, "proof")).length
    2
    """
    expect("folder", folder, (str, PathLike), "a path or a URL")
    expect_callable("progress", progress)
    with fetched_certificate(folder) as here:
        return replace(_checked(here, progress), place=shown(folder))


@contextmanager
def fetched_certificate(folder: Place) -> Iterator[Path]:
    """The folder of a certificate, to be read; a fault of its place is told as a fault of the certificate.

    Raises:
        CertificateError: it cannot be read.
    """
    try:
        with fetched_folder(folder) as here:
            yield here
    except PlaceError as problem:
        raise CertificateError(problem.sentence) from None


def _checked(folder: Path, progress: Progress) -> Certificate:
    others = Checkers(folder / FORMULA, progress)

    def told(formula: Formula, parts: Sequence[Sequence[int]], number: int, lemmas: int) -> None:
        others.check(formula, parts[number], folder / verdict.proof_name(number))
        progress(PartChecked(number + 1, len(parts), lemmas))

    said: Manifest | Puzzle
    if contents(folder).get("puzzle") == PERMUTATIONS:
        from cubeproof.proof import raw

        said, lemmas = raw.check(folder, told)
    else:
        said, lemmas = verdict.check(folder, see_that_it_can_exist, told)
    return certificate_of(folder, said, lemmas, others.agreed if said.length else ())


def certificate_of(
    folder: Place, said: Manifest | Puzzle, lemmas: int = 0, also: tuple[str, ...] = ()
) -> Certificate:
    """What is told of a certificate that holds."""
    parts, place = len(said.parts) if said.length else 0, shown(folder)
    if not isinstance(said, Manifest):
        return Certificate(place, said.problem, None, said.length, parts, lemmas, also, said.answer)
    alg = Alg(said.answer)
    names = tuple(map(str, alg))
    return Certificate(place, Asked.of(said.question), alg, said.length, parts, lemmas, also, names)


def see_that_it_can_exist(manifest: Manifest) -> None:
    """Refuse a start or a goal that no cube can have.

    Args:
        manifest: what a certificate says.

    Raises:
        CertificateError: it is one.
    """
    asked = Asked.of(manifest.question)
    for cube, which in ((asked.cube, "start"), (asked.goal, "goal")):
        if isinstance(cube, Cube) and (reasons := cube.diagnose().reasons):
            raise CertificateError(_IMPOSSIBLE(which=which, reasons=reasons))
