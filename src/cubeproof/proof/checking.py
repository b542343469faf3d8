"""`check_certificate`: the checker of certificates, as the command and programs call it.

Whether a certificate holds is computed in `verdict.py`. Around that stand here the words in which it is told, and what can only refuse a
certificate, never accept it: a cube that cannot exist, and other checkers, where some are installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cubeproof.contract.events import PartChecked, Progress, ignore
from cubeproof.engines.sat.formula import Formula
from cubeproof.errors import CertificateError
from cubeproof.proof import verdict
from cubeproof.proof.independent import Checkers
from cubeproof.proof.manifest import FORMULA, Manifest
from cubeproof.proof.question import Question
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric

__all__ = ["Asked", "Certificate", "certificate_of", "check_certificate"]


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
        """The same as the checker sees it, in the user's words."""
        goal = question.goal
        wanted = goal if isinstance(goal, str) else Cube.from_colours(goal)
        return cls(Cube.from_colours(question.cube), wanted, question.moves, Metric(question.metric))


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that holds.

    Attributes:
        folder: where it is.
        question: what was asked.
        alg: the answer.
        length: its length; there is no shorter one.
        parts: how many parts the proof has.
        lemmas: how many lemmas were checked, all parts together; 0 where it was only written.
        also: the independent programs that agreed.
    """

    folder: Path
    question: Asked
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
    >>> from cubeproof import Alg, Cube, certify
    >>> from cubeproof.solving.task import Task
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     _ = certify(Task.of(Cube(2).apply("R U")), Alg("U' R'"), Path(parent, "proof"))
    ...     check_certificate(Path(parent, "proof")).length
    2
    """
    folder = Path(folder)
    others = Checkers(folder / FORMULA, progress)

    def told(formula: Formula, parts: Sequence[Sequence[int]], number: int, lemmas: int) -> None:
        others.check(formula, parts[number], folder / verdict.proof_name(number))
        progress(PartChecked(number + 1, len(parts), lemmas))

    manifest, lemmas = verdict.check(folder, _see_that_it_can_exist, told)
    return certificate_of(folder, manifest, lemmas, others.agreed if manifest.length else ())


def certificate_of(
    folder: Path, manifest: Manifest, lemmas: int = 0, also: tuple[str, ...] = ()
) -> Certificate:
    """What is told of a certificate that holds."""
    parts = len(manifest.parts) if manifest.length else 0
    asked = Asked.of(manifest.question)
    return Certificate(folder, asked, Alg(manifest.answer), manifest.length, parts, lemmas, also)


def _see_that_it_can_exist(manifest: Manifest) -> None:
    asked = Asked.of(manifest.question)
    for cube, named in ((asked.cube, "start"), (asked.goal, "goal")):
        if isinstance(cube, Cube) and (reasons := cube.diagnose().reasons):
            raise CertificateError(
                f"The certificate makes no sense: The {named} cannot exist. {' '.join(reasons)}"
            )
