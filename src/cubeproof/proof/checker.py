"""`check_certificate`, which the command and other programs call.

`check.verdict` computes whether a certificate is valid. This module fetches its files, reports progress and adds
checks that can refuse a certificate, but never accept it: the cube must be possible, and installed checkers agree.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from cubeproof.base.argument_checks import expect, expect_callable
from cubeproof.contract.events import BoundProved, DepthSearched, PartChecked, Progress, ignore
from cubeproof.formulas.formula import Formula
from cubeproof.places.place import Place, shown
from cubeproof.proof.certificate import (
    Certificate,
    CertificateFolder,
    certificate_of,
    fetched_certificate,
    refuse_impossible_cubes,
    search_certificate_of,
)
from cubeproof.proof.check import verdict
from cubeproof.proof.check.manifest import FORMULA, PERMUTATIONS, Manifest, contents
from cubeproof.proof.check.search_manifest import is_search
from cubeproof.proof.external.independent import Checkers

if TYPE_CHECKING:
    from cubeproof.proof.check.permutations import Puzzle


def check_certificate(folder: Place, progress: Progress = ignore) -> Certificate:
    """Check a certificate; the folder is the only input.

    Args:
        folder: a path or a URL.
        progress: called after each part.

    Raises:
        CertificateError: the certificate is invalid or unreadable; the message says where.
        UnsupportedError: the proof is a search for an answer of more than 14 turns.
        UsageError: an invalid URL.
        UnsupportedError: the package that reads such URLs is not installed.

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
    with fetched_certificate(folder) as local_folder:
        return replace(_check(local_folder, progress), place=shown(folder))


def _check(folder: Path, progress: Progress) -> Certificate:
    others, files = Checkers(folder / FORMULA, progress), CertificateFolder(folder)

    def report(formula: Formula, parts: Sequence[Sequence[int]], number: int, lemmas: int) -> None:
        others.check(formula, parts[number], folder / verdict.proof_name(number))
        progress(PartChecked(number + 1, len(parts), lemmas))

    if is_search(files):
        return _check_search(folder, files, progress)
    claim: Manifest | Puzzle
    if contents(files).get("puzzle") == PERMUTATIONS:
        from cubeproof.proof.check import permutations

        claim, lemmas = permutations.check(files, report)
    else:
        claim, lemmas = verdict.check(files, refuse_impossible_cubes, report)
    return certificate_of(folder, claim, lemmas, others.agreed if claim.length else ())


def _check_search(folder: Path, files: CertificateFolder, progress: Progress) -> Certificate:
    # Only this case needs the code that searches.
    from cubeproof.proof.check import search

    started, before = time.monotonic(), -1

    def report(most: int, share: float, looks: int) -> None:
        nonlocal started, before
        now = time.monotonic()
        if most != before:
            started, before = now, most
        passed = max(now - started, 1e-9)
        left = passed / share - passed if share else None
        progress(DepthSearched(most, share, looks, looks / passed / 1e6, left))
        if share == 1:
            progress(BoundProved(most + 1))

    manifest, looks = search.check(files, refuse_impossible_cubes, report)
    return search_certificate_of(folder, manifest, looks)
