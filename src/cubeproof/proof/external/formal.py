"""`check_formally`: checks a certificate by the program extracted from the proofs in `formal/`.

The program reads the folder itself, replays the answer on the verified model of the cube and streams the formula and
the proofs through the verified checker; a theorem states the meaning of its verdict. This module returns the proved
statement. `extracted.py` finds and runs the program.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.contract.control import Control
from cubeproof.errors import CertificateError, CubeproofError, UnsupportedError
from cubeproof.places import Place, fetched_file, shown
from cubeproof.proof.certificate import CertificateFolder, fetched_certificate
from cubeproof.proof.check.manifest import PROOF, SEARCH
from cubeproof.proof.check.search_manifest import is_search
from cubeproof.proof.external.extracted import PROGRAM, STOPPED, proved, verified_program
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Template

_CHANGED = Template("certificate.formula-changed", "{path} was changed while its proof was checked.")


@dataclass(frozen=True, slots=True)
class SearchedShares:
    """The shares of a search, and how many of them an interrupted check kept in its journal."""

    count: int
    """The number of shares."""
    from_journal: int
    """The number of shares that were in the journal."""
    searched_again: int
    """The number of these that were searched again, with the same result."""
    damaged_lines: int
    """The number of lines of the journal without their sum, which were not believed."""

    @classmethod
    def of(cls, claims: Mapping[str, Any]) -> SearchedShares:
        """Read the entries of the object that the program prints."""
        names = ("shares", "shares_from_journal", "shares_searched_again", "damaged_journal_lines")
        return cls(*(int(claims[name]) for name in names))

    def to_dict(self) -> dict[str, object]:
        """Return the entries as the program prints them."""
        return {
            "shares": self.count,
            "shares_from_journal": self.from_journal,
            "shares_searched_again": self.searched_again,
            "damaged_journal_lines": self.damaged_lines,
        }


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
    shares: SearchedShares | None = None
    """The shares of a search; None if the proof is no search."""


def check_formally(
    folder: Place, *, jobs: int = 1, control: Control | None = None, fresh: bool = False
) -> FormalVerdict:
    """Check a certificate by the program extracted from the proofs in `formal/`.

    Args:
        folder: a path or a URL.
        jobs: the number of processes, if the proof is a search.
        control: limits the time; reports and stops a search. A search that is stopped keeps its finished shares in
            the user's cache folder, and `control.state.lower_bound` is proved.
        fresh: whether no share of a search is taken from the cache folder: all are searched again and compared.

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
            from cubeproof.proof.external.search_program import proved_by_search

            claims = proved_by_search(local_folder.absolute(), jobs, control, fresh=fresh)
        else:
            claims = proved(verified_program(), "check", local_folder.absolute(), seconds=_seconds(control))
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
            shares=SearchedShares.of(claims) if searched else None,
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


def refute_formally(formula: Place, proof: Place, control: Control | None = None) -> FormalRefutation:
    """Check by the extracted program that a formula in DIMACS has no model, from an LRAT proof as text.

    Either file may be compressed by gzip.

    Args:
        formula: a path or a URL.
        proof: a path or a URL.
        control: limits the time.

    Raises:
        UsageError: a file is missing, or a compressed file unpacks to more than 100 times its size or half of the
            free disk.
        TimeUpError: the time was up.
        CertificateError: the program refuses the proof, or the formula changed during the call.
        UnsupportedError: no verdict: the program is missing, or built from other sources, or the formula cannot be
            read, or the proof is not LRAT as text.
    """
    # Only this case needs the code that reads formulas and proofs of other solvers.
    from cubeproof.proof.external.foreign_files import refuse_no_file, refuse_other_proofs, unpacked

    control = control or Control()
    with fetched_file(formula) as formula_path, fetched_file(proof) as proof_path:
        refuse_no_file(formula_path, shown(formula))
        refuse_no_file(proof_path, shown(proof))
        before = _state(formula_path)
        with (
            unpacked(formula_path, control.check) as plain_formula,
            unpacked(proof_path, control.check) as plain_proof,
        ):
            refuse_other_proofs(plain_proof, shown(proof))
            files = plain_formula.absolute(), plain_proof.absolute()
            claims = proved(verified_program(), "check", *files, seconds=_seconds(control))
        digest = sha256(formula_path)
        if _state(formula_path) != before:
            raise CertificateError(_CHANGED(path=shown(formula)))
    try:
        return FormalRefutation(digest, str(claims["theorem"]), str(claims["file"]), int(claims["lemmas"]))
    except (KeyError, ValueError, TypeError):
        raise UnsupportedError(STOPPED(program=PROGRAM)) from None


def _seconds(control: Control) -> float | None:
    return None if control.limit.seconds is None else control.remaining


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
