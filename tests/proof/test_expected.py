"""The expected time of a proof is reported before its start; time limits and controls end it."""

from pathlib import Path

import pytest

from cubeproof import Alg, CertificateError, Cube, Limit, Note, UsageError, cube_problem
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event
from cubeproof.proof.write.certify import certify

# Twelve turns; these tests do not prove that they are a shortest answer.
TWELVE = "R U F2 L' D B R2 U' F D' L2 B"


class BegunError(Exception):
    """Raised when the work has reached the point that the test requires."""


def notes(scramble: str, folder: Path, jobs: int = 1) -> list[str]:
    """Return the notes before the proof of a cube."""
    said = []

    def heard(event: Event) -> None:
        if isinstance(event, Note):
            said.append(str(event.sentence))
            raise BegunError

    cube = Cube(3).apply(scramble)
    with pytest.raises(BegunError):
        certify(cube_problem(cube), ~Alg(scramble), folder, jobs=jobs, progress=heard)
    return said


def test_a_proof_of_minutes_or_hours_is_announced(tmp_path: Path) -> None:
    assert notes(TWELVE, tmp_path / "proof") == [
        "The proof for 12 turns takes about 9 minutes, and checking it about 1 minute, roughly estimated."
    ]
    assert notes(TWELVE, tmp_path / "proof", jobs=3) == [
        "The proof for 12 turns takes about 3 minutes, and checking it about 1 minute, roughly estimated."
    ]
    assert notes(f"{TWELVE} R U'", tmp_path / "proof") == [
        "The proof for 14 turns takes about 9 hours, and checking it about 2 hours, roughly estimated."
    ]


def test_proof_of_seconds_is_not_announced(tmp_path: Path) -> None:
    (said,) = notes("R U F", tmp_path / "proof")
    assert said.startswith("The certificate is in ")


def test_time_limit_ends_the_proof_and_leaves_nothing(tmp_path: Path) -> None:
    task, alg = cube_problem(Cube(3).apply(TWELVE)), ~Alg(TWELVE)
    with pytest.raises(CertificateError, match="The time ran out"):
        certify(task, alg, tmp_path / "proof", limit=Limit(seconds=0.5))
    assert list(tmp_path.iterdir()) == []


def test_a_limit_beside_a_control_is_refused(tmp_path: Path) -> None:
    task = cube_problem(Cube(3).apply("R"))
    with pytest.raises(UsageError, match="A control has its own limit"):
        certify(task, "R'", tmp_path / "proof", limit=Limit(seconds=9), control=Control())
