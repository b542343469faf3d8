"""`check_certificate`: the checker of certificates, as the command and programs call it.

`check.verdict` computes whether a certificate holds. This module fetches its files, reports progress, and adds checks
that can only refuse a certificate, never accept it: that the cube can exist, and other checkers, if some are installed.
"""

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from cubeproof.base.argument_checks import expect, expect_callable
from cubeproof.contract.events import PartChecked, Progress, ignore
from cubeproof.formulas.formula import Formula
from cubeproof.places.place import Place, shown
from cubeproof.proof.certificate import (
    Certificate,
    CertificateFolder,
    certificate_of,
    fetched_certificate,
    refuse_impossible_cubes,
)
from cubeproof.proof.check import verdict
from cubeproof.proof.check.manifest import FORMULA, PERMUTATIONS, Manifest, contents
from cubeproof.proof.others.independent import Checkers

if TYPE_CHECKING:
    from cubeproof.proof.check.permutations import Puzzle


def check_certificate(folder: Place, progress: Progress = ignore) -> Certificate:
    """Check a certificate, from nothing but the folder.

    Args:
        folder: where it is, a path or a URL.
        progress: called after every part.

    Raises:
        CertificateError: it does not hold, or cannot be read; the text says where it breaks.
        UsageError: not a URL.
        UnsupportedError: what reaches the URL is not installed.

    >>> import tempfile
    >>> from cubeproof import Alg, Cube, certify
    >>> from cubeproof.problem import cube_problem
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     _ = certify(cube_problem(Cube(2).apply("R U")), Alg("U' R'"), Path(parent, "proof"))
    ...     check_certificate(Path(parent, "proof")).length
    2
    """
    expect("folder", folder, (str, PathLike), "a path or a URL")
    expect_callable("progress", progress)
    with fetched_certificate(folder) as here:
        return replace(_checked(here, progress), place=shown(folder))


def _checked(folder: Path, progress: Progress) -> Certificate:
    others, files = Checkers(folder / FORMULA, progress), CertificateFolder(folder)

    def report(formula: Formula, parts: Sequence[Sequence[int]], number: int, lemmas: int) -> None:
        others.check(formula, parts[number], folder / verdict.proof_name(number))
        progress(PartChecked(number + 1, len(parts), lemmas))

    said: Manifest | Puzzle
    if contents(files).get("puzzle") == PERMUTATIONS:
        from cubeproof.proof.check import permutations

        said, lemmas = permutations.check(files, report)
    else:
        said, lemmas = verdict.check(files, refuse_impossible_cubes, report)
    return certificate_of(folder, said, lemmas, others.agreed if said.length else ())
