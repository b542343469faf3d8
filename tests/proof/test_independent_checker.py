"""dratify, an independent checker, accepts certificates; it uses no hints, so its method is different."""

from __future__ import annotations

from pathlib import Path

import dratify
import pytest

from cubeproof import Alg, Cube, certify
from cubeproof.problem import cube_problem


def lemmas(lrat: Path) -> list[str]:
    """Return the lemmas of an LRAT proof as a DRUP proof: without numbers, hints and deletions."""
    lines = [line.split() for line in lrat.read_text().splitlines()]
    return [" ".join(words[1 : words.index("0", 1) + 1]) for words in lines if words[1] != "d"]


CUBES = [(2, "R U2 F' R", "htm"), (2, "R U' F", "qtm"), (3, "R U2 F' L D", "htm")]


@pytest.fixture(scope="module")
def certificate(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    size, scramble, metric = request.param
    task = cube_problem(Cube(size).apply(scramble), metric=metric)
    return certify(task, ~Alg(scramble), tmp_path_factory.mktemp("certificates") / "proof").folder


@pytest.mark.parametrize("certificate", CUBES, indirect=True)
def test_independent_checker_accepts_our_proofs(certificate: Path) -> None:
    formula = dratify.parse_dimacs((certificate / "formula.cnf").read_text())
    (proof,) = certificate.glob("*.lrat")
    assert dratify.check_proof(formula, "\n".join(lemmas(proof)), engine="python").ok


# The formulas of such short answers to the 2×2×2 need no lemma for a contradiction.
@pytest.mark.parametrize("certificate", CUBES[2:], indirect=True)
def test_independent_checker_refuses_the_last_lemma_only(certificate: Path) -> None:
    formula = dratify.parse_dimacs((certificate / "formula.cnf").read_text())
    (proof,) = certificate.glob("*.lrat")
    last = lemmas(proof)[-1]
    assert last == "0"
    assert not dratify.check_proof(formula, last, engine="python").ok
