"""`Certificate`, the statement of a valid certificate, and `CertificateFolder`, its files."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING

from cubeproof.errors import CertificateError, PlaceError, UsageError
from cubeproof.places.inputs import fetched_folder
from cubeproof.places.limits import PAGE
from cubeproof.places.place import Place, located, shown
from cubeproof.problem.problem import Problem
from cubeproof.proof.check.manifest import MANIFEST, PROOF, SEARCH, Manifest
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
class CertifiedQuestion:
    """The question of a certificate, in the API's types."""

    cube: Cube
    """The cube to solve."""
    goal: Cube | str
    """The name of a goal, or the cube to reach."""
    moves: str | None
    """The allowed turns as text; None allows all turns that the metric counts."""
    metric: Metric
    """The metric that counts turns."""

    @classmethod
    def of(cls, question: Question) -> CertifiedQuestion:
        """Convert the checker's form of a question."""
        goal = question.goal if isinstance(question.goal, str) else Cube.from_colours(question.goal)
        return cls(Cube.from_colours(question.cube), goal, question.moves, Metric(question.metric))


@dataclass(frozen=True, slots=True)
class Certificate:
    """A valid certificate."""

    place: str
    """Its path or URL, without the secrets of a URL."""
    question: CertifiedQuestion | Problem
    """The question; the problem itself if the puzzle is not a cube."""
    alg: Alg | None
    """The answer; None if the puzzle is not a cube."""
    length: int
    """The length of the answer; no answer is shorter."""
    parts: int
    """The number of parts of the proof."""
    lemmas: int = 0
    """The number of lemmas checked in all parts; 0 if the certificate was only written."""
    also: tuple[str, ...] = ()
    """The independent programs that accepted the proof."""
    names: tuple[str, ...] = ()
    """The names of the turns of the answer."""
    proof: str = PROOF
    """The kind of proof: `lrat`, or `search` if all shorter words are searched."""
    looks: int = 0
    """The number of looks at cubes with the most turns in a search; 0 if the certificate was only written."""

    @property
    def folder(self) -> Path:
        """The folder on this machine.

        Raises:
            UsageError: the certificate is at a URL.
        """
        place = located(self.place)
        if not isinstance(place, Path):
            raise UsageError(_NO_FOLDER(place=self.place))
        return place


def search_certificate_of(place: Place, manifest: Manifest, looks: int = 0) -> Certificate:
    """Return the certificate of a manifest whose proof is a search."""
    return replace(certificate_of(place, manifest), parts=0, proof=SEARCH, looks=looks)


def certificate_of(
    place: Place, claim: Manifest | Puzzle, lemmas: int = 0, also: tuple[str, ...] = ()
) -> Certificate:
    """Return the certificate of a checked manifest or puzzle."""
    parts, name = len(claim.parts) if claim.length else 0, shown(place)
    if not isinstance(claim, Manifest):
        return Certificate(name, claim.problem, None, claim.length, parts, lemmas, also, claim.answer)
    alg = Alg(claim.answer)
    names = tuple(map(str, alg))
    return Certificate(
        name, CertifiedQuestion.of(claim.question), alg, claim.length, parts, lemmas, also, names
    )


def refuse_impossible_cubes(manifest: Manifest) -> None:
    """Refuse an impossible cube as start or goal."""
    question = CertifiedQuestion.of(manifest.question)
    refuse_impossible_cube(question.cube, "start")
    refuse_impossible_cube(question.goal, "goal")


def refuse_impossible_cube(cube: Cube | str | None, which: str) -> None:
    """Refuse an impossible cube; `which` is `start` or `goal`. Names of goals are accepted."""
    if isinstance(cube, Cube) and (reasons := cube.diagnose().reasons):
        raise CertificateError(_IMPOSSIBLE(which=which, reasons=reasons))


@dataclass(frozen=True, slots=True)
class CertificateFolder:
    """The files of a certificate in a folder of this machine; see `CertificateFiles`."""

    path: Path
    """The folder."""

    @contextmanager
    def open(self, name: str) -> Iterator[BufferedReader]:
        """Open a file for reading; errors inside the `with` block count as errors of reading."""
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
    """Fetch a certificate and yield its folder on this machine."""
    try:
        with fetched_folder(place, {MANIFEST: PAGE}) as folder:
            yield folder
    except PlaceError as error:
        raise CertificateError(error.sentence) from None
