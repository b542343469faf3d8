"""`check_formally`: checks a certificate by the program extracted from the proofs in `formal/`.

The program reads the folder itself, replays the answer on the verified model of the cube and streams the formula and
the proofs through the verified checker; a theorem states the meaning of its verdict. This module returns the proved
statement. `extracted.py` finds and runs the program.
"""

import hashlib
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.contract.control import Control
from cubeproof.errors import CertificateError, CubeproofError, UnsupportedError
from cubeproof.places import Place, fetched_file, shown
from cubeproof.proof.certificate import CertificateFolder, fetched_certificate
from cubeproof.proof.check.manifest import PROOF, SEARCH
from cubeproof.proof.check.search_manifest import is_search
from cubeproof.proof.others.extracted import PROGRAM, STOPPED, proved, verified_program
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Template

_CHANGED = Template("certificate.formula-changed", "{path} was changed while its proof was checked.")


@dataclass(frozen=True, slots=True)
class FormalVerdict:
    """The proved claims of a certificate, and the theorem."""

    cube: Cube
    """The cube."""
    metric: Metric
    """The metric that counts turns."""
    goal: Cube | None
    """The cube to reach in exactly this rotation; None for solved in any rotation."""
    alg: Alg
    """The answer."""
    length: int
    """The cost of the answer; no answer costs less."""
    theorem: str
    """The name of the theorem that states this."""
    file: str
    """The file of the theorem, in the folder `formal`."""
    parts: int = 0
    """The number of parts of the proof; 0 if the proof is a search."""
    lemmas: int = 0
    """The number of lemmas that were checked; 0 if the proof is a search."""
    looks: int = 0
    """The number of looks at cubes with the most turns; 0 if the proof is no search."""
    proof: str = PROOF
    """The kind of proof: `lrat` or `search`."""


def check_formally(folder: Place, *, jobs: int = 1, control: Control | None = None) -> FormalVerdict:
    """Check a certificate by the program extracted from the proofs in `formal/`.

    Args:
        folder: a path or a URL.
        jobs: the number of processes, if the proof is a search.
        control: limits the time; reports and stops a search. A search that is stopped keeps its finished shares in
            the user's cache folder, and `control.state.lower_bound` is proved.

    Raises:
        CertificateError: the program refuses the certificate.
        UnsupportedError: no verdict: the program is missing, or built from other sources, or no theorem covers the
            question.
        StoppedError: the control requested a stop.
        TimeUpError: the time was up.
    """
    expect("folder", folder, (str, PathLike), "a path or a URL")
    expect_whole("jobs", jobs)
    control = control or Control()
    with fetched_certificate(folder) as local_folder:
        searched = is_search(CertificateFolder(local_folder))
        if searched:
            # Only this case needs the code that builds tables.
            from cubeproof.proof.others.search_program import proved_by_search

            claims = proved_by_search(local_folder.absolute(), jobs, control)
        else:
            seconds = None if control.limit.seconds is None else control.remaining
            claims = proved(verified_program(), "check", local_folder.absolute(), seconds=seconds)
    try:
        return FormalVerdict(
            cube=Cube.from_facelets(claims["start"]),
            metric=Metric(claims["metric"]),
            goal=None if claims["goal"] == "solved" else Cube.from_facelets(claims["goal"]),
            alg=Alg(claims["answer"]),
            length=int(claims["length"]),
            theorem=str(claims["theorem"]),
            file=str(claims["file"]),
            parts=0 if searched else int(claims["parts"]),
            lemmas=0 if searched else int(claims["lemmas"]),
            looks=int(claims["looks"]) if searched else 0,
            proof=SEARCH if searched else PROOF,
        )
    except (KeyError, ValueError, TypeError, CubeproofError):
        raise UnsupportedError(STOPPED(program=PROGRAM)) from None


@dataclass(frozen=True, slots=True)
class FormalRefutation:
    """A formula without a model, and the theorem that says so. It says nothing about a cube."""

    sha256: str
    """The SHA-256 of the formula's file."""
    theorem: str
    """The name of the theorem."""
    file: str
    """The file of the theorem, in the folder `formal`."""
    lemmas: int
    """The number of lemmas that were checked."""


def refute_formally(formula: Place, proof: Place) -> FormalRefutation:
    """Check by the extracted program that a formula in DIMACS has no model, from an LRAT proof as text.

    Either file may be compressed by gzip.

    Raises:
        CertificateError: the program refuses the proof, or the formula changed during the call.
        UnsupportedError: no verdict: the program is missing, or built from other sources, or the formula cannot be
            read, or the proof is not LRAT as text.
    """
    # Only this case needs the code that reads formulas and proofs of other solvers.
    from cubeproof.proof.others.foreign_files import refuse_other_proofs, unpacked

    with fetched_file(formula) as formula_path, fetched_file(proof) as proof_path:
        before = _state(formula_path)
        with unpacked(formula_path) as plain_formula, unpacked(proof_path) as plain_proof:
            refuse_other_proofs(plain_proof, shown(proof))
            claims = proved(verified_program(), "check", plain_formula.absolute(), plain_proof.absolute())
        digest = sha256(formula_path)
        if _state(formula_path) != before:
            raise CertificateError(_CHANGED(path=shown(formula)))
    try:
        return FormalRefutation(digest, str(claims["theorem"]), str(claims["file"]), int(claims["lemmas"]))
    except (KeyError, ValueError, TypeError):
        raise UnsupportedError(STOPPED(program=PROGRAM)) from None


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _state(path: Path) -> tuple[int, int, int] | None:
    """Return what changes when a file is changed or replaced, or None without a file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
