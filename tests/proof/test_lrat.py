"""The checker accepts exactly the clauses that follow; it accepts CaDiCaL's proofs."""

import re
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubeproof.errors import CertificateError
from cubeproof.methods.sat import worker
from cubeproof.proof.check import lrat

Clauses = list[list[int]]

# (a or b)(a or not b)(not a or c)(not a or not c), and a proof: a; then nothing.
FORMULA = [[1, 2], [1, -2], [-1, 3], [-1, -3]]
PROOF = ["5 1 0 1 2 0", "6 3 0 5 3 0", "6 d 1 2 0", "7 0 5 6 4 0"]


def satisfiable(clauses: Clauses) -> bool:
    """Whether a formula has a model: tries all assignments."""
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    return any(
        all(any((literal > 0) == truth[abs(literal) - 1] for literal in clause) for clause in clauses)
        for truth in product((False, True), repeat=variables)
    )


def lemmas(proof: list[str]) -> Clauses:
    """Return the lemmas of a proof, without hints."""
    rows = [line.split() for line in proof]
    return [list(map(int, row[1 : row.index("0", 1)])) for row in rows if row[1] != "d"]


def follows_by_propagation(clauses: Clauses, lemma: list[int]) -> bool:
    """Whether unit propagation refutes the lemma's negation: an independent checker, which needs no hints."""
    true = {-literal for literal in lemma}
    while True:
        before = len(true)
        for clause in clauses:
            left = {literal for literal in clause if -literal not in true}
            if not left:
                return True
            if len(left) == 1:
                true |= left
        if any(-literal in true for literal in true):
            return True
        if len(true) == before:
            return False


@st.composite
def formulas(draw: st.DrawFn, units: bool = False) -> Clauses:
    """Clauses over a few variables; most of these formulas are contradictory."""
    literals = st.integers(1, 6).flatmap(lambda variable: st.sampled_from([variable, -variable]))
    some = draw(st.lists(st.lists(literals, min_size=1, max_size=3), min_size=4, max_size=40))
    if not units:
        return some
    mixed = [*some, *draw(st.lists(literals.map(lambda literal: [literal]), max_size=12))]
    return list(draw(st.permutations(mixed)))


def proved(clauses: Clauses, folder: Path) -> list[str] | None:
    """Return CaDiCaL's proof that these clauses are contradictory, or None if they have a model."""
    path = folder / "proof"
    if worker.prove(clauses, str(path)):
        return None
    assert sorted(folder.iterdir()) == [path]
    return path.read_text().splitlines()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("proofs")


class TestAccepted:
    def test_proof_written_by_hand_is_accepted(self) -> None:
        assert lrat.check(FORMULA, PROOF) == 3

    def test_formula_with_immediate_contradiction_is_refuted(self) -> None:
        assert lrat.check([[1], [-1]], ["3 0 1 2 0"]) == 1
        assert lrat.check([[]], ["2 0 1 0"]) == 1
        # A clause of the formula may have a literal twice.
        assert lrat.check([[1, 1], [-1, 2], [-2, -2]], ["4 1 0 1 0", "5 0 4 2 3 0"]) == 2

    def test_empty_lines_after_the_empty_clause_are_accepted(self) -> None:
        assert lrat.check(FORMULA, [*PROOF, "", "  \n"]) == 3

    def test_lines_may_end_as_they_like(self) -> None:
        assert lrat.check(FORMULA, [f"  {line} \r\n" for line in PROOF]) == 3

    def test_numbers_from_10_to_the_18_are_refused(self) -> None:
        for number, is_refused in ((10**18 - 1, False), (10**18, True)):
            proof = [f"{number} 1 0 1 2 0", f"6 3 0 {number} 3 0", f"7 0 {number} 6 4 0"]
            if is_refused:
                with pytest.raises(CertificateError):
                    lrat.check(FORMULA, proof)
            else:
                lrat.check(FORMULA, proof)

    def test_numbers_of_lemmas_need_only_be_new(self) -> None:
        assert lrat.check(FORMULA, ["50 1 0 1 2 0", "9 3 0 50 3 0", "1000 0 50 9 4 0"]) == 3


