"""The program and the readable checker give the same verdict on drawn questions, and on changes of their certificates.

The questions are those of `second_opinion` that a theorem covers. Brute force judges their statements.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from cubeproof import Alg, CertificateError, certify, check_certificate
from cubeproof.errors import UnsupportedError
from cubeproof.proof.external.formal import check_formally
from formal.test_mutants import CHANGES, change_formula, check, judge
from second_opinion.draws import Combination, combinations, draw
from second_opinion.oracle import opinion
from second_opinion.verdict import problem_of

COVERED = [
    item
    for item in combinations()
    if item.moves == "usual" and (item.size, item.goal) in ((2, "solved"), (3, "solved"), (3, "facelets"))
]
CHANGES_OF_EACH = 12


def certificate_of(combination: Combination, number: int, folder: Path) -> bool:
    """Write the certificate of a drawn question, with the answer of a search by brute force; whether it has one."""
    drawn = draw(combination, number)
    answer = opinion(drawn.question, drawn.depth).answer
    if answer is not None:
        certify(problem_of(drawn.question), Alg(answer), folder)
    return answer is not None


def accepted_by_python(folder: Path) -> bool:
    try:
        check_certificate(folder)
    except CertificateError:
        return False
    return True


def accepted_by_the_program(folder: Path) -> bool | None:
    """Return the program's verdict; None where no theorem covers the question."""
    try:
        check_formally(folder)
    except CertificateError:
        return False
    except UnsupportedError:
        return None
    return True


def compare(combination: Combination, numbers: range, program: Path, parent: Path) -> None:
    """Compare both verdicts on the certificates of some questions and on their changes."""
    draw = Random(f"{combination} {numbers}")
    folders = [parent / str(number) for number in numbers]
    held = [
        folder
        for number, folder in zip(numbers, folders, strict=True)
        if certificate_of(combination, number, folder)
    ]
    # An answer without turns needs no proof.
    proofs = [folder for folder in held if (folder / "formula.cnf").exists()]
    assert proofs
    differing = []
    for genuine in held:
        claims = check(program, genuine)
        assert claims is not None
        judge(claims)
        assert accepted_by_the_program(genuine)
        assert accepted_by_python(genuine)
        for _ in range(CHANGES_OF_EACH if genuine in proofs else 0):
            folder = Path(shutil.copytree(genuine, parent / "changed"))
            change = draw.choice(CHANGES)
            change(draw, folder, draw.choice(proofs))
            ours, theirs = accepted_by_python(folder), accepted_by_the_program(folder)
            # The theorems need no clause that the proof does not use, and no names of variables: where only the
            # formula's file was changed, the program may accept what Python refuses, and the statement is still true.
            if theirs and not ours and change is change_formula:
                judge(check(program, folder) or {})
            elif theirs is not None and ours != theirs:
                differing.append((change.__name__, ours, theirs, (folder / "certificate.json").read_text()))
            shutil.rmtree(folder)
    assert differing == []


@pytest.mark.parametrize("combination", COVERED, ids=str)
def test_verdicts_agree_on_some_drawn_certificates(
    combination: Combination, program: Path, tmp_path: Path
) -> None:
    compare(combination, range(2), program, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("combination", COVERED, ids=str)
def test_verdicts_agree_on_many_drawn_certificates(
    combination: Combination, program: Path, tmp_path: Path
) -> None:
    compare(combination, range(2, 26), program, tmp_path)
