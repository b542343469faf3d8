"""`cubeproof-formal`, the program extracted from the proofs in `formal/`: finds it, verifies its version and runs it.

Without an explicit `"proved": true` in the program's output there is no verdict.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from cubeproof.base.system_errors import system_reason
from cubeproof.errors import CertificateError, TimeUpError, UnsupportedError
from cubeproof.proof.external.program_digest import DIGEST
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
NOT_STARTED = Template("certificate.program-not-started", "{program} cannot be started: {reason}.")
"""The message when the program cannot be started."""
STOPPED = Template("certificate.program-stopped", "{program} was stopped before it gave a verdict.")
"""The message when the program ended without a verdict."""
_NOT_COVERED = Template(
    "certificate.not-covered",
    "No theorem covers this kind of question: only {what?puzzle:cubes|size:cubes of 2 and 3 layers"
    "|start:cubes with all stickers known"
    "|goal:the goal solved, in any rotation, and with 3 layers a cube with all stickers known"
    "|moves:all turns of a metric|ends:formulas with one goal"
    "|generators:formulas about the turns of the theorems, in their order}.",
)
_KINDS = ("puzzle", "size", "start", "goal", "moves", "ends", "generators")
_NOT_CHECKED = Template("certificate.not-checked", "{program} does not check it: {reason}")
_REFUSED = Template("certificate.program-refuses", "{program} refuses it: {reason}")


class NotProvedError(UnsupportedError):
    """The program is missing, was built from other sources, or no theorem covers the question: there is no verdict."""


def program() -> Path | None:
    """Return the extracted program in the package, beside Python, in a checkout or on the PATH, or None."""
    for path in (Path(__file__).parent / PROGRAM, Path(sys.executable).parent / PROGRAM, _BUILT):
        if path.is_file():
            return path
    on_path = shutil.which(PROGRAM)
    return Path(on_path).absolute() if on_path else None


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


def proved(path: Path, *arguments: object, seconds: float | None = None) -> dict[str, Any]:
    """Run the program; return the JSON object that it prints, in which `proved` is true.

    Raises:
        CertificateError: the program refuses the certificate or the proof.
        UnsupportedError: there is no verdict.
        TimeUpError: it did not end in time.
    """
    try:
        process = _run(path, *arguments, seconds=seconds)
    except subprocess.TimeoutExpired:
        raise TimeUpError from None
    return claims(process.stdout, process.stderr, process.returncode)


def claims(output: str, errors: str, status: int) -> dict[str, Any]:
    """Return the JSON object that the program printed, in which `proved` is true, or raise as `proved` does."""
    try:
        answer = dict(json.loads(output))
    except (ValueError, TypeError):
        answer = {}
    reason = errors.strip()[-500:]
    if status == 0 and answer.get("proved") is True:
        return answer
    if status == 1 and reason:
        raise CertificateError(_REFUSED(program=PROGRAM, reason=reason))
    if status == 2 and reason:
        raise UnsupportedError(_NOT_CHECKED(program=PROGRAM, reason=reason))
    if status == 3 and answer.get("covered") in _KINDS:
        raise NotProvedError(_NOT_COVERED(what=answer["covered"]))
    raise UnsupportedError(STOPPED(program=PROGRAM))


def _run(path: Path, *arguments: object, seconds: float | None = None) -> subprocess.CompletedProcess[str]:
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
        raise UnsupportedError(NOT_STARTED(program=PROGRAM, reason=system_reason(error))) from None