class TestRefused:
    @pytest.mark.parametrize(
        ("proof", "reason"),
        [
            ([], "ends without the empty clause"),
            ([""], "Line 1 of the proof cannot be read"),
            (PROOF[:-1], "ends without the empty clause"),
            (PROOF[1:], "Line 1 of the proof: lemma 6 uses clause 5, which does not exist"),
            (["5 1 0 1 0"], "Line 1 of the proof: the hints of lemma 5 lead to no contradiction"),
            (["5 1 0 0"], "the hints of lemma 5 lead to no contradiction"),
            (["5 0 0"], "the hints of lemma 5 lead to no contradiction"),
            (["5 0 1 2 0"], "clause 1, a hint of lemma 5, leaves more than one literal open"),
            (["5 1 0 3 1 2 0"], "clause 3, a hint of lemma 5, leaves more than one literal open"),
            (["5 -1 0 1 2 0"], "clause 1, a hint of lemma 5, leaves more than one literal open"),
            (["5 1 2 0 2 0"], "the hints of lemma 5 lead|more than one"),
            (["4 1 0 1 2 0"], "Line 1 of the proof: clause 4 already exists"),
            ([PROOF[0], PROOF[0]], "Line 2 of the proof: clause 5 already exists"),
            (["5 1 0 1 9 0"], "lemma 5 uses clause 9, which does not exist"),
            (["5 1 0 1 5 0"], "lemma 5 uses clause 5, which does not exist"),
            (["5 1 0 1 -2 0"], "lemma 5 uses clause -2, which does not exist"),
            (["4 d 1 0", *PROOF], "Line 2 of the proof: lemma 5 uses clause 1"),
            ([*PROOF[:2], "6 d 5 0", PROOF[3]], "Line 4 of the proof: lemma 7 uses clause 5"),
            (["4 d 9 0"], "Line 1 of the proof deletes clause 9, which does not exist"),
            (["4 d 1 0", "4 d 1 0"], "Line 2 of the proof deletes clause 1, which does not exist"),
            (["5 1 0 1 2"], "Line 1 of the proof cannot be read: '5 1 0 1 2'"),
            (["5 1 2"], "cannot be read"),
            (["5 1 0"], "cannot be read"),
            (["5"], "cannot be read"),
            (["d"], "cannot be read"),
            (["5 d"], "cannot be read"),
            (["c a comment"], "cannot be read"),
            (["a\0\1\2\x7f"], "cannot be read"),
            (["\ufffd" * 9], "cannot be read"),
            (["5 1 0 1 2 0 x"], "cannot be read"),
            (["5 1.0 0 1 2 0"], "cannot be read"),
            (["9" * 5000 + " 0 1 0"], "cannot be read"),
            (["5 0 d 1 0"], "deletes clause 0"),
            (["5 1 1 0 1 2 0"], "Line 1 of the proof: lemma 5 has a literal twice"),
            (["5 -3 1 -3 0 1 2 0"], "Line 1 of the proof: lemma 5 has a literal twice"),
            pytest.param(
                [*PROOF, "rubbish"], "Line 5 of the proof comes after the empty clause", id="rubbish"
            ),
            ([*PROOF, "", "8 1 0 1 2 0"], "Line 6 of the proof comes after the empty clause"),
            ([*PROOF, "7 d 1 0"], "Line 5 of the proof comes after the empty clause"),
        ],
    )
    def test_wrong_proof_is_refused_with_the_reason(self, proof: list[str], reason: str) -> None:
        with pytest.raises(CertificateError, match=reason) as caught:
            lrat.check(FORMULA, proof)
        assert len(str(caught.value)) < 200

    def test_a_clause_that_the_formula_lacks(self) -> None:
        for missing in range(len(FORMULA)):
            shorter = [*FORMULA[:missing], [8, 9], *FORMULA[missing + 1 :]]
            with pytest.raises(CertificateError):
                lrat.check(shorter, PROOF)

    def test_a_lemma_that_is_only_satisfiability_preserving(self) -> None:
        # 4 is new, so [4] changes nothing, but it does not follow.
        with pytest.raises(CertificateError, match="lead to no contradiction"):
            lrat.check(FORMULA, ["5 4 0 0"])


