"""`Certificate`: what a certificate that holds says; `CertificateFolder`: its files, fetched if they are at a URL."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING

from cubeproof.errors import CertificateError, PlaceError, UsageError
from cubeproof.places.inputs import fetched_folder
from cubeproof.places.limits import PAGE
from cubeproof.places.place import Place, located, shown
from cubeproof.problem.problem import Problem
from cubeproof.proof.check.manifest import MANIFEST, Manifest
from cubeproof.proof.check.question import Question
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Template

if TYPE_CHECKING:
    from cubeproof.proof.check.permutations import Puzzle

_IMPOSSIBLE = Template(
    "certificate.impossible",
    "The certificate is invalid: The {which?start:start|goal:goal} cannot exist. {reasons:sentences}",
)

_NO_FOLDER = Template(
    "certificate.at-url", "This certificate is at {place}, not in a folder of this machine."
)
_UNREADABLE = Template("certificate.unreadable", "{path} cannot be read: {reason}.")
_NO_FILE = Template("certificate.no-file", "{path} cannot be read: It is not a regular file.")


@dataclass(frozen=True, slots=True)
class Asked:
    """The question in the user's words."""

    cube: Cube
    """The cube to be solved."""
    goal: Cube | str
    """The name of a goal, or a cube to be reached."""
    moves: str | None
    """The allowed turns as text, None for all that the metric counts."""
    metric: Metric
    """How turns are counted."""

    @classmethod
    def of(cls, question: Question) -> Asked:
        """Return the question from the form that the checker reads."""
        goal = question.goal
        wanted = goal if isinstance(goal, str) else Cube.from_colours(goal)
        return cls(Cube.from_colours(question.cube), wanted, question.moves, Metric(question.metric))


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that holds."""

    place: str
    """Where it is, a path or a URL; of a URL without what is secret in it."""
    question: Asked | Problem
    """The question; for a puzzle other than a cube its problem."""
    alg: Alg | None
    """The answer, None for a puzzle that is no cube."""
    length: int
    """Its length; there is no shorter one."""
    parts: int
    """How many parts the proof has."""
    lemmas: int = 0
    """How many lemmas were checked, all parts together; 0 where it was only written."""
    also: tuple[str, ...] = ()
    """The independent programs that agreed."""
    names: tuple[str, ...] = ()
    """The answer, as the names of its turns."""

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


def certificate_of(
    place: Place, said: Manifest | Puzzle, lemmas: int = 0, also: tuple[str, ...] = ()
) -> Certificate:
    """Return the certificate for a manifest that holds."""
    parts, name = len(said.parts) if said.length else 0, shown(place)
    if not isinstance(said, Manifest):
        return Certificate(name, said.problem, None, said.length, parts, lemmas, also, said.answer)
    alg = Alg(said.answer)
    names = tuple(map(str, alg))
    return Certificate(name, Asked.of(said.question), alg, said.length, parts, lemmas, also, names)


def refuse_impossible_cubes(manifest: Manifest) -> None:
    """Refuse a start or a goal that no cube can have."""
    question = Asked.of(manifest.question)
    for cube, which in ((question.cube, "start"), (question.goal, "goal")):
        if isinstance(cube, Cube) and (reasons := cube.diagnose().reasons):
            raise CertificateError(_IMPOSSIBLE(which=which, reasons=reasons))


@dataclass(frozen=True, slots=True)
class CertificateFolder:
    """A folder with the files of a certificate; see `CertificateFiles`."""

    path: Path
    """The folder."""

    @contextmanager
    def open(self, name: str) -> Iterator[BufferedReader]:
        """Open a file for reading; do nothing but read inside."""
        path = self.path / name
        try:
            mode = path.stat().st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                raise CertificateError(_NO_FILE(path=str(path)))
            with path.open("rb") as file:
                yield file
        except OSError as error:
            raise CertificateError(_UNREADABLE(path=str(path), reason=error.strerror)) from None

    def names(self) -> list[str]:
        """Return the names of all files."""
        try:
            return [path.name for path in self.path.iterdir()]
        except OSError as error:
            raise CertificateError(_UNREADABLE(path=str(self.path), reason=error.strerror)) from None


@contextmanager
def fetched_certificate(place: Place) -> Iterator[Path]:
    """Fetch a certificate; return its folder on this machine."""
    try:
        with fetched_folder(place, {MANIFEST: PAGE}) as folder:
            yield folder
    except PlaceError as error:
        raise CertificateError(error.sentence) from None
