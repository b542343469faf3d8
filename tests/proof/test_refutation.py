"""Proofs of other programs: valid refutations are accepted; truncated, changed and unrelated proofs are refused."""

import gzip
import io
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubeproof.errors import CertificateError, UnsupportedError
from cubeproof.formulas.dimacs import File, read_file
from cubeproof.methods.sat import worker
from cubeproof.proof.external import refutation
from cubeproof.proof.external.refutation import Refutation, check_refutation

VARIABLES = 20
# (a or b)(a or not b)(not a or c)(not a or not c): unit propagation does not refute it.
SMALL = [[1, 2], [1, -2], [-1, 3], [-1, -3]]
LRAT = b"5 1 0 1 2 0\n6 3 0 5 3 0\n6 d 1 2 0\n7 0 5 6 4 0\n"
DRAT = b"1 0\nd 1 2 0\n0\n"


def formula(clauses: list[list[int]]) -> File:
    lines = [" ".join([*map(str, clause), "0"]) for clause in clauses]
    return read_file(["c var 1 turn(1,R)", f"p cnf {VARIABLES} {len(clauses)}", *lines])


def check(clauses: list[list[int]], proof: bytes) -> Refutation:
    return check_refutation(formula(clauses), io.BytesIO(proof))


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[list[int]], bytes]:
    """A formula for which CaDiCaL needs some lemmas, and its proof."""
    random = Random(1)
    clauses = [
        [random.choice([-1, 1]) * v for v in random.sample(range(1, VARIABLES + 1), 3)] for _ in range(130)
    ]
    path = tmp_path_factory.mktemp("proof") / "proof.lrat"
    assert not worker.prove(clauses, str(path))
    return clauses, path.read_bytes()


def as_drat(lrat: bytes) -> bytes:
    """The lemmas of an LRAT proof, without their numbers, hints and deletions."""
    rows = [line.split() for line in lrat.splitlines()]
    return b"".join(b" ".join(row[1 : row.index(b"0", 1) + 1]) + b"\n" for row in rows if row[1] != b"d")


class TestAccepted:
    def test_lrat_is_accepted_by_our_checker(self, hard: tuple[list[list[int]], bytes]) -> None:
        assert check(SMALL, LRAT) == Refutation("cubeproof", 3)
        assert check([*SMALL, [8, 9]], b"5 d 5 0\n" + LRAT).lemmas == 3
        clauses, proof = hard
        results = check(clauses, proof)
        assert results.checker == "cubeproof"
        assert results.lemmas == as_drat(proof).count(b"\n") > 5

    def test_drat_is_accepted_by_dratify(self, hard: tuple[list[list[int]], bytes]) -> None:
        assert check(SMALL, DRAT) == Refutation("dratify", 2)
        assert check(SMALL, b"c from a solver\n1 0\n0\n").checker == "dratify"
        assert check(hard[0], as_drat(hard[1])).checker == "dratify"

    def test_compressed_proof_is_accepted(self) -> None:
        assert check(SMALL, gzip.compress(LRAT)).checker == "cubeproof"
        assert check(SMALL, gzip.compress(DRAT)).checker == "dratify"

    def test_drat_steps_that_keep_only_satisfiability(self) -> None:
        # 4 is new, so [4] does not follow, and changes nothing.
        assert check(SMALL, b"4 0\n1 0\n0\n").lemmas == 3

    def test_the_file_stays_open_and_is_the_caller_s(self) -> None:
        proof = io.BytesIO(LRAT)
        check_refutation(formula(SMALL), proof)
        assert not proof.closed


class TestRefused:
    @pytest.mark.parametrize(
        ("proof", "reason"),
        [
            (b"", "ends without the empty clause"),
            (b"\n\n", "ends without the empty clause"),
            (b"c x\n5 1 0 1 2\n", "Line 2 of the proof cannot be read"),
            (LRAT[: LRAT.rindex(b"7")], "ends without the empty clause"),
            (b"5 1 0 1 0\n", "lead to no contradiction"),
            (DRAT[:-2], "dratify does not accept the proof: .*never derives the empty clause"),
            (b"1 0\n2", "dratify does not accept the proof: .*not terminated by 0"),
            (b"hello\n", "dratify does not accept the proof: .*bad token"),
            (b"0\n", "dratify does not accept the proof: .*neither RUP nor RAT"),
            (gzip.compress(LRAT)[:-9], "a damaged gzip file"),
            (b"\x1f\x8b" + LRAT, "a damaged gzip file"),
        ],
        ids=[
            *[
                "nothing",
                "empty lines",
                "LRAT line without its end",
                "LRAT without its end",
                "LRAT with too few hints",
            ],
            *["DRAT without its end", "DRAT cut in a line", "no proof"],
            *["DRAT that does not follow", "gzip without its end", "gzip in name only"],
        ],
    )
    def test_wrong_proof_is_refused_with_the_reason(self, proof: bytes, reason: str) -> None:
        with pytest.raises(CertificateError, match=reason) as caught:
            check(SMALL, proof)
        assert len(str(caught.value)) < 350

    def test_a_proof_of_another_formula(self, hard: tuple[list[list[int]], bytes]) -> None:
        clauses, proof = hard
        with pytest.raises(CertificateError):
            check(clauses, LRAT)
        with pytest.raises(CertificateError):
            check(clauses[1:], proof)
        with pytest.raises(CertificateError, match="dratify does not accept"):
            check(clauses[:60], as_drat(proof))

    @settings(max_examples=60)
    @given(st.data())
    def test_truncated_proof_is_refused(
        self, hard: tuple[list[list[int]], bytes], data: st.DataObject
    ) -> None:
        clauses, proof = hard
        drat = data.draw(st.booleans())
        text = as_drat(proof) if drat else proof
        # Without its last line feed the proof is still complete.
        end = data.draw(st.integers(0, len(text) - 2))
        with pytest.raises(CertificateError):
            check(clauses, text[:end])

    @settings(max_examples=60)
    @given(st.data())
    def test_changed_proof_refutes_no_satisfiable_formula(
        self, hard: tuple[list[list[int]], bytes], data: st.DataObject
    ) -> None:
        clauses, proof = hard
        words = (as_drat(proof) if data.draw(st.booleans()) else proof).split(b" ")
        for _ in range(data.draw(st.integers(0, 3))):
            place = data.draw(st.integers(0, len(words) - 1))
            words[place] = str(data.draw(st.integers(-20, 200))).encode()
        # A changed hint may look like one of a RAT step, which is not checked.
        with pytest.raises((CertificateError, UnsupportedError)):
            check(clauses[:40], b" ".join(words))