class TestEveryProof:
    @settings(max_examples=500)
    @given(formulas() | formulas(units=True))
    def test_proof_of_cadical_is_accepted_exactly_if_unsatisfiable(
        self, place: Path, clauses: Clauses
    ) -> None:
        proof = proved(clauses, place)
        assert (proof is None) == satisfiable(clauses)
        if proof is not None:
            assert lrat.check(clauses, proof) == len(lemmas(proof))
            reference = [*clauses]
            for lemma in lemmas(proof):
                assert follows_by_propagation(reference, lemma)
                reference.append(lemma)
            assert reference[-1] == []

    @pytest.mark.parametrize("holes", [3, 4, 5, 6])
    def test_proof_of_the_pigeonhole_principle_is_accepted(self, holes: int, place: Path) -> None:
        at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
        clauses = [*at]
        for hole in range(holes):
            for item in range(holes + 1):
                clauses += [[-at[item][hole], -at[second][hole]] for second in range(item)]
        proof = proved(clauses, place)
        assert proof is not None
        assert lrat.check(clauses, proof) == len(lemmas(proof)) > holes
        for missing in range(0, len(clauses), 7):
            with pytest.raises(CertificateError):
                lrat.check([[99, 100] if n == missing else c for n, c in enumerate(clauses)], proof)

    @settings(max_examples=300)
    @given(st.data())
    def test_changed_proof_proves_nothing_false(self, place: Path, data: st.DataObject) -> None:
        clauses = data.draw(formulas())
        proof = proved(clauses, place) or ["99 1 0 1 2 3 0", "100 -1 0 2 3 0", "101 0 99 100 0"]
        changed = [line.split() for line in proof]
        for _ in range(data.draw(st.integers(1, 3))):
            line = data.draw(st.integers(0, len(changed) - 1))
            word = data.draw(st.integers(0, max(0, len(changed[line]) - 1)))
            match data.draw(
                st.sampled_from(["drop", "replace", "negate", "insert", "remove", "swap", "double"])
            ):
                case "drop":
                    del changed[line][word : word + 1]
                case "replace":
                    changed[line][word : word + 1] = [str(data.draw(st.integers(-7, 60)))]
                case "negate":
                    changed[line][word : word + 1] = [
                        str(-int(x)) if x != "d" else x for x in changed[line][word : word + 1]
                    ]
                case "insert":
                    changed[line].insert(word, str(data.draw(st.integers(-7, 60))))
                case "remove" if len(changed) > 1:
                    del changed[line]
                case "swap":
                    second = data.draw(st.integers(0, len(changed) - 1))
                    changed[line], changed[second] = changed[second], changed[line]
                case _:
                    changed.insert(line, changed[line])
        try:
            lrat.check(clauses, [" ".join(line) for line in changed])
        except CertificateError:
            return
        assert not satisfiable(clauses)


class TestProving:
    def test_satisfiable_formula_gives_no_proof(self, tmp_path: Path) -> None:
        assert worker.prove([[1, 2], [-1]], str(tmp_path / "proof"))
        assert list(tmp_path.iterdir()) == []

    def test_unwritable_proof_is_reported(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            worker.prove([[1], [-1]], str(tmp_path / "no" / "proof"))

    @pytest.mark.parametrize("cut", [1, 2, 4, 20, 100])
    def test_proof_truncated_by_a_full_disk_is_distinguished(
        self, cut: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = worker._trim

        def shortened(raw: str, path: str, inputs: int) -> None:
            text = Path(raw).read_text()
            Path(raw).write_text(text[: len(text) - cut])
            whole(raw, path, inputs)

        monkeypatch.setattr(worker, "_trim", shortened)
        random = Random(1)
        clauses = [[random.choice([-1, 1]) * v for v in random.sample(range(1, 21), 3)] for _ in range(130)]
        with pytest.raises(OSError, match="is incomplete"):
            worker.prove(clauses, str(tmp_path / "proof"))

    def test_lemmas_are_numbered_after_the_clauses(self, place: Path) -> None:
        clauses = [[1], [-1, 2], [-2, 3], [4, 5], [-3], [4, -5]]
        proof = proved(clauses, place)
        assert proof is not None
        numbers = [int(re.split(" ", line)[0]) for line in proof if " d " not in line]
        assert numbers == list(range(7, 7 + len(numbers)))

    @given(clauses=formulas(units=True))
    def test_every_lemma_but_the_last_is_used(self, clauses: Clauses, place: Path) -> None:
        proof = proved(clauses, place)
        rows = [line.split() for line in proof or () if " d " not in line]
        hints = {hint for row in rows for hint in row[row.index("0", 1) + 1 : -1]}
        assert {row[0] for row in rows[:-1]} <= hints


@pytest.mark.parametrize(
    ("plain", "other"),
    [
        pytest.param("5 1 0 1 2 0", "5 1 0 1 2 0\r", id="carriage-return"),
        pytest.param("5 1 0 1 2 0", "5\t1 0 1 2 0", id="tab"),
        pytest.param("5 1 0 1 2 0", "5 +1 0 1 2 0", id="plus-sign"),
        pytest.param("5 1 0 1 2 0", "5 1 0 1 0_2 0", id="underscore"),
    ],
)
def test_check_refuses_signs_that_other_checkers_refuse(plain: str, other: str) -> None:
    """Python's `int` and `split` accept these characters."""

    def checked(proof: list[str]) -> int:
        file = BytesIO("".join(f"{line}\n" for line in proof).encode())
        return lrat.check(FORMULA, lrat.lines(file, variables=3, clauses=len(FORMULA)))

    assert plain in PROOF
    assert checked(PROOF) == 3
    with pytest.raises(CertificateError):
        checked([other if line == plain else line for line in PROOF])
