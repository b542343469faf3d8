"""`check_formally`: checks a certificate by the program extracted from the proofs in `formal/`.

The program reads the folder itself, replays the answer on the verified model of the cube and streams the formula and
the proofs through the verified checker; a theorem states the meaning of its verdict. This module finds the program,
verifies that it was built from the sources of this version, runs it and returns the proved statement. Without an
explicit `"proved": true` in the program's output there is no verdict.
"""

import hashlib
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from cubeproof.base.argument_checks import expect
from cubeproof.base.system_errors import system_reason
from cubeproof.errors import CertificateError, CubeproofError, UnsupportedError
from cubeproof.places import Place, fetched_file, shown
from cubeproof.proof.certificate import fetched_certificate
from cubeproof.proof.others.program_digest import DIGEST
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Template

PROGRAM = "cubeproof-formal"
PROTOCOL = 1
"""The number of the commands and outputs that this module knows."""

# The output of `make formal` in a checkout of the project.
_BUILT = Path(__file__).parents[4] / "formal" / "built" / PROGRAM

# `version` answers at once; another program of this name may not.
_VERSION_SECONDS = 30

_NO_PROGRAM = Template(
    "certificate.no-program",
    "The program {program} was not found, neither in the package, beside Python nor on the PATH: `make formal` in a "
    "checkout of the project builds it with Coq and OCaml, `make -C formal compiled` in the source package with OCaml "
    "only; a wheel for Linux x86-64 contains it.",
)
_OTHER_PROGRAM = Template(
    "certificate.other-program",
    "{path} was built from other sources than this version of cubeproof: it has the digest {found}, not {wanted}.",
)
_NOT_STARTED = Template("certificate.program-not-started", "{program} cannot be started: {reason}.")
_STOPPED = Template("certificate.program-stopped", "{program} was stopped before it gave a verdict.")
_NOT_COVERED = Template(
    "certificate.not-covered",
    "No theorem covers this kind of question: only {what?puzzle:cubes|size:cubes of 2 and 3 layers"
    "|start:cubes with all stickers known"
    "|goal:the goal solved, in any rotation, and with 3 layers a cube with all stickers known"
    "|moves:all turns of a metric|ends:formulas with one goal"
    "|generators:formulas about the turns of the theorems, in their order}.",
)
_CHANGED = Template("certificate.formula-changed", "{path} was changed while its proof was checked.")
_KINDS = ("puzzle", "size", "start", "goal", "moves", "ends", "generators")
_NOT_CHECKED = Template("certificate.not-checked", "{program} does not check it: {reason}")
_REFUSED = Template("certificate.program-refuses", "{program} refuses it: {reason}")


class NotProvedError(UnsupportedError):
    """The program is missing, was built from other sources, or no theorem covers the question: there is no verdict."""


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
    parts: int
    """The number of parts of the proof."""
    lemmas: int
    """The number of lemmas that were checked."""


def program() -> Path | None:
    """Return the extracted program in the package, beside Python, in a checkout or on the PATH, or None."""
    for path in (Path(__file__).parent / PROGRAM, Path(sys.executable).parent / PROGRAM, _BUILT):
        if path.is_file():
            return path
    on_path = shutil.which(PROGRAM)
    return Path(on_path).absolute() if on_path else None


def check_formally(folder: Place) -> FormalVerdict:
    """Check a certificate by the program extracted from the proofs in `formal/`.

    Raises:
        CertificateError: the program refuses the certificate.
        UnsupportedError: no verdict: the program is missing, or built from other sources, or no theorem covers the
            question.
    """
    expect("folder", folder, (str, PathLike), "a path or a URL")
    with fetched_certificate(folder) as local_folder:
        claims = _proved(verified_program(), "check", local_folder.absolute())
    try:
        return FormalVerdict(
            cube=Cube.from_facelets(claims["start"]),
            metric=Metric(claims["metric"]),
            goal=None if claims["goal"] == "solved" else Cube.from_facelets(claims["goal"]),
            alg=Alg(claims["answer"]),
            length=int(claims["length"]),
            theorem=str(claims["theorem"]),
            file=str(claims["file"]),
            parts=int(claims["parts"]),
            lemmas=int(claims["lemmas"]),
        )
    except (KeyError, ValueError, TypeError, CubeproofError):
        raise UnsupportedError(_STOPPED(program=PROGRAM)) from None


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
            claims = _proved(verified_program(), "check", plain_formula.absolute(), plain_proof.absolute())
        digest = sha256(formula_path)
        if _state(formula_path) != before:
            raise CertificateError(_CHANGED(path=shown(formula)))
    try:
        return FormalRefutation(digest, str(claims["theorem"]), str(claims["file"]), int(claims["lemmas"]))
    except (KeyError, ValueError, TypeError):
        raise UnsupportedError(_STOPPED(program=PROGRAM)) from None


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


def verified_program() -> Path:
    """Return the program; verify that it was built from the sources of this version.

    Raises:
        NotProvedError: the program is missing, or was built from other sources.
    """
    path = program()
    if path is None:
        raise NotProvedError(_NO_PROGRAM(program=PROGRAM))
    try:
        version = json.loads(_run(path, "version", seconds=_VERSION_SECONDS).stdout)
        protocol, digest = version["protocol"], version["digest"]
    except (ValueError, TypeError, KeyError, subprocess.TimeoutExpired):
        protocol, digest = None, None
    if (protocol, digest) != (PROTOCOL, DIGEST):
        shown_digest = digest[:80] if isinstance(digest, str) else "-"
        raise NotProvedError(_OTHER_PROGRAM(path=str(path), found=shown_digest, wanted=DIGEST))
    return path


def _proved(path: Path, *arguments: object) -> dict[str, Any]:
    """Run the program; return the JSON object that it prints, in which `proved` is true."""
    process = _run(path, *arguments)
    try:
        claims = dict(json.loads(process.stdout))
    except (ValueError, TypeError):
        claims = {}
    reason = process.stderr.strip()[-500:]
    if process.returncode == 0 and claims.get("proved") is True:
        return claims
    if process.returncode == 1 and reason:
        raise CertificateError(_REFUSED(program=PROGRAM, reason=reason))
    if process.returncode == 2 and reason:
        raise UnsupportedError(_NOT_CHECKED(program=PROGRAM, reason=reason))
    if process.returncode == 3 and claims.get("covered") in _KINDS:
        raise NotProvedError(_NOT_COVERED(what=claims["covered"]))
    raise UnsupportedError(_STOPPED(program=PROGRAM))


def _run(path: Path, *arguments: object, seconds: int | None = None) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            [str(path), *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=seconds,
        )
    except OSError as error:
        raise UnsupportedError(_NOT_STARTED(program=PROGRAM, reason=system_reason(error))) from None
