"""`check_formally`: checks a certificate by the program extracted from the proofs in `formal/`.

The program replays the answer on the verified model of the cube and streams the formula and the proofs through the
verified checker; a theorem states the meaning of its verdict. This module reads the question from
`certificate.json`, refuses inconsistent input, runs the program and returns its output. Only the program decides that
the answer solves the cube and that the formula and its proof are right.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cubeproof.base.argument_checks import expect
from cubeproof.base.system_errors import system_reason
from cubeproof.errors import CertificateError, UnsupportedError
from cubeproof.places import Place
from cubeproof.proof.certificate import CertificateFolder, fetched_certificate, refuse_impossible_cubes
from cubeproof.proof.check.manifest import (
    FORMULA,
    PERMUTATIONS,
    UNKNOWN_PART,
    Manifest,
    contents,
    read,
)
from cubeproof.proof.check.turns import facelets_of, read_turns
from cubeproof.proof.check.verdict import certificate_errors, check_entries, proof_name
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Template

PROGRAM = "cubeproof-formal"

# The output of `make formal` in a checkout of the project.
_BUILT = Path(__file__).parents[4] / "formal" / "built" / PROGRAM

_VARIABLE = re.compile(rb"c var ([0-9]{1,18}) (\S{1,100})\n")
_LINE = 1000
_SIZES = (2, 3)

# The program takes no larger numbers.
_MOST_STEPS = 9999

_NO_PROGRAM = Template(
    "certificate.no-program",
    "The program {program} was not found, neither on the PATH nor beside Python: `make formal` in a "
    "checkout of the project builds it, with Coq and OCaml.",
)
_NOT_STARTED = Template("certificate.program-not-started", "{program} cannot be started: {reason}.")
_STOPPED = Template("certificate.program-stopped", "{program} was stopped before it gave a verdict.")
_NOT_COVERED = Template(
    "certificate.not-covered",
    "No theorem covers this kind of question: only {what?puzzle:cubes|size:cubes of 2 and 3 layers"
    "|start:cubes with all stickers known"
    "|goal:the goal solved, in any rotation, and with 3 layers a cube with all stickers known"
    "|moves:all turns of a metric|ends:formulas with one goal}.",
)
_OUT_OF_RANGE = Template("certificate.out-of-range", "{entry!r} of a certificate cannot be {found}.")
_NOT_CHECKED = Template("certificate.not-checked", "{program} does not check it: {reason}")
_REFUSED = Template("certificate.program-refuses", "{program} refuses it: {reason}")


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
    """Return the extracted program on the PATH, beside Python or in a checkout of the project, or None."""
    path = shutil.which(PROGRAM) or shutil.which(PROGRAM, path=str(Path(sys.executable).parent))
    return Path(path).absolute() if path else _BUILT if _BUILT.is_file() else None


def check_formally(folder: Place) -> FormalVerdict:
    """Check a certificate by the program extracted from the proofs in `formal/`."""
    expect("folder", folder, (str, PathLike), "a path or a URL")
    with fetched_certificate(folder) as local_folder:
        return _check(local_folder)


def _check(folder: Path) -> FormalVerdict:
    manifest = _read_covered(folder)
    path = program()
    if path is None:
        raise UnsupportedError(_NO_PROGRAM(program=PROGRAM))
    question = manifest.question
    goal = None if isinstance(question.goal, str) else question.goal
    claims = _run(
        [
            *(str(path), "certificate"),
            *("--size", str(question.size), "--metric", question.metric),
            *("--start", facelets_of(question.start), "--answer", " ".join(manifest.answer.split())),
            *(() if goal is None else ("--goal", facelets_of(goal))),
            *("--length", str(manifest.length), "--horizon", str(manifest.horizon)),
            *(_formula(folder, manifest) if manifest.length else ()),
        ],
        folder,
    )
    try:
        theorem, file, lemmas = claims["theorem"], claims["file"], int(claims["lemmas"])
    except (KeyError, ValueError):
        raise UnsupportedError(_STOPPED(program=PROGRAM)) from None
    return FormalVerdict(
        cube=Cube.from_colours(question.cube),
        metric=Metric(question.metric),
        goal=None if goal is None else Cube.from_colours(goal),
        alg=Alg(manifest.answer),
        length=manifest.length,
        theorem=theorem,
        file=file,
        parts=len(manifest.parts) if manifest.length else 0,
        lemmas=lemmas,
    )


def _read_covered(folder: Path) -> Manifest:
    """Return the manifest; refuse a certificate that no theorem covers."""
    files = CertificateFolder(folder)
    entries = contents(files)
    if entries.get("puzzle") == PERMUTATIONS:
        raise UnsupportedError(_NOT_COVERED(what="puzzle"))
    with certificate_errors():
        manifest = read(files)
    question = manifest.question
    if question.size not in _SIZES:
        raise UnsupportedError(_NOT_COVERED(what="size"))
    goal = question.goal
    if goal != "solved" if isinstance(goal, str) else question.held_anyhow or (goal < 0).any():
        raise UnsupportedError(_NOT_COVERED(what="goal"))
    if question.moves is not None:
        raise UnsupportedError(_NOT_COVERED(what="moves"))
    if (question.start < 0).any():
        raise UnsupportedError(_NOT_COVERED(what="start"))
    if len(manifest.goals) > 1:
        raise UnsupportedError(_NOT_COVERED(what="ends"))
    with certificate_errors():
        _check_consistency(manifest)
    return manifest


def _check_consistency(manifest: Manifest) -> None:
    refuse_impossible_cubes(manifest)
    read_turns(manifest.answer, manifest.question.size)
    for name, number in (("length", manifest.length), ("formula.horizon", manifest.horizon)):
        if not 0 <= number <= _MOST_STEPS:
            raise CertificateError(_OUT_OF_RANGE(entry=name, found=str(number)[:60]))
    if not manifest.length:
        return
    check_entries(manifest)
    for name, items in (
        ("parts", manifest.parts),
        ("goals", manifest.goals),
        ("generators", manifest.generators),
    ):
        if not items:
            raise CertificateError(_OUT_OF_RANGE(entry=name, found="[]"))
    if (manifest.goals[0] < 0).any():
        raise CertificateError(_OUT_OF_RANGE(entry="formula.goals", found=facelets_of(manifest.goals[0])))


def _formula(folder: Path, manifest: Manifest) -> list[str]:
    """Return the arguments for the formula: goal, generators, files."""
    generators = ",".join(generator.turns for generator in manifest.generators)
    held = facelets_of(manifest.goals[0])
    return [*("--held", held, "--generators", generators), FORMULA, *_parts(folder, manifest)]


def _parts(folder: Path, manifest: Manifest) -> list[str]:
    """Return the files of the proof's parts, each with the numbers of the literals that it assumes."""
    numbers: dict[str, int] = {}
    if assumed := {name for part in manifest.parts for name in part}:
        with CertificateFolder(folder).open(FORMULA) as file:
            while (line := file.readline(_LINE)).startswith(b"c "):
                if (named := _VARIABLE.fullmatch(line)) and (
                    name := named[2].decode("ascii", "replace")
                ) in assumed:
                    numbers[name] = int(named[1])
    arguments = []
    for number, part in enumerate(manifest.parts):
        if any(name not in numbers for name in part):
            raise CertificateError(UNKNOWN_PART(part=str(list(part))[:60]))
        literals = ",".join(str(numbers[name]) for name in part)
        arguments.append(f"{proof_name(number)}={literals}" if literals else proof_name(number))
    return arguments


def _run(command: Sequence[str], folder: Path) -> dict[str, str]:
    """Run the program in the certificate's folder; return the proved claims that it prints, by name."""
    try:
        process = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise UnsupportedError(_NOT_STARTED(program=PROGRAM, reason=system_reason(error))) from None
    reason = process.stderr.strip()[-500:]
    if process.returncode == 1 and reason:
        raise CertificateError(_REFUSED(program=PROGRAM, reason=reason))
    if process.returncode == 2 and reason:
        raise UnsupportedError(_NOT_CHECKED(program=PROGRAM, reason=reason))
    if process.returncode:
        raise UnsupportedError(_STOPPED(program=PROGRAM))
    return dict(line.split(" ", 1) for line in process.stdout.splitlines() if " " in line)