class TestUnsupported:
    @pytest.mark.parametrize(
        "line",
        [b"5 4 0 0", b"5  4 0  0 ", b"5 -1 2 0 -2 3 0", b"5\t1 0\t1 -2 0", b"5 1 2 0 1 -3 4 -2 1 0"],
        ids=repr,
    )
    def test_rat_step_is_unsupported(self, line: bytes) -> None:
        with pytest.raises(UnsupportedError, match="line 2 is a RAT step, and RAT steps are not supported"):
            check(SMALL, b"c by a solver\n" + line + b"\n" + LRAT)

    def test_negative_hint_of_the_empty_clause_is_wrong(self) -> None:
        with pytest.raises(CertificateError):
            check(SMALL, b"5 0 -1 2 0\n")

    @pytest.mark.parametrize("proof", [b"a\x02\x00a\x00", b"d\x02\x04\x00", b"a\x82\x01\x00"], ids=repr)
    def test_binary_proof_is_unsupported(self, proof: bytes) -> None:
        for given_ in (proof, gzip.compress(proof)):
            with pytest.raises(UnsupportedError, match="--no-binary"):
                check(SMALL, given_)

    def test_default_proof_of_kissat_is_unsupported(self, kissat: Path, tmp_path: Path) -> None:
        cnf, proof = tmp_path / "q.cnf", tmp_path / "proof"
        cnf.write_text("\n".join(formula(SMALL).text()) + "\n")
        subprocess.run([kissat, "-q", cnf, proof], capture_output=True, check=False)
        with proof.open("rb") as file, pytest.raises(UnsupportedError, match="--no-binary"):
            check_refutation(formula(SMALL), file)

    def test_proof_with_other_letters_is_unsupported(self) -> None:
        with pytest.raises(UnsupportedError, match="--no-binary"):
            check(SMALL, b"1 0\n\xff 0\n")

    def test_drat_without_a_checker_is_unsupported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "dratify", None)
        monkeypatch.setenv("PATH", "")
        with pytest.raises(UnsupportedError, match="pip install dratify"):
            check(SMALL, DRAT)
        assert check(SMALL, LRAT).checker == "cubeproof"

    def test_drat_too_long_for_dratify_is_unsupported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(refutation, "_MOST_MEGABYTES", 1)
        with pytest.raises(UnsupportedError, match="longer than 1 MB"):
            check(SMALL, b"1 0\n" * 250_001 + b"0\n")


# A replacement for drat-trim, which is not packaged: it uses dratify for the verdict and has the output of drat-trim.
STAND_IN = f"""#!{sys.executable}
import pathlib, sys, dratify
cnf, drat, option, seconds = sys.argv[1:]
assert option == "-t" and int(seconds) > 3600
assert not set(pathlib.Path(drat).read_bytes()[:10]) - set(b"0123456789-dc \\r\\n"), "not read as text"
formula = dratify.parse_dimacs(pathlib.Path(cnf).read_text(), strict=True)
ok = dratify.check_proof(formula, pathlib.Path(drat).read_text()).ok
print("c parsing input formula")
print("s VERIFIED" if ok else "c ERROR: no conflict\\ns NOT VERIFIED")
"""


class TestDratTrim:
    @pytest.fixture(autouse=True)
    def installed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        program = tmp_path / "drat-trim"
        program.write_text(STAND_IN)
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))

    def test_drat_trim_is_run_if_installed(self) -> None:
        assert check(SMALL, DRAT) == Refutation("drat-trim", None)
        assert check(SMALL, gzip.compress(DRAT)) == Refutation("drat-trim", None)
        assert check(SMALL, b"c from a solver\n" + DRAT) == Refutation("drat-trim", None)
        assert check(SMALL, LRAT) == Refutation("cubeproof", 3)

    def test_drat_trim_refusal_is_a_refusal(self) -> None:
        with pytest.raises(CertificateError, match=r"drat-trim does not accept the proof: .*NOT VERIFIED"):
            check(SMALL, DRAT[:-2])

    @pytest.mark.parametrize("said", ["killed", "s VERIFIED\ns NOT VERIFIED", "c VERIFIED"])
    def test_drat_trim_without_a_verdict_has_not_accepted(self, said: str, tmp_path: Path) -> None:
        (tmp_path / "drat-trim").write_text(f"#!/bin/sh\necho '{said}'\n")
        with pytest.raises(CertificateError, match=f"drat-trim does not accept the proof: {said[:5]}"):
            check(SMALL, DRAT)
